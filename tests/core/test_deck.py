"""Deck files: read, checked, numbered; a mistake is reported with file, line and what is wrong."""

from __future__ import annotations

from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartarna.core.deck import ON_TRIAL, Decks, line_of, parse, table
from kartarna.core.errors import DeckError, EntryFault
from kartarna.core.words import LANGUAGES, Teller
from kartarna.games import GAMES, get


def accept(_data: dict[str, Any], _number: int) -> None:
    """Any deck will do."""


def decks(tmp_path: Path) -> Decks:
    file = tmp_path / "deck.toml"
    file.write_text('game = "any"\nname = "The first"\n')
    (tmp_path / "words.toml").touch()
    return Decks("any", file, accept)


TEXT = """game = "any"
name = "x"

[colours.r]
en = "red"

[colours."g"]
en = "green"
numbers = [1, 2]
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [(("name",), 2), (("colours", "r"), 4), (("colours", "g", "numbers"), 9), (("colours", "g", "cs"), 7),
     (("colours",), 1), ((), 1)],
)  # fmt: skip
def test_the_line_of_an_entry_is_found(path: tuple[str, ...], line: int) -> None:
    assert line_of(TEXT, path) == line


def test_what_a_stranger_writes_is_read_quickly() -> None:
    """Looked at on the event loop of a server: a pattern that goes back and forth would hold it up for hours."""
    began = process_time()
    assert line_of("a = [\n[" + " " * 16_000 + "1\n]]\nb = 1\n", ("b",)) == 4
    with pytest.raises(DeckError, match="dots"):
        parse("[x" + ".a" * 4000 + "]\n" + "\n".join(f"a{number} = 1" for number in range(900)), "it")
    parse("[x" + ".a" * 60 + "]\n" + "\n".join(f"a{number} = 1" for number in range(900)), "it")
    assert process_time() - began < 0.3


def test_a_mistake_names_file_line_and_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "x"\ngame = "chess"\n')
    with pytest.raises(DeckError, match=r'mine.toml, line 2: this must be a deck of "any": write game = "any"'):
        decks(tmp_path).read(file)


@pytest.mark.parametrize(
    ("text", "fault"),
    [('game = "any"', "needs a name"), ('game = "any"\nname = 5', "needs a name"), ("game = ", "not TOML"),
     ('game = "any"\nname = "x"\nreconstruction = 1', "true or false"), ("a = " + "[" * 5000, "not TOML"),
     ("a = " + "1" * 5000, "not TOML"), (".".join("a" * 60) + " = 1", "within each other"),
     (".".join("a" * 3000) + " = 1", r"not TOML: more than 64 dots \(at line 1\)"),
     ("a = " + "[" * 50 + "]" * 50, "within each other"), ('game = "any"\nname = "  "', "needs a name"),
     ('game = "any"\nname = "a\\u001b[2J"', "cannot be seen"), ('"a\\u202e" = 1', "cannot be seen")],
)  # fmt: skip
def test_bad_files_are_refused(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(DeckError, match=fault):
        decks(tmp_path).read(file)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="cannot be read"):
        decks(tmp_path).read(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DeckError, match="UTF-8"):
        decks(tmp_path).read(tmp_path / "binary.toml")
    (tmp_path / "huge.toml").write_bytes(b"#" * 200_000)
    with pytest.raises(DeckError, match="too large"):
        decks(tmp_path).read(tmp_path / "huge.toml")


def test_the_same_deck_twice_is_one_deck_and_others_have_numbers_of_their_own(tmp_path: Path) -> None:
    known = decks(tmp_path)
    second = known.add({"game": "any", "name": "Second"})
    assert (known.standard.number, second.number) == (0, 1)
    assert known.add({"game": "any", "name": "Second"}) is second
    assert known.number(1) is second
    assert known.add(dict(known.standard.data)) is known.standard


def test_a_deck_that_is_only_checked_takes_no_number(tmp_path: Path) -> None:
    checked: list[int] = []
    known = Decks("any", decks(tmp_path).file, lambda _data, number: checked.append(number))
    known.examine({"game": "any", "name": "Mine"})
    assert (checked, known.loaded) == ([ON_TRIAL], {})
    assert known.find({"game": "any", "name": "Mine"}) is None


def test_a_number_belongs_to_one_deck_for_ever(tmp_path: Path) -> None:
    """A process that is sent states knows their decks by the sender's numbers."""
    known = decks(tmp_path)
    mine = known.place({"game": "any", "name": "Mine"}, 7)
    assert known.place({"game": "any", "name": "Mine"}, 7) is mine is known.number(7)
    with pytest.raises(DeckError, match="belongs to another deck"):
        known.place({"game": "any", "name": "Yours"}, 7)
    assert known.add({"game": "any", "name": "Yours"}).number == 1


def test_only_decks_from_files_are_installed(tmp_path: Path) -> None:
    known = decks(tmp_path)
    known.add({"game": "any", "name": "A guest's"})
    file = tmp_path / "mine.toml"
    file.write_text('game = "any"\nname = "Mine"')
    for _ in range(2):
        known.read(file)
    assert [deck.name for deck in known.installed] == ["The first", "Mine"]


def test_there_is_room_for_so_many_decks_and_no_more(tmp_path: Path) -> None:
    known = decks(tmp_path)
    for number in range(1, ON_TRIAL):
        assert known.add({"game": "any", "name": str(number), "reconstruction": True}).reconstruction
    with pytest.raises(DeckError, match="start a new process"):
        known.add({"game": "any", "name": "one too many"})


def test_a_table_that_is_missing_is_named() -> None:
    with pytest.raises(EntryFault) as error:
        table({"colours": {}}, "colours", "r")
    assert (error.value.kind, error.value.facts) == ("wrong_table", {"entry": "colours.r"})


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_any_change_to_a_deck_is_accepted_or_refused_with_a_reason(game: str, data: st.DataObject) -> None:
    """Wrong types anywhere in the file never end in a traceback, but are told in both languages.

    A refused deck takes no number.
    """
    known = get(game).decks
    damaged = _damage(known.standard.data, data)
    before = len(known.loaded)
    try:
        known.examine({**damaged})
    except EntryFault as error:
        told = {lang: Teller(get(game).sentences(), lambda card, _: card, lang, ()) for lang in LANGUAGES}
        czech, english = (told[lang].sentence(error.kind, error.facts) for lang in LANGUAGES)
        assert str(error).endswith(english)
        assert czech != english
    assert len(known.loaded) == before


def _damage(deck: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    """A copy of a deck with one entry, at any depth, replaced or removed."""
    copy = dict(deck)
    key = data.draw(st.sampled_from(sorted(copy)))
    if isinstance(copy[key], dict) and data.draw(st.booleans()):
        copy[key] = _damage(copy[key], data)
    elif data.draw(st.booleans()):
        copy[key] = data.draw(values)
    else:
        del copy[key]
    return copy


@pytest.mark.parametrize(
    ("value", "fault"), [("inf", "no number of a deck"), ("2026-01-01", "in quotes"), (str(2**64), "too large")]
)
def test_what_a_record_could_not_hold_is_refused(tmp_path: Path, value: str, fault: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'game = "any"\nname = "x"\nodd = [[{value}]]\n', encoding="utf-8")
    with pytest.raises(DeckError, match=fault):
        decks(tmp_path).read(path)


def test_a_folder_is_no_deck(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="is not a file"):
        decks(tmp_path).read(tmp_path)


def test_the_number_of_decks_on_trial_is_no_decks_own(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="belongs to another deck"):
        decks(tmp_path).place({"game": "any", "name": "x"}, ON_TRIAL)


def test_what_is_plain_can_be_written_as_json() -> None:
    assert Decks.is_plain({"game": "any", "odd": [1, "a", {}]})
    assert not Decks.is_plain({"game": "any", "odd": [float("nan")]})

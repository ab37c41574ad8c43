"""Records: written, read, replayed; anything else gets an error that says what is wrong, never a traceback."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartarna.core.errors import BadDeal, KartarnaError, RecordError
from kartarna.core.record import Decision, Happening, Record, read, write
from kartarna.core.recorder import RecordedGame, replayed
from kartarna.core.rng import Rng
from kartarna.core.view import seats_of
from kartarna.games import GAMES, get
from tests.positions import recorded


def played(game: str, players: int, seed: int, **options: Any) -> RecordedGame:
    table = recorded(game, players, **options)
    rng = Rng(seed)
    while not table.state.over():
        if table.state.due():
            table.deal_random(rng)
        seat = seats_of(table.state.waiting())[-1]
        table.decide(seat, table.state.greedy(seat, rng))
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("compact", [False, True])
def test_all_2_a_record_gives_the_same_game_again(game: str, compact: bool) -> None:
    """ALL-2"""
    table = played(game, 3, 1)
    text = write(table.record, compact=compact)
    again = replayed(get(game), read(text))
    assert again.state.snapshot() == table.state.snapshot()
    assert write(again.record, compact=compact) == text
    assert text.count("\n") == 1 or not compact


def test_people_and_files_count_seats_from_one() -> None:
    data = json.loads(write(played("gap", 2, 1, starter=2).record))
    assert data["starter"] == 2
    assert data["rounds"][0]["play"][0].startswith("2 ")
    assert set(data["winners"]) <= {1, 2}


def test_a_record_holds_deck_options_points_and_winners() -> None:
    table = played("gap", 2, 1, target=15)
    data = json.loads(write(table.record))
    assert data["options"] == {"starter": None, "target": 15, "rounds": None, "timed": False, "extra_round": False}
    assert data["deck"]["colours"]["r"]["en"] == "red"
    assert data["totals"] == [sum(points) for points in zip(*(r["points"] for r in data["rounds"]), strict=True)]
    assert data["generator"] == "splitmix64-1"


def test_an_event_stands_between_the_decisions() -> None:
    table = recorded("gap", 2, timed=True)
    table.deal_random(Rng(1))
    table.happen("last_round")
    assert read(write(table.record)).rounds[0].play == [Happening("last_round")]
    assert replayed(get("gap"), read(write(table.record))).state.snapshot() == table.state.snapshot()


def test_what_is_taken_back_stays_in_the_record() -> None:
    table = recorded("gap", 4)
    table.deal_random(Rng(1))
    before = table.state.clone()
    seat = table.state.turn
    action = table.state.legal_actions(seat)[0]
    table.decide(seat, action)
    table.take_back(seat)
    assert get("gap").view(table.state, seat) == get("gap").view(before, seat)
    now = table.state.clone()
    now.forget()  # the others have seen that card (ALL-4); all else is as before
    assert now.snapshot() == before.snapshot()
    play = table.record.rounds[0].play
    assert [type(entry) for entry in play] == [Decision, Happening]
    assert table.standing == []
    table.decide(seat, action)
    assert replayed(get("gap"), read(write(table.record))).state.snapshot() == table.state.snapshot()
    with pytest.raises(KartarnaError, match="2 decisions are taken back, there are only 1"):
        table.take_back(seat, 2)


def test_a_deal_with_cards_missing_or_doubled_is_refused() -> None:
    record = played("gap", 2, 1).record
    record.rounds[0].deal["row"][0] = record.rounds[0].deal["row"][1]
    with pytest.raises(BadDeal, match="'row'"):
        replayed(get("gap"), record)
    del record.rounds[0].deal["row"][0]
    with pytest.raises(BadDeal, match="3 entries, 4 belong there"):
        replayed(get("gap"), record)


def test_an_unknown_notation_is_refused() -> None:
    record = played("gap", 2, 1).record
    record.rounds[0].play[0] = Decision(0, "7")
    with pytest.raises(KartarnaError, match="'7' is not a decision"):
        replayed(get("gap"), record)


# ---- bad files -------------------------------------------------------------------------------------------

GOOD = json.loads(write(played("gap", 2, 1).record))


def changed(*path: str | int, to: Any) -> str:
    data = json.loads(json.dumps(GOOD))
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not a complete JSON"),
        ("[" * 100_000, "not a complete JSON"),
        ('{"format": NaN}', "not a complete JSON"),
        ("9" * 5000, "not a complete JSON"),
        ("[]", "an object is needed"),
        ("{}", "not a record"),
        (changed("version", to=99), "version 99: this program reads version 1"),
        (changed("players", to=True), "players: a whole number from 1 to 12"),
        (changed("players", to=10**30), "players: a whole number"),
        (changed("seats", to=[]), "seats: a list of 2"),
        (changed("seats", 0, "kind", to="cat"), "human or bot"),
        (changed("seats", 0, "name", to="x" * 999), "at most 200 letters"),
        (changed("rounds", 0, "play", 0, to="7r"), "SEAT NOTATION"),
        (changed("rounds", 0, "play", 0, to="3 7r"), "rounds 1, play 1, seat: a whole number from 1 to 2"),
        (changed("rounds", 0, "play", 0, to={"event": "A flood!"}), "unknown event"),
        (changed("rounds", 0, "points", to=[1]), "a list of 2"),
        (changed("winners", to=[9]), "winners 1, seat"),
        (changed("deck", to=None), "deck: an object"),
        (" " * 5_000_000, "at most"),
    ],
)
def test_bad_files_are_refused_with_a_reason(text: str, fault: str) -> None:
    with pytest.raises(RecordError, match=fault):
        read(text)


TEXT = write(played("gap", 2, 1).record)


@given(st.integers(0, len(TEXT) - 2))
def test_a_truncated_file_is_refused(length: int) -> None:
    with pytest.raises(RecordError):
        read(TEXT[:length])


@given(st.integers(0, len(TEXT) - 1), st.characters())
def test_an_edited_file_is_read_or_refused(place: int, letter: str) -> None:
    _read_or_refuse(TEXT[:place] + letter + TEXT[place + 1 :])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)


@given(st.data())
def test_wrong_types_anywhere_are_refused(data: st.DataObject) -> None:
    damaged = _damage(GOOD, data)
    _read_or_refuse(json.dumps(damaged))


def _damage(value: Any, data: st.DataObject) -> Any:
    """A copy with one value somewhere inside replaced by any other."""
    if isinstance(value, dict | list) and value and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(value) if isinstance(value, dict) else range(len(value))))
        copy = value.copy()
        copy[key] = _damage(value[key], data)
        return copy
    return data.draw(json_values)


def _read_or_refuse(text: str) -> None:
    try:
        record = read(text)
        replayed(get(record.game), record)
    except KartarnaError as error:
        assert str(error)
    else:
        assert isinstance(record, Record)


@pytest.mark.parametrize("kind", ["human", "bot"])
def test_a_game_with_a_hint_is_practice_also_among_people(kind: str) -> None:
    table = recorded("trop", 2)
    table.deal_random(Rng(1))
    table.record.seats = [replace(person, kind=kind) for person in table.record.seats]
    assert not table.record.practice
    table.note("hinted", 0)
    assert table.record.practice


def test_a_game_against_bots_with_a_take_back_is_practice() -> None:
    table = recorded("trop", 2)
    table.deal_random(Rng(1))
    seat = seats_of(table.state.waiting())[0]
    table.decide(seat, table.state.greedy(seat, Rng(1)))
    kinds = [person.kind for person in table.record.seats]
    assert not table.record.practice
    table.take_back(seat)
    assert table.record.practice == (kinds.count("human") == 1)
    alone = [replace(person, kind="human" if place == 0 else "bot") for place, person in enumerate(table.record.seats)]
    table.record.seats = alone
    assert table.record.practice

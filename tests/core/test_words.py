"""Sentences: plurals done right, every sentence in every language, every refusal with a rule that exists."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import kartarna
from kartarna.core.rulebook import find
from kartarna.core.words import LANGUAGES, PLACEHOLDER, Card, Event, Seat, Teller, Word, all_but, only, openly, plural

PACKAGE = Path(kartarna.__file__).parent
CATALOGUES = sorted(PACKAGE.rglob("words.toml"))


@pytest.mark.parametrize(
    ("count", "czech", "english"),
    [(0, "karet", "cards"), (1, "karta", "card"), (2, "karty", "cards"), (4, "karty", "cards"), (5, "karet", "cards"),
     (21, "karet", "cards"), (22, "karet", "cards"), (-1, "karta", "card"), (-3, "karty", "cards")],
)  # fmt: skip
def test_plural_forms(count: int, czech: str, english: str) -> None:
    assert plural("cs", count, ["karta", "karty", "karet"]) == czech
    assert plural("en", count, ["card", "cards"]) == english


def teller() -> Teller:
    sentences = {
        "nothing": {"en": "nothing"},
        "red": {"en": "red"},
        "all": {"en": "{seat} {cards} {seats} {word} {number} {number|point|points} {text}"},
    }
    return Teller(sentences, lambda card, language: f"<{card}/{language}>", "en", ["Ann", "Bob"])


def test_facts_are_told_by_what_they_are() -> None:
    facts = {"seat": Seat(1), "cards": (Card("7r"), Card("8r")), "seats": (Seat(0), Seat(1)), "word": Word("red")}
    told = teller().say(Event("all", {**facts, "number": -2, "text": "x-y"}))
    assert told == "Bob <7r/en>, <8r/en> Ann, Bob red −2 points x-y"


def test_no_cards_are_told_as_nothing() -> None:
    assert teller().tell(()) == "nothing"


def test_an_event_is_for_those_it_names() -> None:
    assert Event("x").seen_by(3)
    assert Event("x").seen_by(None)
    assert Event("x", to=only(3)).seen_by(3)
    assert not Event("x", to=only(3)).seen_by(None)
    assert not Event("x", to=all_but(3)).seen_by(3)
    assert Event("x", to=all_but(3)).seen_by(None)


def test_where_everything_is_told_what_a_seat_alone_knows_is_told_as_its_own_instead_of_what_the_others_hear() -> None:
    common, own, lesser = Event("x"), Event("you_draw", to=only(1)), Event("draws", to=all_but(1))
    another = Event("draws", to=all_but(0))  # seat 0 is told nothing better
    assert openly([common, own, lesser, another], 2) == [(common, None), (own, 1), (another, None)]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_every_sentence_is_there_in_every_language_with_the_same_facts(file: Path) -> None:
    for kind, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
        assert set(entry) - {"rule"} == set(LANGUAGES), kind
        facts = [{match[1] for match in PLACEHOLDER.finditer(entry[language])} for language in LANGUAGES]
        assert facts[0] == facts[1], kind
        for language, forms in (("cs", 3), ("en", 2)):
            found = [match[2].count("|") for match in PLACEHOLDER.finditer(entry[language]) if match[2]]
            assert set(found) <= {forms}, (kind, language)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_every_rule_named_by_a_sentence_exists(file: Path) -> None:
    folder = file.parent if (file.parent / "rules.en.md").exists() else PACKAGE / "games"
    for kind, entry in tomllib.loads(file.read_text(encoding="utf-8")).items():
        if "rule" in entry:
            assert find(folder, "en", entry["rule"]), kind

"""Sentences: plurals done right, every sentence in every language, every refusal with a rule that exists."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import kartarna
from kartarna.core.layout import CARD
from kartarna.core.rulebook import find
from kartarna.core.words import (
    LANGUAGES,
    PLACEHOLDER,
    Card,
    CardMove,
    Event,
    Seat,
    Teller,
    Word,
    all_but,
    only,
    open_to_all,
    openly,
    plural,
    second_person,
)
from kartarna.games import GAMES, get

PACKAGE = Path(kartarna.__file__).parent
ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(path for part in (PACKAGE, ROOT / "web", ROOT / "examples") for path in part.rglob("words.toml"))
OF_OTHERS = (  # nobody is told these of themselves: a place in a record, a bot, who is away, who has played since
    "at_decision", "bot_fails", "bot_failed", "not_away", "no_take_back_played",
)  # fmt: skip


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


def reading(reader: int | None, language: str = "en") -> Teller:
    dnup = get("dnup")
    return dnup.teller(dnup.new(3), language, ["Ann", "Bob", "Cyd"], reader)


def test_the_player_who_acts_is_told_so_in_the_second_person() -> None:
    takes = Event("takes", {"seat": Seat(1), "owner": Seat(2), "cards": (Card("3/5"),)})
    assert reading(None).say(takes) == "Bob takes the set in front of Cyd: 3/5."
    assert reading(0).say(takes) == "Bob takes the set in front of Cyd: 3/5."
    assert reading(1).say(takes) == "You take the set in front of Cyd: 3/5."
    assert reading(2).say(takes) == "Bob takes your set: 3/5."
    assert reading(1, "cs").say(takes) == "Bereš sadu, kterou má před sebou Cyd: 3/5."
    assert reading(2, "cs").say(takes) == "Bob bere tvou sadu: 3/5."


def test_a_list_of_players_calls_the_reader_you() -> None:
    share = Event("share", {"seats": (Seat(0), Seat(2))})
    assert reading(1).say(share) == "The win is shared by: Ann, Cyd."
    assert reading(2).say(share) == "You win, and not alone. Winners: Ann, you."
    assert reading(0).say(Event("wins", {"seat": Seat(0)})) == "You win!"


def test_one_decision_is_the_last_one_and_several_are_counted() -> None:
    told = [reading(0).say(Event("taken_back", {"seat": Seat(1), "count": count})) for count in (1, 3)]
    assert told == ["Bob takes back the last decision.", "Bob takes back the last 3 decisions."]
    czech = [reading(1, "cs").say(Event("taken_back", {"seat": Seat(1), "count": count})) for count in (1, 3, 5)]
    assert czech == [
        "Bereš zpět poslední rozhodnutí.",
        "Bereš zpět poslední 3 rozhodnutí.",
        "Bereš zpět posledních 5 rozhodnutí.",
    ]


def test_a_name_that_ends_with_a_full_stop_ends_the_sentence_too() -> None:
    teller = replace(reading(None), names=["Jan ml.", "Bob", "Cyd…"])
    assert teller.say(Event("wins", {"seat": Seat(0)})) == "The winner: Jan ml."
    assert teller.say(Event("wins", {"seat": Seat(2)})) == "The winner: Cyd…."


def test_czech_says_ty_to_the_player_never_vy() -> None:
    pages = [
        *CATALOGUES,
        *PACKAGE.rglob("*.cs.md"),
        *PACKAGE.rglob("*.template"),
        *(ROOT / "examples").rglob("*.cs.md"),
    ]
    formal = re.compile(r"\b(?:vy|vás|vámi?|váš|vaš\w+|jste|máte|můžete|\w+(?:[ěeí]jte|ěte|avte))\b", re.IGNORECASE)
    found = [(page.name, formal.findall(page.read_text(encoding="utf-8"))) for page in pages]
    assert [(page, words) for page, words in found if words] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_card_and_every_place_of_a_game_says_what_it_is_for(game: str) -> None:
    found = get(game)
    for players in found.players:
        state = found.new(players)
        for language in LANGUAGES:
            teller = found.teller(state, language)
            cards = [teller.about_card(card) for card in {*found.names(state)[CARD]}]
            places = [teller.about_zone(zone) for zone in {zone.name for zone in found.public(state).zones}]
            assert [told for told in (*cards, *places) if told.count(". ") < 1 or not told.endswith(".")] == []


def test_a_card_is_told_of_by_itself_by_its_mark_or_like_any_other() -> None:
    three, trop = get("three"), get("trop")
    teller = three.teller(three.new(2), "en")
    assert teller.about_card("30") == "Start 30. Stands at the head of row 2 for the whole game; 31 to 59 go there."
    assert teller.about_card("15") == "Grey 15. Brings nothing to whoever takes it: it leaves the game."
    assert teller.about_card("+7").endswith("Goes to whoever has all seven colours face up at the end of their turn.")
    assert teller.about_card("40t").startswith("Turquoise 40. One card of a colour is worth 1 point")
    assert teller.about_zone("row_3").startswith("Row 3 (61–89). The fifth card in a row takes")
    told = trop.teller(trop.new(2), "cs").about_card("-2s")
    assert told == "−2 (stejná čísla pryč). Ostatní karty stejného čísla odejdou z řady."
    bare = replace(teller, sentences={})
    assert (bare.about_card("40t"), bare.about_zone("face_up")) == ("Turquoise 40.", "Face up.")


def test_no_cards_are_told_as_nothing() -> None:
    assert teller().tell(()) == "nothing"


def test_an_event_is_for_those_it_names() -> None:
    assert Event("x").seen_by(3)
    assert Event("x").seen_by(None)
    assert Event("x", to=only(3)).seen_by(3)
    assert not Event("x", to=only(3)).seen_by(None)
    assert not Event("x", to=all_but(3)).seen_by(3)
    assert Event("x", to=all_but(3)).seen_by(None)


def test_events_are_open_if_neither_they_nor_their_moves_are_told_to_some_only() -> None:
    shown = CardMove("row", "pile:0", (Card("3/5"),))
    drawn = CardMove("deck", "hand:1", (Card("3/5"),), to=only(1))
    assert open_to_all([Event("x"), Event("x", moves=(shown,))])
    assert not open_to_all([Event("x"), Event("x", to=only(1))])
    assert not open_to_all([Event("x", moves=(shown, drawn))])


def test_where_everything_is_told_what_a_seat_alone_knows_is_told_as_its_own_instead_of_what_the_others_hear() -> None:
    common, own, lesser = Event("x"), Event("you_draw", to=only(1)), Event("draws", to=all_but(1))
    another = Event("draws", to=all_but(0))  # seat 0 is told nothing better
    assert openly([common, own, lesser, another], 2) == [(common, None), (own, 1), (another, None)]


def test_a_sentence_that_names_its_seat_is_not_told_with_the_name_before_it() -> None:
    chooses = Event("chooses", {"seat": Seat(1)}, to=only(1))
    takes_from = Event("takes_from", {"seat": Seat(0)}, to=only(1))
    assert openly([chooses, takes_from], 2) == [(chooses, None), (takes_from, 1)]


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_every_sentence_is_there_in_every_language_with_the_same_facts(file: Path) -> None:
    for kind, entry in sentences_in(file).items():
        assert {*LANGUAGES, "rule"} >= {key for key in entry if "_you" not in key} >= set(LANGUAGES), kind
        assert facts_of(entry["cs"]) == facts_of(entry["en"]), kind
        for key in set(entry) - {"rule"}:
            forms = {"cs": 3, "en": 2}[key[:2]]
            found = [match[2].count("|") for match in PLACEHOLDER.finditer(entry[key]) if match[2]]
            assert set(found) <= {forms}, (kind, key)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_a_sentence_in_the_second_person_names_the_reader_no_more(file: Path) -> None:
    """`cs_you` is about `{seat}`, `cs_you_owner` about `{owner}`; lists may name the reader among others."""
    for kind, entry in sentences_in(file).items():
        facts = {key[3:].removeprefix("you").removeprefix("_") or "seat" for key in entry if "_you" in key}
        for fact in facts:
            told = [facts_of(entry[second_person(language, fact)]) for language in LANGUAGES]
            assert told[0] == told[1], (kind, fact)
            assert told[0] <= facts_of(entry["en"]), (kind, fact)
            assert fact == "seats" or fact not in told[0], (kind, fact)


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_what_is_told_of_a_player_is_told_to_that_player_in_the_second_person(file: Path) -> None:
    named = {kind: entry for kind, entry in sentences_in(file).items() if "seat" in facts_of(entry["en"])}
    assert [kind for kind, entry in named.items() if not {"cs_you", "en_you"} <= set(entry)] == [
        kind for kind in named if kind in OF_OTHERS
    ]


def sentences_in(file: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def facts_of(sentence: str) -> set[str]:
    return {match[1] for match in PLACEHOLDER.finditer(sentence)}


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.name)
def test_every_rule_named_by_a_sentence_exists(file: Path) -> None:
    folder = file.parent if (file.parent / "rules.en.md").exists() else PACKAGE / "games"
    for kind, entry in sentences_in(file).items():
        if "rule" in entry:
            assert find(folder, "en", entry["rule"]), kind

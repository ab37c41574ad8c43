"""The cards of Karma: checks a deck, names its cards, and unpacks the counts of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck, Decks, check_label, table
from kartarna.core.errors import EntryFault
from kartarna.core.words import LANGUAGES, Card
from kartarna.games.karma.codes import MOST_COPIES
from kartarna.games.karma.table import decks_used, load_deck

NUMBERS = tuple(str(number) for number in range(1, 17))
KINDS = ("table", "up", "five", "give")
FACES = ("", *NUMBERS, *KINDS)  # the notation of each face, as the rules number them
CARDS = tuple(Card(face) for face in FACES)
MOST_IN_A_DECK = MOST_COPIES // 2  # of one face: the rules count two decks in four bits


def check(data: dict[str, Any], number: int) -> None:
    """KARMA-1: 60 cards, the numbers 1 to 16 and four kinds, each at least once."""
    numbers, kinds = table(data, "numbers"), table(data, "kinds")
    _same_names(numbers, NUMBERS, "numbers")
    _same_names(kinds, KINDS, "kinds")
    for kind in KINDS:
        _names(data, kind)
    copies = [_copies(numbers[name], ("numbers", name)) for name in NUMBERS]
    copies += [_copies(kinds[kind].get("copies"), ("kinds", kind, "copies")) for kind in KINDS]
    if sum(copies) != 60:
        raise EntryFault("wrong_sum", ("numbers",), count=sum(copies))
    load_deck(number, [face for face, count in enumerate(copies, 1) for _ in range(count)])


def _same_names(found: Iterable[str], wanted: Sequence[str], where: str) -> None:
    for name in found:
        if name not in wanted:
            raise EntryFault("wrong_card", (where, name), key=f"{name!r:.40}")
    for name in wanted:
        if name not in found:
            raise EntryFault("wrong_missing", (where,), key=name)


def _names(data: dict[str, Any], kind: str) -> None:
    for key in LANGUAGES:
        check_label(table(data, "kinds", kind), key, ("kinds", kind))


def _copies(count: Any, path: tuple[str, ...]) -> int:
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_IN_A_DECK:
        raise EntryFault("wrong_copies", path, most=MOST_IN_A_DECK, key=f"{count!r:.40}")
    return count


DECKS = Decks("karma", Path(__file__).with_name("deck.toml"), check)


def spell(face: int) -> Card:
    return CARDS[face]


def spell_all(faces: Iterable[int]) -> tuple[Card, ...]:
    return tuple([CARDS[face] for face in faces])


def spell_place(place: int) -> Card:
    """A face-down card: all that is known of it is its place."""
    return Card(f"?{place + 1}")


def names(deck: int, players: int) -> list[str]:
    """Of every card in the game, as the rules number them."""
    data = DECKS.number(deck).data
    one = [name for name in NUMBERS for _ in range(data["numbers"][name])]
    one += [kind for kind in KINDS for _ in range(data["kinds"][kind]["copies"])]
    return one * decks_used(players)


def faces_of(zone: Sequence[int], seat: int = 0) -> tuple[int, ...]:
    """The counted cards of a seat, by face."""
    return _unpacked(zone[2 * seat] | zone[2 * seat + 1] << 64)


@lru_cache(maxsize=4096)  # a view unpacks every hand, and from one view to the next few of them change
def _unpacked(counts: int) -> tuple[int, ...]:
    return tuple(face for face in range(1, len(FACES)) for _ in range(counts >> 4 * face & 15))


def card_name(deck: Deck, card: str, language: str) -> str:
    return str(deck.data["kinds"][card][language]) if card in KINDS else card

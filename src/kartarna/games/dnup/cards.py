"""The cards of dnup: checks a deck and names its cards. A face is written `5/3`: active value, other value."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck, Decks, table
from kartarna.core.errors import EntryFault
from kartarna.core.words import Card
from kartarna.games.dnup import rows
from kartarna.games.dnup.table import hand_size, load_deck

VALUES = range(1, 11)
MOST_COPIES = 3  # of one pair: the rules count the copies of a face in two bits
MOST_SETS = 2000  # that one hand may offer: with B, C and D they fit into 2048; nor can a value have 16 cards then
STAR = Card("★")  # the star card while nobody has seen which way up it is held

Pair = tuple[int, int]  # the lower value first


def _group_sizes() -> dict[str, int]:
    """DNUP-3: the base for two players, and what each further player adds to it."""
    dealt = [players * hand_size(players) for players in (2, 3, 4, 5)]
    names = ("symbol_3", "symbol_4", "symbol_5")
    return {"base": dealt[0], **{name: dealt[place + 1] - dealt[place] for place, name in enumerate(names)}}


GROUPS = _group_sizes()


def check(data: dict[str, Any], number: int) -> None:
    """DNUP-2, DNUP-3: four groups of fixed size; the star card is in the base and the only one of its pair."""
    pairs: list[Pair] = []
    for group, size in GROUPS.items():
        pairs += _group(data, group, size)
        (low, high), copies = Counter(pairs).most_common(1)[0]
        if copies > MOST_COPIES:
            raise EntryFault("wrong_copies", ("cards", group), key=f"{low}/{high}", most=MOST_COPIES)
    star = _pair(data.get("star"), ("star",))
    if pairs.count(star) != 1 or star not in pairs[: GROUPS["base"]]:
        raise EntryFault("wrong_star", ("star",), key=str(data["star"]))
    sets = most_sets(Counter(pairs))
    if sets > MOST_SETS:
        raise EntryFault("wrong_sets", ("cards",), count=sets, most=MOST_SETS)
    load_deck(number, [_packed(pair) for pair in pairs], _packed(star))


def _group(data: dict[str, Any], group: str, size: int) -> list[Pair]:
    cards = table(data, "cards").get(group)
    if not isinstance(cards, list) or len(cards) != size:
        raise EntryFault("wrong_group", ("cards", group), key=group, count=size)
    return [_pair(card, ("cards", group)) for card in cards]


def _pair(card: Any, path: tuple[str, ...]) -> Pair:
    match = re.fullmatch(r"(\d{1,2})/(\d{1,2})", card) if isinstance(card, str) else None
    values = sorted(int(value) for value in match.groups()) if match else []
    if len(set(values)) != 2 or not set(values) <= set(VALUES):
        raise EntryFault("wrong_pair", path, key=f"{card!r:.40}")
    return values[0], values[1]


def _packed(pair: Pair) -> int:
    return pair[0] << 4 | pair[1]


def most_sets(copies: dict[Pair, int]) -> int:
    """The most sets that a hand of these cards can offer, whichever way up they are held.

    A value offers one set for each choice among its cards: the product of (copies + 1) over the
    other values. All copies of a pair had better be turned to the one value that has more sets
    without them, never be split. So the values stand in an order, and each has all its cards but
    those it shares with a value before it. The best order is found for every group of values
    still to come (a mask), from small groups to large ones.
    """
    choices = {value: [1] for value in VALUES}  # by mask: the choices among cards with other values of the mask
    for value, products in choices.items():
        for other in VALUES:
            more = copies.get((value, other) if value < other else (other, value), 0) + 1
            products += [more * product for product in products]
    most = [0]
    for left in range(1, 1 << len(VALUES)):
        first = (value for value in VALUES if left >> value - 1 & 1)
        most.append(max(choices[value][left] - 1 + most[left ^ 1 << value - 1] for value in first))
    return most[-1]


DECKS = Decks("dnup", Path(__file__).with_name("deck.toml"), check)


@lru_cache(1_000)
def spell(value: int, other: int) -> Card:
    return Card(f"{value}/{other}")


@lru_cache(4_000)
def counts(row: int) -> tuple[tuple[int, int], ...]:
    """The other values of a row of cards (see rows.py), each with its number of copies."""
    copies = [(other, row >> rows.place(other) & 3) for other in VALUES]
    return tuple([(other, count) for other, count in copies if count])


@lru_cache(4_000)
def spell_row(value: int, row: int) -> tuple[Card, ...]:
    """Cards of one active value, by their other values."""
    return tuple(spell(value, other) for other, copies in counts(row) for _ in range(copies))


def spell_rows(hand: list[int]) -> tuple[Card, ...]:
    """A whole hand: ten rows, one for each active value."""
    return tuple([card for value, row in zip(VALUES, hand, strict=True) if row for card in spell_row(value, row)])


@lru_cache(4_000)
def spell_turned(value: int, row: int) -> tuple[Card, ...]:
    """The same cards the other way up."""
    return tuple(spell(other, value) for other, copies in counts(row) for _ in range(copies))


def names(deck: int) -> list[str]:
    """Every card of the deck, each way up: as a deal numbers them."""
    data = DECKS.number(deck).data
    pairs = [_pair(card, ()) for group in GROUPS for card in data["cards"][group]]
    return [spell(*ends) for low, high in pairs for ends in ((low, high), (high, low))]


def star(deck: Deck) -> tuple[Card, Card]:
    """The two faces of the star card."""
    low, high = _pair(deck.data["star"], ())
    return spell(low, high), spell(high, low)


def marks(_: Deck) -> tuple[str, ...]:
    return (STAR,)


def card_name(deck: Deck, card: str, _language: str) -> str:
    """A face as it is written; the star card is marked, with a question mark while it may be either way up."""
    if card == STAR:
        return f"{star(deck)[0]}{STAR}?"
    return card + STAR if card in star(deck) else card

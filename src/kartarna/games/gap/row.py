"""What of the row a card meets: masks of cards, by number alone (GAP-3). Compiled code gets them from row.pxd."""

from __future__ import annotations

from kartarna.games.gap import codes


def same(row: int, card: int) -> int:
    """GAP-3 a: those of the same number."""
    return row & codes.NUMBER << codes.COLOURS * (card // codes.COLOURS)


def below(row: int, card: int) -> int:
    """GAP-3 b: those of the next lower number; 0 and 9 are neighbours."""
    return row & codes.NUMBER << codes.COLOURS * ((card // codes.COLOURS + codes.NUMBERS - 1) % codes.NUMBERS)


def above(row: int, card: int) -> int:
    """GAP-3 b: those of the next higher number; 9 and 0 are neighbours."""
    return row & codes.NUMBER << codes.COLOURS * ((card // codes.COLOURS + 1) % codes.NUMBERS)

"""What the score pad of GAP counts with, from the rules."""

from __future__ import annotations

from kartarna.games.gap.codes import COLOURS, NUMBERS
from kartarna.games.gap.rules import is_better, scored

TARGET = 30  # GAP-9: unless the table says otherwise


def signs() -> list[list[int]]:
    """GAP-8: by how many different numbers of cards the colours have, the sign of each number, the highest first."""
    return [_signs(range(different, 0, -1)) for different in range(COLOURS + 1)]


def _signs(counts: range) -> list[int]:
    cards = sum(1 << COLOURS * number + colour for colour, count in enumerate(counts) for number in range(count))
    plus, minus, *_ = scored(cards).to_bytes(4, "little")
    return [int(count == plus) - int(count == minus) for count in counts]


def better() -> list[list[bool]]:
    """GAP-9: whether a seat beats one with as many points; by its best round (worse, equal, better) and when it was."""
    return [[is_better(best, when, 2, 2) for when in (1, 2, 3)] for best in (1, 2, 3)]


SCORING = {"target": TARGET, "most_of_a_colour": NUMBERS, "signs": signs(), "better": better()}

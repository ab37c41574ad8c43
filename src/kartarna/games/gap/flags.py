"""Sets of cards as flags in a list of numbers. Compiled code gets this from flags.pxd."""

from __future__ import annotations

from kartarna.core import bits


def put(out: list[int], place: int, cards: int) -> None:
    """From `place` on, a 1 for each card of a mask."""
    while cards:
        out[place + bits.lowest(cards)] = 1
        cards &= cards - 1

"""What the row decides, by its total and its length. Compiled code gets these functions from row.pxd."""

from __future__ import annotations

from kartarna.games.trop import codes


def too_much(total: int) -> bool:
    """TROP-8"""
    return total > codes.MOST


def asks(action: int, length: int) -> bool:
    """TROP-6: to discard or take a card of the row, if there is one."""
    return action >= codes.DISCARD and length > 0

"""The face of a card: its number and its action. Compiled code gets them from face.pxd.

A card is 5 × (number + 3) + action + 1, so 1 … 95; 0 is no card. Copies are not told apart.
"""


def number(card: int) -> int:
    return (card - 1) // 5 - 3


def action(card: int) -> int:
    """0 for a plain card."""
    return (card - 1) % 5

"""What the score pad of Tři je moc! counts with, from the rules."""

from __future__ import annotations

from kartarna.games.three.rules import colour_bonuses, colour_points, end_bonus, face_up_of

COLOURS = 7
MOST = 12  # THREE-1: cards of a colour

SCORING = {
    "bonuses": colour_bonuses(),  # THREE-4
    "most_of_a_colour": MOST,
    "points": [colour_points(cards) for cards in range(MOST + 1)],
    "face_up": [face_up_of(cards) for cards in range(MOST + 1)],
    "end_bonus": [end_bonus(colours) for colours in range(COLOURS + 1)],
}

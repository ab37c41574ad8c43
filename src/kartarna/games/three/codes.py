"""The numbers that the rules of Tři je moc! are written in. Compiled code gets them from codes.pxd."""

COLOURS = 7
GREY = 7  # the "colour" of cards that have none, start cards among them
CARDS = 90
ROWS = 3
WIDTH = 30
FULL = 4  # THREE-8: cards of a row, its start card included
START = 1  # the start card as a mask of its row
ROW = 0x3FFFFFFE  # … and all other cards of the row
HAND = 8  # THREE-6
PILE = 20  # THREE-6: with the hand
REFILL = 6  # THREE-12
LAST = 2  # THREE-12: with so many left in hand one draws
EACH = 18  # cards that a player plays
BONUSES = 4  # THREE-4: colour-bonus cards

# Refusals; `REFUSALS` has their names.
NOT_HELD = 2
IN_A_ROW = 3
GONE = 4
START_CARD = 5
REFUSALS = ("", "not_waiting", "not_held", "in_a_row", "gone", "start_card")

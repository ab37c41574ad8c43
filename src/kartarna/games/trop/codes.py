"""The numbers that the rules of TROP are written in. Compiled code gets them from codes.pxd."""

FACES = 95  # numbers −3 to 15, each plain or with one of four actions
HAND = 3  # TROP-5
MOST = 21  # TROP-8
LAST_TURN = 300  # TROP-11

# The actions (TROP-3); 0 is a plain card.
SAME = 1
REVERSE = 2
DISCARD = 3
TAKE = 4

# A decision: draw, or a card of the hand, or a card of the row.
DRAW = 0

# Refusals; `REFUSALS` has their names.
HAND_FULL = 2
DECK_EMPTY = 3
HAND_EMPTY = 4
NOT_HELD = 5
CHOOSE_FIRST = 6
JUST_PLAYED = 7
NOT_OFFERED = 8
REFUSALS = (
    "",
    "not_waiting",
    "hand_full",
    "deck_empty",
    "hand_empty",
    "not_held",
    "choose_first",
    "just_played",
    "not_offered",
)

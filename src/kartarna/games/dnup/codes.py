"""The numbers that the rules of dnup are written in. Compiled code gets them from codes.pxd."""

# Sets and decisions (rules.py says how they are packed).
SIZE = 0x1000000  # one card more in a set
VALUE = 0x100000  # the lowest set: a decision from here on is A
ROW = 0xFFFFF  # of a set, its cards
TWICE = 0xAAAAA  # in a row, some face that is there twice or three times
ADD = 0x100
TAKE = 1
TURN = 0

FACES = 90  # ways to see a card: its active value, and another one
LIMIT = 300  # DNUP-17
TOKENS = 4  # DNUP-15
ROUNDS = 2  # DNUP-20

# Refusals; `REFUSALS` has their names.
NO_DECISION = 2
NOT_HELD = 3
TOO_LOW = 4
OWN_SET = 5
NO_SET = 6
ADD_NOT_HELD = 7
OTHER_VALUE = 8
ADD_TOO_LOW = 9
TAKE_OWN = 10
TAKE_NOTHING = 11
NO_TURNING = 12
REFUSALS = (
    "",
    "not_waiting",
    "no_such_decision",
    "not_held",
    "too_low",
    "own_set",
    "no_set",
    "add_not_held",
    "other_value",
    "add_too_low",
    "take_own",
    "take_nothing",
    "no_turning",
)

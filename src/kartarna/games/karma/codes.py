"""The numbers that the rules of Karma are written in. Compiled code gets them from codes.pxd."""

# Faces: the numbers 1 to 16, then the kinds; 0 is no card.
KINDS = 17  # faces from here on are Karma cards
TABLE_CARD = 17
BOTTOMS_UP = 18
FIVE_OR_BELOW = 19
GIVE_THE_PILE = 20
FACES = 21

HIGHEST_BELOW = 5  # KARMA-14
BOX = 60  # KARMA-1
PLACES = 3  # KARMA-3
DEALT = 6  # KARMA-3
HAND = 3  # KARMA-5
ALIKE = 3  # KARMA-10
TURNS = 100  # for each player, KARMA-17
MOST_COPIES = 14  # of one face, in two decks

# What the turn waits for.
ANY = 0  # cards, or taking the pile: as the first decision, or to start a new pile
FROM_TABLE = 1  # KARMA-12: one more card, from the table
WHOM = 2  # KARMA-15: who is given the pile

# Decisions. Cards to play come first: (face − 1) × 14 + copies − 1.
TAKE = 280
PLACE = 281
TARGET = 284
TRIPLE = 296

# Refusals; `REFUSALS` has their names.
THREE_WANTED = 2
NOT_DEALT = 3
SET_UP_OVER = 4
TARGET_WANTED = 5
TO_ONESELF = 6
NO_SUCH_SEAT = 7
NOTHING_TO_GIVE = 8
TABLE_WANTED = 9
ONLY_ONE = 10
NOT_FACE_UP = 11
FACE_UP_FIRST = 12
NOTHING_THERE = 13
PILE_EMPTY = 14
HAND_FIRST = 15
NOT_HELD = 16
TOO_FEW = 17
TOO_LOW = 18
ABOVE_FIVE = 19
REFUSALS = (
    *("", "not_waiting", "three_wanted", "not_dealt", "set_up_over", "target_wanted", "to_oneself"),
    *("no_such_seat", "nothing_to_give", "table_wanted", "only_one", "not_face_up", "face_up_first"),
    *("nothing_there", "pile_empty", "hand_first", "not_held", "too_few", "too_low", "above_five"),
)

cdef enum:
    FACES = 95
    HAND = 3
    MOST = 21
    LAST_TURN = 300

    SAME = 1
    REVERSE = 2
    DISCARD = 3
    TAKE = 4

    DRAW = 0

    HAND_FULL = 2
    DECK_EMPTY = 3
    HAND_EMPTY = 4
    NOT_HELD = 5
    CHOOSE_FIRST = 6
    JUST_PLAYED = 7
    NOT_OFFERED = 8

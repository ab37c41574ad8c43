cdef enum:
    SIZE = 0x1000000
    VALUE = 0x100000
    ROW = 0xFFFFF
    TWICE = 0xAAAAA
    ADD = 0x100
    TAKE = 1
    TURN = 0

    FACES = 90
    LIMIT = 300
    TOKENS = 4
    ROUNDS = 2

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

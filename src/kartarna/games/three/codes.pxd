cdef enum:
    COLOURS = 7
    GREY = 7
    CARDS = 90
    ROWS = 3
    WIDTH = 30
    FULL = 4
    START = 1
    ROW = 0x3FFFFFFE
    HAND = 8
    PILE = 20
    REFILL = 6
    LAST = 2
    EACH = 18
    BONUSES = 4

    NOT_HELD = 2
    IN_A_ROW = 3
    GONE = 4
    START_CARD = 5

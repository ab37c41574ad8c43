cdef enum:
    COLOURS = 5
    NUMBERS = 10
    CARDS = 50
    ROW = 4

    NOT_HELD = 2
    NOT_OFFERED = 3

cdef extern from *:
    unsigned long long ONE "1ULL"
    unsigned long long NUMBER "0x1FULL"
    unsigned long long COLOUR "0x210842108421ULL"
    unsigned long long DECK "0x3FFFFFFFFFFFFULL"

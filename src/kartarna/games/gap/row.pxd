from kartarna.games.gap cimport codes

# Unsigned, so that no sign needs care in the divisions.

cdef inline unsigned long long same(unsigned long long row, unsigned int card) noexcept nogil:
    return row & codes.NUMBER << codes.COLOURS * (card // codes.COLOURS)

cdef inline unsigned long long below(unsigned long long row, unsigned int card) noexcept nogil:
    return row & codes.NUMBER << codes.COLOURS * ((card // codes.COLOURS + codes.NUMBERS - 1) % codes.NUMBERS)

cdef inline unsigned long long above(unsigned long long row, unsigned int card) noexcept nogil:
    return row & codes.NUMBER << codes.COLOURS * ((card // codes.COLOURS + 1) % codes.NUMBERS)

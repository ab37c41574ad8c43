from kartarna.games.trop cimport codes

cdef inline bint too_much(int total) noexcept nogil:
    return total > codes.MOST

cdef inline bint asks(int action, int length) noexcept nogil:
    return action >= codes.DISCARD and length > 0

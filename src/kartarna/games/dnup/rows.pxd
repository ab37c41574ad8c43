cdef inline int at(int seat, int value) noexcept nogil:
    return 10 * seat + value - 1

cdef inline int place(int other) noexcept nogil:
    return 2 * other - 2

cdef inline int other(int place) noexcept nogil:
    return (place >> 1) + 1

cdef inline int size(int row) noexcept nogil:
    cdef int pairs = (row & 0x33333) + (row >> 2 & 0x33333)
    return (pairs + (pairs >> 4) + (pairs >> 8) + (pairs >> 12) + (pairs >> 16)) & 15

cdef inline int some(int cards) noexcept nogil:
    return 1 if cards else 0

cdef inline int values(int* rows, int seat) noexcept nogil:
    cdef int mask = 0
    cdef int value
    for value in range(1, 11):
        mask |= some(rows[at(seat, value)]) << value
    return mask

cdef inline unsigned long long nibble(int value, int size) noexcept nogil:
    return <unsigned long long>value << 4 * size

cdef inline int nibble_at(unsigned long long word, int size) noexcept nogil:
    return word >> 4 * size & 15

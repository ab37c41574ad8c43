cdef inline int at(int seat, int value) noexcept nogil:
    return 10 * seat + value - 1

cdef inline int place(int other) noexcept nogil:
    return 2 * other - 2

cdef inline int other(int place) noexcept nogil:
    return (place >> 1) + 1

cdef inline int size(int row) noexcept nogil:
    cdef unsigned int pairs = (row & 0x33333) + (row >> 2 & 0x33333)
    return pairs * 0x11111 >> 16 & 15

cdef inline unsigned long long digit(int number, int place) noexcept nogil:
    return <unsigned long long>number << 4 * place

cdef inline int digit_at(unsigned long long word, int place) noexcept nogil:
    return word >> 4 * place & 15

cdef inline unsigned long long several(unsigned long long word) noexcept nogil:
    return (word >> 1 | word >> 2 | word >> 3) & 0x1111111111111111ULL

cdef inline unsigned long long single(unsigned long long word) noexcept nogil:
    return word & ~several(word) & 0x1111111111111111ULL

cdef inline unsigned long long above(int place) noexcept nogil:
    return ~<unsigned long long>15 << 4 * place

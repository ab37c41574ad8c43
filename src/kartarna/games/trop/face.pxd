# Unsigned, so that no sign needs care in the division.

cdef inline int number(unsigned int card) noexcept nogil:
    return <int>((card - 1) // 5) - 3

cdef inline int action(unsigned int card) noexcept nogil:
    return (card - 1) % 5

from kartarna.core cimport bits, stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State
from kartarna.games.dnup cimport codes, rows

cdef short[40960] PAIRS
cdef short[1024] STARS

cpdef int hand_size(int players) noexcept nogil

cdef class DnupTable(State):
    cdef readonly int first
    cdef readonly int star
    cdef readonly int turning
    cdef readonly int turn
    cdef readonly int area
    cdef readonly int out
    cdef readonly int limit
    cdef readonly int[5] held
    cdef readonly int[5] sets
    cdef readonly int lying
    cdef readonly unsigned long long highest
    cdef readonly unsigned long long[5] counts
    cdef readonly int[50] hands
    cdef readonly int[50] known
    cdef readonly int[10] discards

    cdef void _clear(self) noexcept nogil
    cdef void _put(self, int seat, int pair, int turned) noexcept nogil
    cdef void _play(self, int seat, int value, int cards, int size) noexcept nogil
    cdef void _forget(self, int seat, int value, int cards) noexcept nogil
    cdef bint _shows_star(self, int value, int cards) noexcept nogil
    cdef void _place(self, int area, int cards) noexcept nogil
    cdef int _lift(self, int area) noexcept nogil
    cdef void _pick_up(self, int seat, int area) noexcept nogil
    cdef void _discard(self, int area) noexcept nogil
    cdef void _turn_hand(self, int seat) noexcept nogil
    cdef unsigned long long _turn_over(self, int* cards, int seat) noexcept nogil
    cdef void _know(self, int seat, int value, int place, int copies) noexcept nogil
    cdef int _gather(self, int seat) noexcept nogil

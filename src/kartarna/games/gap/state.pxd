from kartarna.core cimport bits, stages
from kartarna.games.gap cimport codes, flags, row, rules
from kartarna.games.gap.rules cimport GapRules

cdef class Gap(GapRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef unsigned long long _would_take(self, int card) noexcept nogil
    cdef int _observe_seats(self, int seat, short[::1] out, int place) noexcept nogil

from kartarna.core cimport stages
from kartarna.games.gap cimport codes

from kartarna.games.gap cimport rules
from kartarna.games.gap.rules cimport GapRules

cdef class Gap(GapRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef unsigned long long _would_take(self, int card) noexcept nogil

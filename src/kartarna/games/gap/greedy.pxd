from libc cimport math

from kartarna.games.gap cimport rules
from kartarna.games.gap.rules cimport GapRules

cdef int PLAYING
cdef unsigned long long ONE
cdef double[26] VALUE

cdef class Gap(GapRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef double _scale(self) noexcept nogil
    cdef unsigned long long _would_take(self, int card) noexcept nogil

from kartarna.core cimport bits
from kartarna.games.three cimport codes, rules

from kartarna.games.three.rules cimport ThreeRules

cdef class Three(ThreeRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef int _observe_sets(self, int* sets, int owner, short[::1] out, int place) noexcept nogil
    cdef int _observe_hand(self, int owner, bint own, short[::1] out, int place) noexcept nogil
    cdef void _observe_belongings(self, int owner, int other, short[::1] out, int place) noexcept nogil

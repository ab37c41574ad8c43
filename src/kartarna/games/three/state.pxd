from kartarna.games.three cimport codes

from kartarna.games.three.rules cimport ThreeRules

cdef class Three(ThreeRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil

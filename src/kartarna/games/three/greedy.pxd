from kartarna.core.rng cimport Rng
from kartarna.games.three.rules cimport ThreeRules

cdef int WIDTH

cdef class Three(ThreeRules):
    cdef int _worth(self, int seat, int card) noexcept nogil

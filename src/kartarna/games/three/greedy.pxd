from kartarna.games.three.rules cimport ThreeRules

cdef int WIDTH

cdef class Three(ThreeRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _scale(self) noexcept nogil

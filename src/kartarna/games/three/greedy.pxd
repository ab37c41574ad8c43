from libc cimport math

from kartarna.games.three.rules cimport ThreeRules

cdef int WIDTH, EACH
cdef double[26] VALUE

cdef class Three(ThreeRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef double _scale(self) noexcept nogil

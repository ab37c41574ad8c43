from kartarna.core cimport bits
from kartarna.core.rng cimport Rng

cdef class Tape(Rng):
    cdef object words
    cdef unsigned long long _next(self) noexcept nogil
    cdef unsigned int _below(self, unsigned int n) noexcept nogil
    cdef void _shuffle(self, short* cards, int first, int count) noexcept nogil

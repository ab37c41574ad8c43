cimport cython

from kartarna.core cimport bits

cdef unsigned long long STEP, MIX_A, MIX_B

@cython.final
cdef class Tape:
    cdef unsigned long long[512] words

cdef Tape EMPTY

@cython.final
@cython.no_gc  # a tape cannot lead back to its generator
cdef class Rng:
    cdef unsigned long long state
    cdef readonly int left
    cdef Tape tape
    cdef unsigned long long _mix(self) noexcept nogil
    cdef unsigned int _mix_below(self, unsigned int n) noexcept nogil
    cdef unsigned long long _next(self) noexcept nogil
    cdef unsigned int _below(self, unsigned int n) noexcept nogil
    cdef unsigned long long _unbiased(self, unsigned long long product, unsigned int n) noexcept nogil
    cdef void _shuffle(self, short* cards, int first, int count) noexcept nogil
    cdef void _reseed(self, unsigned long long seed, unsigned long long stream) noexcept nogil

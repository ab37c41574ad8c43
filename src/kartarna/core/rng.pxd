from kartarna.core cimport bits, splitmix

cdef class Rng:
    cdef unsigned long long state
    cdef unsigned long long _next(self) noexcept nogil
    cdef unsigned int _below(self, unsigned int n) noexcept nogil
    cdef void _shuffle(self, short* cards, int first, int count) noexcept nogil
    cdef void _reseed(self, unsigned long long seed, unsigned long long stream) noexcept nogil

cdef unsigned long long mixed(Rng rng) noexcept nogil
cdef unsigned int uniform(Rng rng, unsigned int n) noexcept nogil
cdef unsigned long long unbiased(Rng rng, unsigned long long product, unsigned int n) noexcept nogil

from kartarna.core.rng cimport Rng

cdef unsigned long long WORD

cdef class Tape(Rng):
    cdef unsigned long long[512] words
    cdef readonly int count
    cdef readonly int read

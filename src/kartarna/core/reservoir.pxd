from kartarna.core.rng cimport Rng


cdef inline bint takes_newest(int met, Rng rng) noexcept nogil:
    return met == 1 or rng._below(met) == 0

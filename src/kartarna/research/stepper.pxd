cimport cython

from kartarna.core cimport bits, block, stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State
from kartarna.research cimport zeros

@cython.final
cdef class Stepper:
    cdef State start, state
    cdef Rng rng
    cdef object encode
    cdef bint by_place
    cdef int size, decisions
    cdef unsigned char[::1] states
    cdef unsigned long long[::1] streams
    cdef short[::1] observations
    cdef signed char[::1] masks
    cdef float[::1] rewards
    cdef signed char[::1] terminations
    cdef int[::1] seats
    cdef int[::1] actions

    cdef void _begin(self, int game) noexcept nogil
    cdef void _step(self, int game) noexcept nogil
    cdef void _reward(self, int game) noexcept nogil
    cdef void _go_on(self, int game) noexcept nogil
    cdef void _show(self, int game, int seat) noexcept nogil
    cdef object _encode_into(self, int seat, int start)
    cdef int _choose(self, int game) noexcept nogil
    cpdef object begin(self, int first, int last, unsigned long long seed)
    cpdef object step(self, int first, int last)
    cpdef object choose(self, int first, int last, unsigned long long seed)
    cpdef int illegal(self, int first, int last)

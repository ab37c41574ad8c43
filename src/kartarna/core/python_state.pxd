from kartarna.core cimport stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State

cdef class PythonState(State):
    cdef object failure

    cdef int _draw(self, Rng rng) noexcept nogil
    cdef void _deal(self) noexcept nogil
    cdef int _waiting(self) noexcept nogil
    cdef int _legal(self, int seat) noexcept nogil
    cdef void _apply(self, int seat, int action) noexcept nogil
    cdef int _reason(self, int seat, int action) noexcept nogil
    cdef int _winners(self) noexcept nogil
    cdef int _turns_left(self) noexcept nogil
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef void _resample(self, int seat, Rng rng) noexcept nogil
    cdef int _worth(self, int seat, int action) noexcept nogil
    cdef void _copy_from(self, State other) noexcept nogil
    cdef int _check(self) except -1

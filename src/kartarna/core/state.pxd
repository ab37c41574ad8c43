cdef class State

from libc cimport math

from kartarna.core cimport bits, memory, reservoir, stages
from kartarna.core.rng cimport Rng

cdef double[1664] LEADS

cdef class State:
    # Room to work in, not part of the state.
    cdef int[2048] moves
    cdef short[128] pool
    cdef Py_ssize_t size  # of the state in bytes, for memory.pxd
    cdef int number
    cdef double[12] shares  # last: the state begins on a multiple of eight bytes, as in the interpreted twin
    # The state: everything from here to the end of the subclass is copied by one memcpy.
    cdef readonly int players
    cdef readonly int deck
    cdef readonly int stage
    cdef readonly int round
    cdef readonly int turns
    cdef readonly int limits
    cdef readonly int[12] totals
    cdef readonly int[12] points

    cdef int _draw(self, Rng rng) noexcept nogil
    cdef int _draw_starter(self, int fixed, Rng rng) noexcept nogil
    cdef void _deal(self) noexcept nogil
    cdef int _waiting(self) noexcept nogil
    cdef int _legal(self, int seat) noexcept nogil
    cdef void _apply(self, int seat, int action) noexcept nogil
    cdef int _reason(self, int seat, int action) noexcept nogil
    cdef int _winners(self) noexcept nogil
    cdef bint _observe(self, int seat, short[::1] out, int place) noexcept nogil
    cdef int _observe_scores(self, int seat, short[::1] out, int place) noexcept nogil
    cdef int _turns_left(self) noexcept nogil
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef double _scale(self) noexcept nogil
    cdef void _prospects(self, double* share) noexcept nogil
    cdef void _share_win(self, double* share) noexcept nogil
    cdef void _resample(self, int seat, Rng rng) noexcept nogil
    cdef void _imagine(self, int seat, Rng rng) noexcept nogil
    cdef int _worth(self, int seat, int action) noexcept nogil
    cdef int _greedy(self, int seat, Rng rng) noexcept nogil
    cdef int _favourite(self, int seat, int first, int count, Rng rng) noexcept nogil

    cdef bint _is_legal(self, int seat, int action) noexcept nogil
    cdef int _random(self, int seat, Rng rng) noexcept nogil
    cdef int _step(self, int greedy_seats, Rng rng) noexcept nogil
    cdef int _playout(self, int greedy_seats, Rng rng) noexcept nogil
    cdef void _copy_from(self, State other) noexcept nogil

    cpdef bint due(self)
    cpdef bint over(self)
    cpdef list draw(self, Rng rng)
    cpdef object deal_random(self, Rng rng)
    cpdef int waiting(self)
    cpdef list legal_actions(self, int seat)
    cpdef int refusal(self, int seat, int action)
    cpdef object apply(self, int seat, int action)
    cpdef object resample(self, int seat, Rng rng)
    cpdef int greedy(self, int seat, Rng rng)
    cpdef int playout(self, int greedy_seats, Rng rng)
    cpdef object copy_from(self, State other)
    cpdef list prospects(self)
    cdef object _check_legal(self, int seat, int action)
    cdef int _seat(self, int seat) except -1
    cdef bint _owes(self, int seat) except -1
    cdef int _check(self) except -1

cimport cython
from libc cimport math

from kartarna.core cimport bits, stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State

@cython.final
cdef class Tree:
    cdef readonly int capacity
    cdef readonly int used
    cdef int[::1] action, parent, child, sibling, actor, visits, chances
    cdef double[::1] value, square
    cdef double[12] reward
    cdef double[12] mean
    cdef double[12] spread
    cdef readonly double exploration
    cdef readonly double widening
    cdef readonly int greedy_share
    cdef readonly int horizon
    cdef readonly bint widens
    cdef readonly bint sees_all
    cdef readonly bint infers
    cdef int tried, seen, last
    cdef State sim

    cdef void _think(self, State world, State sim, int seat, int iterations, Rng rng) noexcept nogil
    cdef int _find(self, int node, int seat, int action) noexcept nogil
    cdef int _descend(self, State sim, int observer, Rng rng) noexcept nogil
    cdef bint _wide_enough(self, int count) noexcept nogil
    cdef int _untried(self, State sim, int seat, int count, Rng rng) noexcept nogil
    cdef int _grow(self, int node, int actor, int action) noexcept nogil
    cdef int _pick(self, int node, State sim, int seat, int count) noexcept nogil
    cdef void _roll_out(self, State sim, Rng rng) noexcept nogil
    cdef void _credit(self, int node, int players) noexcept nogil
    cpdef object think(self, State world, int seat, int iterations, Rng rng)

from libc cimport math

from kartarna.core cimport bits
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State

cdef int DUE, PLAYING, OVER

cdef class Tree:
    cdef readonly int capacity
    cdef readonly int used
    cdef int[::1] action, parent, child, sibling, actor, visits, chances
    cdef double[::1] value, square
    cdef double[12] reward
    cdef double exploration
    cdef int greedy_share
    cdef int longest
    cdef int tried
    cdef State sim

    cdef void _think(self, State world, State sim, int seat, int iterations, Rng rng) noexcept nogil
    cdef int _most_visited(self, int node) noexcept nogil
    cdef int _descend(self, State sim, Rng rng) noexcept nogil
    cdef int _grow(self, int node, int actor, int action) noexcept nogil
    cdef int _pick(self, int node, State sim, int count) noexcept nogil
    cdef void _roll_out(self, State sim, Rng rng) noexcept nogil
    cdef void _credit(self, int node) noexcept nogil
    cpdef object think(self, State world, int seat, int iterations, Rng rng)

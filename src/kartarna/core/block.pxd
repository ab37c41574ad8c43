from libc.string cimport memcpy

from kartarna.core.memory cimport first
from kartarna.core.state cimport State

cdef inline void load(State state, unsigned char[::1] block, Py_ssize_t place) noexcept nogil:
    memcpy(first(state), &block[place * state.size], state.size)

cdef inline void store(State state, unsigned char[::1] block, Py_ssize_t place) noexcept nogil:
    memcpy(&block[place * state.size], first(state), state.size)

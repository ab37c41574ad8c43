from kartarna.core cimport stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State

cdef class Pair(State):
    cdef readonly int turn
    cdef readonly int[4] hands

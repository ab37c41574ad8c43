from kartarna.games.three.rules cimport ThreeRules

cdef int WIDTH

cdef class Three(ThreeRules):
    pass

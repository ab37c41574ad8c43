from kartarna.core cimport stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State
from kartarna.games.trop cimport codes, face, row

cdef short[92160] PRINTED
cdef short[1024] SIZES
cdef void put(short* cards, int seat, int card) noexcept nogil
cdef void drop(short* cards, int seat, int card) noexcept nogil
cdef bint holds(short* cards, int seat, int card) noexcept nogil
cdef int copies(short* cards, int seat, int card) noexcept nogil

cdef class TropRules(State):
    cdef readonly int starter
    cdef readonly int first
    cdef readonly int target
    cdef readonly int limit
    cdef readonly int turn
    cdef readonly int direction
    cdef readonly int choosing
    cdef readonly int row_total
    cdef readonly int length
    cdef readonly int removed
    cdef readonly int drawn
    cdef readonly short[24] hands
    cdef readonly short[24] known
    cdef readonly short[90] row
    cdef readonly short[90] pile

    cdef int _row_choices(self) noexcept nogil
    cdef void _play(self, int seat, int card) noexcept nogil
    cdef void _remove_same(self, int number) noexcept nogil
    cdef bint _one_face(self) noexcept nogil
    cdef void _choose(self, int seat, int card) noexcept nogil
    cdef int _lift(self, int place) noexcept nogil
    cdef void _remove(self, int place) noexcept nogil
    cdef void _end_turn(self) noexcept nogil
    cdef void _pass_on(self) noexcept nogil
    cdef void _skip(self) noexcept nogil
    cdef int _sum(self, int seat) noexcept nogil
    cdef void _end_round(self, int trop) noexcept nogil
    cdef int _gather(self, int seat) noexcept nogil
    cdef int _redeal(self, int seat, int count) noexcept nogil

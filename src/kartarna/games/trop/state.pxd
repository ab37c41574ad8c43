from kartarna.core cimport stages

from kartarna.core.rng cimport Rng
from kartarna.games.trop cimport codes, face, row
from kartarna.games.trop.rules cimport TropRules

cdef class Trop(TropRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef void _bring_up(self, int last, bint kept, Rng rng) noexcept nogil
    cdef int _held(self, int seat) noexcept nogil
    cdef int _hidden(self, int seat) noexcept nogil
    cdef int _worth_playing(self, int hand, int card) noexcept nogil
    cdef int _after_choice(self, int action, int hand, int total) noexcept nogil
    cdef int _value(self, int hand, int total) noexcept nogil
    cdef int _alike(self, int number) noexcept nogil
    cdef void _observe_hands(self, int seat, short[::1] out, int place) noexcept nogil
    cdef void _observe_facts(self, int seat, short[::1] out, int place) noexcept nogil

from kartarna.core cimport bits, stages
from kartarna.games.dnup cimport codes, rows, rules
from kartarna.games.dnup.rules cimport DnupRules

cdef int cost(int value, int size) noexcept nogil
cdef int risk(int value, int size) noexcept nogil

cdef class Dnup(DnupRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef int _worth_of_playing(self, int seat, int value, int size, int lying) noexcept nogil
    cdef int _worth_of_beating(self, int seat, int size) noexcept nogil
    cdef int _worth_of_taking(self, int seat, int area) noexcept nogil
    cdef int _worth_of_turning(self, int seat) noexcept nogil
    cdef int _active(self, int seat, int value) noexcept nogil
    cdef int _inactive(self, int seat, int value) noexcept nogil
    cdef int _observe_row(self, int value, int row, short[::1] out, int place) noexcept nogil
    cdef int _observe_rows(self, int* cards, int owner, short[::1] out, int place) noexcept nogil
    cdef void _observe_sets(self, int seat, short[::1] out, int place) noexcept nogil
    cdef void _observe_facts(self, int seat, short[::1] out, int place) noexcept nogil

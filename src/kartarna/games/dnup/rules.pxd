from kartarna.core cimport bits, stages
from kartarna.games.dnup cimport codes, rows
from kartarna.games.dnup.table cimport DnupTable

cpdef int areas(int players) noexcept nogil
cpdef int owner(int area, int players) noexcept nogil
cdef int own(int seat, int players) noexcept nogil
cpdef int prize(int players, bint first) noexcept nogil
cpdef int target(int players) noexcept nogil
cpdef bint ends_round(int players, int won, int total) noexcept nogil
cdef int beats(int value, int size, unsigned long long highest) noexcept nogil

cdef class DnupRules(DnupTable):
    cdef int _list_sets(self, int value, int row, int count, unsigned long long highest) noexcept nogil
    cdef int _list_answers(self, int seat, int area, int count, unsigned long long highest) noexcept nogil
    cdef int _lay_reason(self, int seat, int value, int cards) noexcept nogil
    cdef int _add_reason(self, int seat, int area, int value, int other) noexcept nogil
    cdef int _take_reason(self, int seat, int area) noexcept nogil
    cdef bint _holds(self, int seat, int value, int cards) noexcept nogil
    cdef void _act(self, int seat, int action) noexcept nogil
    cdef void _lay(self, int seat, int action) noexcept nogil
    cdef void _add(self, int seat, int area, int other) noexcept nogil
    cdef void _beat(self, int size) noexcept nogil
    cdef void _next_turn(self) noexcept nogil
    cdef void _go_out(self, int seat) noexcept nogil
    cdef void _end_round(self) noexcept nogil

from kartarna.core cimport bits, stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State
from kartarna.games.gap cimport codes, row

cpdef int scored(unsigned long long cards) noexcept nogil
cpdef int score_of(unsigned long long cards) noexcept nogil
cdef bint in_game(int card, int left_out) noexcept nogil
cpdef bint is_better(int best, int when, int other_best, int other_when) noexcept nogil

cdef class GapRules(State):
    cdef readonly int starter
    cdef readonly int first
    cdef readonly int target
    cdef readonly int rounds
    cdef readonly int extra
    cdef readonly int last
    cdef readonly int tied
    cdef readonly int left_out
    cdef readonly int turn
    cdef readonly int played
    cdef readonly int drawn
    cdef readonly int cards
    cdef readonly int[6] best
    cdef readonly int[6] best_round
    cdef readonly unsigned long long row
    cdef readonly unsigned long long offer
    cdef readonly unsigned long long later
    cdef readonly unsigned long long chosen
    cdef readonly unsigned long long[6] hands
    cdef readonly unsigned long long[6] known
    cdef readonly unsigned long long[6] taken
    cdef readonly short[50] pile

    cdef int _colours_out(self) noexcept nogil
    cdef int _cards_dealt(self) noexcept nogil
    cdef int _hand_size(self) noexcept nogil
    cdef void _play(self, int seat, int card) noexcept nogil
    cdef void _take_only(self) noexcept nogil
    cdef void _end_turn(self) noexcept nogil
    cdef void _refill(self) noexcept nogil
    cdef void _end_round(self) noexcept nogil
    cdef int _score(self, int seat) noexcept nogil
    cdef bint _finished(self) noexcept nogil
    cdef int _leaders(self, int among) noexcept nogil
    cdef int _in_front(self) noexcept nogil
    cdef int _best_of(self, int among) noexcept nogil
    cdef bint _beats(self, int seat, int other) noexcept nogil

from libc cimport math

from kartarna.core cimport bits, reservoir, stages
from kartarna.core.rng cimport Rng
from kartarna.games.karma cimport codes, counted, reach
from kartarna.games.karma.reasons cimport KarmaReasons

cdef unsigned long long best_number(unsigned long long cards, int top, int run) noexcept nogil

cdef class Karma(KarmaReasons):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef void _prospects(self, double* share) noexcept nogil
    cdef int _worth_of_play(self, int face, int copies, int lying) noexcept nogil
    cdef int _best_copies(self, int face, int held, int lying, Rng rng) noexcept nogil
    cdef bint _must_list(self, int seat) noexcept nogil
    cdef int _greedy(self, int seat, Rng rng) noexcept nogil
    cdef int _random(self, int seat, Rng rng) noexcept nogil
    cdef void _observe_cards(self, unsigned long long* zone, int owner, short[::1] out, int place) noexcept nogil
    cdef void _observe_seat(self, int owner, int other, short[::1] out, int place) noexcept nogil
    cdef int _observe_covered(self, int owner, bint known, short[::1] out, int place) noexcept nogil
    cdef void _observe_facts(self, short[::1] out, int place) noexcept nogil

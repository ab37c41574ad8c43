from libc cimport math

from kartarna.core cimport bits
from kartarna.core.rng cimport Rng
from kartarna.games.karma cimport counted
from kartarna.games.karma.rules cimport KarmaRules

cdef int GIVE_THE_PILE, KINDS, MOST_COPIES, ALIKE, TAKE, PLACE, TARGET, TRIPLE, ANY, OVER
cdef double[26] VALUE

cdef class Karma(KarmaRules):
    cdef double _standing(self, int seat) noexcept nogil
    cdef double _to_go(self) noexcept nogil
    cdef double _scale(self) noexcept nogil
    cdef void _prospects(self, double* share) noexcept nogil
    cdef int _worth_of_play(self, int face, int copies) noexcept nogil
    cdef int _play_number(self, unsigned long long low, unsigned long long high, int number) noexcept nogil
    cdef int _random(self, int seat, Rng rng) noexcept nogil

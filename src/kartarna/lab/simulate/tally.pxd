cimport cython

from kartarna.core cimport bits, stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State

cdef int WIN, DECISIONS, ROUNDS, SCORES

@cython.final
cdef class Tally:
    cdef readonly int players
    cdef readonly long long games
    cdef readonly long long started
    cdef readonly long long shared
    cdef readonly long long nobody
    cdef readonly long long limited_rounds
    cdef readonly long long limited_games
    cdef readonly long long longest_games
    cdef readonly long long[14] sums
    cdef readonly long long[14] squares
    cdef readonly long long[14] least
    cdef readonly long long[14] most
    cdef readonly long long[12] wins
    cdef readonly long long[12] wins_from_starter

    @cython.locals(state=State, rng=Rng)
    cpdef object play(
        self, State blank, int greedy_seats, int starter_place,
        unsigned long long seed, unsigned long long first, int count,
    )
    cdef void _game(self, State state, int greedy_seats, int starter_place, Rng rng) noexcept nogil
    cdef int _starter(self, State state, int drawn) noexcept nogil
    cdef void _score(self, State state, int decisions, int starter) noexcept nogil
    cdef void _share(self, int winners, int starter) noexcept nogil
    cdef void _count(self, int measure, long long value) noexcept nogil

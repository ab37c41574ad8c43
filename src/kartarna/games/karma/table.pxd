from kartarna.core cimport stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State
from kartarna.games.karma cimport codes, counted

cdef short[61440] BOXES
cdef unsigned long long[42] FITTING

cpdef int decks_used(int players) noexcept nogil
cpdef bint may_lie_on(int face, int top) noexcept nogil

cdef class KarmaTable(State):
    cdef readonly int starter
    cdef readonly int premonition
    cdef readonly int hand
    cdef readonly int first
    cdef readonly int turn
    cdef readonly int choosing
    cdef readonly int step
    cdef readonly int cards
    cdef readonly int left
    cdef readonly int height
    cdef readonly int floor
    cdef readonly unsigned long long[2] piled
    cdef readonly unsigned long long[2] gone
    cdef readonly unsigned long long[24] hands
    cdef readonly unsigned long long[24] face_up
    cdef readonly unsigned long long[24] seen
    cdef readonly short[36] face_down
    cdef readonly short[120] pile
    cdef readonly short[60] stock

    cdef int _face(self, int card) noexcept nogil
    cdef int _deck_size(self) noexcept nogil

    cdef void _know(self, int seat, int face, int copies) noexcept nogil
    cdef int _gather(self, int seat) noexcept nogil
    cdef void _tally(self, unsigned long long* zone, int seat, int sign) noexcept nogil
    cdef int _redeal(self, unsigned long long* zone, int seat, int number, int count) noexcept nogil
    cdef void _mix(self, int seat, Rng rng) noexcept nogil

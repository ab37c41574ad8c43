from kartarna.core cimport bits, stages
from kartarna.core.rng cimport Rng
from kartarna.core.state cimport State
from kartarna.games.three cimport codes

cdef int[4] COLOUR_BONUSES
cdef int[8] END_BONUSES
cdef int[3] FACE_UP
cdef short[92160] COLOUR_OF

cpdef int face_up_of(unsigned int cards) noexcept nogil
cpdef int colour_points(int cards) noexcept nogil
cpdef int end_bonus(int colours) noexcept nogil

cdef class ThreeRules(State):
    cdef readonly int starter
    cdef readonly int first
    cdef readonly int turn
    cdef readonly int claimed
    cdef readonly int[4] bonus
    cdef readonly int[3] rows
    cdef readonly int[3] gone
    cdef readonly int[12] hands
    cdef readonly int[12] known
    cdef readonly int[12] next_six
    cdef readonly int[12] last_six
    cdef readonly short[28] taken

    cdef void _lay(self, int* sets, int owner, int first, int count) noexcept nogil
    cdef int _size(self, int* sets, int owner) noexcept nogil
    cdef int _would_take(self, int card) noexcept nogil
    cdef void _collect(self, int seat, int row, int cards, int copies) noexcept nogil
    cdef int _bonus_earned(self, int seat) noexcept nogil
    cdef void _refill(self, int seat) noexcept nogil
    cdef int _score(self, int seat) noexcept nogil
    cdef void _end_game(self) noexcept nogil
    cdef int _redeal(self, int* sets, int owner, int place) noexcept nogil
    cdef int _redeal_hand(self, int seat, int place) noexcept nogil

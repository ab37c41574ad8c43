from kartarna.games.karma cimport counted, reach
from kartarna.games.karma.rules cimport KarmaRules

cdef int FIVE_OR_BELOW, PLACES, MOST_COPIES
cdef int ANY, FROM_TABLE, WHOM
cdef int TAKE, PLACE, TARGET, TRIPLE
cdef int THREE_WANTED, NOT_DEALT, SET_UP_OVER, TARGET_WANTED, TO_ONESELF, NO_SUCH_SEAT, NOTHING_TO_GIVE
cdef int TABLE_WANTED, ONLY_ONE, NOT_FACE_UP, FACE_UP_FIRST, NOTHING_THERE, PILE_EMPTY
cdef int HAND_FIRST, NOT_HELD, TOO_FEW, TOO_LOW, ABOVE_FIVE

cdef class KarmaReasons(KarmaRules):
    cdef int _why_no_place(self, int seat, int place) noexcept nogil
    cdef int _why_no_play(self, int seat, int face, int copies) noexcept nogil
    cdef int _in_reach(self, int seat, int face) noexcept nogil

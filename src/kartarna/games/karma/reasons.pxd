from kartarna.games.karma cimport codes, counted, reach
from kartarna.games.karma.rules cimport KarmaRules

cdef class KarmaReasons(KarmaRules):
    cdef int _why_no_place(self, int seat, int place) noexcept nogil
    cdef int _why_no_play(self, int seat, int face, int copies) noexcept nogil
    cdef int _in_reach(self, int seat, int face) noexcept nogil

from kartarna.core.rng cimport Rng
from kartarna.games.karma.rules cimport KarmaRules

cdef int GIVE_THE_PILE, KINDS, MOST_COPIES, ALIKE, TAKE, PLACE, TARGET, TRIPLE

cdef class Karma(KarmaRules):
    cdef int _worth(self, int action) noexcept nogil
    cdef int _worth_of_play(self, int face, int copies) noexcept nogil

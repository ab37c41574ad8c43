from kartarna.core cimport bits
from kartarna.games.karma cimport counted
from kartarna.games.karma.table cimport KarmaTable

cdef int TABLE_CARD, BOTTOMS_UP, FIVE_OR_BELOW, GIVE_THE_PILE, KINDS, FACES
cdef int PLACES, ALIKE, TURNS, MOST_COPIES
cdef unsigned long long WORD, UP_TO_FIVE, KARMA_CARDS
cdef int ANY, FROM_TABLE, WHOM
cdef int TAKE, PLACE, TARGET, TRIPLE
cdef int OVER
cdef int THREE_WANTED, NOT_DEALT, SET_UP_OVER, TARGET_WANTED, TO_ONESELF, NO_SUCH_SEAT, NOTHING_TO_GIVE
cdef int TABLE_WANTED, ONLY_ONE, NOT_FACE_UP, FACE_UP_FIRST, NOTHING_THERE, PILE_EMPTY
cdef int HAND_FIRST, NOT_HELD, TOO_FEW, TOO_LOW, ABOVE_FIVE

cdef class KarmaRules(KarmaTable):
    cdef int _top(self) noexcept nogil
    cdef bint _fits(self, int face) noexcept nogil
    cdef int _run(self) noexcept nogil
    cdef int _in_reach(self, int seat, int face) noexcept nogil

    cdef unsigned long long _fitting_low(self, unsigned long long cards) noexcept nogil
    cdef unsigned long long _fitting_high(self, unsigned long long cards) noexcept nogil
    cdef int _legal_plays(self, unsigned long long* zone, int seat) noexcept nogil
    cdef int _list_plays(self, int first, unsigned long long cards, int count) noexcept nogil
    cdef int _legal_table_cards(self, int seat) noexcept nogil
    cdef int _legal_places(self, int seat) noexcept nogil
    cdef int _legal_targets(self, int seat) noexcept nogil
    cdef int _legal_triples(self, int seat) noexcept nogil
    cdef bint _is_first(self, int start, int place) noexcept nogil
    cdef int _rank(self, int first, int second, int third) noexcept nogil

    cdef int _why_no_place(self, int seat, int place) noexcept nogil
    cdef int _why_no_play(self, int seat, int face, int copies) noexcept nogil

    cdef void _choose(self, int seat, int rank) noexcept nogil
    cdef void _lay_open(self, int seat, int face) noexcept nogil
    cdef void _act(self, int seat, int action) noexcept nogil
    cdef int _only_answer(self) noexcept nogil
    cdef void _play(self, int seat, int face, int copies) noexcept nogil
    cdef void _turn_up(self, int seat, int place) noexcept nogil
    cdef void _discard(self, int seat, int face, int copies) noexcept nogil
    cdef void _bring_up(self) noexcept nogil
    cdef void _start_anew(self, int seat) noexcept nogil
    cdef void _end_turn(self) noexcept nogil
    cdef void _next_turn(self) noexcept nogil
    cdef int _players_left(self) noexcept nogil
    cdef int _card_count(self, int seat) noexcept nogil
    cdef void _end_game(self) noexcept nogil

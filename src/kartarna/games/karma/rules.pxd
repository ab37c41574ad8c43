from kartarna.core cimport bits, stages
from kartarna.games.karma cimport codes, counted, reach
from kartarna.games.karma.table cimport KarmaTable

cdef class KarmaRules(KarmaTable):
    cdef int _run(self) noexcept nogil

    cdef int _list_plays(self, int first, unsigned long long cards, int count) noexcept nogil
    cdef int _legal_table_cards(self, int seat) noexcept nogil
    cdef int _legal_places(self, int seat) noexcept nogil
    cdef int _legal_targets(self, int seat) noexcept nogil
    cdef int _legal_triples(self, int seat) noexcept nogil
    cdef bint _is_first(self, int start, int place) noexcept nogil
    cdef int _rank(self, int first, int second, int third) noexcept nogil

    cdef bint _covered(self, int seat) noexcept nogil
    cdef int _covered_size(self, int seat) noexcept nogil
    cdef bint _has_table_cards(self, int seat) noexcept nogil
    cdef bint _has_cards(self, int seat) noexcept nogil

    cdef void _play_from_hand(self, int seat, int face, int copies) noexcept nogil
    cdef void _pick_up(self, int seat, int face) noexcept nogil
    cdef void _pick_up_pile(self, int seat) noexcept nogil
    cdef void _remove_pile(self) noexcept nogil
    cdef void _clear_pile(self) noexcept nogil
    cdef void _draw_up(self, int seat) noexcept nogil

    cdef void _choose(self, int seat, int rank) noexcept nogil
    cdef void _lay_open(self, int seat, int face) noexcept nogil
    cdef void _act(self, int seat, int action) noexcept nogil
    cdef int _only_answer(self) noexcept nogil
    cdef bint _plays_hand(self, int seat) noexcept nogil
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

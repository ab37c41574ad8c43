from kartarna.games.karma cimport counted
from kartarna.games.karma.table cimport FITTING, KarmaTable

cdef inline int top(KarmaTable state) noexcept nogil:
    return state.pile[state.height - 1] if state.height else 0

cdef inline bint fits(KarmaTable state, int face) noexcept nogil:
    return counted.copies_of(FITTING, top(state), face) != 0

cdef inline bint only_covered(KarmaTable state, int seat) noexcept nogil:
    return not counted.some(state.hands, seat) and not counted.some(state.face_up, seat)

cdef inline unsigned long long fitting(KarmaTable state, int seat, int word) noexcept nogil:
    cdef int place = 2 * seat + word
    cdef unsigned long long cards = state.hands[place] if counted.some(state.hands, seat) else state.face_up[place]
    return cards & FITTING[2 * top(state) + word]

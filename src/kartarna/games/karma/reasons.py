# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Why a decision is not allowed in Karma: a code for each reason, told by words.py."""

from __future__ import annotations

from kartarna.games.karma import counted, reach
from kartarna.games.karma.rules import KarmaRules

FIVE_OR_BELOW = 19
PLACES = 3
MOST_COPIES = 14

ANY = 0  # what the turn waits for, as in rules.py
FROM_TABLE = 1
WHOM = 2

TAKE = 280
PLACE = 281
TARGET = 284
TRIPLE = 296

THREE_WANTED = 2
NOT_DEALT = 3
SET_UP_OVER = 4
TARGET_WANTED = 5
TO_ONESELF = 6
NO_SUCH_SEAT = 7
NOTHING_TO_GIVE = 8
TABLE_WANTED = 9
ONLY_ONE = 10
NOT_FACE_UP = 11
FACE_UP_FIRST = 12
NOTHING_THERE = 13
PILE_EMPTY = 14
HAND_FIRST = 15
NOT_HELD = 16
TOO_FEW = 17
TOO_LOW = 18
ABOVE_FIVE = 19
REFUSALS = (
    *("", "not_waiting", "three_wanted", "not_dealt", "set_up_over", "target_wanted", "to_oneself"),
    *("no_such_seat", "nothing_to_give", "table_wanted", "only_one", "not_face_up", "face_up_first"),
    *("nothing_there", "pile_empty", "hand_first", "not_held", "too_few", "too_low", "above_five"),
)


class KarmaReasons(KarmaRules):
    def _reason(self, seat: int, action: int) -> int:
        if self.choosing:
            return NOT_DEALT if action >= TRIPLE else THREE_WANTED
        if action >= TRIPLE:
            return SET_UP_OVER
        if self.step == WHOM:
            if action < TARGET:
                return TARGET_WANTED
            return TO_ONESELF if action == TARGET + seat else NO_SUCH_SEAT
        if action >= TARGET:
            return NOTHING_TO_GIVE
        if action == TAKE:
            return TABLE_WANTED if self.step == FROM_TABLE else PILE_EMPTY
        if action >= PLACE:
            return self._why_no_place(seat, action - PLACE)
        if action < 0:
            return NOT_HELD
        return self._why_no_play(seat, action // MOST_COPIES + 1, action % MOST_COPIES + 1)

    def _why_no_place(self, seat: int, place: int) -> int:
        if not self.face_down[PLACES * seat + place]:
            return NOTHING_THERE
        if self.step == ANY and counted.some(self.hands, seat):
            return HAND_FIRST
        return FACE_UP_FIRST

    def _why_no_play(self, seat: int, face: int, copies: int) -> int:
        held = self._in_reach(seat, face)
        if self.step == FROM_TABLE:
            return ONLY_ONE if held else NOT_FACE_UP
        if held == 0:
            return HAND_FIRST if counted.copies_of(self.face_up, seat, face) else NOT_HELD
        if held < copies:
            return TOO_FEW
        return ABOVE_FIVE if reach.top(self) == FIVE_OR_BELOW else TOO_LOW

    def _in_reach(self, seat: int, face: int) -> int:
        """KARMA-7, KARMA-8: copies in the one place that may be played from."""
        if self._plays_hand(seat):
            return counted.copies_of(self.hands, seat, face)
        return counted.copies_of(self.face_up, seat, face)

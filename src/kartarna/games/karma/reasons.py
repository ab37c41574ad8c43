# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Why a decision is not allowed in Karma: a code for each reason, told by words.py."""

from __future__ import annotations

from kartarna.games.karma import codes, counted, reach
from kartarna.games.karma.rules import KarmaRules

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class KarmaReasons(KarmaRules):
    def _reason(self, seat: int, action: int) -> int:
        if self.choosing:
            return codes.NOT_DEALT if action >= codes.TRIPLE else codes.THREE_WANTED
        if action >= codes.TRIPLE:
            return codes.SET_UP_OVER
        if self.step == codes.WHOM:
            if action < codes.TARGET:
                return codes.TARGET_WANTED
            return codes.TO_ONESELF if action == codes.TARGET + seat else codes.NO_SUCH_SEAT
        if action >= codes.TARGET:
            return codes.NOTHING_TO_GIVE
        if action == codes.TAKE:
            return codes.TABLE_WANTED if self.step == codes.FROM_TABLE else codes.PILE_EMPTY
        if action >= codes.PLACE:
            return self._why_no_place(seat, action - codes.PLACE)
        if action < 0:
            return codes.NOT_HELD
        return self._why_no_play(seat, action // codes.MOST_COPIES + 1, action % codes.MOST_COPIES + 1)

    @cython.final
    def _why_no_place(self, seat: int, place: int) -> int:
        if not self.face_down[codes.PLACES * seat + place]:
            return codes.NOTHING_THERE
        if self.step == codes.ANY and counted.some(self.hands, seat):
            return codes.HAND_FIRST
        return codes.FACE_UP_FIRST

    @cython.final
    def _why_no_play(self, seat: int, face: int, copies: int) -> int:
        held = self._in_reach(seat, face)
        if self.step == codes.FROM_TABLE:
            return codes.ONLY_ONE if held else codes.NOT_FACE_UP
        if held == 0:
            return codes.HAND_FIRST if counted.copies_of(self.face_up, seat, face) else codes.NOT_HELD
        if held < copies:
            return codes.TOO_FEW
        return codes.ABOVE_FIVE if reach.top(self) == codes.FIVE_OR_BELOW else codes.TOO_LOW

    @cython.final
    def _in_reach(self, seat: int, face: int) -> int:
        """KARMA-7, KARMA-8: copies in the one place that may be played from."""
        if self._plays_hand(seat):
            return counted.copies_of(self.hands, seat, face)
        return counted.copies_of(self.face_up, seat, face)

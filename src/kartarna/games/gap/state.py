# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""GAP, complete: the rules, and a quick player by rule of thumb who takes what scores most right now."""

from __future__ import annotations

from kartarna.core import bits, stages
from kartarna.games.gap import codes, flags, row, rules
from kartarna.games.gap.rules import GapRules

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class Gap(GapRules):
    """GAP, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """The total, with what the collection is worth now."""
        return self.totals[seat] + (self._score(seat) if self.stage == stages.PLAYING else 0)

    def _to_go(self) -> float:
        """Points that the leader lacks; with agreed rounds, what the leader made in as many so far."""
        most = self.totals[0]
        for seat in range(1, self.players):
            most = max(most, self.totals[seat])
        if self.target:
            return max(0, self.target - most)
        left = self.rounds - self.round if self.rounds else 1
        return max(0, most * left / max(1, self.round))

    def _worth(self, seat: int, action: int) -> int:
        """The score of the collection with all that this decision takes for certain."""
        if self.offer:
            return rules.score_of(self.taken[seat] | self.chosen | codes.ONE << self.played | codes.ONE << action)
        return rules.score_of(self.taken[seat] | self._would_take(action))

    @cython.final
    def _would_take(self, card: int) -> int:
        """What playing the card takes, the lowest colour standing for any choice among equals."""
        taken = row.same(self.row, card)
        if not taken:
            below = row.below(self.row, card)
            above = row.above(self.row, card)
            taken = (below & (~below + codes.ONE)) | (above & (~above + codes.ONE))
        return taken | codes.ONE << card if taken else 0

    def _observe(self, seat: int, out: list[int], place: int) -> bool:
        """As features.py lists them."""
        place = self._observe_scores(seat, out, place)
        flags.put(out, place, self.row)
        out[place + codes.CARDS] = self.cards - self.drawn
        place += codes.CARDS + 1
        flags.put(out, place, self.left_out)
        place = self._observe_seats(seat, out, place + codes.COLOURS)
        if self.offer:
            out[place + self.played] = 1
            flags.put(out, place + codes.CARDS, self.chosen)
            flags.put(out, place + 2 * codes.CARDS, self.offer)
        place += 3 * codes.CARDS
        out[place + (self.first + self.players - seat) % self.players] = 1
        place += self.players
        out[place] = self.target
        out[place + 1] = self.rounds
        out[place + 2] = self.last
        out[place + 3] = 1 if self.tied else 0
        return True

    @cython.final
    def _observe_seats(self, seat: int, out: list[int], place: int) -> int:
        """Hands, then what was taken; returns the place after it."""
        taken = place + (codes.CARDS + 1) * self.players
        for other in range(self.players):
            owner = (seat + other) % self.players
            flags.put(out, place, self.known[owner] if other else self.hands[owner])
            if other:
                out[place + codes.CARDS] = bits.popcount(self.hands[owner])
            place += codes.CARDS + 1
            flags.put(out, taken, self.taken[owner])
            taken += codes.CARDS
        return taken

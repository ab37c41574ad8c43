# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The hot loop of the lab: plays games without the GIL and counts what comes of them.

Only whole numbers are counted, so tallies add up to the same in whatever order the games are played.
"""

from __future__ import annotations

from kartarna.core import bits, stages
from kartarna.core.rng import Rng
from kartarna.core.state import State

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]

WIN = 27720  # parts of a win: 1 to 12 winners can share them evenly
DECISIONS = 0  # what is measured of a game …
ROUNDS = 1
SCORES = 2  # … and from here on the score of each seat


class Tally:
    """What came of some games at one table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.started = 0  # games of which it is known who started
        self.shared = 0  # games with several winners
        self.nobody = 0  # games that nobody won
        self.limited_rounds = 0  # rounds that a limit ended
        self.limited_games = 0  # games with such a round
        self.longest_games = 0  # games that reached the last round there can be
        self.sums = [0] * 14
        self.squares = [0] * 14
        self.least = [0] * 14
        self.most = [0] * 14
        self.wins = [0] * 12  # parts of wins by seat
        self.wins_from_starter = [0] * 12  # … and by place after the one who started the game

    def play(self, blank: State, greedy_seats: int, starter_place: int, seed: int, first: int, count: int) -> None:
        """Plays the games number `first` and following; game i has the random numbers of stream i.

        An outcome of the first deal says at `starter_place` who starts; −1 if it does not.
        """
        state = blank.clone()
        rng = Rng(seed)
        with cython.nogil:
            for number in range(count):
                rng._reseed(seed, first + number)
                state._copy_from(blank)
                self._game(state, greedy_seats, starter_place, rng)
        state.check()

    def _game(self, state: State, greedy_seats: int, starter_place: int, rng: Rng) -> None:
        state._draw(rng)
        drawn = state.pool[starter_place] if starter_place >= 0 else -1
        state._deal()
        starter = self._starter(state, drawn)
        self._score(state, state._playout(greedy_seats, rng), starter)

    def _starter(self, state: State, drawn: int) -> int:
        """Who was drawn to start, or else whoever has to decide first, if that is one alone."""
        waiting = state._waiting()
        return drawn if drawn >= 0 or bits.popcount(waiting) != 1 else bits.lowest(waiting)

    def _score(self, state: State, decisions: int, starter: int) -> None:
        self._count(DECISIONS, decisions)
        self._count(ROUNDS, state.round)
        for seat in range(self.players):
            self._count(SCORES + seat, state.totals[seat])
        self._share(state._winners(), starter)
        self.limited_rounds += state.limits
        if state.limits:
            self.limited_games += 1
        if state.round >= stages.LAST_ROUND:  # GAP-9: an extra round may follow
            self.longest_games += 1
        self.games += 1

    def _share(self, winners: int, starter: int) -> None:
        """ALL-6: winners share the win."""
        count = bits.popcount(winners)
        if starter >= 0:
            self.started += 1
        if count > 1:
            self.shared += 1
        if count == 0:
            self.nobody += 1
            return
        for seat in range(self.players):
            if winners >> seat & 1:
                self.wins[seat] += WIN // count
                if starter >= 0:
                    self.wins_from_starter[(seat - starter + self.players) % self.players] += WIN // count

    def _count(self, measure: int, value: int) -> None:
        self.sums[measure] += value
        self.squares[measure] += value * value
        if self.games == 0 or value < self.least[measure]:
            self.least[measure] = value
        if self.games == 0 or value > self.most[measure]:
            self.most[measure] = value

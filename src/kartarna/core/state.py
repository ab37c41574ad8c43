# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""State: the interface of a game.

A game fills in the methods with a leading underscore: compiled, without the GIL, unchecked.
Everybody else calls the ones without it, which check their arguments and raise real errors.

A card is a small int, a set of cards a bit mask, a pile a fixed array; a state is flat, so
copying it is one memcpy. The fields and their C types stand in the .pxd beside this file.
"""

from __future__ import annotations

import math
from typing import Any, Self

from kartarna.core import bits, memory, reservoir, stages
from kartarna.core import layout as layouts
from kartarna.core.errors import BadDeal, IllegalDecision
from kartarna.core.rng import Rng

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]

NOT_WAITING = 1  # the one refusal that all games share: this seat owes no decision now

MOST_GAMES = 64
NUMBERS: dict[str, int] = {}  # the games by id, as they stand in LEADS
LEADS = [0.0] * 1664  # how much a lead is worth (core/value.py): near and far, 13 numbers of players a game


def number_of(game: str) -> int:
    number = NUMBERS.setdefault(game, len(NUMBERS))
    if number >= MOST_GAMES:
        raise ValueError(f"there is room for {MOST_GAMES} games, not for {game!r:.40} too")
    return number


def load_value(game: str, players: int, near: float, far: float) -> None:
    place = 26 * number_of(game) + 2 * players
    LEADS[place] = near
    LEADS[place + 1] = far


class State:
    """One game in progress: all cards, the scores, and whose decision is awaited."""

    GAME = ""  # the game's id
    ACTIONS = 0  # decisions are numbers below this
    MAX_LEGAL = 0  # no position offers a seat more decisions than this

    def __init__(self, players: int, deck: int = 0) -> None:
        self.moves = [0] * 2048
        self.pool = [0] * 128
        self.shares = [0.0] * 12
        self.number = number_of(self.GAME)
        self.size = memory.size(self)
        self.players = players
        self.deck = deck
        self.stage = 0
        self.round = 0  # rounds dealt so far
        self.turns = 0  # turns of this round, for the limits of ALL-5
        self.limits = 0  # rounds that a limit ended
        self.totals = [0] * 12
        self.points = [0] * 12  # of the round last scored

    # ---- what a game fills in ----------------------------------------------------------------

    def layout(self) -> layouts.Layout:
        """How the round now due is dealt: what is drawn in which order, and how many go where."""
        raise NotImplementedError

    def _draw(self, rng: Rng) -> int:
        """Writes an outcome of chance for the round now due into `pool`; returns its length.

        A game whose rules are compiled has its own, for speed; it must draw as the layout says.
        """
        with cython.gil:
            return self._draw_layout(rng)

    def _deal(self) -> None:
        """Starts the round that is due from the outcome in `pool`."""
        raise NotImplementedError

    def _waiting(self) -> int:
        """Bit mask of the seats that owe a decision (only asked in play)."""
        raise NotImplementedError

    def _legal(self, seat: int) -> int:
        """Writes the legal decisions of a waiting seat into `moves`; returns how many."""
        raise NotImplementedError

    def _apply(self, seat: int, action: int) -> None:
        """Carries out a legal decision with all that follows from it."""
        raise NotImplementedError

    def _reason(self, seat: int, action: int) -> int:
        """Why a waiting seat may not decide this: the game's refusal code, 2 or more."""
        raise NotImplementedError

    def _resample(self, seat: int, rng: Rng) -> None:
        """Re-deals, uniformly over physical cards, all that this seat cannot know."""
        raise NotImplementedError

    def _imagine(self, seat: int, rng: Rng) -> None:
        """As `_resample`, but a world as it probably is: by what players usually keep. For search."""
        self._resample(seat, rng)

    def forget(self) -> None:
        """ALL-4: what everyone saw go into a hand is no longer known (in games where something does)."""

    def remember(self, seat: int, action: int, seen: State, after: State) -> None:
        """ALL-4: this decision is taken back, and the state is the one before it: what was shown of hands stays known.

        `after` is what the rules made of the decision; `seen` is the same with all that was shown later and taken
        back before. Nobody's decision −1 is an event. A game fills this in if a decision can show a hidden card.
        """

    def _worth(self, seat: int, action: int) -> int:
        """How good a legal decision looks by rule of thumb, from what the seat can see."""
        raise NotImplementedError

    def _winners(self) -> int:
        """ALL-6: all who have the most points share the win, unless a page says otherwise."""
        most = self.totals[0]
        for seat in range(1, self.players):
            if self.totals[seat] > most:
                most = self.totals[seat]
        winners = 0
        for seat in range(self.players):
            if self.totals[seat] == most:
                winners |= 1 << seat
        return winners

    def _turns_left(self) -> int:
        """Turns to the limit that ends the round (ALL-5); −1 where a round cannot be endless."""
        return -1

    def _standing(self, seat: int) -> float:
        """How well a seat is doing, in points of the game, while it is undecided."""
        raise NotImplementedError

    def _to_go(self) -> float:
        """How far the end of the game is, in whatever the game counts."""
        raise NotImplementedError

    @cython.final
    def _share_win(self, share: list[float]) -> None:
        """After the end: a win shared by k is 1/k each."""
        winners = self._winners()
        for seat in range(self.players):
            share[seat] = 1.0 / bits.popcount(winners) if winners >> seat & 1 else 0.0

    def _observe(self, seat: int, out: list[int], place: int) -> bool:
        """Writes what a seat sees, in play, into zeros from `place` on: the numbers of the game's features, quickly.

        False: the game leaves it to the general encoder, which gives the same numbers (research/encoder.py).
        """
        return False

    @cython.final
    def _observe_scores(self, seat: int, out: list[int], place: int) -> int:
        """What all observations begin with: who is waited for, totals, round; returns the place after it."""
        waiting = self._waiting()
        for other in range(self.players):
            owner = (seat + other) % self.players
            out[place + other] = waiting >> owner & 1
            out[place + self.players + other] = self.totals[owner]
        out[place + 2 * self.players] = self.round
        return place + 2 * self.players + 1

    def happen(self, event: str) -> None:
        """Something besides deals and decisions, one of the game's events."""
        raise BadDeal(f"{event!r} cannot happen in this game")

    # ---- the deal --------------------------------------------------------------------------------

    def _draw_layout(self, rng: Rng) -> int:
        outcome = layouts.draw(self.layout(), rng)
        for place in range(len(outcome)):
            self.pool[place] = outcome[place]
        return len(outcome)

    @cython.final
    def _draw_starter(self, fixed: int, rng: Rng) -> int:
        """ALL-1: the seat that the table has fixed; −1: a random one."""
        return fixed if fixed >= 0 else rng._below(self.players)

    # ---- what to expect ------------------------------------------------------------------------

    @cython.final
    def _scale(self) -> float:
        """How many points of standing are worth a factor e in the chances to win (core/value.py)."""
        place = 26 * self.number + 2 * self.players
        return math.sqrt(LEADS[place] + LEADS[place + 1] * self._to_go())

    def _prospects(self, share: list[float]) -> None:
        """What share of the win each seat can expect: exact after the end, estimated before it."""
        if self.stage == stages.OVER:
            self._share_win(share)
            return
        scale = self._scale()
        best = self._standing(0)
        for seat in range(self.players):
            share[seat] = self._standing(seat)
            best = max(best, share[seat])
        total = 0.0
        for seat in range(self.players):
            share[seat] = math.exp((share[seat] - best) / scale)
            total += share[seat]
        for seat in range(self.players):
            share[seat] /= total

    # ---- play in compiled code alone -----------------------------------------------------------

    def _is_legal(self, seat: int, action: int) -> bool:
        for place in range(self._legal(seat)):
            if self.moves[place] == action:
                return True
        return False

    def _random(self, seat: int, rng: Rng) -> int:
        count = self._legal(seat)
        return self.moves[rng._below(count)]

    def _greedy(self, seat: int, rng: Rng) -> int:
        """The quick player."""
        return self._favourite(seat, 0, self._legal(seat), rng)

    @cython.final
    def _favourite(self, seat: int, first: int, count: int, rng: Rng) -> int:
        """Of the decisions in `moves` from `first` on, the one of most worth; among equals a random one."""
        best = -1000000
        equals = 0
        choice = 0
        for place in range(first, count):
            worth = self._worth(seat, self.moves[place])
            if worth >= best:
                equals = equals + 1 if worth == best else 1
                best = worth
                if reservoir.takes_newest(equals, rng):
                    choice = self.moves[place]
        return choice

    @cython.final
    def _step(self, greedy_seats: int, rng: Rng) -> int:
        """Deals if a round is due, then lets one waiting seat decide; returns that seat."""
        if self.stage == stages.DUE:
            self._draw(rng)
            self._deal()
        seat = bits.lowest(self._waiting())
        if greedy_seats >> seat & 1:
            self._apply(seat, self._greedy(seat, rng))
        else:
            self._apply(seat, self._random(seat, rng))
        return seat

    @cython.final
    def _playout(self, greedy_seats: int, rng: Rng) -> int:
        """Plays to the end; returns the number of decisions."""
        decisions = 0
        while self.stage != stages.OVER:
            self._step(greedy_seats, rng)
            decisions += 1
        return decisions

    def _copy_from(self, other: State) -> None:
        memory.copy(self, other)

    # ---- the checked methods -------------------------------------------------------------------

    def due(self) -> bool:
        """A round must be dealt now (also the first); nobody is waiting then."""
        return self.stage == stages.DUE

    def over(self) -> bool:
        return self.stage == stages.OVER

    def draw(self, rng: Rng) -> list[int]:
        """An outcome of chance for the round now due: the order of the cards and all else."""
        if self.stage != stages.DUE:
            raise BadDeal("no round is due")
        count = self._draw(rng)
        self._check()
        return [self.pool[place] for place in range(count)]

    def deal(self, outcome: list[int]) -> None:
        """Starts a round. Simulation, record and a server's shuffle all come in here."""
        if self.stage != stages.DUE:
            raise BadDeal("no round is due")
        fault = layouts.fault(self.layout(), outcome)
        if fault:
            raise BadDeal(fault)
        for place in range(len(outcome)):
            self.pool[place] = outcome[place]
        self._deal()
        self._check()

    def deal_random(self, rng: Rng) -> None:
        """The same as `deal(draw(rng))`, only quicker: there is nothing to check."""
        if self.stage != stages.DUE:
            raise BadDeal("no round is due")
        self._draw(rng)
        self._deal()
        self._check()

    def waiting(self) -> int:
        """Bit mask of the seats that owe a decision; several if they choose at the same time."""
        waiting = self._waiting() if self.stage == stages.PLAYING else 0
        self._check()
        return waiting

    def legal_actions(self, seat: int) -> list[int]:
        if not self._owes(seat):
            return []
        count = self._legal(seat)
        self._check()
        return [self.moves[place] for place in range(count)]

    def refusal(self, seat: int, action: int) -> int:
        """0 if the decision is legal, else the code of the rule and reason against it."""
        if not self._owes(seat):
            return 1
        code = 0 if self._is_legal(seat, action) else self._reason(seat, action)
        self._check()
        return code

    def apply(self, seat: int, action: int) -> None:
        self._check_legal(seat, action)
        self._apply(seat, action)
        self._check()

    def _check_legal(self, seat: int, action: int) -> None:
        code = self.refusal(seat, action)
        if code:
            raise IllegalDecision(seat, action, code)

    def winners(self) -> int:
        """Bit mask of the winners, all tie rules applied; 0 while the game runs."""
        winners = self._winners() if self.stage == stages.OVER else 0
        self._check()
        return winners

    def leaders(self) -> int:
        """Bit mask of who would win if the game ended now."""
        leaders = self._winners()
        self._check()
        return leaders

    def round_points(self, seat: int) -> int:
        return self.points[self._seat(seat)]

    def total(self, seat: int) -> int:
        return self.totals[self._seat(seat)]

    def prospects(self) -> list[float]:
        """What share of the win each seat can expect, by how it stands now."""
        self._prospects(self.shares)
        self._check()
        return [self.shares[seat] for seat in range(self.players)]

    def turns_left(self) -> int:
        return self._turns_left() if self.stage == stages.PLAYING else -1

    def resample(self, seat: int, rng: Rng) -> None:
        """In place: a world that this seat cannot tell from the true one."""
        if self.stage == stages.PLAYING:
            self._resample(self._seat(seat), rng)
            self._check()

    def sweep(self, seat: int, rng: Rng) -> None:
        """Between rounds: mixes up what the last one has left, which the next deal will cover anyway."""
        if self.stage == stages.DUE and self.round:
            self._resample(self._seat(seat), rng)

    def imagine(self, seat: int, rng: Rng) -> None:
        """As `resample`, but a world as it probably is: by what players usually keep."""
        if self.stage == stages.PLAYING:
            self._imagine(self._seat(seat), rng)
            self._check()

    def greedy(self, seat: int, rng: Rng) -> int:
        if not self._owes(seat):
            raise IllegalDecision(seat, -1, 1)
        action = self._greedy(seat, rng)
        self._check()
        return action

    def playout(self, greedy_seats: int, rng: Rng) -> int:
        with cython.nogil:
            decisions = self._playout(greedy_seats, rng)
        self._check()
        return decisions

    def copy_from(self, other: State) -> None:
        if type(self) is not type(other):
            raise TypeError(f"a {type(self).__name__} cannot become a copy of a {type(other).__name__}")
        self._copy_from(other)

    def clone(self) -> Self:
        twin = type(self)(self.players)
        twin.copy_from(self)
        return twin

    def snapshot(self) -> bytes:
        """The whole state as bytes, the same compiled and interpreted."""
        return memory.pack(self)

    def restore(self, snapshot: bytes) -> None:
        """The reverse of `snapshot`; only for snapshots taken of the same game in this version."""
        if len(snapshot) != len(self.snapshot()):
            raise ValueError("this snapshot is not of this game")
        memory.unpack(self, snapshot)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.players, self.snapshot())

    def _check(self) -> int:
        """Raises what a game in Python has raised where nobody could hear it (core/python_state.py)."""
        return 0

    def check(self) -> None:
        """After play without Python in between, by others than the methods above."""
        self._check()

    @cython.final
    def _seat(self, seat: int) -> int:
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat + 1} at a table of {self.players}")
        return seat

    @cython.final
    def _owes(self, seat: int) -> bool:
        return bool(self.waiting() >> self._seat(seat) & 1)


def _restored(kind: type[State], players: int, snapshot: bytes) -> State:
    state = kind(players)
    state.restore(snapshot)
    return state

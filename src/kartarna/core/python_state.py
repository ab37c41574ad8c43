# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A game in plain Python: nothing of it is compiled, and yet it runs on the compiled core.

Compiled code calls the methods of `State` with a leading underscore, which a class in Python cannot override. Here
each of them takes the GIL and asks a method without the underscore: those are what such a game fills in. Its fields
are numbers, texts, tuples and lists of them, lists of lists too; they are copied with the state.

What a game raises while no Python frame is there to hear it ends the play at once, and is raised again by the next
method that can (`State._check`).
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Sequence
from typing import Any, Self, TypeVar

from kartarna.core import stages
from kartarna.core.rng import Rng
from kartarna.core.state import State

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]

T = TypeVar("T")
MOST_MOVES = 2048  # that a position may offer: so many have room
BASE = frozenset(getattr(State(2), "__dict__", ())) | {"failure"}  # the fields that all games share


def copied(value: Any) -> Any:
    if type(value) is not list:
        return value
    return [copied(part) if type(part) is list else part for part in value]


class PythonState(State):
    """One game in progress. `self.round`, `self.totals` and the like are kept here and only read by the game."""

    def __init__(self, players: int, deck: int = 0) -> None:
        State.__init__(self, players, deck)
        self.failure: Exception | None = None

    # ---- what a game fills in --------------------------------------------------------------------

    def begin(self, outcome: list[int]) -> None:
        """Starts the round from a deal, told in the order of the layout."""
        raise NotImplementedError

    def deciding(self) -> Sequence[int]:
        """The seats that owe a decision."""
        raise NotImplementedError

    def choices(self, seat: int) -> Sequence[int]:
        """The legal decisions of a seat that owes one."""
        raise NotImplementedError

    def decide(self, seat: int, action: int) -> None:
        """Carries out a legal decision with all that follows from it; the last of a round calls `end_round`."""
        raise NotImplementedError

    def reason(self, seat: int, action: int) -> int:
        """Why a seat that owes a decision may not decide this: the game's refusal code, 2 or more."""
        raise NotImplementedError

    def redeal(self, seat: int, rng: Rng) -> None:
        """Deals anew, uniformly, all that this seat cannot know."""
        raise NotImplementedError

    def worth(self, seat: int, action: int) -> int:
        """How good a legal decision looks by rule of thumb, from what the seat can see."""
        raise NotImplementedError

    def standing(self, seat: int) -> float:
        """How well a seat is doing, in points of the game, while it is undecided."""
        return self.totals[seat]

    def to_go(self) -> float:
        """How far the end of the game is, in whatever the game counts."""
        return 0.0

    def best(self) -> Sequence[int]:
        """ALL-6: who wins. All who have the most points, unless a page says otherwise."""
        totals = [self.totals[seat] for seat in range(self.players)]
        return [seat for seat in range(self.players) if totals[seat] == max(totals)]

    def turns_to_limit(self) -> int:
        """Turns to the limit that ends the round (ALL-5); −1 where a round cannot be endless."""
        return -1

    # ---- what a game calls -------------------------------------------------------------------------

    def end_round(self, points: Sequence[int], *, last: bool, by_limit: bool = False) -> None:
        """Scores the round, and ends the game after the last one."""
        for seat in range(self.players):
            self.points[seat] = points[seat]
            self.totals[seat] += points[seat]
        self.limits += by_limit
        self.stage = stages.OVER if last else stages.DUE

    # ---- the bridge --------------------------------------------------------------------------------

    def ask(self, method: Callable[..., T], fallback: T, *arguments: Any) -> T:
        """What the game answers. After a failure nothing is asked any more, and all play is over."""
        if self.failure is None:
            try:
                return method(*arguments)
            except Exception as error:  # noqa: BLE001 - raised again as soon as there is somebody to hear it
                self.failure = error
        self.stage = stages.OVER
        return fallback

    def _check(self) -> int:
        if self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure
        return 0

    def _draw(self, rng: Rng) -> int:
        with cython.gil:
            return self.ask(self._draw_layout, 0, rng)

    def _deal(self) -> None:
        with cython.gil:
            self.ask(self.begin_round, None)

    def _waiting(self) -> int:
        with cython.gil:
            return self.ask(self.mask, 1, self.deciding)

    def _legal(self, seat: int) -> int:
        with cython.gil:
            return self.ask(self.list_choices, 0, seat)

    def _apply(self, seat: int, action: int) -> None:
        with cython.gil:
            self.turns += 1
            self.ask(self.decide, None, seat, action)

    def _reason(self, seat: int, action: int) -> int:
        with cython.gil:
            return self.ask(self.reason, 2, seat, action)

    def _resample(self, seat: int, rng: Rng) -> None:
        with cython.gil:
            self.ask(self.redeal, None, seat, rng)

    def _worth(self, seat: int, action: int) -> int:
        with cython.gil:
            return self.ask(self.worth, 0, seat, action)

    def _winners(self) -> int:
        with cython.gil:
            return self.ask(self.mask, 1, self.best)

    def _turns_left(self) -> int:
        with cython.gil:
            return self.ask(self.turns_to_limit, -1)

    def _standing(self, seat: int) -> float:
        with cython.gil:
            return self.ask(self.standing, 0.0, seat)

    def _to_go(self) -> float:
        with cython.gil:
            return self.ask(self.to_go, 0.0)

    def begin_round(self) -> None:
        size = sum(lot.size for lot in self.layout())
        self.round += 1
        self.turns = 0
        self.stage = stages.PLAYING
        self.begin([self.pool[place] for place in range(size)])

    def mask(self, method: Callable[[], Sequence[int]]) -> int:
        seats = set(method())
        if not seats <= set(range(self.players)):
            raise ValueError(f"{self.GAME}: {sorted(seats)} are not seats of this table")
        return sum(1 << seat for seat in seats)

    def list_choices(self, seat: int) -> int:
        choices = list(self.choices(seat))
        if not 0 < len(choices) <= MOST_MOVES:
            raise ValueError(f"{self.GAME}: seat {seat + 1} owes a decision and has {len(choices)} choices")
        for place in range(len(choices)):
            self.moves[place] = choices[place]
        return len(choices)

    # ---- copies ------------------------------------------------------------------------------------

    def _copy_from(self, other: State) -> None:
        self.players = other.players
        self.deck = other.deck
        self.stage = other.stage
        self.round = other.round
        self.turns = other.turns
        self.limits = other.limits
        for seat in range(12):
            self.totals[seat] = other.totals[seat]
            self.points[seat] = other.points[seat]
        with cython.gil:
            self.take_fields(other)

    def take_fields(self, other: State) -> None:
        own = vars(self)
        for name, value in vars(other).items():
            if name not in BASE:
                own[name] = copied(value)

    def clone(self) -> Self:
        twin = type(self).__new__(type(self))
        PythonState.__init__(twin, self.players, self.deck)
        twin.copy_from(self)
        return twin

    def snapshot(self) -> bytes:
        """The whole state as bytes, the same compiled and interpreted."""
        shared = (self.players, self.deck, self.stage, self.round, self.turns, self.limits)
        own = sorted((name, value) for name, value in vars(self).items() if name not in BASE)
        return repr((shared, self.totals, self.points, own)).encode()

    def restore(self, snapshot: bytes) -> None:
        shared, totals, points, own = literal_eval(snapshot.decode())
        self.players, self.deck, self.stage, self.round, self.turns, self.limits = shared
        for seat in range(12):
            self.totals[seat] = totals[seat]
            self.points[seat] = points[seat]
        vars(self).update(own)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.snapshot())


def _restored(kind: type[PythonState], snapshot: bytes) -> PythonState:
    state = kind.__new__(kind)
    PythonState.__init__(state, 2)
    state.restore(snapshot)
    return state

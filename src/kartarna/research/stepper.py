# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Steps many games at once, without the GIL: states and results stand in arrays, one game after another.

A stepper has one state and one generator to work with; each game is loaded into them, stepped and stored again, so that
a thousand games stay in the cache. Several steppers may work on the same arrays at once, each on games of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kartarna.core import bits, block, stages
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.research import zeros

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]

Encode = Callable[[State, int], list[int]]


class Stepper:
    """Works on the arrays of research/vector.py, each with a part of the same length for every game."""

    def __init__(self, start: State, encode: Encode, by_place: bool, arrays: dict[str, Any]) -> None:
        self.start = start  # how every game begins
        self.state = start.clone()
        self.rng = Rng(0)
        self.encode = encode  # for games that do not observe by themselves
        self.by_place = by_place  # a decision is its place among the legal ones (research/decisions.py)
        views: dict[str, Any] = {name: memoryview(array) for name, array in arrays.items()}  # of plain numbers
        self.states = views["states"]
        self.streams = views["streams"]
        self.observations = views["observations"]
        self.masks = views["masks"]
        self.rewards = views["rewards"]
        self.terminations = views["terminations"]
        self.seats = views["seats"]
        self.actions = views["actions"]
        self.size = len(views["observations"]) // len(views["seats"])
        self.decisions = len(views["masks"]) // len(views["seats"])

    # ---- a part of the games -----------------------------------------------------------------------------

    def begin(self, first: int, last: int, seed: int) -> None:
        """Every game has a stream of random numbers of its own."""
        for game in range(first, last):
            self.rng._reseed(seed, game)
            self.streams[game] = self.rng.state
        with cython.nogil:
            for game in range(first, last):
                self._begin(game)

    def step(self, first: int, last: int) -> None:
        with cython.nogil:
            for game in range(first, last):
                self._step(game)

    def choose(self, first: int, last: int, seed: int) -> None:
        """Writes a random legal decision of every game into `actions`."""
        self.rng._reseed(seed, first)
        with cython.nogil:
            for game in range(first, last):
                self.actions[game] = self._choose(game)

    def illegal(self, first: int, last: int) -> int:
        """The first game whose decision its mask does not allow; −1 if there is none."""
        for game in range(first, last):
            action = self.actions[game]
            if action < 0 or action >= self.decisions or not self.masks[game * self.decisions + action]:
                return game
        return -1

    # ---- one game ------------------------------------------------------------------------------------------

    def _begin(self, game: int) -> None:
        self.rng.state = self.streams[game]
        self.state._copy_from(self.start)
        self._go_on(game)

    def _step(self, game: int) -> None:
        block.load(self.state, self.states, game)
        self.rng.state = self.streams[game]
        seat = self.seats[game]
        action = self.actions[game]
        if self.by_place:
            self.state._legal(seat)
            action = self.state.moves[action]
        self.state._apply(seat, action)
        over = 1 if self.state.stage == stages.OVER else 0
        if over or self.terminations[game]:
            self._reward(game)
        self.terminations[game] = over
        if over:
            self.state._copy_from(self.start)
        self._go_on(game)

    def _reward(self, game: int) -> None:
        """As research/decisions.py has it; zeros again after that."""
        players = self.start.players
        place = game * players
        winners = self.state._winners() if self.state.stage == stages.OVER else 0
        for seat in range(players):
            self.rewards[place + seat] = 0
            if winners:
                share = 1.0 * players / bits.popcount(winners) if winners >> seat & 1 else 0.0
                self.rewards[place + seat] = (share - 1) / (players - 1)

    def _go_on(self, game: int) -> None:
        """Deals if a round is due, shows the game to who decides next, and stores it."""
        if self.state.stage == stages.DUE:
            self.state._draw(self.rng)
            self.state._deal()
        seat = bits.lowest(self.state._waiting())
        self.seats[game] = seat
        self._show(game, seat)
        self.streams[game] = self.rng.state
        block.store(self.state, self.states, game)

    def _show(self, game: int, seat: int) -> None:
        first = game * self.decisions
        zeros.clear_mask(self.masks, first, self.decisions)
        for place in range(self.state._legal(seat)):
            self.masks[first + (place if self.by_place else self.state.moves[place])] = 1
        start = game * self.size
        zeros.clear(self.observations, start, self.size)
        if not self.state._observe(seat, self.observations, start):
            with cython.gil:
                self._encode_into(seat, start)

    def _encode_into(self, seat: int, start: int) -> None:
        numbers = self.encode(self.state, seat)
        for place in range(self.size):
            self.observations[start + place] = numbers[place]

    def _choose(self, game: int) -> int:
        """Of the decisions that the mask allows, any one."""
        first = game * self.decisions
        count = 0
        for place in range(first, first + self.decisions):
            count += self.masks[place]
        left = self.rng._below(count)
        place = first
        while left or not self.masks[place]:
            left -= self.masks[place]
            place += 1
        return place - first

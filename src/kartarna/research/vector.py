"""Many games at once as arrays of NumPy, stepped by compiled code.

    games = VectorGames(NAME, 1024, players=2)
    seen = games.reset(seed=1)
    seen = games.step(actions)  # one decision a game, of the seat in seen.seats

The arrays are the same all the time and are overwritten by the next step: copy what you keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from kartarna.core.bits import WORD
from kartarna.core.deck import Deck
from kartarna.core.errors import OptionError
from kartarna.core.python_state import PythonState
from kartarna.core.state import State
from kartarna.games import get
from kartarna.research.decisions import Decisions
from kartarna.research.encoder import Encoder
from kartarna.research.stepper import Stepper


class Seen(NamedTuple):
    """What a step has brought, a row for each game; read-only."""

    observations: NDArray[np.int16]  # of the seat that decides next
    rewards: NDArray[np.float32]  # a column for each seat; 0 until a game ends
    terminations: NDArray[np.bool_]  # the game ended by this step; all else is of the next one already
    masks: NDArray[np.int8]
    seats: NDArray[np.int32]  # who decides next


class VectorGames:
    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        count: int,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        start: State | None = None,
        threads: int = 1,
    ) -> None:
        """`start`: the state that every game begins with (research/moment.py); None: a new game."""
        if count < 1 or threads < 1:
            raise OptionError(f"there must be a game and a thread at least, not {count} and {threads}")
        self.game = get(game)
        self.start = start or self.game.new(players or self.game.players.start, options, deck)
        if isinstance(self.start, PythonState):
            raise OptionError(f"{self.game.title} is in plain Python: its states do not fit into arrays")
        if self.start.over():
            raise OptionError("every game would begin with its end: choose an earlier moment")
        self.count = count
        self.encoder = Encoder(self.game, self.start)
        self.decisions = Decisions(self.start)
        self.arrays = self._arrays(self.start.players)
        self.steppers = [self._stepper() for _ in range(threads)]
        self.bounds = [count * part // threads for part in range(threads + 1)]
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.seen = self._seen()
        self.begun = False

    def _arrays(self, players: int) -> dict[str, NDArray[Any]]:
        kinds = {
            "states": (np.uint8, len(self.start.snapshot())),
            "streams": (np.uint64, 1),
            "observations": (np.int16, self.encoder.size),
            "masks": (np.int8, self.decisions.count),
            "rewards": (np.float32, players),
            "terminations": (np.int8, 1),
            "seats": (np.int32, 1),
            "actions": (np.int32, 1),
        }
        return {name: np.zeros(self.count * length, kind) for name, (kind, length) in kinds.items()}

    def _stepper(self) -> Stepper:
        return Stepper(self.start, self._encode, self.decisions.by_place, self.arrays)

    def _encode(self, state: State, seat: int) -> list[int]:
        return self.encoder.encode(self.game.view(state, seat))

    def _seen(self) -> Seen:
        arrays = {**self.arrays, "terminations": self.arrays["terminations"].view(np.bool_)}
        shown = [arrays[name].reshape(self.count, -1) for name in ("observations", "rewards", "masks")]
        observations, rewards, masks = shown
        seen = Seen(observations, rewards, arrays["terminations"][:], masks, arrays["seats"][:])
        for array in seen:
            array.flags.writeable = False
        return seen

    # ---- play --------------------------------------------------------------------------------------------

    def reset(self, seed: int) -> Seen:
        """Begins all games anew; the same seed gives the same games, with any number of threads."""
        self.arrays["rewards"][:] = 0
        self.arrays["terminations"][:] = 0
        self._in_parts(lambda stepper, first, last: stepper.begin(first, last, seed & WORD))
        self.begun = True
        return self.seen

    def step(self, actions: ArrayLike) -> Seen:
        """One decision in every game. If one is not legal, none is carried out."""
        if not self.begun:
            raise OptionError("the games have not begun: call reset first")
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise OptionError(f"{self.count} whole numbers are needed, one decision a game")
        np.clip(given, -1, self.decisions.count, out=self.arrays["actions"], casting="unsafe")
        refused = self.steppers[0].illegal(0, self.count)
        if refused >= 0:
            raise OptionError(f"game {refused}: the decision {given[refused]} is not legal: look at its mask")
        self._in_parts(Stepper.step)
        return self.seen

    def random_actions(self, seed: int) -> NDArray[np.int32]:
        """A legal decision for every game, each as likely as any other."""
        self._in_parts(lambda stepper, first, last: stepper.choose(first, last, seed & WORD))
        return self.arrays["actions"].copy()

    def state(self, game: int) -> State:
        """A copy of one of the games, all of it: for tests and search, not for an agent."""
        state = self.start.clone()
        size = len(state.snapshot())
        state.restore(self.arrays["states"][game * size : (game + 1) * size].tobytes())
        return state

    def close(self) -> None:
        if self.pool:
            self.pool.shutdown()

    def _in_parts(self, work: Callable[[Stepper, int, int], None]) -> None:
        """Each stepper has its part of the games; the last is done here, the others in threads of the pool."""
        *others, own = zip(self.steppers, self.bounds[:-1], self.bounds[1:], strict=True)
        running = [self.pool.submit(work, *part) for part in others] if self.pool else []
        work(*own)
        for part in running:
            part.result()

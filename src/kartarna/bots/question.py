"""A sight on its way to a bot in another process."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Any

from kartarna.bots.history import History
from kartarna.bots.sight import Sight
from kartarna.bots.story import Told
from kartarna.core.state import State
from kartarna.games import get

LENGTH = struct.Struct("!Q")


@dataclass(frozen=True)
class Question:
    """A sight, and the decks that its state may name."""

    number: int
    world: State
    seat: int
    seed: int
    story: tuple[Told, ...]
    history: History | None
    seconds: float | None
    iterations: int | None
    watched: bool
    limit: float  # seconds after which the answer is no longer waited for
    decks: list[dict[str, Any]]

    @classmethod
    def about(cls, number: int, sight: Sight, limit: float) -> Question:
        decks = [deck.data for deck in sight.game.decks.loaded[1 : sight.world.deck + 1]]
        told = sight.story, sight.history, sight.seconds, sight.iterations, sight.watched
        return cls(number, sight.world, sight.seat, sight.seed, *told, limit, decks)

    def frame(self) -> bytes:
        packed = pickle.dumps(self)
        return LENGTH.pack(len(packed)) + packed

    def sight(self) -> Sight:
        for deck in self.decks:
            get(self.world.GAME).decks.add(deck)
        told = self.story, self.history, self.seconds, self.iterations, self.watched
        return Sight(self.world, self.seat, self.seed, *told)

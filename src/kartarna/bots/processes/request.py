"""An observation on its way to a bot in another process."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Any

from kartarna.bots.determinization import ImaginedRound
from kartarna.bots.observation import Observation
from kartarna.bots.story import Told
from kartarna.core.state import State
from kartarna.games import get

LENGTH = struct.Struct("!Q")


@dataclass(frozen=True)
class BotRequest:
    """An observation, and the deck that its state names."""

    number: int
    world: State
    seat: int
    seed: int
    story: tuple[Told, ...]
    history: ImaginedRound | None
    seconds: float | None
    iterations: int | None
    watched: bool
    compared: tuple[int, ...]  # decisions of which the coach is asked why the first is better than the second
    limit: float  # seconds after which the answer is no longer waited for
    deck: dict[str, Any]

    @classmethod
    def about(cls, number: int, observation: Observation, limit: float, compared: tuple[int, ...] = ()) -> BotRequest:
        deck = observation.game.deck_of(observation.world).data
        told = observation.story, observation.history, observation.seconds, observation.iterations, observation.watched
        return cls(number, observation.world, observation.seat, observation.seed, *told, compared, limit, deck)

    def frame(self) -> bytes:
        packed = pickle.dumps(self)
        return LENGTH.pack(len(packed)) + packed

    def observation(self) -> Observation:
        get(self.world.GAME).decks.place(self.deck, self.world.deck)
        told = self.story, self.history, self.seconds, self.iterations, self.watched
        return Observation(self.world, self.seat, self.seed, *told)

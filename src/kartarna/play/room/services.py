"""What a room needs from outside: the time, randomness, a dealer, thinkers. Tests put in their own."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Protocol

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.tape import Tape
from kartarna.play.model import shuffle
from kartarna.play.model.table import Table
from kartarna.play.room.thinkers import Thinkers
from kartarna.play.tokens import Entropy


class Handle(Protocol):
    def cancel(self) -> None: ...


class Time(Protocol):
    def now(self) -> float:
        """Seconds since 1970, by a clock that may be set, forward and back: for people, not for measuring."""

    def monotonic(self) -> float:
        """Seconds since some moment, by a clock that nobody sets."""

    def call_later(self, seconds: float, call: Callable[[], None]) -> Handle: ...


class SystemTime:
    @staticmethod
    def now() -> float:
        return time.time()

    @staticmethod
    def monotonic() -> float:
        return time.monotonic()

    @staticmethod
    def call_later(seconds: float, call: Callable[[], None]) -> Handle:
        return asyncio.get_running_loop().call_later(seconds, call)


Dealer = Callable[[Table, State, Entropy], list[int]]  # the outcome of the round that is due in the state


def fair_deal(table: Table, state: State, entropy: Entropy) -> list[int]:
    """From the shuffle that all took part in; a table without one (it began in mid-game) is dealt at random."""
    if table.ceremony is not None and table.ceremony.complete:
        return shuffle.outcome(state, table.ceremony.key())
    return state.draw(Tape(int.from_bytes(entropy(8), "big") for _ in count()))


@dataclass
class Services:
    time: Time = field(default_factory=SystemTime)
    entropy: Entropy = os.urandom
    dealer: Dealer = fair_deal
    thinkers: Thinkers = field(default_factory=Thinkers)

    def bot_rng(self) -> Rng:
        """Bots' random numbers have nothing to do with the cards'."""
        return Rng(int.from_bytes(self.entropy(8), "big"), int.from_bytes(self.entropy(8), "big"))

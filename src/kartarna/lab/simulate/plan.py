"""What is to be simulated: checked before anything is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck
from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.core.record import RecordedPlayer
from kartarna.core.state import State
from kartarna.games import get

BOTS = ("random", "greedy")  # the ones that play compiled
MOST_GAMES = 10**12
LARGEST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Plan:
    """So many games of one kind at one table. Game i has the random numbers of stream i of the seed."""

    game: str
    players: int
    games: int
    bots: tuple[str, ...]  # of each seat
    seed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Mapping[str, Any] | None = None  # the data of a deck; None: the game's own
    records: Path | None = None  # the folder to write every game to

    def __post_init__(self) -> None:
        _whole("players", self.players, self.rules.players.start, self.rules.players.stop - 1)
        _whole("games", self.games, 1, MOST_GAMES)
        _whole("seed", self.seed, 0, LARGEST_SEED)
        object.__setattr__(self, "options", self.rules.agreed(self.players, self.options))
        object.__setattr__(self, "bots", _seated(self.bots, self.players))
        self.blank()

    @property
    def rules(self) -> Game[Any]:
        return get(self.game)

    @property
    def cards(self) -> Deck:
        return self.rules.decks.standard if self.deck is None else self.rules.decks.add(dict(self.deck))

    @property
    def greedy_seats(self) -> int:
        return sum(1 << seat for seat, bot in enumerate(self.bots) if bot == "greedy")

    @property
    def seats(self) -> list[RecordedPlayer]:
        return [RecordedPlayer(f"{bot} {seat}", "bot", bot) for seat, bot in enumerate(self.bots, 1)]

    @property
    def starter_place(self) -> int:
        """Where an outcome of the first deal says who starts; −1 in a game that draws nobody."""
        zones = [zone for zone, _ in self.rules.slots(self.blank())]
        return zones.index("starter") if "starter" in zones else -1

    def blank(self) -> State:
        """A game about to begin."""
        state: State = self.rules.new(self.players, self.options, self.cards)
        return state


def _whole(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise OptionError(f"{name}: a whole number from {low} to {high}, not {value!r:.40}")


def _seated(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat: the list is repeated as often as it takes."""
    for bot in bots:
        if bot not in BOTS:
            raise OptionError(
                f"there is no bot {bot!r:.40} here; there are: {', '.join(BOTS)}. `kartarna arena` has all"
            )
    if not 1 <= len(bots) <= players:
        raise OptionError(f"bots: name 1 to {players} of them, not {len(bots)}")
    return tuple(bots[seat % len(bots)] for seat in range(players))

"""A tournament of bots on duplicate deals: who sits where, which cards they get, and what comes of it.

A deal is the whole sequence of rounds' deals from one seed. It is played once in every rotation of the
seats, so that everybody holds everybody's cards, and luck of the deal cancels out. Its cards come from
streams of their own, one for each round: they depend on no decision, and on no bot's random numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from kartarna import bots
from kartarna.bots import Bot, Story
from kartarna.core.errors import OptionError
from kartarna.core.history import History
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.lab.arena import entrants
from kartarna.lab.arena.decision_times import DecisionTimes

BOT_STREAMS = 1 << 32  # a deal's own streams: rounds below this, bots above


@dataclass(frozen=True)
class Tournament:
    game: str
    players: int
    bots: tuple[str, ...]  # repeated cyclically over the seats
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    iterations: int | None = None
    seconds: float | None = None
    rotations: int = 0  # of every deal; 0: all of them
    deck: Mapping[str, Any] | None = None  # the data of a deck; None: the game's own

    def __post_init__(self) -> None:
        if not self.bots:
            raise OptionError("a tournament needs bots; name at least one")
        for name in self.bots:
            entrants.get(name)
        self.blank()
        object.__setattr__(self, "bots", tuple(self.bots))
        object.__setattr__(self, "rotations", self.rotations or len(self.entrants))

    def blank(self) -> State:
        """A game about to begin."""
        game = get(self.game)
        state: State = game.new(self.players, self.options, game.decks.add(dict(self.deck)) if self.deck else None)
        return state

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """The bots around the table, each as often as it takes; more bots than seats take turns to sit out."""
        count = max(self.players, len(self.bots))
        return tuple(self.bots[place % len(self.bots)] for place in range(count))

    @property
    def names(self) -> tuple[str, ...]:
        """Every bot once."""
        return tuple(dict.fromkeys(self.bots))

    @property
    def even_share(self) -> float:
        return 1 / self.players

    def seating(self, rotation: int) -> tuple[str, ...]:
        """Everybody moves on by one seat: in all rotations together, every entrant sits once on every seat."""
        around = self.entrants
        return tuple(around[(seat + rotation) % len(around)] for seat in range(self.players))

    def deals(self, games: int) -> int:
        """How many deals make at least so many games."""
        return math.ceil(games / self.rotations)

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "bots": list(self.bots), "options": dict(self.options)}


@dataclass(frozen=True)
class Forfeit:
    """A decision that a bot lost to the quick player."""

    bot: str
    deal: int
    rotation: int
    seat: int
    decision: int  # counted from 1, over all seats
    reason: str


@dataclass(frozen=True)
class Outcome:
    """One game: who won, and with which totals, seat by seat."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    decisions: int


@dataclass
class Played:
    """One deal, in every rotation."""

    deal: int
    games: list[Outcome] = field(default_factory=list)
    clocks: dict[str, DecisionTimes] = field(default_factory=dict)
    forfeits: list[Forfeit] = field(default_factory=list)


def play(tournament: Tournament, deal: int) -> Played:
    played = Played(deal, clocks={name: DecisionTimes() for name in tournament.names})
    for rotation in range(tournament.rotations):
        played.games.append(TournamentTable(tournament, rotation, played).play())
    return played


class TournamentTable:
    """One game of a deal in one rotation."""

    def __init__(self, tournament: Tournament, rotation: int, played: Played) -> None:
        self.tournament = tournament
        self.rotation = rotation
        self.played = played
        self.game = get(tournament.game)
        self.history = History(self.game, tournament.blank())
        self.bots: list[Bot] = [entrants.get(name) for name in tournament.seating(rotation)]
        self.cards = Rng(tournament.seed, played.deal).word()  # the seed of this deal
        streams = (BOT_STREAMS + rotation * tournament.players + seat for seat in range(tournament.players))
        self.chance = [Rng(self.cards, stream) for stream in streams]
        self.story = Story(self.game, tournament.players) if any(map(bots.reads_story, self.bots)) else None
        self.decisions = 0

    def play(self) -> Outcome:
        while not self.state.over():
            if self.state.due():
                self.deal()
            self.decide(seats_of(self.state.waiting())[0])
        totals = tuple(self.state.total(seat) for seat in range(self.tournament.players))
        return Outcome(seats_of(self.state.winners()), totals, self.decisions)

    @property
    def state(self) -> State:
        return self.history.state

    def deal(self) -> None:
        self.tell(self.history.deal_random(Rng(self.cards, self.state.round)))

    def decide(self, seat: int) -> None:
        bot = self.bots[seat]
        answer = entrants.consult(
            bot,
            self.state,
            seat,
            self.chance[seat],
            account=self.story.account(seat) if self.story and bots.reads_story(bot) else bots.NOTHING,
            seconds=self.tournament.seconds,
            iterations=self.tournament.iterations,
        )
        self.decisions += 1
        self.played.clocks[bot.name].add(answer.seconds)
        if answer.forfeit:
            place = self.played.deal, self.rotation, seat, self.decisions
            self.played.forfeits.append(Forfeit(bot.name, *place, answer.forfeit))
        self.tell(self.history.decide(seat, answer.action))

    def tell(self, step: Step[Any]) -> None:
        if self.story:
            self.story.add(step)

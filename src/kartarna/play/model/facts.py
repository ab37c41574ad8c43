"""What is known of a table: who sits where, the game, the clock, and what may be asked about them."""

from __future__ import annotations

from typing import Any

from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.view import seats_of
from kartarna.play.model.ceremony import Ceremony
from kartarna.play.model.chair import Chair
from kartarna.play.model.interval import PATIENCE, RoundInterval
from kartarna.play.model.known_message import KnownMessage
from kartarna.play.model.phases import FINISHED, OPEN, PLAYING, Ended, Phase
from kartarna.play.model.proposal import Proposal
from kartarna.play.model.settings import Settings
from kartarna.play.model.timer import Timer
from kartarna.play.storage.log import Summary

MOST_SPOILT = 10  # shuffles that were given up at a public table


class TableFacts:
    settings: Settings
    game: Game[Any]
    history: History
    timer: Timer

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.at = 0.0  # of the last row
        self.created = 0.0
        self.phase: Phase = OPEN
        self.chairs: list[Chair] = []
        self.host = ""  # a person
        self.link = ""  # the hash of the secret in the table's link
        self.parent: str | None = None  # hash of the record whose position it started from: hidden like its cards
        self.own_deck = False  # the host has brought the deck along
        self.ceremony: Ceremony | None = None
        self.aborted: list[dict[str, Any]] = []
        self.asked: list[int] = []  # for each seat, the row that asked it what it owes now; 0: nothing
        self.asked_at: list[float] = []
        self.known: dict[tuple[int, str], KnownMessage] = {}  # by seat and id, the messages that were carried out
        self.proposal: Proposal | None = None
        self.paused = False
        self.practice = False  # a hint was asked for, or against bots something was taken back
        self.hinted: dict[int, int] = {}  # by seat: the question that it last had a hint for
        self.nudged: dict[int, float] = {}  # seats that owe a decision, and when someone last reminded them of it
        self.ended: Ended | None = None
        self.rounds: list[tuple[int, ...]] = []  # the totals after each round that was played here
        self.ending: Step[Any] | None = None  # by which the last round ended, until the next is dealt
        self.interval: RoundInterval | None = None  # between two rounds
        self.rematch: str | None = None
        self.rematch_by: int | None = None  # the seat that asked for it
        self.held: dict[str, tuple[int, ...]] = {}  # the seats of each person
        self.persons = 0  # who have a say
        self.rematch_of: str | None = None  # the table where the same people played before

    @property
    def arranged(self) -> bool:
        """Its cards did not come from the fair shuffle: whoever opened it chose the position."""
        return self.parent is not None

    @property
    def public(self) -> bool:
        """Where the host has chosen the cards or the deck, nobody comes in unawares. Where strangers spoil one shuffle
        after the other, only the link leads in: players' devices take part in no more than fifty."""
        return self.settings.public and not (self.arranged or self.own_deck) and len(self.aborted) < MOST_SPOILT

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def full(self) -> bool:
        return all(chair.taken for chair in self.chairs)

    def seats_held(self, person: str | None) -> tuple[int, ...]:
        return self.held.get(person, ()) if person else ()

    def humans(self) -> set[str]:
        """The persons who have a say."""
        return {chair.person for chair in self.chairs if chair.person and not chair.resigned}

    @property
    def alone(self) -> bool:
        """One human on one seat; all others are and were bots."""
        return sum(chair.person is not None for chair in self.chairs) == 1

    def automatic(self) -> tuple[int, ...]:
        """The seats for which a bot owes a decision."""
        return tuple([seat for seat, asked in enumerate(self.asked) if asked and self.chairs[seat].automatic])

    def names(self) -> list[str]:
        return [chair.name or f"{chair.bot or ''} {seat}".strip() for seat, chair in enumerate(self.chairs, 1)]

    @property
    def take_backs(self) -> bool:
        """Off among several humans unless the table wants them."""
        setting = self.settings.take_backs
        return self.persons <= 1 if setting is None else setting

    @property
    def hints(self) -> bool:
        """Off among several humans unless the table wants them."""
        setting = self.settings.hints
        return self.alone if setting is None else setting

    def events(self) -> tuple[str, ...]:
        """What the game cannot know and all may agree on now, such as that the agreed time is over."""
        return self.history.events() if self.phase == PLAYING else ()

    def winners(self) -> tuple[int, ...]:
        """By the rules, without those who resigned."""
        winners = seats_of(self.state.winners()) if self.ended == "over" else ()
        return tuple(seat for seat in winners if not self.chairs[seat].resigned)

    @property
    def between(self) -> bool:
        """No round is being played: the last one is over, or the game."""
        return self.ending is not None or self.phase == FINISHED

    def interval_ends(self) -> float | None:
        """When the next round is dealt in any case; one human alone has all the time in the world."""
        return self.interval.since + PATIENCE if self.interval and len(self.humans()) > 1 else None

    def won(self, seat: int) -> int:
        """Games of this series of rematches that the seat has won, with this one unless it was practice."""
        return self.chairs[seat].won + (not self.practice and seat in self.winners())

    def summary(self) -> Summary:
        people = tuple(chair.person for chair in self.chairs if chair.person)
        return Summary(self.id, self.settings.game, self.phase, self.public, self.created, (*people, self.host))

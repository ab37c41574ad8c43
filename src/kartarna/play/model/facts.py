"""What is known of a table: who sits where, the game, the clock, and what may be asked about them."""

from __future__ import annotations

from typing import Any

from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.play.model.ceremony import Ceremony
from kartarna.play.model.chair import Chair
from kartarna.play.model.phases import OPEN, PLAYING, Ended, Phase
from kartarna.play.model.proposal import Proposal
from kartarna.play.model.settings import Settings
from kartarna.play.model.timer import Timer
from kartarna.play.storage.log import Summary


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
        self.parent: str | None = None  # the record whose position it started from
        self.ceremony: Ceremony | None = None
        self.aborted: list[dict[str, Any]] = []
        self.asked: list[int] = []  # for each seat, the row that asked it what it owes now; 0: nothing
        self.asked_at: list[float] = []
        self.known: dict[tuple[int, str], int] = {}  # messages that were carried out, and their rows
        self.proposal: Proposal | None = None
        self.paused = False
        self.ended: Ended | None = None
        self.rematch: str | None = None

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
        return tuple([seat for seat, chair in enumerate(self.chairs) if chair.person == person]) if person else ()

    def humans(self) -> set[str]:
        """The persons who have a say."""
        return {chair.person for chair in self.chairs if chair.person and not chair.resigned}

    def automatic(self) -> tuple[int, ...]:
        """The seats for which a bot owes a decision."""
        return tuple([seat for seat, asked in enumerate(self.asked) if asked and self.chairs[seat].automatic])

    def names(self) -> list[str]:
        return [chair.name or f"{chair.bot or ''} {seat}".strip() for seat, chair in enumerate(self.chairs, 1)]

    @property
    def take_backs(self) -> bool:
        """Off among several humans unless the table wants them."""
        setting = self.settings.take_backs
        return len(self.humans()) <= 1 if setting is None else setting

    def events(self) -> tuple[str, ...]:
        """What the game cannot know and all may agree on now, such as that the agreed time is over."""
        return self.history.events() if self.phase == PLAYING else ()

    def winners(self) -> tuple[int, ...]:
        """By the rules, without those who resigned."""
        winners = seats_of(self.state.winners()) if self.ended == "over" else ()
        return tuple(seat for seat in winners if not self.chairs[seat].resigned)

    def summary(self) -> Summary:
        people = tuple(chair.person for chair in self.chairs if chair.person)
        listed = self.settings.public
        return Summary(self.id, self.settings.game, self.phase, listed, self.created, (*people, self.host))

"""One person's game against bots: who sits where, whose turn it is, what may be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kartarna import bots
from kartarna.core.deck import Deck
from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.game import Game
from kartarna.core.history import events_of
from kartarna.core.record import Person, Record
from kartarna.core.recorder import RecordedGame, Recorder
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Dealt, Decided, Entry, Happened, Step, TakenBack
from kartarna.core.verification import Verification
from kartarna.core.view import seats_of
from kartarna.core.words import Event, Seat, Word
from kartarna.terminal.play import save_files


@dataclass(frozen=True)
class Mark:
    """What stands of this round: a decision, the person's own or not, and why it may not be taken back."""

    own: bool
    fixed: Event | None


def bot_of(person: Person) -> str:
    return person.bot or bots.STANDARD


class Table:
    """Every deal and decision is on the disk before anyone is told of it."""

    def __init__(self, journal: RecordedGame, file: Path, seed: int, seconds: float | None = None) -> None:
        if journal.record.owner is None:
            raise KartarnaError("nobody sits at this table")
        self.journal = journal
        self.seat = journal.record.owner
        self.file = file
        self.seed = seed
        self.seconds = seconds  # for a bot's decision; None: as long as is decent
        self.forfeits: Counter[int] = Counter()  # by seat: decisions that the quick player made instead of its bot
        self.marks: list[Mark] = []
        self.paused = False  # the last step began or ended a round
        self.unsaved = ""  # why the last decision could not be written

    @classmethod
    def opened(
        cls,
        game: Game[Any],
        seats: list[Person],
        options: Mapping[str, Any],
        deck: Deck | None,
        file: Path,
        seed: int,
        seconds: float | None = None,
    ) -> Table:
        owner = next(seat for seat, person in enumerate(seats) if person.kind == "human")
        return cls(RecordedGame(game, seats, options, deck, owner), file, seed, seconds)

    @classmethod
    def resumed(
        cls, game: Game[Any], record: Record, file: Path, seed: int, language: str, seconds: float | None = None
    ) -> tuple[Table, list[Step[Any]]]:
        """The table as it was left, and the steps since the person's last decision."""
        people = [seat for seat, person in enumerate(record.seats) if person.kind == "human"]
        if record.owner is None or people != [record.owner]:
            raise RecordError("only a game of one person against bots can be resumed here")
        for person in record.seats:
            bots.get(bot_of(person))
        verification, recorder = Verification(game, record, language), Recorder(game, record)
        steps = list(verification.steps())
        for step in steps:
            recorder.skip(step)
        table = cls(RecordedGame.resumed(verification.history, recorder), file, seed, seconds)
        for step in steps:
            table.mark(step)
        own = [place for place, step in enumerate(steps) if table.begins(step.entry)]
        return table, steps[own[-1] :] if own else []

    # ---- what is so ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        return self.journal.game

    @property
    def state(self) -> State:
        return self.journal.state

    @property
    def people(self) -> list[Person]:
        return self.journal.record.seats

    @property
    def names(self) -> list[str]:
        return [person.name for person in self.people]

    def asks(self) -> bool:
        """The person owes a decision. Of several who do, the person is asked first."""
        return bool(self.state.waiting() >> self.seat & 1)

    def owns(self, entry: Decided | Happened) -> bool:
        return isinstance(entry, Happened) or entry.seat == self.seat

    def begins(self, entry: Entry) -> bool:
        """From here on the person has yet to be told what happened."""
        own = not isinstance(entry, Dealt | Happened) and entry.seat == self.seat
        return own or isinstance(entry, Dealt | Happened)

    # ---- what happens ----------------------------------------------------------------------------------

    def deal(self) -> list[Event]:
        return self.done(self.journal.deal_random(self.chance(0)))

    def decide(self, action: int) -> list[Event]:
        return self._decide(self.seat, action)

    def let_bot_decide(self) -> list[Event]:
        seat = seats_of(self.state.waiting())[0]
        answer = self.consult(seat)
        events = self._decide(seat, answer.action)
        return [*self.forfeited(seat, answer.fault), *events] if answer.fault else events

    def consult(self, seat: int) -> bots.Answer:
        bot = bots.get(bot_of(self.people[seat]))
        place = len(self.journal.record.rounds[-1].play) + 1
        account = bots.account(self.game, self.journal.record, seat) if bots.reads_story(bot) else bots.NOTHING
        return bots.consult(
            bot, self.state, seat, self.chance(place), account=account, seconds=self.seconds, watched=True
        )

    def forfeited(self, seat: int, fault: bots.Fault) -> list[Event]:
        """Told when a bot first fails; from then on only counted."""
        self.forfeits[seat] += 1
        if self.forfeits[seat] > 1:
            return []
        bot = bot_of(self.people[seat])
        return [Event("bot_fails", {"seat": Seat(seat), "bot": bot, "reason": Word(f"bot_{fault.name.lower()}")})]

    def chance(self, place: int) -> Rng:
        """Deals (place 0) and the bots' decisions have a stream each, so a resumed game goes on as it would have."""
        round = self.state.round + (place == 0)
        return Rng(self.seed, round << 32 | place)

    def _decide(self, seat: int, action: int) -> list[Event]:
        return self.done(self.journal.decide(seat, action))

    def announce(self, event: str) -> list[Event]:
        return self.done(self.journal.happen(event))

    def done(self, step: Step[Any]) -> list[Event]:
        self.paused = step.is_break()
        self.mark(step)
        self.save()
        return self.seen(step)

    def seen(self, step: Step[Any]) -> list[Event]:
        return [event for event in events_of(self.game, step) if event.seen_by(self.seat)]

    def save(self) -> None:
        try:
            save_files.save(self.journal.record, self.file)
        except OSError as error:
            self.unsaved = error.strerror or str(error)
        else:
            self.unsaved = ""

    # ---- taking back -----------------------------------------------------------------------------------

    def mark(self, step: Step[Any]) -> None:
        match step.entry:
            case Dealt():
                self.marks = []
            case TakenBack(_, count):
                del self.marks[-count:]
            case Decided() | Happened() as entry:
                self.marks.append(Mark(self.owns(entry), self.fixed(step, entry)))

    def fixed(self, step: Step[Any], entry: Decided | Happened) -> Event | None:
        """Something new was seen, or another player has used a card: there is no way back."""
        if any(event.reveals for event in self.seen(step)):
            return Event("undo_seen")
        if not isinstance(entry, Decided) or entry.seat == self.seat:
            return None
        used = self.game.words.cards(step.before, entry.seat, entry.action)
        return Event("undo_played", {"seat": Seat(entry.seat)}) if used else None

    def undo(self) -> Event | None:
        """Takes the person's last decision back, with all that followed; or says why not."""
        own = max((place for place, mark in enumerate(self.marks) if mark.own), default=-1)
        if own < 0:
            return Event("undo_nothing")
        for mark in reversed(self.marks[own:]):
            if mark.fixed:
                return mark.fixed
        self.journal.take_back(self.seat, len(self.marks) - own)
        del self.marks[own:]
        self.save()
        return None

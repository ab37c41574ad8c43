"""A record is written step by step as the game goes on (ALL-2), and a game can go on from its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kartarna.core.deal import Zones, read_deal, spell_deal
from kartarna.core.deck import Deck
from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.record import SEAT_EVENTS, Decision, Happening, Line, Record, RecordedPlayer, Round
from kartarna.core.state import State
from kartarna.core.step import Dealt, Decided, Entry, Happened, Note, Step, TakenBack
from kartarna.core.view import seats_of


class Recorder:
    """Writes the record of a game, given its steps."""

    def __init__(self, game: Game[Any], record: Record, together: int = 0) -> None:
        self.game = game
        self.record = record
        self.together = together  # decisions at the end of the record that were made at the same time

    def add(self, step: Step[Any]) -> None:
        match step.entry:
            case Dealt(outcome):
                self.record.rounds.append(Round(spell_deal(self.game, step.before, list(outcome))))
            case Decided(seat, action):
                notation = self.game.words.notation(step.before, seat, action)
                self._play.insert(self._place(seat), Decision(seat, notation))
                self._score(step)
            case Happened(event):
                self._play.append(Happening(event))
            case TakenBack(seat, count):
                self._take_back(seat, count)
            case Note(event, by) if event in SEAT_EVENTS:
                self._play.append(Happening(event, by))
        self.skip(step)

    def skip(self, step: Step[Any]) -> None:
        """The record has this step already."""
        match step.entry:
            case Decided():
                self.together = self.together + 1 if step.before.waiting().bit_count() > 1 else 0
            case Note("limit_reached"):
                pass
            case _:
                self.together = 0

    @property
    def _play(self) -> list[Line]:
        return self.record.rounds[-1].play

    def _place(self, seat: int) -> int:
        """Decisions made at the same time stand in seat order: who was quicker is nobody's business."""
        end = len(self._play)
        earlier = self._play[end - self.together :]
        return end - sum(1 for line in earlier if isinstance(line, Decision) and line.seat > seat)

    def _score(self, step: Step[Any]) -> None:
        if not step.is_break():
            return
        state: State = step.after
        if state.limits > step.before.limits:
            self._play.append(Happening("limit_reached"))
        seats = range(state.players)
        self.record.rounds[-1].points = [state.round_points(seat) for seat in seats]
        if state.over():
            self.record.totals = [state.total(seat) for seat in seats]
            self.record.winners = list(seats_of(state.winners()))

    def _take_back(self, seat: int, count: int) -> None:
        """What was taken back stays, and stands last, also among decisions made at the same time."""
        together = self._play[len(self._play) - self.together :]
        if count == 1:
            together.sort(key=lambda line: isinstance(line, Decision) and line.seat == seat)
        self._play[len(self._play) - self.together :] = together
        self._play.append(Happening("taken_back", seat, count))
        self.record.rounds[-1].points = self.record.totals = self.record.winners = None


class RecordedGame(History):
    """A history that is written down as it grows."""

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[RecordedPlayer],
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        owner: int | None = None,
    ) -> None:
        super().__init__(game, game.new(len(seats), options, deck))
        values = game.agreed(len(seats), options or {})
        used = deck or game.decks.standard
        self.recorder = Recorder(game, Record(game.id, len(seats), values, used.data, list(seats), owner))

    @property
    def record(self) -> Record:
        return self.recorder.record

    def add(self, step: Step[Any]) -> None:
        super().add(step)
        self.recorder.add(step)

    def deal_zones(self, zones: Zones) -> Step[Any]:
        return self.deal(read_deal(self.game, self.state, zones))

    @classmethod
    def resumed(cls, history: History, recorder: Recorder) -> RecordedGame:
        """Goes on from where a record was read to."""
        game = cls.__new__(cls)
        vars(game).update(vars(history.fork()), recorder=recorder)
        return game


def replayed(game: Game[Any], record: Record) -> RecordedGame:
    """The game of a record, brought to where it stands. Every step is checked by the rules, but no score."""
    history = History(game, game.new(record.players, record.options, game.decks.add(record.deck)))
    recorder = Recorder(game, record)
    for entry in _entries(history, record):
        recorder.skip(history.advance(entry))
    return RecordedGame.resumed(history, recorder)


def _entries(history: History, record: Record) -> Iterator[Entry]:
    for round in record.rounds:
        yield Dealt(read_deal(history.game, history.state, round.deal))
        for line in round.play:
            yield entry_of(history.game, history.state, line)


def entry_of(game: Game[Any], state: State, line: Line) -> Entry:
    """What a line of a record says, in the position where it stands."""
    match line:
        case Decision(seat, _):
            return Decided(seat, action_of(game, state, line))
        case Happening("taken_back", seat, count):
            if seat is None:
                raise RecordError("a decision is taken back, but by no seat")
            return TakenBack(seat, count or 1)
        case Happening(event, seat) if event in ("limit_reached", *SEAT_EVENTS):
            return Note(event, seat)
        case Happening(event):
            return Happened(event)


def action_of(game: Game[Any], state: State, decision: Decision) -> int:
    """The decision that a record's notation stands for, which must be written in full."""
    for action in game.words.readings(state, decision.seat, decision.notation):
        if game.words.notation(state, decision.seat, action) == decision.notation:
            return action
    raise KartarnaError(f"{decision.notation!r:.40} is not a decision of this game")

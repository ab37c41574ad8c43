"""Follows a record step by step, checks all that it tells, and says where it is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kartarna.core.deal import read_deal
from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.record import Decision, Happening, Line, Record, Round
from kartarna.core.recorder import action_of, entry_of
from kartarna.core.state import State
from kartarna.core.step import Decided, Step
from kartarna.core.view import seats_of
from kartarna.core.words import Fact, Seat, Teller


def verify(game: Game[Any], record: Record, language: str = "en") -> None:
    """ALL-2: replays a record: every deal, decision, event, point, total and winner must follow the rules."""
    for _ in follow(game, record, language):
        pass


def follow(game: Game[Any], record: Record, language: str = "en") -> Iterator[Step[Any]]:
    """A step for every deal and every line of a record; a RecordError at the first that is wrong."""
    return Verification(game, record, language).steps()


def opened(game: Game[Any], record: Record) -> State:
    """The game of a record, about to begin; its options and its deck are checked."""
    if record.game != game.id:
        raise RecordError(f"this is a record of {record.game!r:.40}, not of {game.id}")
    try:
        state: State = game.new(record.players, record.options, game.decks.add(record.deck))
    except KartarnaError as error:
        raise RecordError(f"the head of the record is wrong: {error}") from error
    return state


class Verification:
    """A record on its way through the rules; `history` is as far as it has come."""

    def __init__(self, game: Game[Any], record: Record, language: str = "en") -> None:
        self.game = game
        self.record = record
        self.history = History(game, opened(game, record))
        self.teller: Teller = game.teller(self.state, language, [person.name for person in record.seats])
        self.round = 0
        self.place = 0  # of the line in the round's play, counted from 1; 0: the deal
        self.line: Line | None = None
        self.limit_due = False  # the limit was reached, and the record has not said so yet

    @property
    def state(self) -> State:
        return self.history.state

    def steps(self) -> Iterator[Step[Any]]:
        for number, round in enumerate(self.record.rounds, 1):
            self._now(number, 0)
            yield self._deal(round)
            for place, line in enumerate(round.play, 1):
                self._now(number, place, line)
                yield self._step(line)
            self._now(number, len(round.play) + 1)
            self._check_round(round)
        self._now(0, 0)
        self._check_end()

    def _now(self, round: int, place: int, line: Line | None = None) -> None:
        self.round, self.place, self.line = round, place, line

    # ---- steps -------------------------------------------------------------------------------------

    def _deal(self, round: Round) -> Step[Any]:
        if not self.state.due():
            raise self._fault("fault_over" if self.state.over() else "fault_round_early")
        try:
            return self.history.deal(read_deal(self.game, self.state, round.deal))
        except KartarnaError as error:
            kind = "fault_deal" if self.record.finished else "fault_deal_hidden"
            raise self._fault(kind, reason=str(error)) from error

    def _step(self, line: Line) -> Step[Any]:
        if self.limit_due != (line == Happening("limit_reached")):
            raise self._fault("fault_limit_missing" if self.limit_due else "fault_limit_wrong")
        step = self._happen(line) if isinstance(line, Happening) else self.history.advance(self._legal(line))
        self.limit_due = isinstance(step.entry, Decided) and step.after.limits > step.before.limits
        return step

    def _legal(self, decision: Decision) -> Decided:
        """The decision, if the rules allow it here."""
        action = 0
        if self.state.waiting() >> decision.seat & 1:
            try:
                action = action_of(self.game, self.state, decision)
            except KartarnaError as error:
                raise self._fault("fault_unknown" if self._shows(decision.seat) else "fault_hidden") from error
        reason = self.game.refusal(self.state, decision.seat, action)
        if reason is None:
            return Decided(decision.seat, action)
        if not self._shows(decision.seat):
            raise self._fault("fault_hidden")
        raise self._fault("fault_refused", rule=self.teller.rule(reason.kind), reason=self.teller.say(reason))

    def _shows(self, seat: int) -> bool:
        """ALL-3: while a game is unfinished, an error tells its owner nothing about other hands."""
        return self.record.finished or seat == self.record.owner

    def _happen(self, happening: Happening) -> Step[Any]:
        if happening.event == "taken_back":
            self._check_taken_back(happening)
        entry = entry_of(self.game, self.state, happening)
        try:
            return self.history.advance(entry)
        except KartarnaError as error:
            raise self._fault("fault_event", event=happening.event, reason=str(error)) from error

    def _check_taken_back(self, happening: Happening) -> None:
        count, standing = happening.count or 1, self.history.standing
        if count > len(standing):
            raise self._fault("fault_taken_back", count=count, standing=len(standing))
        first = standing[-count]
        if happening.seat is None or (isinstance(first, Decided) and first.seat != happening.seat):
            raise self._fault("fault_taken_back_seat")

    # ---- scores ------------------------------------------------------------------------------------

    def _check_round(self, round: Round) -> None:
        if self.limit_due:
            raise self._fault("fault_limit_missing")
        ended = self.state.due() or self.state.over()
        points = [self.state.round_points(seat) for seat in range(self.state.players)] if ended else None
        self._compare("fault_points", round.points, points)

    def _check_end(self) -> None:
        over = self.state.over()
        seats = range(self.state.players)
        self._compare("fault_totals", self.record.totals, [self.state.total(seat) for seat in seats] if over else None)
        winners = [seat + 1 for seat in seats_of(self.state.winners())] if over else None
        told = None if self.record.winners is None else [seat + 1 for seat in self.record.winners]
        self._compare("fault_winners", told, winners)

    def _compare(self, kind: str, told: list[int] | None, right: list[int] | None) -> None:
        if told != right:
            raise self._fault(kind, told=_listed(told), right=_listed(right))

    # ---- what is wrong, and where --------------------------------------------------------------------

    def _fault(self, kind: str, **facts: Fact) -> RecordError:
        if isinstance(self.line, Decision):
            facts = {"notation": str(self.line.notation), **facts}
        return RecordError(f"{self._where()}: {self.teller.sentence(kind, facts)}")

    def _where(self) -> str:
        facts: dict[str, Fact] = {"round": self.round, "place": self.place}
        if self.round == 0:
            return self.teller.sentence("at_end")
        if isinstance(self.line, Decision):
            return self.teller.sentence("at_decision", {**facts, "seat": Seat(self.line.seat)})
        if self.line is not None:
            return self.teller.sentence("at_event", facts)
        return self.teller.sentence("at_round_end" if self.place else "at_deal", facts)


def _listed(numbers: list[int] | None) -> str:
    return "–" if numbers is None else ", ".join(str(number).replace("-", "−") for number in numbers)

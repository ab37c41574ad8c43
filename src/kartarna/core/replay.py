"""Follows a record step by step, checks all that it tells, and says where it is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kartarna.core.deal import read_deal
from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.game import Game
from kartarna.core.journal import action_of
from kartarna.core.record import SEAT_EVENTS, Decision, Entry, Happening, Record, Round
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.core.words import Event, Fact, Seat, Teller


@dataclass(frozen=True)
class Step:
    """One entry of a record: the state before it and after it."""

    game: Game[Any]
    entry: Entry | None  # None: the deal of a round
    before: State
    after: State
    action: int = -1  # of a decision

    def is_break(self) -> bool:
        """A round begins or ends here."""
        return self.before.stage != self.after.stage

    def events(self) -> list[Event]:
        match self.entry:
            case None:
                return self.game.words.dealt(self.after)
            case Decision(seat, _):
                return self.game.words.narrate(self.before, seat, self.action, self.after)
            case Happening("taken_back", seat, count):
                return [Event("taken_back", {"seat": Seat(seat or 0), "count": count or 1})]
            case Happening("limit_reached"):
                return []  # told with the decision that reached it
            case Happening(event, seat):
                return [Event(event, {} if seat is None else {"seat": Seat(seat)})]


def decided(game: Game[Any], state: State, seat: int, action: int) -> Step:
    """Carries a decision out, and keeps what was before and after."""
    before = state.clone()
    state.apply(seat, action)
    decision = Decision(seat, game.words.notation(before, seat, action))
    return Step(game, decision, before, state.clone(), action)


def verify(game: Game[Any], record: Record, language: str = "en") -> None:
    """ALL-2: replays a record: every deal, decision, event, point, total and winner must follow the rules."""
    for _ in follow(game, record, language):
        pass


def follow(game: Game[Any], record: Record, language: str = "en") -> Iterator[Step]:
    """Every step of a record in turn; a RecordError at the first that is wrong."""
    return _Follower(game, record, language).steps()


def opened(game: Game[Any], record: Record) -> State:
    """The game of a record, about to begin; its options and its deck are checked."""
    if record.game != game.id:
        raise RecordError(f"this is a record of {record.game!r:.40}, not of {game.id}")
    try:
        state: State = game.new(record.players, record.options, game.decks.add(record.deck))
    except KartarnaError as error:
        raise RecordError(f"the head of the record is wrong: {error}") from error
    return state


class _Follower:
    def __init__(self, game: Game[Any], record: Record, language: str) -> None:
        self.game = game
        self.record = record
        self.state = opened(game, record)
        self.teller: Teller = game.teller(self.state, language, [person.name for person in record.seats])
        self.round = 0
        self.place = 0  # of the entry in the round's play, counted from 1; 0: the deal
        self.entry: Entry | None = None
        self.standing: list[tuple[Entry, State]] = []  # of this round, what was not taken back, each with its before
        self.limit_due = False  # the limit was reached, and the record has not said so yet

    def steps(self) -> Iterator[Step]:
        for number, round in enumerate(self.record.rounds, 1):
            self.now(number, 0)
            yield self.deal(round)
            for place, entry in enumerate(round.play, 1):
                self.now(number, place, entry)
                yield self.step(entry)
            self.now(number, len(round.play) + 1)
            self.check_round(round)
        self.now(0, 0)
        self.check_end()

    def now(self, round: int, place: int, entry: Entry | None = None) -> None:
        self.round, self.place, self.entry = round, place, entry

    # ---- steps -------------------------------------------------------------------------------------

    def deal(self, round: Round) -> Step:
        if not self.state.due():
            raise self.fault("fault_over" if self.state.over() else "fault_round_early")
        after = self.state.clone()
        try:
            after.deal(read_deal(self.game, self.state, round.deal))
        except KartarnaError as error:
            raise self.fault(
                "fault_deal" if self.record.finished else "fault_deal_hidden", reason=str(error)
            ) from error
        self.standing = []
        return self.advance(None, after)

    def step(self, entry: Entry) -> Step:
        if self.limit_due != (entry == Happening("limit_reached")):
            raise self.fault("fault_limit_missing" if self.limit_due else "fault_limit_wrong")
        self.limit_due = False
        match entry:
            case Decision():
                return self.decide(entry)
            case Happening("taken_back"):
                return self.take_back(entry)
            case Happening("limit_reached"):
                return Step(self.game, entry, self.state, self.state)
        return Step(self.game, entry, self.state, self.state) if entry.event in SEAT_EVENTS else self.happen(entry)

    def decide(self, decision: Decision) -> Step:
        action = self.legal(decision)
        after = self.state.clone()
        after.apply(decision.seat, action)
        self.limit_due = after.limits > self.state.limits
        self.standing.append((decision, self.state))
        return self.advance(decision, after, action)

    def legal(self, decision: Decision) -> int:
        """The decision's number, if the rules allow it here."""
        action = 0
        if self.state.waiting() >> decision.seat & 1:
            try:
                action = action_of(self.game, self.state, decision)
            except KartarnaError as error:
                raise self.fault("fault_unknown" if self.shows(decision.seat) else "fault_hidden") from error
        reason = self.game.refusal(self.state, decision.seat, action)
        if reason is None:
            return action
        if not self.shows(decision.seat):
            raise self.fault("fault_hidden")
        raise self.fault("fault_refused", rule=self.teller.rule(reason.kind), reason=self.teller.say(reason))

    def shows(self, seat: int) -> bool:
        """ALL-3: while a game is unfinished, an error tells its owner nothing about other hands."""
        return self.record.finished or seat == self.record.owner

    def happen(self, happening: Happening) -> Step:
        after = self.state.clone()
        try:
            after.happen(happening.event)
        except KartarnaError as error:
            raise self.fault("fault_event", event=happening.event, reason=str(error)) from error
        self.standing.append((happening, self.state))
        return self.advance(happening, after)

    def take_back(self, happening: Happening) -> Step:
        count = happening.count or 1
        if count > len(self.standing):
            raise self.fault("fault_taken_back", count=count, standing=len(self.standing))
        first, then = self.standing[-count]
        if happening.seat is None or (isinstance(first, Decision) and first.seat != happening.seat):
            raise self.fault("fault_taken_back_seat")
        del self.standing[-count:]
        return self.advance(happening, then)

    def advance(self, entry: Entry | None, after: State, action: int = -1) -> Step:
        before, self.state = self.state, after
        return Step(self.game, entry, before, after, action)

    # ---- scores ------------------------------------------------------------------------------------

    def check_round(self, round: Round) -> None:
        if self.limit_due:
            raise self.fault("fault_limit_missing")
        ended = self.state.due() or self.state.over()
        points = [self.state.round_points(seat) for seat in range(self.state.players)] if ended else None
        self.compare("fault_points", round.points, points)

    def check_end(self) -> None:
        over = self.state.over()
        seats = range(self.state.players)
        self.compare("fault_totals", self.record.totals, [self.state.total(seat) for seat in seats] if over else None)
        winners = [seat + 1 for seat in seats_of(self.state.winners())] if over else None
        told = None if self.record.winners is None else [seat + 1 for seat in self.record.winners]
        self.compare("fault_winners", told, winners)

    def compare(self, kind: str, told: list[int] | None, right: list[int] | None) -> None:
        if told != right:
            raise self.fault(kind, told=_listed(told), right=_listed(right))

    # ---- what is wrong, and where --------------------------------------------------------------------

    def fault(self, kind: str, **facts: Fact) -> RecordError:
        if isinstance(self.entry, Decision):
            facts = {"notation": str(self.entry.notation), **facts}
        return RecordError(f"{self.where()}: {self.teller.sentence(kind, facts)}")

    def where(self) -> str:
        facts: dict[str, Fact] = {"round": self.round, "place": self.place}
        if self.round == 0:
            return self.teller.sentence("at_end")
        if isinstance(self.entry, Decision):
            return self.teller.sentence("at_decision", {**facts, "seat": Seat(self.entry.seat)})
        if self.entry is not None:
            return self.teller.sentence("at_event", facts)
        return self.teller.sentence("at_round_end" if self.place else "at_deal", facts)


def _listed(numbers: list[int] | None) -> str:
    return "–" if numbers is None else ", ".join(str(number).replace("-", "−") for number in numbers)

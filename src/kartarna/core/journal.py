"""A game with its record: every deal, decision and event is written down as it happens (ALL-2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kartarna.core.deal import Zones, read_deal, spell_deal
from kartarna.core.deck import Deck
from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.game import Game
from kartarna.core.record import SEAT_EVENTS, Decision, Happening, Person, Record, Round
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.core.words import Event


class Journal:
    """The state of a game and how it came about."""

    def __init__(
        self,
        game: Game[Any],
        seats: Sequence[Person],
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        owner: int | None = None,
    ) -> None:
        self.game = game
        self.state: State = game.new(len(seats), options, deck)
        used = deck or game.decks.standard
        values = game.checked(len(seats), options or {})
        self.record = Record(game.id, len(seats), values, used.data, list(seats), owner)
        self._together = 0  # decisions at the end of the record that were made at the same time

    @classmethod
    def like(cls, game: Game[Any], record: Record) -> Journal:
        """A fresh journal of the game that a record tells of: nothing dealt yet."""
        journal = cls(game, record.seats, record.options, game.decks.add(record.deck), record.owner)
        journal.record.generator = record.generator
        return journal

    def deal(self, outcome: list[int]) -> list[Event]:
        zones = spell_deal(self.game, self.state, outcome)
        self.state.deal(outcome)
        self.record.rounds.append(Round(zones))
        return self.game.words.dealt(self.state)

    def deal_zones(self, zones: Zones) -> list[Event]:
        return self.deal(read_deal(self.game, self.state, zones))

    def deal_random(self, rng: Rng) -> list[Event]:
        return self.deal(self.state.draw(rng))

    def decide(self, seat: int, action: int) -> list[Event]:
        """Carries a decision out, writes it down and tells what happened; an illegal one changes nothing."""
        before = self.enter(seat, action)
        return self.game.words.narrate(before, seat, action, self.state)

    def enter(self, seat: int, action: int) -> State:
        """The same for who needs no sentences, and much quicker; returns the state as it was before."""
        before = self.state.clone()
        self.state.apply(seat, action)
        self._write(before, Decision(seat, self.game.words.notation(before, seat, action)))
        self._score(before)
        return before

    def _write(self, before: State, decision: Decision) -> None:
        """Decisions made at the same time stand in seat order: who was quicker is nobody's business."""
        play = self.record.rounds[-1].play
        place = len(play)
        together = before.waiting().bit_count() > 1 or (self._together and before.round == self.state.round)
        if together:
            earlier = play[place - self._together :] if self._together else []
            place -= sum(1 for entry in earlier if isinstance(entry, Decision) and entry.seat > decision.seat)
        play.insert(place, decision)
        self._together = self._together + 1 if before.waiting().bit_count() > 1 else 0

    def _score(self, before: State) -> None:
        if before.stage == self.state.stage:
            return
        if self.state.limits > before.limits:
            self.record.rounds[-1].play.append(Happening("limit_reached"))
        seats = range(self.state.players)
        self.record.rounds[-1].points = [self.state.round_points(seat) for seat in seats]
        if self.state.over():
            self.record.totals = [self.state.total(seat) for seat in seats]
            self.record.winners = list(seats_of(self.state.winners()))

    def happen(self, event: str) -> list[Event]:
        self.state.happen(event)
        self.record.rounds[-1].play.append(Happening(event))
        return [Event(event)]

    def note(self, event: str, seat: int) -> None:
        """Something about who decides for a seat: the game itself goes on as it is."""
        self.record.rounds[-1].play.append(Happening(event, seat))
        self._together = 0

    def take_back(self, seat: int, count: int = 1) -> None:
        """Undoes the last `count` decisions of the round; the record keeps them and says so."""
        play = self.record.rounds[-1].play
        if len(effective(play)) < count:
            raise KartarnaError("there is nothing to take back in this round")
        self.record.rounds[-1].play = [*play, Happening("taken_back", seat, count)]
        self.record.rounds[-1].points = self.record.totals = self.record.winners = None
        again = replayed(self.game, self.record)
        self.state, self._together = again.state, again._together


def effective(play: Sequence[Decision | Happening]) -> list[Decision | Happening]:
    """What still holds of a round's play, after all that was taken back."""
    kept: list[Decision | Happening] = []
    for entry in play:
        if isinstance(entry, Happening) and entry.event == "taken_back":
            count = entry.count or 1
            if count > len(kept):
                raise RecordError(f"{count} decisions are taken back, there are only {len(kept)}")
            del kept[-count:]
        elif not (isinstance(entry, Happening) and entry.event in ("limit_reached", *SEAT_EVENTS)):
            kept.append(entry)
    return kept


def replayed(game: Game[Any], record: Record) -> Journal:
    """A journal brought to where the record stands; every step is checked by the rules."""
    journal = Journal.like(game, record)
    for round in record.rounds:
        journal.deal_zones(round.deal)
        for entry in effective(round.play):
            if isinstance(entry, Happening):
                journal.happen(entry.event)
            else:
                journal.decide(entry.seat, action_of(game, journal.state, entry))
    journal.record.rounds = record.rounds
    return journal


def action_of(game: Game[Any], state: State, decision: Decision) -> int:
    """The decision that a record's notation stands for, which must be written in full."""
    for action in game.words.readings(state, decision.seat, decision.notation):
        if game.words.notation(state, decision.seat, action) == decision.notation:
            return action
    raise KartarnaError(f"{decision.notation!r:.40} is not a decision of this game")

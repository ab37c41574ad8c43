"""Records that people look at: read, checked, and told step by step."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from kartarna.core.errors import DeckError, KartarnaError, OptionError, RecordError
from kartarna.core.game import Game
from kartarna.core.history import events_of
from kartarna.core.layout import describe
from kartarna.core.record import Record, Round, read
from kartarna.core.state import State
from kartarna.core.step import Decided, Step
from kartarna.core.verification import follow
from kartarna.core.view import View
from kartarna.core.words import Event, openly, seen
from kartarna.games import get
from kartarna.play.model.shuffle import check_proof
from kartarna.protocol import bodies, encoder
from kartarna.protocol.context import HouseContext
from kartarna.protocol.decks import deck_info
from kartarna.protocol.failures import Failed
from kartarna.protocol.messages import Told
from kartarna.protocol.queue import QueueLimits

LONGEST = 3000  # entries of a record: more than twice as many as any game of people has


async def read_record(context: HouseContext, address: str, text: str) -> Record:
    """A record that can be played here; if it has a deck of its own, that is known here from now on."""
    record = await asyncio.to_thread(_read, text)
    try:
        await context.admit_deck(address, record.game, record.deck)
    except DeckError as error:
        raise Failed(400, "bad_record", reason=str(error)) from error
    return record


def _read(text: str) -> Record:
    if len(text.encode()) > bodies.LONGEST_RECORD:
        raise Failed(413, "too_large", bytes=bodies.LONGEST_RECORD)
    try:
        record = read(text)
        get(record.game)
    except KartarnaError as error:
        raise Failed(400, "bad_record", reason=str(error)) from error
    if sum(len(round.play) + 1 for round in record.rounds) > LONGEST:
        raise Failed(400, "bad_record", reason=f"more than {LONGEST} entries")
    return record


def cut(record: Record, round: int | None, entry: int | None) -> Record:
    """The record up to an entry of a round (counted from 1; entry 0: the deal), as if it had stopped there."""
    if round is None:
        return record
    if round > len(record.rounds):
        raise OptionError(f"round: there are only {len(record.rounds)}")
    last = record.rounds[round - 1]
    play = last.play if entry is None else last.play[:entry]
    rounds = [*record.rounds[: round - 1], Round(last.deal, play)]
    return replace(record, rounds=rounds, totals=None, winners=None, proof=None, ended=None)


async def replay_json(
    context: HouseContext, record: Record, seat: int | None, *, open_hands: bool, yours: Sequence[int] = ()
) -> bytes:
    """A Replay, made on a thread of its own: a long game takes a while. The caller has a turn, and held `yours`."""
    if seat is not None and not 0 <= seat < record.players:
        raise OptionError(f"seat: there is no seat {seat} at a table of {record.players}")
    replayer = _Replayer(get(record.game), record, seat, context.replays.limits, open_hands=open_hands, yours=yours)
    return await asyncio.to_thread(replayer.json)  # not on those that tables are loaded on


def processor_time() -> float:
    """Of this thread; a browser's Python has but one, and no clock for it."""
    return time.thread_time() if hasattr(time, "thread_time") else time.process_time()


class _Budget:
    """What a replay may take of the processor and of the line."""

    def __init__(self, limits: QueueLimits) -> None:
        self.ends = processor_time() + limits.seconds
        self.bytes = limits.answer

    def spend(self, bytes: int = 0) -> None:
        self.bytes -= bytes
        if self.bytes < 0 or processor_time() > self.ends:
            raise Failed(413, "record_too_long")


class _Replayer:
    """Tells a record to a seat, to a spectator or, with open hands, everything."""

    budget: _Budget  # of the thread that it runs on

    def __init__(
        self,
        game: Game[Any],
        record: Record,
        seat: int | None,
        limits: QueueLimits,
        *,
        open_hands: bool,
        yours: Sequence[int],
    ) -> None:
        self.game = game
        self.record = record
        self.limits = limits
        self.seat = seat
        self.open = open_hands and seat is None
        self.yours = list(yours)
        self.encoder = encoder.UpdateEncoder(game.id)

    def json(self) -> bytes:
        self.budget = _Budget(self.limits)
        try:
            steps = list(self._steps())
            proof = self._proof([step for _, _, step in steps])
        except RecordError as error:
            raise Failed(400, "bad_record", reason=str(error)) from error
        self._check_eyes(steps)
        head = {**self._head(), "proof": proof, "layouts": self._layouts(steps) if proof == "right" else []}
        return encoder.ENCODER.encode({**head, "steps": [self._written(*step) for step in steps]})

    def _written(self, round: int, entry: int, step: Step[Any]) -> msgspec.Raw:
        written = encoder.ENCODER.encode(self._told(round, entry, step))
        self.budget.spend(len(written))
        return msgspec.Raw(written)

    def _steps(self) -> Iterator[tuple[int, int, Step[Any]]]:
        steps = follow(self.game, self.record)
        for number, round in enumerate(self.record.rounds, 1):
            for entry in range(len(round.play) + 1):
                self.budget.spend()
                yield number, entry, next(steps)
        for _ in steps:
            raise RecordError("there are more steps than entries")

    def _proof(self, steps: list[Step[Any]]) -> str:
        if self.record.proof is None:
            return "none"
        check_proof(self.game, self.record, steps)
        return "right"

    def _layouts(self, steps: list[tuple[int, int, Step[Any]]]) -> list[list[dict[str, Any]]]:
        return [describe(step.before.layout(), self.game.names(step.before)) for _, entry, step in steps if entry == 0]

    def _check_eyes(self, steps: list[tuple[int, int, Step[Any]]]) -> None:
        """Cards of an unfinished game are its owner's business. One that the table ended is over, too."""
        over = bool(self.record.ended) or (bool(steps) and steps[-1][2].after.over())
        if not over and (self.open or self.seat not in (None, self.record.owner)):
            raise Failed(403, "unfinished_record")

    def _head(self) -> dict[str, Any]:
        record = self.record
        return {
            "game": record.game,
            "players": record.players,
            "seats": [
                {"name": person.name, "human": person.kind == "human", "bot": person.bot, "free": False, "link": False}
                for person in record.seats
            ],
            "options": record.options,
            "deck": deck_info(self.game, self.game.decks.add(record.deck)),
            "finished": record.finished,
            "ended": record.ended,
            "totals": record.totals,
            "winners": record.winners,
            "parent": record.parent,
            "yours": self.yours,
        }

    def _told(self, round: int, entry: int, step: Step[Any]) -> dict[str, Any]:
        return {
            "round": round,
            "entry": entry,
            "seat": step.entry.seat if isinstance(step.entry, Decided) else None,
            "events": self._events(events_of(self.game, step)),
            "view": encoder.view(self._view(step.after)),
        }

    def _events(self, events: list[Event]) -> list[Told]:
        if self.open:
            return [self.encoder.told(event, seat) for event, seat in openly(events, self.record.players)]
        return [self.encoder.told(event) for event in seen(events, self.seat)]

    def _view(self, state: State) -> View:
        """With open hands every zone is as the seat sees it that sees most of it."""
        common = self.game.view(state, self.seat)
        if not self.open:
            return common
        seats = [self.game.view(state, seat) for seat in range(state.players)]
        return common._replace(
            zones=tuple(
                min((view.zone(zone.name, zone.seat) for view in seats), key=lambda found: found.hidden)
                for zone in common.zones
            ),
        )

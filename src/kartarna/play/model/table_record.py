"""The record of a table, and the story of its game, from its log: the game is played once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kartarna.core.record import Record, RecordedPlayer, read
from kartarna.core.recorder import Recorder
from kartarna.core.step import Step
from kartarna.core.verification import follow
from kartarna.play.model.effects import position
from kartarna.play.model.table import Table
from kartarna.play.storage.log import Row


def record_of(id: str, rows: Iterable[Row]) -> Record:
    return recorded(id, rows)[1]


def recorded(id: str, rows: Iterable[Row]) -> tuple[Table, Record]:
    """With everything that was taken back, every stand-in, and the proof of the shuffle."""
    table = Table(id)
    rows = iter(rows)
    recorder = _recorder(table, next(rows))
    for step in _steps(table, rows):
        recorder.add(step)
    record = recorder.record
    record.seats = [
        RecordedPlayer(chair.name, "human") if chair.person is not None else RecordedPlayer(name, "bot", chair.bot)
        for chair, name in zip(table.chairs, table.names(), strict=True)
    ]
    record.ended = None if table.ended in (None, "over") else table.ended
    if table.ceremony is not None and not table.arranged:
        record.proof = {**table.ceremony.proof(), "aborted": table.aborted}
    return table, record


def _recorder(table: Table, opening: Row) -> Recorder:
    table.follow(opening)
    start = opening.data.get("start")
    if start is not None:
        record = read(start)
        record.parent, record.owner = table.parent, None
        return Recorder(table.game, record, position(start).recorder.together)
    game, players = table.game, table.players
    options = game.agreed(players, table.settings.options)
    return Recorder(game, Record(game.id, players, options, game.deck_of(table.state).data, []))


def game_steps(id: str, rows: Iterable[Row]) -> Iterator[Step[Any]]:
    """Every step of a table's game, with those of the record that it started from."""
    table = Table(id)
    rows = iter(rows)
    opening = next(rows)
    table.follow(opening)
    if "start" in opening.data:
        yield from follow(table.game, read(opening.data["start"]))
    yield from _steps(table, rows)


def _steps(table: Table, rows: Iterable[Row]) -> Iterator[Step[Any]]:
    for row in rows:
        if (step := table.follow(row)) and step.after.round:
            yield step

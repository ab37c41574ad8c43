"""The log of a table: rows that are only ever added. What is not in it has not happened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from kartarna.play.storage.database import Conflict, Database, Execute, Gone
from kartarna.play.storage.schema import EPOCH

LastRow = tuple[int, float]  # its number and its time: no two stories of a table have both in common


class Row(NamedTuple):
    """One thing that happened at a table. `(table, seq)` is unique, and so is `(table, seat, message)`."""

    seq: int
    at: float  # seconds since 1970; never runs backwards within a table
    kind: str
    seat: int | None = None
    message: str | None = None  # the id that the seat's client gave it: a retry is known by it
    data: dict[str, Any] = {}  # noqa: RUF012 – never changed: a row is as it was stored


@dataclass(frozen=True)
class Summary:
    """What lists of tables need to know without reading the log."""

    table: str
    game: str
    phase: str
    public: bool
    created: float
    people: tuple[str, ...]  # who sits there


ADD = "INSERT INTO log (table_id, seq, at, kind, seat, message, data) VALUES (?, ?, ?, ?, ?, ?, ?)"
ADD_FIRST = """INSERT INTO log (table_id, seq, at, kind, seat, message, data)
    SELECT ?, ?, ?, ?, CAST(? AS INTEGER), CAST(? AS TEXT), ?
    WHERE (? = 1 OR EXISTS (SELECT 1 FROM log WHERE table_id = ? AND seq = ?))
    AND EXISTS (SELECT 1 FROM epoch WHERE value = ?) RETURNING seq"""
READ = "SELECT seq, at, kind, seat, message, data FROM log WHERE table_id = ? AND seq > ? ORDER BY seq"
LAST_ROWS = """SELECT t.id, l.seq, l.at FROM tables t JOIN log l ON l.table_id = t.id
    WHERE l.seq = (SELECT MAX(seq) FROM log WHERE table_id = t.id) AND t.id IN ({})"""
SUMMARY = """INSERT INTO tables (id, game, phase, public, created) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public"""


@dataclass(frozen=True)
class Append:
    """Rows of one table on their way into the log."""

    rows: list[tuple[Any, ...]]  # as the columns of the log
    summary: Summary | None
    epoch: str
    announce: Callable[[Execute, str, int], None]

    def __call__(self, execute: Execute) -> None:
        table, first, *_ = self.rows[0]
        if not execute(ADD_FIRST, *self.rows[0], first, table, first - 1, self.epoch):
            raise Gone(table)
        for row in self.rows[1:]:
            execute(ADD, *row)
        if self.summary:
            _summarise(execute, self.summary)
        self.announce(execute, table, self.rows[-1][1])


class Log:
    """The logs of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def append(
        self, table: str, rows: Sequence[Row], summary: Summary | None = None, epoch: str = EPOCH
    ) -> Awaitable[None]:
        """Done when the rows are durable: all of them, or none.

        Conflict: a number is taken. Gone: the row before the first is not there. StorageError: the disk.
        """
        values = [(table, row.seq, row.at, row.kind, row.seat, row.message, _packed(row.data)) for row in rows]
        return self.database.write(Append(values, summary, epoch, self.database.announce), table, Conflict, Gone)

    async def epoch(self) -> str:
        """Changes when a backup is restored."""
        return await self.database.read(_epoch)

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        return await self.database.read(lambda execute: _rows(execute, table, after))

    async def last_rows(self, tables: Sequence[str]) -> dict[str, LastRow]:
        """By table, of those that are still there."""
        if not tables:
            return {}
        sql = LAST_ROWS.format(", ".join("?" * len(tables)))
        return {id: (seq, at) for id, seq, at in await self.database.read(lambda execute: execute(sql, *tables))}

    async def load(self, table: str) -> tuple[str, list[Row], dict[str, float]]:
        """At one moment: the epoch, the whole log of a table, and when its people were last seen."""
        return await self.database.read(
            lambda execute: (_epoch(execute), _rows(execute, table, 0), _last_seen(execute, table))
        )

    async def tables(self, *, phases: Sequence[str], public: bool = False) -> list[tuple[str, str, str]]:
        """(table, game, phase) of the tables in these phases, the newest first."""
        marks = ", ".join("?" * len(phases))
        only = "AND public = 1" if public else ""
        sql = f"SELECT id, game, phase FROM tables WHERE phase IN ({marks}) {only} ORDER BY created DESC LIMIT 1000"  # noqa: S608
        return [tuple(row) for row in await self.database.read(lambda execute: execute(sql, *phases))]

    async def tables_of(self, person: str) -> list[tuple[str, str, str]]:
        """(table, game, phase) of all tables where someone sits or sat, the newest first."""
        sql = """SELECT t.id, t.game, t.phase FROM seated s JOIN tables t ON t.id = s.table_id
                 WHERE s.person = ? ORDER BY t.created DESC LIMIT 1000"""
        return [tuple(row) for row in await self.database.read(lambda execute: execute(sql, person))]

    async def saw(self, seen: Sequence[tuple[str, str, float]]) -> None:
        """(table, person, until): who is connected to a table at least until then, or was."""

        def work(execute: Execute) -> None:
            for table, person, at in seen:
                execute(
                    "INSERT INTO seen (table_id, person, at) VALUES (?, ?, ?)"
                    " ON CONFLICT (table_id, person) DO UPDATE SET at = excluded.at",
                    table,
                    person,
                    at,
                )
            for table in sorted({table for table, _, _ in seen}):
                self.database.announce(execute, table, 0)

        await self.database.write(work, min((table for table, _, _ in seen), default=""))

    async def last_seen(self, table: str) -> dict[str, float]:
        return await self.database.read(lambda execute: _last_seen(execute, table))


def _rows(execute: Execute, table: str, after: int) -> list[Row]:
    found = execute(READ, table, after)
    facts = msgspec.json.decode(f"[{','.join(row[-1] for row in found)}]")  # all at once: a log may be long
    return [Row._make((*row[:-1], data)) for row, data in zip(found, facts, strict=True)]


def _packed(data: dict[str, Any]) -> str:
    return msgspec.json.encode(data).decode()


def _epoch(execute: Execute) -> str:
    found = execute("SELECT value FROM epoch")
    return str(found[0][0]) if found else ""


def _last_seen(execute: Execute, table: str) -> dict[str, float]:
    return dict(execute("SELECT person, at FROM seen WHERE table_id = ?", table))


def _summarise(execute: Execute, summary: Summary) -> None:
    execute(SUMMARY, summary.table, summary.game, summary.phase, int(summary.public), summary.created)
    execute("DELETE FROM seated WHERE table_id = ?", summary.table)
    for person in sorted(set(summary.people)):
        execute("INSERT INTO seated (person, table_id) VALUES (?, ?)", person, summary.table)

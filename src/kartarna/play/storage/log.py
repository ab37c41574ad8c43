"""The log of a table: rows that are only ever added. What is not in it has not happened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec

from kartarna.play.storage.database import Conflict, Database, Execute, Gone, Work
from kartarna.play.storage.news import Follows, write_news
from kartarna.play.storage.schema import EPOCH

TOGETHER = 200  # tables in one piece of news: it has 8,000 bytes
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
# The invariant of a log: rows are only added to the row before them, in the epoch that the table was read in.
CONTINUES = """({before} = 0 OR EXISTS (SELECT 1 FROM log WHERE table_id = {table} AND seq = {before}))
    AND EXISTS (SELECT 1 FROM epoch WHERE value = {epoch})"""
ADD_FIRST = f"""INSERT INTO log (table_id, seq, at, kind, seat, message, data)
    SELECT ?, ?, ?, ?, CAST(? AS INTEGER), CAST(? AS TEXT), ?
    WHERE {CONTINUES.format(before="?", table="?", epoch="?")} RETURNING seq"""
# Of a row that does not continue its log the table is left out: that is refused, with all other rows.
ADD_TOGETHER = f"""INSERT INTO log (table_id, seq, at, kind, seat, message, data)
    SELECT CASE WHEN {CONTINUES.format(before="column8", table="column1", epoch="column9")} THEN column1 END,
    column2, column3, column4, CAST(column5 AS INTEGER), column6, column7 FROM (VALUES {{rows}}) AS added"""  # noqa: S608
UNTOUCHED = """SELECT t.id FROM tables t WHERE t.phase = ? AND
    (SELECT l.at FROM log l WHERE l.table_id = t.id ORDER BY l.seq DESC LIMIT 1) < ? AND
    NOT EXISTS (SELECT 1 FROM seen s WHERE s.table_id = t.id AND s.at > ?)"""
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
    announce: Callable[[Execute, str, int], None] | None  # None: no other process has the table

    def __call__(self, execute: Execute) -> None:
        table, first, *_ = self.rows[0]
        if not execute(ADD_FIRST, *self.rows[0], first - 1, table, first - 1, self.epoch):
            raise Gone(table)
        for row in self.rows[1:]:
            execute(ADD, *row)
        if self.summary:
            _summarise(execute, self.summary)
        if self.announce:
            self.announce(execute, table, self.rows[-1][1])


def append_together(execute: Execute, works: Sequence[Work[Any]]) -> bool:
    """All rows of all tables in one statement, if there is nothing else to do and nothing is in the way."""
    appends = [work for work in works if isinstance(work, Append) and work.summary is None and work.announce is None]
    if len(appends) < len(works):
        return False
    rows = [(*row, append.rows[0][1] - 1, append.epoch) for append in appends for row in append.rows]
    marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * len(rows))
    execute(ADD_TOGETHER.format(rows=marks), *chain.from_iterable(rows))
    return True


class Log:
    """The logs of all tables in one database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def append(
        self,
        table: str,
        rows: Sequence[Row],
        summary: Summary | None = None,
        epoch: str = EPOCH,
        *,
        announced: bool = True,
    ) -> Awaitable[None]:
        """Done when the rows are durable: all of them, or none.

        Other processes are told of them if they are `announced`.
        Conflict: a number is taken. Gone: the row before the first is not there. StorageError: the disk.
        """
        values = [(table, row.seq, row.at, row.kind, row.seat, row.message, _packed(row.data)) for row in rows]
        announce = self.database.announce if announced and self.database.shared else None
        return self.database.write(Append(values, summary, epoch, announce), table, Conflict, Gone)

    def wait(self) -> Awaitable[None]:
        """Until all that was to be stored before is stored, or has failed."""
        return self.database.write(lambda _: None)

    async def announce(self, seqs: Mapping[str, int]) -> None:
        """Tells other processes how far these tables are (0: look who is there)."""

        def work(execute: Execute) -> None:
            for table, seq in seqs.items():
                self.database.announce(execute, table, seq)

        await self.database.write(work)

    async def ask_for(self, tables: Sequence[str]) -> None:
        """Other processes that have one of these tables are to tell what happens there."""

        def work(execute: Execute) -> None:
            for start in range(0, len(tables), TOGETHER):
                self.database.spread(execute, write_news(Follows(tuple(tables[start : start + TOGETHER]))))

        if tables and self.database.shared:
            await self.database.write(work)

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

    async def count(self) -> int:
        """Of all tables."""
        return int((await self.database.read(lambda execute: execute("SELECT COUNT(*) FROM tables")))[0][0])

    async def untouched(self, phase: str, since: float, now: float) -> list[str]:
        """The tables in this phase where nothing has happened since then, and nobody is now."""
        return [table for (table,) in await self.database.read(lambda execute: execute(UNTOUCHED, phase, since, now))]

    async def saw(self, seen: Sequence[tuple[str, str, float]], alone: AbstractSet[str] = frozenset()) -> None:
        """(table, person, until): who is connected to a table at least until then, or was. Nobody else has those in
        `alone`."""

        def work(execute: Execute) -> None:
            for table, person, at in seen:
                execute(
                    "INSERT INTO seen (table_id, person, at) VALUES (?, ?, ?)"
                    " ON CONFLICT (table_id, person) DO UPDATE SET at = excluded.at",
                    table,
                    person,
                    at,
                )
            for table in sorted({table for table, _, _ in seen} - alone):
                self.database.announce(execute, table, 0)

        await self.database.write(work, min((table for table, _, _ in seen), default=""))

    async def check_writable(self) -> None:
        """A StorageError if nothing can be stored: a full disk is still read well. Leaves nothing behind."""

        def work(execute: Execute) -> None:
            probe = uuid4().hex
            execute("INSERT INTO seen (table_id, person, at) VALUES (?, ?, 0)", probe, probe)
            execute("DELETE FROM seen WHERE table_id = ?", probe)

        await self.database.write(work)

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

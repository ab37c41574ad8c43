"""The one writer of a table's log in this process.

Nothing is shown before it is stored: `write` checks, appends to the log, waits until that is durable,
and only then changes the table and tells everyone. If another process was quicker, it reads what
happened and checks again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from kartarna.play.errors import NoSuchTable, NotStored, Refused
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.table import Table
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Conflict, Gone, StorageError
from kartarna.play.storage.log import Log, Row, Summary

ROSTER = frozenset({"opened", "sat", "filled", "left", "swapped", "passed_on", "dealt", "ended"})


@dataclass(frozen=True)
class Draft:
    """A row to be, before it has a number and a time."""

    kind: str
    seat: int | None = None
    message: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


class Known(Exception):
    """This message was carried out before, as this row: it is answered, not carried out again."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


Make = Callable[[], list[Draft]]


class Writer(ABC):
    def __init__(self, table: Table, log: Log, services: Services, epoch: str) -> None:
        self.table = table
        self.epoch = epoch  # of the log that this table was read from
        self.gone = False  # the log is no longer that one
        self.log = log
        self.services = services
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.unsure = False  # the log may hold more than this table

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def playing(self) -> bool:
        return self.table.phase == PLAYING

    @abstractmethod
    def _take(self, row: Row) -> None:
        """The row is durable: the table changes, and everyone is told."""

    async def write(self, make: Make) -> int:
        """Carries out what `make` drafts from the table as it is then; returns the number of the last row."""
        async with self.lock:
            fresh = not self.log.database.shared
            while True:
                if self.unsure:
                    await self._read_on()
                try:
                    drafts = make()
                except Known as known:
                    return known.seq
                except Refused:
                    if fresh:
                        raise
                    await self._read_on()  # another process may have written what makes it right
                    fresh = True
                    continue
                rows = self.numbered(drafts)
                try:
                    if rows:
                        await self._append(rows)
                except Conflict:
                    await self._read_on()
                    continue
                for row in rows:
                    self._take(row)
                return self.table.seq

    async def _append(self, rows: list[Row]) -> None:
        storing = asyncio.ensure_future(self.log.append(self.id, rows, self._summary(rows), self.epoch))
        try:
            await asyncio.shield(storing)
        except Conflict:
            raise
        except Gone as error:
            self.gone = True
            raise NoSuchTable from error
        except StorageError as error:
            self.doubt()
            raise NotStored from error
        except asyncio.CancelledError:
            storing.add_done_callback(self._stored_late)  # whoever asked has gone away, the row is on its way
            raise

    def _summary(self, rows: list[Row]) -> Summary | None:
        """Of the table after these rows, if they change what the lists of tables show."""
        later = {"dealt"} if self.playing else set()  # the first deal starts the table, the others show nowhere
        if not any(row.kind in ROSTER - later for row in rows):
            return None
        after = self.table.fork()
        for row in rows:
            after.follow(row)
        return after.summary()

    def _stored_late(self, storing: asyncio.Future[None]) -> None:
        if not storing.cancelled():
            storing.exception()
        self.doubt()

    def doubt(self) -> None:
        """The log may hold more than this table knows: it is read before anything else is done."""
        self.unsure = True
        self.changed.set()

    def numbered(self, drafts: Iterable[Draft]) -> list[Row]:
        at = max(self.services.time.now(), self.table.at)
        return [
            Row(seq, at, draft.kind, draft.seat, draft.message, draft.data)
            for seq, draft in enumerate(drafts, self.table.seq + 1)
        ]

    async def read_on(self) -> None:
        """Another process has added to the log."""
        async with self.lock:
            await self._read_on()

    async def _read_on(self) -> None:
        try:
            rows = await self.log.rows(self.id, self.table.seq)
        except StorageError as error:
            raise NotStored from error
        for row in rows:
            self._take(row)
        self.unsure = False

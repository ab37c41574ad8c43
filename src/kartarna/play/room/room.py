"""A room is a table in memory: the one writer of its log in this process, and who is there to be told.

Nothing is shown before it is stored: `write` checks, appends to the log, waits until that is durable,
and only then changes the table and tells everyone. If another process was quicker, it reads what
happened and checks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec

from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.play.commands import consent, decide, fair_shuffle, membership
from kartarna.play.commands.checks import Known, check_seat
from kartarna.play.errors import NoSuchTable, NotStored, Refused
from kartarna.play.model.draft import Draft
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.table import Table
from kartarna.play.model.updates import News, Update, news, sync, update
from kartarna.play.room.services import Services
from kartarna.play.room.session import Deliver, Session
from kartarna.play.room.threads import run_in_thread
from kartarna.play.storage.database import Conflict, Gone, StorageError
from kartarna.play.storage.log import Log, Row, Summary
from kartarna.play.tokens import hashed, new_token

LONGEST_GAP = 500  # rows that a returning client may have missed; after that it gets the present state
PRESENCE = 45.0  # seconds that a heartbeat counts
ROSTER = frozenset({"opened", "sat", "filled", "left", "swapped", "passed_on", "dealt", "ended"})

P = ParamSpec("P")


class Room:
    def __init__(self, table: Table, log: Log, services: Services, epoch: str) -> None:
        self.table = table
        self.log = log
        self.services = services
        self.epoch = epoch  # of the log that this table was read from
        self.gone = False  # the log is no longer that one
        self.unsure = False  # the log may hold more than this table
        self.lock = asyncio.Lock()
        self.changed = asyncio.Event()
        self.callers = 0  # who is about to come in, or to write
        self.sessions: list[Session] = []  # the newest last
        self.seen: dict[str, float] = {}  # when each person was last connected, here or elsewhere
        self.came_or_went: set[str] = set()  # other processes are still to be told

    @classmethod
    async def load(cls, id: str, log: Log, services: Services) -> Room:
        epoch, rows, seen = await log.load(id)
        room = cls(await run_in_thread(Table.load, id, rows), log, services, epoch)
        room.seen = seen
        return room

    @property
    def id(self) -> str:
        return self.table.id

    def needed(self) -> bool:
        """Someone is here, or on the way in: the house keeps the room, unless it is of the past."""
        return not self.gone and (bool(self.sessions) or self.callers > 0)

    @contextmanager
    def _called(self) -> Iterator[None]:
        """From before the first wait: whoever waits in a room that is let go would be left in it."""
        self.callers += 1
        try:
            yield
        finally:
            self.callers -= 1

    # ---- writing ---------------------------------------------------------------------------------------

    async def do(self, command: Callable[Concatenate[Table, P], list[Draft]], *args: P.args, **kwargs: P.kwargs) -> int:
        """Carries out a command at this table."""
        return await self.write(lambda: command(self.table, *args, **kwargs))

    async def write(self, make: Callable[[], list[Draft]]) -> int:
        """Carries out what `make` drafts from the table as it is then; returns the number of the last row."""
        with self._called():
            async with self.lock:
                try:
                    await self._write(make)
                except Known as known:
                    return known.seq
                return self.table.seq

    async def _write(self, make: Callable[[], list[Draft]]) -> None:
        while True:
            drafts = await self._drafted(make)
            rows = self._numbered(drafts)
            try:
                if rows:
                    await self._append(rows)
            except Conflict:
                await self._read_on()
                continue
            for row, draft in zip(rows, drafts, strict=True):
                self._take(row, draft.step)
            return

    async def _drafted(self, make: Callable[[], list[Draft]]) -> list[Draft]:
        if self.unsure:
            await self._read_on()
        try:
            return make()
        except Refused:
            if not self.log.database.shared:
                raise
        await self._read_on()  # another process may have written what makes it right
        return make()

    def _numbered(self, drafts: Iterable[Draft]) -> list[Row]:
        at = max(self.services.time.now(), self.table.at)
        return [draft.row(seq, at) for seq, draft in enumerate(drafts, self.table.seq + 1)]

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
        later = (
            {"dealt"} if self.table.phase == PLAYING else set()
        )  # the first deal starts the table, the others show nowhere
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

    # ---- telling ------------------------------------------------------------------------------------------

    def _take(self, row: Row, step: Step[Any] | None = None) -> None:
        """The row is durable: the table changes, and everyone is told."""
        change = self.table.apply(row, step)
        if self.sessions:
            self._tell(news(self.table, change))
            if row.kind not in ("dealt", "decided"):
                self._dismiss(row)
        if row.kind != "decided" or self.table.timer.runs or self.table.automatic():
            self.changed.set()  # else nobody has to be woken: there is neither bot nor clock

    def _tell(self, news: News) -> None:
        updates: dict[int | None, Update] = {}
        for session in tuple(self.sessions):
            eyes = session.audience(self.table)
            if eyes not in updates:
                updates[eyes] = update(self.table, news, eyes)
            session.cover_if_done(self.table)  # before it is told: with the update goes whose cards it sees from now on
            session.deliver(updates[eyes])

    def _dismiss(self, row: Row) -> None:
        """Ends the connections of those who may no longer look."""
        forgotten = row.data["person"] if row.kind == "forgotten" else ""
        for session in tuple(self.sessions):
            if session.person == forgotten or not self._welcome(session):
                self.detach(session)
                session.dismiss()

    # ---- commands that need more than the table ----------------------------------------------------------

    async def submit(self, person: str, seat: int, message: str, seq: int, action: int) -> int:
        """A decision, in answer to what the seat was asked at row `seq`. Returns its row; a retry gets the same one.

        Raises NotYourSeat, OutOfTurn, Stale, Illegal or NotStored, and nothing has changed then.
        """
        await self.do(decide.decide, person, seat, message, seq, action, self.deal)
        return self.table.known[seat, message]

    def deal(self, table: Table, state: State) -> list[int]:
        return self.services.dealer(table, state, self.services.entropy)

    async def reveal(self, person: str, seat: int, part: bytes) -> int:
        return await self.do(fair_shuffle.reveal, person, seat, part, self.deal)

    async def join(self, person: str, name: str, secret: str | None = None, seat: int | None = None) -> int:
        """Returns the seat that the person now has."""
        await self.do(membership.join, person, name, secret, seat)
        return self.table.seats_held(person)[0]

    async def renew_link(self, person: str) -> str:
        """Returns the secret of the new link."""
        secret = new_token(self.services.entropy)
        await self.do(membership.renew_link, person, hashed(secret))
        return secret

    async def ask_stand_in(self, person: str, seat: int, absent: int) -> int:
        check_seat(self.table, absent)
        other = self.table.chairs[absent].person
        return await self.do(consent.ask_stand_in, person, seat, absent, self.away(other) if other else 0.0)

    # ---- connections -----------------------------------------------------------------------------------

    async def attach(self, person: str | None, deliver: Deliver, last: int | None = None) -> Session:
        """A connection: it is told what it missed since update `last` (or what can be seen), then all that comes."""
        session = Session(person, deliver, None if self._belongs(person) else self.table.link)
        with self._called():
            async with self.lock:
                return await self._attach(session, last)

    async def _attach(self, session: Session, last: int | None) -> Session:
        if self.unsure:
            await self._read_on()
        if not self._welcome(session):
            raise NoSuchTable if self.table.settings.spectators else Refused("no_spectators")
        for missed in await self._missed(last, session.audience(self.table)):
            session.deliver(missed)
        self.sessions.append(session)
        self.came_or_went.update({session.person} if session.person else ())
        self.changed.set()
        return session

    def _welcome(self, session: Session) -> bool:
        """Who belongs here; others where spectators are, at a private table as long as their link is good."""
        settings = self.table.settings
        may_watch = settings.spectators and (settings.public or session.link == self.table.link)
        return self._belongs(session.person) or may_watch

    def _belongs(self, person: str | None) -> bool:
        return person is not None and (person == self.table.host or bool(self.table.seats_held(person)))

    async def _missed(self, last: int | None, eyes: int | None) -> list[Update]:
        table = self.table
        if last == table.seq:
            return []
        if last is None or not max(1, table.seq - LONGEST_GAP) <= last <= table.seq:
            return [sync(table, eyes)]
        rows = await self.log.rows(self.id)
        then = await run_in_thread(Table.load, self.id, rows[:last])
        return [update(then, news(then, then.apply(row)), eyes) for row in rows[last : table.seq]]

    def detach(self, session: Session) -> None:
        if session in self.sessions:
            self.sessions.remove(session)
            if session.person:
                self.seen[session.person] = self.services.time.now()
                self.came_or_went.add(session.person)
        self.changed.set()

    def lift(self, session: Session, seat: int) -> None:
        """Hot seat: from now on this connection sees the table as this seat."""
        session.lift(self.table, seat)
        session.deliver(sync(self.table, seat))

    def cover(self, session: Session) -> None:
        session.cover()
        session.deliver(sync(self.table, session.audience(self.table)))

    def acts(self, session: Session) -> bool:
        """Of several tabs of one person the newest acts, the others follow."""
        return next((other for other in reversed(self.sessions) if other.person == session.person), None) is session

    # ---- who is there ------------------------------------------------------------------------------------

    def connected(self) -> set[str]:
        """To this process."""
        return {session.person for session in self.sessions if session.person}

    def there(self) -> set[str]:
        """To any process: `seen` reaches into the future for those who are connected elsewhere."""
        now = self.services.time.now()
        return self.connected() | {person for person, until in self.seen.items() if until > now}

    @property
    def awake(self) -> bool:
        """While no human of the table is connected, it sleeps."""
        return bool(self.connected() & {*(chair.person for chair in self.table.chairs), self.table.host})

    def away_since(self, person: str) -> float | None:
        """None while connected."""
        return None if person in self.there() else self.seen.get(person, self.table.created)

    def away(self, person: str) -> float:
        """For how many seconds; 0 while connected."""
        since = self.away_since(person)
        return 0.0 if since is None else self.services.time.now() - since

    def presence(self, person: str) -> tuple[str, str, float]:
        """As the log stores it: connected at least until then, or gone since."""
        now = self.services.time.now()
        return self.id, person, now + PRESENCE if person in self.connected() else now

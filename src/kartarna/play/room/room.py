"""A room is a table in memory: the one writer of its log in this process, and who is there to be told.

Nothing is shown before it is stored: `write` checks, appends to the log, waits until that is durable,
and only then changes the table and tells everyone. If another process was quicker, it reads what
happened and checks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar

from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.play.commands import consent, decide, fair_shuffle, membership
from kartarna.play.commands.checks import Known, check_seat
from kartarna.play.commands.hints import take_hint
from kartarna.play.errors import NoSuchTable, NotStored, Refused
from kartarna.play.model.draft import Draft
from kartarna.play.model.past import Past, past
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.table import Table
from kartarna.play.model.updates import News, Update, news, sync, update
from kartarna.play.room.hints import Hints
from kartarna.play.room.services import Services
from kartarna.play.room.session import Deliver, Session
from kartarna.play.room.table_clock import TableClock
from kartarna.play.room.threads import run_in_thread
from kartarna.play.storage.database import Conflict, Gone, StorageError
from kartarna.play.storage.log import Log, Row, Summary
from kartarna.play.tokens import hashed, new_token

LONGEST_GAP = 100  # rows that a returning client may have missed; after that it gets the present state
PRESENCE = 45.0  # seconds that a heartbeat counts
SHARED = 45.0  # seconds after which a process that was not heard of again has let the table go
ROSTER = frozenset({"opened", "sat", "filled", "left", "swapped", "passed_on", "gave_up", "dealt", "ended"})
LATER_ROSTER = ROSTER - {"dealt"}  # the first deal starts the table, the others show nowhere

P = ParamSpec("P")
T = TypeVar("T")


class Callers:
    """Who is about to come in, or to write. From before the first wait: whoever waits in a room that is let go would be
    left in it."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> None:
        self.count += 1

    def __exit__(self, *_: object) -> None:
        self.count -= 1


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
        self.callers = Callers()
        self.sessions: list[Session] = []  # the newest last
        self.clock = TableClock(services.time, table.at)
        self.shared_until = 0.0
        self.hear_of_others()
        self.hints = Hints(table, services, self._mark_hint)
        self.seen: dict[str, float] = {}  # when each person was last connected, here or elsewhere
        self.seen_before: dict[str, float] = {}  # the same as the log told it, in the time of the wall clock
        self.came_or_went: set[str] = set()  # other processes are still to be told

    @classmethod
    async def load(cls, id: str, log: Log, services: Services) -> Room:
        epoch, rows, seen = await log.load(id)
        room = cls(await run_in_thread(Table.load, id, rows), log, services, epoch)
        room.hear_of(seen)
        return room

    @property
    def id(self) -> str:
        return self.table.id

    def needed(self) -> bool:
        """Someone is here, or on the way in: the house keeps the room, unless it is of the past."""
        return not self.gone and (bool(self.sessions) or self.callers.count > 0)

    def hear_of_others(self) -> None:
        """Another process has this table, too, or may have: it is told what happens here, for a while at least."""
        self.shared_until = self.services.time.monotonic() + SHARED

    @property
    def alone(self) -> bool:
        """Whichever other process loads the table says so, and again and again as long as it has it."""
        return self.services.time.monotonic() > self.shared_until

    # ---- writing ---------------------------------------------------------------------------------------

    async def do(self, command: Callable[Concatenate[Table, P], list[Draft]], *args: P.args, **kwargs: P.kwargs) -> int:
        """Carries out a command at this table."""
        return await self.write(lambda: command(self.table, *args, **kwargs))

    async def write(self, make: Callable[[], list[Draft]]) -> int:
        """Carries out what `make` drafts from the table as it is then; returns the number of the last row."""
        with self.callers:
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
        at = max(self.clock.now(), self.table.at)
        return [draft.row(seq, at) for seq, draft in enumerate(drafts, self.table.seq + 1)]

    async def _append(self, rows: list[Row]) -> None:
        try:
            await self._store(rows)
        except Conflict:
            raise
        except Gone as error:
            self.gone = True
            raise NoSuchTable from error
        except StorageError as error:
            self.doubt()
            raise NotStored from error
        except asyncio.CancelledError:
            behind = asyncio.ensure_future(self.log.wait())  # whoever asked has gone away, the row is on its way
            behind.add_done_callback(self._stored_late)
            raise

    def _store(self, rows: list[Row]) -> Awaitable[None]:
        return self.log.append(self.id, rows, self._summary(rows), self.epoch, announced=not self.alone)

    def _summary(self, rows: list[Row]) -> Summary | None:
        """Of the table after these rows, if they change what the lists of tables show."""
        shown = LATER_ROSTER if self.table.phase == PLAYING else ROSTER
        if shown.isdisjoint([row.kind for row in rows]):
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
        with self.callers:
            async with self.lock:
                await self._read_on()

    async def _read_on(self) -> None:
        try:
            rows = await self.log.rows(self.id, self.table.seq)
        except StorageError as error:
            raise NotStored from error
        for row in rows:
            self.clock.follow(row.at)
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
        if row.kind != "decided" or self.table.timer.runs or self.table.automatic() or self.table.interval:
            self.changed.set()  # else nobody has to be woken: there is neither bot nor clock nor a deal to come

    def _tell(self, news: News) -> None:
        table = self.table
        updates: dict[int | None, Update] = {}
        for session in tuple(self.sessions):
            eyes = session.audience(table)
            told = updates.get(eyes)
            if told is None:
                told = updates[eyes] = update(table, news, eyes)
            session.cover_if_done(table)  # before it is told: with the update goes whose cards it sees from now on
            session.deliver(told)

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
        await self.do(decide.decide, person, seat, message, seq, action)
        return self.table.known[seat, message].seq

    async def _mark_hint(self, person: str, seat: int) -> int:
        return await self.do(take_hint, person, seat)

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

    async def nudge(self, person: str, seat: int, absent: int) -> int:
        return await self.do(consent.nudge, person, seat, absent, self.clock.now())

    # ---- connections -----------------------------------------------------------------------------------

    async def attach(self, person: str | None, deliver: Deliver, last: int | None = None) -> Session:
        """A connection: it is told what it missed since update `last` (or what can be seen), then all that comes."""
        session = Session(person, deliver, None if self.belongs(person) else self.table.link)
        with self.callers:
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
        table = self.table
        may_watch = table.settings.spectators and (table.public or session.link == table.link)
        return self.belongs(session.person) or may_watch

    def belongs(self, person: str | None) -> bool:
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

    async def past(self, session: Session, write: Callable[[Past], T], *, whole: bool) -> T:
        """What has happened so far, as far as this connection may know it now; `write` is called on a thread, too."""
        while True:
            eyes = session.audience(self.table)
            rows = (await self.log.rows(self.id))[: self.table.seq]  # what was not told yet comes as an update
            written = await run_in_thread(_written, write, self.id, rows, eyes, whole=whole)
            if session.audience(self.table) == eyes:  # else the curtain has fallen meanwhile
                return written

    def detach(self, session: Session) -> None:
        if session in self.sessions:
            self.sessions.remove(session)
            if session.person:
                self.seen[session.person] = self.clock.now()
                self.came_or_went.add(session.person)
        self.changed.set()

    def lift_curtain(self, session: Session, seat: int) -> None:
        """Hot seat: from now on this connection sees the table as this seat."""
        session.lift_curtain(self.table, seat)
        session.deliver(sync(self.table, seat))

    def drop_curtain(self, session: Session) -> None:
        session.drop_curtain()
        session.deliver(sync(self.table, session.audience(self.table)))

    def acts(self, session: Session) -> bool:
        """Of several tabs of one person the newest acts, the others follow."""
        for other in reversed(self.sessions):
            if other.person == session.person:
                return other is session
        return False

    # ---- who is there ------------------------------------------------------------------------------------

    def connected(self) -> set[str]:
        """To this process."""
        return {session.person for session in self.sessions if session.person}

    def hear_of(self, seen: dict[str, float]) -> None:
        """When people were last connected, as the log has it. What it had before is not measured again: the wall clock
        may have been set since."""
        for person, at in seen.items():
            if self.seen_before.get(person) != at:
                self.seen[person] = min(self.clock.from_wall(at), self.clock.now() + PRESENCE)
        self.seen_before = seen

    def there(self) -> set[str]:
        """To any process: `seen` reaches into the future for those who are connected elsewhere."""
        now = self.clock.now()
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
        return 0.0 if since is None else self.clock.now() - since

    def presence(self, person: str) -> tuple[str, str, float]:
        """As the log is to store it: connected at least until then, or gone since."""
        now = self.services.time.now()
        self.seen_before[person] = now + PRESENCE if person in self.connected() else now
        return self.id, person, self.seen_before[person]


def _written(write: Callable[[Past], T], id: str, rows: list[Row], eyes: int | None, *, whole: bool) -> T:
    return write(past(id, rows, eyes, whole=whole))

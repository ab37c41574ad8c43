"""A room is a table with people in it: what they may decide, what they are told, and who is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kartarna.core.words import Event
from kartarna.play.errors import (
    Illegal,
    NoSuchSeat,
    NoSuchTable,
    NotYourSeat,
    OutOfTurn,
    Refused,
    Stale,
    WrongPhase,
)
from kartarna.play.model.table import Table
from kartarna.play.model.updates import News, Update, news, sync, update
from kartarna.play.room.services import Services
from kartarna.play.room.session import Deliver, Session
from kartarna.play.room.threads import run_in_thread
from kartarna.play.room.writer import Draft, Known, Make, Writer
from kartarna.play.storage.log import Log, Row

LONGEST_GAP = 500  # rows that a returning client may have missed; after that it gets the present state
PRESENCE = 45.0  # seconds that a heartbeat counts


class Room(Writer):
    def __init__(self, table: Table, log: Log, services: Services, epoch: str) -> None:
        super().__init__(table, log, services, epoch)
        self.sessions: list[Session] = []  # the newest last
        self.seen: dict[str, float] = {}  # when each person was last connected, here or elsewhere
        self.came_or_went: set[str] = set()  # other processes are still to be told
        self.callers = 0  # who is about to come in, or to write

    @classmethod
    async def load(cls, id: str, log: Log, services: Services) -> Room:
        epoch, rows, seen = await log.load(id)
        room = cls(await run_in_thread(Table.load, id, rows), log, services, epoch)
        room.seen = seen
        return room

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

    async def write(self, make: Make) -> int:
        with self._called():
            return await super().write(make)

    def _take(self, row: Row) -> None:
        """The row is durable: the table changes, and everyone is told."""
        change = self.table.apply(row)
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

    # ---- decisions -----------------------------------------------------------------------------------

    async def submit(self, person: str, seat: int, message: str, seq: int, action: int) -> int:
        """A decision, in answer to what the seat was asked at row `seq`. Returns its row; a retry gets the same one.

        Raises NotYourSeat, OutOfTurn, Stale, Illegal or NotStored, and nothing has changed then.
        """

        def make() -> list[Draft]:
            self.check_new(person, seat, message)
            self._check_owed(seat, seq)
            self._check_legal(seat, action)
            back = [Draft("returned", seat)] if self.table.chairs[seat].stand_in else []
            return [*back, *self.decision(seat, action, "human", message)]

        await self.write(make)
        return self.table.known[seat, message]

    def check_new(self, person: str | None, seat: int, message: str | None) -> None:
        """Whoever asks holds the seat, and has not sent this very message before. A bot's seat is nobody's."""
        if person is None or seat not in self.table.seats_held(person):
            raise NotYourSeat
        if message is not None and (known := self.table.known.get((seat, message))):
            raise Known(known)

    def check_seat(self, *seats: int) -> None:
        if not all(0 <= seat < self.table.players for seat in seats):
            raise NoSuchSeat

    def check_phase(self, *phases: str) -> None:
        if self.table.phase not in phases:
            raise WrongPhase

    def _check_owed(self, seat: int, seq: int) -> None:
        """Another seat's choice at the same time does not make a question stale; a new question does."""
        asked = self.table.asked[seat]
        if not asked or self.table.chairs[seat].resigned:
            raise OutOfTurn
        if not asked <= seq <= self.table.seq:
            raise Stale

    def _check_legal(self, seat: int, action: int) -> None:
        if not 0 <= action < self.table.state.ACTIONS:
            raise Illegal(Event("no_such_decision"))
        if reason := self.table.game.refusal(self.table.state, seat, action):
            raise Illegal(reason)

    def decision(self, seat: int, action: int, by: str, message: str | None = None) -> list[Draft]:
        """A legal decision with what follows at once: the next deal, or the end."""
        after = self.table.state.clone()
        after.apply(seat, action)
        drafts = [Draft("decided", seat, message, {"action": action, "by": by})]
        if after.due():
            drafts.append(Draft("dealt", data={"outcome": self.deal(after)}))
        if after.over():
            drafts.append(Draft("ended", data={"how": "over"}))
        return drafts

    def deal(self, state: Any) -> list[int]:
        return self.services.dealer(self.table, state, self.services.entropy)

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

    def presence(self, person: str) -> tuple[str, str, float]:
        """As the log stores it: connected at least until then, or gone since."""
        now = self.services.time.now()
        return self.id, person, now + PRESENCE if person in self.connected() else now

"""The house: all tables of this process. Tables are loaded when someone comes, and leave memory when all have gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from kartarna.core.errors import KartarnaError
from kartarna.core.record import Record
from kartarna.play.commands import membership
from kartarna.play.commands.checks import check_phase
from kartarna.play.errors import NoSuchTable, Running, WrongPhase
from kartarna.play.model import first_row
from kartarna.play.model.draft import Draft
from kartarna.play.model.phases import FINISHED, OPEN, SHUFFLING
from kartarna.play.model.settings import Settings
from kartarna.play.model.table import Table
from kartarna.play.model.table_record import recorded
from kartarna.play.people import People
from kartarna.play.room.room import Room
from kartarna.play.room.runner import Runner
from kartarna.play.room.services import Services
from kartarna.play.room.threads import run_in_thread
from kartarna.play.storage.database import Database, StorageError
from kartarna.play.storage.log import Log
from kartarna.play.storage.news import Follows, News, read_news
from kartarna.play.storage.replay_links import ReplayLinks
from kartarna.play.tokens import hashed, new_id, new_token

HEARTBEAT = 20.0


class House:
    def __init__(self, database: Database, services: Services | None = None, mark: str = "") -> None:
        self.database = database
        self.mark = mark  # before the names of its tables
        self.log = Log(database)
        self.services = services or Services()
        self.people = People(database, self.services)
        self.replay_links = ReplayLinks(database)
        self.rooms: dict[str, Room] = {}
        self.runners: dict[str, Runner] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.unwiped = True  # what was deleted, perhaps before a crash, may still be in the database's files
        self.learners: list[Callable[[str, News], None]] = []  # of what other processes spread
        database.listen(self._heard, self._learn)

    async def open(
        self,
        settings: Settings,
        person: str,
        name: str,
        start: Record | None = None,
        parent: Record | None = None,
        deck: dict[str, Any] | None = None,
    ) -> tuple[Room, str]:
        """A new table, and the secret of its link. With `start` it goes on from where that record stops;
        `parent` is the whole record if that one was cut from it. `deck` is one that the host has brought along."""
        settings.checked()
        secret = new_token(self.services.entropy)
        data = first_row.of_settings(settings, person, name, hashed(secret))
        if deck is not None:
            data |= first_row.own_deck(settings, deck)
        if start is not None:
            data |= await run_in_thread(first_row.from_position, settings, start, parent or start)
        return await self._found(self._new_table(), data), secret

    def _new_table(self) -> str:
        return self.mark + new_id(self.services.entropy)

    async def _found(self, id: str, data: dict[str, Any]) -> Room:
        """Opens the table, unless someone else has just opened it."""
        room = Room(Table(id), self.log, self.services, await self.log.epoch())
        await room.write(lambda: [] if room.table.seq else [Draft("opened", data=data)])
        return self._admit(room)

    def _admit(self, room: Room) -> Room:
        if room.id not in self.rooms:
            self.rooms[room.id] = room
            self.runners[room.id] = Runner(room)
            self._run(self.log.ask_for([room.id]))
        return self.rooms[room.id]

    async def room(self, id: str) -> Room:
        """The room of a table, loaded from its log if need be."""
        if not id.isalnum():
            raise NoSuchTable  # a database may choke on such a name
        if id in self.rooms and self.rooms[id].gone:
            await self._let_go(id)
        while id not in self.rooms:  # it may be let go before whoever waits for it goes on
            if id not in self.loading:
                self.loading[id] = asyncio.create_task(self._load(id))
            try:
                await asyncio.shield(self.loading[id])
            finally:
                if id in self.loading and self.loading[id].done():
                    del self.loading[id]
        return self.rooms[id]

    async def room_for(self, id: str, person: str | None) -> Room:
        """The same; a stranger is looked up again, who may have sat down at another process just now."""
        room = await self.room(id)
        if self.database.shared and not room.belongs(person):
            await room.read_on()
        return room

    async def _load(self, id: str) -> Room:
        room = await Room.load(id, self.log, self.services)
        if room.table.seq == 0:
            raise NoSuchTable
        room.doubt()  # nobody told it what was added while it was put together
        return self._admit(room)

    # ---- after the game ------------------------------------------------------------------------------------

    async def rematch(self, room: Room, person: str) -> Room:
        """The same people at a new table, the next seat starts; whoever asks second gets the same table.

        One that was closed before it began does not count."""
        table = room.table
        if table.phase != FINISHED or not table.seats_held(person):
            raise Running
        fresh = await self._asked_again(room, person, None)
        return fresh if fresh.table.ended != "closed" else await self._asked_again(room, person, fresh.id)

    async def has_rematch(self, room: Room) -> bool:
        """Somebody has asked for one, and its table is there and was not closed."""
        if room.table.rematch is None:
            return False
        try:
            return (await self.room(room.table.rematch)).table.ended != "closed"
        except NoSuchTable:
            return False  # nobody came, and it was deleted

    async def _asked_again(self, room: Room, person: str, instead: str | None) -> Room:
        """The table that was asked for; it is asked for now if there is none, or none but the one to replace."""
        table, fresh = room.table, self._new_table()
        asked = Draft("rematched", table.seats_held(person)[0], data={"table": fresh})
        await room.write(lambda: [asked] if table.rematch == instead else [])
        id = str(table.rematch)
        return self.rooms.get(id) or await self._found(id, await self._again(room.id))

    async def _again(self, id: str) -> dict[str, Any]:
        return await run_in_thread(first_row.of_rematch, id, await self.log.rows(id))

    async def decline_rematch(self, room: Room, person: str) -> None:
        """Whoever asked for it withdraws it, and its table is closed; all others give up their seats there."""
        table = room.table
        if table.rematch is None or not table.seats_held(person):
            raise WrongPhase
        fresh = await self.room(table.rematch)
        check_phase(fresh.table, OPEN, SHUFFLING)
        if table.rematch_by in table.seats_held(person):
            await fresh.do(membership.close, fresh.table.host)
            await room.write(lambda: [Draft("rematched", table.rematch_by, data={"table": None})])
        else:
            for seat in fresh.table.seats_held(person):
                await fresh.do(membership.leave, person, seat)

    async def record(self, id: str) -> Record:
        """Of a finished game; of a running one nobody gets it, the host included."""
        if id in self.rooms and self.rooms[id].table.phase != FINISHED:
            raise Running
        rows = await self.log.rows(id)
        if not rows:
            raise NoSuchTable
        table, record = await run_in_thread(recorded, id, rows)
        if table.phase != FINISHED:
            raise Running
        return record

    async def replay_link(self, room: Room, person: str) -> str:
        """The secret of a link that shows this finished game to whoever has it; for people of the table only."""
        if person != room.table.host and not room.table.seats_held(person):
            raise NoSuchTable
        if room.table.phase != FINISHED:
            raise Running
        fresh, now = new_token(self.services.entropy), self.services.time.now()
        return await self.replay_links.give(room.id, person, fresh, now)

    async def forget(self, person: str) -> None:
        """Deletes all that is stored about a person; at running tables a bot plays on, from all the name goes."""
        tables = await self.people.forget(person)
        self.unwiped = True
        for table in tables:
            if table in self.rooms:
                await self.rooms[table].read_on()

    # ---- keeping house -------------------------------------------------------------------------------------

    async def heartbeat(self) -> None:
        """Every 20 seconds: says who is connected, and lets go of rooms that nobody needs, or that are of the past."""
        epoch = await self.log.epoch()
        for room in self.rooms.values():
            room.gone |= room.epoch != epoch  # a backup was restored: whoever is connected comes again
        seen = [room.presence(person) for room in self.rooms.values() for person in room.connected()]
        if seen:
            await self.log.saw(seen, {room.id for room in self.rooms.values() if room.alone})
        await self.log.ask_for([room.id for room in self.rooms.values() if room.needed()])
        for id in list(self.rooms):
            await self._let_go(id)

    async def keep_beating(self) -> None:
        """For the server: runs until cancelled."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self.heartbeat()
            except StorageError:
                continue  # the next one will tell

    async def unload(self, id: str) -> None:
        room = self.rooms.get(id)
        await self._stop(id)
        if room is not None and self.rooms.get(id) is room:  # else it was loaded anew meanwhile
            del self.rooms[id]

    async def _let_go(self, id: str) -> None:
        """Unloads a room that nobody needs, unless someone comes in just then."""
        room = self.rooms.get(id)
        if room is None or room.needed():
            return
        await self._stop(id)
        if self.rooms.get(id) is not room:
            return  # it was loaded anew meanwhile
        if room.needed():
            self.runners[id] = Runner(room)
        else:
            del self.rooms[id]

    async def _stop(self, id: str) -> None:
        if runner := self.runners.pop(id, None):
            await runner.close()

    async def close(self) -> None:
        """Stops bots and clocks; what was stored is stored. The database is the caller's."""
        for id in list(self.rooms):
            await self.unload(id)
        self.services.thinkers.close()

    def _heard(self, table: str, seq: int) -> None:
        """Another process has added to a log (0: someone came or went there; no table: news may have been missed)."""
        if not table:
            for other in self.rooms.values():
                other.hear_of_others()
                other.doubt()
        room = self.rooms.get(table)
        if room is None:
            return
        room.hear_of_others()
        if not room.needed():
            self._run(self._let_go(table))  # whoever asks for it next loads it
        elif seq == 0 or seq > room.table.seq:
            self._run(self._follow(room, seq))
        elif seq < room.table.seq:
            self._run(self.log.announce({table: room.table.seq}))

    def _learn(self, process: str, text: str) -> None:
        news = read_news(text)
        if isinstance(news, Follows):
            self._tell_followers([self.rooms[table] for table in news.tables if table in self.rooms])
        for learner in self.learners:
            learner(process, news)

    def _tell_followers(self, rooms: list[Room]) -> None:
        """What was written before they asked was not announced."""
        for room in rooms:
            room.hear_of_others()
        if rooms:
            self._run(self.log.announce({room.id: room.table.seq for room in rooms if room.needed()}))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(self._try(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    @staticmethod
    async def _try(work: Coroutine[None, None, None]) -> None:
        with suppress(StorageError):  # it is told again with the next heartbeat
            await work

    async def _follow(self, room: Room, seq: int) -> None:
        try:
            if seq == 0:
                room.hear_of(await self.log.last_seen(room.id))
                room.changed.set()
            else:
                await room.read_on()
        except (KartarnaError, StorageError):
            room.doubt()

"""People without accounts: a browser has a token, a token belongs to a person, a person sits at tables."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from kartarna.play.model.names import clean_name
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Database, StorageError
from kartarna.play.storage.deletion import forget_person
from kartarna.play.storage.people import NewToken, PeopleStorage
from kartarna.play.tokens import hashed, hashed_phrase, new_id, new_phrase, new_token

MOVE_SECONDS = 600  # how long a move link lives
SEEN_AGAIN = 3600.0  # seconds after which it is worth a write that a device was here


@dataclass(frozen=True)
class Person:
    id: str
    name: str


@dataclass(frozen=True)
class Device:
    token: str  # its hash
    name: str
    seen: float  # to the hour

    @property
    def id(self) -> str:
        """Names it to its owner, and says nothing of the token."""
        return hashed(f"device {self.token}")[:16]


class People:
    def __init__(self, database: Database, services: Services) -> None:
        self.database = database
        self.storage = PeopleStorage(database)
        self.services = services

    def _token(self, device: str) -> tuple[str, NewToken]:
        token = new_token(self.services.entropy)
        return token, NewToken(hashed(token), self.services.time.now(), device)

    async def welcome(self, name: str, device: str = "") -> tuple[Person, str]:
        """Someone new, with the token that their browser keeps."""
        person = Person(new_id(self.services.entropy), clean_name(name))
        token, stored = self._token(device)
        await self.storage.add(person.id, person.name, stored)
        return person, token

    async def who(self, token: str) -> Person | None:
        found = await self.storage.with_token(hashed(token))
        if found is None:
            return None
        id, name, seen = found
        now = self.services.time.now()
        if now - seen > SEEN_AGAIN:
            with suppress(StorageError):  # the next time will do
                await self.storage.saw_token(hashed(token), now)
        return Person(id, name)

    async def rename(self, person: str, name: str) -> str:
        """The tables where they sit must be told too: `membership.rename`."""
        cleaned = clean_name(name)
        await self.storage.rename(person, cleaned)
        return cleaned

    # ---- other devices, and lost ones --------------------------------------------------------------------

    async def move_link(self, person: str) -> str:
        """A secret that takes the person to another device: once, within ten minutes."""
        secret, now = new_token(self.services.entropy), self.services.time.now()
        await self.storage.set_move(person, hashed(secret), now + MOVE_SECONDS, now)
        return secret

    async def move(self, secret: str, device: str = "") -> str | None:
        """A token for the new device; None if the link is wrong, used or too old."""
        token, stored = self._token(device)
        used = await self.storage.use_move(hashed(secret), stored, stored.at + MOVE_SECONDS)
        return token if used else None

    async def recovery_phrase(self, person: str) -> str:
        """A new phrase, which replaces any older one."""
        phrase = new_phrase(self.services.entropy)
        await self.storage.set_phrase(person, hashed_phrase(phrase))
        return phrase

    async def recover(self, phrase: str, device: str = "") -> str | None:
        """A token for whoever knows the phrase."""
        token, stored = self._token(device)
        return token if await self.storage.use_phrase(hashed_phrase(phrase), stored) else None

    # ---- devices -----------------------------------------------------------------------------------------

    async def devices(self, person: str) -> list[Device]:
        """The one that was here last comes first."""
        return [Device(*found) for found in await self.storage.tokens_of(person)]

    async def sign_out(self, person: str, tokens: Sequence[str]) -> None:
        """The devices that have these tokens (their hashes)."""
        await self.storage.drop_tokens(person, tokens)

    # ---- being forgotten -----------------------------------------------------------------------------------

    async def forget(self, person: str) -> list[str]:
        """Deletes all that is stored about a person; returns the tables that are to read it."""
        return await forget_person(self.database, person, self.services.time.now())

    async def forget_name(self, name: str) -> int:
        """Forgets everyone of this name; returns how many there were."""
        found = await self.storage.named(name)
        for person in found:
            await self.forget(person)
        return len(found)

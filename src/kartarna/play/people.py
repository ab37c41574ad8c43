"""People without accounts: a browser has a token, a token belongs to a person, a person sits at tables."""

from __future__ import annotations

from dataclasses import dataclass

from kartarna.play.model.names import clean_name
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Database
from kartarna.play.storage.deletion import forget_person
from kartarna.play.storage.people import PeopleStorage
from kartarna.play.tokens import hashed, hashed_phrase, new_id, new_phrase, new_token

MOVE_SECONDS = 600  # how long a move link lives


@dataclass(frozen=True)
class Person:
    id: str
    name: str


class People:
    def __init__(self, database: Database, services: Services) -> None:
        self.database = database
        self.storage = PeopleStorage(database)
        self.services = services

    def _token(self) -> tuple[str, float]:
        return new_token(self.services.entropy), self.services.time.now()

    async def welcome(self, name: str) -> tuple[Person, str]:
        """Someone new, with the token that their browser keeps."""
        person = Person(new_id(self.services.entropy), clean_name(name))
        token, now = self._token()
        await self.storage.add(person.id, person.name, hashed(token), now)
        return person, token

    async def who(self, token: str) -> Person | None:
        found = await self.storage.with_token(hashed(token))
        return Person(*found) if found else None

    async def rename(self, person: str, name: str) -> str:
        """The tables where they sit must be told too: `membership.rename`."""
        cleaned = clean_name(name)
        await self.storage.rename(person, cleaned)
        return cleaned

    # ---- other devices, and lost ones --------------------------------------------------------------------

    async def move_link(self, person: str) -> str:
        """A secret that takes the person to another device: once, within ten minutes."""
        secret, now = self._token()
        await self.storage.set_move(person, hashed(secret), now + MOVE_SECONDS, now)
        return secret

    async def move(self, secret: str) -> str | None:
        """A token for the new device; None if the link is wrong, used or too old."""
        token, now = self._token()
        return token if await self.storage.use_move(hashed(secret), hashed(token), now) else None

    async def recovery_phrase(self, person: str) -> str:
        """A new phrase, which replaces any older one."""
        phrase = new_phrase(self.services.entropy)
        await self.storage.set_phrase(person, hashed_phrase(phrase))
        return phrase

    async def recover(self, phrase: str) -> str | None:
        """A token for whoever knows the phrase."""
        token, now = self._token()
        return token if await self.storage.use_phrase(hashed_phrase(phrase), hashed(token), now) else None

    async def sign_out(self, token: str) -> None:
        await self.storage.drop_token(hashed(token))

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

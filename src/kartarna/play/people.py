"""People without accounts: a browser has a token, a token belongs to a person, a person sits at tables."""

from __future__ import annotations

from dataclasses import dataclass

from kartarna.play.model.names import clean_name
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Database, Execute
from kartarna.play.storage.deletion import forget_person
from kartarna.play.tokens import hashed, hashed_phrase, new_id, new_phrase, new_token

MOVE_SECONDS = 600  # how long a move link lives


@dataclass(frozen=True)
class Person:
    id: str
    name: str


class People:
    def __init__(self, database: Database, services: Services) -> None:
        self.database = database
        self.services = services

    async def welcome(self, name: str) -> tuple[Person, str]:
        """Someone new, with the token that their browser keeps."""
        person = Person(new_id(self.services.entropy), clean_name(name))
        token, now = new_token(self.services.entropy), self.services.time.now()

        def work(execute: Execute) -> None:
            execute("INSERT INTO people (id, name, created) VALUES (?, ?, ?)", person.id, person.name, now)
            _give_token(execute, token, person.id, now)

        await self.database.write(work)
        return person, token

    async def who(self, token: str) -> Person | None:
        sql = "SELECT p.id, p.name FROM tokens t JOIN people p ON p.id = t.person WHERE t.hash = ?"
        found = await self.database.read(lambda execute: execute(sql, hashed(token)))
        return Person(*found[0]) if found else None

    async def rename(self, person: str, name: str) -> str:
        """The tables where they sit must be told too: `seating.rename`."""
        cleaned = clean_name(name)
        await self.database.write(lambda execute: execute("UPDATE people SET name = ? WHERE id = ?", cleaned, person))
        return cleaned

    # ---- other devices, and lost ones --------------------------------------------------------------------

    async def move_link(self, person: str) -> str:
        """A secret that takes the person to another device: once, within ten minutes."""
        secret, expires = new_token(self.services.entropy), self.services.time.now() + MOVE_SECONDS

        def work(execute: Execute) -> None:
            execute("DELETE FROM moves WHERE person = ? OR expires < ?", person, self.services.time.now())
            execute("INSERT INTO moves (hash, person, expires) VALUES (?, ?, ?)", hashed(secret), person, expires)

        await self.database.write(work)
        return secret

    async def move(self, secret: str) -> str | None:
        """A token for the new device; None if the link is wrong, used or too old."""
        now, token = self.services.time.now(), new_token(self.services.entropy)

        def work(execute: Execute) -> bool:
            found = execute("DELETE FROM moves WHERE hash = ? AND expires >= ? RETURNING person", hashed(secret), now)
            if found:
                _give_token(execute, token, found[0][0], now)
            return bool(found)

        return token if await self.database.write(work) else None

    async def recovery_phrase(self, person: str) -> str:
        """A new phrase, which replaces any older one."""
        phrase = new_phrase(self.services.entropy)
        sql = "UPDATE people SET phrase = ? WHERE id = ?"
        await self.database.write(lambda execute: execute(sql, hashed_phrase(phrase), person))
        return phrase

    async def recover(self, phrase: str) -> str | None:
        """A token for whoever knows the phrase."""
        now, token = self.services.time.now(), new_token(self.services.entropy)

        def work(execute: Execute) -> bool:
            found = execute("SELECT id FROM people WHERE phrase = ?", hashed_phrase(phrase))
            if found:
                _give_token(execute, token, found[0][0], now)
            return bool(found)

        return token if await self.database.write(work) else None

    async def sign_out(self, token: str) -> None:
        await self.database.write(lambda execute: execute("DELETE FROM tokens WHERE hash = ?", hashed(token)))

    # ---- being forgotten -----------------------------------------------------------------------------------

    async def forget(self, person: str) -> list[str]:
        """Deletes all that is stored about a person; returns the tables that are to read it."""
        return await forget_person(self.database, person, self.services.time.now())

    async def forget_name(self, name: str) -> int:
        """Forgets everyone of this name; returns how many there were."""
        found = await self.database.read(lambda execute: execute("SELECT id FROM people WHERE name = ?", name))
        for (person,) in found:
            await self.forget(person)
        return len(found)


def _give_token(execute: Execute, token: str, person: str, now: float) -> None:
    execute("INSERT INTO tokens (hash, person, created) VALUES (?, ?, ?)", hashed(token), person, now)

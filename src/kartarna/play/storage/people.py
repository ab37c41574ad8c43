"""People, their tokens and the ways back in, as the database keeps them: of every secret only a hash."""

from __future__ import annotations

from kartarna.play.storage.database import Database, Execute


class PeopleStorage:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: str, name: str, token: str, now: float) -> None:
        def work(execute: Execute) -> None:
            execute("INSERT INTO people (id, name, created) VALUES (?, ?, ?)", person, name, now)
            _give_token(execute, token, person, now)

        await self.database.write(work)

    async def with_token(self, token: str) -> tuple[str, str] | None:
        """The id and the name of whoever has this token."""
        sql = "SELECT p.id, p.name FROM tokens t JOIN people p ON p.id = t.person WHERE t.hash = ?"
        found = await self.database.read(lambda execute: execute(sql, token))
        return (found[0][0], found[0][1]) if found else None

    async def named(self, name: str) -> list[str]:
        found = await self.database.read(lambda execute: execute("SELECT id FROM people WHERE name = ?", name))
        return [person for (person,) in found]

    async def rename(self, person: str, name: str) -> None:
        await self.database.write(lambda execute: execute("UPDATE people SET name = ? WHERE id = ?", name, person))

    async def set_phrase(self, person: str, phrase: str) -> None:
        await self.database.write(lambda execute: execute("UPDATE people SET phrase = ? WHERE id = ?", phrase, person))

    async def set_move(self, person: str, secret: str, expires: float, now: float) -> None:
        """In place of an older one; those that are too old go, too."""

        def work(execute: Execute) -> None:
            execute("DELETE FROM moves WHERE person = ? OR expires < ?", person, now)
            execute("INSERT INTO moves (hash, person, expires) VALUES (?, ?, ?)", secret, person, expires)

        await self.database.write(work)

    async def use_move(self, secret: str, token: str, now: float) -> bool:
        """Gives its person this token, and is gone; False: there is no such move, or it is too old."""

        def work(execute: Execute) -> bool:
            found = execute("DELETE FROM moves WHERE hash = ? AND expires >= ? RETURNING person", secret, now)
            return _give_first(execute, found, token, now)

        return await self.database.write(work)

    async def use_phrase(self, phrase: str, token: str, now: float) -> bool:
        def work(execute: Execute) -> bool:
            return _give_first(execute, execute("SELECT id FROM people WHERE phrase = ?", phrase), token, now)

        return await self.database.write(work)

    async def drop_token(self, token: str) -> None:
        await self.database.write(lambda execute: execute("DELETE FROM tokens WHERE hash = ?", token))


def _give_first(execute: Execute, found: list[tuple[str]], token: str, now: float) -> bool:
    if found:
        _give_token(execute, token, found[0][0], now)
    return bool(found)


def _give_token(execute: Execute, token: str, person: str, now: float) -> None:
    execute("INSERT INTO tokens (hash, person, created) VALUES (?, ?, ?)", token, person, now)

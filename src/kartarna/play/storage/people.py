"""People, their tokens and the ways back in, as the database keeps them: of every secret only a hash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kartarna.play.storage.database import Database, Execute
from kartarna.play.storage.news import SignedOut, write_news


class NewToken(NamedTuple):
    hash: str
    at: float
    device: str  # what the browser says it is


class PeopleStorage:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: str, name: str, token: NewToken) -> None:
        def work(execute: Execute) -> None:
            execute("INSERT INTO people (id, name, created) VALUES (?, ?, ?)", person, name, token.at)
            _give_token(execute, token, person)

        await self.database.write(work)

    async def with_token(self, token: str) -> tuple[str, str, float] | None:
        """The id and the name of whoever has this token, and when it was last seen."""
        sql = "SELECT p.id, p.name, t.seen FROM tokens t JOIN people p ON p.id = t.person WHERE t.hash = ?"
        found = await self.database.read(lambda execute: execute(sql, token))
        return (found[0][0], found[0][1], found[0][2]) if found else None

    async def saw_token(self, token: str, now: float) -> None:
        await self.database.write(lambda execute: execute("UPDATE tokens SET seen = ? WHERE hash = ?", now, token))

    async def tokens_of(self, person: str) -> list[tuple[str, str, float]]:
        """(hash, device, last seen), the latest first."""
        sql = "SELECT hash, device, seen FROM tokens WHERE person = ? ORDER BY seen DESC, hash"
        return [tuple(row) for row in await self.database.read(lambda execute: execute(sql, person))]

    async def known_tokens(self, tokens: Sequence[str]) -> set[str]:
        """Those of these that are still known."""
        sql = f"SELECT hash FROM tokens WHERE hash IN ({', '.join('?' * len(tokens))})"  # noqa: S608
        return {hash for (hash,) in await self.database.read(lambda execute: execute(sql, *tokens))}

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

    async def use_move(self, secret: str, token: NewToken, latest: float) -> bool:
        """Gives its person this token, and is gone; False: there is no such move, or it is too old. `latest`: when
        one would expire that is made now; one that says later was made before the clock was set back."""

        def work(execute: Execute) -> bool:
            sql = "DELETE FROM moves WHERE hash = ? AND expires BETWEEN ? AND ? RETURNING person"
            found = execute(sql, secret, token.at, latest)
            return _give_first(execute, found, token)

        return await self.database.write(work)

    async def use_phrase(self, phrase: str, token: NewToken) -> bool:
        def work(execute: Execute) -> bool:
            return _give_first(execute, execute("SELECT id FROM people WHERE phrase = ?", phrase), token)

        return await self.database.write(work)

    async def drop_tokens(self, person: str, tokens: Sequence[str]) -> None:
        """Signs these devices out, at all processes; a link that is on its way to another device is void, too."""

        def work(execute: Execute) -> None:
            for token in tokens:
                execute("DELETE FROM tokens WHERE hash = ? AND person = ?", token, person)
                self.database.spread(execute, write_news(SignedOut(person, token)))
            execute("DELETE FROM moves WHERE person = ?", person)

        await self.database.write(work)


def _give_first(execute: Execute, found: list[tuple[str]], token: NewToken) -> bool:
    if found:
        _give_token(execute, token, found[0][0])
    return bool(found)


def _give_token(execute: Execute, token: NewToken, person: str) -> None:
    sql = "INSERT INTO tokens (hash, person, created, device, seen) VALUES (?, ?, ?, ?, ?)"
    execute(sql, token.hash, person, token.at, token.device, token.at)

"""Links by which people of a table show its finished game to anyone.

They are kept as they are, not as hashes: who can read them here can read the log of the game itself, and whoever asks
again gets the same link.
"""

from __future__ import annotations

from hmac import compare_digest

from kartarna.play.storage.database import Database, Execute

ADD = """INSERT INTO replay_links (table_id, person, secret, created) VALUES (?, ?, ?, ?)
    ON CONFLICT (table_id, person) DO NOTHING"""


class ReplayLinks:
    def __init__(self, database: Database) -> None:
        self.database = database

    async def give(self, table: str, person: str, secret: str, now: float) -> str:
        """The secret of this person's link: the new one, unless there is one already."""

        def work(execute: Execute) -> str:
            execute(ADD, table, person, secret, now)
            sql = "SELECT secret FROM replay_links WHERE table_id = ? AND person = ?"
            return str(execute(sql, table, person)[0][0])

        return await self.database.write(work, table)

    async def withdraw(self, table: str, person: str) -> None:
        sql = "DELETE FROM replay_links WHERE table_id = ? AND person = ?"
        await self.database.write(lambda execute: execute(sql, table, person), table)

    async def opens(self, table: str, secret: str) -> bool:
        sql = "SELECT secret FROM replay_links WHERE table_id = ?"
        found = await self.database.read(lambda execute: execute(sql, table))
        return any(compare_digest(known.encode(), secret.encode()) for (known,) in found)

"""What is deleted for good: a person with their name, a table with its log."""

from __future__ import annotations

import json
from typing import Any

from kartarna.play.model.phases import OPEN, SHUFFLING
from kartarna.play.storage.database import Database, Execute
from kartarna.play.storage.news import SignedOut, write_news
from kartarna.play.storage.schema import HOLDS_NAMES


async def forget_person(database: Database, person: str, now: float) -> list[str]:
    """All that is stored about a person. Their decisions stay, without a name; returns the tables where they sit."""

    def work(execute: Execute) -> list[str]:
        sits = [table for (table,) in execute("SELECT table_id FROM seated WHERE person = ? ORDER BY table_id", person)]
        _blank(execute, person)
        for table in sits:
            database.announce(execute, table, _add_forgotten(execute, table, person, now))
        for sql in (
            "DELETE FROM seated WHERE person = ?",
            "DELETE FROM seen WHERE person = ?",
            "DELETE FROM tokens WHERE person = ?",
            "DELETE FROM moves WHERE person = ?",
            "DELETE FROM replay_links WHERE person = ?",
            "DELETE FROM people WHERE id = ?",
        ):
            execute(sql, person)
        database.spread(execute, write_news(SignedOut(person)))
        return sits

    return await database.write(work)


def _blank(execute: Execute, person: str) -> None:
    """The one thing that ever changes rows of a log: the name goes, also where they sat before others did."""
    sql = f"SELECT table_id, seq, kind, data FROM log WHERE {HOLDS_NAMES} AND data LIKE ? ORDER BY table_id, seq"  # noqa: S608
    for table, seq, kind, text in execute(sql, f"%{person}%"):
        data = json.loads(text)
        if kind == "opened":
            _blank_opening(data, person)
        elif data["person"] == person:
            data["name"] = ""
        blank = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        if blank != text:
            execute("UPDATE log SET data = ? WHERE table_id = ? AND seq = ?", blank, table, seq)


def _blank_opening(data: dict[str, Any], person: str) -> None:
    if data["host"] == person:
        data["sitting"] = [[seat, ""] for seat, _ in data["sitting"]]
    for sitting in data.get("seats", ()):  # of a rematch
        if sitting[1] == person:
            sitting[2] = ""
    if "start" in data:
        data["start"] = _nameless(data["start"])


def _nameless(record: str) -> str:
    """Who sat there is told by name only, and needed by nobody; tables opened today keep no such names."""
    data = json.loads(record)
    data["seats"] = [{**seat, "name": ""} for seat in data["seats"]]
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _add_forgotten(execute: Execute, table: str, person: str, now: float) -> int:
    """A row that tells the table, also where it is in a server's memory: its next write finds the number taken."""
    ((seq, at),) = execute("SELECT seq, at FROM log WHERE table_id = ? ORDER BY seq DESC LIMIT 1", table)
    sql = "INSERT INTO log (table_id, seq, at, kind, data) VALUES (?, ?, ?, 'forgotten', ?)"
    execute(sql, table, seq + 1, max(at, now), json.dumps({"person": person}))
    execute("UPDATE tables SET phase = ? WHERE id = ? AND phase = ?", OPEN, table, SHUFFLING)
    return int(seq) + 1


async def delete_table(database: Database, table: str) -> bool:
    """A table with its whole log; False if there was none. A server that has it in memory can add nothing more."""

    def work(execute: Execute) -> bool:
        there = bool(execute("SELECT 1 FROM tables WHERE id = ?", table))
        for sql in (
            "DELETE FROM log WHERE table_id = ?",
            "DELETE FROM seated WHERE table_id = ?",
            "DELETE FROM seen WHERE table_id = ?",
            "DELETE FROM replay_links WHERE table_id = ?",
            "DELETE FROM tables WHERE id = ?",
        ):
            execute(sql, table)
        return there

    return await database.write(work, table)


async def delete_people(database: Database, before: float, now: float) -> None:
    """Those who came before that time and sit at no table, and move links that are too old."""
    gone = "SELECT id FROM people WHERE created < ? AND id NOT IN (SELECT person FROM seated)"

    def work(execute: Execute) -> None:
        execute(f"DELETE FROM tokens WHERE person IN ({gone})", before)  # noqa: S608
        execute(f"DELETE FROM replay_links WHERE person IN ({gone})", before)  # noqa: S608
        execute(f"DELETE FROM people WHERE id IN ({gone})", before)  # noqa: S608
        execute("DELETE FROM moves WHERE expires < ?", now)

    await database.write(work)

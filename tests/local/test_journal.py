"""The journal of a device: torn anywhere, full or damaged, it has all that was told, and nothing else."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import pytest

from kartarna.local import database
from kartarna.local.database import LocalDatabase
from kartarna.local.journal import Journal, Statement
from kartarna.play.storage.database import Conflict, Execute, StorageError
from tests.local.helpers import MemoryFile, after_a_crash, new_files

RECORDS: list[list[Statement]] = [[(f"INSERT {number}", (number, "ž", None, 0.5))] for number in range(4)]


def written(records: list[list[Statement]] = RECORDS) -> MemoryFile:
    file = MemoryFile()
    journal = Journal(file)
    for record in records:
        journal.append(record)
    return file


def test_what_was_appended_is_read() -> None:
    journal = Journal(written())
    assert journal.records == RECORDS
    assert not journal.torn
    assert not journal.damaged


def test_a_journal_that_is_torn_anywhere_has_all_that_was_whole() -> None:
    whole = [len(written(RECORDS[:count]).data) for count in range(5)]
    data = written().data
    for length in range(len(data)):
        journal = Journal(MemoryFile(data[:length]))
        count = sum(length >= end for end in whole[1:])
        assert journal.records == RECORDS[:count], length
        assert not journal.damaged
        journal.append([("after", ())])
        assert Journal(journal.file).records == [*RECORDS[:count], [("after", ())]], length


def test_what_lay_behind_a_torn_record_is_not_taken_for_a_record() -> None:
    """A shorter record over a longer torn one: its rest is whole records of an older story."""
    older = written([RECORDS[0], [("x" * 40, ())], RECORDS[1], RECORDS[2]])
    journal = Journal(MemoryFile(written(RECORDS[:1]).data))
    journal.append([("new", ())])
    mixed = journal.file.read() + older.data[len(journal.file.read()) :]
    assert Journal(MemoryFile(mixed)).records == [RECORDS[0], [("new", ())]]


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_damage_in_the_middle_is_told(place: int) -> None:
    data = bytearray(written().data)
    data[len(written(RECORDS[:1]).data) + 8 + place % 20] ^= 1
    journal = Journal(MemoryFile(bytes(data)))
    assert journal.records == RECORDS[:1]
    assert journal.damaged


def test_a_full_disk_refuses_and_loses_nothing() -> None:
    file = written()
    journal, end = Journal(file), len(file.data)
    file.room = end + 20
    with pytest.raises(StorageError, match="full"):
        journal.append([("y" * 100, ())])
    assert Journal(MemoryFile(file.data)).records == RECORDS
    file.room = None
    journal.append([("z", ())])
    assert Journal(file).records == [*RECORDS, [("z", ())]]


# ---- the database over it ----------------------------------------------------------------------------------


def add(table: str, phase: str = "open") -> database.Work[None]:
    def work(execute: Execute) -> None:
        execute("INSERT INTO tables (id, game, phase, public, created) VALUES (?, 'gap', ?, 0, 0)", table, phase)

    return work


def ids(execute: Execute) -> list[str]:
    return [id for (id,) in execute("SELECT id FROM tables ORDER BY id")]


def test_a_database_is_the_same_after_a_crash() -> None:
    async def story() -> None:
        files = new_files()
        here = LocalDatabase(files)
        for number in range(5):
            await here.write(add(f"t{number}"))
        again = LocalDatabase(after_a_crash(files))
        assert await again.read(ids) == [f"t{number}" for number in range(5)]

    asyncio.run(story())


def test_what_fails_is_undone_and_not_written() -> None:
    async def story() -> None:
        files = new_files()
        here = LocalDatabase(files)
        await here.write(add("a"))
        size = len(files[1].data) + len(files[0].data)
        with pytest.raises(Conflict):
            await here.write(add("a"), "", Conflict)
        assert len(files[1].data) + len(files[0].data) == size
        for file in files:
            file.room = len(file.data)
        with pytest.raises(StorageError, match="full"):
            await here.write(add("b"))
        assert await here.read(ids) == ["a"]
        for file in files:
            file.room = None
        await here.write(add("c"))
        assert await LocalDatabase(after_a_crash(files)).read(ids) == ["a", "c"]

    asyncio.run(story())


class Crash(BaseException):
    pass


class Breaking(MemoryFile):
    """Dies at the n-th thing that is done to it or its twin."""

    left: ClassVar = [0]

    def _step(self) -> None:
        self.left[0] -= 1
        if self.left[0] == 0:
            raise Crash

    def write(self, data: bytes, at: int) -> None:
        self._step()
        super().write(data, at)

    def truncate(self, size: int) -> None:
        self._step()
        super().truncate(size)

    def flush(self) -> None:
        self._step()
        super().flush()


def test_a_journal_begun_anew_survives_a_crash_at_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "LONG", 600)

    async def story(step: int) -> tuple[list[str], list[str], bool]:
        Breaking.left = [0]
        files = (Breaking(), Breaking())
        here, told = LocalDatabase(files), list[str]()
        Breaking.left = [step]
        try:
            for number in range(30):
                await here.write(add(f"t{number:02}"))
                told.append(f"t{number:02}")
        except Crash:
            pass
        over = Breaking.left[0] > 0
        Breaking.left = [0]
        kept = await LocalDatabase(after_a_crash(files)).read(ids)
        return told, kept, over

    for step in range(1, 200):
        told, kept, over = asyncio.run(story(step))
        assert kept[: len(told)] == told, step
        assert len(kept) <= len(told) + 1
        if over:
            break
    assert over
    assert step > 60  # two for each of thirty records: the journal was begun anew meanwhile


def test_a_journal_begun_anew_is_short_and_whole() -> None:
    async def story() -> None:
        files = new_files()
        here = LocalDatabase(files)
        await here.write(add("a"))
        for phase in range(200):
            await here.write(lambda execute, phase=phase: execute("UPDATE tables SET phase = ?", f"p{phase}"))  # type: ignore[misc]
        long = max(len(file.data) for file in files)
        await here.wipe()
        assert max(len(file.data) for file in files) < long / 2
        assert b"p198" not in files[0].data + files[1].data
        again = LocalDatabase(after_a_crash(files))
        assert await again.read(lambda execute: execute("SELECT phase FROM tables")) == [("p199",)]

    asyncio.run(story())

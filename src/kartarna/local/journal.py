"""What was written to the database, statement by statement, in a file that only grows.

A record is a transaction: its length, a checksum and its statements. It is on the disk before anyone is told of it. The
checksum goes on from the record before, so that neither a torn one nor what lay behind it earlier is taken for one of
ours. Of what is torn at the end nobody was told: it is not there.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Any, Protocol
from zlib import crc32

import msgspec

from kartarna.play.storage.database import StorageError

START = Struct("<16sI")  # the format, and how often the journal was begun anew
FORMAT = b"kartarna-journal"
HEAD = Struct("<II")  # length and checksum of a record
Statement = tuple[str, tuple[Any, ...]]  # SQL and its values
DECODER = msgspec.msgpack.Decoder(list[Statement])


class JournalFile(Protocol):
    """A file that is ours alone. Whatever fails raises OSError."""

    def read(self) -> bytes: ...

    def write(self, data: bytes, at: int) -> None: ...

    def truncate(self, size: int) -> None: ...

    def flush(self) -> None:
        """Done when all that was written is on the disk."""


class Journal:
    """The journal in a file, as far as it can be read."""

    def __init__(self, file: JournalFile) -> None:
        self.file = file
        self.number = self.checksum = self.end = 0
        self.records: list[list[Statement]] = []
        self.damaged = False  # more lies behind what can be read than one record that was being written
        data = file.read()
        if data.startswith(FORMAT) and len(data) >= START.size:
            _, self.number = START.unpack_from(data)
            self.end, self.checksum = START.size, crc32(data[: START.size])
            while self._read(data):
                pass
        self.torn = len(data) > self.end

    def _read(self, data: bytes) -> bool:
        start = self.end + HEAD.size
        if len(data) < start:
            return False
        length, checksum = HEAD.unpack_from(data, self.end)
        body = data[start : start + length]
        if len(body) < length or crc32(body, self.checksum) != checksum:
            self.damaged = len(data) > start + length
            return False
        self.records.append(DECODER.decode(body))
        self.end, self.checksum = start + length, checksum
        return True

    def append(self, statements: Sequence[Statement]) -> None:
        """Done when they are on the disk, all of them or none."""
        start = b"" if self.end else START.pack(FORMAT, self.number)
        body = msgspec.msgpack.encode(statements)
        checksum = crc32(body, self.checksum if self.end else crc32(start))
        record = start + HEAD.pack(len(body), checksum) + body
        try:
            if self.torn:
                self.file.truncate(self.end)
            self.torn = True
            self.file.write(record, self.end)
            self.file.flush()
        except OSError as error:
            raise StorageError(str(error)) from error
        self.torn = False
        self.end, self.checksum = self.end + len(record), checksum

    def begin(self, number: int, statements: Sequence[Statement]) -> None:
        """Anew, with all that is true now."""
        self.empty()
        self.number = number
        self.append(statements)

    def empty(self) -> None:
        try:
            self.file.truncate(0)
            self.file.flush()
        except OSError as error:
            raise StorageError(str(error)) from error
        self.end, self.torn = 0, False

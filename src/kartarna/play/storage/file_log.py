"""The log of one table in a file of its own: a line for every write, on the disk before anyone is told of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from kartarna.core.errors import RecordError
from kartarna.play.storage.database import StorageError
from kartarna.play.storage.files import write_safely
from kartarna.play.storage.log import Row

HEADER = b'{"format":"kartarna-log","version":1}\n'
BEGINNING = b'{"format":"kartarna-log"'
LINE = msgspec.json.Decoder(list[Row])


def is_log(data: bytes) -> bool:
    return data.startswith(BEGINNING)


def read_log(data: bytes) -> list[Row]:
    """The rows of a log. What a power cut left of the last line was never told to anyone: it is not there."""
    if not data.startswith(HEADER):
        raise RecordError("this program reads version 1 of a table's log")
    rows: list[Row] = []
    for number, line in enumerate(data[len(HEADER) : _whole(data)].splitlines(), 2):
        try:
            rows += LINE.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise RecordError(f"line {number} is damaged") from error
        if rows and rows[-1].seq != len(rows):
            raise RecordError(f"line {number} does not follow the one before")
    if not rows:
        raise RecordError("nothing has happened at this table")
    return rows


def _whole(data: bytes) -> int:
    """How many bytes belong to lines that were written to their end."""
    return data.rfind(b"\n") + 1


class FileLog:
    """Rows that cannot be written wait, and go out with the next ones."""

    def __init__(self, file: Path, good: int, end: int) -> None:
        self.file = file
        self.good = good  # bytes of whole lines
        self.end = end  # bytes of the file: behind the whole lines there may be half of one
        self.waiting = b""

    @classmethod
    def begin(cls, file: Path, rows: Sequence[Row]) -> FileLog:
        """In place of whatever is in the file, at one stroke; raises OSError."""
        data = HEADER + _line(rows)
        write_safely(data, file)
        return cls(file, len(data), len(data))

    @classmethod
    def load(cls, file: Path) -> tuple[FileLog, list[Row]]:
        """Raises OSError, or a RecordError that names the line."""
        data = file.read_bytes()
        return cls(file, _whole(data), len(data)), read_log(data)

    def append(self, rows: Sequence[Row]) -> None:
        """Done when they are on the disk, all of them or none."""
        self.waiting += _line(rows)
        try:
            self._write()
        except OSError as error:
            raise StorageError(error.strerror or str(error)) from error

    def _write(self) -> None:
        with self.file.open("r+b") as stream:
            if stream.seek(0, os.SEEK_END) != self.end:
                raise OSError("another program has written to it")
            try:
                stream.truncate(self.good)
                stream.seek(self.good)
                stream.write(self.waiting)
                stream.flush()
                os.fsync(stream.fileno())
            except OSError:
                self.end = os.fstat(stream.fileno()).st_size
                raise
        self.good = self.end = self.good + len(self.waiting)
        self.waiting = b""


def _line(rows: Sequence[Row]) -> bytes:
    return msgspec.json.encode(rows) + b"\n" if rows else b""

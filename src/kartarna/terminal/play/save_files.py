"""Where games are kept: a file holds the log of a game that is being played, and its record afterwards."""

from __future__ import annotations

import os
import time
from pathlib import Path

from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.record import LONGEST, Record, read, write
from kartarna.play.model.solo import solo_record
from kartarna.play.storage.file_log import is_log, read_log
from kartarna.play.storage.files import write_safely


def home() -> Path:
    """KARTARNA_HOME, or the place for a user's data (XDG)."""
    if chosen := os.environ.get("KARTARNA_HOME"):
        return Path(chosen).expanduser()
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share").expanduser() / "kartarna"


def new_file(game: str) -> Path:
    """A file of its own for a new game, named after the game and the time."""
    folder = home() / "games"
    name = f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(1, 1000):
            file = folder / (f"{name}.json" if number == 1 else f"{name}-{number}.json")
            if _claimed(file):
                return file
    except OSError as error:
        raise KartarnaError(f"{folder} cannot be written: {error.strerror}; choose a file with --save FILE") from error
    raise KartarnaError(f"{folder} is full of games of this second; choose a file with --save FILE")


def _claimed(file: Path) -> bool:
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def save(record: Record, file: Path) -> None:
    """Raises OSError."""
    write_safely(write(record).encode(), file)


def load(file: Path) -> Record:
    return record_in(bytes_of(file))


def record_in(data: bytes) -> Record:
    """Of a game that was left or is over; or from the log of one that is being played, or was cut off."""
    return solo_record(read_log(data)) if is_log(data) else read(decoded(data))


def bytes_of(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(4 * LONGEST + 1)  # enough to see that a record is too long
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error


def decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("this is not a text file in UTF-8") from error


def unfinished() -> tuple[Path, Record] | None:
    """The game that was played last, if it waits to be finished."""
    files = sorted((home() / "games").glob("*.json"), key=lambda file: file.stat().st_mtime)
    try:
        record = load(files[-1]) if files else None
    except RecordError:
        return None
    return (files[-1], record) if record and not record.finished and record.owner is not None else None

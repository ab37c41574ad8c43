"""What the terminal remembers of servers: who one is there, and what it was shown of the shuffles."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from kartarna.client.witness import Witness, WitnessedStart
from kartarna.core.errors import KartarnaError
from kartarna.play.storage.files import write_safely
from kartarna.terminal.play.save_files import home

MOST_TABLES = 50  # whose shuffles are remembered

T = TypeVar("T")


def tokens() -> dict[str, str]:
    """By server: whoever has one sits on the user's seats there."""
    return read_kept(home() / "tokens.json", dict[str, str], {})


def keep_token(server: str, token: str | None) -> None:
    if token is not None:
        write_kept(home() / "tokens.json", {**tokens(), server: token})


def witness_of(server: str, table: str) -> Witness:
    """Goes on where this table was left, and writes down whatever it is shown."""
    file = home() / "shuffles" / f"{hashlib.sha256(f'{server} {table}'.encode()).hexdigest()[:32]}.json"

    def keep(starts: list[WitnessedStart]) -> None:
        write_kept(file, starts)
        _prune(file.parent)

    return Witness(read_kept(file, list[WitnessedStart], []), keep)


def _prune(folder: Path) -> None:
    """The tables that were played longest ago are forgotten."""
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[MOST_TABLES:]:
        file.unlink(missing_ok=True)


def read_kept(file: Path, kind: type[T], nothing: T) -> T:
    """A file that is there and cannot be read is never taken for an empty one: it would be overwritten."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except FileNotFoundError:
        return nothing
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise KartarnaError(
            f"{file} cannot be read ({error}): mend it or put a copy back; if you can do without it, delete it"
        ) from error


def write_kept(file: Path, content: Any) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_safely(msgspec.json.encode(content), file)
    except OSError as error:
        raise KartarnaError(f"{file} cannot be written: {error.strerror}") from error

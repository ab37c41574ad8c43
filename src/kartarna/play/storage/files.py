"""Files that are whole on the disk, whenever the power fails."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_safely(data: bytes, file: Path) -> None:
    """For the user only. The old file stays whole until the new one is safely on the disk; raises OSError."""
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """The new name of the file must reach the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

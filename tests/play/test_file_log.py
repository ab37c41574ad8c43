"""A log in a file: what a power cut leaves, what is damaged, a disk that fails, another program that writes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kartarna.core.errors import RecordError
from kartarna.play.storage.database import StorageError
from kartarna.play.storage.file_log import FileLog, is_log, read_log
from kartarna.play.storage.log import Row

ROWS = [
    Row(1, 0.5, "opened", data={"name": "Žofie\n"}),
    Row(2, 1.0, "decided", 0, "m", {"action": 7}),
    Row(3, 1.0, "ended"),
]


def log_in(file: Path) -> FileLog:
    log = FileLog.begin(file, ROWS[:1])
    log.append(ROWS[1:])
    return log


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "log"
    log_in(file)
    assert is_log(file.read_bytes())
    assert FileLog.load(file)[1] == ROWS
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # running deals are in it


def test_rows_that_were_written_together_are_there_together_wherever_the_power_fails(tmp_path: Path) -> None:
    file = tmp_path / "log"
    FileLog.begin(file, ROWS[:1])
    first = file.stat().st_size
    log_in(file)
    whole = file.read_bytes()
    for end in range(first, len(whole)):
        file.write_bytes(whole[:end])
        log, rows = FileLog.load(file)
        assert rows == ROWS[:1]
        log.append(ROWS[1:])  # over the rest of the line
        assert file.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b"[[2,1.0", "line 3 is damaged"),
        (b"\xff", "line 3 is damaged"),
        (b'[[9,1.0,"woke"]]', "line 3 does not follow"),
    ],
)
def test_a_damaged_line_is_named(line: bytes, wrong: str, tmp_path: Path) -> None:
    log_in(tmp_path / "log")
    header, first, second, _ = (tmp_path / "log").read_bytes().split(b"\n")
    with pytest.raises(RecordError, match=wrong):
        read_log(b"\n".join([header, first, line, second, b""]))


def test_other_versions_and_empty_logs_are_refused() -> None:
    with pytest.raises(RecordError, match="version 1"):
        read_log(b'{"format":"kartarna-log","version":2}\n[]\n')
    with pytest.raises(RecordError, match="nothing has happened"):
        read_log(b'{"format":"kartarna-log","version":1}\n[[1,0.5,"ope')


def test_what_a_full_disk_refuses_is_written_with_the_next_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, fsync = tmp_path / "log", os.fsync
    log = FileLog.begin(file, ROWS[:1])

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left on device"):
        log.append(ROWS[1:2])
    monkeypatch.setattr(os, "fsync", fsync)
    log.append(ROWS[2:])
    assert FileLog.load(file)[1] == ROWS


def test_two_programs_never_write_over_each_other(tmp_path: Path) -> None:
    file = tmp_path / "log"
    FileLog.begin(file, ROWS[:1])
    (one, _), (other, _) = FileLog.load(file), FileLog.load(file)
    one.append(ROWS[1:2])
    with pytest.raises(StorageError, match="another program"):
        other.append(ROWS[1:])
    one.append(ROWS[2:])
    assert FileLog.load(file)[1] == ROWS

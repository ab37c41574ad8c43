"""What `kartarna join` remembers of servers, and links that lead nowhere."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kartarna.core.errors import KartarnaError
from kartarna.play.model.table_info import Shuffle
from kartarna.protocol import messages as wire
from kartarna.terminal.commands.join import parsed
from kartarna.terminal.play import server_memory
from tests.terminal.command import kartarna

COMMITMENT = "ab" * 32


@pytest.mark.parametrize(
    "link",
    [
        "http://[::1",
        "http://127.0.0.1:notaport/t/a#b",
        "http://127.0.0.1:99999/t/a#b",
        "http://:80/t/a#b",
        "http://127.0.0.1/t/á#b",
        "http://127.0.0.1/t/../x#b",
        "ftp://127.0.0.1/t/a#b",
    ],
)
def test_a_link_that_is_none_is_told_in_a_line(link: str) -> None:
    run = kartarna("join", link)
    assert (run.code, run.err) == (2, "kartarna: a table's link looks like http://…/t/…#…\n")


def test_links_that_lead_somewhere() -> None:
    assert parsed("http://[::1]:8000/t/abc#x") == ("http://[::1]:8000", "abc", "x")
    assert parsed("https://cards.example/t/abc/") == ("https://cards.example", "abc", None)


def test_a_host_that_cannot_exist_does_not_answer() -> None:
    assert kartarna("join", "http://a..b/t/abc#x").err.startswith("kartarna: http://a..b does not answer: ")


# ---- tokens ----------------------------------------------------------------------------------------------------


def test_tokens_are_kept_by_server_and_for_their_owner_only(home: Path) -> None:
    server_memory.keep_token("http://one", "1")
    server_memory.keep_token("http://two", "2")
    server_memory.keep_token("http://two", None)
    assert server_memory.tokens() == {"http://one": "1", "http://two": "2"}
    assert stat.S_IMODE((home / "tokens.json").stat().st_mode) == 0o600
    assert [file.name for file in home.iterdir()] == ["tokens.json"]


def test_a_power_cut_while_tokens_are_written_loses_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    server_memory.keep_token("http://one", "1")

    def cut(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", cut)
    with pytest.raises(KeyboardInterrupt):
        server_memory.keep_token("http://two", "2")
    assert server_memory.tokens() == {"http://one": "1"}


@pytest.mark.parametrize("damaged", [b'{"http://one": "1', b"", b"[]", b'{"http://one": 1}', b'{"\xff": "1"}'])
def test_a_damaged_file_is_told_and_not_overwritten(home: Path, damaged: bytes) -> None:
    file = home / "tokens.json"
    home.mkdir()
    file.write_bytes(damaged)
    with pytest.raises(KartarnaError, match=r"tokens\.json cannot be read .* delete it"):
        server_memory.keep_token("http://two", "2")
    assert kartarna("join", "http://127.0.0.1:9/t/abc#x").err.startswith(f"kartarna: {file} cannot be read (")
    assert file.read_bytes() == damaged


# ---- shuffles --------------------------------------------------------------------------------------------------


def promised(server: str, table: str) -> str:
    """The hash that a terminal which was just started promises at this table."""
    shuffle = Shuffle(COMMITMENT, (0,))
    (step,) = server_memory.witness_of(server, table).steps((0,), shuffle, lambda: "id")
    assert isinstance(step, wire.Promise)
    return step.hash


def test_a_part_outlives_the_command_and_belongs_to_one_table_only() -> None:
    first = promised("http://one", "abc")
    assert promised("http://one", "abc") == first
    assert promised("http://one", "abd") != first
    assert promised("http://two", "abc") != first


def test_only_the_last_tables_are_remembered(home: Path) -> None:
    for table in range(server_memory.MOST_TABLES + 5):
        promised("http://one", f"table{table}")
    assert len(list((home / "shuffles").iterdir())) == server_memory.MOST_TABLES
    assert server_memory.witness_of("http://one", f"table{server_memory.MOST_TABLES + 4}").starts

"""What whoever runs the server is told: counters, the log, and what is wrong with a command."""

from __future__ import annotations

import json
import logging
import socket
from contextlib import closing
from pathlib import Path

import pytest

from kartarna.client.account import Account, Refusal
from kartarna.play.storage.sqlite import SqliteDatabase
from kartarna.server import logs
from kartarna.server.launch import bound
from tests.server.helpers import Ear, run, served
from tests.terminal.command import kartarna

CARD = "the 7 of hearts"


def test_decisions_that_bots_forfeit_are_counted_by_bot(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            for bot in ("tidy", "tidy", "expert"):
                here.context.house.services.thinkers.forfeits.add(bot, "it fails")
            told = here.context.metrics.text()
            assert 'kartarna_forfeits_total{bot="expert"} 1\nkartarna_forfeits_total{bot="tidy"} 2' in told

    run(story)


def test_refused_requests_and_connections_are_counted_by_kind(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            nobody = Account(here.url)
            for method, path, kind in (
                ("GET", "/api/tables/nowhere", "no_such_table"),
                ("POST", "/api/tables/nowhere/join", "who_are_you"),
                ("POST", "/api/move", "bad_request"),
                ("GET", "/api/nothing", "not_found"),
            ):
                with pytest.raises(Refusal, match=kind):
                    await nobody.call(method, path, {} if method == "POST" else None)
            await nobody.call("GET", "/api/me")
            kinds = ("no_such_table", "who_are_you", "bad_request", "not_found")
            assert here.context.metrics.refused == dict.fromkeys(kinds, 1)
            await (await Ear.open(here.url, "nowhere", {})).end()
            assert 'kartarna_refused_total{kind="no_such_table"} 2' in here.context.metrics.text()

    run(story)


# ---- the log ---------------------------------------------------------------------------------------------


def logged(record: logging.LogRecord) -> tuple[dict[str, object], str]:
    line = logs.JsonLines().format(record)
    return json.loads(line), line


def fail() -> None:
    """With an error that holds a card, because of another that holds one, too."""
    try:
        int(CARD)
    except ValueError as error:
        raise KeyError(CARD) from error


def broken() -> Exception:
    with pytest.raises(KeyError, match=CARD) as found:
        fail()
    return found.value


def record_of(name: str, message: str, error: Exception | None = None) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, logging.ERROR, "", 0, message, (), info)


def test_the_log_has_the_types_and_places_of_errors_and_not_their_texts() -> None:
    entry, line = logged(record_of("kartarna.server", "socket failed", broken()))
    assert CARD not in line
    trace = entry["trace"]
    assert isinstance(trace, list)
    assert [text for text in trace if not text.startswith(" ")] == ["KeyError", "ValueError"]
    first = fail.__code__.co_firstlineno
    for further in (5, 3):
        assert f"  test_operator.py:{first + further} fail" in trace


def test_the_log_has_no_errors_that_asyncio_writes_out() -> None:
    entry, _ = logged(record_of("asyncio", f"Task exception was never retrieved\nfuture: <Task {broken()!r}>"))
    assert entry["event"] == "Task exception was never retrieved"
    assert "asyncio" in logs.configure()["loggers"]


# ---- commands --------------------------------------------------------------------------------------------


def test_a_bad_deck_is_told_before_the_server_runs(tmp_path: Path) -> None:
    bad = tmp_path / "deck.toml"
    bad.write_text('game = "gap"\nname = ""\n', encoding="utf-8")
    ran = kartarna("serve", "--port", 0, "--database", f"sqlite:///{tmp_path / 'k.db'}", "--deck", bad, "--lang", "en")
    assert (ran.code, ran.out) == (1, "")
    assert str(bad) in ran.err
    assert not (tmp_path / "k.db").exists()


def test_a_backup_is_not_restored_into_a_folder_that_is_not_there(tmp_path: Path) -> None:
    copy, missing = tmp_path / "copy", tmp_path / "mistyped"
    run(SqliteDatabase(tmp_path / "k.db").close)
    assert kartarna("backup", copy, "--database", f"sqlite:///{tmp_path / 'k.db'}").code == 0
    ran = kartarna("restore", copy, "--database", f"sqlite:///{missing / 'k.db'}")
    assert (ran.code, ran.out, ran.err) == (1, "", f"kartarna: there is no folder {missing}\n")
    assert not missing.exists()


# ---- the database ------------------------------------------------------------------------------------------


def test_a_path_with_nul_is_a_bad_request(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            nobody = Account(here.url)
            for path in ("/api/tables/a%00b", "/api/tables/a%00b/record"):
                with pytest.raises(Refusal, match=r"bad_request|no_such_table|not_found") as refused:
                    await nobody.call("GET", path)
                assert refused.value.status in (400, 404)

    run(story)


def test_a_server_that_cannot_store_is_not_ready(tmp_path: Path) -> None:
    """Though it reads well: the disk is full."""

    async def story() -> None:
        async with served(tmp_path) as here:
            nobody = Account(here.url)
            assert (await nobody.call("GET", "/api/ready"))["status"] == "ok"
            await here.house.database.write(lambda execute: execute("PRAGMA query_only = ON"))
            with pytest.raises(Refusal, match="not_stored") as refused:
                await nobody.call("GET", "/api/ready")
            assert refused.value.status == 503
            assert (await nobody.call("GET", "/api/health"))["status"] == "ok"
            assert await nobody.call("GET", "/api/tables") is not None
            rest = await here.house.database.read(lambda execute: execute("SELECT COUNT(*) FROM seen"))
            assert rest == [(0,)]

    run(story)


def test_who_comes_as_soon_as_the_address_is_told_is_not_turned_away() -> None:
    with closing(bound("127.0.0.1", 0)) as listener:
        address = listener.getsockname()
        with socket.create_connection(address, timeout=5) as visitor:
            assert visitor.getpeername() == address

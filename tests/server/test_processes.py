"""Servers as processes of their own: stopped and started again, killed, several on one PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kartarna.client.account import Account, Place, Unreachable
from kartarna.protocol import messages as wire
from tests.play.postgres_server import PostgresServer
from tests.server.helpers import finished, play_on, run, seated, sit, table_of, turn, until
from tests.server.process import COMMAND, Serve


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


async def play_through(place: Place, others: list[str]) -> None:
    """Plays to the end; when the connection is lost it comes back, to another server if there is one."""
    while not finished(place):
        try:
            await play_on(place)
        except Unreachable:
            for attempt in range(200):
                place.account.server = others[attempt % len(others)]
                await asyncio.sleep(0.05)
                try:
                    await place.connect(place.last)
                    break
                except Unreachable:
                    continue


async def decisions(account: Account, table: str) -> int:
    """Of a finished game; the record was checked when it was made."""
    record = await account.call("GET", f"/api/tables/{table}/record")
    return sum(len(round["play"]) for round in record["rounds"])


def test_a_restart_loses_nothing_and_tells_clients_to_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        database = f"sqlite:///{tmp_path / 'kartarna.db'}"
        first = await asyncio.to_thread(Serve, database)
        eva, jan = Account(first.url), Account(first.url)
        await eva.call_me("Eva")
        await jan.call_me("Jan")
        table, _ = await table_of(eva, jan, options={"rounds": 1})
        places = await seated(table, eva, jan)
        mover = turn(places)
        assert mover.update
        assert mover.update.options
        assert mover.you
        done = await mover.decide(mover.you.seats[0], mover.update.options.choices[0].action)
        code, log = await asyncio.to_thread(first.stop)
        assert code in (0, -signal.SIGTERM)
        assert [json.loads(line)["event"] for line in log.splitlines()] == ["started", "stopped"]
        for place in places:
            with pytest.raises(Unreachable, match="1012"):
                await until(place, lambda _: False)
        second = await asyncio.to_thread(Serve, database)
        with second:
            for place in places:
                place.account.server = second.url
                await place.connect(place.last)
            await asyncio.gather(*(play_through(place, [second.url]) for place in places))
            assert places[0].last
            assert places[0].last > done.seq
            assert await decisions(eva, table) > 10

    run(story)


def test_two_servers_on_postgresql_one_killed_while_playing(postgres: PostgresServer) -> None:
    async def story() -> None:
        database = postgres.fresh()
        first, second = await asyncio.gather(*(asyncio.to_thread(Serve, database) for _ in range(2)))
        with first, second:
            eva, jan = Account(first.url), Account(second.url)
            await eva.call_me("Eva")
            await jan.call_me("Jan")
            table, _ = await table_of(eva, jan, bots=1, options={"rounds": 2}, pace=0.02)
            one, two = await seated(table, eva, jan)
            assert one.presence
            playing = asyncio.gather(
                play_through(one, [first.url, second.url]), play_through(two, [second.url, first.url])
            )
            while not (one.last and one.last > 20):
                await asyncio.sleep(0.01)
            await asyncio.to_thread(first.kill)
            await playing
            assert eva.server == second.url
            assert one.last == two.last
            assert await decisions(jan, table) > 30

    run(story, 90)


def test_presence_reaches_the_other_server(postgres: PostgresServer) -> None:
    async def story() -> None:
        database = postgres.fresh()
        first, second = await asyncio.gather(*(asyncio.to_thread(Serve, database) for _ in range(2)))
        with first, second:
            eva, jan = Account(first.url), Account(second.url)
            await eva.call_me("Eva")
            await jan.call_me("Jan")
            table, _ = await table_of(eva, jan)
            one, two = await sit(eva, table), await sit(jan, table)
            for place in (one, two):
                while not (place.presence and place.presence.seats == (0, 1)):
                    await place.next()

    run(story)


def test_several_workers_share_a_port(postgres: PostgresServer) -> None:
    async def story() -> None:
        with await asyncio.to_thread(Serve, postgres.fresh(), "--workers", "2") as server:
            eva, jan = Account(server.url), Account(server.url)
            await eva.call_me("Eva")
            await jan.call_me("Jan")
            table, _ = await table_of(eva, jan, options={"rounds": 1})
            places = await seated(table, eva, jan)
            assert sum(await asyncio.gather(*map(play_on, places))) > 10

    run(story)


# ---- the command line ------------------------------------------------------------------------------------


def kartarna(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], input=typed, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["serve", "--workers", "2"], "--workers needs PostgreSQL"),
        (["serve", "--database", "mysql://x"], "--database: sqlite:///PATH or postgresql://"),
        (["serve", "--port", "0", "--database", "postgresql://127.0.0.1:9/x"], "PostgreSQL cannot be used"),
        (["serve", "--port", "0", "--database", "sqlite:////dev/null/x.db"], "cannot be used as a database"),
        (["serve", "--lan", "--host", "127.0.0.1"], "leave out --host"),
        (["join", "not a link"], "a table's link looks like"),
        (["join", "http://127.0.0.1:9/t/abc#x"], "does not answer"),
    ],
)
def test_mistakes_are_told_in_a_line(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KARTARNA_HOME", str(tmp_path))
    done = kartarna(*arguments)
    assert done.returncode in (1, 2)
    assert told in done.stderr
    assert done.stderr.startswith("kartarna: ")
    assert len(done.stderr.splitlines()) == 1


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'k.db'}"
    with Serve(database):
        done = kartarna("serve", "--port", "0", "--database", database)
        assert done.returncode == 2
        assert "is in use by another server" in done.stderr


def test_lan_shows_an_address_and_a_code(tmp_path: Path) -> None:
    with Serve(f"sqlite:///{tmp_path / 'k.db'}", "--lan") as server:
        assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:\d+", server.url)
        assert server.process.stdout
        assert "point a phone here" in server.process.stdout.readline()
        assert "█" in server.process.stdout.readline() + server.process.stdout.readline()


def test_the_database_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "new" / "kartarna.db"
    with Serve(f"sqlite:///{file}"):
        for part in file.parent.iterdir():
            assert part.stat().st_mode & 0o077 == 0, part


def test_the_last_round_is_proposed_from_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """GAP-9 at a table with an agreed time; a proposal that there is not is explained."""
    monkeypatch.setenv("KARTARNA_HOME", str(tmp_path / "home"))

    async def story() -> None:
        with await asyncio.to_thread(Serve, f"sqlite:///{tmp_path / 'k.db'}") as server:
            eva = Account(server.url)
            await eva.call_me("Eva")
            wish = {"seats": [{"kind": "host"}, {"kind": "link"}], "options": {"timed": True, "starter": 2}}
            table, secret = await eva.open_table(game="gap", pace=0, **wish)
            link = f"{server.url}/t/{table}#{secret}"
            typed = "#1\npropose lunch\npropose last\n" + "#1\n" * 30
            words = ("join", link, "--name", "Jan", "--lang", "en")
            visitor = asyncio.create_task(asyncio.to_thread(kartarna, *words, typed=typed))
            place = await sit(eva, table)
            await until(place, lambda place: place.table is not None and place.table.proposal is not None)
            await place.post(wire.Agree(id="agree", seat=0))
            await play_on(place)
            told = (await visitor).stdout
            for sentence in (
                "You can propose: propose end",
                "You propose that this round be the last.",
                "The game is over.",
            ):
                assert sentence in told, sentence

    run(story, 90)


def test_a_whole_game_by_kartarna_join(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARTARNA_HOME", str(tmp_path / "home"))

    async def story() -> None:
        with await asyncio.to_thread(Serve, f"sqlite:///{tmp_path / 'k.db'}") as server:
            eva = Account(server.url)
            await eva.call_me("Eva")
            table, secret = await eva.open_table(
                game="gap", seats=[{"kind": "host"}, {"kind": "link"}], options={"rounds": 1}, pace=0
            )
            link = f"{server.url}/t/{table}#{secret}"
            first = asyncio.to_thread(kartarna, "join", link, "--name", "Jan", "--lang", "en", typed="quit\n")
            told = (await first).stdout
            assert "The table stays as it is." in told
            assert (tmp_path / "home" / "tokens.json").stat().st_mode & 0o077 == 0
            typed = "look\nsay hello\nnonsense\nhelp\n" + "#1\n" * 3000
            visitor = asyncio.create_task(asyncio.to_thread(kartarna, "join", link, "--lang", "en", typed=typed))
            place = await sit(eva, table)
            await play_on(place)
            done = await visitor
            assert done.returncode == 0, done.stderr
            for sentence in (
                "Your choice:",
                "Eva plays:",
                "You: Hello!",
                "The game is over.",
                "The shuffle is right:",
            ):
                assert sentence in done.stdout, sentence
            assert "The win" in done.stdout or "You win" in done.stdout  # it may be shared, or Jan's
            assert "Traceback" not in done.stdout + done.stderr

    run(story, 90)


def test_kartarna_join_tells_who_comes_back_what_has_happened_since_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KARTARNA_HOME", str(tmp_path / "home"))

    async def story() -> None:
        with await asyncio.to_thread(Serve, f"sqlite:///{tmp_path / 'k.db'}") as server:
            eva = Account(server.url)
            await eva.call_me("Eva")
            seats = [{"kind": "host"}, {"kind": "link"}]
            table, secret = await eva.open_table(game="three", seats=seats, options={"starter": 2}, pace=0)
            words = ("join", f"{server.url}/t/{table}#{secret}", "--lang", "en")
            first = asyncio.create_task(asyncio.to_thread(kartarna, *words, "--name", "Jan", typed="#1\nquit\n"))
            place = await sit(eva, table)
            await until(place, lambda place: place.update is not None and place.update.asked > 0)
            assert "Eva plays" not in (await first).stdout
            assert place.update
            assert place.update.options
            await place.decide(0, place.update.options.choices[0].action)
            told = (await asyncio.to_thread(kartarna, *words, typed="quit\n")).stdout
            assert told.count("Eva plays") == 1
            assert not re.search(r"Jan plays: \S", told)  # he was there
            assert told.index("Eva plays") < told.index("Your choice")

    run(story, 90)

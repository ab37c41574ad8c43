"""The house of a device: every game to its end, over reload and crash, with all that the server offers one person."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.record import read
from kartarna.core.verification import verify
from kartarna.games import GAMES, get
from tests.local.helpers import Files, Page, Visitor, after_a_crash, new_files, new_house, opened, play, run


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_and_replayed(game: str) -> None:
    async def story() -> None:
        async with opened(new_files()) as visitor:
            table = await visitor.open_table(game, bots=2)
            updates = await play(visitor.sit(table))
            assert updates[-1]["table"]["ended"] == "over"
            found = await visitor.get(f"/tables/{table}/record")
            record = read(json.dumps(found))
            verify(get(game), record)
            replay = await visitor.get(f"/tables/{table}/replay?open=true")
            assert (replay["game"], replay["proof"], replay["winners"]) == (game, "right", record.winners)
            status, again = await visitor.call("POST", "/replay", {"record": json.dumps(found), "open": True})
            assert (status, len(again["steps"])) == (200, len(replay["steps"]))
            assert [line["id"] for line in (await visitor.get("/me/finished"))["tables"]] == [table]
            assert (await visitor.get("/me/tables"))["tables"] == []

    run(story)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_after_a_crash_where_it_was_shown(game: str) -> None:
    """The page knows the last update that it was shown, and is told what comes after it: nothing is missing."""

    async def story() -> None:
        files = new_files()
        house = new_house(files)
        await house.open()
        page = Visitor(house).sit(table := await Visitor(house).open_table(game, bots=2))
        shown = await play(page, 4)
        async with opened(after_a_crash(files)) as visitor:  # what the first house does from here on is lost
            again = visitor.sit(table)
            first = await again.until(lambda message: message["type"] == "update")
            assert first["seq"] >= shown[-1]["seq"]
            again.read = 0
            ended = await play(again)
            assert ended[-1]["table"]["ended"] == "over"
            rows = await visitor.house.house.log.rows(table)
            told = [(row["seq"], row["kind"]) for row in shown if row["kind"] != "sync"]
            assert told == [(row.seq, row.kind) for row in rows if (row.seq, row.kind) in told]
            verify(get(game), read(json.dumps(await visitor.get(f"/tables/{table}/record"))))
        await house.close()

    run(story)


def test_nothing_is_shown_that_is_not_kept() -> None:
    """Whatever the page was told, a house from what is on the disk at that very moment knows it."""

    async def story() -> None:
        files = new_files()
        known: list[tuple[int, Files]] = []
        async with opened(files) as visitor:
            table = await visitor.open_table("gap", bots=2)

            class Watching(Page):
                def _told(self, text: str) -> None:
                    if (message := json.loads(text))["type"] == "update" and len(known) < 60:
                        known.append((message["seq"], after_a_crash(files)))
                    super()._told(text)

            await play(Watching(visitor.house, table, 0).open(), 8)
        assert len(known) > 10
        for seq, kept in known:
            async with opened(kept) as visitor:
                assert len(await visitor.house.house.log.rows(table)) >= seq

    run(story)


def test_the_person_of_a_device_is_known_until_forgotten() -> None:
    async def story() -> None:
        files = new_files()
        async with opened(files) as visitor:
            assert await visitor.get("/me") == {"name": None}
            status, refused = await visitor.call("POST", "/tables", {"game": "gap", "seats": [{"kind": "host"}] * 2})
            assert (status, refused["refused"]["kind"]) == (401, "who_are_you")
            await visitor.call("PUT", "/me", {"name": "Evička"})
            assert await visitor.get("/me") == {"name": "Evička"}
            table = await visitor.open_table("gap")
        async with opened(after_a_crash(files)) as visitor:
            assert await visitor.get("/me") == {"name": "Eva"}
            assert [line["id"] for line in (await visitor.get("/me/tables"))["tables"]] == [table]
            assert (await visitor.call("DELETE", "/me"))[0] == 204
            assert await visitor.get("/me") == {"name": None}
            assert all(b"Evi" not in file.data and b"Eva" not in file.data for file in visitor.files)

    run(story)


def test_hot_seat_has_a_curtain() -> None:
    async def story() -> None:
        async with opened(new_files()) as visitor:
            await visitor.call("PUT", "/me", {"name": "Eva"})
            seats = [{"kind": "host"}, {"kind": "link"}]
            _, table = await visitor.call("POST", "/tables", {"game": "gap", "seats": seats, "options": {"rounds": 1}})
            page = visitor.sit(table["id"])
            assert (await page.ask(type="share", seat=1, name="Jan"))["type"] == "done"
            page.read = 0
            updates = await play(page)  # both seats, each behind its curtain
            assert updates[-1]["table"]["ended"] == "over"
            shown = [update["view"]["seat"] for update in updates if update["view"]]
            assert None in shown
            assert {0, 1} <= set(shown)

    run(story)


def test_rules_words_decks_and_courses_are_here() -> None:
    async def story() -> None:
        async with opened(new_files()) as visitor:
            house = await visitor.get("/house")
            assert [game["id"] for game in house["games"]] == list(GAMES)
            for game in GAMES:
                assert "round_starts" in await visitor.get(f"/games/{game}/words")
                assert (await visitor.get(f"/games/{game}/rules/cs"))["rules"]
                assert (await visitor.get(f"/games/{game}/deck"))["cards"]
                course = await visitor.get(f"/games/{game}/course")
                step = course["lessons"][0]["id"]
                status, now = await visitor.call("POST", f"/games/{game}/course/{step}", {"actions": []})
                assert (status, now["done"]) == (200, False)

    run(story)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "kind"),
    [
        ("GET", "/nothing", None, 404, "not_found"),
        ("DELETE", "/house", None, 404, "not_found"),
        ("GET", "/games/whist/words", None, 404, "not_found"),
        ("GET", "/games/gap/rules/de", None, 400, "bad_request"),
        ("GET", "/tables/abc", None, 404, "no_such_table"),
        ("GET", "/tables/abc/replay?seat=x", None, 400, "bad_request"),
        ("GET", f"/tables/{'a' * 41}", None, 400, "bad_request"),
        ("PUT", "/me", "{", 400, "bad_request"),
        ("PUT", "/me", None, 400, "bad_request"),
        ("PUT", "/me", {"name": ""}, 400, "bad_name"),
        ("PUT", "/me", {"name": "Eva", "age": 3}, 400, "bad_request"),
        ("PUT", "/me", {"name": "E\0va"}, 400, "bad_name"),
        ("POST", "/replay", {"record": "{}"}, 400, "bad_record"),
    ],
)
def test_what_cannot_be_answered_is_refused(method: str, path: str, body: Any, status: int, kind: str) -> None:
    async def story() -> None:
        async with opened(new_files()) as visitor:
            found, refused = await visitor.call(method, path, body)
            assert (found, refused["refused"]["kind"]) == (status, kind)

    run(story)


def test_a_full_disk_is_told_and_nothing_is_lost() -> None:
    async def story() -> None:
        files = new_files()
        async with opened(files) as visitor:
            table = await visitor.open_table("gap", bots=1)
            page = visitor.sit(table)
            await play(page, 2)
            update = await page.until(lambda message: message["type"] == "update" and bool(message["asked"]))
            for file in files:
                file.room = len(file.data)
            action = update["options"]["choices"][0]["action"]
            refused = await page.ask(type="decide", seat=0, seq=update["asked"], action=action)
            assert (refused["type"], refused["reason"]["kind"]) == ("refused", "not_stored")
            for file in files:
                file.room = None
            done = await page.ask(type="decide", seat=0, seq=update["asked"], action=action)
            assert done["type"] == "done"
        async with opened(after_a_crash(files)) as visitor:
            assert len(await visitor.house.house.log.rows(table)) >= done["seq"]

    run(story)


def test_a_house_that_opens_loads_no_game_before_it_is_played() -> None:
    """Loading one takes a tenth of a second and more in a browser."""
    told = """if True:
        import asyncio, sys
        from tests.local.helpers import new_files, opened

        async def story():
            async with opened(new_files()) as visitor:
                await visitor.call("PUT", "/me", {"name": "Eva"})
                assert not [name for name in sys.modules if name.endswith(".rules")], "loaded"
                await visitor.open_table("trop")
                assert [name for name in sys.modules if name.endswith(".rules")] == ["kartarna.games.trop.rules"]

        asyncio.run(story())
    """
    subprocess.run([sys.executable, "-c", told], check=True, cwd=Path(__file__).parents[2])

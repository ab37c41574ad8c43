"""Decks that people make themselves: checked, played with at private tables, and what they do to a game."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from kartarna.client.account import Account, Refusal
from kartarna.core.record import read
from kartarna.games import GAMES, get
from kartarna.protocol import context
from kartarna.protocol.bodies import LONGEST_DECK
from kartarna.protocol.context import Tryout
from kartarna.terminal.play.visit import Visit
from kartarna.terminal.voice import Voice
from tests.server.helpers import GENEROUS, PATIENCE, play_on, run, served, sit, table_of
from tests.server.test_limits import answered

GUEST = {"kind": "link"}


def own(game: str, name: str = "Mine", old: str = "", new: str = "") -> str:
    """The game's own deck by another name, with one thing changed."""
    text = get(game).decks.file.read_text("utf-8").replace(f'name = "{get(game).title}"', f'name = "{name}"', 1)
    assert old in text
    return text.replace(old, new, 1)


MINE = own("trop", "More minus threes", "-3 = 7", "-3 = 8").replace("\n12 = 3", "\n12 = 2")


async def check(account: Account, game: str, text: str) -> dict[str, Any]:
    found: dict[str, Any] = await account.call("POST", f"/api/games/{game}/deck/check", {"deck": text})
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_games_own_deck_is_right_and_comes_back_as_data(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            before = {**get(game).decks.loaded}
            found = await check(eva, game, own(game))
            assert found == {"data": {**get(game).decks.standard.data, "name": "Mine"}, "fault": None}
            assert get(game).decks.loaded == before  # it has taken no place

    run(story)


BAD = {
    "no TOML": ("name = ", None, None, 1),
    "a number without end": ("a = " + "1" * 5000, None, None, 1),
    "a date": (own("trop", old="reconstruction = true", new="reconstruction = 2026-01-01"), None, "reconstruction", 7),
    "nested too deep": (".".join("a" * 60) + " = 1", None, "a", 1),
    "nested without end": (".".join("a" * 4000) + " = 1", None, None, 1),
    "lists without end": ("a = " + "[" * 3000, None, None, 1),
    "a wrong type": (own("trop", old="-3 = 7", new='-3 = "7"'), None, "-3", 11),
    "a sum that is wrong": (own("trop", old="-3 = 7", new="-3 = 8"), "TROP-1", "copies", 10),
    "an action too many": (
        own("trop", old="[actions.discard]\n3 = 2", new="[actions.discard]\n3 = 6"),
        "TROP-3",
        "3",
        48,
    ),
    "another game": ('game = "gap"\nname = "x"', None, "game", 1),
    "signs that hide": (own("trop", "a\u202eb"), None, "name", 6),
    "no name": (own("trop", " "), None, "name", 6),
}


@pytest.mark.parametrize(("text", "rule", "entry", "line"), BAD.values(), ids=BAD)
def test_what_is_wrong_is_told_with_the_rule_and_the_line(
    tmp_path: Path, text: str, rule: str | None, entry: str | None, line: int
) -> None:
    """And no table is opened with it."""

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            before = {**get("trop").decks.loaded}
            fault = (await check(eva, "trop", text))["fault"]
            told = get("trop").sentences().get(fault["reason"]["kind"])
            assert told or fault["reason"]["kind"] == "deck_unread"
            assert fault["reason"]["rule"] == rule
            assert (told or {}).get("rule") == rule
            if entry:
                assert entry in fault["path"]
                assert fault["line"] == line
            for path, body in (
                ("/api/tables", {"game": "trop", "seats": [{"kind": "host"}, GUEST], "own_deck": text}),
                ("/api/games/trop/tryout", {"players": 2, "own_deck": text}),
            ):
                with pytest.raises(Refusal) as refused:
                    await eva.call("POST", path, body)
                assert refused.value.status == 400
            assert (await eva.call("GET", "/api/me/tables"))["tables"] == []
            assert get("trop").decks.loaded == before

    run(story)


def test_a_text_that_is_too_long_or_none_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            for deck in ("#" * (LONGEST_DECK + 1), 7, None, {"game": "trop"}, ["a"]):
                with pytest.raises(Refusal, match="bad_request"):
                    await eva.call("POST", "/api/games/trop/deck/check", {"deck": deck})
            with pytest.raises(Refusal, match="not_found"):
                await check(eva, "whist", "a = 1")
            status, _, _ = await answered(here, "POST", "/api/games/trop/deck/check", b"[" * 70_000)
            assert status == 413

    run(story)


def test_a_table_with_a_deck_of_ones_own(tmp_path: Path) -> None:
    """It is private and says so everywhere; the record has the deck, and can be looked at by anyone."""

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await table_of(eva, jan, game="trop", options={"target": 10}, own_deck=MINE)
            (line,) = (await eva.call("GET", "/api/me/tables"))["tables"]
            assert (line["own_deck"], line["arranged"]) == (True, False)
            places = [await sit(eva, table), await sit(jan, table)]
            await asyncio.gather(*map(play_on, places))
            assert places[1].table is not None
            assert (places[1].table.own_deck, places[1].table.deck) == (True, "More minus threes")
            told = await jan.call("GET", f"/api/tables/{table}/deck", **{"Link-Secret": secret})
            assert told["data"]["copies"]["-3"] == 8
            record = await eva.call("GET", f"/api/tables/{table}/record")
            assert read(json.dumps(record)).deck["copies"]["-3"] == 8
            replay = await jan.call("POST", "/api/replay", {"record": json.dumps(record), "open": True})
            assert (replay["deck"]["name"], replay["proof"]) == ("More minus threes", "right")
            again = (await jan.call("POST", f"/api/tables/{table}/rematch"))["id"]
            lines = (await jan.call("GET", "/api/me/tables"))["tables"]
            assert {one["id"]: one["own_deck"] for one in lines} == {again: True}

    run(story)


def test_such_a_table_is_never_public_and_its_deck_is_on_no_list(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            with pytest.raises(Refusal, match="own_deck_public"):
                await table_of(eva, bots=1, game="trop", own_deck=MINE, public=True)
            with pytest.raises(Refusal, match="not_possible"):
                await table_of(eva, bots=1, game="trop", own_deck=MINE, deck="TROP")
            await table_of(eva, bots=1, game="trop", own_deck=MINE)
            trop = next(game for game in (await eva.call("GET", "/api/house"))["games"] if game["id"] == "trop")
            assert "More minus threes" not in [
                deck["name"] for deck in trop["decks"]
            ]  # other tests may have read decks from files
            with pytest.raises(Refusal, match="not_possible"):
                await table_of(eva, bots=1, game="trop", deck="More minus threes")

    run(story)


def test_new_decks_are_counted_known_ones_are_not(tmp_path: Path) -> None:
    limits = type(GENEROUS)(**{**vars(GENEROUS), "decks": 1})

    async def story() -> None:
        async with served(tmp_path, limits=limits) as here:
            eva, jan = await here.people("Eva", "Jan")
            for account in (eva, jan):
                await table_of(account, bots=1, game="gap", own_deck=own("gap", "Counted"))
            with pytest.raises(Refusal, match="too_many_decks"):
                await table_of(jan, bots=1, game="gap", own_deck=own("gap", "One more"))

    run(story)


def test_guests_leave_room_for_tables_that_have_their_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever brings in new ones as long as they may does not keep a table of others from being opened."""
    decks = get("gap").decks
    monkeypatch.setattr(context, "FOR_GUESTS", len(decks.loaded) + 1)

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            await table_of(eva, bots=1, own_deck=own("gap", "The last for which there is room"))
            with pytest.raises(Refusal, match="too_many_decks") as refused:
                await table_of(eva, bots=1, own_deck=own("gap", "One too many"))
            assert refused.value.status == 503
            await table_of(eva, bots=1, own_deck=own("gap", "The last for which there is room"))
            assert decks.add({**decks.standard.data, "name": "Of a table in the log"}).number

    run(story)


def test_a_change_is_tried_out_on_the_same_deals(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            known = {**get("trop").decks.loaded}
            wish = {"players": 2, "options": {"hand": 1, "target": 100}, "own_deck": own("trop", "On trial")}
            report = await eva.call("POST", "/api/games/trop/tryout", wish)
            assert get("trop").decks.loaded == known  # it was played with in another process
            assert report["against"]["label"] == "by the rules"
            assert report["changed"]["options"]["hand"] == 1
            assert report["changed"]["deck"]["name"] == "On trial"
            assert report["games_each"]["greedy"] >= 3
            rounds = next(one for one in report["measures"] if one["name"] == "length: rounds")
            assert rounds["changed"]["low"] < rounds["changed"]["mean"] < rounds["changed"]["high"]
            assert len(report["by_place"]["greedy"]["changed"]) == 2

    run(story)


def test_a_trial_that_nobody_waits_for_is_left_off(tmp_path: Path) -> None:
    """Whoever asks and goes takes nobody's turn."""

    async def story() -> None:
        async with served(tmp_path) as here:
            ended: list[str] = []

            async def endless(wish: Tryout) -> bytes:
                try:
                    await asyncio.Event().wait()
                finally:
                    ended.append(wish.game)
                return b""

            usual, here.context.try_out = here.context.try_out, endless
            place = urlsplit(here.url)
            body = b'{"players": 2, "options": {"hand": 1}}'
            head = f"POST /api/games/trop/tryout HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            for _ in range(2):
                _, writer = await asyncio.open_connection(place.hostname, place.port)
                writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
                async with asyncio.timeout(PATIENCE):
                    while not here.context.tryouts.clients:
                        await asyncio.sleep(0.005)
                    writer.transport.abort()
                    while here.context.tryouts.clients:
                        await asyncio.sleep(0.005)
            assert ended == ["trop", "trop"]
            here.context.try_out = usual
            assert (await answered(here, "POST", "/api/games/trop/tryout", body))[0] == 200

    run(story)


@pytest.mark.parametrize(
    ("wish", "kind"),
    [
        ({"players": 2}, "nothing_changed"),
        ({"players": 2, "options": {"hand": 3}}, "nothing_changed"),
        ({"players": 2, "deck": "TROP"}, "nothing_changed"),
        ({"players": 2, "options": {"hand": 0}}, "not_possible"),
        ({"players": 2, "options": {"hands": 2}}, "not_possible"),
        ({"players": 9, "options": {"hand": 1}}, "not_possible"),
        ({"players": 2, "deck": "None such"}, "not_possible"),
        ({"players": "2", "options": {"hand": 1}}, "bad_request"),
        ({"players": 2, "options": {"hand": 1}, "games": 10**9}, "bad_request"),
    ],
)
def test_a_trial_that_says_nothing_is_refused(tmp_path: Path, wish: dict[str, Any], kind: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            with pytest.raises(Refusal, match=kind) as found:
                await eva.call("POST", "/api/games/trop/tryout", wish)
            assert found.value.status == 400

    run(story)


def test_kartarna_join_names_the_cards_of_that_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(Visit, "_listen", lambda *_: None)
    monkeypatch.setattr(Voice, "line", staticmethod(lambda text="": lines.append(text)))
    text = own("gap", "Metals")
    for letter, new, name in zip("rgybp", "cisut", ("copper", "iron", "silver", "gold", "tin"), strict=True):
        old = get("gap").decks.standard.data["colours"][letter]["en"]
        text = text.replace(f"[colours.{letter}]", f"[colours.{new}]").replace(f'en = "{old}"', f'en = "{name}"')

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, own_deck=text)
            visit = Visit(Voice("en"), eva, table, None)
            visiting = asyncio.ensure_future(visit.run())
            await visit.asked.wait()
            visit.typed.put_nowait("quit")
            with pytest.raises(EOFError):
                await visiting
            told = "\n".join(lines)
            assert "This table plays with a deck that the host has made." in told
            assert any(name in told for name in ("copper", "iron", "silver"))

    run(story)

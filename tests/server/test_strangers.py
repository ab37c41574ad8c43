"""Those who have no business here: refused, and not a byte of a view is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kartarna.client.account import Account, Refusal
from kartarna.play.people import MOVE_SECONDS
from kartarna.play.room.services import Services
from tests.play.helpers import FakeTime
from tests.server.helpers import Ear, Served, run, seated, served, shows_nothing, table_of, turn

NOWHERE = "aaaaaaaaaaaaaaaa"


async def refused(here: Served, table: str, hello: dict[str, Any]) -> tuple[str, int | None]:
    """Why a connection is refused, and its code. Nothing else has been sent on it."""
    ear = await Ear.open(here.url, table, hello)
    answer = await ear.hear()
    assert answer
    assert answer["type"] == "refused"
    assert answer["id"] is None
    code = await ear.end()
    assert len(ear.frames) == 1
    assert shows_nothing(ear.frames)
    return answer["reason"]["kind"], code


def test_tables_that_are_none_of_ones_business(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan, stranger = await here.people("Eva", "Jan", "Zed")
            table, secret = await table_of(eva, jan)
            await seated(table, eva, jan)
            assert await refused(here, table, {}) == ("no_such_table", 4404)
            assert await refused(here, table, {"token": stranger.token}) == ("no_such_table", 4404)
            assert await refused(here, table, {"token": stranger.token, "secret": "x" * 22}) == ("no_such_table", 4404)
            assert await refused(here, NOWHERE, {"token": eva.token}) == ("no_such_table", 4404)
            assert await refused(here, NOWHERE, {"secret": secret}) == ("no_such_table", 4404)
            for path in ("", "/deck", "/record", "/replay"):
                for id in (table, NOWHERE):
                    with pytest.raises(Refusal, match="no_such_table") as found:
                        await stranger.call("GET", f"/api/tables/{id}{path}")
                    assert found.value.status == 404

    run(story)


def test_tokens_that_are_wrong_missing_or_expired(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            await seated(table, eva, jan)
            assert await refused(here, table, {"token": "A" * 22}) == ("token_unknown", 4401)
            for token, reason in ((None, "who_are_you"), ("A" * 22, "token_unknown")):
                with pytest.raises(Refusal, match=reason) as found:
                    await Account(here.url, token).call("POST", f"/api/tables/{table}/join", {})
                assert found.value.status == 401
            old = jan.token
            follower = await Ear.open(here.url, table, {"token": old})
            await follower.until("update")
            await jan.call("DELETE", "/api/me/token")
            assert await follower.end() == 4401  # signed out: its sockets end, too
            assert await refused(here, table, {"token": old}) == ("token_unknown", 4401)

    run(story)


def test_a_cookie_counts_like_a_token_and_an_unknown_one_is_dropped(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            ear = await Ear.open(here.url, table, {}, Cookie=f"kartarna={eva.token}")
            assert (await ear.until("you"))["seats"] == [0]
            lost = Account(here.url, "B" * 22)
            assert await lost.call("GET", "/api/me") == {"name": None}
            assert lost.token is None

    run(story)


def test_a_stolen_token_plays_no_other_seat(tmp_path: Path) -> None:
    """Who holds seat 1 cannot decide for seat 0, nor for a bot, whatever message id is used; a spectator for nobody."""

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await table_of(eva, jan, bots=1, options={"starter": 1})
            places = await seated(table, eva, jan)
            room = here.house.rooms[table]
            mover = turn(places)
            assert mover.update
            assert mover.update.options
            assert mover.you
            seat, seq, action = mover.you.seats[0], mover.update.asked, mover.update.options.choices[0].action
            await mover.decide(seat, action)
            used = next(message for (who, message) in room.table.known if who == seat)
            before = room.table.seq
            other = jan if seat == 0 else eva
            thief = await Ear.open(here.url, table, {"token": other.token})
            watcher = await Ear.open(here.url, table, {"secret": secret})
            for ear in (thief, watcher):
                await ear.until("update")
                ear.frames.clear()
                for victim, wanted in ((seat, "not_your_seat"), (2, "not_your_seat"), (11, "no_such_seat")):
                    for id in ("new", used):
                        answer = await ear.ask(type="decide", id=id, seat=victim, seq=seq, action=action)
                        assert answer["reason"]["kind"] == wanted
                    await ear.ask(type="say", id="say", seat=victim, phrase="hello")
                for kind in ("fill", "close", "renew_link", "remove", "swap"):
                    answer = await ear.ask(type=kind, id=kind, bot="greedy", seat=0, other=1)
                    assert answer["type"] == "refused" or other is eva
            assert shows_nothing(watcher.frames)
            assert [row.kind for row in await here.house.log.rows(table, before)] in ([], ["relinked"])

    run(story)


def test_out_of_turn_and_stale_decisions_change_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            places = await seated(table, eva, jan)
            mover = turn(places)
            waiter = next(place for place in places if place is not mover)
            assert mover.you
            assert waiter.you
            assert mover.update
            assert mover.update.options
            asked = mover.update.asked
            rows = here.house.rooms[table].table.seq
            for place, seq, reason in (
                (waiter, asked, "out_of_turn"),
                (mover, asked - 1, "stale"),
                (mover, 999, "stale"),
            ):
                ear = await Ear.open(here.url, table, {"token": place.account.token})
                await ear.until("update")
                ear.frames.clear()
                assert place.you
                action = mover.update.options.choices[0].action
                answer = await ear.ask(type="decide", id="x", seat=place.you.seats[0], seq=seq, action=action)
                assert answer["reason"]["kind"] == reason
                assert shows_nothing(ear.frames)
            assert here.house.rooms[table].table.seq == rows

    run(story)


def test_a_full_table_has_no_seat_for_another(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan, late = await here.people("Eva", "Jan", "Late")
            table, secret = await table_of(eva, jan)
            for id, given, seat, reason in (
                (table, secret, None, "wrong_phase"),
                (table, secret, 11, "seat_taken"),
                (NOWHERE, secret, None, "no_such_table"),
            ):
                with pytest.raises(Refusal, match=reason):
                    await late.join(id, given, seat)
            assert await jan.join(table, None) == 1  # who sits there keeps the seat
            free, _ = await eva.open_table(game="gap", seats=[{"kind": "host"}, {"kind": "link"}])
            for given, seat in (("not the secret", None), (None, None), (None, 1), (None, 11)):
                with pytest.raises(Refusal, match="no_such_table") as found:
                    await late.join(free, given, seat)
                assert found.value.status == 404  # a stranger is not told that it exists

    run(story)


def test_the_link_can_be_renewed_and_the_old_one_is_void(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, old = await eva.open_table(game="gap", seats=[{"kind": "host"}, {"kind": "link"}])
            ear = await Ear.open(here.url, table, {"token": eva.token})
            await ear.until("update")
            new = (await ear.ask(type="renew_link", id="r"))["secret"]
            with pytest.raises(Refusal, match="no_such_table"):
                await jan.join(table, old)
            assert await refused(here, table, {"token": jan.token, "secret": old}) == ("no_such_table", 4404)
            assert await jan.join(table, new) == 1

    run(story)


def test_a_move_link_works_once_and_for_ten_minutes(tmp_path: Path) -> None:
    async def story() -> None:
        time = FakeTime()
        async with served(tmp_path, services=Services(time=time)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            secret = (await eva.call("POST", "/api/me/move"))["secret"]
            phone = Account(here.url)
            assert await phone.call("POST", "/api/move", {"secret": secret}) == {"name": "Eva"}
            assert [line["id"] for line in (await phone.call("GET", "/api/me/tables"))["tables"]] == [table]
            late = (await eva.call("POST", "/api/me/move"))["secret"]
            time.time += MOVE_SECONDS + 1
            for used in (secret, late, "nonsense"):
                with pytest.raises(Refusal, match="link_void") as found:
                    await Account(here.url).call("POST", "/api/move", {"secret": used})
                assert found.value.status == 403

    run(story)


def test_records_of_running_games_are_refused_to_everyone(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            await seated(table, eva, jan)
            for who in (eva, jan):
                for path in ("record", "replay?open=true", "replay?seat=0"):
                    with pytest.raises(Refusal, match="running"):
                        await who.call("GET", f"/api/tables/{table}/{path}")

    run(story)

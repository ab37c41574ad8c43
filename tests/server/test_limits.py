"""What one client may use up, where it may come from, and what every answer carries."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import replace
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from kartarna.client.account import Account, Refusal
from kartarna.play.tokens import hashed
from kartarna.protocol import messages as wire
from kartarna.server.limits import Limits, Rate, Rates
from kartarna.server.socket.frames import frame
from tests.server.helpers import GENEROUS, Ear, Served, play_on, run, seated, served, sit, table_of, until


async def answered(
    here: Served, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, HTTPMessage, bytes]:
    def work() -> tuple[int, HTTPMessage, bytes]:
        line = HTTPConnection(here.url.removeprefix("http://"), timeout=20)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, {"Content-Type": "application/json", **sent})
        answer = line.getresponse()
        data = answer.read()
        line.close()
        return answer.status, answer.headers, data

    return await asyncio.to_thread(work)


# ---- sockets ---------------------------------------------------------------------------------------------


def test_a_frame_has_four_kilobytes(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            ear = await Ear.open(here.url, table, {"token": eva.token})
            await ear.until("update")
            await ear.send(json.dumps({"type": "ping", "id": "x"}) + " " * 4000)
            await ear.until("pong")
            await ear.send(json.dumps({"type": "ping", "id": "x"}) + " " * 5000)
            assert await ear.end() == 1009

    run(story)


def test_a_person_sends_a_hundred_messages_in_twenty_seconds_from_all_tabs(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits()) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            tabs = [await Ear.open(here.url, table, {"token": eva.token}) for _ in range(4)]
            for number in range(100):
                await tabs[number % 4].ask(type="ping", id=str(number))
            for tab in tabs:
                await tab.send({"type": "ping", "id": "one too many"})
                assert await tab.end() == 4429
                assert json.loads(tab.frames[-1])["reason"]["kind"] == "too_many_messages"
            other = await Ear.open(here.url, table, {"token": jan.token})
            assert (await other.ask(type="ping", id="x"))["type"] == "pong"

    run(story)


def test_a_client_has_so_many_sockets(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(sockets=2)) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            first, second = [await Ear.open(here.url, table, {"token": eva.token}) for _ in range(2)]
            await first.until("update")
            await second.until("update")
            third = await Ear.open(here.url, table, {"token": eva.token})
            assert await third.end() == 1008
            other = await Ear.open(here.url, table, {"token": jan.token})
            await other.until("update")
            await second.line.close()
            await first.until("presence")
            again = await Ear.open(here.url, table, {"token": eva.token})
            await again.until("update")

    run(story)


def test_sockets_count_before_they_say_hello(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(sockets_of_address=3)) as here:
            for _ in range(3):
                await Ear.open(here.url, "whatever")
            with pytest.raises(InvalidStatus, match="429") as found:
                await Ear.open(here.url, "whatever")
            answer = found.value.response.body
            assert answer
            assert json.loads(answer)["refused"]["kind"] == "too_many_sockets"
            assert here.context.metrics.refused["too_many_sockets"] == 1

    run(story)


def test_sockets_count_for_a_minute_even_if_they_are_closed_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(sockets_of_address=3)) as here:
            for _ in range(3):
                ear = await Ear.open(here.url, "whatever", {})
                assert await ear.end() == 4404
            with pytest.raises(InvalidStatus, match="429"):
                await Ear.open(here.url, "whatever")

    run(story)


def test_a_club_evening_behind_one_address_meets_no_limit(tmp_path: Path) -> None:
    """Twelve people with two tabs each, who all lose the connection and try as often as they may in a minute."""

    async def story() -> None:
        async with served(tmp_path, limits=Limits()) as here:
            people = await here.people(*(f"P{number}" for number in range(12)))
            table, _ = await table_of(people[0], bots=1, public=True)
            for _ in range(7):  # at once, then after 1, 2, 4, 8, 16 and 30 seconds
                tabs = [await Ear.open(here.url, table, {"token": person.token}) for person in people * 2]
                for tab in tabs:
                    await tab.until("welcome")
                    assert (await tab.ask(type="ping", id="x"))["type"] == "pong"
                for tab in tabs:
                    await tab.line.close()

    run(story)


def test_a_client_asks_for_the_past_so_many_times_a_minute(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(pasts=3)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, public=True)
            for hello in ({"token": eva.token}, {}):
                ear = await Ear.open(here.url, table, hello)
                await ear.until("update")
                answers = [await ear.ask(type="past", id=str(number)) for number in range(5)]
                assert [answer["type"] for answer in answers] == ["past"] * 3 + ["refused"] * 2
                assert answers[-1]["reason"]["kind"] == "too_many_messages"
                assert (await ear.ask(type="ping", id="x"))["type"] == "pong"

    run(story)


def test_a_person_says_twenty_phrases_a_minute_at_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            tables = [(await table_of(eva, jan))[0] for _ in range(2)]
            ear = await Ear.open(here.url, tables[0], {"token": eva.token})
            said = [await ear.ask(type="say", id=str(number), seat=0, phrase="hello") for number in range(20)]
            rows = here.house.rooms[tables[0]].table.seq
            more = await ear.ask(type="say", id="more", seat=0, phrase="hello")
            assert (more["type"], more["reason"]["kind"]) == ("refused", "too_many_messages")
            assert here.house.rooms[tables[0]].table.seq == rows
            assert await ear.ask(type="say", id="3", seat=0, phrase="hello") == said[3]  # heard before: answered again
            for table, person, seat in ((tables[0], jan, 1), (tables[1], eva, 0)):
                other = await Ear.open(here.url, table, {"token": person.token})
                assert (await other.ask(type="say", id="x", seat=seat, phrase="hello"))["type"] == "done"

    run(story)


def test_whoever_says_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(hello_seconds=0.1)) as here:
            ear = await Ear.open(here.url, "whatever")
            assert await ear.end() == 4400

    run(story)


def test_a_client_that_does_not_read_is_cut_off_and_can_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(queue=10, messages=1000)) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            one, two = await seated(table, eva, jan)
            slow = next(found for found in here.context.connections[table] if found.token == hashed(jan.token or ""))

            async def blocked(_: Any) -> None:
                await asyncio.sleep(60)

            slow.send, slow.offer = blocked, lambda _: False
            for number in range(20):
                await one.ask(wire.Say(id=str(number), seat=0, phrase="hello"))
            with pytest.raises(Exception, match="1013"):
                await until(two, lambda _: False)
            last = two.last
            assert last
            await two.connect(last)
            await until(two, lambda place: place.last == here.house.rooms[table].table.seq)

    run(story)


@pytest.mark.parametrize("size", [1, 125, 126, 65_535, 65_536])
def test_a_frame_of_ours_is_a_frame(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://kartarna"), state=State.OPEN)
    client.receive_data(frame(b"x" * size))
    assert client.events_received() == [Frame(Opcode.TEXT, b"x" * size)]


def test_what_waits_is_not_overtaken(tmp_path: Path) -> None:
    """A client that cannot be written to for a while gets everything afterwards, in order."""

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            one, two = await seated(table, eva, jan)
            slow = next(found for found in here.context.connections[table] if found.token == hashed(jan.token or ""))
            send, offer, resumed = slow.send, slow.offer, asyncio.Event()

            async def later(message: Any) -> None:
                await resumed.wait()
                await send(message)

            first = two.last or 0
            slow.send, slow.offer = later, lambda _: False
            for number in range(10):
                await one.ask(wire.Say(id=str(number), seat=0, phrase="hello"))
            slow.offer = offer
            resumed.set()
            await one.ask(wire.Say(id="last", seat=0, phrase="hello"))
            heard: list[int] = []
            while len(heard) < 11:
                message = await two.next()
                heard += [message.seq] if isinstance(message, wire.UpdateJson) else []
            assert heard == list(range(first + 1, first + 12))

    run(story)


def test_rates_forget_those_who_have_been_quiet() -> None:
    rates = Rates(2, 10.0)
    assert [rates.take("a", now) for now in (0.0, 1.0, 2.0, 10.5, 10.6)] == [True, True, False, True, False]
    assert rates.take("b", 1000.0)
    assert set(rates.clients) == {"b"}
    assert Rate(1, 5.0).take(0.0)


def test_who_is_refused_and_took_nothing_since_is_no_news() -> None:
    """A process that began since then knows nothing of this client."""
    here, there = Rates(1, 3600.0), Rates(1, 10.0)
    now = time.monotonic()
    assert [here.take("a", now), here.take("a", now)] == [True, False]
    assert here.told(10) == {"a": 1}
    assert not here.take("a", now)
    for client, count in here.told(10).items():
        there.add(client, count, now)
    assert not there.clients
    assert there.take("b", now + 1000)


def test_a_rematch_that_was_closed_is_not_asked_for_again_without_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, tables=2)) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan, options={"rounds": 1})
            await asyncio.gather(*(play_on(place) for place in await seated(table, eva, jan)))
            again = (await eva.call("POST", f"/api/tables/{table}/rematch"))["id"]
            assert (await jan.call("POST", f"/api/tables/{table}/rematch"))["id"] == again
            place = await sit(eva, again)
            await until(place, lambda place: place.table is not None)
            await place.ask(wire.Close(id="close"))
            with pytest.raises(Refusal, match="too_many_tables"):
                await eva.call("POST", f"/api/tables/{table}/rematch")

    run(story)


# ---- requests --------------------------------------------------------------------------------------------


def test_requests_are_limited_in_number_and_size(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(tables=2, people=3, requests=40)) as here:
            (eva,) = await here.people("Eva")
            await table_of(eva, bots=1)
            await table_of(eva, bots=1)
            with pytest.raises(Refusal, match="too_many_tables") as found:
                await table_of(eva, bots=1)
            assert found.value.status == 429
            status, _, _ = await answered(here, "PUT", "/api/me", b'{"name": "' + b"x" * 70_000 + b'"}')
            assert status == 413
            status, _, _ = await answered(here, "POST", "/api/replay", b'{"record": "' + b"x" * 1_300_000 + b'"}')
            assert status == 413
            await here.people("Jan", "Ota")
            with pytest.raises(Refusal, match="too_many_requests"):
                await here.people("Four")
            statuses = [(await answered(here, "GET", "/api/health"))[0] for _ in range(40)]
            assert statuses[0] == 200
            assert statuses[-1] == 429
            assert (await answered(here, "GET", "/"))[0] == 200  # the app's own files do not count

    run(story)


@pytest.mark.parametrize("proxies", [(), ("127.0.0.1",), ("10.0.0.1",)])
def test_a_forwarded_address_counts_only_from_a_named_proxy(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(people=1), proxies=proxies) as here:
            statuses = [
                (await answered(here, "PUT", "/api/me", b'{"name": "Eva"}', X_Forwarded_For=f"192.0.2.{number}"))[0]
                for number in (1, 2, 2)
            ]
            assert statuses == ([200, 200, 429] if proxies == ("127.0.0.1",) else [200, 429, 429])

    run(story)


# ---- where it comes from ---------------------------------------------------------------------------------


def test_other_sites_cannot_use_a_visitors_cookie(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, origins=("https://cards.example",)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            cookie = f"kartarna={eva.token}"
            for origin, welcome in ((here.url, True), ("https://cards.example", True), ("https://evil.example", False)):
                status, _, _ = await answered(here, "POST", "/api/me/move", b"", Cookie=cookie, Origin=origin)
                assert status == (200 if welcome else 403)
                if welcome:
                    ear = await Ear.open(here.url, table, {}, Cookie=cookie, Origin=origin)
                    assert (await ear.until("you"))["seats"] == [0]
                else:
                    with pytest.raises(InvalidStatus, match="403"):
                        await Ear.open(here.url, table, {}, Cookie=cookie, Origin=origin)

    run(story)


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, proxies=("127.0.0.1",)) as here:
            for proto in ("http", "https"):
                _, headers, _ = await answered(
                    here, "PUT", "/api/me", b'{"name": "Eva"}', X_Forwarded_Proto=proto, X_Forwarded_For="192.0.2.1"
                )
                cookie = headers["Set-Cookie"].lower()
                assert "httponly" in cookie
                assert "samesite=strict" in cookie
                assert ("secure" in cookie) == (proto == "https")
                assert (headers["Strict-Transport-Security"] is not None) == (proto == "https")

    run(story)


def test_every_answer_has_the_usual_headers(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            for path in ("/", "/t/whatever", "/api/me", "/api/nothing", "/metrics", "/openapi.json"):
                _, headers, _ = await answered(here, "GET", path)
                policy = headers["Content-Security-Policy"]
                assert "script-src 'self' 'wasm-unsafe-eval';" in policy
                assert "frame-ancestors 'none'" in policy
                assert headers["X-Content-Type-Options"] == "nosniff"
                assert headers["Referrer-Policy"] == "no-referrer"
                assert headers["Server"] is None
            status, headers, body = await answered(here, "GET", "/api/nothing")
            assert (status, json.loads(body)["refused"]["kind"]) == (404, "not_found")
            assert headers["Cache-Control"] == "no-store"

    run(story)


def test_nothing_that_was_sent_is_sent_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            mark = "<script>alert(1)</script>"
            for method, path, body in (
                ("PUT", "/api/me", {"name": mark}),
                ("PUT", "/api/me", {mark: "x"}),
                ("POST", "/api/recover", {"phrase": mark}),
                ("POST", "/api/replay", {"record": mark}),
                ("GET", "/api/games/%3Cscript%3Ealert(1)/words", None),
                ("GET", "/api/tables/%3Cscript%3Ealert(1)", None),
            ):
                sent = None if body is None else json.dumps(body).encode()
                status, headers, answer = await answered(here, method, path, sent)
                assert status >= 400
                assert headers["Content-Type"] == "application/json"
                assert b"<script>" not in answer

    run(story)


# ---- what the server tells its operator --------------------------------------------------------------------


def test_logs_and_metrics_have_no_tokens_names_or_cards(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            logging.getLogger("kartarna").propagate = True
            caplog.set_level(logging.INFO, "kartarna")
            (eva,) = await here.people("Evženie")
            table, secret = await table_of(eva, bots=1, options={"rounds": 1})
            (place,) = await seated(table, eva)
            here.context.house.rooms[table].lift_curtain = None  # type: ignore[assignment, method-assign]
            broken = await sit(eva, table)
            await broken.post(wire.Lift(id="bug", seat=0))  # a bug of ours: told with its place, not with its values
            with pytest.raises(Exception, match="server_error"):
                await until(broken, lambda _: False)
            await play_on(place)
            _, _, metrics = await answered(here, "GET", "/metrics")
            logged = caplog.text + "".join(str(vars(record)) for record in caplog.records)
            told = metrics.decode() + logged
            assert "socket failed" in logged
            assert 'kartarna_messages_total{type="Decide"}' in told
            assert "kartarna_sockets 1" in told
            for hidden in (eva.token, secret, "Evženie"):
                assert hidden
                assert hidden not in told

    run(story)


def test_a_stranger_without_a_name_has_no_token(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            nobody = Account(here.url)
            assert await nobody.call("GET", "/api/me") == {"name": None}
            assert nobody.token is None

    run(story)

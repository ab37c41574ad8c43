"""Nonsense on the socket and over HTTP: no crash, no unhandled exception, no change."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, negative_data_rejection, positive_data_acceptance

from kartarna.client.account import Account
from kartarna.protocol import messages as wire
from tests.server.helpers import Ear, Served, dealt, seated, served, table_of, until

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
TAGS = [message.__struct_config__.tag for message in get_args(wire.ClientMessage)]
FIELDS = sorted({field for message in get_args(wire.ClientMessage) for field in message.__struct_fields__})
NEARLY = st.builds(  # a message of the right kind with values of any kind
    lambda tag, fields: json.dumps({"type": tag, **fields}),
    st.sampled_from(TAGS),
    st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5),
)
RIGHT = st.builds(  # well-formed messages that ask for what cannot be
    lambda message: msgspec.json.encode(message).decode(),
    st.builds(
        wire.Decide,
        id=st.text("abc", min_size=1, max_size=3),
        seat=st.integers(0, 11),
        seq=st.integers(0, 99),
        action=st.integers(-(2**70), 2**70),
    )
    | st.builds(wire.Reveal, id=st.just("r"), seat=st.integers(0, 11), part=st.just("0" * 64))
    | st.builds(wire.Swap, id=st.just("s"), seat=st.integers(0, 11), other=st.integers(0, 11))
    | st.builds(wire.Remove, id=st.just("m"), seat=st.integers(0, 11))
    | st.builds(wire.AskStandIn, id=st.just("a"), seat=st.integers(0, 11), absent=st.integers(0, 11))
    | st.builds(wire.Lift, id=st.just("l"), seat=st.integers(0, 11))
    | st.builds(wire.Propose, id=st.just("e"), seat=st.integers(0, 11), what=st.just("last_round")),
)
# A schema does not say which settings make a game, and we put a real table into paths that are meant to be wrong.
BEYOND = [ignored_auth, negative_data_rejection, positive_data_acceptance]
FRAMES = st.one_of(NEARLY, RIGHT, JSON.map(json.dumps), st.text(max_size=50), st.binary(max_size=50))


class Errors(logging.Handler):
    """What the server itself calls trouble."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class Background:
    """A server on a thread of its own, for tests that are not stories."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever)
        self.thread.start()
        self.errors = Errors()
        self.block = served(folder)
        self.here: Served = self.do(self.block.__aenter__())
        for name in ("kartarna", "uvicorn.error", "asyncio"):
            logging.getLogger(name).addHandler(self.errors)

    def do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def close(self) -> None:
        for name in ("kartarna", "uvicorn.error", "asyncio"):
            logging.getLogger(name).removeHandler(self.errors)
        self.do(self.block.__aexit__(None, None, None))
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture(scope="module")
def background(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Background]:
    server = Background(tmp_path_factory.mktemp("fuzz"))
    yield server
    server.close()


def test_no_frame_breaks_a_table(background: Background) -> None:
    """The one who sends nonsense does not decide now, so nothing may change by it."""

    async def table() -> tuple[str, Account]:
        eva, jan = await background.here.people("Eva", "Jan")
        id, _ = await table_of(eva, jan, options={"starter": 1})
        for place in await seated(id, eva, jan):
            await until(place, dealt)
        return id, jan

    id, jan = background.do(table())
    room = background.here.house.rooms[id]
    before = room.table.seq, room.table.state.snapshot()

    async def send(frames: list[str | bytes]) -> None:
        ear = await Ear.open(background.here.url, id, {"token": jan.token})
        for frame in frames:
            try:
                await ear.send(frame)
            except Exception:  # noqa: BLE001 - hung up already, as it should be
                break
        if ear.line.close_code is None:
            await ear.line.close()

    @settings(max_examples=250, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.lists(FRAMES.filter(harmless), min_size=1, max_size=6))
    def try_frames(frames: list[str | bytes]) -> None:
        background.do(send(frames))
        assert (room.table.seq, room.table.state.snapshot()) == before

    try_frames()
    assert not background.errors.found
    assert background.do(jan.call("GET", f"/api/tables/{id}"))["phase"] == "playing"


def harmless(frame: str | bytes) -> bool:
    """What a player may do at any time would be a change, and rightly so."""
    try:
        message = msgspec.json.decode(frame, type=wire.ClientMessage)
    except (ValueError, RecursionError):
        return True
    return not isinstance(message, wire.Say | wire.Resign | wire.Propose)


@pytest.mark.filterwarnings("ignore:Do not use the `random` module")  # Schemathesis does
def test_no_request_breaks_the_server(background: Background) -> None:
    """Everything that the OpenAPI page allows, and much that it does not: an answer of the kinds it names."""
    eva = background.do(background.here.person("Fuzz"))
    id, _ = background.do(table_of(eva, bots=1))
    schema = schemathesis.openapi.from_url(f"{background.here.url}/openapi.json")
    for operation in (result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)):
        if (operation.method.upper(), operation.path) in (("DELETE", "/api/me"), ("DELETE", "/api/me/token")):
            continue  # would sign the fuzzer out

        @settings(max_examples=60, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in schemathesis.GenerationMode)))
        def try_case(case: Any) -> None:
            case.path_parameters = {**(case.path_parameters or {}), **({"table": id} if len(str(case)) % 2 else {})}
            case.call_and_validate(headers={"Cookie": f"kartarna={eva.token}"}, excluded_checks=BEYOND, timeout=20)

        try_case()
    assert not background.errors.found
    answers = background.here.context.metrics.requests
    assert answers["200"] > 30
    assert answers["400"] > 100
    assert not any(status.startswith("5") for status in answers)
    assert background.do(eva.call("GET", "/api/ready"))["status"] == "ok"

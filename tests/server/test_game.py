"""Whole games through the server: people by link, bots, the shuffle, the record, once more."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kartarna.client.account import Refusal
from kartarna.core.record import read
from kartarna.core.verification import verify
from kartarna.games import GAMES, get
from kartarna.play.model.shuffle import check_proof
from kartarna.protocol import messages as wire
from tests.server.helpers import dealt, play_on, run, seated, served, sit, table_of, turn, until


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_bot_play_a_game_and_trust_its_shuffle(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            options = {"rounds": 1} if game == "gap" else {}
            table, _ = await table_of(eva, jan, bots=1, game=game, options=options)
            places = await seated(table, eva, jan)
            assert sum(await asyncio.gather(*map(play_on, places))) > 5
            text = json.dumps(await eva.call("GET", f"/api/tables/{table}/record"))
            record = read(text)
            assert [person.name for person in record.seats[:2]] == ["Eva", "Jan"]
            verify(get(game), record)
            check_proof(get(game), record)
            assert record.proof
            assert [place.witness.difference(record.proof) for place in places] == [None, None]

    run(story)


def test_a_rematch_has_the_same_people_and_another_starter(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan, options={"rounds": 1})
            places = await seated(table, eva, jan)
            first = turn(places).you
            with pytest.raises(Refusal, match="running"):
                await eva.call("POST", f"/api/tables/{table}/rematch")
            await asyncio.gather(*map(play_on, places))
            again = (await eva.call("POST", f"/api/tables/{table}/rematch"))["id"]
            assert (await jan.call("POST", f"/api/tables/{table}/rematch"))["id"] == again
            await until(places[1], lambda place: place.table is not None and place.table.rematch == again)
            places = await seated(again, eva, jan)
            second = turn(places).you
            assert first
            assert second
            assert first.seats != second.seats
            assert [line["id"] for line in (await jan.call("GET", "/api/me/tables"))["tables"]] == [again]
            assert [line["id"] for line in (await jan.call("GET", "/api/me/finished"))["tables"]] == [table]

    run(story)


def test_a_table_tells_whose_turn_it_is_in_the_list(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            places = await seated(table, eva, jan)
            line = (await eva.call("GET", "/api/me/tables"))["tables"][0]
            assert line["id"] == table
            assert line["phase"] == "playing"
            assert line["yours"] == [0]
            assert line["waiting"] == [turn(places).you.seats[0]]  # type: ignore[union-attr]
            assert [seat["name"] for seat in line["seats"]] == ["Eva", "Jan"]

    run(story)


def test_take_back_with_the_consent_of_the_other(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan, game="karma", take_backs=True)
            one, two = await seated(table, eva, jan)
            assert one.update
            assert one.update.options
            before = one.update.view
            await one.decide(0, one.update.options.choices[0].action)
            await one.ask(wire.Propose(id="back", seat=0, what="take_back"))
            await until(two, lambda place: place.table is not None and place.table.proposal is not None)
            await two.ask(wire.Agree(id="fine", seat=1))
            await until(one, lambda place: place.update is not None and place.update.kind == "taken_back")
            assert one.update.view == before

    run(story)


def test_the_host_fills_the_table_with_bots(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            seats = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
            table, secret = await eva.open_table(game="trop", seats=seats, public=True, pace=0)
            assert [line["id"] for line in (await jan.call("GET", "/api/tables"))["tables"]] == [table]
            await jan.join(table)
            one, two = await sit(eva, table), await sit(jan, table)
            await until(two, lambda place: place.you is not None)
            with pytest.raises(Refusal, match="not_host"):
                await two.ask(wire.Fill(id="f", bot="greedy"))
            with pytest.raises(Refusal, match="not_possible"):
                await one.ask(wire.Fill(id="f", bot="nobody"))
            await one.ask(wire.Fill(id="f", bot="greedy"))
            await asyncio.gather(until(one, dealt), until(two, dealt))
            assert one.table
            assert [seat.bot for seat in one.table.seats] == [None, None, "greedy"]
            assert (await jan.call("GET", "/api/tables"))["tables"] == []
            assert secret

    run(story)

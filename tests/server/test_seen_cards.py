"""ALL-4: a table without the aid of seen cards shows nobody what is known of the hands; with it, everyone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kartarna.core.view import HAND, View
from tests.play.helpers import seated as seated_in_process
from tests.play.helpers import settle, shut, sqlite_house, turn
from tests.server.helpers import Ear, Place, run, served, sit, table_of, until


def collected(view: View | None) -> bool:
    return view is not None and any(zone.known for zone in view.zones if zone.name == HAND)


@pytest.mark.parametrize("game", ["dnup", "karma"])
@pytest.mark.parametrize("aid", [True, False])
def test_all_4_no_update_has_what_is_known_of_the_hands_without_the_aid(tmp_path: Path, game: str, aid: bool) -> None:
    """ALL-4"""

    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated_in_process(house, 2, game=game, seen_cards=aid)
        watched: list[View | None] = []
        await room.attach(None, lambda update: watched.append(update.view))
        for number in range(300):
            if collected(room.table.game.public(room.table.state)):
                break
            player = turn(players)
            assert player.seat is not None
            await player.play(f"m{number}", room.table.state.legal_actions(player.seat)[-1])
            await settle()
        assert collected(room.table.game.public(room.table.state)), "nobody picked up a card"
        await room.attach("p0", lambda update: watched.append(update.view))  # a sync
        seen = [*watched, *(update.view for player in players for update in player.updates)]
        assert any(map(collected, seen)) is aid
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("aid", [True, False])
def test_all_4_nothing_of_it_goes_over_the_socket(tmp_path: Path, aid: bool) -> None:
    """ALL-4"""

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, secret = await table_of(eva, bots=1, game="dnup", seen_cards=aid)
            spectator = await Ear.open(here.url, table, {"secret": secret})
            place = await sit(eva, table)
            room = await here.house.room(table)
            told: list[bool] = []
            while not collected(room.table.game.public(room.table.state)):
                await until(place, lambda place: place.update is not None and place.update.asked > 0)
                told.append(shown(place))
                assert place.update
                assert place.update.options
                await place.decide(0, place.update.options.choices[-1].action)
            late = await Ear.open(here.url, table, {"secret": secret})
            await late.until("update")
            await spectator.catch_up(late.seq)
            frames = [json.loads(frame) for frame in (*spectator.frames, *late.frames)]
            zones = [zone for frame in frames if frame.get("view") for zone in frame["view"]["zones"]]
            assert any(zone["known"] for zone in zones if zone["name"] == HAND) is aid
            assert aid or not any(told)

    run(story)


def shown(place: Place) -> bool:
    view = place.update.view if place.update else None
    return view is not None and any(zone.known for zone in view.zones if zone.name == HAND)

"""A table from opening to rematch, on a fake clock."""

from __future__ import annotations

import asyncio
from pathlib import Path

from kartarna.core.replay import verify
from kartarna.games import get
from kartarna.play.shuffle import check_proof
from tests.play.helpers import seated, settle, shut, sqlite_house, time_of, turn


def test_a_game_of_two_humans_and_a_bot_from_shuffle_to_record(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2, "greedy", options={"rounds": 2})
        assert room.table.phase == "playing"
        for step in range(500):
            await time_of(house).pass_by(1)
            if room.table.phase == "finished":
                break
            if any(room.table.asked[player.seat or 0] for player in players):
                await turn(players).play(f"m{step}")
        assert room.table.ended == "over"
        record = await house.record(room.id)
        verify(get("gap"), record)
        check_proof(get("gap"), record)
        assert [update.seq for update in players[0].updates][-1] == room.table.seq
        await settle()
        await shut(house)

    asyncio.run(story())

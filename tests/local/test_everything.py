from __future__ import annotations

from kartarna.games import GAMES
from tests.local.everything import everything
from tests.local.helpers import run


def test_all_that_the_house_offers_is_there() -> None:
    async def story() -> None:
        assert await everything() == len(GAMES)

    run(story)

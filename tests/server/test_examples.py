"""The examples in the rules over HTTP: positions before and after, for every game; none for a game without."""

from __future__ import annotations

from pathlib import Path

from kartarna.client.account import Account
from kartarna.games import OWN, get
from kartarna.learn import examples as learn
from kartarna.protocol.handlers import examples as route
from tests.server.helpers import run, served


def test_every_example_is_told_with_two_positions(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            caller = Account(here.url)
            for game in OWN:
                told = (await caller.call("GET", f"/api/games/{game}/examples"))["examples"]
                assert [one["id"] for one in told] == [one.id for one in learn.examples(get(game).folder)]
                for one in told:
                    before, after = one["views"]
                    assert (before != after) == (not one["refused"])
                    assert before["seat"] == after["seat"]
                    assert len(one["words"]) == 2
                    assert one["played"]

    run(story)


def test_an_example_shows_what_its_seat_sees_and_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            told = (await Account(here.url).call("GET", "/api/games/gap/examples"))["examples"]
            before = next(one["views"][0] for one in told if one["id"] == "turn")
            hands = {zone["seat"]: zone for zone in before["zones"] if zone["name"] == "hand"}
            assert len(hands[0]["cards"]) == 6
            assert (hands[1]["cards"], hands[1]["hidden"]) == ([], 6)

    run(story)


def test_the_decision_is_shown_as_a_board_shows_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            told = (await Account(here.url).call("GET", "/api/games/gap/examples"))["examples"]
            choices = next(one["options"]["choices"] for one in told if one["id"] == "turn")
            assert choices[0]["cards"] == ["2y"]  # and what else could be played, without what follows
            assert ["9r"] in [choice["cards"] for choice in choices[1:] if choice["effects"] == []]

    run(story)


def test_positions_are_played_once() -> None:
    assert route._written("gap") is route._written("gap")

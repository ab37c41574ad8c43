"""Courses over HTTP: what a step asks for, a wrong try, a right one."""

from __future__ import annotations

from pathlib import Path

from kartarna.client.account import Account
from kartarna.games import OWN, get
from kartarna.learn.attempt import Attempt
from kartarna.learn.course import course
from tests.server.helpers import run, served


def test_every_course_is_done_over_http(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            caller = Account(here.url)
            for game in OWN:
                told = await caller.call("GET", f"/api/games/{game}/course")
                lessons = course(get(game).folder).lessons
                assert [lesson["id"] for lesson in told["lessons"]] == [lesson.id for lesson in lessons]
                for lesson in lessons[:-1]:
                    learner, actions = Attempt(get(game), lesson), []
                    while not learner.done:
                        actions.append(learner.solution())
                        learner.decide(actions[-1])
                        path = f"/api/games/{game}/course/{lesson.id}"
                        now = await caller.call("POST", path, {"actions": actions})
                        assert (now["right"], now["done"]) == (True, learner.done)
                        assert now["steps"][0]["events"]

    run(story)


def test_a_wrong_try_shows_what_it_brings_and_is_undone(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            caller = Account(here.url)
            path = "/api/games/trop/course/trop"
            start = await caller.call("POST", path, {"actions": []})
            ten = next(choice["action"] for choice in start["options"]["choices"] if choice["notation"] == "10")
            now = await caller.call("POST", path, {"actions": [ten]})
            assert not now["right"]
            assert "trop" in [event["kind"] for event in now["steps"][0]["events"]]
            assert now["view"] == start["view"]

    run(story)

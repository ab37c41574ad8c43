"""A message sent again is answered again; another one with its id is refused, not taken for done."""

from __future__ import annotations

from pathlib import Path

from tests.server.helpers import Ear, run, seated, served, table_of, turn


def test_an_id_used_again_for_something_else_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, options={"starter": 1})
            (place,) = await seated(table, eva)
            await turn([place]).next()
            ear = await Ear.open(here.url, table, {"token": eva.token})
            update = await ear.until("update")
            asked, choices = update["asked"], update["options"]["choices"]
            first = {"type": "decide", "id": "x", "seat": 0, "seq": asked, "action": choices[0]["action"]}
            done = await ear.ask(**first)
            assert done["type"] == "done"
            assert await ear.ask(**first) == done
            other = {**first, "action": choices[-1]["action"]}
            for again in (other, {"type": "resign", "id": "x", "seat": 0}, {**first, "seq": done["seq"]}):
                answer = await ear.ask(**again)
                assert answer["type"] == "refused", again
                assert answer["reason"]["kind"] == "id_used"
            assert (await ear.ask(type="say", id="s", seat=0, phrase="hello"))["type"] == "done"
            assert (await ear.ask(type="say", id="s", seat=0, phrase="thanks"))["reason"]["kind"] == "id_used"
            rows = await here.house.log.rows(table)
            assert [row.message for row in rows if row.message] == ["x", "s"]

    run(story)


def test_an_id_of_who_sat_there_before_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan, zed = await here.people("Eva", "Jan", "Zed")
            table, secret = await eva.open_table(game="gap", seats=[{"kind": "host"}, *[{"kind": "link"}] * 2])
            await jan.join(table, secret, seat=1)
            before = await Ear.open(here.url, table, {"token": jan.token})
            await before.until("update")
            assert (await before.ask(type="say", id="x", seat=1, phrase="hello"))["type"] == "done"
            await before.ask(type="leave", id="y", seat=1)
            await zed.join(table, secret, seat=1)
            after = await Ear.open(here.url, table, {"token": zed.token})
            await after.until("update")
            answer = await after.ask(type="say", id="x", seat=1, phrase="hello")
            assert answer["type"] == "refused"
            assert answer["reason"]["kind"] == "id_used"
            assert (await after.ask(type="say", id="z", seat=1, phrase="hello"))["type"] == "done"

    run(story)

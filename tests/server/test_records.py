"""Records on the server: looked at, uploaded, played on from."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from kartarna.client.account import Account, Refusal
from kartarna.core.record import Record, RecordedPlayer, write
from kartarna.core.recorder import RecordedGame
from kartarna.core.rng import Rng
from kartarna.core.view import seats_of
from kartarna.games import GAMES, get
from kartarna.play.model.shuffle import SCHEME
from tests.server.helpers import dealt, play_on, run, seated, served, sit, table_of, until


def played(game: str, decisions: int | None = None) -> Record:
    """A game of three, to its end or until so many decisions were made; Anna's, if it is unfinished."""
    table = RecordedGame(
        get(game), [RecordedPlayer("Anna"), RecordedPlayer("Ben"), RecordedPlayer("Cyd", "bot", "greedy")], owner=0
    )
    rng = Rng(5)
    count = 0
    while not table.state.over() and (decisions is None or count < decisions):
        if table.state.due():
            table.deal_random(rng)
            continue
        seat = seats_of(table.state.waiting())[0]
        table.decide(seat, table.state.legal_actions(seat)[0])
        count += 1
    return table.record


def entries(record: Record) -> int:
    return sum(len(round.play) + 1 for round in record.rounds)


@pytest.mark.parametrize("game", GAMES)
def test_an_uploaded_record_is_told_step_by_step(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            record = played(game)
            body = {"record": write(record), "open": True}
            replay = await eva.call("POST", "/api/replay", body)
            assert len(replay["steps"]) == entries(record)
            assert [seat["name"] for seat in replay["seats"]] == ["Anna", "Ben", "Cyd"]
            assert replay["winners"] == record.winners
            dealt_hands = [zone for zone in replay["steps"][0]["view"]["zones"] if zone["name"] == "hand"]
            assert all(zone["hidden"] == 0 for zone in dealt_hands)
            private = [event["seat"] for event in replay["steps"][0]["events"] if event["kind"] == "hand_dealt"]
            assert private == ([] if game == "trop" else [0, 1, 2])
            closed = await eva.call("POST", "/api/replay", {"record": write(record)})
            hands = [zone for zone in closed["steps"][0]["view"]["zones"] if zone["name"] == "hand"]
            assert game == "three" or all(zone["cards"] == [] for zone in hands)
            assert not any("seat" in event for step in closed["steps"] for event in step["events"])

    run(story)


def test_every_card_that_is_told_has_a_name(tmp_path: Path) -> None:
    """Whatever a fact or a zone calls a card is in the deck's list of names, or is told as it is written."""

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            for game in GAMES:
                replay = await eva.call("POST", "/api/replay", {"record": write(played(game)), "open": True})
                names, found = replay["deck"]["cards"], get(game)
                for card in cards_in(replay["steps"]):
                    for language in ("cs", "en"):
                        name = found.words.card_name(found.decks.standard, card, language)
                        assert names.get(card, {language: card})[language] == name, (game, card)

    run(story)


def cards_in(value: Any) -> set[str]:
    match value:
        case {"card": str(card)}:
            return {card}
        case {"cards": [str(), *_] as cards}:
            return set(cards)
        case dict():
            return set().union(*map(cards_in, value.values()))
        case list():
            return set().union(*map(cards_in, value))
    return set()


def test_cards_of_an_unfinished_record_are_its_owners(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            text = write(played("gap", 5))
            own = await eva.call("POST", "/api/replay", {"record": text, "seat": 0})
            assert not own["finished"]
            for eyes in ({"seat": 1}, {"open": True}):
                with pytest.raises(Refusal, match="unfinished_record"):
                    await eva.call("POST", "/api/replay", {"record": text, **eyes})

    run(story)


def test_records_that_are_none(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            good = json.loads(write(played("gap")))
            other_deck = {**good, "deck": {**good["deck"], "colours": {}}}
            wrong_winner = {**good, "winners": [1, 2, 3]}
            too_long = {**good, "rounds": good["rounds"] * 2000}
            proof = {"scheme": SCHEME, "secret": "00" * 32, "commitment": "00" * 32, "promises": [], "parts": []}
            long_table = {**good, "proof": {**proof, "table": "x" * 70_000}}
            for text in ("", "{}", *map(json.dumps, (other_deck, wrong_winner, long_table))):
                with pytest.raises(Refusal, match="bad_record") as found:
                    await eva.call("POST", "/api/replay", {"record": text})
                assert found.value.status == 400
                assert str(found.value.event.facts["reason"])
            with pytest.raises(Refusal, match=r"too_large|bad_request"):
                await eva.call("POST", "/api/replay", {"record": json.dumps(too_long)})
            assert get("gap").decks.find(other_deck["deck"]) is None

    run(story)


def test_a_table_starts_from_the_middle_of_a_record(tmp_path: Path) -> None:
    """It says so, has no proof of a shuffle, and plays on to the end."""

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            record = played("gap")
            start = {"record": write(record), "round": 1, "entry": 3}
            table, _ = await table_of(eva, bots=2, start=start)
            place = await sit(eva, table)
            await until(place, dealt)
            assert place.table
            assert place.table.arranged
            assert place.table.shuffle is None
            assert len(await here.house.log.rows(table)) < 6
            await play_on(place)
            again = await eva.call("GET", f"/api/tables/{table}/record")
            assert again["parent"] == here.house.rooms[table].table.parent
            assert again.get("proof") is None
            for bad, reason in (
                ({"record": write(record)}, "nothing to decide"),
                ({"record": write(record), "round": 99}, "there are only"),
                ({"record": write(played("trop"))}, "another game"),
            ):
                with pytest.raises(Refusal) as found:
                    await table_of(eva, bots=2, start=bad)
                assert reason in str(found.value.event.facts["reason"])

    run(story)


def test_a_finished_table_can_be_replayed_by_those_who_may_look(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, stranger = await here.people("Eva", "Zed")
            table, secret = await table_of(eva, bots=1, options={"rounds": 1})
            (place,) = await seated(table, eva)
            await play_on(place)
            replay = await eva.call("GET", f"/api/tables/{table}/replay?open=true")
            assert replay["proof"] == "right"
            with pytest.raises(Refusal, match="no_such_table"):
                await stranger.call("GET", f"/api/tables/{table}/replay")
            watched = await stranger.call("GET", f"/api/tables/{table}/replay?seat=0", **{"Link-Secret": secret})
            assert len(watched["steps"]) == len(replay["steps"])
            assert (replay["yours"], watched["yours"]) == ([0], [])
            with pytest.raises(Refusal, match="not_possible"):
                await eva.call("GET", f"/api/tables/{table}/replay?seat=5")

    run(story)


def test_a_finished_game_is_shown_to_whoever_has_a_link_to_its_replay(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan, dana = await here.people("Eva", "Jan", "Dana")
            stranger = Account(here.url)
            table, _ = await table_of(eva, jan, options={"rounds": 1})
            replay, record, link = (f"/api/tables/{table}/{what}" for what in ("replay", "record", "replay-link"))
            places = await seated(table, eva, jan)
            with pytest.raises(Refusal, match="running"):
                await eva.call("POST", link)
            await asyncio.gather(*map(play_on, places))
            secret = (await eva.call("POST", link))["secret"]
            assert (await eva.call("POST", link))["secret"] == secret
            opened = {"Replay-Secret": secret}
            for anyone in (stranger, dana):
                for headers in ({}, {"Replay-Secret": secret[:-1]}, {"Link-Secret": secret}):
                    with pytest.raises(Refusal, match="no_such_table"):
                        await anyone.call("GET", replay, **headers)
                shown = await anyone.call("GET", f"{replay}?open=true", **opened)
                assert {**shown, "yours": [0]} == await eva.call("GET", f"{replay}?open=true")
                assert (await anyone.call("GET", record, **opened))["seats"][0]["name"] == "Eva"
                with pytest.raises(Refusal, match="no_such_table"):
                    await anyone.call("GET", f"/api/tables/{table}", **opened)  # the table itself stays theirs
            for wrong, reason in ((stranger, "who_are_you"), (dana, "no_such_table")):
                with pytest.raises(Refusal, match=reason):
                    await wrong.call("POST", link)
            await dana.call("DELETE", link)  # not hers
            assert await stranger.call("GET", replay, **opened)
            await eva.call("DELETE", link)
            with pytest.raises(Refusal, match="no_such_table"):
                await stranger.call("GET", replay, **opened)

    run(story)


def test_a_link_to_the_replay_of_another_table_opens_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            tables = [(await table_of(eva, bots=1, options={"rounds": 1}))[0] for _ in range(2)]
            (place,) = await seated(tables[0], eva)
            await play_on(place)
            secret = (await eva.call("POST", f"/api/tables/{tables[0]}/replay-link"))["secret"]
            (running,) = await seated(tables[1], eva)
            assert dealt(running)
            for who in (jan, Account(here.url)):
                with pytest.raises(Refusal, match="no_such_table"):
                    await who.call("GET", f"/api/tables/{tables[1]}/replay?open=true", **{"Replay-Secret": secret})

    run(story)

"""Whatever is opened, verified or replayed, the game is played once: every decision is carried out one time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kartarna.core import history
from kartarna.core.record import Decision, Record, read, write
from kartarna.core.recorder import replayed
from kartarna.core.step import Decided, Entry, played
from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.house import House
from kartarna.play.model import effects
from kartarna.play.storage.file_log import is_log
from kartarna.protocol.queue import QueueLimits
from kartarna.protocol.replays import _Replayer, cut
from kartarna.terminal.play.game import resumed
from kartarna.terminal.voice import Voice
from tests.core.test_replay import unfinished
from tests.play.helpers import seated, settings
from tests.play.test_table import play, to_the_end


class Counter:
    def __init__(self) -> None:
        self.decisions = 0

    def played(self, before: Any, entry: Entry) -> Any:
        self.decisions += isinstance(entry, Decided)
        return played(before, entry)

    def since(self) -> int:
        """Decisions carried out since this was last asked."""
        count, self.decisions = self.decisions, 0
        return count


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    counter = Counter()
    monkeypatch.setattr(history, "played", counter.played)
    effects.position.cache_clear()
    return counter


def decisions(record: Record) -> int:
    return sum(isinstance(line, Decision) for round in record.rounds for line in round.play)


def test_a_table_its_record_and_its_rematch(tmp_path: Path, counter: Counter) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy")
        await to_the_end(house, players)
        await house.unload(room.id)
        counter.since()
        record = await house.record(room.id)
        assert counter.since() == decisions(record) > 0
        again = await house.room(room.id)
        assert counter.since() == decisions(record)
        await house.rematch(again, "p0")
        assert counter.since() == decisions(record)
        assert replayed(get("gap"), record).state.snapshot() == again.table.state.snapshot()

    play(tmp_path, story)


def test_a_record_is_verified_and_replayed_with_its_proof(tmp_path: Path, counter: Counter) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy")
        await to_the_end(house, players)
        record = read(write(await house.record(room.id)))
        assert record.proof
        counter.since()
        verify(get("gap"), record)
        assert counter.since() == decisions(record)
        assert b'"right"' in _Replayer(get("gap"), record, None, QueueLimits(), open_hands=True, yours=()).json()
        assert counter.since() == decisions(record)

    play(tmp_path, story)


def test_a_table_that_starts_from_a_position(tmp_path: Path, counter: Counter) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy")
        await to_the_end(house, players)
        record = cut(await house.record(room.id), 1, 7)
        counter.since()
        fresh, _ = await house.open(settings("host", "greedy", "greedy"), "p0", "Eva", start=record)
        assert counter.since() == decisions(record) > 0
        await house.unload(fresh.id)
        await house.room(fresh.id)
        assert counter.since() == 0  # the position is kept

    play(tmp_path, story)


def test_a_game_is_resumed_in_the_terminal(tmp_path: Path, counter: Counter) -> None:
    record = unfinished()
    counter.since()
    file = tmp_path / "game.json"
    file.write_text(write(record), encoding="utf-8")
    resumed(Voice("en"), file, None, 1, None)
    assert counter.since() == decisions(record) > 0
    assert is_log(file.read_bytes())  # as if the power had failed now
    again = resumed(Voice("en"), file, None, 1, None)
    assert counter.since() == decisions(record)
    assert again.table.state.snapshot() == replayed(get("gap"), record).state.snapshot()


def test_a_take_back_replays_its_round_and_no_more(counter: Counter) -> None:
    record = unfinished()
    table = replayed(get("gap"), record)
    counter.since()
    table.take_back(table.standing[-1].seat if isinstance(table.standing[-1], Decided) else 0)
    assert counter.since() == decisions(record)

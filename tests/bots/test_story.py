"""The story: what a seat saw happen, from a table or from a record."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import pytest

from kartarna.bots import Move, Told, account
from kartarna.core.game import Game
from kartarna.core.record import Record
from kartarna.core.recorder import RecordedGame
from kartarna.core.rng import Rng
from kartarna.core.view import seats_of
from kartarna.core.words import Event, Seat
from kartarna.games import get
from tests.positions import recorded


@pytest.fixture
def table() -> RecordedGame:
    """A game of GAP after four decisions."""
    table = recorded("gap", 3)
    table.deal_random(Rng(4))
    for _ in range(4):
        decide(table)
    return table


def decide(table: RecordedGame) -> None:
    seat = seats_of(table.state.waiting())[0]
    table.decide(seat, table.state.legal_actions(seat)[0])


def told(game: Game[Any], record: Record, seat: int) -> tuple[Told, ...]:
    return account(game, record, seat).story


def moves(story: tuple[Told, ...]) -> list[Move]:
    return [entry for entry in story if isinstance(entry, Move)]


def test_decisions_are_told_with_their_number_and_notation(table: RecordedGame) -> None:
    written = [(1, entry.seat, getattr(entry, "notation", "")) for entry in table.record.rounds[0].play]
    for seat in range(3):
        story = told(get("gap"), table.record, seat)
        assert [(move.round, move.seat, move.notation) for move in moves(story)] == written


def test_a_seat_is_told_its_own_hand_and_no_other(table: RecordedGame) -> None:
    stories = [told(get("gap"), table.record, seat) for seat in range(3)]
    hands = [
        [str(entry) for entry in story if isinstance(entry, Event) and entry.kind == "hand_dealt"] for story in stories
    ]
    assert [len(events) for events in hands] == [1, 1, 1]
    assert len({event for events in hands for event in events}) == 3


def test_all_4_what_was_taken_back_stays_told_and_that_it_was(table: RecordedGame) -> None:
    (seat,) = seats_of(table.state.waiting())
    decide(table)
    decide(table)
    before = told(get("gap"), table.record, 0)
    table.take_back(seat, 2)
    back = Event("taken_back", {"seat": Seat(seat), "count": 2})
    assert told(get("gap"), table.record, 0) == (*before, back)
    assert account(get("gap"), table.record, 0).steps[-1].after.snapshot() == table.state.snapshot()
    decide(table)
    assert told(get("gap"), table.record, 0)[: len(before) + 1] == (*before, back)


@pytest.mark.skipif(not find_spec("kartarna.games.karma"), reason="needs Karma")
def test_what_others_choose_at_the_same_time_is_not_told() -> None:
    """KARMA-3"""
    table = recorded("karma", 3)
    table.deal_random(Rng(4))
    table.decide(0, table.state.legal_actions(0)[0])
    table.decide(1, table.state.legal_actions(1)[0])
    assert [[move.seat for move in moves(told(get("karma"), table.record, seat))] for seat in range(3)] == [
        [0],
        [1],
        [],
    ]

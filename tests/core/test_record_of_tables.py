"""What a record of a table has besides the game: stand-ins, resignations, a proof, an ending."""

from __future__ import annotations

import json

import pytest

from kartarna.core.errors import RecordError
from kartarna.core.history import events_of
from kartarna.core.record import Happening, read, write
from kartarna.core.recorder import replayed
from kartarna.core.rng import Rng
from kartarna.core.verification import follow
from kartarna.core.words import Event, Seat
from kartarna.games import get
from tests.positions import recorded


def test_who_decides_for_a_seat_is_noted_and_changes_nothing() -> None:
    table = recorded("gap", 3)
    table.deal_random(Rng(1))
    table.note("stands_in", 1)
    seat = table.state.waiting().bit_length() - 1
    table.decide(seat, table.state.legal_actions(seat)[0])
    table.note("returns", 1)
    table.record.ended = "agreed"
    record = read(write(table.record))
    assert record.rounds[0].play[0] == Happening("stands_in", 1)
    assert replayed(get("gap"), record).state.snapshot() == table.state.snapshot()
    steps = list(follow(get("gap"), record))
    assert events_of(get("gap"), steps[1]) == [Event("stands_in", {"seat": Seat(1)})]
    assert steps[1].before.snapshot() == steps[1].after.snapshot()


def test_proof_parent_and_ending_are_kept_and_checked() -> None:
    table = recorded("gap", 2)
    table.record.proof, table.record.parent, table.record.ended = {"scheme": "x"}, "abc", "draw"
    text = write(table.record)
    record = read(text)
    assert (record.proof, record.parent, record.ended) == ({"scheme": "x"}, "abc", "draw")
    assert "proof" not in write(recorded("gap", 2).record)
    with pytest.raises(RecordError, match="ended: one of"):
        read(json.dumps({**json.loads(text), "ended": "flood"}))
    with pytest.raises(RecordError, match="proof: an object"):
        read(json.dumps({**json.loads(text), "proof": 7}))

"""Any moment of a record as the state that an environment begins with."""

from __future__ import annotations

from itertools import islice

from kartarna.core.errors import RecordError
from kartarna.core.record import Record
from kartarna.core.state import State
from kartarna.core.verification import follow, opened
from kartarna.games import get


def moment(record: Record, steps: int) -> State:
    """The game after so many steps of its record: deals, decisions, events; 0: about to begin."""
    game = get(record.game)
    state = opened(game, record)
    taken = 0
    for taken, step in enumerate(islice(follow(game, record), max(0, steps)), 1):  # noqa: B007 - how far it went
        state = step.after
    if taken != steps:
        raise RecordError(f"there is no step {steps}: this record has {taken if steps > 0 else 'none below 0'}")
    return state.clone()

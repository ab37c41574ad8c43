"""Everything that goes wrong with a request, as one shape: {"refused": {kind, facts, rule}}."""

from __future__ import annotations

import msgspec

from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event
from kartarna.play.errors import Refused
from kartarna.play.storage.database import StorageError, Unstorable
from kartarna.protocol.bodies import Failure, Reason
from kartarna.protocol.encoder import ENCODER
from kartarna.protocol.faults import fault_of

STATUS = {  # of refusals; all others are conflicts with how things are: 409
    "bad_name": 400,
    "arranged_public": 400,
    "own_deck_public": 400,
    "nothing_changed": 400,
    "wrong_link": 403,
    "not_host": 403,
    "not_your_seat": 403,
    "no_spectators": 403,
    "no_such_table": 404,
    "not_stored": 503,
}


class Failed(Exception):
    def __init__(self, status: int, kind: str, **facts: int | str) -> None:
        super().__init__(kind)
        self.status = status
        self.event = Event(kind, facts)


def written(event: Event) -> bytes:
    return ENCODER.encode(Failure(Reason(event.kind, dict(event.facts), None)))


def reason_of(error: KartarnaError) -> Event:
    """A refusal has a sentence of its own; other mistakes come with an English one that says what to do."""
    return error.event if isinstance(error, Refused) else Event("not_possible", {"reason": str(error)})


def why(error: Exception) -> tuple[int, Event]:
    """The status and the reason; never what was sent. What is none of these is a bug of ours."""
    match error:
        case Failed():
            return error.status, error.event
        case KartarnaError():
            return STATUS.get(error.code, 409) if isinstance(error, Refused) else 400, reason_of(error)
        case Unstorable():
            return 400, Event("bad_request", {"reason": str(error)})
        case StorageError():
            return 503, Event("not_stored")
        case msgspec.DecodeError():
            return 400, Event("bad_request", {"reason": fault_of(error)})
    return 500, Event("server_error")

"""Why a table says no. Each refusal is an event: the server tells it in the player's language."""

from __future__ import annotations

from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event, Fact


class Refused(KartarnaError):
    """The table does not do it, and nothing has changed. `code` is the key of its sentence in words.toml."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.event = Event(code, facts)

    @property
    def code(self) -> str:
        return self.event.kind


class NotYourSeat(Refused):
    """Whoever asks does not sit there."""

    def __init__(self) -> None:
        super().__init__("not_your_seat")


class NoSuchSeat(Refused):
    def __init__(self) -> None:
        super().__init__("no_such_seat")


class OutOfTurn(Refused):
    """This seat owes no decision now."""

    def __init__(self) -> None:
        super().__init__("out_of_turn")


class Stale(Refused):
    """It answers a question that is no longer asked."""

    def __init__(self) -> None:
        super().__init__("stale")


class Illegal(Refused):
    """The rules refuse it; the event says which rule and why, in this position."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.kind, **event.facts)


class NotHost(Refused):
    def __init__(self) -> None:
        super().__init__("not_host")


class WrongPhase(Refused):
    """Too early or too late in the life of the table."""

    def __init__(self, code: str = "wrong_phase") -> None:
        super().__init__(code)


class NotStored(Refused):
    """The log could not be written: nothing has changed, and the same message may be sent again."""

    def __init__(self) -> None:
        super().__init__("not_stored")


class NoSuchTable(Refused):
    def __init__(self) -> None:
        super().__init__("no_such_table")


class Running(Refused):
    """Records and proofs of running games are shown to nobody."""

    def __init__(self) -> None:
        super().__init__("running")

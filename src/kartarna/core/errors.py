"""What can go wrong through input, each with a sentence that says what to do."""

from __future__ import annotations


class KartarnaError(Exception):
    """Anything that a person can mend: bad input, never a bug of ours."""


class IllegalDecision(KartarnaError):
    """The rules do not allow it; the code leads to the rule and the reason."""

    def __init__(self, seat: int, action: int, code: int) -> None:
        super().__init__(f"decision {action} of seat {seat + 1} is not allowed (refusal {code})")
        self.seat = seat
        self.action = action
        self.code = code


class BadDeal(KartarnaError):
    """A deal that cannot come from this deck, or at the wrong moment."""


class OptionError(KartarnaError):
    """An option of a game that does not exist or has an impossible value."""


class DeckError(KartarnaError):
    """A deck file with a mistake in it: `path` leads to the entry (table, key)."""

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class EntryFault(DeckError):
    """An entry that is wrong, mostly by a rule of the game: words tell it, in any language, under this key."""

    def __init__(self, kind: str, path: tuple[str, ...], **facts: int | str) -> None:
        super().__init__(kind, path)
        self.kind = kind
        self.facts = facts


class RecordError(KartarnaError):
    """A record that cannot be read, or does not follow the rules."""


class NotationError(KartarnaError):
    """What was typed is not a decision that can be taken now."""


class Malformed(NotationError):
    """No decision of this game is written like that."""


class Ambiguous(NotationError):
    """Several legal decisions could be meant."""


class IllegalNotation(NotationError):
    """It is a decision of this game, and the rules refuse it here."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule

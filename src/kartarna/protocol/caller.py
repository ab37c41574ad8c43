"""Who asks, as far as a transport knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from kartarna.play.people import Person
from kartarna.protocol.failures import Failed

T = TypeVar("T")


@dataclass(frozen=True)
class Caller:
    address: str
    token: str | None
    person: Person | None
    device: str = ""  # what the device is called

    @property
    def client(self) -> str:
        """Whom limits count: the person, else the address."""
        return self.person.id if self.person else self.address

    @property
    def id(self) -> str | None:
        return self.person.id if self.person else None

    @property
    def known(self) -> Person:
        """Somebody with a name, or an error."""
        if self.person is None:
            raise Failed(401, "token_unknown" if self.token else "who_are_you")
        return self.person


@dataclass(frozen=True)
class Recognised(Generic[T]):
    """An answer, and the token that the caller has from now on; None: none any more."""

    answer: T
    token: str | None

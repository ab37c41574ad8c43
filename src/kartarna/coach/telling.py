"""The events of a game that tell why a choice is good or bad: its telling.toml.

    [forced]                       # told by the clause [telling_forced] of words.toml: “you have to take the pile”
    kind = "takes"                 # of the event; or a list of kinds
    seat = "me"                    # whom its fact `seat` names: me, next (who decides after me), other or anyone
    when = ["others", "next"]      # now: my own decision; others: before my next turn; next: in it;
                                   # later: any time after now; round: any time
    look = "pile"                  # the place to look at
    rule = "KARMA-5"               # the rule that it rests on
    good = false                   # for me

`fact` names another fact than `seat`; `at_least = { count = 3 }` and `at_most` ask for numbers among the facts.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from kartarna.core.errors import OptionError
from kartarna.core.words import Event, names_seat

WHO = ("me", "next", "other", "anyone")
PHASES = NOW, OTHERS, NEXT, LATER = "now", "others", "next", "later"
WHEN = {NOW: (NOW,), OTHERS: (OTHERS,), NEXT: (NEXT,), LATER: PHASES[1:], "round": PHASES}


@dataclass(frozen=True)
class Telling:
    name: str
    kind: tuple[str, ...]
    when: tuple[str, ...]  # the phases in which it counts
    look: str
    rule: str
    good: bool
    seat: str = "anyone"
    fact: str = "seat"
    at_least: dict[str, int] = field(default_factory=dict)
    at_most: dict[str, int] = field(default_factory=dict)

    @property
    def clause(self) -> str:
        """The key of its words."""
        return f"telling_{self.name}"

    def is_told_by(self, event: Event, phase: str, me: int, next_seat: int) -> bool:
        return (
            phase in self.when
            and event.kind in self.kind
            and self._concerns(event, me, next_seat)
            and all(_number(event, name) >= least for name, least in self.at_least.items())
            and all(_number(event, name) <= most for name, most in self.at_most.items())
        )

    def _concerns(self, event: Event, me: int, next_seat: int) -> bool:
        if self.seat == "anyone":
            return True
        who = event.facts.get(self.fact, ())
        if self.seat == "other":
            return not names_seat(who, me)
        return names_seat(who, me if self.seat == "me" else next_seat)


def _number(event: Event, name: str) -> int:
    """A number among the facts, or how many things one of them lists."""
    value = event.facts[name]
    return len(value) if isinstance(value, tuple) else int(value)


@cache
def tellings(folder: Path) -> tuple[Telling, ...]:
    """None where the game names none: hints do without them."""
    file = folder / "telling.toml"
    if not file.exists():
        return ()
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        return tuple(_read(name, **entry) for name, entry in data.items())
    except (ValueError, TypeError, KeyError) as error:
        raise OptionError(f"{file} cannot be read: {error}; coach/telling.py says what it may hold") from error


def _read(name: str, *, kind: str | list[str], when: str | list[str], **said: Any) -> Telling:
    if unknown := said.keys() - {entry.name for entry in fields(Telling)}:
        raise ValueError(f"{name}: there is no {', '.join(sorted(unknown))}")
    if said.get("seat", "anyone") not in WHO:
        raise ValueError(f"{name}: seat is one of {', '.join(WHO)}")
    phases = tuple(phase for part in _listed(when) for phase in WHEN[part])
    return Telling(name, _listed(kind), phases, **said)


def _listed(said: str | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)

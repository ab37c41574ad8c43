"""What a seat sees, in lines: the middle of the table, the others, oneself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kartarna.core.view import View, Zone
from kartarna.core.words import Seat
from kartarna.terminal.voice import Voice

SHORT = 12  # cards known to lie somewhere that are named without being asked for


def picture(voice: Voice, view: View, *, full: bool = True) -> list[str]:
    return Picture(voice, view, full).lines()


def glance(voice: Voice, view: View) -> list[str]:
    """What lies face up, and one's own cards: all that a step of a course is about."""
    told = Picture(voice, view, full=False)
    face_up = [zone for zone in view.zones if zone.cards and zone.seat != view.seat]
    middle = [told.place(zone) for zone in face_up if zone.seat is None]
    others = [told.owned(zone) for zone in face_up if zone.seat is not None]
    return [told.head(), *_indented([*told.facts(), *middle]), *others, *told.places(view.seat)]


def places(voice: Voice, view: View, names: Sequence[str]) -> list[str]:
    """These places only (`row`, `hand:0`), each with its owner."""
    told = Picture(voice, view, full=True)
    zones = {zone.name if zone.seat is None else f"{zone.name}:{zone.seat}": zone for zone in view.zones}
    return [told.owned(zones[name]) for name in names if name in zones]


@dataclass(frozen=True)
class Picture:
    voice: Voice
    view: View
    full: bool

    def lines(self) -> list[str]:
        own = self.view.seat
        others = [seat for seat in range(self.view.players) if seat != own]
        return [
            self.head(),
            *_indented([*self.facts(), *self.places(None)]),
            *(" ".join([self.person(seat), *self.cards(seat)]) for seat in others),
            *([] if own is None else [self.person(own), *_indented(self.cards(own))]),
        ]

    def head(self) -> str:
        later = self.view.round > 1
        return self.voice.sentence("table_round", number=self.view.round) if later else self.voice.sentence("table")

    def person(self, seat: int) -> str:
        """The score is told as soon as anyone has one."""
        if any(self.view.totals):
            return self.voice.game.sentence("game_score", {"seat": Seat(seat), "total": self.view.totals[seat]})
        return self.voice.sentence("has", seat=Seat(seat))

    def facts(self) -> list[str]:
        """What else is to be seen, where the game has a sentence for it: fact_NAME in its words.toml."""
        sentences, facts = self.voice.game.sentences, self.view.facts
        told = [name for name in facts if f"fact_{name}" in sentences]
        return [self.voice.game.sentence(f"fact_{name}", facts) for name in told]

    def cards(self, seat: int) -> list[str]:
        return self.places(seat) or [self.voice.sentence("no_cards")]

    def places(self, seat: int | None) -> list[str]:
        """In the middle an empty place is told too: an empty deck matters."""
        zones = [zone for zone in self.view.zones if zone.seat == seat]
        return [self.place(zone) for zone in zones if seat is None or zone.cards or zone.hidden]

    def place(self, zone: Zone) -> str:
        return f"{self.name(zone)}: {self.contents(zone)}."

    def name(self, zone: Zone) -> str:
        key = f"zone_{zone.name}"
        name = self.voice.game.sentence(key) if key in self.voice.game.sentences else zone.name
        return f"{name[:1].upper()}{name[1:]}"

    def owned(self, zone: Zone) -> str:
        return self.place(zone) if zone.seat is None else f"{self.person(zone.seat)} {self.place(zone)}"

    def contents(self, zone: Zone) -> str:
        seen = [self.voice.game.tell(zone.cards)] if zone.cards else []
        hidden = [self.voice.sentence("hidden_more" if seen else "hidden", count=zone.hidden)] if zone.hidden else []
        named = zone.known and (self.full or len(zone.known) <= SHORT)
        known = [self.voice.sentence("known", cards=zone.known)] if named else []
        return " ".join([", ".join([*seen, *hidden]), *known]) or self.voice.sentence("nothing")


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]

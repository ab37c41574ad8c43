"""What a seat sees, in lines: the middle of the table, the others, oneself."""

from __future__ import annotations

from kartarna.core.view import View, Zone
from kartarna.terminal.voice import Voice


def picture(voice: Voice, view: View) -> list[str]:
    others = [seat for seat in range(view.players) if seat != view.seat]
    seats = [f"{_person(voice, view, seat)} {' '.join(_places(voice, view, seat))}".rstrip() for seat in others]
    middle = [*_facts(voice, view), *_places(voice, view, None)]
    own = [] if view.seat is None else [_person(voice, view, view.seat), *_indented(_places(voice, view, view.seat))]
    return [_head(voice, view), *_indented(middle), *seats, *own]


def _head(voice: Voice, view: View) -> str:
    return voice.sentence("table_round", number=view.round) if view.round > 1 else voice.sentence("table")


def _person(voice: Voice, view: View, seat: int) -> str:
    """The points are told as soon as anyone has any."""
    kind = "you_have" if seat == view.seat else "other_has"
    points = voice.sentence("has_points", points=view.totals[seat]) if any(view.totals) else ""
    return voice.sentence(kind, name=voice.game.names[seat], points=points)


def _facts(voice: Voice, view: View) -> list[str]:
    """What else is to be seen, where the game has a sentence for it."""
    told = [name for name, value in view.facts.items() if value and f"fact_{name}" in voice.game.sentences]
    return [voice.game.sentence(f"fact_{name}", view.facts) for name in told]


def _places(voice: Voice, view: View, seat: int | None) -> list[str]:
    """In the middle an empty place is told too: an empty deck matters."""
    zones = [zone for zone in view.zones if zone.seat == seat]
    return [_place(voice, zone) for zone in zones if seat is None or zone.cards or zone.hidden]


def _place(voice: Voice, zone: Zone) -> str:
    key = f"zone_{zone.name}"
    name = voice.game.sentence(key) if key in voice.game.sentences else zone.name
    return f"{name[:1].upper()}{name[1:]}: {_contents(voice, zone)}."


def _contents(voice: Voice, zone: Zone) -> str:
    seen = [voice.game.tell(zone.cards)] if zone.cards else []
    hidden = [voice.sentence("hidden_more" if seen else "hidden", count=zone.hidden)] if zone.hidden else []
    known = [voice.sentence("known", cards=zone.known)] if zone.known else []
    return ", ".join([*seen, *hidden, *known]) or voice.sentence("empty")


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]

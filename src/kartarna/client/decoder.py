"""What came over the wire, as the core's own types: for clients written in Python."""

from __future__ import annotations

from typing import Any

from kartarna.coach.hint import Hint
from kartarna.core import view as core
from kartarna.core.options import Choice, Options, RefusedCard
from kartarna.core.words import Card, Event, Fact, Seat, Word
from kartarna.protocol import messages as wire


def read_fact(value: Any) -> Fact:
    match value:
        case {"card": str(card)}:
            return Card(card)
        case {"seat": int(seat)}:
            return Seat(seat)
        case {"word": str(word)}:
            return Word(word)
        case list():
            items: Any = tuple(map(read_fact, value))
            return items  # type: ignore[no-any-return]
        case int() | str():
            return value
    return str(value)


def read_event(told: wire.Told) -> Event:
    return Event(told.kind, {name: read_fact(value) for name, value in told.facts.items()})


def read_hint(hint: wire.HintJson) -> Hint:
    return Hint(hint.depth, tuple(map(read_event, hint.told)), hint.choices, hint.look, hint.costly)


def read_view(view: wire.ViewJson) -> core.View:
    return core.View(
        game=view.game,
        seat=view.seat,
        players=view.players,
        round=view.round,
        waiting=view.waiting,
        over=view.over,
        totals=view.totals,
        zones=tuple(
            core.Zone(zone.name, zone.seat, tuple(map(Card, zone.cards)), zone.hidden, tuple(map(Card, zone.known)))
            for zone in view.zones
        ),
        facts={name: read_fact(value) for name, value in view.facts.items()},
    )


def read_options(options: wire.OptionsJson) -> Options:
    return Options(
        tuple(
            Choice(
                choice.action,
                choice.notation,
                read_event(choice.decision),
                tuple(map(Card, choice.cards)),
                tuple(map(read_event, choice.effects)),
            )
            for choice in options.choices
        ),
        tuple(RefusedCard(Card(refused.card), read_event(refused.reason)) for refused in options.refused),
    )

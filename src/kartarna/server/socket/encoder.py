"""From what the table tells (kartarna.play) to what goes over the wire. Nothing is copied that need not be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from kartarna.core import options as core
from kartarna.core.view import View, Zone
from kartarna.core.words import Card, Event, Seat, Word
from kartarna.games import get
from kartarna.play.model import updates as play
from kartarna.play.words import sentences as table_sentences
from kartarna.server.socket import messages as wire
from kartarna.server.words import sentences as server_sentences


@lru_cache(4_000, typed=True)
def _fact(value: Any) -> wire.CardFact | wire.SeatFact | wire.WordFact:
    """Facts carry their meaning in their Python type; the wire says it in words."""
    match value:
        case Card():
            return wire.CardFact(str(value))
        case Seat():
            return wire.SeatFact(int(value))
        case Word():
            return wire.WordFact(str(value))
    raise NotImplementedError(f"a fact of type {type(value).__name__}")


ENCODER = msgspec.json.Encoder(enc_hook=_fact)


def encode(message: wire.ServerMessage) -> bytes:
    return ENCODER.encode(message)


def plain(value: Any) -> Any:
    """The same as Python's own lists and objects, for HTTP answers."""
    return msgspec.to_builtins(value, enc_hook=_fact)


@cache
def catalogue(game: str) -> dict[str, dict[str, str]]:
    """All sentences that may be needed at a table of this game."""
    return {**server_sentences(), **table_sentences(), **get(game).sentences()}


@cache
def _rules(game: str) -> dict[str, str]:
    return {kind: entry["rule"] for kind, entry in catalogue(game).items() if "rule" in entry}


class UpdateEncoder:
    """Writes updates of one table. What several see alike is written once: events, places, all of a spectator's."""

    def __init__(self, game: str) -> None:
        self.rules = _rules(game)
        self.spectators: tuple[play.Update | None, bytes] = (None, b"")
        self.public: PublicPart | None = None  # of the last update
        self.seq = 0
        self.events: dict[int, tuple[Event, Any]] = {}  # of this row, already written, by identity

    def write(self, update: play.Update) -> bytes:
        if update.seat is not None:
            return encode(self.update(update))
        if self.spectators[0] is not update:
            self.spectators = (update, encode(self.update(update)))
        return self.spectators[1]

    def update(self, update: play.Update) -> wire.UpdateJson:
        return wire.UpdateJson(
            update.seq,
            update.kind,
            update.at,
            self._events(update),
            self._view(update),
            update.asked,
            self.options(update.options) if update.options else None,
            [wire.Clock(left, ends) for left, ends in update.clocks],
            update.table,
        )

    def _view(self, update: play.Update) -> Any:
        if update.public is None:
            return None
        if self.public is None or self.public.view is not update.public:
            self.public = PublicPart(update.public, self.public)
        return self.public.seen_by(update.seat, update.own)

    def _events(self, update: play.Update) -> list[Any]:
        if update.seq != self.seq:
            self.seq, self.events = update.seq, {}
        return [self._event(event) for event in update.events]

    def _event(self, event: Event) -> Any:
        known = self.events.get(id(event))
        if known is None:
            known = self.events[id(event)] = event, msgspec.Raw(ENCODER.encode(self.told(event)))
        return known[1]

    def told(self, event: Event, owner: int | None = None) -> wire.Told:
        private = msgspec.UNSET if event.seen_by(None) else True
        seat = msgspec.UNSET if owner is None else owner
        return wire.Told(event.kind, _facts(event.facts), self.rules.get(event.kind), private, seat)

    def options(self, options: core.Options) -> wire.OptionsJson:
        return wire.OptionsJson(
            [
                wire.ChoiceJson(
                    choice.action,
                    str(choice.notation),
                    self.told(choice.decision),
                    [*map(str, choice.cards)],
                    [self.told(effect) for effect in choice.effects],
                )
                for choice in options.choices
            ],
            [wire.RefusedCardJson(str(refused.card), self.told(refused.reason)) for refused in options.refused],
        )


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return facts if isinstance(facts, dict) else dict(facts)


class PublicPart:
    """What all see of a view, written once; a seat's own places take the place of those that others see."""

    def __init__(self, view: View, before: PublicPart | None = None) -> None:
        self.view = view
        shared = view._asdict() | {"facts": _facts(view.facts)}
        del shared["seat"], shared["zones"]
        self.start = ENCODER.encode(shared)[:-1]  # the object is still open
        known = dict(zip(before.view.zones, before.places, strict=True)) if before else {}  # most stay for a while
        self.places: list[bytes] = [known.get(zone) or _place(zone) for zone in view.zones]

    def seen_by(self, seat: int | None, own: Iterable[Zone]) -> Any:
        mine = {zone.name: _place(zone) for zone in own}
        zones = zip(self.view.zones, self.places, strict=True)
        places = [mine.get(zone.name, place) if zone.seat == seat else place for zone, place in zones]
        eyes = b"null" if seat is None else b"%d" % seat
        return msgspec.Raw(b'%b,"seat":%b,"zones":[%b]}' % (self.start, eyes, b",".join(places)))


def _place(zone: Zone) -> bytes:
    cards, known = [*map(str, zone.cards)], [*map(str, zone.known)]
    return ENCODER.encode(wire.ZoneJson(zone.name, zone.seat, cards, zone.hidden, known))


def view(view: View) -> Any:
    return PublicPart(view).seen_by(view.seat, ())

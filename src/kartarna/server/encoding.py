"""From what the table tells (kartarna.play) to what goes over the wire. Nothing is copied that need not be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from kartarna.core import options as core
from kartarna.core.view import View, Zone
from kartarna.core.words import Card, Event, Seat, Word
from kartarna.games import get
from kartarna.play import messages as play
from kartarna.play.words import sentences as table_sentences
from kartarna.server import messages as wire
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


class Scribe:
    """Writes updates of one table. What several see alike is written once: events, places, all of a spectator's."""

    def __init__(self, game: str) -> None:
        self.rules = _rules(game)
        self.public: tuple[play.Update | None, bytes] = (None, b"")
        self.seq = 0
        self.events: dict[int, tuple[Event, Any]] = {}  # of this row, already written, by identity

    def write(self, update: play.Update) -> bytes:
        if update.view is not None and update.view.seat is not None:
            return encode(self.update(update))
        if self.public[0] is not update:
            self.public = (update, encode(self.update(update)))
        return self.public[1]

    def update(self, update: play.Update) -> wire.Update:
        return wire.Update(
            seq=update.seq,
            kind=update.kind,
            at=update.at,
            events=self._events(update),
            view=view(update.view) if update.view else None,
            asked=update.asked,
            options=self.options(update.options) if update.options else None,
            clocks=[wire.Clock(left, ends) for left, ends in update.clocks],
            table=table_info(update.table) if update.table else None,
        )

    def _events(self, update: play.Update) -> list[Any]:
        if update.seq != self.seq:
            self.seq, self.events = update.seq, {}
        return [self._event(event) for event in update.events]

    def _event(self, event: Event) -> Any:
        known = self.events.get(id(event))
        if known is None:
            known = self.events[id(event)] = event, msgspec.Raw(ENCODER.encode(self.told(event)))
        return known[1]

    def told(self, event: Event) -> wire.Told:
        private = msgspec.UNSET if event.seen_by(None) else True
        return wire.Told(event.kind, _facts(event.facts), self.rules.get(event.kind), private)

    def options(self, options: core.Options) -> wire.Options:
        return wire.Options(
            [
                wire.Choice(
                    choice.action,
                    str(choice.notation),
                    self.told(choice.decision),
                    [*map(str, choice.cards)],
                    [self.told(effect) for effect in choice.effects],
                )
                for choice in options.choices
            ],
            [wire.RefusedCard(str(refused.card), self.told(refused.reason)) for refused in options.refused],
        )


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return facts if isinstance(facts, dict) else dict(facts)


@lru_cache(8_000)
def _place(zone: Zone) -> Any:
    """Most places look the same to all, and stay as they are for a while."""
    cards, known = [*map(str, zone.cards)], [*map(str, zone.known)]
    return msgspec.Raw(ENCODER.encode(wire.Zone(zone.name, zone.seat, cards, zone.hidden, known)))


def view(view: View) -> wire.View:
    return wire.View(
        view.game,
        view.seat,
        view.players,
        view.round,
        view.waiting,
        view.over,
        view.totals,
        [_place(zone) for zone in view.zones],
        _facts(view.facts),
    )


def table_info(info: play.TableInfo) -> wire.TableInfo:
    fields = {
        **vars(info),
        "clock": wire.ClockSetting(**info.clock),
        "seats": [wire.SeatInfo(**vars(seat)) for seat in info.seats],
        "proposal": _proposal(*info.proposal) if info.proposal else None,
        "shuffle": _shuffle(info.shuffle) if info.shuffle else None,
    }
    return wire.TableInfo(**{name: fields[name] for name in wire.TableInfo.__struct_fields__})


def _shuffle(shuffle: dict[str, Any]) -> wire.Shuffle:
    return wire.Shuffle(
        shuffle.get("commitment"),
        shuffle.get("waiting", ()),
        shuffle.get("bots", ()),
        shuffle.get("promises"),
        shuffle.get("parts"),
        [wire.Aborted(old["commitment"], old["caused_by"]) for old in shuffle["aborted"]],
    )


def _proposal(what: Any, seat: int, agreed: tuple[int, ...]) -> wire.Proposal:
    return wire.Proposal(what, seat, agreed)

"""From what the table tells (kartarna.play) to what goes over the wire. Nothing is copied that need not be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from kartarna.coach.hint import Hint
from kartarna.coach.words import sentences as coach_sentences
from kartarna.core import options as core
from kartarna.core.view import View, Zone
from kartarna.core.words import Card, CardMove, Event, Seat, Word
from kartarna.games import get
from kartarna.play.model import updates as play
from kartarna.play.model.past import Past
from kartarna.play.words import sentences as table_sentences
from kartarna.protocol import messages as wire
from kartarna.protocol.words import sentences as house_sentences


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
NOTHING = (b"null",)


def encode(message: wire.ServerMessage) -> bytes:
    return ENCODER.encode(message)


@cache
def catalogue(game: str) -> dict[str, dict[str, str]]:
    """All sentences that may be needed at a table of this game."""
    return {**house_sentences(), **table_sentences(), **coach_sentences(), **get(game).sentences()}


@cache
def _rules(game: str) -> dict[str, str]:
    return {kind: entry["rule"] for kind, entry in catalogue(game).items() if "rule" in entry}


class UpdateEncoder:
    """Writes updates of one table (wire.UpdateJson), piece by piece. What several see alike is written once."""

    def __init__(self, game: str) -> None:
        self.rules = _rules(game)
        self.common: play.Common | None = None  # that was last written
        self.public: PublicPart | None = None
        self.head = self.tail = b""  # all that comes before the events, and between the options and the ending
        self.events = b""  # what all are told of it
        self.apart: dict[int, tuple[Event, bytes]] = {}  # its events that were written one by one, by identity
        self.ending: tuple[play.Ending | None, bytes] = (None, b"null")
        self.spectators: tuple[play.Update | None, bytes] = (None, b"")

    def write(self, update: play.Update) -> bytes:
        common, seat, events, own, asked, options, ending, take_back = update
        if self.spectators[0] is update:
            return self.spectators[1]
        if common is not self.common:
            self._begin(common)
        written = b"".join(
            (
                self.head,
                self.events if events is common.events else self._events(events),
                b',"view":',
                *(self.public.seen_by(seat, own) if self.public else NOTHING),
                b',"asked":%d,"options":' % asked,
                ENCODER.encode(self.options(options)) if options else b"null",
                self.tail,
                self._ending(ending) if ending else b"null",
                b',"take_back":true}' if take_back else b',"take_back":false}',
            )
        )
        if seat is None:
            self.spectators = (update, written)
        return written

    def _begin(self, common: play.Common) -> None:
        """Writes what is the same for all eyes."""
        self.common, self.apart = common, {}
        seq, kind, at, public, clocks, table, by, events = common
        if public is None:
            self.public = None
        elif self.public is None or self.public.view is not public:
            self.public = PublicPart(public, self.public)
        self.head = b'{"type":"update","seq":%d,"kind":"%b","at":%b,"events":' % (
            seq,
            kind.encode(),
            ENCODER.encode(at),
        )
        self.tail = b',"clocks":%b,"table":%b,"by":%b,"ending":' % (
            ENCODER.encode([wire.Clock(left, ends) for left, ends in clocks]) if clocks else b"[]",
            ENCODER.encode(table) if table else b"null",
            b"null" if by is None else b"%d" % by,
        )
        self.events = self._events(events) if events is not None else b""

    def _events(self, events: Iterable[Event]) -> bytes:
        return b"[%b]" % b",".join([self._event(event) for event in events])

    def _event(self, event: Event) -> bytes:
        known = self.apart.get(id(event))
        if known is None:
            known = self.apart[id(event)] = event, ENCODER.encode(self.told(event))
        return known[1]

    def _ending(self, ending: play.Ending) -> bytes:
        """As long as all look at it, it is told with every row."""
        last, written = self.ending
        if last is None or last.events is not ending.events or last.totals != ending.totals:
            totals = ENCODER.encode(ending.totals)
            written = b'{"totals":%b,"events":%b}' % (totals, self._events(ending.events))
            self.ending = (ending, written)
        return written

    def told(self, event: Event, owner: int | None = None) -> wire.Told:
        private = msgspec.UNSET if event.seen_by(None) else True
        seat = msgspec.UNSET if owner is None else owner
        moves = [_move(move) for move in event.moves] if event.moves else msgspec.UNSET
        return wire.Told(event.kind, _facts(event.facts), self.rules.get(event.kind), private, seat, moves)

    def told_beforehand(self, event: Event) -> wire.Told:
        """A decision that may be made, what it would bring, or why it is refused: no card moves yet."""
        return wire.Told(event.kind, _facts(event.facts), self.rules.get(event.kind))

    def past(self, past: Past) -> tuple[Past, Any]:
        """With its entries as they go out: a long past is written beside the event loop."""
        entries = [
            wire.PastEntryJson(entry.seq, entry.kind, entry.at, entry.by, [self.told(event) for event in entry.events])
            for entry in past.entries
        ]
        return past, msgspec.Raw(ENCODER.encode(entries))

    def hint(self, id: str, seq: int, hint: Hint) -> wire.HintJson:
        told = [self.told_beforehand(event) for event in hint.events]
        return wire.HintJson(id, seq, hint.depth, told, dict(hint.choices), hint.look, hint.costly)

    def options(self, options: core.Options) -> wire.OptionsJson:
        return wire.OptionsJson(
            [
                wire.ChoiceJson(
                    choice.action,
                    str(choice.notation),
                    self.told_beforehand(choice.decision),
                    [*map(str, choice.cards)],
                    [self.told_beforehand(effect) for effect in choice.effects],
                )
                for choice in options.choices
            ],
            [
                wire.RefusedCardJson(str(refused.card), self.told_beforehand(refused.reason))
                for refused in options.refused
            ],
        )


def _move(move: CardMove) -> wire.CardMoveJson:
    return wire.CardMoveJson(
        move.source,
        move.target,
        [*map(str, move.cards)],
        move.hidden,
        [*map(str, move.becomes)] if move.becomes else msgspec.UNSET,
        move.covered or msgspec.UNSET,
    )


def _facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return facts if isinstance(facts, dict) else dict(facts)


OwnPlaces = dict[int, tuple[tuple[Zone, ...], list[tuple[str, bytes]]]]


class PublicPart:
    """What all see of a view, written once; a seat's own places take the place of those that others see."""

    def __init__(self, view: View, before: PublicPart | None = None) -> None:
        self.view = view
        game, _, players, round, waiting, over, totals, _, facts = view
        shared = wire.SharedView(game, players, round, waiting, over, totals, _facts(facts))
        self.start = ENCODER.encode(shared)[:-1]  # the object is still open
        old: tuple[Sequence[Zone], Sequence[bytes]] = (before.view.zones, before.places) if before else ((), ())
        self.places: list[bytes] = _places(view.zones, *old)
        self.own: OwnPlaces = before.own if before else {}  # by seat: its own places, as they were last written

    def seen_by(self, seat: int | None, own: tuple[Zone, ...]) -> tuple[bytes, ...]:
        """In pieces: an update is put together once."""
        if seat is None:
            return self.start, b',"seat":null,"zones":[', b",".join(self.places), b"]}"
        places = self.places.copy()
        for name, place in self._written(seat, own):
            places[self._index(name, seat)] = place
        return self.start, b',"seat":%d,"zones":[' % seat, b",".join(places), b"]}"

    def _index(self, name: str, seat: int) -> int:
        for index, zone in enumerate(self.view.zones):
            if zone[1] == seat and zone[0] == name:
                return index
        raise LookupError(f"{name} of seat {seat} is nowhere in what everyone sees")

    def _written(self, seat: int, own: tuple[Zone, ...]) -> list[tuple[str, bytes]]:
        zones, written = self.own.get(seat, ((), []))
        if zones != own:
            written = [(zone.name, _place(zone)) for zone in own]
            self.own[seat] = own, written
        return written


def _places(zones: Sequence[Zone], before: Sequence[Zone], written: Sequence[bytes]) -> list[bytes]:
    """Most stay as they were, and where they were."""
    stay = [old if zone == then else _place(zone) for zone, then, old in zip(zones, before, written, strict=False)]
    return [*stay, *map(_place, zones[len(stay) :])]


def _place(zone: Zone) -> bytes:
    cards, known = [*map(str, zone.cards)], [*map(str, zone.known)]
    return ENCODER.encode(wire.ZoneJson(zone.name, zone.seat, cards, zone.hidden, known))


def view(view: View) -> msgspec.Raw:
    return msgspec.Raw(b"".join(PublicPart(view).seen_by(view.seat, ())))

"""The table as coloured lines of a given width, and where in them each card lies. For any game: drawn from its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from kartarna.core.view import HAND, View, Zone
from kartarna.core.words import Card
from kartarna.terminal.full.card_face import BACK, CardFace, Faces
from kartarna.terminal.play.view_text import Picture
from kartarna.terminal.voice import Voice

INDENT = 2
GAP = 1  # column between two cards
QUIET = "dim"
KNOWN = 6  # cards known to lie somewhere that are named; `look` tells all


class Spot(NamedTuple):
    """Where a card of one's own lies."""

    card: Card
    line: int
    height: int
    column: int
    width: int

    def holds(self, line: int, column: int) -> bool:
        within = self.column <= column < self.column + self.width
        return within and self.line <= line < self.line + self.height


class Alike(NamedTuple):
    """Equal cards side by side."""

    card: Card
    copies: int
    used: bool  # by the decision that is looked at


class LargeCard(NamedTuple):
    card: Card
    face: CardFace
    used: bool  # by the decision that is looked at


@dataclass
class Drawing:
    lines: list[Text] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

    def card_at(self, line: int, column: int) -> Card | None:
        return next((spot.card for spot in self.spots if spot.holds(line, column)), None)


@dataclass(frozen=True)
class Painter:
    """`used` are the cards of the decision that is looked at: one's own among them are framed."""

    voice: Voice
    faces: Faces
    view: View
    used: tuple[Card, ...] = ()

    def table(self, width: int) -> Drawing:
        """The middle and the others."""
        page = _Page(self, width)
        page.flow([Text(f"{word} ") for word in "  ".join(page.picture.facts()).split()])
        covered, open_zones = page.sorted_out(None)
        for zone in open_zones:
            page.place(zone)
        page.flow(covered)
        for seat in range(self.view.players):
            if seat != self.view.seat:
                page.other(seat)
        return page.drawing

    def own(self, width: int, *, large: bool) -> Drawing:
        """What lies before oneself; `large`: the hand in cards of three lines."""
        page = _Page(self, width)
        if self.view.seat is not None:
            covered, open_zones = page.sorted_out(self.view.seat)
            page.flow([page.name(self.view.seat), *covered])
            for zone in open_zones:
                if large and zone.name == HAND and zone.cards:
                    page.hand(zone)
                else:
                    page.place(zone)
        return page.drawing


class _Page:
    """A drawing that is being made, line by line."""

    def __init__(self, painter: Painter, width: int) -> None:
        self.picture = Picture(painter.voice, painter.view, full=False)
        self.voice, self.faces, self.view, self.used = painter.voice, painter.faces, painter.view, painter.used
        self.width = width
        self.drawing = Drawing()

    def zones(self, seat: int | None) -> list[Zone]:
        return [zone for zone in self.view.zones if zone.seat == seat and (zone.cards or zone.hidden)]

    def sorted_out(self, seat: int | None) -> tuple[list[Text], list[Zone]]:
        """What shows nothing but backs, for one line together; and the zones that have a line of their own."""
        covered: list[Text] = []
        for zone in self.zones(seat):
            if not zone.cards:
                covered += [Text(f"{self.picture.name(zone)} ", QUIET), *self.chips(zone), Text(" " * GAP)]
        return covered, [zone for zone in self.zones(seat) if zone.cards]

    def other(self, seat: int) -> None:
        """In one line, if there is room: who it is, and what lies there."""
        parts = [self.name(seat)]
        for zone in self.zones(seat):
            parts += [Text(f"{self.picture.name(zone).lower()} ", QUIET), *self.chips(zone)]
        self.flow(parts)

    def name(self, seat: int) -> Text:
        turn = "▶ " if seat in self.view.waiting else "  "
        return Text(f"{turn}{self.picture.person(seat).removesuffix('.')} ", "bold")

    def place(self, zone: Zone) -> None:
        lead = Text(f"{self.picture.name(zone)} ", QUIET)
        cards = [alike.card for alike in self.alike(zone)] if self.is_own(zone) else []
        self.flow([lead, *self.chips(zone)], cards)

    def alike(self, zone: Zone) -> list[Alike]:
        """Card by card; equal ones that have but a name (the colours of a collection) together."""
        found: list[Alike] = []
        for card, used in zip(zone.cards, self.uses(zone), strict=True):
            if _but_named(zone, card) and found and found[-1].card == card:
                found[-1] = Alike(card, found[-1].copies + 1, found[-1].used or used)
            else:
                found.append(Alike(card, 1, used))
        return found

    def chips(self, zone: Zone) -> list[Text]:
        seen = [self.chip(zone, alike) for alike in self.alike(zone)]
        hidden = [Text(f"{BACK * min(zone.hidden, 3)}{zone.hidden}")] if zone.hidden else []
        named = zone.known if len(zone.known) <= KNOWN else ()
        known = self.voice.sentence("known", cards=named).split(" ") if named else []
        return [_apart(part) for part in (*seen, *hidden, *(Text(word, QUIET) for word in known))]

    def chip(self, zone: Zone, alike: Alike) -> Text:
        """Where many colours lie, each is told by its shape."""
        face = self.faces.face(alike.card)
        shown = replace(face, text="") if face.shape and _but_named(zone, alike.card) else face
        return shown.chip(used=alike.used, count=alike.copies)

    def uses(self, zone: Zone) -> list[bool]:
        """Of each card there, whether the decision that is looked at takes it: of equal cards, as many as it takes."""
        left = Counter(self.used if self.is_own(zone) else ())
        found = []
        for card in zone.cards:
            found.append(left[card] > 0)
            left[card] -= 1
        return found

    def is_own(self, zone: Zone) -> bool:
        return zone.seat is not None and zone.seat == self.view.seat

    # ---- lines -----------------------------------------------------------------------------------------

    def flow(self, parts: list[Text], cards: Sequence[Card] = ()) -> None:
        """One after another, on as many lines as it takes; `cards` are those of the parts after the first."""
        line = Text(no_wrap=True)
        for part, card in zip_longest(parts, (None, *cards)[: len(parts)]):
            if line.cell_len + part.cell_len > self.width and line.cell_len > INDENT:
                self.drawing.lines.append(line)
                line = Text(" " * INDENT, no_wrap=True)
            if card:
                spot = Spot(card, len(self.drawing.lines), 1, line.cell_len, part.cell_len - GAP)
                self.drawing.spots.append(spot)
            line.append_text(part)
        if line.cell_len:
            self.drawing.lines.append(line)

    def hand(self, zone: Zone) -> None:
        """Cards of three lines side by side, in as many rows as it takes."""
        row: list[LargeCard] = []
        for card, used in zip(zone.cards, self.uses(zone), strict=True):
            large = LargeCard(card, self.faces.face(card), used)
            if row and self._wide([*row, large]) > self.width:
                self._row(row)
                row = []
            row.append(large)
        self._row(row)

    @staticmethod
    def _wide(row: list[LargeCard]) -> int:
        return INDENT + sum(cell_len(large.face.label) + 2 + GAP for large in row)

    def _row(self, row: list[LargeCard]) -> None:
        lines = [Text(" " * INDENT, no_wrap=True) for _ in range(3)]
        for card, face, used in row:
            width = cell_len(face.label) + 2
            self.drawing.spots.append(Spot(card, len(self.drawing.lines), 3, lines[0].cell_len, width))
            for line, part in zip(lines, face.box(used=used).split("\n"), strict=True):
                line.append_text(part).append(" " * GAP)
        self.drawing.lines += lines


def _but_named(zone: Zone, card: Card) -> bool:
    """Outside a hand, a card without a number."""
    return zone.name != HAND and not any(letter.isdigit() for letter in card)


def _apart(part: Text) -> Text:
    return part.copy().append(" " * GAP, Style.null())

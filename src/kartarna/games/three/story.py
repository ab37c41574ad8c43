"""The end of a game of Tři je moc!: every score explained line by line, each line with its rule."""

from __future__ import annotations

from kartarna.core import events
from kartarna.core.words import Event, Fact, Seat
from kartarna.games.three.cards import colour_cards
from kartarna.games.three.rules import colour_points, end_bonus
from kartarna.games.three.state import Three


def game_end(state: Three) -> list[Event]:
    if not state.over():
        return []
    scores = [line for seat in range(state.players) for line in score(state, seat)]
    return [Event("game_ends"), *scores, *events.game_end(state)]


def score(state: Three, seat: int) -> list[Event]:
    """What the collection of a seat is worth, and why (THREE-15)."""
    who: dict[str, Fact] = {"seat": Seat(seat)}
    total = Event("game_score", {**who, "total": state.score(seat)})
    return [*_face_up(state, seat, who), *_face_down(state, seat, who), *_bonuses(state, seat, who), total]


def _face_up(state: Three, seat: int, who: dict[str, Fact]) -> list[Event]:
    lines = []
    for kind, number in (("score_ones", 1), ("score_twos", 2)):
        colours = colour_cards(state.deck, [int(count == number) for count in state.face_up(seat)])
        if colours:
            lines.append(Event(kind, {**who, "colours": colours, "points": colour_points(number) * len(colours)}))
    return lines


def _face_down(state: Three, seat: int, who: dict[str, Fact]) -> list[Event]:
    count = sum(state.face_down(seat))
    return [Event("score_face_down", {**who, "count": count})] if count else []


def _bonuses(state: Three, seat: int, who: dict[str, Fact]) -> list[Event]:
    """THREE-11, THREE-14"""
    colours = sum(count > 0 for count in state.face_up(seat))
    lines = []
    if state.bonus[seat]:
        lines.append(Event("score_colour_bonus", {**who, "points": state.bonus[seat]}))
    if end_bonus(colours):
        lines.append(Event("score_end_bonus", {**who, "count": colours, "points": end_bonus(colours)}))
    return lines

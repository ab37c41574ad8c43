"""The position of a step or an example: a deal with some cards where they must lie, and what was played before.

So every position comes about in a game; none is made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kartarna.core.errors import KartarnaError
from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.layout import Lot
from kartarna.core.notation import understand
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Decided
from kartarna.core.words import Event
from kartarna.learn.entries import CourseError, Situation

Wanted = Mapping[str, Sequence[str]]  # by zone: the first cards that lie there, top first


def position(game: Game[Any], situation: Situation) -> History:
    """The game as it stands then."""
    try:
        history = History(game, game.new(situation.players, situation.options))
        history.deal(arranged(game, history.state, situation.deal))
        for line in situation.play:
            history.advance(scripted(game, history.state, line))
    except KartarnaError as error:
        raise CourseError(f"{game.id}, {situation.KIND} {situation.id}: {error}") from error
    return history


def scripted(game: Game[Any], state: State, line: str) -> Decided:
    """`2 7r`: seat 2 decides 7r."""
    seat, text = _parts(state, line)
    try:
        return Decided(seat, understand(game, state, seat, text, game.teller(state, "en")))
    except KartarnaError as error:
        raise CourseError(f"{line!r:.40}: {error}") from error


def scripted_refusal(game: Game[Any], state: State, line: str) -> tuple[Decided, Event]:
    """`2 7r`: seat 2 may not decide 7r, for this reason. Written in full."""
    seat, text = _parts(state, line)
    for action in game.words.readings(state, seat, text):
        if game.words.notation(state, seat, action) == text and (reason := game.refusal(state, seat, action)):
            return Decided(seat, action), reason
    raise CourseError(f"{line!r:.40}: this is no decision that is refused")


def _parts(state: State, line: str) -> tuple[int, str]:
    seat, _, text = line.partition(" ")
    if not seat.isdecimal() or not 1 <= int(seat) <= state.players:
        raise CourseError(f"{line!r:.40}: a decision is written SEAT NOTATION")
    return int(seat) - 1, text


def arranged(game: Game[Any], state: State, wanted: Wanted) -> list[int]:
    """An outcome of the deal now due with the wanted things in their places; the rest is always the same."""
    zones = {zone: count for lot in state.layout() for zone, count in lot.zones}
    for zone, words in wanted.items():
        if len(words) > zones.get(zone, 0):
            raise CourseError(f"deal: {len(words)} things for {zone!r:.40}, where {zones.get(zone, 0)} are dealt")
    names, rng = game.names(state), Rng(1)
    outcome: list[int] = []
    before: list[int] = []
    for lot in state.layout():
        before = _arranged_lot(lot, names[lot.kind], before, wanted, rng)
        outcome += before
    return outcome


def _arranged_lot(lot: Lot, names: Sequence[str], before: Sequence[int], wanted: Wanted, rng: Rng) -> list[int]:
    pool = _shuffled(lot, before, rng)
    places = {
        zone: [_taken(word, zone, pool, names, lot.sides) for word in wanted.get(zone, ())] for zone, _ in lot.zones
    }
    spare = iter(pool)
    return [
        number
        for zone, count in lot.zones
        for number in (*places[zone], *(next(spare) for _ in range(count - len(places[zone]))))
    ]


def _shuffled(lot: Lot, before: Sequence[int], rng: Rng) -> list[int]:
    things = lot.left(before)
    return things if lot.single else lot._replace(zones=[("all", len(things))]).draw(before, rng)


def _taken(word: str, zone: str, pool: list[int], names: Sequence[str], sides: int) -> int:
    """Takes a thing out of the pool, turned as it is wanted."""
    for number in pool:
        for turned in range(number // sides * sides, (number // sides + 1) * sides):
            if names[turned] == word:
                pool.remove(number)
                return turned
    raise CourseError(f"deal, {zone}: {word!r:.40} is not there, or not that often")

"""A seat's view as a list of numbers of fixed length, from what the game declares (core/features.py).

It is given a view, never a state: what the seat cannot see cannot get in. Seats are counted from the one that looks:
it is 0, its left neighbour 1, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from kartarna.core.errors import OptionError
from kartarna.core.features import CardCounts, ChoiceFact, Feature, NumberFact, SeatFlags
from kartarna.core.game import Game
from kartarna.core.state import State
from kartarna.core.view import View, Zone

BACKS = "backs"


class Span(NamedTuple):
    """Neighbouring numbers of an observation that belong together, each with its label."""

    name: str
    labels: tuple[str, ...]
    start: int

    @property
    def stop(self) -> int:
        return self.start + len(self.labels)


class Encoder:
    """Views of one game, with one number of players and one deck, as lists of `size` numbers."""

    def __init__(self, game: Game[Any], state: State) -> None:
        if game.features is None:
            raise OptionError(f"{game.title} does not declare what of a view becomes numbers: give its Game features")
        self.game = game
        self.players = state.players
        self.declared: tuple[Feature, ...] = tuple(game.features(state))
        self.spans = self._spans()
        self.size = self.spans[-1].stop
        self._places = {
            (span.name, label): span.start + at for span in self.spans for at, label in enumerate(span.labels)
        }
        self._zones = {feature.zone for feature in self.declared if isinstance(feature, CardCounts)}
        self._facts = {name for feature in self.declared for name in self._fact_names(feature)}

    # ---- what the numbers mean -----------------------------------------------------------------------

    def labels(self) -> list[str]:
        """What each number tells."""
        return [f"{span.name}: {label}" for span in self.spans for label in span.labels]

    def _spans(self) -> list[Span]:
        spans: list[Span] = []
        for name, labels in self._named():
            spans.append(Span(name, labels, spans[-1].stop if spans else 0))
        return spans

    def _named(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        seats = tuple(f"seat +{seat}" for seat in range(self.players))
        yield "waiting", seats
        yield "totals", seats
        yield "round", ("number",)
        for feature in self.declared:
            match feature:
                case CardCounts(zone, cards, backs, seated):
                    for name in self._of_seats(zone) if seated else [zone]:
                        yield name, (*cards, BACKS) if backs else cards
                case NumberFact(fact, seated):
                    for name in self._of_seats(fact) if seated else [fact]:
                        yield name, ("number",)
                case ChoiceFact(fact, words, seated):
                    for name in self._of_seats(fact) if seated else [fact]:
                        yield name, words
                case SeatFlags(fact):
                    yield fact, seats

    def _of_seats(self, name: str) -> list[str]:
        return [_of_seat(name, seat) for seat in range(self.players)]

    def _fact_names(self, feature: Feature) -> list[str]:
        if isinstance(feature, CardCounts):
            return []
        return [feature.name.format(seat=seat) for seat in range(1, self.players + 1)]

    # ---- the numbers -----------------------------------------------------------------------------------

    def encode(self, view: View) -> list[int]:
        """What a seat sees; a spectator has no seat to count from."""
        if view.seat is None:
            raise OptionError("an observation is a seat's: give the view of a seat")
        self._check(view)
        numbers = [0] * self.size
        for seat in range(self.players):
            looked_at = f"seat +{self._from(view, seat)}"
            numbers[self._places["waiting", looked_at]] = int(seat in view.waiting)
            numbers[self._places["totals", looked_at]] = view.totals[seat]
        numbers[self._places["round", "number"]] = view.round
        for feature in self.declared:
            if isinstance(feature, CardCounts):
                self._count(numbers, view, feature)
            else:
                self._tell(numbers, view, feature)
        return numbers

    def _check(self, view: View) -> None:
        """Nothing that a seat sees may be missing from its observation."""
        missing = {zone.name for zone in view.zones} - self._zones | view.facts.keys() - self._facts
        if missing:
            raise OptionError(f"{self.game.title} shows what its features do not declare: {', '.join(sorted(missing))}")

    def _from(self, view: View, seat: int) -> int:
        """A seat as the one that looks counts it."""
        return (seat - (view.seat or 0)) % self.players

    def _count(self, numbers: list[int], view: View, feature: CardCounts) -> None:
        for zone in view.zones:
            if zone.name == feature.zone:
                seated = feature.seated and zone.seat is not None
                name = _of_seat(zone.name, self._from(view, zone.seat or 0)) if seated else zone.name
                self._count_zone(numbers, name, zone, backs=feature.backs)

    def _count_zone(self, numbers: list[int], name: str, zone: Zone, *, backs: bool) -> None:
        for card, count in Counter((*zone.cards, *zone.known)).items():
            numbers[self._places[name, card]] = count
        if backs:
            numbers[self._places[name, BACKS]] = zone.hidden

    def _tell(self, numbers: list[int], view: View, feature: NumberFact | ChoiceFact | SeatFlags) -> None:
        seated = not isinstance(feature, SeatFlags) and feature.seated
        for seat in range(self.players) if seated else [0]:
            fact: Any = view.facts.get(feature.name.format(seat=seat + 1))
            name = _of_seat(feature.name, self._from(view, seat)) if seated else feature.name
            if fact is None:
                continue
            if isinstance(feature, NumberFact):
                numbers[self._places[name, "number"]] = fact
            else:
                label = f"seat +{self._from(view, fact)}" if isinstance(feature, SeatFlags) else str(fact)
                numbers[self._places[name, label]] = 1


def _of_seat(name: str, seat: int) -> str:
    """A zone or fact of a seat, counted from the one that looks."""
    return f"{name.replace('{seat}', '').rstrip(' _')} of seat +{seat}"


def encoder(game: Game[Any], players: int, options: dict[str, Any] | None = None) -> Encoder:
    return Encoder(game, game.new(players, options))

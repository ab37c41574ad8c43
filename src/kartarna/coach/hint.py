"""A hint for a seat: what to look at, what costs too much, what to choose and why. Only its observation goes in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kartarna.bots.consult import observe, sealed
from kartarna.bots.observation import Observation
from kartarna.bots.slices import Slices, finish
from kartarna.coach.reasons import Explanation, find_reason
from kartarna.coach.worth import KEEPS, Ranking, Worth, ranking
from kartarna.core.options import Choice, options
from kartarna.core.places import place
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import HAND, Zone
from kartarna.core.words import Event, Word

PLACE, COSTS, CHOICE = 1, 2, 3  # the depths, one press each
COACHED = 0.08  # of the win: the coach asks before a decision that costs more
NOTABLE = 0.01  # the next best is told to be behind from here on
HINT_SENTENCES = ("hint_brings", "hint_avoids")  # what the best choice brings, or what it avoids
COACH_SENTENCES = ("coach_misses", "coach_risks")  # the same, said to who is about to choose something else
MOST_CERTAIN = 2  # consequences that are told


@dataclass(frozen=True)
class Hint:
    """What a client tells: events, in which `choices` stand for facts that are decisions."""

    depth: int
    events: tuple[Event, ...]
    choices: Mapping[str, int] = field(default_factory=dict)
    look: str | None = None  # the place to look at, as moves name it
    costly: tuple[int, ...] = ()  # decisions that cost too much
    reason: str | None = None  # the name of the telling event, if one is told


class Advisor:
    """All that can be said about one decision of a seat. What is not asked for is not thought about.

    What takes time can be pondered in slices beforehand, and is there at once then.
    """

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.game = observation.game
        world, seat = observation.world, observation.seat
        self.scale = world.players - 1 if self.game.all_but_one_win else 1  # then the chance not to lose is told
        self.offered = {choice.action: choice for choice in options(self.game, world.clone(), seat).choices}

    @cached_property
    def ranking(self) -> Ranking:
        return finish(self._rank())

    def _rank(self) -> Slices[Ranking]:
        ranked = yield from self.rank()
        return Ranking(tuple(_scaled(worth, self.scale) for worth in ranked.choices))

    def rank(self) -> Slices[Ranking]:
        return ranking(self.observation)

    @property
    def ranked(self) -> bool:
        """It is known what each choice is worth."""
        return "ranking" in vars(self)

    @property
    def ready(self) -> bool:
        """All that a hint needs is thought out: each depth can be told at once."""
        return "reason" in vars(self)

    def ponder(self) -> Slices[None]:
        """All that takes time."""
        yield from self.ponder_ranking()
        if not self.ready:
            self.reason = yield from self._reason()

    def ponder_ranking(self) -> Slices[None]:
        if not self.ranked:
            self.ranking = yield from self._rank()

    @cached_property
    def rival(self) -> int | None:
        """The next best that is surely worse."""
        worse = self.ranking.costly(NOTABLE)
        return worse[0].action if worse else None

    @cached_property
    def reason(self) -> Explanation | None:
        """Why the best is better than its rival."""
        return finish(self._reason())

    def _reason(self) -> Slices[Explanation | None]:
        return (yield from self.why(self.rival)) if self.rival is not None else None

    def why(self, other: int) -> Slices[Explanation | None]:
        """In slices."""
        return find_reason(self.observation, self.ranking.best.action, other)

    def costly(self, more_than: float = KEEPS) -> tuple[int, ...]:
        """The decisions that cost more than this."""
        return tuple(worth.action for worth in self.ranking.costly(more_than))

    # ---- the depths --------------------------------------------------------------------------------------

    def hint(self, depth: int) -> Hint:
        """Of the depth that is asked for, and no word more; where nothing costs too much, the second is the third."""
        if len(self.offered) == 1:
            return Hint(CHOICE, (Event("hint_single"),))
        if depth == PLACE:
            return Hint(PLACE, (*self._where(), self._how_many()), look=self.look)
        costly = self.costly()
        if depth == COSTS and costly:
            return Hint(COSTS, (Event("hint_costly", {"count": len(costly)}),), look=self.look, costly=costly)
        return self._choice()

    def _choice(self) -> Hint:
        best, following = self.ranking.choices[:2]
        names = {"choice": best.action, "next": following.action}
        if self.rival is not None:
            names["other"] = self.rival
        events = (*self._chance(), *self._because())
        return Hint(CHOICE, events, names, self.look, self.costly(), self.reason and self.reason.telling.name)

    def _where(self) -> list[Event]:
        """The place to look at, and what it is for."""
        name = self.look.partition(":")[0]
        sentences = self.game.sentences()
        about = next((key for key in (f"about_zone_{name}", f"about_zone_{_plain(name)}") if key in sentences), None)
        named = [Event("hint_look", {"place": Word(f"zone_{name}")})] if f"zone_{name}" in sentences else []
        return [*named, *([Event(about)] if about else [])]

    def _how_many(self) -> Event:
        among, costly = len(self.offered), len(self.costly())
        return Event("hint_keep", {"count": among - costly, "all": among}) if costly else Event("hint_keep_all")

    def _chance(self) -> list[Event]:
        best, following = self.ranking.choices[:2]
        kind = "hint_best_not_lose" if self.game.all_but_one_win else "hint_best"
        chance = Event(kind, {"share": _points(best.share), "error": max(1, _points(2 * best.error))})
        behind = _points(self.ranking.best.share - following.share)
        return [chance, Event("hint_behind", {"points": behind}) if behind >= 1 else Event("hint_level")]

    def _because(self) -> list[Event]:
        """What happens more often, then what is certain: of the best choice only, not of its rival."""
        if self.rival is None:
            return []
        elsewhere = [(event.kind, event.facts) for event in self.offered[self.rival].effects]
        effects = self.offered[self.ranking.best.action].effects
        own = [event for event in effects if (event.kind, event.facts) not in elsewhere][:MOST_CERTAIN]
        return [*_reasoned(self.reason), *([Event("hint_certain")] if own else []), *own]

    @cached_property
    def look(self) -> str:
        """Where the reason happens; without one, where the best choice goes, or the hand that it concerns."""
        view = self.game.view(self.observation.world, self.observation.seat)
        reason, touched = self.reason, _touched(self.offered[self.ranking.best.action])
        told = [zone for zone in view.zones if reason and _plain(zone.name) == reason.telling.look]
        reached = [zone for zone in view.zones if zone.name != HAND and _place(zone) in touched]
        common_or_own = [zone for zone in (*told, *reached) if zone.seat in (None, view.seat)]
        return next((_place(zone) for zone in (*common_or_own, *reached)), place(HAND, view.seat))

    # ---- the coach ---------------------------------------------------------------------------------------

    def risk(self, action: int) -> Hint:
        """What the coach says before a decision that costs too much."""
        return finish(self.ponder_risk(action))

    def ponder_risk(self, action: int) -> Slices[Hint]:
        reason = yield from self.why(action)
        cost = self.ranking.cost(self.ranking.of(action))
        events = (Event("coach_costs", {"points": _points(cost)}), *_reasoned(reason, COACH_SENTENCES))
        return Hint(CHOICE, events, {"other": action}, reason=reason and reason.telling.name)


def advisor(state: State, seat: int, rng: Rng) -> Advisor:
    """For a seat at a table: from here on only what it can know goes in."""
    return Advisor(observed(state, seat, rng))


def observed(state: State, seat: int, rng: Rng) -> Observation:
    return observe(state, seat, Rng(sealed(rng)))


def _reasoned(reason: Explanation | None, sentences: tuple[str, str] = HINT_SENTENCES) -> list[Event]:
    if reason is None:
        return []
    brings, avoids = sentences
    kind = brings if reason.better > reason.other else avoids
    return [Event(kind, {"event": Word(reason.telling.clause), "better": reason.better, "worse": reason.other})]


def _scaled(worth: Worth, scale: int) -> Worth:
    return Worth(worth.action, worth.share * scale, worth.error * scale)


def _points(share: float) -> int:
    """Of a hundred."""
    return round(100 * share)


def _plain(zone: str) -> str:
    """`row_2` is a row."""
    return zone.rstrip("0123456789").removesuffix("_")


def _place(zone: Zone) -> str:
    return place(zone.name, zone.seat)


def _touched(choice: Choice) -> set[str]:
    """The places that cards leave or reach by it."""
    moves = [move for event in (choice.decision, *choice.effects) for move in event.moves]
    return {move.source for move in moves} | {move.target for move in moves}

"""The one engine of a game's past: entries go in, checked steps come out, a take-back has one meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, Self

from kartarna.core.errors import RecordError
from kartarna.core.game import Game
from kartarna.core.rng import Rng
from kartarna.core.sight import Sight
from kartarna.core.state import State
from kartarna.core.step import Dealt, Decided, Entry, Happened, Note, Step, TakenBack, played
from kartarna.core.words import Event, Seat


class History:
    """A game as it stands, and what of its present round can be taken back.

    A state that was given out is never changed: a step keeps the one before for free. Of the round only the
    entries are kept, and a take-back replays it.
    """

    def __init__(self, game: Game[Any], start: State) -> None:
        self.game = game
        self.state = start
        self.standing: list[Decided | Happened] = []  # of this round, what was not taken back
        # States to replay the round from, by the number of entries that stood: as it was dealt, and what a take-back
        # left, which is known better than replaying would tell (ALL-4).
        self._marks: dict[int, State] = {0: start}
        self._events: tuple[State | None, tuple[str, ...]] = (None, ())  # what may happen, and in which state
        self._sight = Sight(game, start)  # of the state that was last looked at
        self._told: tuple[Step[Any] | None, tuple[Event, ...]] = (None, ())  # what happened by the step last told

    def step(self, entry: Entry) -> Step[Any]:
        """What an entry would bring; an error if it is against the rules. Nothing changes yet."""
        match entry:
            case TakenBack(_, count):
                after = self._taken_back(count)
            case Note():
                after = self.state
            case _:
                after = played(self.state, entry)
        return Step(entry, self.state, after)

    def add(self, step: Step[Any]) -> None:
        """Lets a step happen, which `step` has made of the present state."""
        if step.before is not self.state:
            raise ValueError("this step does not follow the present state")
        match step.entry:
            case Dealt():
                self.standing, self._marks = [], {0: step.after}
            case Decided() | Happened() as entry:
                self.standing.append(entry)
            case TakenBack(_, count):
                del self.standing[-count:]
                now = len(self.standing)
                self._marks = {at: state for at, state in self._marks.items() if at < now} | {now: step.after}
        self.state = step.after

    def advance(self, entry: Entry) -> Step[Any]:
        step = self.step(entry)
        self.add(step)
        return step

    def steps(self, entries: Iterable[Entry]) -> Iterator[Step[Any]]:
        """Every entry in turn; an error at the first that is against the rules."""
        return map(self.advance, entries)

    def events(self) -> tuple[str, ...]:
        """Of the game's events those that may happen now."""
        if self._events[0] is not self.state:
            self._events = (self.state, self.game.events_now(self.state))
        return self._events[1]

    @property
    def sight(self) -> Sight:
        """What can be seen now."""
        if self._sight.state is not self.state:
            self._sight = Sight(self.game, self.state)
        return self._sight

    def told(self, step: Step[Any]) -> tuple[Event, ...]:
        """All that happened by a step of this game; the end of a round is told again, as long as all look at it."""
        if self._told[0] is not step:
            self._told = (step, tuple(events_of(self.game, step)))
        return self._told[1]

    def since(self, first: int) -> Iterator[Step[Any]]:
        """What stands of this round from this entry on, each with the states before and after it."""
        start = max(at for at in self._marks if at <= first)
        state = self._marks[start]
        for at, entry in enumerate(self.standing[start:], start):
            before = self._marks.get(at, state)
            state = played(before, entry)
            if at >= first:
                yield Step(entry, before, state)

    def fork(self) -> Self:
        """The same game, to go on in another way."""
        twin = copy(self)
        twin.standing, twin._marks = self.standing.copy(), self._marks.copy()
        return twin

    # ---- entries by name -----------------------------------------------------------------------------

    def deal(self, outcome: Iterable[int]) -> Step[Any]:
        return self.advance(Dealt(tuple(outcome)))

    def deal_random(self, rng: Rng) -> Step[Any]:
        return self.deal(self.state.draw(rng))

    def decide(self, seat: int, action: int) -> Step[Any]:
        return self.advance(Decided(seat, action))

    def happen(self, event: str) -> Step[Any]:
        return self.advance(Happened(event))

    def take_back(self, seat: int, count: int = 1) -> Step[Any]:
        return self.advance(TakenBack(seat, count))

    def note(self, event: str, seat: int | None = None) -> Step[Any]:
        return self.advance(Note(event, seat))

    # ---- taking back ---------------------------------------------------------------------------------

    def _taken_back(self, count: int) -> State:
        """As it was before the last entries that stand, but what they showed stays known (ALL-4)."""
        standing = len(self.standing)
        if count > standing:
            raise RecordError(f"{count} decisions are taken back, there are only {standing}")
        state = self.state
        for entry, before, after in reversed(list(self.since(standing - count))):
            seen, state = state, before.clone()
            seat, action = (entry.seat, entry.action) if isinstance(entry, Decided) else (-1, -1)
            state.remember(seat, action, seen, after)
        return state


def events_of(game: Game[Any], step: Step[Any]) -> list[Event]:
    """All that happened by a step, whoever may see it."""
    match step.entry:
        case Dealt():
            return game.words.dealt(step.after)
        case Decided(seat, action):
            return game.words.narrate(step.before, seat, action, step.after)
        case Happened(event):
            return [Event(event)]
        case TakenBack(seat, count):
            return [Event("taken_back", {"seat": Seat(seat), "count": count})]
        case Note("limit_reached"):
            return []  # told with the decision that reached it
        case Note(event, seat):
            return [Event(event, {} if seat is None else {"seat": Seat(seat)})]

"""The examples of a game's rules as its examples.toml tells them: a position, what is played, the position after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from kartarna.core.errors import KartarnaError
from kartarna.core.game import Game
from kartarna.core.history import History, events_of
from kartarna.core.options import Choice, Options, options
from kartarna.core.step import Decided, Step
from kartarna.core.words import Event, Fact, Seat, seen
from kartarna.learn import course
from kartarna.learn.entries import (
    SITUATION,
    CourseError,
    Sentence,
    Situation,
    check_names,
    known_rules,
    listed,
    mapping,
    place_of,
    read_file,
    read_situation,
    sentence,
    text,
    texts,
)
from kartarna.learn.position import position, scripted, scripted_refusal

FILE = "examples.toml"
MINUTE = ("goal", "turn", "end", "score")  # the ids of those that tell a game in one minute
POSITION = ("players", "seat", "options", "deal", "play")
FIELDS = SITUATION | {"step", "like", "show", "then", "refused", "brings", "before", "after"}


@dataclass(frozen=True)
class Example(Situation):
    KIND: ClassVar[str] = "example"

    before: Sentence
    after: Sentence
    show: Sequence[str]  # the places in the picture: `row`, `hand:0`
    then: Sequence[str]  # what is played between the two positions
    refused: str  # instead of it: what may not be played
    brings: Mapping[str, Mapping[str, Any]]  # by kind: what happens by it, with some facts: so the words are true


@cache
def examples(folder: Path) -> Sequence[Example]:
    """Those of the game in this folder; none if it has no such file."""
    if not (folder / FILE).exists():
        return ()
    try:
        steps = read_file(folder / course.FILE).get("step", []) if course.has_course(folder) else []
        return read_examples(read_file(folder / FILE), steps, known_rules(folder))
    except CourseError as error:
        raise CourseError(f"{folder.name}/{FILE}: {error}") from error


def read_examples(table: Mapping[str, Any], steps: Sequence[Any], rules: set[str]) -> Sequence[Example]:
    """`steps` are those of the game's lessons.toml: an example may begin where a step or another example does."""
    if unknown := set(table) - {Example.KIND}:
        raise CourseError(f"unknown entry {min(unknown)!r:.40}; there is only: {Example.KIND}")
    starts: dict[str, Any] = {f"step {step.get('id')}": step for step in steps if isinstance(step, dict)}
    found = []
    for place, entry in enumerate(listed(table.get(Example.KIND), Example.KIND), 1):
        where = place_of(entry, Example.KIND, place, FIELDS)
        whole = {**_position_of(entry, starts, where), **entry}
        starts[f"like {entry['id']}"] = whole
        found.append(_example(whole, where, rules))
    check_names(found)
    return tuple(found)


def _position_of(entry: Mapping[str, Any], starts: Mapping[str, Any], where: str) -> dict[str, Any]:
    """That of the step or of the example above that the entry names."""
    named = next((name for name in ("step", "like") if name in entry), None)
    if named is None:
        return {}
    start = starts.get(f"{named} {entry[named]}")
    if start is None:
        raise CourseError(f"{where}, {named}: there is none called {entry[named]!r:.40}")
    return {field: start[field] for field in POSITION if field in start}


def _example(entry: Mapping[str, Any], where: str, rules: set[str]) -> Example:
    brings = mapping(entry.get("brings", {}), f"{where}, brings")
    read = Example(
        **read_situation(entry, where, rules),
        before=sentence(entry.get("before"), f"{where}, before"),
        after=sentence(entry.get("after"), f"{where}, after"),
        show=texts(entry.get("show", []), f"{where}, show"),
        then=texts(entry.get("then", []), f"{where}, then"),
        refused=text(entry.get("refused", ""), f"{where}, refused"),
        brings={kind: mapping(facts, f"{where}, brings, {kind}") for kind, facts in brings.items()},
    )
    if not (read.rules and read.show and read.brings) or bool(read.then) == bool(read.refused):
        raise CourseError(f"{where}: rules, show, brings and then are needed, or refused instead of then")
    return read


class Pair:
    """An example played: the position before, what happens or is refused, the position after."""

    def __init__(self, game: Game[Any], example: Example) -> None:
        self.game = game
        self.example = example
        history = position(game, example)
        self.before = history.state
        self.steps: list[Step[Any]] = []
        self.reason: Event | None = None  # why it is refused
        try:
            self.decided = self._play(history)
        except KartarnaError as error:
            raise CourseError(f"{game.id}, example {example.id}: {error}") from error
        self.after = history.state

    def _play(self, history: History) -> Decided:
        """The decision that comes first."""
        if self.example.refused:
            decided, self.reason = scripted_refusal(self.game, history.state, self.example.refused)
            return decided
        for line in self.example.then:
            self.steps.append(history.advance(scripted(self.game, history.state, line)))
        return scripted(self.game, self.before, self.example.then[0])

    def told(self) -> list[Sequence[Event]]:
        """What the one whose eyes these are is told, step by step; or the reason of a refusal."""
        if self.reason:
            return [[self.reason]]
        return [seen(events_of(self.game, step), self.example.seat) for step in self.steps]

    def options(self) -> Options | None:
        """The decision that comes first, if it is that one's own; then what else could be done, without effects."""
        seat, action = self.decided.seat, self.decided.action
        if seat != self.example.seat:
            return None
        choices = options(self.game, self.before, seat).choices
        others = tuple(other._replace(effects=()) for other in choices if other.cards and other.action != action)
        if self.reason:
            return Options((self._refused_choice(seat, action), *others))
        return Options((next(found for found in choices if found.action == action), *others))

    def _refused_choice(self, seat: int, action: int) -> Choice:
        """As it is meant, though it brings nothing."""
        words, state = self.game.words, self.before
        decision = words.decision(state, seat, action)
        return Choice(action, words.notation(state, seat, action), decision, words.cards(state, seat, action), ())

    def unproved(self) -> Iterator[str]:
        """What the example says it brings, but does not."""
        events = [event for events in self.told() for event in events]
        for kind, facts in self.example.brings.items():
            if not any(event.kind == kind and _has(event.facts, facts) for event in events):
                yield f"{kind} {dict(facts)}"


def _has(facts: Mapping[str, Fact], wanted: Mapping[str, Any]) -> bool:
    return all(name in facts and _plain(facts[name]) == value for name, value in wanted.items())


def _plain(fact: Fact) -> int | str:
    """As it is written in the file: seats counted from 1, several things with spaces between them."""
    if isinstance(fact, tuple):
        return " ".join(str(_plain(item)) for item in fact)
    return fact + 1 if isinstance(fact, Seat) else fact

"""The checks that every game must pass. Authors of games run them; so do our tests."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kartarna import COMPILED
from kartarna.core import layout
from kartarna.core.deal import read_deal, spell_deal
from kartarna.core.errors import IllegalDecision
from kartarna.core.game import Game
from kartarna.core.history import events_of
from kartarna.core.notation import understand
from kartarna.core.options import Options
from kartarna.core.options import options as options_of
from kartarna.core.places import unexplained
from kartarna.core.record import RecordedPlayer, read, write
from kartarna.core.recorder import RecordedGame, replayed
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.view import View, seats_of
from kartarna.core.words import LANGUAGES, Event, Seat, second_person, seen

# An action space up to this size is tried whole, of a larger one this many; the interpreted twin is slow.
ALL_ACTIONS = 3000 if COMPILED else 60
LONGEST_DEAL = 128  # numbers: the room that a state has
LONGEST_GAME = 200_000  # decisions; ALL-5 ends every game long before


class Nonconforming(AssertionError):
    """The game breaks a promise of the interface."""


def require(kept: bool, promise: str) -> None:
    if not kept:
        raise Nonconforming(promise)


class Conformance:
    """One game with one number of players and one set of options, played at random and watched."""

    def __init__(self, game: Game[Any], players: int, options: Mapping[str, Any], seed: int) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.rng = Rng(seed)
        self.varied = False  # resample has changed something hidden
        self.hides = False  # there was something hidden to change
        state = game.new(players, options)
        self.tellers = {language: game.teller(state, language) for language in LANGUAGES}

    # ---- the two ways to watch a game ------------------------------------------------------------

    def play_cheaply(self) -> State:
        """Conservation, legality and the end; fast enough for thousands of games."""
        state: State = self.game.new(self.players, self.options)
        cards: Counter[str] = Counter()
        for decisions in range(LONGEST_GAME):
            if state.over():
                self.check_end(state)
                return state
            if state.due():
                state.deal(state.draw(self.rng))
                cards = cards or Counter(self.game.census(state))
            if decisions % 16 == 0:
                self.check_cards(state, cards)
            self.check_waiting(state)
            seat, action = self.random_decision(state)
            state.apply(seat, action)
        raise Nonconforming("ALL-5: the game does not end")

    def play_watched(self) -> State:
        """Every check at every decision."""
        table = RecordedGame(
            self.game, [RecordedPlayer(f"P{seat}", "bot") for seat in range(self.players)], self.options
        )
        cards: Counter[str] = Counter()
        while not table.state.over():
            if table.state.due():
                outcome = table.state.draw(self.rng)
                self.check_deal(table.state, outcome)
                self.check_step(table.deal(outcome))
                cards = cards or Counter(self.game.census(table.state))
            self.check_position(table.state, cards)
            seat, action = self.random_decision(table.state)
            self.check_same_story(table.state, seat, action)
            self.check_step(table.decide(seat, action))
        self.check_end(table.state)
        self.check_record(table)
        require(self.varied or not self.hides, "resample never changes anything hidden")
        return table.state

    def random_decision(self, state: State) -> tuple[int, int]:
        """Half the time the quick player's decision: random play alone rarely gets far in some games."""
        waiting = [seat for seat in range(self.players) if state.waiting() >> seat & 1]
        seat = waiting[self.rng.below(len(waiting))]
        if self.rng.below(2):
            return seat, state.greedy(seat, self.rng)
        legal = state.legal_actions(seat)
        return seat, legal[self.rng.below(len(legal))]

    # ---- a position --------------------------------------------------------------------------------

    def check_position(self, state: State, cards: Counter[str]) -> None:
        self.check_cards(state, cards)
        self.check_waiting(state)
        self.check_copies(state)
        public = self.game.view(state, None)
        for seat in self.seats_to_check(state):
            choices = options_of(self.game, state, seat)
            self.check_refusals(state, seat)
            self.check_illegal_changes_nothing(state, seat)
            self.check_notation(state, seat, choices)
            self.check_resample(state, seat, public, choices)

    def seats_to_check(self, state: State) -> list[int]:
        """All that are waiting, and each time another one of those that are not."""
        waiting = list(seats_of(state.waiting()))
        others = [seat for seat in range(self.players) if seat not in waiting]
        return [*waiting, others[self.rng.below(len(others))]] if others else waiting

    def check_cards(self, state: State, cards: Counter[str]) -> None:
        require(Counter(self.game.census(state)) == cards, "cards are lost or doubled")

    def check_waiting(self, state: State) -> None:
        require(state.waiting() > 0, "nobody is waiting in a game that is not over")
        require(state.waiting() >> self.players == 0, "a seat that does not exist is waiting")
        for seat in range(self.players):
            legal = state.legal_actions(seat)
            require(bool(legal) == bool(state.waiting() >> seat & 1), "legal decisions exactly for waiting seats")
            require(len(legal) <= state.MAX_LEGAL, f"{len(legal)} legal decisions, MAX_LEGAL is {state.MAX_LEGAL}")
            require(len(set(legal)) == len(legal), "a legal decision is listed twice")

    def check_copies(self, state: State) -> None:
        snapshot = state.snapshot()
        twin = state.clone()
        require(twin.snapshot() == snapshot, "a clone differs from its original")
        twin.apply(*self.random_decision(twin))
        require(state.snapshot() == snapshot, "a change to a clone changes its original")
        twin.restore(snapshot)
        require(twin.snapshot() == snapshot, "restore does not bring a snapshot back")
        require(pickle.loads(pickle.dumps(state)).snapshot() == snapshot, "pickle changes a state")  # noqa: S301

    def check_refusals(self, state: State, seat: int) -> None:
        legal = set(state.legal_actions(seat))
        space = type(state).ACTIONS if legal else 1  # out of turn, one is as illegal as another
        tried = range(space) if space <= ALL_ACTIONS else {self.rng.below(space) for _ in range(ALL_ACTIONS)} | legal
        for action in tried:
            code = state.refusal(seat, action)
            require((code == 0) == (action in legal), f"refusal and legal disagree on decision {action}")

    def check_illegal_changes_nothing(self, state: State, seat: int) -> None:
        snapshot = state.snapshot()
        for action in (-1, type(state).ACTIONS, self.rng.below(type(state).ACTIONS)):
            if state.refusal(seat, action):
                reason = self.game.refusal(state, seat, action)
                require(reason is not None, "a refusal without a reason")
                self.check_sentences([reason] if reason else [])
                require(bool(self.game.sentences()[reason.kind].get("rule")) if reason else True, "no rule is named")
                try:
                    state.apply(seat, action)
                except IllegalDecision:
                    pass
                else:
                    raise Nonconforming(f"the illegal decision {action} was carried out")
        require(state.snapshot() == snapshot, "a refused decision changes the state")

    def check_notation(self, state: State, seat: int, choices: Options) -> None:
        for choice in choices.choices:
            meant = understand(self.game, state, seat, choice.notation, self.tellers["en"])
            require(meant == choice.action, f"{choice.notation!r} is read as another decision")
            self.check_sentences([choice.decision, *choice.effects])

    def check_sentences(self, events: list[Event]) -> None:
        for event in events:
            for language, teller in self.tellers.items():
                sentence = teller.say(event)
                require(bool(sentence) and "{" not in sentence, f"{event.kind}: no complete sentence in {language}")
                self.check_second_person(event, language)

    def check_second_person(self, event: Event, language: str) -> None:
        """A player who is named in a sentence has a form of it that says “you”."""
        entry = self.game.sentences()[event.kind]
        for name in (name for name, value in event.facts.items() if isinstance(value, Seat)):
            form = second_person(language, name)
            require(f"{{{name}}}" not in entry[language] or form in entry, f"words.toml, [{event.kind}]: no {form}")

    def check_step(self, step: Step[Any]) -> None:
        """Its events can be told, and their moves explain what changes on the table, for all eyes."""
        events = events_of(self.game, step)
        self.check_sentences(events)
        for eyes in (None, *range(self.players)):
            before = self.game.view(step.before, eyes) if step.before.round else None
            after = self.game.view(step.after, eyes)
            wrong = unexplained(before, seen(events, eyes), after, self.game.mirrors)
            who = "a spectator" if eyes is None else f"seat {eyes + 1}"
            require(not wrong, f"{events[0].kind}: the moves told to {who} do not explain {', '.join(wrong)}")

    # ---- what a seat cannot know -------------------------------------------------------------------

    def check_resample(self, state: State, seat: int, public: View, choices: Options) -> None:
        one, other = state.clone(), state.clone()
        one.resample(seat, Rng(self.rng.word()))
        other.resample(seat, Rng(self.rng.word()))
        game, own = self.game, self.game.view(state, seat)
        for world in (one, other):
            require(game.view(world, seat) == own, f"seat {seat + 1} can tell a resampled world")
            require(game.view(world, None) == public, "a spectator can tell a resampled world")
            require(options_of(game, world, seat) == choices, f"the options of seat {seat + 1} tell something hidden")
        self.check_greedy(state, one, seat)
        self.hides = self.hides or any(zone.hidden > len(zone.known) for zone in own.zones)
        self.varied = self.varied or one.snapshot() != other.snapshot()
        seed = self.rng.word()
        one.resample(seat, Rng(seed))
        other.resample(seat, Rng(seed))
        require(one.snapshot() == other.snapshot(), "twin worlds and one seed give different worlds")

    def check_greedy(self, state: State, world: State, seat: int) -> None:
        if state.waiting() >> seat & 1:
            seed = self.rng.word()
            choice = state.greedy(seat, Rng(seed))
            require(choice == world.greedy(seat, Rng(seed)), "the quick player peeks at hidden cards")
            require(state.refusal(seat, choice) == 0, "the quick player breaks the rules")

    def check_same_story(self, state: State, seat: int, action: int) -> None:
        """Until something comes out of a hidden place, a seat is told the same in every world it imagines."""
        stories = []
        for _ in range(2):
            world = state.clone()
            world.resample(seat, Rng(self.rng.word()))
            after = world.clone()
            after.apply(seat, action)
            told = seen(self.game.words.narrate(world, seat, action, after), seat)
            stories.append(told[: _first_reveal(told)])
        require(
            all(one == other for one, other in zip(*stories, strict=False)),
            "an event tells something hidden without saying that it reveals",
        )

    # ---- the whole game ----------------------------------------------------------------------------

    def check_deal(self, state: State, outcome: list[int]) -> None:
        seed = self.rng.word()
        drawn = layout.draw(state.layout(), Rng(seed))
        require(len(drawn) <= LONGEST_DEAL, f"a deal of {len(drawn)} numbers, there is room for {LONGEST_DEAL}")
        require(state.draw(Rng(seed)) == drawn, "a deal is drawn otherwise than the layout says")
        zones = spell_deal(self.game, state, outcome)
        one, other = state.clone(), state.clone()
        one.deal(outcome)
        other.deal(read_deal(self.game, state, zones))
        require(one.snapshot() == other.snapshot(), "a deal told in zones is another deal")

    def check_end(self, state: State) -> None:
        require(state.waiting() == 0, "somebody is waiting after the end")
        require(state.winners() >> self.players == 0, "a seat that does not exist has won")
        self.check_sentences([event for event in (self.game.refusal(state, 0, 0),) if event])

    def check_record(self, table: RecordedGame) -> None:
        text = write(table.record)
        again = replayed(self.game, read(text))
        require(again.state.snapshot() == table.state.snapshot(), "the record replays to another state")
        require(write(again.record) == text, "the record of the replay is another record")


def _first_reveal(events: Sequence[Event]) -> int:
    return next((place for place, event in enumerate(events) if event.reveals), len(events))

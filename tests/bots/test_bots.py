"""The quick bots: legal decisions, from an imagined world only, the same for the same random numbers."""

from __future__ import annotations

from time import perf_counter

import pytest

from kartarna import bots
from kartarna.bots import levels
from kartarna.bots.game_settings import settings_for
from kartarna.bots.levels import LEVELS, Level
from kartarna.bots.names import called, title
from kartarna.bots.parallel_search import Budget, Thought, ponder, think
from kartarna.bots.search import Tree
from kartarna.bots.search_settings import SearchSettings
from kartarna.bots.slices import Slices
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.core.words import LANGUAGES
from kartarna.games import get
from tests.positions import dealt, edited
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, object]]
FEW = 5  # iterations: enough to play by the rules


@pytest.mark.parametrize("bot", bots.OWN)
@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_bot_plays_any_game_to_its_end(variant: Variant, bot: str) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    rng = Rng(1)
    while not state.over():
        if state.due():
            state.deal(state.draw(rng))
        seat = seats_of(state.waiting())[0]
        answer = bots.consult(bots.get(bot), state, seat, rng, iterations=FEW)
        assert answer.forfeit == ""
        state.apply(seat, answer.action)
    assert state.winners() >> players == 0


class Spy:
    """Remembers the worlds it is handed, and those it imagines itself."""

    name = "spy"

    def __init__(self) -> None:
        self.worlds: list[State] = []

    def choose(self, observation: bots.Observation) -> int:
        self.worlds += [observation.world, observation.imagine()]
        return observation.legal()[0]


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_bot_is_handed_an_imagined_world(variant: Variant) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    state.deal(state.draw(Rng(3)))
    before = state.snapshot()
    seat = seats_of(state.waiting())[0]
    spy = Spy()
    for seed in range(5):
        bots.consult(spy, state, seat, Rng(seed))
    assert state.snapshot() == before
    assert all(get(game).view(world, seat) == get(game).view(state, seat) for world in spy.worlds)
    assert len({world.snapshot() for world in spy.worlds}) > 1


def test_twin_worlds_and_the_same_random_numbers_give_the_same_decision() -> None:
    state = get("gap").new(4)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    twin = state.clone()
    twin.resample(seat, Rng(9))
    for bot in bots.OWN.values():
        here, there = (bots.consult(bot, world, seat, Rng(5), iterations=100).action for world in (state, twin))
        assert here == there


def test_random_uses_every_choice() -> None:
    state = get("gap").new(4)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    chosen = {bots.consult(bots.get("random"), state, seat, Rng(seed)).action for seed in range(200)}
    assert chosen == set(state.legal_actions(seat))


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(OptionError, match="no bot 'genius'; there are: random, greedy"):
        bots.get("genius")


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_bots_have_different_names_in_every_language(language: str) -> None:
    names = [title(bot, language) for bot in bots.OWN]
    assert len(set(names)) == len(bots.OWN)
    assert title("tidy", language) == "tidy"


def test_no_two_bots_are_called_the_same_in_different_languages() -> None:
    names = [name for bot in bots.OWN for name in set(called(bot))]
    assert len(set(names)) == len(names)
    assert called("tidy") == ("tidy",)


# ---- the weak levels err like people ------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_levels_think_longer_step_by_step(variant: Variant) -> None:
    game, players, _ = variant
    budgets = [bot.budget(game, players) for bot in LEVELS]
    assert budgets == sorted(set(budgets))


def test_levels_think_further_step_by_step() -> None:
    horizons = [bot.settings("gap", 2).horizon for bot in LEVELS]
    assert horizons[0] < horizons[1] < min(horizons[2:])


def test_a_beginner_forgets_what_went_into_the_others_hands() -> None:
    """TROP: seat 2 has taken the only 15 in sight of all. Who remembers it sees it there in every imagined world."""
    fifteen = 5 * (15 + 3) + 1
    state = edited(dealt("trop", 2, {"starter": "1"}), hands=[0, 0, 0, 0, 0, fifteen], known=[0, 0, 0, 0, 0, fifteen])
    pile = [0 if card == fifteen else card for card in state.pile]
    state = edited(state, pile=[0, *[card for card in pile if card]], drawn=1)

    def remembered(world: State) -> int:
        return sum(imagined(world, seed).hands[5] == fifteen for seed in range(20))

    forgetful = state.clone()
    forgetful.forget()
    assert remembered(state) == 20
    assert remembered(forgetful) < 5


def imagined(state: State, seed: int) -> State:
    world = state.clone()
    world.resample(0, Rng(seed))
    return world


@pytest.mark.parametrize("name", bots.LEVELS)
def test_only_weak_levels_forget(name: str) -> None:
    level = bots.OWN[name]
    assert isinstance(level, Level)
    assert level.settings("trop", 4).forgets == (name in ("beginner", "easy"))


def test_the_short_sighted_judge_a_decision_by_how_things_stand_right_after_it() -> None:
    state = get("gap").new(2)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    found = think(state, seat, SearchSettings(horizon=0), Budget(len(state.legal_actions(seat))), Rng(1)).after()
    for decision in found:
        world = state.clone()
        world.apply(seat, decision.action)
        assert decision.share == pytest.approx(world.prospects()[seat])
    assert len({decision.share for decision in found}) > 1


# ---- the budget -----------------------------------------------------------------------------------------------


def test_a_bot_takes_the_time_it_is_given() -> None:
    state = get("gap").new(2)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    start = perf_counter()
    bots.consult(bots.get("expert"), state, seat, Rng(1), seconds=0.2)
    assert 0.2 <= perf_counter() - start < 1.0


def test_where_others_watch_a_bot_without_a_choice_thinks_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """TROP: without cards one must draw. To answer at once would tell of a hand, where others cannot know that."""
    thoughts: list[Budget] = []

    def watching(world: State, seat: int, settings: SearchSettings, budget: Budget, rng: Rng) -> Slices[Thought]:
        thoughts.append(budget)
        return ponder(world, seat, settings, budget, rng)

    monkeypatch.setattr(levels, "ponder", watching)
    state = get("trop").new(3)
    state.deal(state.draw(Rng(3)))
    (seat,) = seats_of(state.waiting())
    assert len(state.legal_actions(seat)) == 1
    for watched in (False, True):
        bots.consult(bots.OWN["expert"], state, seat, Rng(1), watched=watched)
    assert [budget.iterations for budget in thoughts] == [10_000]


def test_a_weaker_level_makes_its_own_iterations_and_no_more() -> None:
    state = get("gap").new(2)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    for level in ("beginner", "strong"):
        usual, patient = (bots.consult(bots.get(level), state, seat, Rng(1), seconds=time) for time in (None, 60.0))
        assert patient.action == usual.action
        assert patient.seconds < 60


def test_a_short_time_cuts_every_level_off() -> None:
    state = get("karma").new(12)
    state.deal(state.draw(Rng(3)))
    whole, cut = (think(state, 0, SearchSettings(), Budget(10_000, seconds), Rng(1)) for seconds in (None, 0.001))
    assert sum(found.visits for found in whole.after()) == 10_000
    assert len(state.legal_actions(0)) <= sum(found.visits for found in cut.after()) < 10_000


@pytest.mark.parametrize("budget", [{"iterations": 0}, {"iterations": 10, "threads": 0}])
def test_a_budget_of_nothing_is_refused(budget: dict[str, int]) -> None:
    with pytest.raises(OptionError, match="at least one iteration, and one thread"):
        Budget(**budget)


def test_the_time_includes_making_the_tree() -> None:
    """All the memory that a tree may have takes milliseconds to get ready: a short thought does with less."""
    state = get("gap").new(2)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    short, long = (
        think(state, seat, SearchSettings(), Budget(10**8, seconds), Rng(1)).trees for seconds in (0.01, 0.2)
    )
    assert short[0].capacity == 21_000
    assert long[0].capacity == 200_000


def test_a_node_is_the_decision_of_one_seat() -> None:
    """GAP: whether a card takes others, and so whose turn is next, depends on what the others hold."""
    state, rng = get("gap").new(4), Rng(5)
    state.deal_random(rng)
    found = 0
    while state.waiting():
        seat = seats_of(state.waiting())[0]
        tree = settings_for("gap", 4).search.tree(2_001)
        tree.start(state)
        tree.think(state, seat, 2_000, rng)
        found += decisions_of_several_seats(tree, [])
        state.apply(seat, state.greedy(seat, rng))
    assert found


def decisions_of_several_seats(tree: Tree, path: list[tuple[int, int]]) -> int:
    """How often, from here on, the same decision may be that of one seat or of another."""
    after = [(seat, action) for seat, action, *_ in tree.after(path)]
    here = len(after) - len({action for _, action in after})
    return here + sum(decisions_of_several_seats(tree, [*path, decision]) for decision in after)


def test_memory_is_bounded() -> None:
    """A tree that is full goes on thinking with the nodes it has."""
    state = get("gap").new(2)
    state.deal(state.draw(Rng(3)))
    tree = SearchSettings().tree(50)
    tree.start(state)
    tree.think(state, seats_of(state.waiting())[0], 500, Rng(1))
    assert tree.used == tree.capacity == 50
    assert sum(visits for _, _, visits, _, _ in tree.after(())) == 500


def test_the_world_is_the_bots_own_to_do_with_as_it_likes() -> None:
    state = get("gap").new(2)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    observation = bots.Observation(state.clone(), seat, seed=1)
    legal = observation.legal()
    observation.world.apply(seat, legal[0])
    assert observation.legal() == legal
    assert observation.imagine().legal_actions(seat) == legal

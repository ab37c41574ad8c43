"""Positions with a known answer, from the courses: the reason that is named is the true one."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

from kartarna.bots.consult import observe
from kartarna.bots.honesty import positions
from kartarna.bots.slices import finish
from kartarna.coach.hint import Advisor
from kartarna.coach.reasons import Explanation, play_on
from kartarna.coach.telling import Telling, tellings
from kartarna.core.errors import OptionError
from kartarna.core.notation import understand
from kartarna.core.places import place
from kartarna.core.rng import Rng
from kartarna.core.rulebook import find
from kartarna.core.state import State
from kartarna.core.words import LANGUAGES
from kartarna.games import OWN, get
from kartarna.learn.course import course
from kartarna.learn.position import position
from tests.games.dnup_positions import table
from tests.positions import dealt


def advised(state: State) -> Advisor:
    """Seat 1 asks."""
    return Advisor(observe(state, 0, Rng(5)))


def lesson(game: str, step: str) -> Advisor:
    found = course(get(game).folder).lesson(step)
    assert found
    return advised(position(get(game), found).state)


def meant(advisor: Advisor, text: str) -> int:
    game, world = advisor.game, advisor.observation.world
    return understand(game, world, 0, text, game.teller(world, "en"))


def told(reason: Explanation | None) -> tuple[str, int, int]:
    assert reason
    return reason.telling.name, reason.better, reason.other


# The step of a course, what is best there, another choice, why that one is worse, and in how many of 10 cases.
KNOWN = [
    # The fifth card takes the seventh colour, or it does not.
    ("three", "colours", "9", "35", ("bonus_now", 10, 0)),
    # The end of the game: with the 9 six colours lie face up.
    ("three", "score", "9", "82", ("many_colours", 10, 0)),
    # Of 7/3 alone there are higher cards around, of three 7s there is no higher set.
    ("dnup", "lay", "7/1 7/1 7/3", "7/3", ("set_beaten", 0, 4)),
    # Eight cards at once cannot be beaten, a single 1 is beaten by everything.
    ("dnup", "out", "1/5 1/6 1/6 1/7 1/7 1/8 1/9 1/10", "1/10", ("set_beaten", 0, 9)),
    # 8 makes 24.
    ("trop", "trop", "5", "8", ("trop_you", 5, 10)),
    # The pile is taken for certain, or goes out of the game.
    ("karma", "three-alike", "14 14", "take", ("pile_now", 0, 10)),
    ("karma", "give", "give", "take", ("pile_now", 0, 10)),
    # Both 2s of the row, against a card that takes nothing.
    ("gap", "same", "2y", "0g", ("takes_many_now", 10, 0)),
    # A 3 and a 5, against a card that takes nothing.
    ("gap", "neighbours", "4y", "8g", ("takes_many_now", 10, 0)),
]


@pytest.mark.parametrize(("game", "step", "best", "other", "reason"), KNOWN)
def test_the_reason_named_is_the_true_one(
    game: str, step: str, best: str, other: str, reason: tuple[str, int, int]
) -> None:
    advisor = lesson(game, step)
    assert advisor.ranking.best.action == meant(advisor, best)
    name, better, worse = told(finish(advisor.why(meant(advisor, other))))
    assert name == reason[0]
    assert abs(better - reason[1]) <= 1
    assert abs(worse - reason[2]) <= 1


@pytest.mark.parametrize(("game", "step", "best", "other", "reason"), KNOWN)
def test_its_frequency_is_that_of_other_worlds_too(
    game: str, step: str, best: str, other: str, reason: tuple[str, int, int]
) -> None:
    """Counted anew with other random numbers."""
    advisor = lesson(game, step)
    found = finish(advisor.why(meant(advisor, other)))
    assert found
    assert found.telling.name == reason[0]
    for choice, tenths in ((best, found.better), (other, found.other)):
        happened = [happens(advisor, found.telling, meant(advisor, choice), Rng(number, 77)) for number in range(150)]
        assert abs(10 * fmean(happened) - tenths) < 2


@pytest.mark.parametrize("game", OWN)
def test_whatever_reason_is_told_in_a_game_holds_in_other_worlds_too(game: str) -> None:
    """Counted anew with other random numbers, wherever one is told in these games: it happens about as often."""
    told = set()
    for probe in positions(get(game), get(game).players[0], None, seed=7, count=20):
        advisor = Advisor(observe(probe.state, probe.seat, Rng(5), account=probe.account))
        if advisor.rival is None or not (reason := advisor.reason):
            continue
        told.add(reason.telling.name)
        better, other = (
            10 * fmean(happens(advisor, reason.telling, action, Rng(number, 77)) for number in range(100))
            for action in (advisor.ranking.best.action, advisor.rival)
        )
        assert abs(better - reason.better) < 2, reason
        assert abs(other - reason.other) < 2, reason
        assert (better > other) == reason.telling.good, reason
    assert told


def happens(advisor: Advisor, telling: Telling, action: int, chance: Rng) -> bool:
    """In another imagined world, after this choice."""
    observation = advisor.observation
    world = observation.world.clone()
    world.imagine(observation.seat, chance)
    return telling.name in play_on(observation, world, action, [telling], chance).told


def test_dnup_the_last_cards_win_at_once() -> None:
    advisor = advised(table(["9/1 9/2", "10/1 8/4 7/3", "10/2 8/3 6/3"]))
    assert advisor.ranking.best.action == meant(advisor, "9/1 9/2")
    assert told(finish(advisor.why(meant(advisor, "turn")))) == ("first_now", 10, 0)


def test_three_the_third_card_of_a_colour() -> None:
    """Wherever one choice turns three cards face down for certain and the best does not, that is the reason."""
    found = 0
    for probe in positions(get("three"), 3, None, seed=4, count=40):
        advisor = Advisor(observe(probe.state, probe.seat, Rng(1), account=probe.account))
        turning = [action for action, choice in advisor.offered.items() if _turns(choice.effects)]
        best = advisor.ranking.best
        surely = [action for action in turning if advisor.ranking.cost(advisor.ranking.of(action)) > 0.05]
        if best.action not in turning and surely:
            assert told(finish(advisor.why(surely[0]))) == ("third_now", 0, 10)
            found += 1
    assert found


def _turns(effects: tuple[object, ...]) -> bool:
    return any(getattr(event, "kind", "") == "turned" for event in effects)


def test_no_reason_where_nothing_differs() -> None:
    """The same choice twice."""
    advisor = lesson("gap", "same")
    assert finish(advisor.why(advisor.ranking.best.action)) is None


# ---- the data ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_every_game_names_its_telling_events(game: str) -> None:
    """5 to 10 of them: each with a clause in both languages, a rule that there is, a place that there is."""
    rules = get(game)
    known = tellings(rules.folder)
    assert 5 <= len(known) <= 10
    view = rules.view(dealt(game, rules.players.start, {}), 0)
    zones = {zone.name.rstrip("0123456789").removesuffix("_") for zone in view.zones}
    for telling in known:
        assert all(rules.sentences()[telling.clause][language] for language in LANGUAGES)
        assert find(rules.folder, "en", telling.rule), telling.rule
        assert telling.look in zones
        assert all(kind in rules.sentences() for kind in telling.kind)


@pytest.mark.parametrize(
    "text", ["[x]\nkind = 1", "[x]\nkind = 'a'\nwhen = 'never'", "[x]\nkind = 'a'\nwhen = 'now'\nwho = 'me'", "["]
)
def test_a_broken_file_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "telling.toml").write_text(text, encoding="utf-8")
    with pytest.raises(OptionError, match=r"telling\.toml cannot be read"):
        tellings(tmp_path)


def test_a_hint_always_names_a_place_to_look_at() -> None:
    """Also when the best choice is to turn the hand, or to take somebody else's set."""
    for probe in positions(get("dnup"), 3, None, seed=0, count=8):
        advisor = Advisor(observe(probe.state, probe.seat, Rng(5)))
        view = advisor.game.view(probe.state, probe.seat)
        assert advisor.look in {place(zone.name, zone.seat) for zone in view.zones}

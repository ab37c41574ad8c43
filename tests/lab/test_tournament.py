"""Tournaments on duplicate deals."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from kartarna import bots
from kartarna.core.errors import OptionError
from kartarna.core.words import Event
from kartarna.lab.arena.decision_times import DecisionTimes
from kartarna.lab.arena.pool import run
from kartarna.lab.arena.ratings import rated
from kartarna.lab.arena.scorebook import Scorebook, ScorebookError, seed_in
from kartarna.lab.arena.standings import result
from kartarna.lab.arena.tournament import Outcome, Played, Tournament, play
from tests.bots.outside import outside

__all__ = ["outside"]


def figures(deals: Any) -> list[Any]:
    """All that does not depend on the machine."""
    return [(played.deal, played.games, played.forfeits) for played in sorted(deals, key=lambda played: played.deal)]


# ---- seats and cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("names", ["random", "greedy,random", "random,random,greedy"])
def test_every_entrant_sits_once_on_every_seat(players: int, names: str) -> None:
    tournament = Tournament("gap", players, tuple(names.split(",")))
    listed = [names.split(",")[place % len(names.split(","))] for place in range(max(players, len(names.split(","))))]
    for seat in range(players):
        assert Counter(tournament.seating(rotation)[seat] for rotation in range(tournament.rotations)) == Counter(
            listed
        )


def test_games_are_rounded_up_to_whole_rotations() -> None:
    tournament = Tournament("gap", 3, ("greedy", "random"))
    assert tournament.rotations == 3
    assert tournament.deals(2000) == 667
    assert Tournament("gap", 4, ("greedy",)).deals(1) == 1


def test_bad_tournaments_are_refused() -> None:
    with pytest.raises(OptionError, match="there is no bot 'nobody'"):
        Tournament("gap", 2, ("nobody",))
    with pytest.raises(OptionError, match="GAP is for 2 to 6 players"):
        Tournament("gap", 9, ("greedy",))
    with pytest.raises(OptionError, match="at least one"):
        Tournament("gap", 2, ())


class Spy:
    """Plays at random, and writes down which hands each seat has been dealt so far."""

    name = "spy"
    reads_story = True

    def __init__(self) -> None:
        self.hands: set[tuple[int, tuple[str, ...]]] = set()
        self.drawn: list[int] = []

    def choose(self, observation: bots.Observation) -> int:
        dealt = (str(event) for event in observation.story if isinstance(event, Event) and event.kind == "hand_dealt")
        self.hands.add((observation.seat, tuple(dealt)))
        self.drawn.append(observation.seed)
        legal = observation.legal()
        return legal[observation.rng.below(len(legal))]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    spy = Spy()
    monkeypatch.setitem(bots.OWN, "spy", spy)
    monkeypatch.setattr(bots, "QUICK", (*bots.QUICK, spy))
    return spy


def test_the_cards_of_a_deal_depend_on_no_decision(spy: Spy) -> None:
    """The same hands in every rotation and against everybody, in every round."""
    for others in ("greedy", "random"):
        play(Tournament("gap", 2, ("spy", others), seed=4), 0)
    longest = [max((hands for seat, hands in spy.hands if seat == own), key=len) for own in range(2)]
    assert min(map(len, longest)) > 1
    assert all(hands == longest[seat][: len(hands)] for seat, hands in spy.hands)


def test_another_deal_has_other_cards(spy: Spy) -> None:
    tournament = Tournament("gap", 2, ("spy", "greedy"), seed=4)
    play(tournament, 0)
    before = set(spy.hands)
    spy.hands.clear()
    play(tournament, 1)
    assert before.isdisjoint(spy.hands)


def test_no_two_bots_have_the_same_random_numbers(spy: Spy) -> None:
    play(Tournament("gap", 3, ("spy",), seed=4), 0)
    play(Tournament("gap", 3, ("spy",), seed=4), 1)
    assert len(set(spy.drawn)) == len(spy.drawn)


# ---- playing ----------------------------------------------------------------------------------------------


def test_the_results_are_the_same_on_any_number_of_processes() -> None:
    tournament = Tournament("gap", 2, ("greedy", "random"), seed=7)
    alone = figures(run(tournament, range(6), processes=1))
    assert len(alone) == 6
    assert figures(run(tournament, range(6), processes=2)) == alone


@pytest.mark.usefixtures("outside")
def test_a_bot_that_fails_forfeits_and_the_tournament_goes_on() -> None:
    tournament = Tournament("gap", 2, ("crash", "first"), seed=1, options={"rounds": 1})
    found = result(tournament, run(tournament, range(1), processes=1))
    crash, first = sorted(found.standings, key=lambda standing: standing.bot)
    assert (found.games, first.forfeits) == (2, 0)
    assert crash.forfeits == crash.clock.count == len(found.forfeits) > 0
    assert "ZeroDivisionError" in found.forfeits[0].reason


def test_options_of_the_game_are_played() -> None:
    short, long = (Tournament("gap", 2, ("greedy",), options={"rounds": rounds}) for rounds in (1, 8))
    assert play(short, 0).games[0].decisions < play(long, 0).games[0].decisions


# ---- the file ---------------------------------------------------------------------------------------------


def test_a_tournament_goes_on_where_its_file_ends(tmp_path: Path) -> None:
    tournament = Tournament("gap", 2, ("greedy", "random"), seed=7)
    whole = figures(run(tournament, range(5), processes=1))
    file = tmp_path / "played.jsonl"
    assert figures(run(tournament, range(3), processes=1, book=Scorebook(file, tournament))) == whole[:3]
    with file.open("ab") as torn:
        torn.write(b'{"deal": 3, "games": [{"win')
    book = Scorebook(file, tournament)
    assert sorted(book.played) == [0, 1, 2]
    assert figures(run(tournament, range(5), processes=1, book=book)) == whole
    assert figures(Scorebook(file, tournament).played.values()) == whole
    assert seed_in(file) == 7


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "played.jsonl"
    Scorebook(file, Tournament("gap", 2, ("greedy", "random"), seed=7))
    with pytest.raises(ScorebookError, match="its seed is 7, not 8"):
        Scorebook(file, Tournament("gap", 2, ("greedy", "random"), seed=8))
    with pytest.raises(ScorebookError, match="its bots is"):
        Scorebook(file, Tournament("gap", 2, ("random", "greedy"), seed=7))


@pytest.mark.parametrize("spoilt", ["{}\n", "[1]\n", "nonsense\n", '{"format": "kartarna-record", "version": 1}\n'])
def test_another_file_is_refused(tmp_path: Path, spoilt: str) -> None:
    file = tmp_path / "other"
    file.write_text(spoilt)
    with pytest.raises(ScorebookError, match="not the file of a tournament"):
        Scorebook(file, Tournament("gap", 2, ("greedy",)))
    assert file.read_text() == spoilt
    with pytest.raises(ScorebookError, match="not the file of a tournament"):
        seed_in(file)


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    file = tmp_path / "played.jsonl"
    file.touch()
    tournament = Tournament("gap", 2, ("greedy",), seed=7)
    assert Scorebook(file, tournament).played == {}
    assert seed_in(file) == 7


def test_a_file_that_can_no_longer_be_written_is_told(tmp_path: Path) -> None:
    tournament = Tournament("gap", 2, ("greedy",))
    (tmp_path / "stick").mkdir()
    book = Scorebook(tmp_path / "stick" / "played.jsonl", tournament)
    shutil.rmtree(tmp_path / "stick")
    with pytest.raises(ScorebookError, match=r"played\.jsonl cannot be used \(No such file.*\); choose another"):
        book.add(play(tournament, 0))


ONE = '{"winners": [0], "totals": [1, 2], "decisions": 3}'


@pytest.mark.parametrize(
    "line",
    [
        *("{}", "[]", "7", '{"deal": 0, "games": [], "clocks": {}, "forfeits": []}'),
        '{"deal": 0, "games": [{"winners": [0], "totals": [1, 2], "decisions": Infinity}]}',
        f'{{"deal": 0, "games": [{ONE}, {ONE}], "clocks": {{"greedy": {{"count": 1, "seconds": 1, "cells": []}}}}}}',
    ],
)
def test_a_spoilt_line_is_named(tmp_path: Path, line: str) -> None:
    tournament = Tournament("gap", 2, ("greedy", "greedy"))
    file = tmp_path / "played.jsonl"
    Scorebook(file, tournament).add(play(tournament, 0))
    with file.open("a") as more:
        more.write(f"{line}\n")
    with pytest.raises(ScorebookError, match="line 3"):
        Scorebook(file, tournament)


# ---- standings --------------------------------------------------------------------------------------------


def standings(players: int, names: str, *games: str) -> dict[str, Any]:
    """From winners as in `0 12`: the games of one deal, each rotation with its winning seats."""
    tournament = Tournament("karma", players, tuple(names.split(",")))
    totals = tuple(range(players))
    deals = [
        Played(
            deal,
            [Outcome(tuple(map(int, seats.strip("-"))), totals, 10) for seats in winners.split()],
            {name: DecisionTimes() for name in tournament.names},
        )
        for deal, winners in enumerate(games)
    ]
    return {standing.bot: standing for standing in result(tournament, deals).standings}


def test_a_shared_win_is_a_fraction() -> None:
    """Seats: greedy, random, random; then random, random, greedy; then random, greedy, random."""
    found = standings(3, "greedy,random,random", "0 12 012")
    assert found["greedy"].share.mean == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)
    assert found["random"].share.mean == pytest.approx((0 + 0 + 1 / 2 + 0 + 1 / 3 + 1 / 3) / 6)
    assert found["greedy"].wins == 1
    assert found["random"].wins == pytest.approx(3 / 6)


def test_where_all_but_one_win_the_loser_is_counted() -> None:
    """Karma: greedy never loses here; random loses alone in every game, on one of its two seats."""
    found = standings(3, "greedy,random,random", "01 12 01")
    assert found["greedy"].lost == 0
    assert found["random"].lost == pytest.approx(3 / 6)
    assert found["random"].share.mean == pytest.approx((1 - found["random"].lost) / 2)


def test_a_game_that_nobody_wins_gives_nobody_a_share() -> None:
    found = standings(2, "greedy,random", "- 1", "- -")
    assert found["greedy"].share.mean == pytest.approx(1 / 4)
    assert found["random"].share.mean == 0


def test_intervals_are_over_deals_not_games() -> None:
    """Three deals, each won by the same bot in both rotations: three values, not six."""
    found = standings(2, "greedy,random", "0 1", "1 0", "0 1")
    high, mean = found["greedy"].share.high, found["greedy"].share.mean
    assert mean == pytest.approx(2 / 3)
    assert high - mean == pytest.approx(4.303 / 3, rel=0.05)  # t with two degrees of freedom, standard error 1/3


def test_the_score_is_that_of_the_own_seats() -> None:
    """The total is the seat's number here: greedy sits on 0, then 2, then 1."""
    found = standings(3, "greedy,random,random", "0 0 0")
    assert found["greedy"].score.mean == found["random"].score.mean == 1


def test_ratings_follow_the_wins() -> None:
    better = [[[("a", 1.0), ("b", 0.0), ("b", 0.0)], [("b", 1.0), ("a", 0.0), ("b", 0.0)]]] * 30
    ratings = rated(better, ["a", "b"])
    low, high = ratings["a"].low, ratings["b"].high
    assert low is not None
    assert high is not None
    assert low > 25 > high  # half the games on a third of the seats
    alone = rated([[[("a", 1.0), ("a", 0.0)]]] * 5, ["a"])
    assert alone["a"].mean == pytest.approx(25)


def test_a_percentile_is_right_to_nine_per_cent() -> None:
    clock, other = DecisionTimes(), DecisionTimes()
    for milliseconds in range(1, 51):
        clock.add(milliseconds / 1000)
        other.add((50 + milliseconds) / 1000)
    clock.merge(other)
    assert clock.mean == pytest.approx(0.0505)
    assert 0.095 <= clock.percentile(0.95) <= 0.095 * 1.1

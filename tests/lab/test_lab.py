"""The lab: what it measures is right where the answer is known, and the command tells it whole."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from kartarna.core.errors import DeckError, KartarnaError, OptionError
from kartarna.core.rng import Rng
from kartarna.games import get
from kartarna.lab.arena.tournament import Tournament
from kartarna.lab.house.experiment import Experiment
from kartarna.lab.house.measures import by_place, compare, compare_skill
from kartarna.lab.house.page import page
from kartarna.lab.house.plot import Scale
from kartarna.lab.house.report import findings
from kartarna.lab.house.variance import shares
from kartarna.lab.house.version import GameVersion, version
from kartarna.lab.house.watched import WatchedDeal, WatchedGame, leading, stake, watch
from kartarna.lab.intervals import Interval
from tests.games.test_trop import at
from tests.lab.commands import figures, run

QUICK = ("--players", "2", "--games", "8", "--bots", "greedy,random", "--seed", "1", "--processes", "1")


def deal_of(number: int, winners: list[int], starter: int = 0) -> WatchedDeal:
    """Two players, strong and weak, in both rotations, with these winners."""
    seatings = [("strong", "weak"), ("weak", "strong")]
    games = [
        WatchedGame(seats, (winner,), 10, 1, 5, 0, starter) for seats, winner in zip(seatings, winners, strict=True)
    ]
    return WatchedDeal(number, tuple(games))


# ---- what a result is made of --------------------------------------------------------------------------


def test_where_the_cards_decide_all_is_luck() -> None:
    assert shares([deal_of(number, [number % 2] * 2) for number in range(40)]) == pytest.approx((0, 1, 0))


def test_where_the_better_one_always_wins_all_is_skill() -> None:
    assert shares([deal_of(number, [0, 1]) for number in range(40)]) == pytest.approx((1, 0, 0))


def test_where_coins_decide_neither_is_much() -> None:
    rng = Rng(1)
    found = shares([deal_of(number, [rng.below(2), rng.below(2)]) for number in range(4000)])
    assert found.skill < 0.01
    assert found.luck < 0.08
    assert sum(found) == pytest.approx(1)


def test_skill_is_compared_with_an_interval() -> None:
    luck = [deal_of(number, [number % 2] * 2) for number in range(40)]
    skill = [deal_of(number, [0, 1] if number % 4 else [1, 0]) for number in range(40)]
    gain, share, *_ = compare_skill(("strong", "weak"), luck, skill)
    assert (gain.against.mean, gain.changed.mean) == (0, pytest.approx(0.25))
    assert gain.clear
    assert share.difference.mean > 0.2


def test_a_figure_that_never_varied_is_not_certain() -> None:
    deals = [deal_of(number, [0, 1]) for number in range(40)]
    ties = next(one for one in compare("gap", "strong", deals, deals) if one.name == "ties")
    assert ties.against.mean == 0
    assert ties.against.high is not None
    assert ties.against.high > 0.01
    assert not ties.clear


def test_places_are_counted_from_the_starter() -> None:
    deals = [deal_of(number, [1, 1], starter=1) for number in range(5)]
    assert [place.mean for place in by_place(deals)] == [1, 0]


# ---- what is watched -------------------------------------------------------------------------------------


def test_a_watched_game_is_the_game_of_the_tournament() -> None:
    tournament = Tournament("gap", 3, ("greedy", "random"), 4, {"rounds": 2})
    seen = watch(tournament, False, 2)
    assert [game.seating for game in seen.games] == [tournament.seating(rotation) for rotation in range(3)]
    for game in seen.games:
        assert (game.rounds, game.decisions >= game.choices > 10) == (2, True)
        assert game.starter in range(3)
    assert watch(tournament, True, 2).games[0].winners == seen.games[0].winners  # weighing changes nothing


def test_much_lies_on_a_card_that_makes_one_trop() -> None:
    """TROP-8: 15 on 20 ends the round with nothing; −3 does not."""
    state = at("9 9 2", "-3 15", "9 9", target=25)
    legal = state.legal_actions(0)
    assert stake(state, 0, legal, Rng(1)) > 0.1
    assert stake(state, 0, legal[:1], Rng(1)) == pytest.approx(0, abs=0.4)


def test_nobody_leads_before_anything_has_happened() -> None:
    state = get("trop").new(3)
    state.deal_random(Rng(1))
    assert leading(state) is None


# ---- versions ----------------------------------------------------------------------------------------------


def test_changes_as_one_types_them(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    own = get("trop").decks.file.read_text(encoding="utf-8")
    deck.write_text(re.sub('^name = ".*"', 'name = "Mine <b>"', own, flags=re.MULTILINE), encoding="utf-8")
    made = version("trop", 2, ["hand=2", "target=30", f"deck={deck}"])
    assert made.options == {"hand": 2, "target": 30}
    assert made.label == "hand = 2, target = 30, deck “Mine <b>”"
    assert version("dnup", 2, ["turning=no"]).options == {"turning": False}
    assert version("gap", 2, []).label == "by the rules"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            "fog=1",
            "TROP has nothing called 'fog' to change; there is: starter=1…12, target=1…1000, hand=1…3, deck=FILE",
        ),
        ("hand=9", "from 1 to 3"),
        ("hand=two", "write hand=1…3, not hand=two"),
        ("hand", "write hand=1…3"),
    ],
)
def test_a_wrong_change_is_refused(change: str, why: str) -> None:
    with pytest.raises(OptionError, match=re.escape(why)):
        version("trop", 2, [change])


def test_a_deck_that_is_not_there_is_told() -> None:
    with pytest.raises(DeckError, match="cannot be read"):
        version("trop", 2, ["deck=/no/such/file.toml"])


# ---- the command -----------------------------------------------------------------------------------------


def test_figures_depend_on_the_seed_alone() -> None:
    plan = ("lab", "trop", "--change", "hand=2", *QUICK)
    found = figures(*plan)
    assert found == figures(*plan[:-1], "2")
    assert found["changed"]["options"] == {"hand": 2}
    assert found["games_each"] == {"greedy": 8, "random": 8, "greedy,random": 8}
    named = {(one["bots"], one["name"]): one for one in found["measures"]}
    rounds = named["greedy", "length: rounds"]
    assert rounds["clear"]  # fewer points a round: more rounds
    assert rounds["difference"]["mean"] == pytest.approx(rounds["changed"]["mean"] - rounds["against"]["mean"])
    assert {bots for bots, _ in named} == {"greedy", "random", "greedy and random"}
    assert len(found["by_place"]["greedy"]["changed"]) == 2


def test_tables_and_a_page_that_needs_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    result = run("lab", "dnup", "--change", "turning=no", "--page", str(file), *QUICK)
    assert result.exit_code == 0, result.output
    assert "turning = no" in result.stdout
    assert "share of luck" in result.stdout
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"https?:|src=|@import|url\(", text)
    for drawn in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        assert ET.fromstring(drawn).get("aria-label")  # noqa: S314 - our own
    assert text.count("<svg") == 8 + 8 + 4 + 2


def test_who_stops_it_keeps_the_page_that_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "page.html"
    file.write_text("of yesterday")
    monkeypatch.setattr(Experiment, "run", stopped)
    assert run("lab", "dnup", "--change", "turning=no", "--page", str(file), *QUICK).exit_code == 130
    assert file.read_text() == "of yesterday"


def test_names_of_decks_do_no_harm_in_a_page() -> None:
    versions = [GameVersion("gap", {"rounds": 1}, None), GameVersion("gap", {"rounds": 1}, None)]
    evil = {**get("gap").decks.standard.data, "name": "<script>alert(1)</script>"}
    experiment = Experiment(2, versions[0], GameVersion("gap", {"rounds": 1}, evil), ("greedy", "random"), 4, 1)
    experiment.run(int, processes=1)
    text = page(experiment, findings(experiment))
    assert "<script" not in text
    assert "&lt;script&gt;" in text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ((), "both versions are the same"),
        (("--change", "hand=2", "--against", "hand=2"), "both versions are the same"),
        (("--change", "hand=2", "--bots", "greedy"), "name two"),
        (("--change", "hand=2", "--bots", "greedy,greedy"), "two different bots"),
        (("--change", "hand=2", "--page", "/no/such/folder/page.html"), "cannot be written"),
    ],
)
def test_what_cannot_be_compared_is_told(arguments: tuple[str, ...], why: str) -> None:
    result = run("lab", "trop", *arguments)
    assert isinstance(result.exception, KartarnaError)
    assert why in str(result.exception)


@pytest.mark.parametrize(("low", "high"), list(product([0.0, -3.0, 1e-6], [0.0, 7.0, 1e6])))
def test_a_scale_has_room_for_all_its_values(low: float, high: float) -> None:
    scale = Scale([Interval(low), Interval(high)], percent=False)
    marks = scale.marks()
    assert marks[0] <= min(low, high) + 1e-9
    assert marks[-1] >= max(low, high) - 1e-9
    assert 2 <= len(marks) <= 8

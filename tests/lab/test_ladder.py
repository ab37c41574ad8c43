"""The ladder: cells that are played until they are decided, kept, and written into a page."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from kartarna.core.errors import KartarnaError
from kartarna.lab.arena import pool, scorebook
from kartarna.lab.arena.tournament import Outcome, Played, Tournament
from kartarna.lab.arena.tournament import play as tournament_play
from kartarna.lab.intervals import Interval
from kartarna.lab.ladder import ladder as module
from kartarna.lab.ladder import page
from kartarna.lab.ladder.ladder import UNDECIDED, UNDER_WAY, UPPER, Cell, Finding, Ladder, cells, strengths

EASY = Cell("gap", 2, "random", "greedy", 200)
EVEN = Cell("three", 2, "greedy", "greedy", 40)


@pytest.fixture
def kept(tmp_path: Path) -> Ladder:
    return Ladder(tmp_path / "cells", tmp_path / "parts")


def finished(kept: Ladder, cell: Cell) -> Finding:
    *_, (_, finding) = kept.play(cell, processes=1)
    return finding


def test_two_and_four_players_come_first() -> None:
    chosen = cells(("a", "b", "c"), ["gap", "three"])
    assert [cell.players for cell in chosen[::2]] == [2, 2, 4, 4, 3, 3, 5, 6]
    assert [(cell.lower, cell.upper) for cell in chosen[:2]] == [("a", "b"), ("b", "c")]
    assert {cell.players for cell in cells(("a", "b"), ["gap"], [3])} == {3}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_levels_sit_in_turn_and_then_each_where_the_other_sat(players: int) -> None:
    tournament = Cell("gap", players, "random", "greedy").tournament
    seatings = [tournament.seating(rotation) for rotation in range(tournament.rotations)]
    assert seatings == [(("greedy", "random") * 3)[:players], (("random", "greedy") * 3)[:players]]


def test_what_nobody_wins_counts_for_neither() -> None:
    totals = (0, 0)
    assert EASY.gain(Played(0, [Outcome((), totals, 1), Outcome((), totals, 1)])) == 0
    assert EASY.gain(Played(0, [Outcome((0,), totals, 1), Outcome((1,), totals, 1)])) == 0.5
    assert EASY.gain(Played(0, [Outcome((0,), totals, 1), Outcome((), totals, 1)])) == 0.25


def test_a_cell_is_played_until_it_is_decided(kept: Ladder) -> None:
    found = finished(kept, EASY)
    assert found.outcome == UPPER
    assert found.games <= EASY.most
    assert found.share.low is not None
    assert found.share.low > 0.5
    assert kept.finding(EASY) == found
    assert list(kept.parts.iterdir()) == []


def test_an_undecided_cell_says_so_with_its_interval(kept: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cell, "gain", lambda _, deal: 0.1 * (-1) ** deal.deal)
    found = finished(kept, EASY)
    assert (found.outcome, found.games) == (UNDECIDED, 200)
    assert page.tell(found).startswith("*undecided:* 50.0 ± ")


def test_a_cell_goes_on_where_it_was_left(kept: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = finished(Ladder(kept.folder / "other", kept.parts / "other"), EASY)
    for count, (_, finding) in enumerate(kept.play(EASY, processes=1), 1):
        assert finding.outcome == UNDER_WAY
        if count == 5:
            break
    assert kept.finding(EASY) is None  # it has not looked yet
    again: list[int] = []

    def play(tournament: Tournament, deal: int) -> Played:
        again.append(deal)
        return tournament_play(tournament, deal)

    monkeypatch.setattr(pool, "play", play)
    assert finished(kept, EASY) == whole
    assert again[0] == 5


def test_findings_of_other_bots_are_not_believed(kept: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept.finding(EASY) is None
    finished(kept, EASY)
    monkeypatch.setattr(module, "recipe", lambda name, *_: f"a better {name}")
    assert kept.finding(EASY) is None


def test_deals_of_other_bots_are_put_aside_and_spoilt_ones_are_told(
    kept: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are hours of play: nothing throws them away."""
    part = kept.parts / "gap-2-random-greedy.jsonl"
    with closing(kept.play(EASY, processes=1)) as deals:
        next(deals)
        next(deals)
    head, first, *_ = part.read_text().splitlines()
    part.write_text(f"{head}\n{first}\ngarbage\n")
    with pytest.raises(KartarnaError, match=r"line 3: .*; delete that line"):
        next(kept.play(EASY, processes=1))
    assert part.read_text() == f"{head}\n{first}\ngarbage\n"
    part.write_text(f"{head}\n{first}\n")
    monkeypatch.setattr(scorebook, "recipe", lambda name, *_: f"a better {name}")
    with closing(kept.play(EASY, processes=1)) as deals:
        next(deals)
    assert part.with_suffix(".old").read_text() == f"{head}\n{first}\n"
    assert "a better greedy" in part.read_text()


def test_a_spoilt_cell_is_named(kept: Ladder) -> None:
    finished(kept, EASY)
    (file,) = kept.folder.iterdir()
    file.write_text("{}")
    with pytest.raises(KartarnaError, match=r"gap-2-random-greedy\.json is not a cell of the ladder; delete it"):
        kept.finding(EASY)
    with pytest.raises(KartarnaError, match=r"cannot be read: Not a directory"):
        Ladder(file, kept.parts).finding(EASY)


# ---- strength ---------------------------------------------------------------------------------------------


def test_strength_is_measured_to_the_last_game(kept: Ladder) -> None:
    """Greedy beats random long before that."""
    alone = Cell("gap", 4, "random", "greedy", 160, alone=True)
    assert [alone.tournament.seating(rotation).count("greedy") for rotation in range(4)] == [1, 1, 1, 1]
    found = finished(kept, alone)
    assert (found.outcome, found.games) == (UPPER, 160)


def test_the_top_level_and_the_cheater_are_measured_alone_among_quick_players() -> None:
    found = [(cell.players, cell.lower, cell.upper) for cell in strengths(["gap"])]
    assert found == [(n, "greedy", upper) for n in (2, 4, 3, 5, 6) for upper in ("expert", "cheater")]


def test_strength_is_told_game_by_game_where_it_was_played(kept: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = strengths(["three", "trop"])
    found = {cell: Finding(cell, UPPER, Interval(0.9, 0.8, 1.0), 100) for cell in cells if cell.players < 5}
    monkeypatch.setattr(Ladder, "finding", lambda _, cell: found.get(cell))
    lines = page.strength(kept, cells).partition("|---|\n")[2].splitlines()
    assert [line.split(" | ")[:2] for line in lines] == [
        [title, str(players)] for title in ("| Tři je moc!", "| TROP") for players in (2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("game", "shares", "line"),
    [
        ("gap", (0.80, 0.90), "| GAP | 2 | 50.0 | 80.0 ± 5.0 (100) | 90.0 ± 5.0 (100) | 75 % | reached |"),
        ("gap", (0.73, 0.90), "| GAP | 2 | 50.0 | 73.0 ± 5.0 (100) | 90.0 ± 5.0 (100) | 57 % | open |"),
        ("gap", (0.67, 0.90), "| GAP | 2 | 50.0 | 67.0 ± 5.0 (100) | 90.0 ± 5.0 (100) | 43 % | open |"),
        ("gap", (0.60, 0.90), "| GAP | 2 | 50.0 | 60.0 ± 5.0 (100) | 90.0 ± 5.0 (100) | 25 % | missed |"),
        ("gap", (0.56, 0.58), "| GAP | 2 | 50.0 | 56.0 ± 5.0 (100) | 58.0 ± 5.0 (100) | 75 % | reached |"),
        ("karma", (0.8, 0.9), "| Karma | 2 | 50.0 | 20.0 ± 5.0 lost (100) | 10.0 ± 5.0 lost (100) | 75 % | reached |"),
    ],
)
def test_strength_is_held_against_its_aim(
    kept: Ladder, game: str, shares: tuple[float, float], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = strengths([game], [2])
    found = {
        cell: Finding(cell, UPPER, Interval(share, share - 0.05, share + 0.05), 100)
        for cell, share in zip(cells, shares, strict=True)
    }
    monkeypatch.setattr(Ladder, "finding", lambda _, cell: found[cell])
    assert page.strength(kept, cells).endswith(line)


def test_strength_under_way_is_called_so(kept: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    cell, cheater = strengths(["gap"], [2])
    found = {cell: Finding(cell, UNDER_WAY, Interval(0.9, 0.8, 1.0), 50)}
    monkeypatch.setattr(Ladder, "finding", lambda _, cell: found.get(cell))
    assert page.strength(kept, [cell, cheater]).endswith("| 90.0 ± 10.0 (50) | – | – | under way |")


def test_forfeits_are_told_beside_the_games(kept: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    cell, cheater = strengths(["gap"], [2])
    found = Finding(cell, UPPER, Interval(0.9, 0.8, 1.0), 1_050, forfeits=1_200)
    assert page.tell(found) == "**90.0 ± 10.0 (1,050, 1,200 forfeits)**"
    monkeypatch.setattr(Ladder, "finding", lambda *_: found)
    assert "| 90.0 ± 10.0 (1,050, 1,200 forfeits) |" in page.strength(kept, [cell, cheater])


# ---- the page ---------------------------------------------------------------------------------------------


def test_the_page_keeps_what_stands_around_the_tables(kept: Ladder, tmp_path: Path) -> None:
    finished(kept, EASY)
    file = tmp_path / "docs" / "ladder.md"
    page.write(file, kept, [EASY, EVEN])
    first = file.read_text()
    assert "## GAP" in first
    assert "| 2 | 50.0 | **" in first
    assert "| 2 | 50.0 | – |" in first
    file.write_text(f"Before.\n{first}After.\n")
    page.write(file, kept, [EASY, EVEN])
    assert file.read_text() == f"Before.\n{first}After.\n"


def test_a_page_without_its_marks_is_not_overwritten(kept: Ladder, tmp_path: Path) -> None:
    file = tmp_path / "ladder.md"
    file.write_text("My own page.")
    with pytest.raises(KartarnaError, match="is missing"):
        page.write(file, kept, [EASY])
    assert file.read_text() == "My own page."

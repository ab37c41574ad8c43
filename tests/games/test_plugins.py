"""Games found by their entry points: those that are broken are refused with the reason, and never fatal."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from kartarna.core.errors import OptionError
from kartarna.games import GAMES, OWN, get, plugins

MODULE = """
from dataclasses import replace
from pathlib import Path
from kartarna.games import get
from kartarna.core.game import Option

FOLDER = Path(__file__).parent / "made_up"
GAME = replace(get("gap"), id="made_up", folder=FOLDER)
TWIN = replace(GAME, id="twin")
OTHER = replace(GAME, id="another")
SILENT = replace(GAME, id="silent", options=(Option("speed", 1, 1, 3),))
EVENT = replace(GAME, id="event", events=("flood",))
CROWD = replace(GAME, id="crowd", players=range(2, 30))
BARE = replace(GAME, id="bare", folder=Path("nowhere"))
"""
POINTS = """[kartarna.games]
made_up = outside_games:GAME
gap = outside_games:GAME
Loud = outside_games:GAME
twin = outside_games:TWIN
broken = outside_games:nothing
text = outside_games:MODULE_NAME
number = outside_games:FOLDER
renamed = outside_games:OTHER
silent = outside_games:SILENT
event = outside_games:EVENT
crowd = outside_games:CROWD
bare = outside_games:BARE
"""


@pytest.fixture(scope="module", autouse=True)
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A package as pip would leave it, and a second one with a game of the same id."""
    site = tmp_path_factory.mktemp("site")
    (site / "outside_games.py").write_text(MODULE)
    (site / "made_up").mkdir()
    for name in ("words.toml", "rules.cs.md", "rules.en.md", "deck.toml", "value.toml"):
        (site / "made_up" / name).write_text((get("gap").folder / name).read_text(encoding="utf-8"), encoding="utf-8")
    for package, points in (("one", POINTS), ("two", "[kartarna.games]\ntwin = outside_games:TWIN\n")):
        info = site / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(points)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        plugins.installed.cache_clear()
        yield
    plugins.installed.cache_clear()


def test_a_made_up_game_follows_ours() -> None:
    assert list(GAMES)[: len(OWN)] == [*OWN]
    assert "made_up" in list(GAMES)[len(OWN) :]
    assert len(GAMES) == len(list(GAMES))
    assert get("made_up").id == "made_up"
    assert "made_up" in GAMES


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Loud", "a game's id is a small letter"),
        ("twin", "two packages have a game of this id"),
        ("broken", "outside_games:nothing cannot be loaded: AttributeError"),
        ("number", "outside_games:FOLDER is no Game"),
        ("renamed", "its entry point says 'renamed', its Game 'another'"),
        ("silent", "words.toml has no [option_speed]"),
        ("event", "words.toml has no [flood]"),
        ("crowd", "a game is for 1 to 12 players"),
        ("bare", "nowhere/words.toml cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_used_is_told_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(OptionError, match="cannot be used") as error:
        get(name)
    assert reason in str(error.value)


def test_a_game_cannot_take_the_place_of_ours() -> None:
    assert get("gap").folder.parent.name == "games"
    assert plugins.installed(frozenset(OWN)).refused["gap"] == "this id is taken by a game of Kartárna"


def test_a_game_that_nobody_has() -> None:
    with pytest.raises(OptionError, match=r"there is no game 'chess'; there are: three, .*, made_up"):
        get("chess")


def test_who_asks_for_one_of_ours_does_not_look_for_others() -> None:
    """Looking takes as long as loading the game."""
    asked = "import sys; from kartarna.games import get; get('gap'); print('kartarna.games.plugins' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"

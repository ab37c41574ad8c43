"""ALL-3: no output of a running game tells what its player cannot see."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kartarna import bots
from kartarna.games import get
from kartarna.play.room.solo import SoloRoom
from kartarna.terminal.arguments import games
from kartarna.terminal.play.dialogue import Dialogue
from kartarna.terminal.voice import Voice
from tests.terminal.command import ALWAYS_FIRST, kartarna, left_game, lines

CARDS = {"hand 1": "0b 1b 3r 5y 6y 7p", "row": "0p 2y 2b 4y"}
COMMANDS = ("help", "table", "rules", "undo", "why 9r", "9r", "banana", "1", "why 0b", "1b", "?", "undo", "#99", "quit")


def twins(folder: Path) -> tuple[Path, Path]:
    """Two games that differ only in what Anna cannot see."""
    one, other = left_game(folder / "one.json", CARDS), folder / "two.json"
    data = json.loads(one.read_text(encoding="utf-8"))
    deal = data["rounds"][0]["deal"]
    unseen = [*deal["hand 2"], *deal["hand 3"], *deal["hand 4"], *deal["deck"]][::-1]
    for zone in ("hand 2", "hand 3", "hand 4", "deck"):
        deal[zone], unseen = unseen[: len(deal[zone])], unseen[len(deal[zone]) :]
    other.write_text(json.dumps(data, indent=1), encoding="utf-8")
    return one, other


def told(file: Path, *arguments: Any, typed: str = "") -> str:
    run = kartarna(*arguments, typed=typed)
    return (run.out + run.err).replace(str(file), "FILE")


@pytest.mark.parametrize("language", ["cs", "en"])
def test_twin_worlds_sound_the_same(language: str, tmp_path: Path) -> None:
    one, other = twins(tmp_path)
    for command in (("record", "show"), ("record", "verify")):
        texts = [told(file, *command, file, "--lang", language) for file in (one, other)]
        assert texts[0] == texts[1]
    texts = [told(file, "play", "--resume", file, "--lang", language, typed=lines(*COMMANDS)) for file in (one, other)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "damage",
    [
        ("play", ["2 banana"]),
        ("play", ["1 9r"]),
        ("play", ["1 0b", "2 0b"]),
        ("play", ["2  x"]),
        ("points", [1, 2, 3, 4]),
        ("deal", {}),
        ("deal", {"hand 2": ["9r"] * 6}),
    ],
)
def test_errors_in_twin_worlds_sound_the_same(damage: tuple[str, Any], tmp_path: Path) -> None:
    files = twins(tmp_path)
    for file in files:
        data = json.loads(file.read_text(encoding="utf-8"))
        data["starter"] = data["starter"] if damage[0] != "deal" else None
        data["rounds"][0][damage[0]] = damage[1]
        file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    for command in (("record", "show"), ("record", "verify"), ("play", "--resume")):
        one, other = (kartarna(*command, file) for file in files)
        assert one.code == other.code == 1
        assert one.err.replace(str(files[0]), "") == other.err.replace(str(files[1]), "")
        assert one.out.splitlines()[:5] == other.out.splitlines()[:5]  # the deal as Anna saw it


def test_no_card_of_another_hand_is_named_before_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """In GAP every card is there once, so its name may not be said while it lies in another hand or in the deck.

    Only what was played and then taken back is known to all (ALL-4)."""
    rooms: list[SoloRoom] = []
    shown: dict[int, set[int]] = {}  # by round
    made, line = Dialogue.__init__, Voice.line

    def remembered(dialogue: Dialogue, room: SoloRoom, *arguments: Any, **more: Any) -> None:
        rooms.append(room)
        made(dialogue, room, *arguments, **more)

    def checked(voice: Voice, text: str = "") -> None:
        if rooms and not text.startswith(("GAP", "The game")):
            state: Any = rooms[-1].table.state
            deck = get("gap").decks.number(state.deck)
            hidden = sum(hand for seat, hand in enumerate(state.hands) if seat != rooms[-1].seat)
            pile = [card for card in state.pile[state.drawn : state.cards] if state.stage == 1]
            unseen = {card for card in range(50) if hidden >> card & 1 or card in pile}
            known = shown.setdefault(state.round, set())
            known |= set(range(50)) - unseen
            names = [get("gap").words.card_name(deck, f"{card // 5}{'rgybp'[card % 5]}", "en") for card in range(50)]
            leaked = [names[card] for card in unseen - known if names[card] in text]
            assert not leaked, text
        line(voice, text)

    monkeypatch.setattr(Dialogue, "__init__", remembered)
    monkeypatch.setattr(Voice, "line", checked)
    typed = "".join(f"{line}\n#1\n" for line in ("help", "table", "undo", "banana")) * 100
    run = kartarna("play", "gap", "--players", 5, "--seed", 4, "--seat", 3, typed=typed)
    assert run.code == 0, run.err
    assert "The game is over" in run.out


@dataclass(frozen=True)
class Tattler:
    """Fails, and says in its error what it holds."""

    error: Callable[[str], Exception]
    name: str = "tattler"

    def choose(self, observation: bots.Observation) -> int:
        raise self.error(f"I hold {observation.legal()}")


@pytest.mark.parametrize("error", [ValueError, partial(bots.Forfeited, bots.Fault.GARBAGE)])
def test_the_error_of_a_bot_is_not_shown(error: Callable[[str], Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "get", lambda _: Tattler(error))
    run = kartarna("play", "gap", "--players", 2, "--starter", 2, typed=lines("quit"))
    assert "Ada: the bot tattler fails (" in run.out
    assert "I hold" not in run.out + run.err


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_an_unfinished_game_is_shown_to_its_owner_only(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kartarna("play", game, "--seed", 2, "--save", file, typed="#1\n" * 3)
    assert kartarna("record", "show", file).out == kartarna("record", "show", file, "--seat", 1).out
    run = kartarna("record", "show", file, "--seat", 2)
    assert (run.code, run.out) == (2, "")
    assert "only its owner's view" in run.err


def test_a_file_that_only_claims_to_be_finished_tells_no_more(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kartarna("play", "gap", "--seed", 2, "--save", file, typed="#1\n" * 3)
    owner = kartarna("record", "show", file).out
    data = json.loads(file.read_text(encoding="utf-8"))
    data["winners"], data["totals"] = [1], [1, 0, 0]
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    run = kartarna("record", "show", file)
    assert run.code == 1
    assert owner.startswith(run.out)
    assert kartarna("record", "show", file, "--seat", 2).code == 2


def test_once_it_is_over_everything_is_shown(tmp_path: Path) -> None:
    """ALL-7"""
    file = tmp_path / "game.json"
    kartarna("play", "gap", "--target", 1, "--save", file, typed=ALWAYS_FIRST)
    run = kartarna("record", "show", file)
    assert run.out.count(": In your hand: ") == 3 * run.out.count(" begins. First to play")

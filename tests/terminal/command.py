"""Runs the command line in this process, as a person would type it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from kartarna.core.deal import spell_deal
from kartarna.core.record import Record, RecordedPlayer, write
from kartarna.core.recorder import RecordedGame
from kartarna.core.rng import Rng
from kartarna.games import get
from kartarna.terminal.app import app
from kartarna.terminal.play import save_files
from tests.positions import arrange

ALWAYS_FIRST = "#1\n" * 5000  # a person who always takes the first choice of the list


@dataclass(frozen=True)
class Run:
    code: int
    out: str
    err: str


def kartarna(*arguments: Any, typed: str = "") -> Run:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed, prog_name="kartarna")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return Run(result.exit_code, result.stdout, result.stderr)


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def answers(run: Run) -> list[str]:
    """What was said after each prompt, up to the next one."""
    parts = re.split(r"^Your choice:|^Tvoje volba:", run.out, flags=re.MULTILINE)
    return [part.partition("\n")[2].strip() for part in parts[1:]]


def left_game(file: Path, zones: dict[str, str], **options: Any) -> Path:
    """A game of GAP that Anna left before her first decision, with these cards in these places."""
    seats = [RecordedPlayer("Anna"), *(RecordedPlayer(name, "bot", "greedy") for name in ("Ada", "Ben", "Clara"))]
    table = RecordedGame(get("gap"), seats, {"starter": 1, **options}, owner=0)
    drawn = spell_deal(table.game, table.state, table.state.draw(Rng(1)))
    table.deal_zones(arrange(drawn, {zone: words.split() for zone, words in zones.items()}))
    file.write_text(write(table.record), encoding="utf-8")
    return file


def saved(file: Path) -> Record:
    return save_files.load(file)


def the_only_game(home: Path) -> Path:
    files = list((home / "games").iterdir())
    assert len(files) == 1
    return files[0]

"""How much a lead is worth: fitted for each game and number of players, kept in the value.toml beside its rules.

A seat's chances grow by a factor e with every `scale` points that it stands better, and the same lead is
worth the less the longer the game still lasts: scale² = near + far · (what is left to go). `kartarna fit`
plays games and finds the two numbers that predict their winners best.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from kartarna.core.state import load_value

Values = Mapping[int, tuple[float, float]]


def read(file: Path) -> Values:
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {int(players): (value["near"], value["far"]) for players, value in data.items()}


def load(file: Path, game: str) -> None:
    """Into the compiled table."""
    for players, value in read(file).items():
        load_value(game, players, *value)


def write(file: Path, game: str, values: Values) -> None:
    tables = [f"[{players}]\nnear = {near:.4g}\nfar = {far:.4g}\n" for players, (near, far) in sorted(values.items())]
    head = f"# How much a lead is worth, by the number of players: written by `kartarna fit {game}`.\n\n"
    file.write_text(head + "\n".join(tables), encoding="utf-8")

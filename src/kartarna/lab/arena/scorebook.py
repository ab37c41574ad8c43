"""The file of a tournament: its parameters, then a line for every deal played. What is in it is not played again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kartarna.core.errors import KartarnaError
from kartarna.lab.arena.decision_times import DecisionTimes
from kartarna.lab.arena.entrants import recipe
from kartarna.lab.arena.tournament import Forfeit, Outcome, Played, Tournament

FORMAT = "kartarna-tournament"
VERSION = 1


class ScorebookError(KartarnaError):
    """A file of another tournament, or of none."""


class OtherTournament(ScorebookError):
    """The file is whole, but of other bots, another table or another seed."""


# What a line that is none of ours may lead to.
GARBAGE = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError)


class Scorebook:
    """Appended to line by line. A line that a power failure cut off is dropped."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.played: dict[int, Played] = {}
        try:
            if begun(path):
                self._read()
                return
        except OSError as error:
            raise self._unusable(error) from error
        self._append({"format": FORMAT, "version": VERSION, "tournament": self._head()})

    def add(self, played: Played) -> None:
        self.played[played.deal] = played
        self._append(asdict(played))

    def _head(self) -> dict[str, Any]:
        table = self.tournament.game, self.tournament.players
        return {**self.tournament.as_json(), "recipes": {name: recipe(name, *table) for name in self.tournament.names}}

    def _append(self, data: dict[str, Any]) -> None:
        line = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            with self.path.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> ScorebookError:
        return ScorebookError(f"{self.path} cannot be used ({error.strerror}); choose another file")

    def _read(self) -> None:
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        head, *lines = whole.decode(errors="replace").splitlines() or [""]
        self._check(head)
        for number, line in enumerate(lines, 2):
            try:
                played = read(json.loads(line), self.tournament)
            except GARBAGE as error:
                told = f"{self.path}, line {number}: this is not a deal of this tournament; delete that line"
                raise ScorebookError(told) from error
            self.played[played.deal] = played

    def _check(self, head: str) -> None:
        try:
            data = json.loads(head)
            told = data["tournament"] if data["format"] == FORMAT and data["version"] == VERSION else {}
        except GARBAGE:
            told = {}
        if not isinstance(told, dict) or not told:
            raise ScorebookError(f"{self.path} is not the file of a tournament; choose another")
        for name, value in self._head().items():
            if told.get(name) != value:
                other = f"its {name} is {told.get(name)!r:.80}, not {value!r:.80}"
                raise OtherTournament(f"{self.path} belongs to another tournament, choose another file: {other}")


def begun(path: Path) -> bool:
    """An empty file counts as none: a power failure may leave one."""
    return path.exists() and path.stat().st_size > 0


def seed_in(path: Path) -> int:
    """The seed of the tournament in a file."""
    try:
        with path.open(encoding="utf-8") as file:
            return int(json.loads(file.readline())["tournament"]["seed"])
    except (OSError, *GARBAGE) as error:
        raise ScorebookError(f"{path} is not the file of a tournament; choose another") from error


def read(data: dict[str, Any], tournament: Tournament) -> Played:
    """A deal from its line; an error of GARBAGE if it is none of this tournament."""
    games = [
        Outcome(tuple(map(int, game["winners"])), tuple(map(int, game["totals"])), int(game["decisions"]))
        for game in data["games"]
    ]
    seats = range(tournament.players)
    if len(games) != tournament.rotations or any(
        len(game.totals) != len(seats) or not set(game.winners) <= set(seats) for game in games
    ):
        raise ValueError("wrong number of games or seats")
    clocks = {
        name: DecisionTimes(
            int(data["clocks"][name]["count"]),
            float(data["clocks"][name]["seconds"]),
            {int(cell): int(count) for cell, count in data["clocks"][name]["cells"].items()},
        )
        for name in tournament.names
    }
    forfeits = [Forfeit(**forfeit) for forfeit in data["forfeits"]]
    return Played(int(data["deal"]), games, clocks, forfeits)

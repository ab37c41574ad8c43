"""What a simulation has counted so far, kept in a file, so that it goes on where it was left."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Any

from kartarna import VERSION
from kartarna.core.errors import KartarnaError, OptionError
from kartarna.core.rng import GENERATOR
from kartarna.lab.simulate.plan import Plan
from kartarna.lab.simulate.totals import Totals

FORMAT = "kartarna-simulation"
EVERY = 2.0  # seconds between two writes


class CheckpointError(KartarnaError):
    """A file of another simulation, or of none."""


class Checkpoint:
    """The totals of the first games of a plan. The number of games may grow: the first ones stay the same."""

    def __init__(self, path: Path, plan: Plan) -> None:
        if plan.records:
            raise OptionError("choose --records or --resume: files of records are not gone on with")
        self.path = path
        self.plan = plan
        self.totals = Totals(plan.players)
        self.seconds = 0.0
        self.written = monotonic()
        if begun(path):
            self._read()
        self.keep(self.totals, self.seconds)  # rather now than after hours of play

    def keep_sometimes(self, totals: Totals, seconds: float) -> None:
        if monotonic() - self.written > EVERY:
            self.keep(totals, seconds)

    def keep(self, totals: Totals, seconds: float) -> None:
        """The file is whole at any time: it is replaced by the next one."""
        data = {**self._head(), "seconds": seconds, "totals": asdict(totals)}
        new = self.path.with_name(self.path.name + ".new")
        try:
            new.write_text(json.dumps(data) + "\n", encoding="utf-8")
            new.replace(self.path)
        except OSError as error:
            raise CheckpointError(f"{self.path} cannot be written ({error.strerror}); choose another file") from error
        self.written = monotonic()

    def _head(self) -> dict[str, Any]:
        plan = self.plan
        told = {"game": plan.game, "players": plan.players, "bots": list(plan.bots), "seed": plan.seed}
        told |= {"options": dict(plan.options), "deck": plan.cards.data}
        return {"format": FORMAT, "version": VERSION, "generator": GENERATOR, **told}

    def _read(self) -> None:
        data = load(self.path)
        for name, value in json.loads(json.dumps(self._head())).items():
            if data.get(name) != value:
                other = f"its {name} is {data.get(name)!r:.80}, not {value!r:.80}"
                raise CheckpointError(f"{self.path} belongs to another simulation, choose another file: {other}")
        try:
            self.totals = Totals.read(data["totals"])
            self.seconds = float(data["seconds"])
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            raise CheckpointError(f"{self.path} is damaged; delete it and begin anew") from error
        if self.totals.games > self.plan.games or self.totals.players != self.plan.players:
            raise CheckpointError(f"{self.path} has {self.totals.games:,} games already: ask for more with --games")


def begun(path: Path) -> bool:
    try:
        return path.exists() and path.stat().st_size > 0
    except OSError as error:
        raise CheckpointError(f"{path} cannot be used ({error.strerror}); choose another file") from error


def load(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CheckpointError(f"{path} is not the file of a simulation; choose another")
    return data


def seed_in(path: Path) -> int:
    seed = load(path).get("seed")
    if not isinstance(seed, int):
        raise CheckpointError(f"{path} is damaged; delete it and begin anew")
    return seed

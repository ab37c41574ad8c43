"""The findings of an experiment, ready to be written as JSON. They depend on its parameters alone."""

from __future__ import annotations

from typing import Any

from kartarna import VERSION
from kartarna.lab.house.experiment import Experiment
from kartarna.lab.house.figures import measure_json, places_json, version_json
from kartarna.lab.house.measures import Compared, by_place, compare, compare_skill
from kartarna.lab.intervals import Interval


def findings(experiment: Experiment) -> list[Compared]:
    game = experiment.against.game
    found: list[Compared] = []
    for bots in experiment.line_ups:
        both = experiment.results[False, bots], experiment.results[True, bots]
        found += compare(game, bots[0], *both) if len(bots) == 1 else compare_skill(bots, *both)
    return found


def places(experiment: Experiment) -> dict[str, tuple[list[Interval], list[Interval]]]:
    """By who plays: the share of the win by place after the starter, of both versions."""
    found = {}
    for bots in experiment.line_ups:
        against, changed = (by_place(experiment.results[version, bots]) for version in (False, True))
        if len(bots) == 1 and against and changed:
            found[bots[0]] = against, changed
    return found


def as_json(experiment: Experiment, found: list[Compared]) -> dict[str, Any]:
    return {
        "version": VERSION,
        "game": experiment.against.game,
        "players": experiment.players,
        "bots": list(experiment.bots),
        "seed": experiment.seed,
        "iterations": experiment.iterations,
        "games_each": {",".join(trial.tournament.bots): trial.games for trial in experiment.trials()},
        "forfeits": experiment.forfeits,
        "against": version_json(experiment.against),
        "changed": version_json(experiment.changed),
        "measures": [measure_json(one) for one in found],
        "by_place": {bots: places_json(*both) for bots, both in places(experiment).items()},
    }

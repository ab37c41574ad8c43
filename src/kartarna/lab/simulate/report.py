"""The figures of a simulation, ready to be written as JSON. Apart from times they depend on the plan alone."""

from __future__ import annotations

from typing import Any

from kartarna import COMPILED, VERSION
from kartarna.core.rng import GENERATOR
from kartarna.lab.simulate.simulation import Simulation
from kartarna.lab.simulate.totals import WIN, Measure, Totals, win_interval


def report(simulation: Simulation) -> dict[str, Any]:
    totals, seconds = simulation.totals, simulation.seconds
    return {
        **parameters(simulation),
        "games": totals.games,
        "finished": simulation.finished,
        "decisions": totals.decisions.total,
        "length": {"decisions": measured(totals.decisions), "rounds": measured(totals.rounds)},
        "seats": seats(simulation),
        "from_starter": from_starter(simulation),
        "shared_wins": totals.shared,
        "nobody_wins": totals.nobody,
        "limits": {
            "rounds_ended": totals.limited_rounds,
            "games_with_such_rounds": totals.limited_games,
            "games_of_100_rounds": totals.longest_games,
        },
        "decisions_per_second": round(totals.decisions.total / seconds) if seconds else 0,
        "seconds": round(seconds, 3),
        "threads": simulation.threads,
        "compiled": COMPILED,
    }


def parameters(simulation: Simulation) -> dict[str, Any]:
    plan = simulation.plan
    return {
        "version": VERSION,
        "generator": GENERATOR,
        "game": plan.game,
        "players": plan.players,
        "bots": list(plan.bots),
        "seed": plan.seed,
        "options": dict(plan.options),
        "deck": plan.cards.name,
        "games_wanted": plan.games,
    }


def measured(measure: Measure) -> dict[str, float]:
    return {"mean": measure.mean, "spread": measure.spread, "min": measure.least, "max": measure.most}


def seats(simulation: Simulation) -> list[dict[str, Any]]:
    totals = simulation.totals
    return [
        {
            "seat": seat + 1,
            "bot": simulation.plan.bots[seat],
            "score": measured(totals.scores[seat]),
            **won(totals, totals.wins[seat], totals.games),
        }
        for seat in range(totals.players)
    ]


def from_starter(simulation: Simulation) -> list[dict[str, Any]] | None:
    """By place after the one who started the game: 1 is the starter. None where the table fixed who starts."""
    totals = simulation.totals
    if not totals.started or simulation.plan.options.get("starter") is not None:
        return None
    return [
        {"place": place + 1, **won(totals, totals.wins_from_starter[place], totals.started)}
        for place in range(totals.players)
    ]


def won(totals: Totals, parts: int, games: int) -> dict[str, Any]:
    """Wins, shared ones in part; the advantage is over an even share of all games that somebody won."""
    share = parts / (WIN * games) if games else 0.0
    even = (totals.games - totals.nobody) / (totals.games * totals.players) if totals.games else 0.0
    return {
        "wins": parts / WIN,
        "win_share": share,
        "win_interval": list(win_interval(parts, games)),
        "advantage": share - even,
    }

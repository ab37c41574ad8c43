"""Every game, number of players and variant of the rules that the general tests run over."""

from __future__ import annotations

from typing import Any

from kartarna.games import GAMES, get

OTHER_RULES: dict[str, list[dict[str, Any]]] = {
    "gap": [{"target": 15, "extra_round": True}],
    "karma": [{"premonition": True}],
}

VARIANTS = [
    (game, players, options)
    for game in GAMES
    for players in get(game).players
    for options in [{}, *OTHER_RULES.get(game, [])]
]

# House rules, some numbers of players each.
HOUSE: list[tuple[str, int, dict[str, Any]]] = [
    ("trop", 2, {"hand": 1}),
    ("trop", 4, {"hand": 2}),
    ("karma", 2, {"hand": 6}),
    ("karma", 5, {"hand": 1}),
    ("dnup", 2, {"turning": False}),
    ("dnup", 4, {"turning": False}),
]


def name(variant: tuple[str, int, dict[str, Any]]) -> str:
    game, players, options = variant
    return "-".join([game, str(players), *options])

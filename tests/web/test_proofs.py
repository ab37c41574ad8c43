"""Records with a proof of their shuffle, for the browser's own check of them (proof.test.ts).

`python -m tests.web.test_proofs` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kartarna.core.deal import spell_deal
from kartarna.core.layout import describe
from kartarna.games import get
from kartarna.play.model.shuffle import SCHEME, commitment, outcome, promise, shuffle_key

FILE = Path(__file__).with_name("proofs.json")
SECRET = bytes(range(32))
TABLE = "aaaabbbbccccdddd"
GAMES = [
    ("gap", 2),
    ("gap", 3),
    ("gap", 6),
    ("three", 4),
    ("trop", 3),
    ("karma", 2),
    ("karma", 7),
    ("dnup", 2),
    ("dnup", 5),
]


def proven(name: str, players: int) -> dict[str, Any]:
    """As much of a record as the check needs, and its layouts: two rounds of the fair shuffle, where there are two."""
    game, chance = get(name), Random(5)
    parts = [bytes([seat + 1]) * 32 if seat % 2 == 0 else None for seat in range(players)]
    key = shuffle_key(TABLE, name, SECRET, parts)
    state = game.new(players)
    rounds: list[dict[str, Any]] = []
    layouts = []
    while not state.over() and len(rounds) < 2:
        drawn = outcome(state, key)
        layouts.append(describe(state.layout(), game.names(state)))
        rounds.append({"deal": spell_deal(game, state, drawn)})
        state.deal(drawn)
        while state.waiting():
            seat = (state.waiting() & -state.waiting()).bit_length() - 1
            state.apply(seat, chance.choice(state.legal_actions(seat)))
    return {
        "game": name,
        "players": players,
        "layouts": layouts,
        "seats": [{"kind": "bot" if part is None else "human"} for part in parts],
        "rounds": rounds,
        "proof": {
            "scheme": SCHEME,
            "table": TABLE,
            "commitment": commitment(TABLE, name, SECRET).hex(),
            "secret": SECRET.hex(),
            "promises": [part and promise(part).hex() for part in parts],
            "parts": [part and part.hex() for part in parts],
        },
    }


def spelt() -> str:
    return json.dumps([proven(*game) for game in GAMES], ensure_ascii=False, separators=(",", ":")) + "\n"


@pytest.mark.parametrize(("place", "game"), [*enumerate(GAMES)])
def test_the_records_are_those_of_the_games(place: int, game: tuple[str, int]) -> None:
    assert json.loads(FILE.read_text(encoding="utf-8"))[place] == proven(*game)


if __name__ == "__main__":
    FILE.write_text(spelt(), encoding="utf-8")

"""Prints a fingerprint of seeded games: every snapshot, imagined world and quick player's choice goes into it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from kartarna import COMPILED
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from tests.variants import VARIANTS, name

GAMES = 3


def fingerprint(game: str, players: int, options: dict[str, Any]) -> str:
    digest = sha256()
    for number in range(GAMES):
        state: State = get(game).new(players, options)
        rng = Rng(2026, number)
        while not state.over():
            if state.due():
                state.deal(state.draw(rng))
            for seat in seats_of(state.waiting()):
                decide(state, seat, rng, greedy=number != 0)
                world = state.clone()
                world.resample(seat, rng)
                digest.update(state.snapshot() + world.snapshot())
        digest.update(bytes(state.totals[seat] & 255 for seat in range(players)) + bytes([state.winners() & 255]))
    return digest.hexdigest()


def decide(state: State, seat: int, rng: Rng, *, greedy: bool) -> None:
    if greedy and rng.below(4):
        state.apply(seat, state.greedy(seat, rng))
    else:
        legal = state.legal_actions(seat)
        state.apply(seat, legal[rng.below(len(legal))])


if __name__ == "__main__":
    print("compiled" if COMPILED else "interpreted")  # noqa: T201
    for variant in VARIANTS:
        print(name(variant), fingerprint(*variant))  # noqa: T201

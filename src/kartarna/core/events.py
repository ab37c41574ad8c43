"""Events that all games share: a limit coming near, the end of a round and of the game."""

from __future__ import annotations

from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.core.words import Event, Seat

NEAR = (50, 20, 10, 5, 1)  # turns before a limit at which the table is told (ALL-5)


def limit_near(before: State, after: State) -> list[Event]:
    """ALL-5: said beforehand, when the number of turns left passes one of the marks."""
    left = after.turns_left()
    crossed = left in NEAR and left != before.turns_left()
    return [Event("limit_near", {"turns": left})] if crossed else []


def round_end(before: State, after: State, explained: list[Event]) -> list[Event]:
    """The end of a round and, if it was the last one, of the game, with the score explained."""
    if after.stage == before.stage:
        return []
    limit = [Event("limit_reached")] if after.limits > before.limits else []
    scores = [
        Event("round_score", {"seat": Seat(seat), "points": after.points[seat], "total": after.totals[seat]})
        for seat in range(after.players)
    ]
    return [*limit, Event("round_ends", {"number": after.round}), *explained, *scores, *game_end(after)]


def game_end(after: State) -> list[Event]:
    if not after.over():
        return []
    winners = tuple(Seat(seat) for seat in seats_of(after.winners()))
    hundredth = [Event("last_game_round")] if after.round == 100 else []
    if not winners:
        return [*hundredth, Event("nobody_wins")]
    if len(winners) == 1:
        return [*hundredth, Event("wins", {"seat": winners[0]})]
    return [*hundredth, Event("share", {"seats": winners})]

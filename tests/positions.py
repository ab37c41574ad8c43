"""Positions to test from: a deal with the named cards where they are named, or a state edited field by field."""

from __future__ import annotations

import struct
from typing import Any

from kartarna.core import memory
from kartarna.core.deal import read_deal, spell_deal
from kartarna.core.notation import understand
from kartarna.core.record import RecordedPlayer
from kartarna.core.recorder import RecordedGame
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get


def dealt(game_id: str, players: int, zones: dict[str, str], **options: Any) -> State:
    """A first round in which these cards lie in these zones (top first); chance fills the rest."""
    state = get(game_id).new(players, options)
    deal(game_id, state, zones)
    return state


def deal(game_id: str, state: State, zones: dict[str, str]) -> None:
    """Deals the round now due; see `dealt`."""
    game = get(game_id)
    wanted = {zone: words.split() for zone, words in zones.items()}
    tries = (spell_deal(game, state, state.draw(Rng(seed))) for seed in range(10_000))
    drawn = next(drawn for drawn in tries if all(drawn[zone] == wanted.get(zone, drawn[zone]) for zone in _lots(drawn)))
    state.deal(read_deal(game, state, arrange(drawn, wanted)))


def _lots(drawn: dict[str, list[str]]) -> list[str]:
    """What a deal draws besides cards."""
    return [zone for zone in drawn if zone in ("starter", "left_out")]


def arrange(drawn: dict[str, list[str]], wanted: dict[str, list[str]]) -> dict[str, list[str]]:
    """Puts the wanted cards first in their zones and spreads the others over the places left."""
    piles = [zone for zone in drawn if zone not in _lots(drawn)]
    rest = [card for zone in piles for card in drawn[zone]]
    for zone in piles:
        for card in wanted.get(zone, []):
            rest.remove(card)
    spare = iter(rest)
    filled = {zone: wanted.get(zone, []) for zone in piles}
    for zone in piles:
        filled[zone] = [*filled[zone], *(next(spare) for _ in range(len(drawn[zone]) - len(filled[zone])))]
    return {**drawn, **filled}


def edited(state: State, **fields: Any) -> State:
    """A copy of a state with some fields replaced, as the .pxd names them."""
    kind = type(state)
    layout = struct.Struct(memory.struct_format(kind))
    values = iter(layout.unpack(state.snapshot()))
    now: dict[str, Any] = {}
    for name, _, length in (field for own in memory.fields(kind) for field in own):
        now[name] = [next(values) for _ in range(length)] if length else next(values)
    for name, value in fields.items():
        filler = [0] * len(now[name]) if isinstance(now[name], list) else 0
        now[name] = [*value, *filler[len(value) :]] if isinstance(value, list) else value
    flat = [item for value in now.values() for item in (value if isinstance(value, list) else [value])]
    twin = state.clone()
    twin.restore(layout.pack(*flat))
    return twin


def play(state: State, *decisions: str) -> State:
    """Plays decisions written as in a record: `1 7r` is seat 1 deciding 7r."""
    game = get(state.GAME)
    for decision in decisions:
        seat, _, text = decision.partition(" ")
        state.apply(int(seat) - 1, understand(game, state, int(seat) - 1, text, game.teller(state, "en")))
    return state


def choices(state: State, seat: int) -> list[str]:
    """The legal decisions of a seat (counted from 1) in notation."""
    words = get(state.GAME).words
    return [words.notation(state, seat - 1, action) for action in state.legal_actions(seat - 1)]


def refusal(state: State, seat: int, text: str, language: str = "en") -> str:
    """Rule and sentence with which a typed decision is refused; empty if it is allowed."""
    from kartarna.core.errors import IllegalNotation  # noqa: PLC0415

    game = get(state.GAME)
    try:
        understand(game, state, seat - 1, text, game.teller(state, language))
    except IllegalNotation as error:
        return str(error)
    return ""


def story(state: State, decision: str, language: str = "en", seat: int | None = None) -> list[str]:
    """The sentences that a decision brings, as this seat (or a spectator) is told them."""
    game = get(state.GAME)
    decider, _, text = decision.partition(" ")
    before = state.clone()
    action = understand(game, state, int(decider) - 1, text, game.teller(state, language))
    state.apply(int(decider) - 1, action)
    teller = game.teller(state, language)
    events = game.words.narrate(before, int(decider) - 1, action, state)
    return [teller.say(event) for event in events if event.seen_by(None if seat is None else seat - 1)]


def recorded(game_id: str, players: int, **options: Any) -> RecordedGame:
    return RecordedGame(
        get(game_id),
        [RecordedPlayer(f"Player {seat}", "bot", "greedy") for seat in range(1, players + 1)],
        options,
    )

"""What a seat can decide now: every legal decision with what it brings, every other card with its refusal."""

from __future__ import annotations

from typing import Any, NamedTuple

from kartarna.core.game import Game
from kartarna.core.state import State
from kartarna.core.words import Card, Event


class Choice(NamedTuple):
    action: int
    notation: str
    decision: Event
    cards: tuple[Card, ...]
    effects: tuple[Event, ...]  # certain ones only


class RefusedCard(NamedTuple):
    card: Card
    reason: Event


class Options(NamedTuple):
    choices: tuple[Choice, ...] = ()
    refused: tuple[RefusedCard, ...] = ()


def options(game: Game[Any], state: State, seat: int) -> Options:
    """From what the seat sees; empty if it owes no decision."""
    if not state.waiting() >> seat & 1:
        return Options()
    choices = tuple(_choice(game, state, seat, action) for action in state.legal_actions(seat))
    usable = {card for choice in choices for card in choice.cards}
    refused = {
        card: RefusedCard(card, reason)
        for card, action in game.words.held(state, seat)
        if card not in usable and (reason := game.refusal(state, seat, action))
    }
    return Options(choices, tuple(refused.values()))


def _choice(game: Game[Any], state: State, seat: int, action: int) -> Choice:
    words = game.words
    return Choice(
        action,
        words.notation(state, seat, action),
        words.decision(state, seat, action),
        words.cards(state, seat, action),
        tuple(words.effects(state, seat, action)),
    )

"""From what a person types to a decision, or to one of three errors: malformed, ambiguous, illegal."""

from __future__ import annotations

from typing import Any

from kartarna.core.errors import Ambiguous, IllegalNotation, Malformed
from kartarna.core.game import Game
from kartarna.core.state import State
from kartarna.core.words import Teller

LONGEST = 100  # letters; nothing a person types for one decision is longer


def tidy(text: str) -> str:
    return " ".join(text.replace("−", "-").lower().split())


def understand(game: Game[Any], state: State, seat: int, text: str, teller: Teller) -> int:
    """The one legal decision that is meant. A full notation wins over abbreviations of others."""
    typed = tidy(text)
    meant = game.words.readings(state, seat, typed) if len(typed) <= LONGEST else []
    if not meant:
        raise Malformed(teller.sentence("malformed", {"text": text[:LONGEST]}))
    meant = [action for action in meant if game.words.notation(state, seat, action) == typed] or meant
    legal = [action for action in state.legal_actions(seat) if action in meant]
    if len(legal) > 1:
        notations = ", ".join(game.words.notation(state, seat, action) for action in legal)
        raise Ambiguous(teller.sentence("ambiguous", {"text": typed, "notations": notations}))
    if legal:
        return legal[0]
    reason = game.refusal(state, seat, meant[0])
    assert reason is not None  # noqa: S101 - not among the legal ones, so there is a reason
    raise IllegalNotation(f"{teller.rule(reason.kind)}: {teller.say(reason)}", teller.rule(reason.kind))

"""What can be seen in one state of a game: made when first asked for, once for however many tell of this state."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kartarna.core.game import Game
from kartarna.core.options import Options, options
from kartarna.core.state import State
from kartarna.core.view import View, Zone, without_known


class Sight:
    """The state must not change any more."""

    def __init__(self, game: Game[Any], state: State) -> None:
        self.game = game
        self.state = state
        self._own: dict[int, tuple[Zone, ...]] = {}
        self._options: dict[int, Options] = {}

    @cached_property
    def public(self) -> View:
        """The same for all eyes."""
        return self.game.public(self.state)

    @cached_property
    def public_without_known(self) -> View:
        return without_known(self.public)

    def own(self, seat: int) -> tuple[Zone, ...]:
        if seat not in self._own:
            self._own[seat] = tuple(self.game.own(self.state, seat))
        return self._own[seat]

    def options(self, seat: int) -> Options:
        if seat not in self._options:
            self._options[seat] = options(self.game, self.state, seat)
        return self._options[seat]

"""What is agreed about a table before it opens. HTTP, the log, the socket and the browser read these same structs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from kartarna import bots
from kartarna.core.deck import Deck
from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.games import get

SeatKind = Literal["open", "link", "host", "bot"]  # who is to sit on a seat
OPEN, LINK, HOST, BOT = "open", "link", "host", "bot"
DEFAULT_STAND_IN = "medium"
FALLBACK = "greedy"  # for a level that this installation does not have
LONGEST_CLOCK = 14 * 24 * 3600

OptionValue = int | bool | None
Label = Annotated[str, Meta(max_length=80)]


class ClockSetting(Struct, frozen=True, forbid_unknown_fields=True):
    """`decision`: so many seconds for each one. `bank`: so many for the game, and an increment after each decision."""

    kind: Literal["none", "decision", "bank"] = "none"
    seconds: Annotated[float, Meta(ge=0, le=LONGEST_CLOCK)] = 0
    increment: Annotated[float, Meta(ge=0, le=3600)] = 0


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """`open` to anyone, to whoever has the `link`, to the `host`, or a `bot` of a level."""

    kind: SeatKind = "open"
    bot: Label | None = None


class PublicSettings(Struct, frozen=True, kw_only=True):
    """The part of the settings that everyone at the table is told."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, OptionValue] = {}
    deck: Label | None = None  # an installed one by its name; null: the game's own
    clock: ClockSetting = ClockSetting()
    days: bool = False  # played over days: nobody is expected to sit and wait
    public: bool = False  # listed, and open seats are open to anyone; otherwise by link only
    spectators: bool = True
    take_backs: bool | None = None  # null: only where at most one human plays
    hints: bool | None = None  # for all who play; null: only where one human plays against bots
    seen_cards: bool = True  # views say which cards everyone saw go into a hand (ALL-4)


class Settings(PublicSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seats: Annotated[tuple[SeatPlan, ...], Meta(min_length=1, max_length=12)]
    stand_in: Label = DEFAULT_STAND_IN
    pace: Annotated[float, Meta(ge=0, le=60)] = 0.8  # seconds until a bot's answer appears

    @property
    def players(self) -> int:
        return len(self.seats)

    def checked(self) -> Settings:
        """These settings, if a table can be made of them; an OptionError says what is wrong."""
        game = get(self.game)
        game.new(self.players, self.options)
        find_deck(game, self.deck)
        for seat in self.seats:
            if seat.kind == BOT:
                bots.get(str(seat.bot))
        if self.clock.kind != "none" and self.clock.seconds < 1:
            raise OptionError("clock, seconds: at least 1")
        if bots_has(self.stand_in) is None and self.stand_in != DEFAULT_STAND_IN:
            raise OptionError(f"stand_in: there is no bot {self.stand_in!r:.40}")
        return self

    def write(self) -> dict[str, Any]:
        """As the log stores it."""
        written: dict[str, Any] = msgspec.to_builtins(self)
        return written


def read_settings(data: Mapping[str, Any]) -> Settings:
    """Settings from JSON; whatever is unknown or of the wrong type is refused."""
    try:
        return msgspec.convert(data, Settings).checked()
    except msgspec.ValidationError as error:
        raise OptionError(f"these are not the settings of a table: {error!s:.120}") from error


def find_deck(game: Game[Any], name: str | None) -> Deck:
    if name is None:
        return game.decks.standard
    for deck in game.decks.installed:
        if deck.name == name:
            return deck
    raise OptionError(f"deck {name!r:.40} is not installed")


def bots_has(level: str) -> bots.Bot | None:
    return bots.get(level) if level in bots.BOTS else None


def bot_for(level: str | None) -> bots.Bot:
    """The bot of a level; a quick one where this installation does not have it."""
    return bots_has(level or FALLBACK) or bots.get(FALLBACK)

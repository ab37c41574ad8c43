"""What is agreed about a table before it opens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from kartarna import bots
from kartarna.core.deck import Deck
from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.games import get

OPEN, LINK, HOST, BOT = "open", "link", "host", "bot"  # who is to sit on a seat
CLOCKS = ("none", "decision", "bank")
FALLBACK = "greedy"  # for a level that this installation does not have
LONGEST_CLOCK = 14 * 24 * 3600


@dataclass(frozen=True)
class ClockSetting:
    """`decision`: so many seconds for each one. `bank`: so many for the game, and an increment after each decision."""

    kind: str = "none"
    seconds: float = 0
    increment: float = 0

    def checked(self) -> ClockSetting:
        if self.kind not in CLOCKS:
            raise OptionError(f"clock: one of {', '.join(CLOCKS)}, not {self.kind!r:.40}")
        low = 0 if self.kind == "none" else 1
        _number("clock, seconds", self.seconds, low, LONGEST_CLOCK)
        _number("clock, increment", self.increment, 0, 3600)
        return self


@dataclass(frozen=True)
class SeatPlan:
    """`open` to anyone, to whoever has the `link`, to the `host`, or a `bot` of a level."""

    kind: str = OPEN
    bot: str | None = None

    def checked(self) -> SeatPlan:
        if self.kind not in (OPEN, LINK, HOST, BOT):
            raise OptionError(f"seat: open, link, host or bot, not {self.kind!r:.40}")
        if self.kind == BOT:
            bots.get(str(self.bot))
        return self


@dataclass(frozen=True)
class Settings:
    game: str
    seats: tuple[SeatPlan, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: str | None = None  # an installed one by its name; None: the game's own
    clock: ClockSetting = ClockSetting()
    days: bool = False  # played over days: nobody is expected to sit and wait
    public: bool = False  # listed, and open seats are open to anyone; otherwise by link only
    spectators: bool = True
    take_backs: bool | None = None  # None: only where at most one human plays
    seen_cards: bool = False  # the board may show which cards have been seen
    stand_in: str = "medium"
    pace: float = 0.8  # seconds until a bot's answer appears

    @property
    def players(self) -> int:
        return len(self.seats)

    def checked(self) -> Settings:
        """These settings, if a table can be made of them; an OptionError says what is wrong."""
        game = get(self.game)
        game.new(self.players, self.options)
        find_deck(game, self.deck)
        for seat in self.seats:
            seat.checked()
        self.clock.checked()
        _number("pace", self.pace, 0, 60)
        if bots_has(self.stand_in) is None and self.stand_in != Settings.stand_in:
            raise OptionError(f"stand_in: there is no bot {self.stand_in!r:.40}")
        return self

    def write(self) -> dict[str, Any]:
        return asdict(self)


def read_settings(data: Mapping[str, Any]) -> Settings:
    """Settings from JSON; whatever is unknown or of the wrong type is refused."""
    try:
        values = dict(data)
        values["seats"] = tuple(SeatPlan(**seat) for seat in values["seats"])
        values["clock"] = ClockSetting(**values.get("clock", {}))
        settings = Settings(**values)
    except (TypeError, KeyError, ValueError) as error:
        raise OptionError(f"these are not the settings of a table: {error!s:.80}") from error
    for name in ("days", "public", "spectators", "seen_cards"):
        if not isinstance(getattr(settings, name), bool):
            raise OptionError(f"{name}: true or false")
    if settings.take_backs not in (True, False, None) or not isinstance(settings.options, dict):
        raise OptionError("take_backs: true, false or null; options: an object")
    if not isinstance(settings.game, str) or not isinstance(settings.stand_in, str):
        raise OptionError("game and stand_in: a text")
    return settings.checked()


def find_deck(game: Game[Any], name: str | None) -> Deck:
    if name is None:
        return game.decks.standard
    for deck in (game.decks.standard, *game.decks.loaded):
        if deck.name == name:
            return deck
    raise OptionError(f"deck {name!r:.40} is not installed")


def bots_has(level: str) -> bots.Bot | None:
    return bots.get(level) if level in bots.BOTS else None


def bot_for(level: str | None) -> bots.Bot:
    """The bot of a level; a quick one where this installation does not have it."""
    return bots_has(level or FALLBACK) or bots.get(FALLBACK)


def _number(name: str, value: Any, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise OptionError(f"{name}: a number from {low} to {high}, not {value!r:.40}")

"""The one place where a bot is asked for its seat at a table."""

from __future__ import annotations

from collections.abc import Iterable

from kartarna import bots
from kartarna.bots.slices import Slices, finish
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.play.model.settings import bot_for
from kartarna.play.model.table import Table
from kartarna.play.model.table_record import game_steps
from kartarna.play.storage.log import Row


def bot_at(table: Table, seat: int) -> bots.Bot:
    """Who decides for a seat without its human: its bot, or the stand-in."""
    return bot_for(table.chairs[seat].bot or table.settings.stand_in)


def account_at(table: Table, rows: Iterable[Row], seat: int) -> bots.SeatStory:
    """The game so far, for this seat: few bots want it, so it is put together when one does."""
    return bots.account_of(table.game, table.players, game_steps(table.id, rows), seat)


def ask(
    bot: bots.Bot, state: State, seat: int, rng: Rng, account: bots.SeatStory, seconds: float | None = None
) -> bots.BotAnswer:
    """What the bot decides, while people wait for it."""
    return finish(asking(bot, state, seat, rng, account, seconds))


def asking(
    bot: bots.Bot, state: State, seat: int, rng: Rng, account: bots.SeatStory, seconds: float | None = None
) -> Slices[bots.BotAnswer]:
    """The same in slices."""
    return bots.consulting(bot, state, seat, rng, account=account, seconds=seconds, watched=True)

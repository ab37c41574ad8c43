"""What a seat or a spectator is told of a row: a pure function of the log, so it can be told again."""

from __future__ import annotations

from typing import NamedTuple

from kartarna.core.options import Options
from kartarna.core.sight import Sight
from kartarna.core.step import Dealt, Decided
from kartarna.core.view import View, Zone, seen_by
from kartarna.core.words import Event, Fact, Seat, Word, open_to_all, seen
from kartarna.play.model.table import Change, Table
from kartarna.play.model.table_info import TableInfo, table_info
from kartarna.play.model.take_backs import may_take_back
from kartarna.play.storage.log import Row


class Ending(NamedTuple):
    """How it stands when a round is over, for one pair of eyes."""

    totals: tuple[tuple[int, ...], ...]  # after each round that was played at this table
    events: tuple[Event, ...]  # of the step by which the last one ended; none: the game ended in mid-round


class Common(NamedTuple):
    """What a row tells all eyes alike: nothing here is hidden from anyone."""

    seq: int
    kind: str  # of the row; "sync": the present state, whatever came before
    at: float
    public: View | None = None  # what everyone sees. None before the first deal
    clocks: tuple[tuple[float, float | None], ...] = ()  # each seat's time left, and when it runs out if it runs
    table: TableInfo | None = None  # None: as before
    by: int | None = None  # the seat whose row it is
    events: tuple[Event, ...] | None = None  # None: not everyone is told the same


class News(NamedTuple):
    """All that happened by a row, though not everyone may hear all of it. Ask for it right after `apply`."""

    common: Common
    events: tuple[Event, ...]
    sight: Sight  # what can be seen now
    take_backs: bool  # a seat may be able to propose one
    ending: Ending | None = None  # while no round is played, with all that happened by the step that ended the last one
    ending_open: bool = True  # all eyes are told the same of it


class Update(NamedTuple):
    """One row of the log for one pair of eyes. Whoever has all updates up to `seq` has missed nothing."""

    common: Common  # the same object for all eyes: it is written once
    seat: int | None  # whose eyes; None: spectators, and players behind a curtain
    events: tuple[Event, ...] = ()
    own: tuple[Zone, ...] = ()  # the zones that the seat sees more of
    asked: int = 0  # the row that asked this seat what it owes; 0: nothing. A decision sends it back.
    options: Options | None = None
    ending: Ending | None = None  # None: a round is being played
    take_back: bool = False  # the seat can propose one now

    @property
    def seq(self) -> int:
        return self.common.seq

    @property
    def kind(self) -> str:
        return self.common.kind

    @property
    def at(self) -> float:
        return self.common.at

    @property
    def clocks(self) -> tuple[tuple[float, float | None], ...]:
        return self.common.clocks

    @property
    def by(self) -> int | None:
        return self.common.by

    @property
    def table(self) -> TableInfo | None:
        return self.common.table

    @property
    def view(self) -> View | None:
        public = self.common.public
        return public if public is None or self.seat is None else seen_by(self.seat, public, self.own)


def news(table: Table, change: Change) -> News:
    return _news(table, change.row.kind, told(table, change), change.row.seat, full=change.around)


def _news(table: Table, kind: str, events: tuple[Event, ...], by: int | None, *, full: bool) -> News:
    info = table_info(table) if full else None
    alike = events if open_to_all(events) else None
    sight = table.history.sight
    common = Common(table.seq, kind, table.at, _public(table, sight), table.timer.shown(), info, by, alike)
    if not table.between:
        return News(common, events, sight, table.take_backs)
    last = table.history.told(table.ending) if table.ending else ()
    return News(common, events, sight, table.take_backs, Ending(tuple(table.rounds), last), open_to_all(last))


def _public(table: Table, sight: Sight) -> View | None:
    """The same for all eyes. A seat sees the cards of its own hand, so only this part can hold the aid (ALL-4)."""
    if not sight.state.round:
        return None
    return sight.public if table.settings.seen_cards else sight.public_without_known


def sync(table: Table, audience: int | None) -> Update:
    """All that can be seen now, for someone who comes anew or has been away for too long."""
    return update(table, _news(table, "sync", (), None, full=True), audience)


def update(table: Table, news: News, audience: int | None) -> Update:
    """What this tells a seat (None: spectators, and players behind a curtain)."""
    common, happened, sight, take_backs, ending, ending_open = news
    events = seen(happened, audience) if common.events is None else common.events
    if ending and not ending_open:
        ending = Ending(ending.totals, seen(ending.events, audience))
    if audience is None:
        return Update(common, None, events, ending=ending)
    asked = 0 if table.chairs[audience].resigned else table.asked[audience]  # its bot is asked
    own = () if common.public is None else sight.own(audience)
    offered = sight.options(audience) if asked else None
    return Update(common, audience, events, own, asked, offered, ending, take_backs and may_take_back(table, audience))


# ---- events of rows ----------------------------------------------------------------------------------------

# Steps of the shuffle, and who has gone on: the table shows them, and the proof.
SILENT = frozenset({"committed", "promised", "revealed", "went_on"})


def told(table: Table, change: Change) -> tuple[Event, ...]:
    """All that happened by this row, whoever may see it."""
    if change.step and isinstance(change.step.entry, Dealt | Decided):
        return table.history.told(change.step)
    if change.row.kind in SILENT or (change.row.kind == "hinted" and table.alone):
        return ()
    return (Event(_kind(change.row), _facts(table, change.row)),)


def _kind(row: Row) -> str:
    """The key of the sentence; some depend on more than the kind of the row."""
    match row.kind:
        case "happened":
            return str(row.data["event"])
        case "proposed":
            return f"proposed_{row.data['what']}"
        case "ended":
            return f"ended_{row.data['how']}"
        case "rematched" if row.data["table"] is None:
            return "rematch_withdrawn"
    return row.kind


def _facts(table: Table, row: Row) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    if row.seat is not None:
        facts |= {"seat": Seat(row.seat), "number": row.seat + 1}
    match row.kind:
        case "sat" | "renamed":
            facts["name"] = row.data["name"]
        case "passed_on":
            held = table.seats_held(row.data["person"])
            facts |= {"seat": Seat(held[0]), "name": table.chairs[held[0]].name} if held else {"name": ""}
        case "filled":
            facts["bot"] = row.data["bot"]
        case "swapped":
            facts["other"] = row.data["with"] + 1
        case "taken_back":
            facts["count"] = row.data.get("count", 1)
        case "gave_up":
            facts["seats"] = tuple(Seat(seat) for seat in row.data["seats"])
        case "nudged":
            facts["other"] = Seat(row.data["whom"])
        case "said":
            facts["phrase"] = Word(f"phrase_{row.data['phrase']}")
    return facts

"""What a seat or a spectator is told of a row: a pure function of the log, so it can be told again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kartarna.core.history import events_of
from kartarna.core.options import Options, options
from kartarna.core.step import Dealt, Decided
from kartarna.core.view import View, Zone, seen_by, without_known
from kartarna.core.words import Event, Fact, Seat, Word
from kartarna.play.model.table import Change, Table
from kartarna.play.model.table_info import TableInfo, table_info
from kartarna.play.storage.log import Row


class Update(NamedTuple):
    """One row of the log for one pair of eyes. Whoever has all updates up to `seq` has missed nothing."""

    seq: int
    kind: str  # of the row; "sync": the present state, whatever came before
    at: float
    seat: int | None  # whose eyes; None: spectators, and players behind a curtain
    events: tuple[Event, ...] = ()
    public: View | None = None  # what everyone sees: the same object for all eyes. None before the first deal
    own: tuple[Zone, ...] = ()  # the zones that the seat sees more of
    asked: int = 0  # the row that asked this seat what it owes; 0: nothing. A decision sends it back.
    options: Options | None = None
    clocks: tuple[tuple[float, float | None], ...] = ()  # each seat's time left, and when it runs out if it runs
    table: TableInfo | None = None  # None: as before

    @property
    def view(self) -> View | None:
        return self.public if self.public is None or self.seat is None else seen_by(self.seat, self.public, self.own)


@dataclass(frozen=True)
class News:
    """What is the same for all eyes: all that happened by a row (though not everyone may hear all of it), and what
    everyone sees. Ask for it right after `apply`."""

    kind: str
    events: tuple[Event, ...]
    public: View | None
    full: bool  # the table, too


def news(table: Table, change: Change) -> News:
    return News(change.row.kind, tuple(told(table, change)), _public(table), change.around)


def _public(table: Table) -> View | None:
    """The same for all eyes. A seat sees the cards of its own hand, so only this part can hold the aid (ALL-4)."""
    if not table.state.round:
        return None
    view = table.game.public(table.state)
    return view if table.settings.seen_cards else without_known(view)


def sync(table: Table, audience: int | None) -> Update:
    """All that can be seen now, for someone who comes anew or has been away for too long."""
    return update(table, News("sync", (), _public(table), full=True), audience)


def update(table: Table, news: News, audience: int | None) -> Update:
    """What this tells a seat (None: spectators, and players behind a curtain)."""
    asked = 0 if audience is None else table.asked[audience]
    return Update(
        seq=table.seq,
        kind=news.kind,
        at=table.at,
        seat=audience,
        events=tuple([event for event in news.events if event.seen_by(audience)]),
        public=news.public,
        own=() if news.public is None or audience is None else tuple(table.game.own(table.state, audience)),
        asked=asked,
        options=options(table.game, table.state, audience) if audience is not None and asked else None,
        clocks=table.timer.shown(),
        table=table_info(table) if news.full else None,
    )


# ---- events of rows ----------------------------------------------------------------------------------------


def told(table: Table, change: Change) -> list[Event]:
    """All that happened by this row, whoever may see it."""
    if change.step and isinstance(change.step.entry, Dealt | Decided):
        return events_of(table.game, change.step)
    return [Event(_kind(change.row), _facts(table, change.row))]


def _kind(row: Row) -> str:
    """The key of the sentence; some depend on more than the kind of the row."""
    match row.kind:
        case "happened":
            return str(row.data["event"])
        case "proposed":
            return f"proposed_{row.data['what']}"
        case "ended":
            return f"ended_{row.data['how']}"
    return row.kind


def _facts(table: Table, row: Row) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    if row.seat is not None:
        facts |= {"seat": Seat(row.seat), "number": row.seat + 1}
    match row.kind:
        case "sat" | "renamed":
            facts["name"] = row.data["name"]
        case "passed_on":
            facts["name"] = next((table.chairs[seat].name for seat in table.seats_held(row.data["person"])), "")
        case "filled":
            facts["bot"] = row.data["bot"]
        case "swapped":
            facts["other"] = row.data["with"] + 1
        case "taken_back":
            facts["count"] = row.data.get("count", 1)
        case "gave_up":
            facts["seats"] = tuple(Seat(seat) for seat in row.data["seats"])
        case "said":
            facts["phrase"] = Word(f"phrase_{row.data['phrase']}")
    return facts

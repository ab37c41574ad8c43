"""What a seat or a spectator is told of a row: a pure function of the log, so it can be told again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from kartarna.core.history import events_of
from kartarna.core.options import Options, options
from kartarna.core.step import Dealt, Decided
from kartarna.core.view import View, Zone, seen_by
from kartarna.core.words import Event, Fact, Seat, Word
from kartarna.play.model.table import Change, Table
from kartarna.play.storage.log import Row


@dataclass(frozen=True)
class SeatInfo:
    kind: str  # open, link, host, bot: as planned
    name: str
    human: bool
    bot: str | None
    stand_in: bool
    resigned: bool


@dataclass(frozen=True)
class TableInfo:
    """All that is public about a table besides the game itself."""

    id: str
    game: str
    phase: str
    deck: str
    options: dict[str, Any]
    clock: dict[str, Any]
    days: bool
    public: bool
    spectators: bool
    take_backs: bool
    seen_cards: bool
    seats: tuple[SeatInfo, ...]
    host: tuple[int, ...]  # the seats of the host
    events: tuple[str, ...]  # what all may agree on now, besides an end, a draw, a pause
    proposal: tuple[str, int, tuple[int, ...]] | None  # what, by whom, who has agreed
    paused: bool
    ended: str | None
    winners: tuple[int, ...]
    rematch: str | None
    parent: str | None
    shuffle: dict[str, Any] | None


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
    return table.game.public(table.state) if table.state.round else None


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
        table=info(table) if news.full else None,
    )


def info(table: Table) -> TableInfo:
    settings = table.settings
    return TableInfo(
        id=table.id,
        game=settings.game,
        phase=table.phase,
        deck=table.game.deck_of(table.state).name,
        options=dict(settings.options),
        clock=vars(settings.clock).copy(),
        days=settings.days,
        public=settings.public,
        spectators=settings.spectators,
        take_backs=table.take_backs,
        seen_cards=settings.seen_cards,
        seats=tuple(
            SeatInfo(chair.plan.kind, chair.name, chair.person is not None, chair.bot, chair.stand_in, chair.resigned)
            for chair in table.chairs
        ),
        host=table.seats_held(table.host),
        events=table.events(),
        proposal=_proposal(table),
        paused=table.paused,
        ended=table.ended,
        winners=table.winners(),
        rematch=table.rematch,
        parent=table.parent,
        shuffle=_shuffle(table),
    )


def _proposal(table: Table) -> tuple[str, int, tuple[int, ...]] | None:
    if table.proposal is None:
        return None
    agreed = sorted(seat for person in table.proposal.agreed for seat in table.seats_held(person))
    return table.proposal.what, table.proposal.seat, tuple(agreed)


def _shuffle(table: Table) -> dict[str, Any] | None:
    """The present attempt, and those given up (their secrets are of no use any more, but stay hidden till the end)."""
    if table.ceremony is None and not table.aborted:
        return None
    hidden = [{key: value for key, value in old.items() if key in ("commitment", "caused_by")} for old in table.aborted]
    return {**(table.ceremony.shown() if table.ceremony else {}), "aborted": hidden}


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
            facts["count"] = 1
        case "gave_up":
            facts["seats"] = tuple(Seat(seat) for seat in row.data["seats"])
        case "said":
            facts["phrase"] = Word(f"phrase_{row.data['phrase']}")
    return facts

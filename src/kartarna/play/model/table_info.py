"""All that is public about a table besides the game itself: it goes over the socket as it stands here."""

from __future__ import annotations

from msgspec import Struct

from kartarna.play.model.phases import Ended, Phase
from kartarna.play.model.settings import PublicSettings, SeatKind
from kartarna.play.model.table import Table


class SeatInfo(Struct, frozen=True):
    kind: SeatKind  # as planned
    name: str
    human: bool
    bot: str | None  # its level
    stand_in: bool
    resigned: bool
    won: int  # games of this series of rematches, with this one


class IntervalInfo(Struct, frozen=True):
    """Between two rounds: the next one is dealt when all who are there have gone on."""

    gone_on: tuple[int, ...]  # the seats of those who have
    ends: float | None  # when it is dealt in any case; null: whenever the one human goes on


class ProposalInfo(Struct, frozen=True):
    what: str  # take_back, end, draw, pause, or an event of the game
    seat: int
    agreed: tuple[int, ...]


class Aborted(Struct, frozen=True):
    """A shuffle that was given up, and the seats (1 … n) it waited for."""

    commitment: str
    caused_by: list[int]


class Shuffle(Struct, frozen=True):
    """The fair shuffle so far (docs/shuffle.md); all bytes in hex, lists by seat."""

    commitment: str | None = None  # null: no attempt is under way
    waiting: tuple[int, ...] = ()  # the seats that the present step waits for
    bots: tuple[int, ...] = ()
    promises: list[str | None] | None = None  # null until all are in; then the parts are asked for
    parts: list[str | None] | None = None  # null until all are in
    aborted: tuple[Aborted, ...] = ()


class TableInfo(PublicSettings, frozen=True, kw_only=True):
    """All that is public about a table besides the game itself."""

    id: str
    phase: Phase
    deck: str  # the game's own by its name, too
    take_backs: bool
    hints: bool
    seats: tuple[SeatInfo, ...]
    host: tuple[int, ...]  # the seats of the host
    events: tuple[str, ...]  # of the game, that can be proposed now
    proposal: ProposalInfo | None
    paused: bool
    interval: IntervalInfo | None
    practice: bool  # a hint was asked for, or against bots something was taken back
    hinted: tuple[int, ...]  # the seats that had a hint
    ended: Ended | None
    winners: tuple[int, ...]
    rematch: str | None  # the id of the table where they play on
    rematch_by: int | None  # the seat that asked for it
    rematch_of: str | None  # the id of the table where they played before
    arranged: bool  # it began from a position that somebody chose, not from the fair shuffle
    own_deck: bool  # its deck was brought in by whoever opened it
    shuffle: Shuffle | None


def table_info(table: Table) -> TableInfo:
    settings = {name: getattr(table.settings, name) for name in PublicSettings.__struct_fields__}
    deck = table.game.deck_of(table.state).name
    resolved = {"deck": deck, "take_backs": table.take_backs, "hints": table.hints, "public": table.public}
    return TableInfo(
        **{**settings, **resolved},
        id=table.id,
        phase=table.phase,
        seats=tuple(
            SeatInfo(
                chair.plan.kind,
                chair.name,
                chair.person is not None,
                chair.bot,
                chair.stand_in,
                chair.resigned,
                table.won(seat),
            )
            for seat, chair in enumerate(table.chairs)
        ),
        host=table.seats_held(table.host),
        events=table.events(),
        proposal=_proposal(table),
        paused=table.paused,
        interval=_interval(table),
        practice=table.practice,
        hinted=tuple(sorted(table.hinted)),
        ended=table.ended,
        winners=table.winners(),
        rematch=table.rematch,
        rematch_by=table.rematch_by,
        rematch_of=table.rematch_of,
        arranged=table.arranged,
        own_deck=table.own_deck,
        shuffle=_shuffle(table),
    )


def _proposal(table: Table) -> ProposalInfo | None:
    if table.proposal is None:
        return None
    agreed = sorted(seat for person in table.proposal.agreed for seat in table.seats_held(person))
    return ProposalInfo(table.proposal.what, table.proposal.seat, tuple(agreed))


def _interval(table: Table) -> IntervalInfo | None:
    if table.interval is None:
        return None
    gone_on = sorted(seat for person in table.interval.gone_on for seat in table.seats_held(person))
    return IntervalInfo(tuple(gone_on), table.interval_ends())


def _shuffle(table: Table) -> Shuffle | None:
    """The present attempt, and those given up (their secrets are of no use any more, but stay hidden till the end)."""
    if table.ceremony is None and not table.aborted:
        return None
    attempt = table.ceremony.shown() if table.ceremony else {}
    aborted = tuple(Aborted(old["commitment"], old["caused_by"]) for old in table.aborted)
    return Shuffle(**attempt, aborted=aborted)

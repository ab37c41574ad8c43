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
    seats: tuple[SeatInfo, ...]
    host: tuple[int, ...]  # the seats of the host
    events: tuple[str, ...]  # of the game, that can be proposed now
    proposal: ProposalInfo | None
    paused: bool
    ended: Ended | None
    winners: tuple[int, ...]
    rematch: str | None  # the id of the table where they play on
    parent: str | None
    shuffle: Shuffle | None


def table_info(table: Table) -> TableInfo:
    settings = {name: getattr(table.settings, name) for name in PublicSettings.__struct_fields__}
    resolved = {"deck": table.game.deck_of(table.state).name, "take_backs": table.take_backs}
    return TableInfo(
        **{**settings, **resolved},
        id=table.id,
        phase=table.phase,
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


def _proposal(table: Table) -> ProposalInfo | None:
    if table.proposal is None:
        return None
    agreed = sorted(seat for person in table.proposal.agreed for seat in table.seats_held(person))
    return ProposalInfo(table.proposal.what, table.proposal.seat, tuple(agreed))


def _shuffle(table: Table) -> Shuffle | None:
    """The present attempt, and those given up (their secrets are of no use any more, but stay hidden till the end)."""
    if table.ceremony is None and not table.aborted:
        return None
    attempt = table.ceremony.shown() if table.ceremony else {}
    aborted = tuple(Aborted(old["commitment"], old["caused_by"]) for old in table.aborted)
    return Shuffle(**attempt, aborted=aborted)

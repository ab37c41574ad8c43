"""What each kind of row does to a table. Nothing else changes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from kartarna.core.history import History
from kartarna.core.record import read
from kartarna.core.recorder import RecordedGame, replayed
from kartarna.games import get
from kartarna.play.model.ceremony import Ceremony
from kartarna.play.model.chair import Chair
from kartarna.play.model.facts import TableFacts
from kartarna.play.model.phases import FINISHED, OPEN, PLAYING, SHUFFLING
from kartarna.play.model.proposal import TAKE_BACK, Proposal
from kartarna.play.model.settings import read_settings
from kartarna.play.model.timer import Timer
from kartarna.play.storage.log import Row

# ---- the life of a table ---------------------------------------------------------------------------


def opened(table: TableFacts, row: Row) -> None:
    data = row.data
    table.settings = read_settings(data["settings"])
    table.game = get(table.settings.game)
    deck = table.game.decks.add(data["deck"])
    table.history = History(table.game, table.game.new(table.settings.players, table.settings.options, deck))
    table.timer = Timer(table.settings.clock, table.settings.players)
    table.asked, table.asked_at = [0] * table.settings.players, [0.0] * table.settings.players
    table.chairs = [Chair.planned(plan) for plan in table.settings.seats]
    table.created, table.host, table.link = row.at, data["host"], data["link"]
    for seat, name in data["sitting"]:
        table.chairs[seat].sit(table.host, name)
    for seat, person, name, bot, *won in data.get("seats", ()):  # of a rematch: as they sat before
        chair = table.chairs[seat]
        chair.person, chair.name, chair.bot, chair.won = person, name, bot, sum(won)  # older rows have no series
    table.rematch_of = data.get("rematch_of")
    table.own_deck = data.get("own_deck", False)
    if "start" in data:
        table.parent = data["parent"]
        # From the position where a record stops; what came before cannot be taken back.
        table.history = History(table.game, position(data["start"]).state)
    _fill_up(table, row)


@lru_cache(maxsize=32)
def position(start: str) -> RecordedGame:
    """Where a record stops. Kept, for a room is made more than once, and a long record takes its time: not to be
    played on."""
    record = read(start)
    return replayed(get(record.game), record)


def sat(table: TableFacts, row: Row) -> None:
    table.chairs[_seat(row)].sit(row.data["person"], row.data["name"])
    _fill_up(table, row)


def filled(table: TableFacts, row: Row) -> None:
    table.chairs[_seat(row)].fill(row.data["bot"])
    _fill_up(table, row)


def left(table: TableFacts, row: Row) -> None:
    table.chairs[_seat(row)].clear()
    _give_up(table, row.data.get("by", (_seat(row),)))
    table.phase = OPEN


def swapped(table: TableFacts, row: Row) -> None:
    a, b = _seat(row), row.data["with"]
    table.chairs[a], table.chairs[b] = table.chairs[b], table.chairs[a]


def renamed(table: TableFacts, row: Row) -> None:
    for seat in table.seats_held(row.data["person"]):
        table.chairs[seat].name = row.data["name"]


def forgotten(table: TableFacts, row: Row) -> None:
    """A person asked to be forgotten: the name goes, a free seat before the start, a bot's seat afterwards."""
    for seat in table.seats_held(row.data["person"]):
        table.chairs[seat].name = ""
        at_seat = row._replace(seat=seat, data={})
        if table.phase == PLAYING:
            resigned(table, at_seat)
        elif table.phase in (OPEN, SHUFFLING):
            left(table, at_seat)


def passed_on(table: TableFacts, row: Row) -> None:
    table.host = row.data["person"]


def relinked(table: TableFacts, row: Row) -> None:
    table.link = row.data["link"]


def _fill_up(table: TableFacts, row: Row) -> None:
    if table.full:
        table.phase = PLAYING if table.arranged else SHUFFLING
        _ask(table, row, range(table.players))


# ---- the shuffle -------------------------------------------------------------------------------------


def committed(table: TableFacts, row: Row) -> None:
    secret, commitment = bytes.fromhex(row.data["secret"]), bytes.fromhex(row.data["commitment"])
    humans = tuple(chair.human for chair in table.chairs)
    table.ceremony = Ceremony(table.id, table.settings.game, humans, secret, commitment, row.at)


def promised(table: TableFacts, row: Row) -> None:
    if table.ceremony:
        table.ceremony.promises[_seat(row)] = bytes.fromhex(row.data["hash"])
        if table.ceremony.promised:
            table.ceremony.since = row.at


def revealed(table: TableFacts, row: Row) -> None:
    if table.ceremony:
        table.ceremony.parts[_seat(row)] = bytes.fromhex(row.data["part"])


def gave_up(table: TableFacts, row: Row) -> None:
    _give_up(table, row.data["seats"])


def _give_up(table: TableFacts, seats: Iterable[int]) -> None:
    if table.ceremony:
        table.aborted.append({**table.ceremony.proof(), "caused_by": [seat + 1 for seat in seats]})
    table.ceremony = None


def dealt(table: TableFacts, row: Row) -> None:
    table.phase = PLAYING
    _ask(table, row, range(table.players))


# ---- decisions -----------------------------------------------------------------------------------------


def decided(table: TableFacts, row: Row) -> None:
    seat = _seat(row)
    if table.chairs[seat].automatic:
        table.timer.stop(seat, row.at)  # what a bot decides earns a human no time
    else:
        table.timer.answer(seat, row.at)
    if table.proposal and table.proposal.what == TAKE_BACK:
        table.proposal = None
    if table.paused:
        resumed(table, row)
    _ask(table, row, (seat,))


def went_on(table: TableFacts, row: Row) -> None:
    person = table.chairs[_seat(row)].person or ""
    if table.interval:
        table.interval = table.interval._replace(gone_on=table.interval.gone_on | {person})


def happened(table: TableFacts, _row: Row) -> None:
    table.proposal = None


def taken_back(table: TableFacts, row: Row) -> None:
    table.proposal = None
    table.practice = table.practice or table.alone
    _ask(table, row, range(table.players))


def hinted(table: TableFacts, row: Row) -> None:
    table.practice = True
    table.hinted = {**table.hinted, _seat(row): table.asked[_seat(row)]}


def _ask(table: TableFacts, row: Row, anew: Iterable[int]) -> None:
    """Whoever owes a decision was asked by this row, unless an earlier one asked the same thing."""
    waiting = table.state.waiting() if table.phase == PLAYING else 0
    for seat, asked in enumerate(table.asked):
        if not waiting >> seat & 1:
            if asked:
                table.timer.stop(seat, row.at)
                table.asked[seat] = 0
                table.nudged.pop(seat, None)
        elif not asked or seat in anew:
            table.asked[seat], table.asked_at[seat] = row.seq, row.at
            if not table.chairs[seat].automatic:
                table.timer.ask(seat, row.at)


# ---- those who are away, and what all agree on -----------------------------------------------------------


def stood_in(table: TableFacts, row: Row) -> None:
    table.chairs[_seat(row)].stand_in = True
    _bot_takes_over(table, row)


def returned(table: TableFacts, row: Row) -> None:
    seat = _seat(row)
    table.chairs[seat].stand_in = False
    table.timer.grant(seat)
    if table.asked[seat]:
        table.timer.start(seat, row.at)


def resigned(table: TableFacts, row: Row) -> None:
    table.chairs[_seat(row)].resigned = True
    table.proposal = None
    _bot_takes_over(table, row)


def _bot_takes_over(table: TableFacts, row: Row) -> None:
    table.timer.stop(_seat(row), row.at)
    table.asked_at[_seat(row)] = row.at  # the bot's pace counts from now


def proposed(table: TableFacts, row: Row) -> None:
    person = table.chairs[_seat(row)].person or ""
    table.proposal = Proposal(row.data["what"], _seat(row), row.at, {person})


def agreed(table: TableFacts, row: Row) -> None:
    if table.proposal:
        table.proposal.agreed.add(table.chairs[_seat(row)].person or "")


def declined(table: TableFacts, _row: Row) -> None:
    table.proposal = None


def paused(table: TableFacts, row: Row) -> None:
    table.paused, table.proposal = True, None
    table.timer.stop_all(row.at)


def resumed(table: TableFacts, row: Row) -> None:
    table.paused = False
    table.timer.start_all(row.at)


def slept(table: TableFacts, row: Row) -> None:
    table.timer.stop_all(row.at)


def woke(table: TableFacts, row: Row) -> None:
    """If nobody wrote that the table fell asleep, the server was stopped: that time counts for nobody."""
    if not table.paused:
        table.timer.stop_all(table.at)
        table.timer.start_all(row.at)


def said(table: TableFacts, row: Row) -> None:
    """Heard by all, changes nothing."""


def nudged(table: TableFacts, row: Row) -> None:
    table.nudged[row.data["whom"]] = row.at


def ended(table: TableFacts, row: Row) -> None:
    table.ended, table.phase, table.proposal, table.interval = row.data["how"], FINISHED, None, None
    _ask(table, row, ())


def rematched(table: TableFacts, row: Row) -> None:
    """Asked for, or withdrawn (no table)."""
    table.rematch = row.data["table"]
    table.rematch_by = row.seat if table.rematch else None


def _seat(row: Row) -> int:
    if row.seat is None:
        raise ValueError(f"row {row.seq} names no seat")
    return row.seat


EFFECTS: dict[str, Callable[[TableFacts, Row], None]] = {
    effect.__name__: effect
    for effect in (
        *(opened, sat, filled, left, swapped, renamed, passed_on, relinked, forgotten),
        *(committed, promised, revealed, gave_up, dealt),
        *(decided, went_on, happened, taken_back, hinted),
        *(stood_in, returned, resigned, proposed, agreed, declined, paused, resumed, slept, woke),
        *(said, nudged, ended, rematched),
    )
}

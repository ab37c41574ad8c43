"""A table as its log tells it: nothing but rows goes in, so any process that reads them has the same table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from typing import Any

from kartarna.core.game import Game
from kartarna.core.journal import replayed
from kartarna.core.record import read
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.play.ceremony import Ceremony
from kartarna.play.chair import Chair
from kartarna.play.log import Row, Summary
from kartarna.play.settings import Settings, read_settings
from kartarna.play.timer import Timer

OPEN, SHUFFLING, PLAYING, FINISHED = "open", "shuffling", "playing", "finished"
TAKE_BACK, END, DRAW, PAUSE = "take_back", "end", "draw", "pause"  # what needs the consent of others


@dataclass
class Proposal:
    what: str
    seat: int
    at: float
    agreed: set[str]  # persons


@dataclass(frozen=True)
class Change:
    """A row and what it changed: for telling it."""

    row: Row
    before: State | None = None  # of a decision
    around: bool = True  # more than the game itself has changed


class Table:
    """Rows are the only way to change it: `apply`, or `follow` where nobody is to be told."""

    settings: Settings
    game: Game[Any]
    state: State
    round_start: State  # as the present round was dealt
    timer: Timer

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.at = 0.0  # of the last row
        self.created = 0.0
        self.phase = OPEN
        self.chairs: list[Chair] = []
        self.host = ""  # a person
        self.link = ""  # the hash of the secret in the table's link
        self.parent: str | None = None  # the record whose position it started from
        self.ceremony: Ceremony | None = None
        self.aborted: list[dict[str, Any]] = []
        self.standing: list[tuple[int, int | str]] = []  # decisions (and events, seat −1) of the round
        self.asked: list[int] = []  # for each seat, the row that asked it what it owes now; 0: nothing
        self.asked_at: list[float] = []
        self.known: dict[tuple[int, str], int] = {}  # messages that were carried out, and their rows
        self.proposal: Proposal | None = None
        self.paused = False
        self.ended: str | None = None  # over, draw, agreed, abandoned, closed
        self.rematch: str | None = None

    @classmethod
    def load(cls, id: str, rows: Iterable[Row]) -> Table:
        table = cls(id)
        for row in rows:
            table.follow(row)
        return table

    def apply(self, row: Row) -> Change:
        """Follows the row, and keeps what is needed to tell it."""
        before = self.state.clone() if row.kind == "decided" else None
        around = self._around()
        self.follow(row)
        return Change(row, before, row.kind not in ("dealt", "decided") or around != self._around())

    def follow(self, row: Row) -> None:
        if row.seq != self.seq + 1:
            raise ValueError(f"row {row.seq} does not follow row {self.seq}")
        HANDLERS[row.kind](self, row)
        self.seq, self.at = row.seq, row.at
        if row.message is not None and row.seat is not None:
            self.known[row.seat, row.message] = row.seq

    def fork(self) -> Table:
        """A table of its own in the same position: to see what rows would bring."""
        twin = copy(self)
        twin.chairs = [replace(chair) for chair in self.chairs]
        twin.asked, twin.asked_at, twin.standing = self.asked[:], self.asked_at[:], self.standing[:]
        twin.known, twin.aborted = self.known.copy(), self.aborted[:]
        if self.seq:
            twin.state, twin.timer = self.state.clone(), deepcopy(self.timer)
        twin.ceremony, twin.proposal = deepcopy(self.ceremony), deepcopy(self.proposal)
        return twin

    # ---- what others ask -----------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def full(self) -> bool:
        return all(chair.taken for chair in self.chairs)

    def seats_held(self, person: str | None) -> tuple[int, ...]:
        return tuple(seat for seat, chair in enumerate(self.chairs) if person and chair.person == person)

    def humans(self) -> set[str]:
        """The persons who have a say."""
        return {chair.person for chair in self.chairs if chair.person and not chair.resigned}

    def automatic(self) -> tuple[int, ...]:
        """The seats for which a bot owes a decision."""
        return tuple(seat for seat, asked in enumerate(self.asked) if asked and self.chairs[seat].automatic)

    def names(self) -> list[str]:
        return [chair.name or f"{chair.bot or ''} {seat}".strip() for seat, chair in enumerate(self.chairs, 1)]

    @property
    def take_backs(self) -> bool:
        """Off among several humans unless the table wants them."""
        setting = self.settings.take_backs
        return len(self.humans()) <= 1 if setting is None else setting

    def winners(self) -> tuple[int, ...]:
        """By the rules, without those who resigned."""
        winners = seats_of(self.state.winners()) if self.ended == "over" else ()
        return tuple(seat for seat in winners if not self.chairs[seat].resigned)

    def summary(self) -> Summary:
        people = tuple(chair.person for chair in self.chairs if chair.person)
        listed = self.settings.public
        return Summary(self.id, self.settings.game, self.phase, listed, self.created, (*people, self.host))

    def _around(self) -> tuple[Any, ...]:
        """What a deal or a decision may change besides the game."""
        return self.phase, self.proposal, self.paused

    # ---- the life of a table ---------------------------------------------------------------------------

    def opened(self, row: Row) -> None:
        data = row.data
        self.settings = read_settings(data["settings"])
        self.game = get(self.settings.game)
        self.state = self.game.new(self.settings.players, self.settings.options, self.game.decks.add(data["deck"]))
        self.round_start = self.state.clone()
        self.timer = Timer(self.settings.clock, self.settings.players)
        self.asked, self.asked_at = [0] * self.settings.players, [0.0] * self.settings.players
        self.chairs = [Chair.planned(plan) for plan in self.settings.seats]
        self.created, self.host, self.link = row.at, data["host"], data["link"]
        for seat, name in data["sitting"]:
            self.chairs[seat].sit(self.host, name)
        for seat, person, name, bot in data.get("seats", ()):  # of a rematch: as they sat before
            self.chairs[seat].person, self.chairs[seat].name, self.chairs[seat].bot = person, name, bot
        if "start" in data:
            self.parent = data["parent"]
            self._continue(data["start"])
        self._fill_up(row)

    def _continue(self, start: str) -> None:
        """From the position where a record stops; what came before cannot be taken back."""
        self.state = replayed(self.game, read(start)).state
        self.round_start = self.state.clone()

    def sat(self, row: Row) -> None:
        self.chairs[_seat(row)].sit(row.data["person"], row.data["name"])
        self._fill_up(row)

    def filled(self, row: Row) -> None:
        self.chairs[_seat(row)].fill(row.data["bot"])
        self._fill_up(row)

    def left(self, row: Row) -> None:
        self.chairs[_seat(row)].clear()
        if self.ceremony:
            self._give_up((_seat(row),))
        self.phase = OPEN

    def swapped(self, row: Row) -> None:
        a, b = _seat(row), row.data["with"]
        self.chairs[a], self.chairs[b] = self.chairs[b], self.chairs[a]

    def renamed(self, row: Row) -> None:
        for seat in self.seats_held(row.data["person"]):
            self.chairs[seat].name = row.data["name"]

    def passed_on(self, row: Row) -> None:
        self.host = row.data["person"]

    def relinked(self, row: Row) -> None:
        self.link = row.data["link"]

    def _fill_up(self, row: Row) -> None:
        if self.full:
            self.phase = SHUFFLING if self.parent is None else PLAYING
            self._ask(row, range(self.players))

    # ---- the shuffle -------------------------------------------------------------------------------------

    def committed(self, row: Row) -> None:
        secret, commitment = bytes.fromhex(row.data["secret"]), bytes.fromhex(row.data["commitment"])
        humans = tuple(chair.human for chair in self.chairs)
        self.ceremony = Ceremony(self.id, self.settings.game, humans, secret, commitment, row.at)

    def promised(self, row: Row) -> None:
        if self.ceremony:
            self.ceremony.promises[_seat(row)] = bytes.fromhex(row.data["hash"])
            if self.ceremony.promised:
                self.ceremony.since = row.at

    def revealed(self, row: Row) -> None:
        if self.ceremony:
            self.ceremony.parts[_seat(row)] = bytes.fromhex(row.data["part"])

    def gave_up(self, row: Row) -> None:
        self._give_up(tuple(row.data["seats"]))

    def _give_up(self, seats: tuple[int, ...]) -> None:
        if self.ceremony:
            self.aborted.append({**self.ceremony.proof(), "caused_by": [seat + 1 for seat in seats]})
        self.ceremony = None

    def dealt(self, row: Row) -> None:
        self.state.deal(row.data["outcome"])
        self.round_start = self.state.clone()
        self.standing = []
        self.phase = PLAYING
        self._ask(row, range(self.players))

    # ---- decisions -----------------------------------------------------------------------------------------

    def decided(self, row: Row) -> None:
        seat, action = _seat(row), row.data["action"]
        self.state.apply(seat, action)
        self.standing.append((seat, action))
        self.timer.answer(seat, row.at)
        self.proposal = None
        if self.paused:
            self.resumed(row)
        self._ask(row, (seat,))

    def happened(self, row: Row) -> None:
        self.state.happen(row.data["event"])
        self.standing.append((-1, row.data["event"]))

    def taken_back(self, row: Row) -> None:
        self.state = self.replay_round(len(self.standing) - 1)
        del self.standing[-1:]
        self.proposal = None
        self._ask(row, range(self.players))

    def replay_round(self, count: int) -> State:
        """The state after so many decisions of the present round."""
        state = self.round_start.clone()
        for seat, entry in self.standing[:count]:
            if isinstance(entry, str):
                state.happen(entry)
            else:
                state.apply(seat, entry)
        return state

    def _ask(self, row: Row, anew: Iterable[int]) -> None:
        """Whoever owes a decision was asked by this row, unless an earlier one asked the same thing."""
        waiting = self.state.waiting() if self.phase == PLAYING else 0
        for seat in range(self.players):
            if not waiting >> seat & 1:
                if self.asked[seat]:
                    self.timer.stop(seat, row.at)
                    self.asked[seat] = 0
            elif not self.asked[seat] or seat in anew:
                self.asked[seat], self.asked_at[seat] = row.seq, row.at
                if not self.chairs[seat].automatic:
                    self.timer.ask(seat, row.at)

    # ---- those who are away, and what all agree on -----------------------------------------------------------

    def stood_in(self, row: Row) -> None:
        self.chairs[_seat(row)].stand_in = True
        self._bot_takes_over(row)

    def returned(self, row: Row) -> None:
        seat = _seat(row)
        self.chairs[seat].stand_in = False
        self.timer.grant(seat)
        if self.asked[seat]:
            self.timer.start(seat, row.at)

    def resigned(self, row: Row) -> None:
        self.chairs[_seat(row)].resigned = True
        self.proposal = None
        self._bot_takes_over(row)

    def _bot_takes_over(self, row: Row) -> None:
        self.timer.stop(_seat(row), row.at)
        self.asked_at[_seat(row)] = row.at  # the bot's pace counts from now

    def proposed(self, row: Row) -> None:
        person = self.chairs[_seat(row)].person or ""
        self.proposal = Proposal(row.data["what"], _seat(row), row.at, {person})

    def agreed(self, row: Row) -> None:
        if self.proposal:
            self.proposal.agreed.add(self.chairs[_seat(row)].person or "")

    def declined(self, _row: Row) -> None:
        self.proposal = None

    def pause(self, row: Row) -> None:
        self.paused, self.proposal = True, None
        self.timer.stop_all(row.at)

    def resumed(self, row: Row) -> None:
        self.paused = False
        self.timer.start_all(row.at)

    def slept(self, row: Row) -> None:
        self.timer.stop_all(row.at)

    def woke(self, row: Row) -> None:
        """If nobody wrote that the table fell asleep, the server was stopped: that time counts for nobody."""
        if not self.paused:
            self.timer.stop_all(self.at)
            self.timer.start_all(row.at)

    def said(self, row: Row) -> None:
        """Heard by all, changes nothing."""

    def end(self, row: Row) -> None:
        self.ended, self.phase, self.proposal = row.data["how"], FINISHED, None
        self._ask(row, ())

    def rematched(self, row: Row) -> None:
        self.rematch = row.data["table"]


def _seat(row: Row) -> int:
    if row.seat is None:
        raise ValueError(f"row {row.seq} names no seat")
    return row.seat


HANDLERS: dict[str, Callable[[Table, Row], None]] = {
    "opened": Table.opened,
    "sat": Table.sat,
    "filled": Table.filled,
    "left": Table.left,
    "swapped": Table.swapped,
    "renamed": Table.renamed,
    "passed_on": Table.passed_on,
    "relinked": Table.relinked,
    "committed": Table.committed,
    "promised": Table.promised,
    "revealed": Table.revealed,
    "gave_up": Table.gave_up,
    "dealt": Table.dealt,
    "decided": Table.decided,
    "happened": Table.happened,
    "taken_back": Table.taken_back,
    "stood_in": Table.stood_in,
    "returned": Table.returned,
    "resigned": Table.resigned,
    "proposed": Table.proposed,
    "agreed": Table.agreed,
    "declined": Table.declined,
    "paused": Table.pause,
    "resumed": Table.resumed,
    "slept": Table.slept,
    "woke": Table.woke,
    "said": Table.said,
    "ended": Table.end,
    "rematched": Table.rematched,
}

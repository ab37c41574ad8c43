"""What the humans at a table decide together (take-backs, an end, an event of the game), and what each may do alone."""

from __future__ import annotations

from kartarna.core.history import events_of
from kartarna.core.step import Decided
from kartarna.core.words import Seat
from kartarna.play.errors import Refused, WrongPhase
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.proposal import DRAW, END, PAUSE, TAKE_BACK
from kartarna.play.room.room import Room
from kartarna.play.room.writer import Draft
from kartarna.play.words import phrases

AWAY = 120.0  # seconds offline after which a stand-in may be asked for
AWAY_DAYS = 3 * 24 * 3600.0
EFFECTS = {
    END: Draft("ended", data={"how": "agreed"}),
    DRAW: Draft("ended", data={"how": "draw"}),
    PAUSE: Draft("paused"),
}


async def propose(room: Room, person: str, seat: int, message: str, what: str) -> int:
    """Asks the other humans. Bots always consent, so alone among bots it happens at once."""

    def make() -> list[Draft]:
        room.check_new(person, seat, message)
        room.check_phase(PLAYING)
        _check_proposal(room, seat, what)
        asked = Draft("proposed", seat, message, {"what": what})
        return [asked, _effect(what, seat)] if room.table.humans() == {person} else [asked]

    return await room.write(make)


async def agree(room: Room, person: str, seat: int, message: str) -> int:
    def make() -> list[Draft]:
        room.check_new(person, seat, message)
        proposal = room.table.proposal
        if proposal is None or room.table.chairs[seat].resigned:
            raise Refused("no_proposal")
        if person in proposal.agreed:
            return []
        done = proposal.agreed | {person} >= room.table.humans()
        return [Draft("agreed", seat, message), *([_effect(proposal.what, proposal.seat)] if done else [])]

    return await room.write(make)


async def decline(room: Room, person: str, seat: int, message: str) -> int:
    def make() -> list[Draft]:
        room.check_new(person, seat, message)
        if room.table.proposal is None or room.table.chairs[seat].resigned:
            raise Refused("no_proposal")
        return [Draft("declined", seat, message)]

    return await room.write(make)


def _effect(what: str, seat: int) -> Draft:
    if what == TAKE_BACK:
        return Draft("taken_back", seat)
    return EFFECTS.get(what) or Draft("happened", data={"event": what})


def _check_proposal(room: Room, seat: int, what: str) -> None:
    if room.table.chairs[seat].resigned or what not in (TAKE_BACK, *EFFECTS, *room.table.events()):
        raise WrongPhase
    if room.table.proposal is not None:
        raise Refused("proposal_pending")  # or someone might agree to something else than they saw
    if what == TAKE_BACK:
        check_take_back(room, seat)
    if what == PAUSE and (not room.table.timer.runs or room.table.paused):
        raise WrongPhase


def check_take_back(room: Room, seat: int) -> None:
    """The seat's own last decision, if no other seat has decided since and nothing hidden came to light by it."""
    table = room.table
    if not table.take_backs:
        raise Refused("take_backs_off")
    last = table.history.last()
    if last is None or not isinstance(last.entry, Decided) or last.entry.seat != seat:
        raise Refused("no_take_back")
    if any(event.reveals for event in events_of(table.game, last)):
        raise Refused("no_take_back")


# ---- alone -----------------------------------------------------------------------------------------------


async def resume(room: Room, person: str, seat: int) -> int:
    """Any human starts the clock again."""

    def make() -> list[Draft]:
        room.check_new(person, seat, None)
        return [Draft("resumed", seat)] if room.table.paused else []

    return await room.write(make)


async def resign(room: Room, person: str, seat: int, message: str) -> int:
    """A bot plays on for the seat, and it has lost. When the last human resigns, the game is abandoned."""

    def make() -> list[Draft]:
        room.check_new(person, seat, message)
        room.check_phase(PLAYING)
        if room.table.chairs[seat].resigned:
            return []
        others = [chair for at, chair in enumerate(room.table.chairs) if at != seat and chair.human]
        last = [] if others else [Draft("ended", data={"how": "abandoned"})]
        return [Draft("resigned", seat, message), *last]

    return await room.write(make)


async def come_back(room: Room, person: str, seat: int) -> int:
    """The human decides again instead of the stand-in."""

    def make() -> list[Draft]:
        room.check_new(person, seat, None)
        return [Draft("returned", seat)] if room.table.chairs[seat].stand_in and room.playing else []

    return await room.write(make)


async def ask_stand_in(room: Room, person: str, seat: int, absent: int) -> int:
    """A human asks for a bot on the seat of someone who is offline (2 minutes; over days: 3 days)."""

    def make() -> list[Draft]:
        room.check_new(person, seat, None)
        room.check_seat(absent)
        room.check_phase(PLAYING)
        chair = room.table.chairs[absent]
        if chair.automatic or chair.person is None or chair.person == person:
            return []
        since = room.away_since(chair.person)
        patience = AWAY_DAYS if room.table.settings.days else AWAY
        if room.table.timer.runs or since is None or room.services.time.now() - since < patience:
            raise Refused("not_away", seat=Seat(absent))
        return [Draft("stood_in", absent, data={"why": "away", "asked_by": seat})]

    return await room.write(make)


async def say(room: Room, person: str, seat: int, message: str, phrase: str) -> int:
    """One of the set phrases; every client may be deaf to them."""

    def make() -> list[Draft]:
        room.check_new(person, seat, message)
        if phrase not in phrases():
            raise Refused("no_such_phrase")
        return [Draft("said", seat, message, {"phrase": phrase})]

    return await room.write(make)

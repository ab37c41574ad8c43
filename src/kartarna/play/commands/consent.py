"""What the humans at a table decide together (take-backs, an end, an event of the game), and what each may do alone."""

from __future__ import annotations

from kartarna.core.words import Seat
from kartarna.play.commands.checks import check_new, check_phase, check_seat
from kartarna.play.errors import Refused, WrongPhase
from kartarna.play.model.draft import Draft
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.proposal import DRAW, END, PAUSE, TAKE_BACK
from kartarna.play.model.table import Table
from kartarna.play.model.take_backs import taken_back
from kartarna.play.words import phrases

AWAY = 120.0  # seconds offline after which a stand-in may be asked for
AWAY_DAYS = 3 * 24 * 3600.0
NUDGE = 60.0  # seconds between two reminders of one seat
EFFECTS = {
    END: Draft("ended", data={"how": "agreed"}),
    DRAW: Draft("ended", data={"how": "draw"}),
    PAUSE: Draft("paused"),
}


def propose(table: Table, person: str, seat: int, message: str | None, what: str) -> list[Draft]:
    """Asks the other humans. Bots always consent, so alone among bots it happens at once."""
    check_new(table, person, seat, message, ("proposed", what))
    check_phase(table, PLAYING)
    effect = _proposable(table, seat, what)
    asked = Draft("proposed", seat, message, {"what": what})
    return [asked, effect] if table.humans() == {person} else [asked]


def _proposable(table: Table, seat: int, what: str) -> Draft:
    """What the proposal would bring, if it can be made now."""
    if table.chairs[seat].resigned or what not in (TAKE_BACK, *EFFECTS, *table.events()):
        raise WrongPhase
    if table.proposal is not None:
        raise Refused("proposal_pending")  # or someone might agree to something else than they saw
    if what == PAUSE and (not table.timer.runs or table.paused):
        raise WrongPhase
    return _effect(table, what, seat)


def _effect(table: Table, what: str, seat: int) -> Draft:
    if what == TAKE_BACK:
        return Draft("taken_back", seat, data={"count": taken_back(table, seat)})
    return EFFECTS.get(what) or Draft("happened", data={"event": what})


def agree(table: Table, person: str, seat: int, message: str) -> list[Draft]:
    check_new(table, person, seat, message, ("agreed", None))
    proposal = table.proposal
    if proposal is None or table.chairs[seat].resigned:
        raise Refused("no_proposal")
    if person in proposal.agreed:
        return []
    agreed = Draft("agreed", seat, message)
    done = proposal.agreed | {person} >= table.humans()
    return [agreed, _effect(table, proposal.what, proposal.seat)] if done else [agreed]


def decline(table: Table, person: str, seat: int, message: str) -> list[Draft]:
    check_new(table, person, seat, message, ("declined", None))
    if table.proposal is None or table.chairs[seat].resigned:
        raise Refused("no_proposal")
    return [Draft("declined", seat, message)]


# ---- alone -----------------------------------------------------------------------------------------------


def resume(table: Table, person: str, seat: int) -> list[Draft]:
    """Any human starts the clock again."""
    check_new(table, person, seat)
    return [Draft("resumed", seat)] if table.paused else []


def resign(table: Table, person: str, seat: int, message: str) -> list[Draft]:
    """A bot plays on for the seat, and it has lost. When the last human resigns, the game is abandoned."""
    check_new(table, person, seat, message, ("resigned", None))
    check_phase(table, PLAYING)
    if table.chairs[seat].resigned:
        return []
    others = [chair for at, chair in enumerate(table.chairs) if at != seat and chair.human]
    last = [] if others else abandon(table)
    return [Draft("resigned", seat, message), *last]


def abandon(table: Table) -> list[Draft]:
    return [Draft("ended", data={"how": "abandoned"})] if table.phase == PLAYING else []


def come_back(table: Table, person: str, seat: int) -> list[Draft]:
    """The human decides again instead of the stand-in."""
    check_new(table, person, seat)
    return [Draft("returned", seat)] if table.chairs[seat].stand_in and table.phase == PLAYING else []


def ask_stand_in(table: Table, person: str, seat: int, absent: int, away: float) -> list[Draft]:
    """A human asks for a bot on the seat of someone who has been `away` for so long (2 minutes; over days: 3 days)."""
    check_new(table, person, seat)
    check_seat(table, absent)
    check_phase(table, PLAYING)
    chair = table.chairs[absent]
    if chair.automatic or chair.person is None or chair.person == person:
        return []
    if table.timer.runs or away < (AWAY_DAYS if table.settings.days else AWAY):
        raise Refused("not_away", seat=Seat(absent))
    return [Draft("stood_in", absent, data={"why": "away", "asked_by": seat})]


def nudge(table: Table, person: str, seat: int, absent: int, now: float) -> list[Draft]:
    """A human reminds another one who owes a decision: once in a while, so that it is no nuisance."""
    check_new(table, person, seat)
    check_seat(table, absent)
    check_phase(table, PLAYING)
    chair = table.chairs[absent]
    if not table.asked[absent] or chair.automatic or chair.person in (None, person):
        raise Refused("no_nudge", seat=Seat(absent))
    if now - table.nudged.get(absent, -NUDGE) < NUDGE:
        raise Refused("nudged_already", seat=Seat(absent))
    return [Draft("nudged", seat, data={"whom": absent})]


def say(table: Table, person: str, seat: int, message: str, phrase: str) -> list[Draft]:
    """One of the set phrases; every client may be deaf to them."""
    check_new(table, person, seat, message, ("said", phrase))
    if phrase not in phrases():
        raise Refused("no_such_phrase")
    return [Draft("said", seat, message, {"phrase": phrase})]

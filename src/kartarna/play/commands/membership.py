"""Who sits where before the game: joining, leaving, and what the host may do."""

from __future__ import annotations

from kartarna import bots
from kartarna.play.commands.checks import check_new, check_phase, check_seat
from kartarna.play.errors import NotHost, Refused
from kartarna.play.model.chair import Chair
from kartarna.play.model.draft import Draft
from kartarna.play.model.names import clean_name
from kartarna.play.model.phases import FINISHED, OPEN, PLAYING, SHUFFLING
from kartarna.play.model.settings import LINK
from kartarna.play.model.table import Table
from kartarna.play.tokens import fits

HOST_AWAY = 300.0  # seconds after which another human becomes host


def join(table: Table, person: str, name: str, secret: str | None = None, seat: int | None = None) -> list[Draft]:
    """Takes a free seat, this one or the first that may be taken. Who sits already keeps the seat."""
    name = clean_name(name)
    if table.seats_held(person):
        return []
    check_phase(table, OPEN)
    return [Draft("sat", _free_seat(table, secret, seat), data={"person": person, "name": name})]


def _free_seat(table: Table, secret: str | None, wanted: int | None) -> int:
    has_link = secret is not None and fits(secret, table.link)
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.taken and wanted in (None, seat)]
    allowed = [seat for seat in free if has_link or _is_open(table, table.chairs[seat])]
    if allowed:
        return allowed[0]
    raise Refused("wrong_link" if free else "table_full" if wanted is None else "seat_taken")


def _is_open(table: Table, chair: Chair) -> bool:
    return table.public and chair.plan.kind != LINK


def _came_by_link(table: Table, person: str) -> bool:
    """The host, and who sits where only the link leads."""
    chairs = [table.chairs[seat] for seat in table.seats_held(person)]
    return person == table.host or any(not _is_open(table, chair) for chair in chairs)


def share(table: Table, person: str, seat: int, name: str) -> list[Draft]:
    """Hot seat: someone who sits at the table takes another free seat for a friend at the same device."""
    check_phase(table, OPEN)
    if not table.seats_held(person) and person != table.host:
        raise Refused("wrong_link")
    check_seat(table, seat)
    if table.chairs[seat].taken:
        raise Refused("seat_taken")
    if not (_is_open(table, table.chairs[seat]) or _came_by_link(table, person)):
        raise Refused("wrong_link")
    return [Draft("sat", seat, data={"person": person, "name": clean_name(name)})]


def leave(table: Table, person: str, seat: int) -> list[Draft]:
    """Before the start; afterwards one resigns."""
    check_new(table, person, seat)
    check_phase(table, OPEN, SHUFFLING)
    return [Draft("left", seat), *_without_host(table, person)]


def _without_host(table: Table, person: str) -> list[Draft]:
    """A host who leaves the last seat of theirs hands the table to another human; with nobody left it closes."""
    if table.host != person or len(table.seats_held(person)) > 1:
        return []
    heir = next((chair.person for chair in table.chairs if chair.human and chair.person != person), None)
    return [Draft("passed_on", data={"person": heir}) if heir else Draft("ended", data={"how": "closed"})]


def rename(table: Table, person: str, name: str) -> list[Draft]:
    """A new name at this table."""
    name = clean_name(name)
    held = table.seats_held(person)
    same = all(table.chairs[seat].name == name for seat in held)
    return [] if same else [Draft("renamed", held[0], data={"person": person, "name": name})]


# ---- the host ----------------------------------------------------------------------------------------


def check_host(table: Table, person: str) -> None:
    if table.host != person:
        raise NotHost


def remove(table: Table, person: str, seat: int) -> list[Draft]:
    """Empties a seat, of a human or a bot."""
    check_host(table, person)
    check_seat(table, seat)
    check_phase(table, OPEN, SHUFFLING)
    by = {"by": list(table.seats_held(person))}
    return [Draft("left", seat, data=by)] if table.chairs[seat].taken else []


def swap(table: Table, person: str, seat: int, other: int) -> list[Draft]:
    check_host(table, person)
    check_seat(table, seat, other)
    check_phase(table, OPEN)
    return [Draft("swapped", seat, data={"with": other})] if seat != other else []


def fill(table: Table, person: str, level: str) -> list[Draft]:
    """Bots take all free seats: the game starts."""
    bots.get(level)
    check_host(table, person)
    check_phase(table, OPEN, SHUFFLING)
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.taken]
    return [Draft("filled", seat, data={"bot": level}) for seat in free]


def renew_link(table: Table, person: str, link: str) -> list[Draft]:
    """Another link (the hash of its secret); the old one is void."""
    check_host(table, person)
    check_phase(table, OPEN, SHUFFLING, PLAYING)
    return [Draft("relinked", data={"link": link})]


def close(table: Table, person: str) -> list[Draft]:
    """Before the start, or while no other human plays."""
    check_host(table, person)
    if table.phase == FINISHED:
        return []
    if table.phase == PLAYING and table.humans() - {person}:
        check_phase(table, OPEN, SHUFFLING)
    return [Draft("ended", data={"how": "closed"})]


def pass_on_host(table: Table, away: float, there: set[str]) -> list[Draft]:
    """Another human becomes host because the host has been `away` for five minutes."""
    if away < HOST_AWAY or table.phase == FINISHED:
        return []
    person = next((chair.person for chair in table.chairs if chair.human and chair.person in there), None)
    return [Draft("passed_on", data={"person": person})] if person else []

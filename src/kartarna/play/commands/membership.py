"""Who sits where before the game: joining, leaving, and what the host may do."""

from __future__ import annotations

from kartarna import bots
from kartarna.play.errors import NotHost, Refused
from kartarna.play.model.chair import Chair
from kartarna.play.model.phases import FINISHED, OPEN, PLAYING, SHUFFLING
from kartarna.play.model.settings import LINK
from kartarna.play.people import clean_name
from kartarna.play.room.room import Room
from kartarna.play.room.writer import Draft
from kartarna.play.tokens import fits, hashed, new_token

HOST_AWAY = 300.0  # seconds after which another human becomes host


async def join(room: Room, person: str, name: str, secret: str | None = None, seat: int | None = None) -> int:
    """Takes a free seat, this one or the first that may be taken; returns it. Who sits already keeps the seat."""
    name = clean_name(name)
    taken: list[int] = []

    def make() -> list[Draft]:
        taken[:] = room.table.seats_held(person)[:1]
        if taken:
            return []
        room.check_phase(OPEN)
        taken[:] = [_free_seat(room, secret, seat)]
        return [Draft("sat", taken[0], data={"person": person, "name": name})]

    await room.write(make)
    return taken[0]


def _free_seat(room: Room, secret: str | None, wanted: int | None) -> int:
    table = room.table
    has_link = secret is not None and fits(secret, table.link)
    free = [seat for seat, chair in enumerate(table.chairs) if not chair.taken and wanted in (None, seat)]
    allowed = [seat for seat in free if has_link or _is_open(room, table.chairs[seat])]
    if allowed:
        return allowed[0]
    raise Refused("wrong_link" if free else "table_full" if wanted is None else "seat_taken")


def _is_open(room: Room, chair: Chair) -> bool:
    return room.table.settings.public and chair.plan.kind != LINK


def _came_by_link(room: Room, person: str) -> bool:
    """The host, and who sits where only the link leads."""
    chairs = [room.table.chairs[seat] for seat in room.table.seats_held(person)]
    return person == room.table.host or any(not _is_open(room, chair) for chair in chairs)


async def share(room: Room, person: str, seat: int, name: str) -> None:
    """Hot seat: someone who sits at the table takes another free seat for a friend at the same device."""

    def make() -> list[Draft]:
        room.check_phase(OPEN)
        if not room.table.seats_held(person) and person != room.table.host:
            raise Refused("wrong_link")
        room.check_seat(seat)
        if room.table.chairs[seat].taken:
            raise Refused("seat_taken")
        if not (_is_open(room, room.table.chairs[seat]) or _came_by_link(room, person)):
            raise Refused("wrong_link")
        return [Draft("sat", seat, data={"person": person, "name": clean_name(name)})]

    await room.write(make)


async def leave(room: Room, person: str, seat: int) -> None:
    """Before the start; afterwards one resigns."""

    def make() -> list[Draft]:
        room.check_new(person, seat, None)
        room.check_phase(OPEN, SHUFFLING)
        return [Draft("left", seat)]

    await room.write(make)


async def rename(room: Room, person: str, name: str) -> None:
    """A new name at this table."""
    name = clean_name(name)

    def make() -> list[Draft]:
        held = room.table.seats_held(person)
        same = all(room.table.chairs[seat].name == name for seat in held)
        return [] if same else [Draft("renamed", held[0], data={"person": person, "name": name})]

    await room.write(make)


# ---- the host ----------------------------------------------------------------------------------------


def check_host(room: Room, person: str) -> None:
    if room.table.host != person:
        raise NotHost


async def remove(room: Room, person: str, seat: int) -> None:
    """Empties a seat, of a human or a bot."""

    def make() -> list[Draft]:
        check_host(room, person)
        room.check_seat(seat)
        room.check_phase(OPEN, SHUFFLING)
        by = {"by": list(room.table.seats_held(person))}
        return [Draft("left", seat, data=by)] if room.table.chairs[seat].taken else []

    await room.write(make)


async def swap(room: Room, person: str, seat: int, other: int) -> None:
    def make() -> list[Draft]:
        check_host(room, person)
        room.check_seat(seat, other)
        room.check_phase(OPEN)
        return [Draft("swapped", seat, data={"with": other})] if seat != other else []

    await room.write(make)


async def fill(room: Room, person: str, level: str) -> None:
    """Bots take all free seats: the game starts."""
    bots.get(level)

    def make() -> list[Draft]:
        check_host(room, person)
        room.check_phase(OPEN, SHUFFLING)
        free = [seat for seat, chair in enumerate(room.table.chairs) if not chair.taken]
        return [Draft("filled", seat, data={"bot": level}) for seat in free]

    await room.write(make)


async def renew_link(room: Room, person: str) -> str:
    """A new secret for the table's link; the old one is void."""
    secret = new_token(room.services.entropy)

    def make() -> list[Draft]:
        check_host(room, person)
        room.check_phase(OPEN, SHUFFLING, PLAYING)
        return [Draft("relinked", data={"link": hashed(secret)})]

    await room.write(make)
    return secret


async def close(room: Room, person: str) -> None:
    """Before the start, or while no other human plays."""

    def make() -> list[Draft]:
        check_host(room, person)
        if room.table.phase == FINISHED:
            return []
        if room.table.phase == PLAYING and room.table.humans() - {person}:
            room.check_phase(OPEN, SHUFFLING)
        return [Draft("ended", data={"how": "closed"})]

    await room.write(make)


def host_to_be(room: Room, now: float) -> str | None:
    """Who becomes host because the host has been away for five minutes."""
    since = room.away_since(room.table.host)
    if since is None or now - since < HOST_AWAY or room.table.phase == FINISHED:
        return None
    there = room.there()
    return next((chair.person for chair in room.table.chairs if chair.human and chair.person in there), None)

"""The fair shuffle at a table: the server commits, the humans promise and reveal, the cards are dealt."""

from __future__ import annotations

from kartarna.play.errors import Refused, WrongPhase
from kartarna.play.model.ceremony import PATIENCE, PATIENCE_DAYS
from kartarna.play.model.phases import SHUFFLING
from kartarna.play.model.shuffle import SIZE, commitment, promise
from kartarna.play.room.room import Room
from kartarna.play.room.writer import Draft


async def commit(room: Room) -> None:
    """Step 1, by the server. With nobody but bots at the table the cards are dealt at once."""
    secret = room.services.entropy(SIZE)

    def make() -> list[Draft]:
        table = room.table
        if table.phase != SHUFFLING or table.ceremony is not None:
            return []
        committed = commitment(table.id, table.settings.game, secret)
        draft = Draft("committed", data={"secret": secret.hex(), "commitment": committed.hex()})
        return [draft] if table.humans() else [draft, _first_deal(room, draft)]

    await room.write(make)


async def send_promise(room: Room, person: str, seat: int, hash: bytes) -> int:
    """Step 2, by each human seat: the hash of its part."""

    def make() -> list[Draft]:
        room.check_new(person, seat, None)
        ceremony = room.table.ceremony
        if ceremony is None or room.table.phase != SHUFFLING or len(hash) != SIZE:
            raise WrongPhase
        if seat in ceremony.promises:
            if ceremony.promises[seat] != hash:
                raise Refused("wrong_part")
            return []
        return [Draft("promised", seat, data={"hash": hash.hex()})]

    return await room.write(make)


async def reveal(room: Room, person: str, seat: int, part: bytes) -> int:
    """Step 3, by each human seat; the last one brings the deal."""

    def make() -> list[Draft]:
        room.check_new(person, seat, None)
        ceremony = room.table.ceremony
        if ceremony is None or not ceremony.promised:
            raise WrongPhase
        if len(part) != SIZE or promise(part) != ceremony.promises[seat]:
            raise Refused("wrong_part")
        if seat in ceremony.parts:
            return []
        draft = Draft("revealed", seat, data={"part": part.hex()})
        return [draft, _first_deal(room, draft)] if ceremony.missing() == (seat,) else [draft]

    return await room.write(make)


def _first_deal(room: Room, last: Draft) -> Draft:
    """The deal that follows from the shuffle once this last step of it is taken."""
    complete = room.table.fork()
    complete.follow(room.numbered([last])[0])
    outcome = room.services.dealer(complete, complete.state, room.services.entropy)
    return Draft("dealt", data={"outcome": outcome})


def patience_ends(room: Room) -> float | None:
    """When the present step will have taken too long."""
    if room.table.phase != SHUFFLING or room.table.ceremony is None:
        return None
    return room.table.ceremony.since + (PATIENCE_DAYS if room.table.settings.days else PATIENCE)


async def give_up(room: Room) -> None:
    """A hash or a part is missing: the shuffle starts again, and the record will say because of whom."""

    def make() -> list[Draft]:
        ends = patience_ends(room)
        if ends is None or room.services.time.now() < ends or room.table.ceremony is None:
            return []
        return [Draft("gave_up", data={"seats": list(room.table.ceremony.missing())})]

    await room.write(make)


def ready(room: Room) -> bool:
    """A shuffle can begin: all humans are there (over days nobody waits for that)."""
    table = room.table
    return (
        table.phase == SHUFFLING and table.ceremony is None and (table.settings.days or table.humans() <= room.there())
    )

"""The fair shuffle at a table: the server commits, the humans promise and reveal, the cards are dealt."""

from __future__ import annotations

from kartarna.play.commands.checks import check_new
from kartarna.play.commands.decide import Deal
from kartarna.play.errors import Refused, WrongPhase
from kartarna.play.model.ceremony import PATIENCE, PATIENCE_DAYS
from kartarna.play.model.draft import Draft
from kartarna.play.model.phases import SHUFFLING
from kartarna.play.model.shuffle import SIZE, commitment, promise
from kartarna.play.model.table import Table


def ready(table: Table, there: set[str]) -> bool:
    """A shuffle can begin: all humans are there (over days nobody waits for that)."""
    return table.phase == SHUFFLING and table.ceremony is None and (table.settings.days or table.humans() <= there)


def commit(table: Table, secret: bytes, deal: Deal) -> list[Draft]:
    """Step 1, by the server. With nobody but bots at the table the cards are dealt at once."""
    if table.phase != SHUFFLING or table.ceremony is not None:
        return []
    committed = commitment(table.id, table.settings.game, secret)
    draft = Draft("committed", data={"secret": secret.hex(), "commitment": committed.hex()})
    return [draft] if table.humans() else [draft, _first_deal(table, draft, deal)]


def send_promise(table: Table, person: str, seat: int, hash: bytes) -> list[Draft]:
    """Step 2, by each human seat: the hash of its part."""
    check_new(table, person, seat)
    ceremony = table.ceremony
    if ceremony is None or table.phase != SHUFFLING or len(hash) != SIZE:
        raise WrongPhase
    if seat in ceremony.promises:
        if ceremony.promises[seat] != hash:
            raise Refused("wrong_part")
        return []
    return [Draft("promised", seat, data={"hash": hash.hex()})]


def reveal(table: Table, person: str, seat: int, part: bytes, deal: Deal) -> list[Draft]:
    """Step 3, by each human seat; the last one brings the deal."""
    check_new(table, person, seat)
    ceremony = table.ceremony
    if ceremony is None or not ceremony.promised:
        raise WrongPhase
    if len(part) != SIZE or promise(part) != ceremony.promises[seat]:
        raise Refused("wrong_part")
    if seat in ceremony.parts:
        return []
    draft = Draft("revealed", seat, data={"part": part.hex()})
    return [draft, _first_deal(table, draft, deal)] if ceremony.missing() == (seat,) else [draft]


def _first_deal(table: Table, last: Draft, deal: Deal) -> Draft:
    """The deal that follows from the shuffle once this last step of it is taken."""
    complete = table.fork()
    complete.follow(last.row(table.seq + 1, table.at))
    return Draft("dealt", data={"outcome": deal(complete, complete.state)})


def patience_ends(table: Table) -> float | None:
    """When the present step will have taken too long."""
    if table.phase != SHUFFLING or table.ceremony is None:
        return None
    return table.ceremony.since + (PATIENCE_DAYS if table.settings.days else PATIENCE)


def give_up(table: Table, now: float) -> list[Draft]:
    """A hash or a part is missing: the shuffle starts again, and the record will say because of whom."""
    ends = patience_ends(table)
    if ends is None or now < ends or table.ceremony is None:
        return []
    return [Draft("gave_up", data={"seats": list(table.ceremony.missing())})]

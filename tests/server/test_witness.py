"""Dishonest servers: their records are consistent in themselves, and whoever was at the table finds them out."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from kartarna.client.account import Account
from kartarna.client.witness import MOST_STARTS, Step, Witness, WitnessedStart
from kartarna.core.deal import spell_deal
from kartarna.core.record import RecordedPlayer, read, write
from kartarna.core.recorder import RecordedGame
from kartarna.games import get
from kartarna.play.model.shuffle import SCHEME, check_proof, commitment, outcome, promise, shuffle_key
from kartarna.play.model.table_info import Shuffle
from kartarna.protocol import messages as wire
from kartarna.terminal.play.shuffle_verdict import tell_shuffle
from kartarna.terminal.voice import Voice

GAP = get("gap")
TABLE = "aaaabbbbccccdddd"
HONEST, CROOK = 0, 1  # the seats


@dataclass
class Server:
    """A server, the player on seat CROOK who is in league with it, and the honest client whom they want to cheat."""

    client: Witness = field(default_factory=Witness)
    secret: bytes = field(default_factory=lambda: os.urandom(32))
    crook: bytes = field(default_factory=lambda: os.urandom(32))
    aborted: list[dict[str, Any]] = field(default_factory=list)
    ids: itertools.count[int] = field(default_factory=itertools.count)

    @property
    def commitment(self) -> str:
        return commitment(TABLE, "gap", self.secret).hex()

    def show(self, promises: list[str | None] | None) -> list[Step]:
        shuffle = Shuffle(self.commitment, (HONEST, CROOK), (), promises, None)
        return self.client.steps((HONEST,), shuffle, lambda: str(next(self.ids)))

    def ceremony(self) -> bytes:
        """Steps 2 and 3: the honest client promises, and then reveals its part."""
        (promised,) = self.show(None)
        assert isinstance(promised, wire.Promise)
        (revealed,) = self.show([promised.hash, promise(self.crook).hex()])
        assert isinstance(revealed, wire.Reveal)
        return bytes.fromhex(revealed.part)

    def start(self, honest: bytes, crook: bytes, without: Iterable[int] = ()) -> dict[str, Any]:
        """As it stands in a record; without the parts of some seats it is one that was given up."""
        parts = [honest, crook]
        return {
            "scheme": SCHEME,
            "table": TABLE,
            "commitment": self.commitment,
            "secret": self.secret.hex(),
            "promises": [promise(part).hex() for part in parts],
            "parts": [None if seat in without else part.hex() for seat, part in enumerate(parts)],
        }

    def favour(self, honest: bytes) -> None:
        """Looks for a part of the crook that gives them a good hand, now that all other parts are known."""
        while not self._good(honest):
            self.crook = os.urandom(32)

    def _good(self, honest: bytes) -> bool:
        state = GAP.new(2)
        deal = spell_deal(GAP, state, outcome(state, shuffle_key(TABLE, "gap", self.secret, [honest, self.crook])))
        return sum(card[0] in "789" for card in deal["hand 2"]) >= 4

    def record(self, honest: bytes) -> str:
        """Its cards follow from its proof: `check_proof`, which knows nothing else, finds no fault."""
        table = RecordedGame(
            GAP, [RecordedPlayer("Eva", "human"), RecordedPlayer("Jan", "human")], {}, GAP.decks.standard
        )
        table.deal(outcome(table.state, shuffle_key(TABLE, "gap", self.secret, [honest, self.crook])))
        table.record.proof = {**self.start(honest, self.crook), "aborted": self.aborted}
        check_proof(GAP, read(write(table.record)))
        return write(table.record)


@dataclass
class Line(Account):
    """A server that answers with this text, whatever it is asked."""

    text: str = "{}"

    async def call(self, method: str, path: str, *_: Any, **__: Any) -> Any:
        assert (method, path) == ("GET", f"/api/tables/{TABLE}/record")
        return json.loads(self.text)


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Any:
    """What `kartarna join` says when the server has given this record."""

    def say(client: Witness, record: str, language: str = "en") -> str:
        asyncio.run(tell_shuffle(Voice(language), Line("http://here", text=record), TABLE, client))
        return capsys.readouterr().out

    return say


# ---- the end of the game -------------------------------------------------------------------------------------


def test_an_honest_server_is_told_to_be_right(server: Server, said: Any) -> None:
    record = server.record(server.ceremony())
    assert said(server.client, record).startswith("The shuffle is right: ")
    assert said(server.client, record, "cs").startswith("Míchání souhlasí: ")


def test_who_kept_nothing_is_told_so(server: Server, said: Any) -> None:
    told = said(Witness(), server.record(os.urandom(32)))
    assert "consistent in itself, but this computer kept nothing" in told


def test_another_secret_chosen_when_all_parts_were_known_is_found(server: Server, said: Any) -> None:
    """The server alone: another C in the record, and everything else fits it."""
    part = server.ceremony()
    server.secret = os.urandom(32)
    told = said(server.client, server.record(part))
    assert told.startswith("The shuffle is wrong! The server's commitment in the record is not the last one")


def test_another_part_of_a_player_in_league_with_the_server_is_found(server: Server, said: Any) -> None:
    part = server.ceremony()
    server.crook = os.urandom(32)
    server.favour(part)
    told = said(server.client, server.record(part))
    assert told.startswith("The shuffle is wrong! The promises in the record are not those")


def test_a_part_that_the_server_put_in_our_place_is_found(server: Server, said: Any) -> None:
    server.show(None)
    forged = os.urandom(32)
    assert server.show([promise(forged).hex(), promise(server.crook).hex()]) == []
    told = said(server.client, server.record(forged))
    assert told.startswith("The shuffle is wrong! The part that this computer drew is not in the record")


def test_a_shuffle_thrown_away_is_found_unless_the_record_lists_it(server: Server, said: Any) -> None:
    first = server.ceremony()
    given_up = server.start(first, server.crook, without=[CROOK])
    server.secret = os.urandom(32)
    second = server.ceremony()
    assert second != first
    assert "An aborted start in which this computer revealed its part is missing" in said(
        server.client, server.record(second)
    )
    server.aborted = [given_up]
    told = said(server.client, server.record(second))
    assert told.startswith("The shuffle is right: ")
    assert told.endswith("Before it 1 start of the shuffle was aborted; the record says because of whom.\n")


def test_a_part_that_is_said_never_to_have_come_is_told(server: Server, said: Any) -> None:
    """It may have been lost on the way: nobody is accused, but it is said."""
    server.aborted = [server.start(server.ceremony(), server.crook, without=[HONEST])]
    server.secret = os.urandom(32)
    told = said(server.client, server.record(server.ceremony()))
    assert told.startswith("The shuffle is right: ")
    assert "lacked a part that this computer had sent" in told


def test_a_start_that_was_given_up_cannot_come_back(server: Server, said: Any) -> None:
    """The server would choose between two shuffles."""
    record = server.record(server.ceremony())
    server.secret = os.urandom(32)
    server.ceremony()
    assert "is not the last one that this computer was shown" in said(server.client, record)


def test_a_record_without_proof_or_with_that_of_another_table_is_wrong(server: Server, said: Any) -> None:
    record = json.loads(server.record(server.ceremony()))
    assert "has no proof of it, although" in said(server.client, json.dumps({**record, "proof": None}))
    assert "this game has no proof" in said(Witness(), json.dumps({**record, "proof": None}))
    record["proof"]["table"] = "another"
    assert "The record contradicts itself: proof: " in said(server.client, json.dumps(record))
    assert "The record contradicts itself" in said(server.client, '"nonsense"')


# ---- during the shuffle --------------------------------------------------------------------------------------


def test_after_a_new_connection_the_same_part_is_revealed_under_the_same_list(server: Server) -> None:
    part = server.ceremony()
    promises = [promise(part).hex(), promise(server.crook).hex()]
    assert server.show(list(promises)) == []  # once is enough
    server.client.forget()
    (again,) = server.show(list(promises))
    assert isinstance(again, wire.Reveal)
    assert again.part == part.hex()


def test_no_part_is_revealed_under_two_lists_or_promised_again(server: Server) -> None:
    part = server.ceremony()
    server.client.forget()
    assert server.show([promise(part).hex(), promise(os.urandom(32)).hex()]) == []
    assert server.show(None) == []


def test_what_must_not_be_forgotten_is_kept_before_it_is_sent(server: Server) -> None:
    kept: list[list[WitnessedStart]] = []
    server.client.keep = lambda starts: kept.append(
        [WitnessedStart(s.commitment, dict(s.parts), s.promises) for s in starts]
    )
    part = server.ceremony()
    promises = [promise(part).hex(), promise(server.crook).hex()]
    assert kept == [
        [WitnessedStart(server.commitment, {HONEST: part.hex()}, None)],
        [WitnessedStart(server.commitment, {HONEST: part.hex()}, promises)],
    ]


def test_only_so_many_starts_are_taken_part_in(server: Server) -> None:
    for _ in range(MOST_STARTS):
        server.secret = os.urandom(32)
        server.ceremony()
    server.secret = os.urandom(32)
    assert server.show(None) == []
    assert len(server.client.starts) == MOST_STARTS


def test_starts_without_a_reveal_do_not_pile_up(server: Server) -> None:
    for _ in range(3):
        server.secret = os.urandom(32)
        assert len(server.show(None)) == 1
    assert [start.commitment for start in server.client.starts] == [server.commitment]

"""The fair shuffle: no one, the server included, can steer it unseen. docs/shuffle.md has every byte and test vectors.

The server commits itself to a secret, every human adds a part that nobody else knew, and from both
together come the cards. Once the game is over the secret is published, and whoever took part can check.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from kartarna.core.deal import spell_deal
from kartarna.core.errors import RecordError
from kartarna.core.game import Game
from kartarna.core.record import Record
from kartarna.core.state import State
from kartarna.core.step import Dealt, Step
from kartarna.core.tape import Tape
from kartarna.core.verification import follow

SCHEME = "kartarna-shuffle-1"
SIZE = 32  # bytes of the secret, of a part, of a hash
LONGEST_TABLE = 200  # letters of a table's id in a proof


def _text(text: str) -> bytes:
    """Two bytes of length, then UTF-8: no two lists of texts give the same bytes."""
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def commitment(table: str, game: str, secret: bytes) -> bytes:
    """C, published before anyone else has drawn anything."""
    return hashlib.sha256(_text(SCHEME + "/commit") + _text(table) + _text(game) + secret).digest()


def promise(part: bytes) -> bytes:
    """What a seat publishes of its part before it shows it."""
    return hashlib.sha256(part).digest()


def shuffle_key(table: str, game: str, secret: bytes, parts: Sequence[bytes | None]) -> bytes:
    """K: a bot's seat has no part, a human's has 32 bytes."""
    message = _text(SCHEME + "/key") + _text(table) + _text(game) + commitment(table, game, secret)
    message += bytes([len(parts)]) + b"".join(b"\0" if part is None else b"\1" + part for part in parts)
    return hmac.digest(secret, message, "sha256")


def words(key: bytes, round: int) -> Iterator[int]:
    """The stream of a round: four words of 64 bits from each SHA-256(K ‖ r ‖ counter)."""
    for counter in count():
        block = hashlib.sha256(key + round.to_bytes(4, "big") + counter.to_bytes(8, "big")).digest()
        yield from struct.unpack(">4Q", block)


def outcome(state: State, key: bytes) -> list[int]:
    """The deal of the round now due: the game's own drawing (Fisher–Yates with rejection), fed from the stream."""
    return state.draw(Tape(words(key, state.round + 1)))


# ---- the proof in a record ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """One start of the shuffle as a record tells it: the one that dealt the cards, or one that was given up."""

    table: str
    secret: bytes
    commitment: bytes
    promises: list[bytes | None]
    parts: list[bytes | None]

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Start:
        try:
            if told["scheme"] != SCHEME:
                raise RecordError(f"proof: {told['scheme']!r:.40} is not known, only {SCHEME}")
            return cls(
                _table(told["table"]),
                _bytes(told["secret"]),
                _bytes(told["commitment"]),
                [None if hash is None else _bytes(hash) for hash in told["promises"]],
                [None if part is None else _bytes(part) for part in told["parts"]],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(f"proof: this is not a complete proof ({error!s:.60})") from error

    def check(self, game: str, players: int) -> None:
        if commitment(self.table, game, self.secret) != self.commitment:
            raise RecordError("proof: the secret is not the one that the server committed itself to")
        if (len(self.parts), len(self.promises)) != (players, players) or any(
            part is not None and promise(part) != promised
            for part, promised in zip(self.parts, self.promises, strict=True)
        ):
            raise RecordError("proof: the parts are not those that the seats promised")


def check_proof(game: Game[Any], record: Record, steps: Iterable[Step[Any]] | None = None) -> None:
    """A RecordError unless every deal of the record comes from the secret and the parts in its proof.
    Who has its steps already gives them: the game is not played again.

    So it is consistent in itself. That they are the secret and the parts which were committed to and promised
    before the deal, only those can tell who were shown it then (`server.witness`).
    """
    if record.proof is None:
        raise RecordError("this record has no proof of its shuffle")
    start = Start.read(record.proof)
    start.check(record.game, record.players)
    if [part is not None for part in start.parts] != [person.kind == "human" for person in record.seats]:
        raise RecordError("proof: every human seat has a part, and no other")
    for told in _aborted(record.proof):
        Start.read(told).check(record.game, record.players)
    key = shuffle_key(start.table, record.game, start.secret, start.parts)
    for step in follow(game, record) if steps is None else steps:
        if isinstance(step.entry, Dealt):
            wanted = spell_deal(game, step.before, outcome(step.before, key))
            if wanted != record.rounds[step.before.round].deal:
                raise RecordError(f"round {step.after.round}: this deal does not come from the shuffle of the proof")


def _aborted(proof: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    told = proof.get("aborted", [])
    if not isinstance(told, list) or not all(isinstance(start, dict) for start in told):
        raise RecordError("proof: this is not a list of aborted starts")
    return told


def _table(id: Any) -> str:
    """An id that `_text` can take: the length of a text is two bytes."""
    if not isinstance(id, str) or len(id) > LONGEST_TABLE:
        raise RecordError(f"proof: the table's id is a text of at most {LONGEST_TABLE} letters")
    id.encode()  # half a surrogate pair is no text
    return id


def _bytes(text: Any) -> bytes:
    data = bytes.fromhex(text)
    if len(data) != SIZE:
        raise ValueError("32 bytes are needed")
    return data

"""The client's side of the fair shuffle: keeps what it was shown and gave, and compares a record with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from kartarna.play.model.shuffle import SIZE, promise
from kartarna.play.model.table_info import Shuffle
from kartarna.protocol import messages as wire

MOST_STARTS = 50  # of one table; then the client takes part no more rather than forget one

Step = wire.Promise | wire.Reveal


class WitnessedStart(msgspec.Struct):
    """A start of the shuffle in which this client took part; all bytes in hex."""

    commitment: str
    parts: dict[int, str]  # drawn here, by seat
    promises: list[str | None] | None = None  # the list shown when a part was revealed; None: none was revealed


class Witness:
    """Of one table. `keep` is called before anything is sent that must not be forgotten."""

    def __init__(
        self, starts: Iterable[WitnessedStart] = (), keep: Callable[[list[WitnessedStart]], None] = lambda _: None
    ) -> None:
        self.starts = list(starts)  # the last one last
        self.keep = keep
        self.sent: set[tuple[str, int, type[Step]]] = set()  # on this connection

    def forget(self) -> None:
        """After a new connection all steps may be needed again; what was kept sees to it that they are the same."""
        self.sent.clear()

    def steps(self, seats: Iterable[int], shuffle: Shuffle, new_id: Callable[[], str]) -> list[Step]:
        """What is to be sent now for these seats."""
        if shuffle.commitment is None or shuffle.parts is not None:
            return []
        return list(self._steps(sorted({*seats} & {*shuffle.waiting}), shuffle.commitment, shuffle.promises, new_id))

    def _steps(
        self, seats: list[int], commitment: str, promises: list[str | None] | None, new_id: Callable[[], str]
    ) -> Iterator[Step]:
        for seat in seats:
            kind = wire.Promise if promises is None else wire.Reveal
            if (commitment, seat, kind) in self.sent:
                continue
            self.sent.add((commitment, seat, kind))
            if promises is None:
                if part := self._to_promise(commitment, seat):
                    yield wire.Promise(id=new_id(), seat=seat, hash=_hash(part))
            elif part := self._to_reveal(commitment, seat, promises):
                yield wire.Reveal(id=new_id(), seat=seat, part=part)

    def _to_promise(self, commitment: str, seat: int) -> str | None:
        """Drawn once. None: it was revealed already, or is one too many."""
        # From a start of which nothing was revealed nobody has learnt anything: it is kept only until the next one.
        starts = [start for start in self.starts if start.promises is not None or start.commitment == commitment]
        start = _find(starts, commitment)
        if start is None:
            if len(starts) >= MOST_STARTS:
                return None
            starts.append(start := WitnessedStart(commitment, {}))
        if start.promises is not None:
            return None
        part = start.parts.setdefault(seat, os.urandom(SIZE).hex())
        self.starts = starts
        self.keep(starts)
        return part

    def _to_reveal(self, commitment: str, seat: int, promises: list[str | None]) -> str | None:
        """Under this list only, which is kept first. None: it was revealed under another, or is not in it."""
        start = _find(self.starts, commitment)
        part = start.parts.get(seat) if start else None
        if start is None or part is None or promises[seat : seat + 1] != [_hash(part)]:
            return None
        if start.promises is None:
            start.promises = list(promises)
            self.keep(self.starts)
        return part if start.promises == promises else None

    # ---- at the end ------------------------------------------------------------------------------------

    def difference(self, proof: Mapping[str, Any] | None) -> str | None:
        """What a proof (checked already) tells otherwise than it was shown here: the name of a sentence, or None."""
        if proof is None:
            return "proof_withheld"
        if not self.starts or self.starts[-1].commitment != proof["commitment"]:
            return "proof_other_commitment"
        return next(filter(None, (_difference(start, proof) for start in self.starts)), None)

    def unheard(self, proof: Mapping[str, Any]) -> bool:
        """A start ended because a part did not come that was sent from here."""
        revealed = [start for start in self.starts if start.promises is not None]
        pairs = [(start, _aborted(proof, start.commitment)) for start in revealed]
        return any(told and any(_part(told, seat) is None for seat in start.parts) for start, told in pairs)


def _difference(start: WitnessedStart, proof: Mapping[str, Any]) -> str | None:
    final = start.commitment == proof["commitment"]
    told = proof if final else _aborted(proof, start.commitment)
    if told is None:
        return "proof_missing_start" if start.promises is not None else None
    if start.promises is not None and start.promises != told["promises"]:
        return "proof_other_promises"
    late = () if final else (None,)  # a start that was given up may have ended before the part came
    if any(_part(told, seat) not in (part, *late) for seat, part in start.parts.items()):
        return "proof_other_part"
    return None


def _part(told: Mapping[str, Any], seat: int) -> str | None:
    """Of a seat that the server named: there may be no such seat."""
    return dict(enumerate(told["parts"])).get(seat)


def _aborted(proof: Mapping[str, Any], commitment: str) -> Mapping[str, Any] | None:
    return next((told for told in proof.get("aborted", ()) if told["commitment"] == commitment), None)


def _find(starts: list[WitnessedStart], commitment: str) -> WitnessedStart | None:
    return next((start for start in starts if start.commitment == commitment), None)


def _hash(part: str) -> str:
    return promise(bytes.fromhex(part)).hex()

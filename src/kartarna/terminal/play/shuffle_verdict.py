"""What can be said about the shuffle of a game that was just played: right, or wrong and why."""

from __future__ import annotations

import json

from kartarna.client.account import Account
from kartarna.client.witness import Witness
from kartarna.core.errors import KartarnaError, RecordError
from kartarna.core.record import Record, read
from kartarna.games import get
from kartarna.play.model.shuffle import check_proof
from kartarna.terminal.voice import Voice


async def tell_shuffle(voice: Voice, account: Account, table: str, witness: Witness) -> None:
    """Compares the record that the server publishes with what was shown here before the deal."""
    try:
        text = json.dumps(await account.call("GET", f"/api/tables/{table}/record"))
    except KartarnaError as error:
        voice.say("proof_unread", reason=str(error))
        return
    try:
        record = read(text)
        sentences = verdict(record, table, witness)
    except KartarnaError as error:
        voice.say("proof_wrong", reason=str(error))
        return
    aborted = len(record.proof.get("aborted", ())) if record.proof else 0
    voice.line(" ".join(voice.sentence(name, aborted=aborted) for name in sentences))


def verdict(record: Record, table: str, witness: Witness) -> list[str]:
    """The names of the sentences; a KartarnaError if the record contradicts itself."""
    if record.proof is None:
        return ["proof_withheld" if witness.starts and record.rounds else "proof_none"]
    check_proof(get(record.game), record)
    if record.proof["table"] != table:
        raise RecordError("proof: it belongs to another table")
    if witness.starts and (wrong := witness.difference(record.proof)):
        return [wrong]
    right = "proof_right_own" if witness.starts else "proof_right_alone"
    aborted = ["proof_aborted"] if record.proof.get("aborted") else []
    return [right, *aborted, *(["proof_unheard"] if witness.unheard(record.proof) else [])]

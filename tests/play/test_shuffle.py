"""The fair shuffle: every byte as docs/shuffle.md says, checked by a second implementation."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.deal import spell_deal
from kartarna.core.errors import RecordError
from kartarna.core.record import Record, read, write
from kartarna.games import get
from kartarna.play.commands import consent, fair_shuffle
from kartarna.play.errors import NotYourSeat, Refused, Running, WrongPhase
from kartarna.play.house import House
from kartarna.play.model.shuffle import check_proof, commitment, outcome, promise, shuffle_key, words
from kartarna.play.model.table_info import Shuffle
from tests.play.helpers import Player, seated, settings, settle, shuffle, shut, sqlite_house, time_of

PAGE = Path(__file__).parent.parent.parent / "docs" / "shuffle.md"
VECTOR: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0])
SECRET = bytes.fromhex(VECTOR["secret"])
PARTS = [part and bytes.fromhex(part) for part in VECTOR["parts"]]


def test_vectors_of_the_page() -> None:
    table, game = VECTOR["table"], VECTOR["game"]
    key = shuffle_key(table, game, SECRET, PARTS)
    assert commitment(table, game, SECRET).hex() == VECTOR["commitment"]
    assert [part and promise(part).hex() for part in PARTS] == VECTOR["promises"]
    assert key.hex() == VECTOR["key"]
    assert [f"{word:016x}" for word in islice(words(key, 1), 4)] == VECTOR["words of round 1"]
    assert [f"{word:016x}" for word in islice(words(key, 2), 1)] == VECTOR["words of round 2"]
    state = get(game).new(3)
    assert spell_deal(get(game), state, outcome(state, key)) == VECTOR["deal of round 1"]


def test_a_second_implementation_from_the_page_alone_deals_the_same() -> None:
    """Nothing of ours but the page: what a suspicious player would write."""

    def text(value: str) -> bytes:
        return len(value.encode()).to_bytes(2, "big") + value.encode()

    head = text(VECTOR["table"]) + text("gap")
    committed = hashlib.sha256(text("kartarna-shuffle-1/commit") + head + SECRET).digest()
    body = b"".join(b"\0" if part is None else b"\1" + part for part in PARTS)
    message = text("kartarna-shuffle-1/key") + head + committed + bytes([3]) + body
    key = hmac.new(SECRET, message, hashlib.sha256).digest()

    def stream() -> Iterator[int]:
        for counter in range(10**6):
            block = hashlib.sha256(key + (1).to_bytes(4, "big") + counter.to_bytes(8, "big")).digest()
            yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))

    source = stream()

    def below(n: int) -> int:
        while True:
            product = (next(source) >> 32) * n
            if product % 2**32 >= (2**32 - n) % n:
                return product >> 32

    def shuffled(cards: list[int]) -> list[int]:
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    starter = below(3)
    left_out = shuffled(list(range(5)))[0]
    cards = shuffled([card for card in range(50) if card % 5 != left_out])
    state = get("gap").new(3)
    wanted = [starter, left_out, *cards]
    assert wanted == outcome(state, shuffle_key(VECTOR["table"], "gap", SECRET, PARTS))


def test_rounds_have_streams_of_their_own_and_every_input_matters() -> None:
    keys = {
        shuffle_key("t", "gap", SECRET, PARTS),
        shuffle_key("u", "gap", SECRET, PARTS),
        shuffle_key("t", "three", SECRET, PARTS),
        shuffle_key("t", "gap", SECRET[::-1], PARTS),
        shuffle_key("t", "gap", SECRET, [PARTS[2], None, PARTS[0]]),
        shuffle_key("t", "gap", SECRET, [PARTS[0], PARTS[2], None]),
        shuffle_key("tg", "ap", SECRET, PARTS),
    }
    assert len(keys) == 7
    key = keys.pop()
    assert not set(islice(words(key, 1), 500)) & set(islice(words(key, 2), 500))


def test_the_shuffle_is_uniform() -> None:
    """χ² over who gets card 0 of three places (hand 1 of GAP has 6 of 30, the row 4, …): 49 cards, one a place."""
    state = get("gap").new(4, {"starter": 1})
    counts = [0] * 50
    for number in range(2000):
        counts[outcome(state, hashlib.sha256(bytes([number % 256, number // 256])).digest()).index(7, 1) - 1] += 1
    square = sum((count - 40) ** 2 / 40 for count in counts)
    assert square < 85.4  # 49 degrees of freedom, p = 0.001


# ---- at a table --------------------------------------------------------------------------------------------


def play(folder: Path, story: Callable[[House], Any]) -> None:
    async def whole() -> None:
        house = sqlite_house(folder)
        await story(house)
        await shut(house)

    asyncio.run(whole())


def test_hashes_and_parts_are_published_only_when_all_are_in(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", "greedy", public=True), "p0", "Eva")
        first, second = Player(room, "p0", 0), Player(room, "p1", 1)
        await first.connect()
        await room.join("p1", "Jan")
        await second.connect()
        await settle()

        def shown() -> Shuffle:
            table = first.updates[-1].table
            assert table
            assert table.shuffle
            return table.shuffle

        assert shown().promises is None
        assert shown().bots == (2,)
        parts = [b"a" * 32, b"b" * 32]
        with pytest.raises(NotYourSeat):
            await room.do(fair_shuffle.send_promise, "p1", 0, promise(parts[0]))
        with pytest.raises(WrongPhase):
            await room.reveal("p0", 0, parts[0])
        await room.do(fair_shuffle.send_promise, "p0", 0, promise(parts[0]))
        await room.do(fair_shuffle.send_promise, "p0", 0, promise(parts[0]))  # a retry
        assert shown().promises is None
        with pytest.raises(Refused, match="wrong_part"):
            await room.do(fair_shuffle.send_promise, "p0", 0, promise(parts[1]))  # the list is fixed
        await room.do(fair_shuffle.send_promise, "p1", 1, promise(parts[1]))
        assert shown().promises == [promise(parts[0]).hex(), promise(parts[1]).hex(), None]
        await room.reveal("p1", 1, parts[1])
        assert shown().parts is None
        with pytest.raises(Refused, match="wrong_part"):
            await room.reveal("p0", 0, parts[1])
        await room.reveal("p0", 0, parts[0])
        assert shown().parts == [parts[0].hex(), parts[1].hex(), None]
        assert first.updates[-1].view
        assert room.table.phase == "playing"
        told = repr([update for player in (first, second) for update in player.updates])
        assert room.table.ceremony
        assert room.table.ceremony.secret.hex() not in told
        with pytest.raises(Running):
            await house.record(room.id)

    play(tmp_path, story)


def test_a_missing_part_starts_the_shuffle_again_and_the_record_says_who(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", public=True), "p0", "Eva")
        players = [Player(room, "p0", 0), Player(room, "p1", 1)]
        await players[0].connect()
        await room.join("p1", "Jan")
        await players[1].connect()
        await settle()
        assert room.table.ceremony
        first = room.table.ceremony.commitment
        for seat in (0, 1):
            await room.do(fair_shuffle.send_promise, f"p{seat}", seat, promise(bytes([seat]) * 32))
        await room.reveal("p0", 0, bytes(32))
        await time_of(house).pass_by(31)
        assert room.table.ceremony.commitment != first
        await shuffle(room, players)
        assert room.table.phase == "playing"
        await room.do(consent.propose, "p0", 0, "x", "draw")
        await room.do(consent.agree, "p1", 1, "y")
        record = read(write(await house.record(room.id)))
        assert record.proof
        assert [start["caused_by"] for start in record.proof["aborted"]] == [[2]]
        assert record.proof["aborted"][0]["commitment"] == first.hex()
        assert record.ended == "draw"
        check_proof(get("gap"), record)

    play(tmp_path, story)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Record:
    found: list[Record] = []

    async def story(house: House) -> None:
        room, players = await seated(house, 1, "random", "random", pace=0, options={"rounds": 2})
        for step in range(300):
            await time_of(house).pass_by(1)
            if room.table.phase == "finished":
                break
            if room.table.asked[0]:
                await players[0].play(f"{step}")
        found.append(await house.record(room.id))

    play(tmp_path_factory.mktemp("finished"), story)
    assert found[0].winners is not None
    return found[0]


def test_the_proof_of_a_finished_game_holds(finished: Record) -> None:
    check_proof(get("gap"), read(write(finished)))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda proof: proof.update({"secret": "00" * 32}), "committed"),
        (lambda proof: proof.update(table="other"), "committed"),
        (lambda proof: proof["parts"].__setitem__(0, "00" * 31 + "01"), "promised"),
        (lambda proof: proof["parts"].__setitem__(1, "00" * 32), "promised"),
        (lambda proof: proof.update(parts=[None] * 3, promises=[None] * 3), "every human seat"),
        (lambda proof: proof.update(scheme="dice"), "not known"),
        (lambda proof: proof.pop("parts"), "complete"),
        (lambda proof: proof.update({"secret": "zz"}), "complete"),
        (lambda proof: proof.update(secret=7), "complete"),
        (lambda proof: proof["parts"].__setitem__(1, ""), "complete"),
        (lambda proof: proof.update(table="x" * 70_000), "at most 200 letters"),
        (lambda proof: proof.update(table=7), "at most 200 letters"),
        (lambda proof: proof.update(table="\ud800"), "complete"),
    ],
)
def test_a_false_proof_is_found(finished: Record, change: Callable[[dict[str, Any]], None], fault: str) -> None:
    record = deepcopy(finished)
    assert record.proof
    change(record.proof)
    with pytest.raises(RecordError, match=fault):
        check_proof(get("gap"), record)


def test_a_deal_that_was_chosen_is_found(finished: Record) -> None:
    """Another key with a proof of its own, but the old deals: they do not follow from it."""
    record = deepcopy(finished)
    assert record.proof
    part = bytes(31) + b"\7"
    record.proof["parts"][0], record.proof["promises"][0] = part.hex(), promise(part).hex()
    with pytest.raises(RecordError, match="round 1: this deal"):
        check_proof(get("gap"), record)
    record.proof = None
    with pytest.raises(RecordError, match="no proof"):
        check_proof(get("gap"), record)

"""What is written once for all is, in each pair of eyes, the view that they have."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from kartarna.client.decoder import read_view
from kartarna.core.rng import Rng
from kartarna.games import GAMES, get
from kartarna.play.model.updates import Common, Update
from kartarna.protocol import messages as wire
from kartarna.protocol.encoder import UpdateEncoder, encode
from tests.play.helpers import seated, shut, sqlite_house, turn

DECODER = msgspec.json.Decoder(wire.UpdateJson)


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_reads_its_own_view(name: str) -> None:
    game, rng, encoder = get(name), Rng(7), UpdateEncoder(name)
    state = game.new(3)
    for seq in range(1, 120):
        if state.due():
            state.deal_random(rng)
        common = Common(seq, "decided", 1.5, public=game.public(state))
        for seat in (None, 0, 1, 2):
            own = () if seat is None else tuple(game.own(state, seat))
            update = Update(common, seat, own=own)
            read = DECODER.decode(encoder.write(update)).view
            assert read is not None
            assert read_view(read) == game.view(state, seat) == update.view
        decider = next(seat for seat in range(3) if state.waiting() >> seat & 1)
        state.apply(decider, state.greedy(decider, rng))
        if state.over():
            break
    assert seq > 20


@pytest.mark.parametrize("clock", [("none", 0, 0), ("bank", 100, 1)])
@pytest.mark.parametrize("name", GAMES)
def test_joined_from_pieces_an_update_is_as_the_protocol_has_it(
    name: str, clock: tuple[str, int, int], tmp_path: Path
) -> None:
    """Read and written whole, every update of a game is the same to the byte: the end of a round, the waiting room."""
    kinds = set()

    async def story() -> None:
        house, encoder = sqlite_house(tmp_path), UpdateEncoder(name)
        room, players = await seated(house, 2, game=name, clock=clock)
        watcher = await room.attach(None, players[0].updates.append)
        while room.table.seq < 60 and any(room.table.asked):
            await turn(players).play(f"m{room.table.seq}")
        room.detach(watcher)
        for update in sorted(players[0].updates + players[1].updates, key=lambda update: update.seq):
            written = encoder.write(update)
            assert encode(DECODER.decode(written)) == written
            kinds.add(update.kind)
        await shut(house)

    asyncio.run(story())
    assert {"dealt", "decided", "sat"} <= kinds

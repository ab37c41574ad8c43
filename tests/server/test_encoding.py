"""What is written once for all is, in each pair of eyes, the view that they have."""

from __future__ import annotations

import msgspec
import pytest

from kartarna.client.decoder import read_view
from kartarna.core.rng import Rng
from kartarna.games import GAMES, get
from kartarna.play.model.updates import Update
from kartarna.server.socket import messages as wire
from kartarna.server.socket.encoder import UpdateEncoder

DECODER = msgspec.json.Decoder(wire.UpdateJson)


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_reads_its_own_view(name: str) -> None:
    game, rng, encoder = get(name), Rng(7), UpdateEncoder(name)
    state = game.new(3)
    for seq in range(1, 120):
        if state.due():
            state.deal_random(rng)
        public = game.public(state)
        for seat in (None, 0, 1, 2):
            own = () if seat is None else tuple(game.own(state, seat))
            update = Update(seq, "decided", 1.5, seat, public=public, own=own)
            read = DECODER.decode(encoder.write(update)).view
            assert read is not None
            assert read_view(read) == game.view(state, seat) == update.view
        decider = next(seat for seat in range(3) if state.waiting() >> seat & 1)
        state.apply(decider, state.greedy(decider, rng))
        if state.over():
            break
    assert seq > 20

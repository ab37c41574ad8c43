"""Changes of games that are tried out on this device: between two games everything else has its turn."""

from __future__ import annotations

import asyncio

from kartarna.lab.house.tryout import QuickComparison
from kartarna.protocol import context
from kartarna.protocol.encoder import ENCODER


async def try_out(wish: context.Tryout) -> bytes:
    tryout = QuickComparison(*wish)
    for _ in tryout.play():
        await asyncio.sleep(0)
    return ENCODER.encode(tryout.report())

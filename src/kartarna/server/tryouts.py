"""Changes of games that visitors try out: played in a process of its own, which ends with it.

So no table waits for it, and the deck, which may be played with once and never again, takes no place in this process.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE

from kartarna.protocol.context import Tryout
from kartarna.protocol.failures import Failed

LONGEST = 60.0  # seconds; on a machine with nothing else to do it takes three


async def try_out(wish: Tryout) -> bytes:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "kartarna.lab.house.tryout"),  # -P: nothing from here
        stdin=PIPE,
        stdout=PIPE,
        stderr=DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        written, _ = await asyncio.wait_for(process.communicate(json.dumps(wish._asdict()).encode()), LONGEST)
    except TimeoutError:
        written = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise Failed(503, "tryout_failed")
    return written

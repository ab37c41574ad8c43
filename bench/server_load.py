"""The server under load: 250 tables, 1,000 sockets, 1,000 decisions a second, each durable before it is told.

The generator runs beside the server, on the other core if there is one. `--rates` asks for a ladder of rates; the
highest that was held (98 % of it, p99 below a quarter of a second) is named; `processor time` is the server's for one
decision, all its threads: it depends least on what else the machine does. Then boardgame.io's server gets the same
load (server_peer.py), unless `--alone`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time

import uvloop
from house_process import HouseProcess
from lateness import Lateness
from lay_tables import PLAYERS, LaidTable, laid_by
from played_table import connected, drive, scatter
from processes import memory, processor
from rows import show, show_head
from server_peer import measure_peer


async def measure(
    port: int, process: int, laid: list[LaidTable], rates: list[float], seconds: float, settle: float
) -> str:
    """Prints a row for each rate; returns the rest that is to be told."""
    before = memory(process)
    tables = await connected(port, laid)
    held = (memory(process) - before) / len(tables) * 1024
    await scatter(tables, min(rates))
    await asyncio.sleep(settle)
    highest, refused, made, own = 0.0, 0, 0, time.process_time()
    late: list[str] = []
    for rate in rates:
        lateness, computed = Lateness(), processor(process)
        load = await drive(tables, rate, seconds)
        each = 1000 * (processor(process) - computed) / max(1, len(load.taken))
        late.append(f"{lateness.stop():.1f}")
        if show("Kartárna, durable", rate, seconds, sorted(1000 * taken for taken in load.taken), each):
            highest = max(highest, rate)
        refused, made = refused + load.refused, made + len(load.taken)
    own = 1000 * (time.process_time() - own) / max(1, made)
    for table in tables:
        for socket in table.sockets:
            socket.close()
    return (
        f"Kartárna: highest rate held {highest:.0f}/s, refused {refused}; {held:.0f} KiB of memory a table with its "
        f"{PLAYERS} sockets, {memory(process):.0f} MiB at the end; the generator computed {own:.2f} ms a decision; "
        f"p99 of how late the machine made a clock beside it: {', '.join(late)} ms"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tables", type=int, default=250)
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--rates", type=float, nargs="+", default=[500, 1000, 1250, 1500, 2000])
    arguments.add_argument("--alone", action="store_true", help="leave out boardgame.io")
    arguments.add_argument("--database", help="an empty PostgreSQL; without it an SQLite file is made")
    arguments.add_argument("--workers", type=int, default=1)
    arguments.add_argument(
        "--settle", type=float, default=0, help="seconds for processes to find out that they are alone"
    )
    chosen = arguments.parse_args()
    show_head()
    with tempfile.TemporaryDirectory() as folder:
        url = chosen.database or f"sqlite:///{folder}/kartarna.db"
        laid = laid_by(sys.executable, url, chosen.tables)
        server = HouseProcess(url, chosen.workers)
        try:
            told = [uvloop.run(measure(server.port, server.pid, laid, chosen.rates, chosen.seconds, chosen.settle))]
        finally:
            server.stop()
    if not chosen.alone:
        told.append(measure_peer(chosen.tables, chosen.rates, chosen.seconds))
    print("", *told, sep="\n")


if __name__ == "__main__":
    main()

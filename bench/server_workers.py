"""What a decision costs with 1, 2, 4 and 8 processes on one PostgreSQL (a temporary one), and how many are done.

    .venv/bin/python bench/server_workers.py [--workers 1 2 4 8] [--turns 6] [--rate 500] [--core 0]

Each house has a database, 250 tables and 1,000 sockets of its own; they get the load in turn. Told is the processor
time of all processes of a house for one decision, without PostgreSQL's. With --core the generator has this core for
itself, and the houses with PostgreSQL all others. Before it begins they get 50 seconds to find out that no two
processes have the same table.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import uvloop
from house_process import HouseProcess
from lay_tables import LaidTable, laid_by
from turns import show, take_turns, turns_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.play.postgres_server import PostgresServer

SETTLE = 50.0  # seconds: longer than SHARED in play/room/room.py


async def compare(servers: dict[int, tuple[HouseProcess, list[LaidTable]]], given: argparse.Namespace) -> None:
    turns = [
        await turns_of(f"{count} workers", *server, given.rate, given.seconds) for count, server in servers.items()
    ]
    await take_turns(turns, given.turns, SETTLE)
    show(turns, given.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=500)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--core", type=int, help="of the generator alone")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whatever was started is stopped then, too
    cores = os.sched_getaffinity(0)
    if given.core is not None:
        os.sched_setaffinity(0, cores - {given.core})  # whatever is started inherits it
    with ExitStack() as stack:
        database = PostgresServer()
        stack.callback(database.stop)
        servers = {}
        for count in given.workers:
            url = database.fresh()
            laid = laid_by(sys.executable, url, given.tables)
            servers[count] = HouseProcess(url, count), laid
            stack.callback(servers[count][0].stop)
        if given.core is not None:
            os.sched_setaffinity(0, {given.core})
        uvloop.run(compare(servers, given))


if __name__ == "__main__":
    main()

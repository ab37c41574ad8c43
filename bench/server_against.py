"""What a decision costs the server, here and in other trees (older commits, set up beside it), and boardgame.io's.

    .venv/bin/python bench/server_against.py [OTHER …] [--turns 10] [--rate 4000] [--seconds 3] [--peer]

Each server has 250 tables and 1,000 sockets. Told is the processor time of its process, all threads, for one decision:
medians and quartiles. No server keeps up with the usual rate, so each is as busy as it can be.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from contextlib import ExitStack
from pathlib import Path

import uvloop
from house_process import HouseProcess
from lay_tables import LaidTable, laid_by
from server_peer import PeerProcess, installed, peer
from turns import Turns, show, take_turns, turns_of

HERE = Path(__file__).resolve().parent.parent


async def compare(
    servers: dict[str, tuple[HouseProcess, list[LaidTable]]], beside: PeerProcess | None, given: argparse.Namespace
) -> None:
    turns = [await turns_of(name, *server, given.rate, given.seconds) for name, server in servers.items()]
    if beside:
        turns.append(Turns("boardgame.io", lambda: drive_peer(beside, given.rate)))
    await take_turns(turns, given.turns)
    show(turns, given.seconds)


async def drive_peer(process: PeerProcess, rate: float) -> tuple[int, float]:
    taken, computed = await asyncio.to_thread(process.drive, rate)
    return len(taken), computed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("others", type=Path, nargs="*", help="trees with a .venv of their own, set up")
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, default=4000)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--peer", action="store_true", help="boardgame.io in memory takes turns, too (needs npm)")
    given = parser.parse_args()
    trees = {"here": HERE, **{tree.name: tree.resolve() for tree in given.others}}
    with ExitStack() as stack:
        servers = {}
        for name, tree in trees.items():
            url = f"sqlite:///{stack.enter_context(tempfile.TemporaryDirectory())}/kartarna.db"
            python = str(tree / ".venv/bin/python")
            laid = laid_by(python, url, given.tables)
            servers[name] = HouseProcess(url, python=python), laid
            stack.callback(servers[name][0].stop)
        beside = None
        if given.peer:
            folder = stack.enter_context(installed())
            beside = stack.enter_context(peer(folder, "in memory", given.tables, given.seconds))
        uvloop.run(compare(servers, beside, given))


if __name__ == "__main__":
    main()

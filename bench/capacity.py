"""A plan for many players at once: what their decisions ask of so many processes, simulated from measured figures.

    .venv/bin/python bench/capacity.py [--players 100000] [--cost 300] [--memory 175] [--think 6] [--workers 4 6 8 12]

Tables are spread over the processes as the server itself does it (server/homes.py). At each table somebody decides
after a random time, on average --think seconds; each decision keeps its process busy for --cost microseconds, one after
the other, and now and then (a deal, a round's end) five times as long. Told are the busiest process and how long a
decision waits for its turn; not the disk, nor the network. `--cost` is what bench/server_workers.py prints, `--memory`
(KiB a table with its sockets) what bench/server_load.py prints.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from pathlib import Path

from kartarna.server.homes import Homes

SEATS = 4
LONG, OFTEN = 5.0, 1 / 24  # a deal is so many times the work of a move, once in a round
SIMULATED = 200_000  # decisions at the busiest process
PROCESS = 75  # MiB of a process without tables


def tables_of(workers: int, tables: int) -> list[int]:
    """How many live in each process, by the server's own rule."""
    homes = Homes(Path(), workers)
    homes_of = Counter(homes.order(f"{number:x}table")[0] for number in range(tables))
    return [homes_of[place] for place in range(workers)]


def waits(rate: float, cost: float, chance: random.Random) -> list[float]:
    """Sorted seconds that decisions wait at one process where `rate` of them come in a second."""
    now = free = 0.0
    found = []
    for _ in range(SIMULATED):
        now += chance.expovariate(rate)
        found.append(max(0.0, free - now))
        work = cost * (LONG if chance.random() < OFTEN else 1) / (1 + (LONG - 1) * OFTEN)
        free = max(free, now) + work
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=100_000)
    parser.add_argument("--cost", type=float, default=300, help="microseconds of a processor for a decision")
    parser.add_argument("--memory", type=float, default=175, help="KiB of a table with its sockets")
    parser.add_argument("--think", type=float, default=6, help="seconds between two decisions at a table")
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 3, 4, 6, 8])
    given = parser.parse_args()
    tables, cost = given.players // SEATS, given.cost / 1e6
    print(f"{tables:,} tables, {tables / given.think:,.0f} decisions a second")
    print("| processes | of the busiest, in use | waits, p50 | p99 | memory of each |\n|---|---|---|---|---|")
    for workers in given.workers:
        spread = tables_of(workers, tables)
        rate = max(spread) / given.think
        memory = PROCESS + max(spread) * given.memory / 1024
        if rate * cost >= 1:
            print(f"| {workers} | {rate * cost:.0%} | too few | | {memory:,.0f} MiB |")
            continue
        found = waits(rate, cost, random.Random(workers))
        half, most = (1000 * found[int(share * SIMULATED)] for share in (0.5, 0.99))
        print(f"| {workers} | {rate * cost:.0%} | {half:.1f} ms | {most:.1f} ms | {memory:,.0f} MiB |", flush=True)


if __name__ == "__main__":
    main()

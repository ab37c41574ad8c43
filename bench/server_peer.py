"""The same load on boardgame.io's server (from npm, into a temporary folder), with a game of like size.

Twice: as it comes, with matches in memory, and with its own store in files (FlatFile), which lives through a restart.
Neither waits until a move is on the disk before it is told, as ours does.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import memory, processor
from rows import show

FILES = Path(__file__).parent / "boardgame_io"
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4", "node-persist@3")
STORES = {"in memory": (), "in files": ("matches",)}


class PeerProcess:
    """Its server, and beside it the generator, with all sockets connected."""

    def __init__(self, server: subprocess.Popen[str], load: subprocess.Popen[str]) -> None:
        self.pid = server.pid
        self.load = load

    def drive(self, rate: float) -> tuple[list[float], float]:
        """Sorted milliseconds of each decision, and the server's processor time for all of them."""
        assert self.load.stdin
        assert self.load.stdout
        before = processor(self.pid)
        print(rate, file=self.load.stdin, flush=True)
        taken: list[float] = json.loads(self.load.stdout.readline())
        return taken, processor(self.pid) - before


@contextmanager
def installed() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text('{"private": true}')
        for file in FILES.iterdir():
            shutil.copy(file, folder)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
        subprocess.run(command, cwd=folder, check=True)
        yield folder


@contextmanager
def peer(folder: str, store: str, tables: int, seconds: float) -> Iterator[PeerProcess]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = ["node", "server.cjs", port, *STORES[store]]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            server.stdout.readline()
            time.sleep(1)
            with subprocess.Popen(
                ["node", "load.cjs", port, str(tables), str(seconds)],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            ) as load:
                yield PeerProcess(server, load)
        finally:
            server.terminate()


def measure_peer(tables: int, rates: list[float], seconds: float) -> str:
    if not shutil.which("npm"):
        return "boardgame.io: not measured, there is no npm"
    with installed() as folder:
        return "\n".join(_measure(folder, store, tables, rates, seconds) for store in STORES)


def _measure(folder: str, store: str, tables: int, rates: list[float], seconds: float) -> str:
    name, highest = f"boardgame.io, {store}", 0.0
    with peer(folder, store, tables, seconds) as process:
        process.drive(min(rates))  # from here on it counts
        for rate in rates:
            taken, computed = process.drive(rate)
            if show(name, rate, seconds, taken, 1000 * computed / max(1, len(taken))):
                highest = max(highest, rate)
        return f"{name}: highest rate held {highest:.0f}/s; {memory(process.pid):.0f} MiB at the end"

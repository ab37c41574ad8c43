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
from pathlib import Path

from processes import memory, processor
from rows import show

FILES = Path(__file__).parent / "boardgame_io"
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4", "node-persist@3")
STORES = {"in memory": (), "in files": ("matches",)}


def measure_peer(tables: int, rates: list[float], seconds: float) -> str:
    if not shutil.which("npm"):
        return "boardgame.io: not measured, there is no npm"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text('{"private": true}')
        for file in FILES.iterdir():
            shutil.copy(file, folder)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
        subprocess.run(command, cwd=folder, check=True)
        return "\n".join(_serve(folder, store, tables, rates, seconds) for store in STORES)


def _serve(folder: str, store: str, tables: int, rates: list[float], seconds: float) -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = ["node", "server.cjs", port, *STORES[store]]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            server.stdout.readline()
            time.sleep(1)
            return _load(folder, f"boardgame.io, {store}", server.pid, port, [str(tables), str(seconds)], rates)
        finally:
            server.terminate()


def _load(folder: str, name: str, process: int, port: str, size: list[str], rates: list[float]) -> str:
    highest = 0.0
    computed = processor(process)
    arguments = [port, *size, *map(str, rates)]
    with subprocess.Popen(["node", "load.cjs", *arguments], cwd=folder, stdout=subprocess.PIPE, text=True) as load:
        for line in load.stdout or ():
            found = json.loads(line)
            now = processor(process)
            each, computed = 1000 * (now - computed) / max(1, len(found["taken"])), now
            if found["rate"] and show(name, found["rate"], float(size[1]), found["taken"], each):
                highest = max(highest, found["rate"])
    return f"{name}: highest rate held {highest:.0f}/s; {memory(process):.0f} MiB at the end"

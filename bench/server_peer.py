"""The same load on boardgame.io's server (from npm, into a temporary folder), with a game of like size.

It keeps matches in memory and tells a move before it is stored, so it is spared what takes us longest.
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
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4")


def measure_peer(tables: int, rates: list[float], seconds: float) -> str:
    if not shutil.which("npm"):
        return "boardgame.io: not measured, there is no npm"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text('{"private": true}')
        for file in FILES.iterdir():
            shutil.copy(file, folder)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
        subprocess.run(command, cwd=folder, check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        with subprocess.Popen(["node", "server.cjs", port], cwd=folder, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                server.stdout.readline()
                time.sleep(1)
                return _load(folder, server.pid, port, tables, rates, seconds)
            finally:
                server.terminate()


def _load(folder: str, process: int, port: str, tables: int, rates: list[float], seconds: float) -> str:
    highest = 0.0
    computed = processor(process)
    arguments = [port, str(tables), str(seconds), *map(str, rates)]
    with subprocess.Popen(["node", "load.cjs", *arguments], cwd=folder, stdout=subprocess.PIPE, text=True) as load:
        for line in load.stdout or ():
            found = json.loads(line)
            now = processor(process)
            each, computed = 1000 * (now - computed) / max(1, len(found["taken"])), now
            if found["rate"] and show("boardgame.io, in memory", found["rate"], seconds, found["taken"], each):
                highest = max(highest, found["rate"])
    return f"boardgame.io: highest rate held {highest:.0f}/s; {memory(process):.0f} MiB at the end"

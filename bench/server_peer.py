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

FILES = Path(__file__).parent / "boardgame_io"
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4")


def measure_peer(tables: int, rates: list[float], seconds: float) -> None:
    if not shutil.which("npm"):
        print("boardgame.io: not measured, there is no npm")
        return
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
                _load(folder, server.pid, port, tables, rates, seconds)
            finally:
                server.terminate()


def _load(folder: str, process: int, port: str, tables: int, rates: list[float], seconds: float) -> None:
    print(f"boardgame.io, not durable: {tables} tables, {4 * tables} sockets")
    computed = processor(process)
    arguments = [port, str(tables), str(seconds), *map(str, rates)]
    with subprocess.Popen(["node", "load.cjs", *arguments], cwd=folder, stdout=subprocess.PIPE, text=True) as load:
        for line in load.stdout or ():
            found = json.loads(line)
            each = (processor(process) - computed) / max(1, found["count"])
            computed = processor(process)
            print(
                f"{found['rate']:6.0f}/s wanted: {found['count'] / seconds:6.0f}/s, decision → all views: "
                f"p50 {found['p50']:.1f} ms, p99 {found['p99']:.1f} ms, longest {found['longest']:.0f} ms; "
                f"processor time {1000 * each:.2f} ms a decision",
                flush=True,
            )
    print(f"memory at the end: {memory(process):.0f} MiB")

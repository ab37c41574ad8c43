"""A server as a process of its own, without limits for the load generator beside it."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import time
from urllib.request import urlopen

SERVER = """
import sys
from kartarna.server.limits import Limits
from kartarna.server.launch import Serving, serve
many = 10**9
limits = Limits(messages=many, sockets=many, sockets_of_address=many, tables=many, people=many, requests=many)
serving = Serving(sys.argv[1], port=0, workers=int(sys.argv[2]), limits=limits)
if __name__ == "__main__":
    serve(serving, lambda port: print(port, flush=True))
"""


class HouseProcess:
    def __init__(self, url: str, workers: int = 1, python: str = sys.executable) -> None:
        command = [python, "-c", SERVER, url, str(workers)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"
        for _ in range(200):
            with contextlib.suppress(OSError), urlopen(f"{self.url}/api/ready"):  # noqa: S310
                return
            time.sleep(0.05)

    @property
    def pid(self) -> int:
        return self.process.pid

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

"""Each table lives in one process of this machine. Whichever accepts a socket hands it on to the table's process.

Processes have a place each in a folder of their own user: a lock, which says that it is taken, and a Unix socket beside
it, over which the others send the request for a table's socket together with the connection itself (SCM_RIGHTS). Who
lives where needs no agreement: all put the places in the same order for a table, and the first that answers is its
home. When a process dies its tables are at home in the next; when its place is taken again they come back.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
from array import array
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import uvicorn

REQUEST = re.compile(rb"GET /api/tables/([0-9A-Za-z]+)/socket[ ?]")
LONGEST = 65536  # bytes of a request; uvicorn's are shorter
Accept = Callable[[bytes, socket.socket], None]  # the request, and the connection that it came by


def table_of(request: bytes) -> str | None:
    found = REQUEST.match(request)
    return found[1].decode() if found else None


class Homes:
    config: uvicorn.Config  # of the server: for connections that are handed on to it

    def __init__(self, folder: Path, count: int) -> None:
        self.folder = folder
        self.count = count
        self.place = -1  # this process's own
        self.lock = -1
        self.box: socket.socket | None = None

    def open(self, accept: Accept) -> None:
        """Takes the first free place; from now on others hand on here what belongs here."""
        self.place = next(place for place in range(self.count) if self._take(place))
        self.box = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.box.setblocking(False)
        self._path(self.place).unlink(missing_ok=True)
        self.box.bind(str(self._path(self.place)))
        asyncio.get_running_loop().add_reader(self.box.fileno(), self._receive, accept)

    def close(self) -> None:
        if self.box:
            asyncio.get_running_loop().remove_reader(self.box.fileno())
            self.box.close()
            os.close(self.lock)
            self.box = None

    def _take(self, place: int) -> bool:
        import fcntl  # noqa: PLC0415 - Windows has none, and runs one process

        lock = os.open(self.folder / f"{place}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            return False
        self.lock = lock
        return True

    def _path(self, place: int) -> Path:
        return self.folder / f"{place}.socket"

    def _receive(self, accept: Accept) -> None:
        while self.box:
            try:
                request, connections, _, _ = socket.recv_fds(self.box, LONGEST, 1)
            except BlockingIOError:
                return
            for connection in connections:  # none: somebody asks whether this place is taken
                accept(request, socket.socket(fileno=connection))

    # ---- where a table lives -----------------------------------------------------------------------------

    def order(self, table: str) -> list[int]:
        """Its places, the home first; then where it lives while that one is empty."""
        return sorted(range(self.count), key=lambda place: blake2b(f"{table} {place}".encode()).digest())

    def is_here(self, table: str) -> bool:
        """Nobody whose place comes before ours is there."""
        order = self.order(table)
        return not any(map(self._is_taken, order[: order.index(self.place)]))

    def _is_taken(self, place: int) -> bool:
        try:
            return self._send(place, b"?", [])
        except BlockingIOError:
            return True  # whoever is there has not yet read what was sent before

    def hand_on(self, request: bytes, connection: int) -> bool:
        """To the table's home; False: it is here. BlockingIOError: not just now."""
        table = table_of(request)
        if table is None:
            return False
        for place in self.order(table):
            if place == self.place:
                return False
            if self._send(place, request, [connection]):
                return True
        return False

    def _send(self, place: int, request: bytes, connections: list[int]) -> bool:
        if self.box is None:
            return False
        with suppress(FileNotFoundError, ConnectionRefusedError):  # nobody is there
            along = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", connections))] if connections else []
            self.box.sendmsg([request], along, 0, str(self._path(place)))
            return True
        return False

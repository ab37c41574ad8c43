"""The house in a worker of a browser: what the script there (web/local/worker.ts) calls."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from kartarna import COMPILED
from kartarna.local.house import LocalHouse
from kartarna.local.requests import Request
from kartarna.local.thinkers import STRONGEST

Tell = Callable[[int, str], None]  # the connection of this number a text
HangUp = Callable[[int, int], None]  # the connection of this number, with this code
HOUSES: list[LocalHouse] = []  # the one that was opened


class BrowserFile:
    """One of the two files, by functions of the script. Whatever they throw is an error of the disk."""

    def __init__(self, which: int, do: Callable[..., Any]) -> None:
        self.which = which
        self.do = do

    def _do(self, *what: Any) -> Any:
        try:
            return self.do(self.which, *what)
        except Exception as error:
            raise OSError(str(error)) from error

    def read(self) -> bytes:
        return bytes(self._do("read"))

    def write(self, data: bytes, at: int) -> None:
        self._do("write", data, at)

    def truncate(self, size: int) -> None:
        self._do("truncate", size)

    def flush(self) -> None:
        self._do("flush")


async def open_house(file: Callable[..., Any], tell: Tell, hang_up: HangUp) -> list[Any]:
    """Whether all that was kept could be read, and the strongest level, if there are stronger ones elsewhere."""
    house = LocalHouse((BrowserFile(0, file), BrowserFile(1, file)), tell=tell, hang_up=hang_up)
    HOUSES.append(house)
    await house.open()
    return [not house.database.lost, "" if COMPILED else STRONGEST]


async def request(method: str, path: str, headers: str, body: str) -> list[Any]:
    """Status and body of the answer; headers come as JSON."""
    return list(await HOUSES[0].request(Request(method, path, json.loads(headers), body)))


def connect(number: int, table: str) -> None:
    HOUSES[0].connect(number, table)


def hear(number: int, text: str | None) -> None:
    HOUSES[0].hear(number, text)

"""Many states of one kind in one block of memory, each as its snapshot. Compiled code gets this from block.pxd."""

from __future__ import annotations

from typing import Any

from kartarna.core.memory import pack, unpack
from kartarna.core.state import State

Block = Any  # bytes that can be changed: a bytearray, an array of NumPy


def load(state: State, block: Block, place: int) -> None:
    """The state becomes the one that stands at this place."""
    size = len(pack(state))
    unpack(state, bytes(memoryview(block)[place * size : (place + 1) * size]))


def store(state: State, block: Block, place: int) -> None:
    """The reverse of `load`."""
    snapshot = pack(state)
    memoryview(block)[place * len(snapshot) : (place + 1) * len(snapshot)] = snapshot

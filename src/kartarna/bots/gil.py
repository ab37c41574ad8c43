"""Which games keep all other threads waiting while a bot thinks about them."""

from __future__ import annotations

import sys

from kartarna import COMPILED
from kartarna.core.python_state import PythonState
from kartarna.core.state import State


def holds_gil(state: State) -> bool:
    """Its rules run in Python: thinking holds the interpreter's lock, and takes a hundred times as long."""
    return not COMPILED or isinstance(state, PythonState)


def blocks_others(state: State) -> bool:
    """Thinking about it is for another process, where others play. In a browser are neither processes nor others."""
    return holds_gil(state) and sys.platform != "emscripten"

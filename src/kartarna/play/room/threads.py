"""Beside the event loop: what takes long (playing a game through from its log) keeps nobody else waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

THREADS = ThreadPoolExecutor(2, "replay")  # few: they and the loop take turns. Others' threads are never waited for


async def run_in_thread(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    return await asyncio.get_running_loop().run_in_executor(THREADS, lambda: work(*args, **kwargs))

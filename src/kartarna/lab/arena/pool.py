"""Plays the deals of a tournament, on all cores, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.process import BaseProcess
from threading import Thread

from kartarna.core.errors import KartarnaError
from kartarna.lab.arena.scorebook import Scorebook
from kartarna.lab.arena.tournament import Played, Tournament, play

AHEAD = 3  # deals waiting for every worker, so that none is idle


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    tournament: Tournament, deals: Iterable[int], *, processes: int = 0, book: Scorebook | None = None
) -> Generator[Played]:
    """Every deal as soon as it is played, those from the book first; the others are written into it.

    The results do not depend on the number of processes. Stop asking for more, and the workers end.
    """
    known = book.played if book else {}
    wanted = list(deals)
    yield from (known[deal] for deal in wanted if deal in known)
    due = [deal for deal in wanted if deal not in known]
    workers = min(processes or cores(), len(due))
    for played in _parallel(tournament, due, workers) if workers > 1 else (play(tournament, deal) for deal in due):
        if book:
            book.add(played)
        yield played


def _parallel(tournament: Tournament, deals: list[int], workers: int) -> Iterator[Played]:
    fresh = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=fresh, initializer=_serve)
    try:
        left = iter(deals)
        under_way: set[Future[Played]] = set()
        while True:
            under_way |= {
                pool.submit(play, tournament, deal) for deal in islice(left, AHEAD * workers - len(under_way))
            }
            if not under_way:
                break
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            yield from sorted((future.result() for future in done), key=lambda played: played.deal)
    except BrokenProcessPool as error:
        raise KartarnaError("a worker process has died; is there enough memory? Try fewer --processes") from error
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _serve() -> None:
    """A worker leaves interrupts to its parent, and ends when its parent does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)

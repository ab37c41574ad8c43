"""Plays the deals of a tournament on all cores, or on a cluster (lab/spread.py)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial

from kartarna.lab.arena.scorebook import Scorebook
from kartarna.lab.arena.tournament import Played, Tournament, play
from kartarna.lab.cluster import RayPool
from kartarna.lab.spread import spread


def run(
    tournament: Tournament,
    deals: Iterable[int],
    *,
    processes: int = 0,
    book: Scorebook | None = None,
    cluster: RayPool | None = None,
) -> Generator[Played]:
    """Every deal as soon as it is played, those from the book first; the others are written into it.

    The results do not depend on the number of processes. Stop asking for more, and the workers end.
    """
    known = book.played if book else {}
    wanted = list(deals)
    yield from (known[deal] for deal in wanted if deal in known)
    due = [deal for deal in wanted if deal not in known]
    with closing(spread(partial(play, tournament), due, processes=processes, cluster=cluster)) as fresh:
        for played in fresh:
            if book:
                book.add(played)
            yield played

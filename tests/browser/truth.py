"""What a seat, or a spectator, may know at a table, row by row: read from the log, where no browser may look.

`python -m tests.browser.truth DATABASE TABLE EYES` (EYES: a seat, or -) prints JSON for hidden.test.ts.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterator
from typing import Any

from kartarna.core.view import View
from kartarna.core.words import Card, Fact
from kartarna.play.model.table import Table
from kartarna.play.model.updates import told
from kartarna.play.storage.log import READ, Row


def main(database: str, table: str, eyes: str) -> None:
    seat = None if eyes == "-" else int(eyes)
    sys.stdout.write(
        json.dumps({moment["seq"]: moment for moment in moments(Table(table), rows(database, table), seat)})
    )


def rows(database: str, table: str) -> Iterator[Row]:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        for seq, at, kind, seat, message, data in connection.execute(READ, (table, 0)):
            yield Row(seq, at, kind, seat, message, json.loads(data))


def moments(table: Table, log: Iterator[Row], eyes: int | None) -> Iterator[dict[str, Any]]:
    """After each row: the zones as these eyes see them, every card they have ever seen, and those they never saw."""
    seen: set[str] = set()
    for row in log:
        change = table.apply(row)
        for event in told(table, change):
            if event.seen_by(eyes):
                seen.update(cards_in(tuple(event.facts.values())))
        if table.state.round:
            view = table.game.view(table.state, eyes)
            seen.update(card for zone in view.zones for card in (*zone.cards, *zone.known))
            yield {
                "seq": row.seq,
                "zones": zones_of(view),
                "secret": sorted(unseen(set(table.game.census(table.state)), seen)),
            }


def unseen(cards: set[str], seen: set[str]) -> set[str]:
    """The cards of which no copy was seen, either way up: 7/1 is 1/7 turned (dnup)."""
    either_way = seen | {turned(card) for card in seen}
    return {name for card in cards for name in (card, turned(card))} - either_way


def turned(card: str) -> str:
    return "/".join(reversed(card.split("/")))


def zones_of(view: View) -> dict[str, list[str]]:
    named = {f"{zone.name}:{'' if zone.seat is None else zone.seat}": (*zone.cards, *zone.known) for zone in view.zones}
    return {name: sorted(cards) for name, cards in named.items()}


def cards_in(fact: Fact | tuple[Fact, ...]) -> Iterator[str]:
    if isinstance(fact, tuple):
        for part in fact:
            yield from cards_in(part)
    elif isinstance(fact, Card):
        yield str(fact)


if __name__ == "__main__":
    main(*sys.argv[1:])

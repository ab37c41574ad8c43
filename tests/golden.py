"""Golden playthroughs: whole games as text, with every view and every list of legal decisions.

`python -m tests.golden` writes the files anew; a change to one shows in review what a change to
the rules, the words or the generator does.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from kartarna.core.history import events_of
from kartarna.core.options import options
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import Zone, seats_of
from kartarna.core.words import Event
from kartarna.games import GAMES, get
from tests.positions import recorded
from tests.variants import VARIANTS, name

FOLDER = Path(__file__).with_name("golden")
ROUNDS = 2  # enough to see a round begin, end and begin again
DECISIONS = 60
SEED = 2026
TIED = {2: 3539, 3: 2409, 4: 359, 5: 234, 6: 641}  # by players: seeds of games of GAP tied after two rounds (GAP-9)


def playthrough(game: str, players: int, rules: dict[str, Any]) -> str:
    """A game of quick players, and what every seat and a spectator sees of it: the opening, or up to an extra round."""
    table = recorded(game, players, **rules)
    whole = "extra_round" in rules
    rng = Rng(TIED[players] if whole else SEED)
    lines = [f"{game}, {players} players, {rules or 'standard rules'}"]
    seen: dict[int | None, set[Zone]] = {}
    for decided in count():
        opened = decided == DECISIONS or (table.state.due() and table.state.round == ROUNDS)
        if table.state.over() or (opened and not whole):
            break
        if table.state.due():
            lines += _told(game, table.state, events_of(get(game), table.deal_random(rng)))
        lines += _position(game, table.state, seen)
        seat = seats_of(table.state.waiting())[0]
        step = table.decide(seat, table.state.greedy(seat, rng))
        lines += _told(game, table.state, events_of(get(game), step))
    return "\n".join(lines) + "\n"


def _position(game: str, state: State, seen: dict[int | None, set[Zone]]) -> list[str]:
    """Of every view only what is new in it, and of a seat's view only what not all can see."""
    public = get(game).view(state, None)
    facts = " ".join(f"{name}={value}" for name, value in public.facts.items())
    lines = ["", f"round {state.round}, totals {state.totals[: state.players]}, snapshot {hash_of(state)}, {facts}"]
    for seat in (None, *range(state.players)):
        view = get(game).view(state, seat)
        zones = [zone for zone in view.zones if seat is None or zone not in public.zones]
        new = [zone for zone in zones if zone not in seen.get(seat, set())]
        seen[seat] = set(zones)
        if new:
            lines.append(f"  seen by {'all' if seat is None else seat + 1}: {_zones(new)}")
    for seat in seats_of(state.waiting()):
        lines += _options(game, state, seat)
    return lines


def _options(game: str, state: State, seat: int) -> list[str]:
    found = options(get(game), state, seat)
    teller = get(game).teller(state, "en")
    lines = [f"  seat {seat + 1} may: {', '.join(choice.notation for choice in found.choices)}"]
    return lines + [f"  seat {seat + 1} may not use {item.card}: {teller.say(item.reason)}" for item in found.refused]


def _zones(zones: Iterable[Zone]) -> str:
    return " | ".join(_zone(zone) for zone in zones)


def _zone(zone: Zone) -> str:
    place = zone.name if zone.seat is None else f"{zone.name} {zone.seat + 1}"
    hidden = [f"+{zone.hidden}"] if zone.hidden else []
    known = [f"({' '.join(zone.known)})"] if zone.known else []
    return " ".join([f"{place}:", *zone.cards, *hidden, *known])


def _told(game: str, state: State, events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        audience = "" if event.to == -1 else f" [to {', '.join(_audience(event, state.players))}]"
        lines += [f"{language}{audience}: {get(game).teller(state, language).say(event)}" for language in ("cs", "en")]
    return lines


def _audience(event: Event, players: int) -> list[str]:
    return [str(seat + 1) for seat in range(players) if event.seen_by(seat)] + ["spectators"] * event.seen_by(None)


def hash_of(state: State) -> str:
    return sha256(state.snapshot()).hexdigest()[:16]


def file_of(variant: tuple[str, int, dict[str, Any]]) -> Path:
    return FOLDER / f"{name(variant)}.txt"


if __name__ == "__main__":
    import sys

    for variant in VARIANTS:
        if variant[0] in (sys.argv[1:] or GAMES):
            file_of(variant).write_text(playthrough(*variant), encoding="utf-8")

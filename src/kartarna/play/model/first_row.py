"""What a table's first row says, the one that opens it: of a new table, of one from a position, of a rematch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.core.record import Record, RecordedPlayer, write
from kartarna.core.step import Dealt, Step
from kartarna.games import get
from kartarna.play.errors import Refused
from kartarna.play.model.chair import Chair
from kartarna.play.model.effects import position
from kartarna.play.model.names import clean_name
from kartarna.play.model.settings import HOST, Settings, find_deck
from kartarna.play.model.table import Table
from kartarna.play.storage.log import Row

Data = dict[str, Any]


def of_settings(settings: Settings, host: str, name: str, link: str) -> Data:
    """`link` is the hash of its secret."""
    return {
        "settings": settings.write(),
        "deck": find_deck(get(settings.game), settings.deck).data,
        "host": host,
        "link": link,
        "sitting": [(seat, clean_name(name)) for seat, plan in enumerate(settings.seats) if plan.kind == HOST],
    }


def own_deck(settings: Settings, deck: Data) -> Data:
    """Besides, of a table with a deck that the host has brought along."""
    if settings.public:
        raise Refused("own_deck_public")
    return {"deck": deck, "own_deck": True}


def from_position(settings: Settings, start: Record, parent: Record) -> Data:
    """Of a table that goes on from where the record `start` stops; `parent` is the whole one that it was cut from."""
    if settings.public:
        raise Refused("arranged_public")
    if start.game != settings.game or start.players != settings.players:
        raise OptionError("the record is of another game, or of another number of players")
    nameless = [RecordedPlayer("", person.kind, person.bot) for person in start.seats]  # only the cards are needed
    text = write(replace(start, seats=nameless, proof=None), compact=True)
    state = position(text).state
    if state.over() or state.due():
        raise OptionError("the record stops where there is nothing to decide")
    return {
        "start": text,
        "parent": hashlib.sha256(write(parent, compact=True).encode()).hexdigest(),
        "deck": start.deck,
        "own_deck": all(deck.data != start.deck for deck in get(start.game).decks.installed),
        "settings": {**settings.write(), "options": start.options, "deck": None},
    }


def of_rematch(id: str, rows: Sequence[Row]) -> Data:
    """Who asked for it is the host; seats of those who have been forgotten are free."""
    table = Table(id)
    steps = [step for row in rows if (step := table.follow(row))]
    forgotten = {row.data["person"] for row in rows if row.kind == "forgotten"}
    data = {key: value for key, value in rows[0].data.items() if key not in ("start", "parent")}
    settings = dict(data["settings"])
    options = dict(settings["options"])
    if steps and (starter := _next_starter(table.game, steps[0])) is not None:
        options["starter"] = starter
    chairs = [
        Chair(chair.plan) if chair.person in forgotten else replace(chair, won=table.won(seat))
        for seat, chair in enumerate(table.chairs)
    ]
    asker = table.chairs[table.rematch_by].person if table.rematch_by is not None else None
    return {
        **data,
        "host": asker or table.host,
        "link": table.link,  # it may have been renewed since the opening
        "sitting": [],
        "seats": [[seat, chair.person, chair.name, chair.bot, chair.won] for seat, chair in enumerate(chairs)],
        "settings": {**settings, "options": options},
        "rematch_of": id,
    }


def _next_starter(game: Game[Any], step: Step[Any]) -> int | None:
    """The seat after the one that the first deal drew, where the game lets a table say so."""
    if not isinstance(step.entry, Dealt) or not any(option.name == "starter" for option in game.options):
        return None
    zone, names = game.slots(step.before)[0]
    if zone != "starter":
        return None
    players: int = step.before.players
    return int(names[step.entry.outcome[0]]) % players + 1

"""Sitting down to a game: a new one, or one that was left."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import typer

from kartarna import bots
from kartarna.bots.names import title
from kartarna.core.deck import Deck
from kartarna.core.errors import KartarnaError, OptionError, RecordError
from kartarna.core.game import Game
from kartarna.core.record import Person
from kartarna.core.words import Seat
from kartarna.games import get
from kartarna.terminal.play import save_files
from kartarna.terminal.play.dialogue import Dialogue
from kartarna.terminal.play.solo_table import Table, bot_of
from kartarna.terminal.voice import Voice, printable

USUAL = 3  # players, unless somebody says otherwise
LONGEST_NAME = 40


def usual_players(game: Game[Any]) -> int:
    return USUAL if USUAL in game.players else game.players.start


def seated(
    voice: Voice,
    game: Game[Any],
    *,
    players: int | None = None,
    seat: int | None = None,
    name: str | None = None,
    bot: str | None = None,
) -> list[Person]:
    """The person on the chosen seat, bots with short names on all the others."""
    count = usual_players(game) if players is None else players
    own_seat = 1 if seat is None else seat
    game.new(count)
    if not 1 <= own_seat <= count:
        raise OptionError(f"there is no seat {own_seat} at a table of {count}")
    own = voice.sentence("player", number=own_seat) if name is None else " ".join(printable(name).split())
    if not 0 < len(own) <= LONGEST_NAME:
        raise OptionError(f"a name has 1 to {LONGEST_NAME} letters")
    others = (word for word in voice.sentence("bot_names").split(", ") if word.lower() != own.lower())
    kind = bots.get(bots.STANDARD if bot is None else _one_name(bot)).name
    return [Person(own) if place == own_seat else Person(next(others), "bot", kind) for place in range(1, count + 1)]


def _one_name(bot: str) -> str:
    name = bot.strip()
    if not name or "," in name:
        raise OptionError(f"--bots takes one name, for all the others play alike; there are: {', '.join(bots.BOTS)}")
    return name


def begin(
    voice: Voice,
    game: Game[Any],
    seats: list[Person],
    options: dict[str, Any],
    *,
    deck: Deck | None = None,
    file: Path | None = None,
    seed: int | None = None,
    seconds: float | None = None,
    confirm: bool = False,
) -> None:
    game.new(len(seats), options, deck)
    if file and file.exists():
        raise OptionError(f"{file} exists already; choose another file, or go on with it: --resume {file}")
    table = Table.opened(game, seats, options, deck, file or save_files.new_file(game.id), _chosen(seed), seconds)
    table.save()
    if table.unsaved:
        raise KartarnaError(f"{table.file} cannot be written: {table.unsaved}; choose another file with --save FILE")
    dialogue = _dialogue(voice, table, confirm=confirm, seed=seed)
    _welcome(voice, table, "table_opens")
    _play(dialogue)
    if table.state.over():
        voice.say("seed", seed=str(table.seed))


def _welcome(voice: Voice, table: Table, kind: str) -> None:
    voice.note_interpreted()
    voice.say(kind, title=table.game.title, names=_names(voice, table))
    if table.game.deck_of(table.state).reconstruction:
        voice.say("deck_reconstruction")
    for option in table.game.options:
        value = table.journal.record.options[option.name]
        if value != option.default:
            meaning = voice.game.sentence(f"option_{option.name}")
            told = "" if isinstance(value, bool) else f": {value}"
            voice.line(f"{meaning[:1].upper()}{meaning[1:]}{told}.")
    voice.say("kept", file=str(table.file))
    voice.say("hint")


def _names(voice: Voice, table: Table) -> str:
    """Everyone with what they are: the person, or a bot of some level."""
    return ", ".join(f"{person.name} ({_kind(voice, person)})" for person in table.people)


def _kind(voice: Voice, person: Person) -> str:
    return voice.sentence("you") if person.kind == "human" else title(bot_of(person), voice.language)


def go_on(
    voice: Voice,
    file: Path,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    confirm: bool = False,
    game: Game[Any] | None = None,
) -> None:
    """Resumes a saved game; it stays in its file."""
    try:
        record = save_files.load(file)
        if record.finished:
            raise RecordError(f"this game is over; see it with: kartarna record show {file}")
        found = game or get(record.game)
        table, recent = Table.resumed(found, record, file, _chosen(seed), voice.language, seconds)
    except KartarnaError as error:
        raise RecordError(f"{file}: {error}") from error
    dialogue = _dialogue(voice, table, confirm=confirm, seed=seed)
    _welcome(voice, table, "table_resumes")
    if recent:
        voice.line()
        voice.say("recently")
        for step in recent:
            voice.tell(table.seen(step), apart=step.is_break())
    _play(dialogue)


def _chosen(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else seed


def _dialogue(voice: Voice, table: Table, *, confirm: bool, seed: int | None) -> Dialogue:
    dialogue = Dialogue(table, voice, confirm=confirm, seed=seed)
    if table.seconds:
        dialogue.again += f" --seconds {table.seconds:g}"
    return dialogue


def _play(dialogue: Dialogue) -> None:
    saved = dialogue.run()
    _tell_forfeits(dialogue.voice, dialogue.table)
    if not saved:
        raise typer.Exit(1)


def _tell_forfeits(voice: Voice, table: Table) -> None:
    for seat, count in sorted(table.forfeits.items()):
        voice.say("bot_failed", seat=Seat(seat), bot=bot_of(table.people[seat]), count=count)

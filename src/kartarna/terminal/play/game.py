"""Sitting down to a game: a new one, or one that was left."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import typer

from kartarna import bots
from kartarna.bots.names import title
from kartarna.core.deck import Deck
from kartarna.core.errors import KartarnaError, OptionError, RecordError
from kartarna.core.game import Game
from kartarna.core.record import RecordedPlayer
from kartarna.core.words import Seat
from kartarna.games import get
from kartarna.play.model.chair import Chair
from kartarna.play.model.solo import opening, rows_of
from kartarna.play.room.solo import SoloRoom
from kartarna.play.storage.file_log import FileLog, is_log
from kartarna.play.storage.log import Row
from kartarna.terminal.full.screen_voice import ScreenVoice
from kartarna.terminal.play import save_files
from kartarna.terminal.play.dialogue import Dialogue
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
) -> list[RecordedPlayer]:
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
    return [
        RecordedPlayer(own) if place == own_seat else RecordedPlayer(next(others), "bot", kind)
        for place in range(1, count + 1)
    ]


def _one_name(bot: str) -> str:
    name = bot.strip()
    if not name or "," in name:
        raise OptionError(f"--bots takes one name, for all the others play alike; there are: {', '.join(bots.BOTS)}")
    return name


def begin(
    voice: Voice,
    game: Game[Any],
    seats: list[RecordedPlayer],
    options: dict[str, Any],
    *,
    deck: Deck | None = None,
    file: Path | None = None,
    seed: int | None = None,
    seconds: float | None = None,
    confirm: bool = False,
    coach: bool = False,
    marks: Iterable[str] = (),
) -> None:
    game.new(len(seats), options, deck)
    if file and file.exists():
        raise OptionError(f"{file} exists already; choose another file, or go on with it: --resume {file}")
    file = file or save_files.new_file(game.id)
    rows = [opening(game, seats, options, deck or game.decks.standard).row(1, time.time())]
    room = SoloRoom(_new_log(file, rows), rows, _chosen(seed), seconds)
    dialogue = _dialogue(voice, room, confirm=confirm, coach=coach, seed=seed, marks=marks)
    _welcome(voice, room, "table_opens")
    _play(dialogue)
    if room.table.state.over():
        voice.say("seed", seed=str(room.seed))


def _new_log(file: Path, rows: list[Row]) -> FileLog:
    try:
        return FileLog.begin(file, rows)
    except OSError as error:
        raise KartarnaError(
            f"{file} cannot be written: {error.strerror or error}; choose another file with --save FILE"
        ) from error


def _welcome(voice: Voice, room: SoloRoom, kind: str) -> None:
    table = room.table
    voice.note_interpreted()
    voice.say(kind, title=table.game.title, names=", ".join(_introduced(voice, chair) for chair in table.chairs))
    if table.game.deck_of(table.state).reconstruction:
        voice.say("deck_reconstruction")
    options = table.game.checked(table.players, table.settings.options)
    for option in table.game.options:
        if (value := options[option.name]) != option.default:
            meaning = voice.game.sentence(f"option_{option.name}")
            told = "" if isinstance(value, bool) else f": {value}"
            voice.line(f"{meaning[:1].upper()}{meaning[1:]}{told}.")
    voice.say("kept", file=str(room.log.file))
    voice.say("hint")


def _introduced(voice: Voice, chair: Chair) -> str:
    """With what they are: the person, or a bot of some level."""
    return f"{chair.name} ({voice.sentence('you') if chair.bot is None else title(chair.bot, voice.language)})"


def go_on(
    voice: Voice,
    file: Path,
    *,
    seed: int | None = None,
    seconds: float | None = None,
    confirm: bool = False,
    coach: bool = False,
    game: Game[Any] | None = None,
) -> None:
    """Resumes a saved game; it stays in its file."""
    try:
        room = resumed(voice, file, game, _chosen(seed), seconds)
    except KartarnaError as error:
        raise RecordError(f"{file}: {error}") from error
    dialogue = _dialogue(voice, room, confirm=confirm, coach=coach, seed=seed)
    _welcome(voice, room, "table_resumes")
    if room.recent:
        voice.line()
        voice.say("recently")
        dialogue.tell(room.recent)
    _play(dialogue)


def resumed(voice: Voice, file: Path, game: Game[Any] | None, seed: int, seconds: float | None) -> SoloRoom:
    """From the log of a game that was cut off; one that was left is a record, and becomes a log again."""
    data = save_files.bytes_of(file)
    if is_log(data):
        log, rows = FileLog.load(file)
        room = SoloRoom(log, rows, seed, seconds)
        _check_resumable(file, game, room.table.game.id, finished=room.table.state.over())
        return room
    record = save_files.record_in(data)
    _check_resumable(file, game, record.game, finished=record.finished)
    rows, steps = rows_of(get(record.game), record, voice.language, time.time())
    return SoloRoom(_new_log(file, rows), rows, seed, seconds, steps)


def _check_resumable(file: Path, wanted: Game[Any] | None, found: str, *, finished: bool) -> None:
    if finished:
        raise RecordError(f"this game is over; see it with: kartarna record show {file}")
    if wanted and wanted.id != found:
        raise RecordError(f"this is a record of {found!r:.40}, not of {wanted.id}")


def _chosen(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else seed


def _dialogue(
    voice: Voice, room: SoloRoom, *, confirm: bool, coach: bool, seed: int | None, marks: Iterable[str] = ()
) -> Dialogue:
    if isinstance(voice, ScreenVoice):
        from kartarna.terminal.full.screen_dialogue import ScreenDialogue  # noqa: PLC0415 - Textual takes its time

        dialogue: Dialogue = ScreenDialogue(room, voice, confirm=confirm, coach=coach, seed=seed, marks=marks)
    else:
        dialogue = Dialogue(room, voice, confirm=confirm, coach=coach, seed=seed, marks=marks)
    if room.seconds:
        dialogue.again += f" --seconds {room.seconds:g}"
    return dialogue


def _play(dialogue: Dialogue) -> None:
    saved = dialogue.run()
    for seat, count in sorted(dialogue.forfeits.items()):
        bot = str(dialogue.table.chairs[seat].bot)
        dialogue.voice.say("bot_failed", seat=Seat(seat), bot=bot, count=count)
    if not saved:
        raise typer.Exit(1)

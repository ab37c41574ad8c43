"""`kartarna record`: prints a game as sentences; checks that it follows the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from kartarna.core.errors import KartarnaError, OptionError, RecordError
from kartarna.core.game import Game
from kartarna.core.history import events_of
from kartarna.core.record import LONGEST, Decision, Record
from kartarna.core.step import Dealt, Step
from kartarna.core.verification import follow, opened
from kartarna.core.words import Event, openly
from kartarna.games import get
from kartarna.play.model.shuffle import check_proof
from kartarna.play.storage.file_log import is_log
from kartarna.terminal.arguments import Lang, RecordFile
from kartarna.terminal.play.save_files import bytes_of, record_in
from kartarna.terminal.play.view_text import picture
from kartarna.terminal.voice import Voice

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Show or check game records.")


@dataclass(frozen=True)
class FoundRecord:
    """A record in a file, not yet read: one of many lines, or the whole file."""

    file: Path
    data: bytes
    line: int = 0

    @property
    def place(self) -> str:
        return f"{self.file}, line {self.line}" if self.line else str(self.file)

    def read(self) -> tuple[Game[Any], Record]:
        try:
            record = record_in(self.data)
            return get(record.game), record
        except OptionError as error:
            raise RecordError(str(error)) from error


def records_in(file: Path) -> Iterator[FoundRecord]:
    """A compact file has a game on every line, the first one included."""
    try:
        with file.open("rb") as stream:
            first = stream.readline(4 * LONGEST).strip()
            compact = file.suffix == ".jsonl" or (first.startswith(b"{") and first.endswith(b"}"))
            if is_log(first) or not compact:
                yield FoundRecord(file, bytes_of(file))
                return
            stream.seek(0)
            lines = iter(lambda: stream.readline(4 * LONGEST), b"")
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield FoundRecord(file, line, number)
    except OSError as error:
        raise RecordError(f"{file} cannot be read: {error.strerror}") from error


# ---- verify ----------------------------------------------------------------------------------------


@app.command("verify")
def verify_file(file: RecordFile, lang: Lang = None) -> None:
    """Replay a record and check every deal, decision, score and winner, and the proof of its shuffle if it has one;
    exit code 1 if one is wrong."""
    voice = Voice(lang)
    right, wrong, many = 0, 0, True
    for found in records_in(file):
        try:
            game, record = found.read()
            deals = [step for step in follow(game, record, voice.language) if isinstance(step.entry, Dealt)]
            if record.proof is not None:
                check_proof(game, record, deals)
        except KartarnaError as error:
            voice.warn(f"kartarna: {found.place}: {error}")
            wrong += 1
        else:
            right += 1
            if not found.line:
                voice.line(f"{file}: {_result(voice, game, record)}")
                if record.parent is not None:
                    voice.say("record_arranged")
                if record.proof is not None:
                    voice.say("proof_right", aborted=len(record.proof.get("aborted", [])))
        many = found.line > 0
    if many:
        voice.say("verified", file=str(file), right=right, wrong=wrong)
    if wrong or not right:
        raise typer.Exit(1)


def _result(voice: Voice, game: Game[Any], record: Record) -> str:
    decisions = sum(isinstance(entry, Decision) for round in record.rounds for entry in round.play)
    return voice.sentence(
        "record_finished" if record.finished else "record_unfinished",
        title=game.title,
        players=record.players,
        rounds=len(record.rounds),
        decisions=decisions,
    )


# ---- show ------------------------------------------------------------------------------------------


@app.command("show")
def show_file(
    file: RecordFile,
    lang: Lang = None,
    seat: Annotated[int | None, typer.Option(min=1, max=12, metavar="N", help="Tell what this seat was told.")] = None,
) -> None:
    """Print a game as sentences. Of an unfinished game only what its owner may see."""
    voice = Voice(lang)
    for found in records_in(file):
        try:
            game, record = found.read()
            RecordPrinter(voice, game, record, seat).tell()
        except RecordError as error:
            raise RecordError(f"{found.place}: {error}") from error


class RecordPrinter:
    """A game as one seat, a spectator or, once it is over, everybody together saw it."""

    def __init__(self, voice: Voice, game: Game[Any], record: Record, seat: int | None) -> None:
        if seat is not None and seat > record.players:
            raise OptionError(f"there is no seat {seat} at a table of {record.players}")
        self.voice = voice
        self.game = game
        self.record = record
        self.steps, self.fault = checked(game, record, voice.language)
        over = self.fault is None and record.finished  # by the rules: only then may all cards be seen
        self.everything = seat is None and over
        self.seat = record.owner if seat is None else seat - 1
        if self.seat != record.owner and not over:
            raise OptionError("this game is unfinished: only its owner's view can be shown, so leave out --seat")

    def tell(self) -> None:
        names = [person.name for person in self.record.seats]
        self.voice.at_table(self.game, opened(self.game, self.record), names)
        self.voice.say("record_head", title=self.game.title, names=", ".join(names))
        if self.record.practice:
            self.voice.say("record_practice")
        state = None
        for step in self.steps:
            self.tell_step(step)
            state = step.after
        if self.fault:
            raise self.fault
        if state and not state.over():
            self.voice.line()
            self.voice.say("record_until_here")
            self.voice.lines(picture(self.voice, self.game.view(state, self.seat)))

    def tell_step(self, step: Step[Any]) -> None:
        if isinstance(step.entry, Dealt):
            self.voice.line()
        self.voice.paragraph(self.sentences(events_of(self.game, step)), apart=step.is_break())

    def sentences(self, events: list[Event]) -> list[str]:
        """What is for one seat only has that seat's name before it, where everything is told."""
        say = self.voice.game.say
        if not self.everything:
            return [say(event) for event in events if event.seen_by(self.seat)]
        told = openly(events, self.record.players)
        return [say(event) if seat is None else f"{self.record.seats[seat].name}: {say(event)}" for event, seat in told]


def checked(game: Game[Any], record: Record, language: str) -> tuple[list[Step[Any]], RecordError | None]:
    """The steps of a record, up to the first that is wrong."""
    steps: list[Step[Any]] = []
    try:
        steps.extend(follow(game, record, language))
    except RecordError as error:
        return steps, error
    return steps, None

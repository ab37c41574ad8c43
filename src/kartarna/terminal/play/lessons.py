"""A course in lines of text: each step is told, tried as often as need be, and may be skipped or repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kartarna.core.errors import NotationError
from kartarna.core.game import Game
from kartarna.core.options import Choice, options
from kartarna.core.rulebook import find
from kartarna.learn.attempt import Attempt, Tried
from kartarna.learn.course import Course, Lesson
from kartarna.terminal.commands.rules import rule_line
from kartarna.terminal.play.menu import Menu
from kartarna.terminal.play.save_files import home
from kartarna.terminal.play.server_memory import read_kept, write_kept
from kartarna.terminal.play.typed import command_of, decision_of
from kartarna.terminal.play.view_text import glance, picture
from kartarna.terminal.voice import Voice

FEW = 8  # choices that are listed without being asked for

COMMANDS = {
    "hint": ("hint", "napoveda"),
    "skip": ("skip", "preskoc"),
    "back": ("back", "zpet"),
    "again": ("again", "znovu"),
    "look": ("look", "stul"),
    "rules": ("rules", "pravidla"),
    "quit": ("quit", "konec"),
    "help": ("help", "?", "pomoc"),
}


def _examples(choices: Sequence[Choice]) -> Iterator[str]:
    """How each kind of decision is typed, with several cards where there may be several."""
    for kind in dict.fromkeys(choice.decision.kind for choice in choices):
        alike = [choice for choice in choices if choice.decision.kind == kind]
        yield next((choice for choice in alike if len(choice.cards) > 1), alike[0]).notation


def done_steps(game: str) -> list[str]:
    """The steps of a game's course that were done here."""
    return read_kept(home() / "learnt.json", dict[str, list[str]], {}).get(game, [])


def keep_done(game: str, step: str) -> None:
    kept = read_kept(home() / "learnt.json", dict[str, list[str]], {})
    steps = kept.get(game, [])
    if step not in steps:
        write_kept(home() / "learnt.json", {**kept, game: [*steps, step]})


class LessonDialogue:
    """One step, until it is done or the person wants to be elsewhere: how many steps on, None to leave."""

    def __init__(self, voice: Voice, game: Game[Any], course: Course, place: int) -> None:
        self.voice = voice
        self.game = game
        self.course = course
        self.place = place
        self.lesson: Lesson = course.lessons[place]
        self.attempt = Attempt(game, self.lesson)
        voice.at_table(game, self.attempt.state, ())
        voice.address(self.lesson.seat)

    def run(self) -> int | None:
        self.introduce()
        while not self.attempt.done:
            typed = self.voice.ask("prompt")
            command = self.command(typed)
            if command in ("quit", "skip", "back", "again"):
                return {"quit": None, "skip": 1, "back": -1, "again": 0}[command]
            self.answer(command, typed)
        self.voice.line(self.lesson.learnt[self.voice.language])
        keep_done(self.game.id, self.lesson.id)
        return 1

    def introduce(self) -> None:
        title = self.lesson.title[self.voice.language]
        self.voice.line()
        self.voice.say("lesson", number=self.place + 1, count=len(self.course.lessons), title=title)
        self.voice.line(self.lesson.prompt[self.voice.language])
        self.show()

    def show(self, *, full: bool = False) -> None:
        view = self.game.view(self.attempt.state, self.lesson.seat)
        self.voice.lines(picture(self.voice, view) if full else glance(self.voice, view))
        self.introduce_choices(self.menu())

    def introduce_choices(self, menu: Menu) -> None:
        """The step says what to choose: a long list is no help, and perhaps does not hold it."""
        choices = menu.options.choices
        if len(choices) <= FEW:
            menu.introduce(together=False)
        else:
            self.voice.line(menu.question(together=False))
            self.voice.say("lesson_choices", count=len(choices), notations="; ".join(_examples(choices)))

    def menu(self) -> Menu:
        return Menu(self.voice, options(self.game, self.attempt.state, self.lesson.seat))

    def command(self, typed: str) -> str | None:
        return command_of(COMMANDS, self.game, self.attempt.state, self.lesson.seat, typed)

    def answer(self, command: str | None, typed: str) -> None:
        match command:
            case "hint":
                self.voice.line(self.lesson.hint[self.voice.language])
            case "look":
                self.show(full=True)
            case "help":
                self.menu().explain(typed.partition(" ")[2])
                self.voice.say("lesson_help")
            case "rules":
                self.tell_rules(typed.partition(" ")[2].strip())
            case _:
                self.try_out(typed)

    def tell_rules(self, rule: str) -> None:
        """The rules that the step is about, or the one asked for."""
        for name in [rule] if rule else self.lesson.rules:
            found = find(self.game.folder, self.voice.language, name)
            self.voice.line(rule_line(found) if found else self.voice.sentence("no_such_rule", rule=name))

    def try_out(self, typed: str) -> None:
        if not typed:
            self.voice.say("nothing_typed")
            return
        try:
            tried = self.attempt.decide(self.meant(typed))
        except NotationError as error:
            self.voice.line(str(error))
            return
        self.tell(tried)

    def meant(self, typed: str) -> int:
        return decision_of(self.menu(), self.game, self.attempt.state, self.lesson.seat, typed)

    def tell(self, tried: Tried) -> None:
        for step in tried.steps:
            self.voice.tell(self.attempt.told(step), apart=step.is_break())
        if not tried.right:
            title = self.lesson.title[self.voice.language]
            meaning = tried.meaning[self.voice.language] if tried.meaning else self.voice.sentence("aim", title=title)
            self.voice.lines([meaning, self.voice.sentence("not_wanted")])
        elif not self.attempt.done:
            self.show()

"""A game in lines of text: tells what happens, asks what to do, understands what is typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from kartarna.core.errors import NotationError
from kartarna.core.game import Game
from kartarna.core.notation import LONGEST, tidy, understand
from kartarna.core.options import options
from kartarna.core.rulebook import find
from kartarna.core.words import LANGUAGES, Event
from kartarna.terminal.commands.rules import page_lines, rule_line
from kartarna.terminal.play.menu import Menu
from kartarna.terminal.play.solo_table import Table
from kartarna.terminal.play.view_text import picture
from kartarna.terminal.voice import Voice

# The first word of each is the one we tell. What a game reads as a decision is a decision: Karma has a card `table`.
COMMANDS = {
    "help": ("help", "?", "pomoc"),
    "rules": ("rules", "pravidla"),
    "why": ("why", "proc"),
    "undo": ("undo", "zpet"),
    "look": ("look", "table", "stul"),
    "quit": ("quit", "konec"),
}


class Quit(Exception):
    """The person has had enough for now."""


class Dialogue:
    def __init__(self, table: Table, voice: Voice, *, confirm: bool = False, seed: int | None = None) -> None:
        self.table = table
        self.voice = voice
        self.confirm = confirm
        self.again = "" if seed is None else f" --seed {seed}"  # what a resumed game needs to go on as it would have
        self.taught = False  # how to type a decision was explained
        voice.at_table(table.game, table.state, table.names)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "rules": self.rules,
            "why": self.why,
            "undo": self.undo,
            "look": self.show,
            "quit": self.quit,
        }

    def run(self) -> bool:
        """Plays until the game is over, or until the person leaves; False if a decision could not be saved."""
        try:
            while not self.table.state.over():
                self.step()
        except (EOFError, KeyboardInterrupt, Quit):
            self.voice.line()
            self.close("left")
        else:
            self.voice.line()
            self.close("over")
        return not self.table.unsaved

    def close(self, kind: str) -> None:
        if self.table.unsaved:  # all else is on the disk already
            self.table.save()
        if self.table.unsaved:
            self.warn_unsaved()
        else:
            self.voice.say(kind, file=str(self.table.file), seed=self.again)

    def step(self) -> None:
        if self.table.state.due():
            self.voice.line()
            self.tell(self.table.deal())
        elif self.table.asks():
            self.show_table(full=False)
            self.ask()
        else:
            self.tell(self.table.let_bot_decide())

    def tell(self, events: list[Event]) -> None:
        self.voice.tell(events, apart=self.table.paused)
        self.warn_unsaved()

    def warn_unsaved(self) -> None:
        if self.table.unsaved:
            self.voice.warn(
                self.voice.sentence("unsaved", file=str(self.table.file), reason=self.table.unsaved),
            )

    # ---- a decision ------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Until a decision is made or the position is another one."""
        state = self.table.state
        self.introduce_choices()
        while state is self.table.state and not self.decided(self.voice.ask("prompt")):
            pass

    def introduce_choices(self) -> None:
        self.menu().introduce(together=self.table.state.waiting().bit_count() > 1)
        if not self.taught:
            self.menu().teach()
            self.taught = True

    def menu(self) -> Menu:
        return Menu(self.voice, options(self.table.game, self.table.state, self.table.seat))

    def decided(self, typed: str) -> bool:
        """Carries out what was typed; True if that was a decision."""
        if command := self.command(typed):
            self.commands[command](typed.partition(" ")[2].strip())
            return False
        if event := self.event(typed):
            self.announce(event)
            return False
        if not typed:
            self.voice.say("nothing_typed")
            return False
        try:
            action = self.meant(typed)
        except NotationError as error:
            self.voice.line(str(error))
            return False
        self.decide(action)
        return True

    def command(self, typed: str) -> str | None:
        if self.table.game.words.readings(self.table.state, self.table.seat, tidy(typed)[:LONGEST]):
            return None
        word = folded(typed.partition(" ")[0])
        return next((name for name, words in COMMANDS.items() if word in words), None)

    def event(self, typed: str) -> str | None:
        """The event of the game that is announced by what was typed."""
        return next((event for event, words in event_words(self.table.game).items() if folded(typed) in words), None)

    def meant(self, typed: str) -> int:
        """The decision that was typed: by its number in the list, or by its notation."""
        if typed.startswith("#"):
            return self.menu().numbered(typed)
        return understand(self.table.game, self.table.state, self.table.seat, typed, self.voice.game)

    def decide(self, action: int) -> None:
        self.voice.line()
        self.tell(self.table.decide(action))
        if self.confirm and not self.table.asks() and not self.table.state.over():
            self.wait_for_confirmation()

    def wait_for_confirmation(self) -> None:
        state = self.table.state
        while state is self.table.state:
            typed = self.voice.ask("confirm")
            if not typed:
                return
            if folded(typed) in COMMANDS["undo"]:
                self.undo("")
            elif folded(typed) in COMMANDS["quit"]:
                raise Quit

    # ---- commands --------------------------------------------------------------------------------------

    def help(self, beginning: str) -> None:
        self.menu().explain(beginning)
        if not beginning:
            self.voice.say("help_commands")
            for event in self.table.game.events_now(self.table.state):
                self.voice.line(self.voice.game.sentence(f"help_{event}"))

    def rules(self, rule: str) -> None:
        if not rule:
            self.voice.lines(page_lines(self.table.game, self.voice.language))
            return
        found = find(self.table.game.folder, self.voice.language, rule)
        self.voice.line(rule_line(found) if found else self.voice.sentence("no_such_rule", rule=rule))

    def why(self, typed: str) -> None:
        if not typed:
            self.voice.say("why_what")
            return
        try:
            action = self.meant(typed)
        except NotationError as error:
            self.voice.line(str(error))
            return
        menu = self.menu()
        choice = next(choice for choice in menu.options.choices if choice.action == action)
        self.voice.say("allowed", decision=menu.explained(choice))

    def undo(self, _: str) -> None:
        refusal = self.table.undo()
        if refusal:
            self.voice.line(self.voice.own.say(refusal))
        else:
            self.voice.say("undone")
            self.warn_unsaved()

    def show(self, _: str) -> None:
        self.show_table(full=True)

    def show_table(self, *, full: bool) -> None:
        view = self.table.game.view(self.table.state, self.table.seat)
        self.voice.line()
        self.voice.lines(picture(self.voice, view, full=full))

    def announce(self, event: str) -> None:
        if event in self.table.game.events_now(self.table.state):
            self.tell(self.table.announce(event))
        else:
            self.voice.line(self.voice.game.sentence(f"no_{event}"))

    def quit(self, _: str) -> None:
        raise Quit


def event_words(game: Game[Any]) -> dict[str, list[str]]:
    """What the game cannot know and a person may announce, with the words for it in all languages."""
    sentences = game.sentences()
    return {event: [folded(sentences[f"command_{event}"][lang]) for lang in LANGUAGES] for event in game.events}


def folded(word: str) -> str:
    """Small letters without accents: PROČ and proc are the same command."""
    return "".join(letter for letter in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(letter))

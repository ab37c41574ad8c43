"""A game in lines of text: tells what happens, asks what to do, understands what is typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Any

from kartarna.coach.words import sentences as coach_sentences
from kartarna.core.errors import IllegalNotation, NotationError
from kartarna.core.game import Game
from kartarna.core.options import options
from kartarna.core.words import LANGUAGES, Event, Seat, Word
from kartarna.play.errors import Refused
from kartarna.play.model.proposal import TAKE_BACK
from kartarna.play.model.solo import solo_record
from kartarna.play.room.solo import SoloRoom, SoloUpdate
from kartarna.play.words import sentences
from kartarna.terminal.commands.rules import page_lines, rule_lines
from kartarna.terminal.play import save_files
from kartarna.terminal.play.about import about
from kartarna.terminal.play.hint_lines import HintDepth, told_hint
from kartarna.terminal.play.lesson_link import LessonLinks
from kartarna.terminal.play.menu import Menu
from kartarna.terminal.play.typed import command_of, decision_of
from kartarna.terminal.play.view_text import picture
from kartarna.terminal.voice import Voice, folded

COMMANDS = {
    "help": ("help", "?", "pomoc"),
    "rules": ("rules", "pravidla"),
    "why": ("why", "proc"),
    "what": ("what", "co"),
    "undo": ("undo", "zpet"),
    "look": ("look", "table", "stul"),
    "hint": ("hint", "napoveda"),
    "coach": ("coach", "trener"),
    "quit": ("quit", "konec"),
}


YES = ("yes", "y", "ano", "a")
QUIET = ("quiet", "ticho")


class Quit(Exception):
    """The person has had enough for now."""


class Dialogue:
    def __init__(
        self,
        room: SoloRoom,
        voice: Voice,
        *,
        confirm: bool = False,
        coach: bool = False,
        seed: int | None = None,
        marks: Iterable[str] = (),
    ) -> None:
        self.room = room
        self.table = room.table
        self.seat = room.seat
        self.voice = voice
        self.confirm = confirm
        self.coach = coach
        self.depth = HintDepth()
        self.links = LessonLinks(voice)
        self.marks = iter(marks)  # of a course: one is told before each of the first own decisions
        self.again = "" if seed is None else f" --seed {seed}"  # what a resumed game needs to go on as it would have
        self.taught = False  # how to type a decision was explained
        self.forfeits: Counter[int] = Counter()  # by seat: decisions that the quick player made instead of its bot
        voice.at_table(self.table.game, self.table.state, self.table.names())
        voice.address(self.seat)
        voice.learn({**sentences(), **coach_sentences()})
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "rules": self.rules,
            "why": self.why,
            "what": self.what,
            "undo": self.undo,
            "look": self.show,
            "hint": self.hint,
            "coach": self.switch_coach,
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
        return not self.room.unsaved

    def close(self, kind: str) -> None:
        """The record takes the place of the log; if it cannot, the log has everything."""
        if not self.room.store_again():
            self.warn_unsaved()
            return
        with suppress(OSError):
            save_files.save(solo_record(self.room.rows), self.room.log.file)
        self.voice.say(kind, file=str(self.room.log.file), seed=self.again)

    def step(self) -> None:
        if self.table.state.due():
            self.voice.line()
            self.tell(self.room.deal())
        elif self.room.asks():
            self.show_table(full=False)
            self.ask()
        else:
            self.let_bot_decide()

    def let_bot_decide(self) -> None:
        """A bot that fails is told the first time; from then on it is only counted."""
        seat, answer, told = self.room.let_bot_decide()
        if answer.fault:
            self.forfeits[seat] += 1
        if answer.fault and self.forfeits[seat] == 1:
            reason = Word(f"bot_{answer.fault.name.lower()}")
            failed = Event("bot_fails", {"seat": Seat(seat), "bot": str(self.table.chairs[seat].bot), "reason": reason})
            told = [SoloUpdate([failed, *told[0].events], told[0].apart), *told[1:]]
        self.tell(told)

    def tell(self, told: list[SoloUpdate]) -> None:
        for events, apart in told:
            self.voice.tell(events, apart=apart)
        self.warn_unsaved()

    def warn_unsaved(self) -> None:
        if self.room.unsaved:
            self.voice.warn(
                self.voice.sentence("unsaved", file=str(self.room.log.file), reason=self.room.unsaved),
            )

    # ---- a decision ------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Until a decision is made or the position is another one."""
        asked = self.table.asked[self.seat]
        self.voice.lines(islice(self.marks, 1))
        self.introduce_choices()
        while asked == self.table.asked[self.seat] and not self.decided(self.voice.ask("prompt")):
            pass

    def introduce_choices(self) -> None:
        self.menu().introduce(together=self.table.state.waiting().bit_count() > 1)
        if not self.taught:
            self.menu().teach()
            self.taught = True

    def menu(self) -> Menu:
        return Menu(self.voice, options(self.table.game, self.table.state, self.seat))

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
            self.refuse(error)
            return False
        if self.coach and not self.sure(action):
            return False
        self.decide(action)
        return True

    def refuse(self, error: NotationError) -> None:
        self.voice.line(str(error))
        if isinstance(error, IllegalNotation):
            self.voice.lines(self.links.once(self.table.game, error.rule))

    def command(self, typed: str) -> str | None:
        return command_of(COMMANDS, self.table.game, self.table.state, self.seat, typed)

    def event(self, typed: str) -> str | None:
        """The event of the game that is announced by what was typed."""
        return next((event for event, words in event_words(self.table.game).items() if folded(typed) in words), None)

    def meant(self, typed: str) -> int:
        return decision_of(self.menu(), self.table.game, self.table.state, self.seat, typed)

    def sure(self, action: int) -> bool:
        """Whether the person still wants this decision after what the coach has to say to it."""
        risk = self.room.risk(action)
        if risk is None:
            return True
        self.warn_unsaved()
        self.voice.line(told_hint(risk, self.menu()))
        answer = folded(self.voice.ask("coach_sure"))
        if answer in QUIET:
            self.switch_coach("")
        return answer in (*YES, *QUIET)

    def decide(self, action: int) -> None:
        self.voice.line()
        self.tell(self.room.decide(action))
        if self.confirm and not self.room.asks() and not self.table.state.over():
            self.wait_for_confirmation()

    def wait_for_confirmation(self) -> None:
        row = self.table.seq
        while row == self.table.seq:
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
            for event in self.table.events():
                self.voice.line(self.voice.game.sentence(f"help_{event}"))

    def rules(self, rule: str) -> None:
        game = self.table.game
        self.voice.lines(rule_lines(self.voice, game, rule) if rule else page_lines(game, self.voice.language))

    def why(self, typed: str) -> None:
        if not typed:
            self.voice.say("why_what")
            return
        try:
            action = self.meant(typed)
        except NotationError as error:
            self.refuse(error)
            return
        menu = self.menu()
        choice = next(choice for choice in menu.options.choices if choice.action == action)
        self.voice.say("allowed", decision=menu.explained(choice))

    def what(self, typed: str) -> None:
        self.voice.line(about(self.voice, self.table.game, self.table.state, typed))

    def undo(self, _: str) -> None:
        try:
            self.room.propose(TAKE_BACK)
        except Refused as refused:
            self.voice.line(self.voice.told(refused.event))
        else:
            self.voice.say("undone")
            self.warn_unsaved()

    def show(self, _: str) -> None:
        self.show_table(full=True)

    def show_table(self, *, full: bool) -> None:
        view = self.table.game.view(self.table.state, self.seat)
        self.voice.line()
        self.voice.lines(picture(self.voice, view, full=full))

    def hint(self, _: str) -> None:
        first = not self.table.practice
        hint = self.room.hint(self.depth.next(self.table.asked[self.seat]))
        self.voice.line(told_hint(hint, self.menu()))
        if first:
            self.voice.say("hint_counts")
        self.warn_unsaved()

    def switch_coach(self, _: str) -> None:
        self.coach = not self.coach
        self.voice.say("coach_on" if self.coach else "coach_silent")

    def announce(self, event: str) -> None:
        if event in self.table.events():
            self.tell(self.room.propose(event))
        else:
            self.voice.line(self.voice.game.sentence(f"no_{event}"))

    def quit(self, _: str) -> None:
        raise Quit


def event_words(game: Game[Any]) -> dict[str, list[str]]:
    """What the game cannot know and a person may announce, with the words for it in all languages."""
    sentences = game.sentences()
    return {event: [folded(sentences[f"command_{event}"][lang]) for lang in LANGUAGES] for event in game.events}

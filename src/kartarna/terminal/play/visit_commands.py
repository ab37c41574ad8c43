"""What a visitor of a server's table may type beside decisions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from kartarna.client.account import Place
from kartarna.client.decoder import read_view
from kartarna.games import get
from kartarna.protocol import messages as wire
from kartarna.terminal.commands.rules import page_lines, rule_lines
from kartarna.terminal.opponents import bot_meant
from kartarna.terminal.play.about import about
from kartarna.terminal.play.dialogue import event_words
from kartarna.terminal.play.hint_lines import HintDepth
from kartarna.terminal.play.menu import Menu
from kartarna.terminal.play.view_text import picture
from kartarna.terminal.voice import Voice, folded

COMMANDS = {
    "help": ("help", "?", "pomoc"),
    "rules": ("rules", "pravidla"),
    "what": ("what", "co"),
    "look": ("look", "stul"),
    "undo": ("undo", "zpet"),
    "hint": ("hint", "napoveda"),
    "agree": ("yes", "ano"),
    "decline": ("no", "ne"),
    "propose": ("propose", "navrhni"),
    "resume": ("resume", "pokracuj"),
    "come_back": ("back", "zpatky"),
    "say": ("say", "rekni"),
    "start": ("start", "zacni"),
    "resign": ("resign", "vzdavam"),
    "quit": ("quit", "konec"),
}
Brief = wire.Agree | wire.Decline | wire.Resume | wire.ComeBack | wire.Resign
PROPOSALS: dict[str, wire.Proposed] = {
    **dict.fromkeys(("end", "konec"), "end"),
    **dict.fromkeys(("pause", "prestavku"), "pause"),
}
FILLING = "medium"  # the bots that `start` puts on free seats


def own_seat(place: Place) -> int | None:
    """None: one only watches."""
    return place.you.seats[0] if place.you and place.you.seats else None


class VisitCommands:
    """Each asks the server or looks at what it has told; `menu` is what may be decided now, `prompt` asks for more."""

    def __init__(self, voice: Voice, place: Place, menu: Callable[[], Menu | None], prompt: Callable[[], None]) -> None:
        self.voice = voice
        self.place = place
        self.menu = menu
        self.prompt = prompt
        self.depth = HintDepth()
        self.commands: dict[str, Callable[[str], Awaitable[None]]] = {
            "help": self.help,
            "rules": self.rules,
            "what": self.what,
            "look": self.look,
            "undo": self.undo,
            "hint": self.hint,
            "agree": self._brief(wire.Agree),
            "decline": self._brief(wire.Decline),
            "propose": self.propose,
            "resume": self._brief(wire.Resume),
            "come_back": self._brief(wire.ComeBack),
            "say": self.say,
            "start": self.start,
            "resign": self._brief(wire.Resign),
            "quit": self.quit,
        }

    async def obey(self, command: str, typed: str) -> None:
        await self.commands[command](typed)

    def seat(self) -> int:
        return own_seat(self.place) or 0

    async def help(self, beginning: str) -> None:
        if menu := self.menu():
            menu.explain(beginning)
        self.voice.say("visit_commands", phrases=", ".join(self._phrases()), events=self._told_events())
        self.prompt()

    def _phrases(self) -> list[str]:
        return [key.removeprefix("phrase_") for key in self.voice.game.sentences if key.startswith("phrase_")]

    async def rules(self, rule: str) -> None:
        if self.place.table:
            game = get(self.place.table.game)
            self.voice.lines(rule_lines(self.voice, game, rule) if rule else page_lines(game, self.voice.language))
        self.prompt()

    async def what(self, typed: str) -> None:
        if self.place.table:
            game = get(self.place.table.game)
            self.voice.line(about(self.voice, game, game.new(len(self.place.table.seats)), typed))
        self.prompt()

    async def look(self, _: str) -> None:
        if self.place.update and self.place.update.view:
            self.voice.lines(picture(self.voice, read_view(self.place.update.view)))
        self.prompt()

    def _brief(self, message: type[Brief]) -> Callable[[str], Awaitable[None]]:
        """What needs no words besides the command."""

        async def post(_: str) -> None:
            await self.place.post(message(id=self.place.new_id(), seat=self.seat()))

        return post

    async def undo(self, _: str) -> None:
        await self._propose("take_back")

    async def hint(self, _: str) -> None:
        asked = self.place.update.asked if self.place.update else 0
        depth = self.depth.next(asked)
        await self.place.post(wire.AskHint(id=self.place.new_id(), seat=self.seat(), depth=depth))

    async def propose(self, what: str) -> None:
        events = {word: event for event, words in self._events().items() for word in words}
        if meant := {**events, **PROPOSALS}.get(folded(what)):
            await self._propose(meant)
        else:
            self.voice.say("propose_what", events=self._told_events())
            self.prompt()

    def _events(self) -> dict[str, list[str]]:
        return event_words(get(self.place.table.game)) if self.place.table else {}

    def _told_events(self) -> str:
        """How to propose what the game cannot know."""
        commands = [self.voice.game.sentence(f"command_{event}") for event in self._events()]
        return "".join(self.voice.sentence("propose_event", event=command) for command in commands)

    async def _propose(self, what: wire.Proposed) -> None:
        await self.place.post(wire.Propose(id=self.place.new_id(), seat=self.seat(), what=what))

    async def say(self, phrase: str) -> None:
        await self.place.post(wire.Say(id=self.place.new_id(), seat=self.seat(), phrase=phrase[:200]))

    async def start(self, level: str) -> None:
        await self.place.post(wire.Fill(id=self.place.new_id(), bot=bot_meant(level)[:200] or FILLING))

    async def quit(self, _: str) -> None:
        raise EOFError

"""A visit at a server's table: tells what comes, asks what to do, sends what is typed."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from kartarna.client.account import Account, Place, Unreachable
from kartarna.client.decoder import read_event, read_hint, read_options, read_view
from kartarna.core.deck import Deck
from kartarna.core.errors import NotationError
from kartarna.core.notation import tidy
from kartarna.core.words import Event, Teller, shared
from kartarna.games import get
from kartarna.play.words import sentences as table_sentences
from kartarna.protocol import messages as wire
from kartarna.protocol.encoder import catalogue
from kartarna.protocol.words import sentences
from kartarna.terminal.play.hint_lines import told_hint
from kartarna.terminal.play.lesson_link import LessonLinks
from kartarna.terminal.play.menu import Menu
from kartarna.terminal.play.short_form import fitting
from kartarna.terminal.play.typed import command_in
from kartarna.terminal.play.view_text import picture
from kartarna.terminal.play.visit_commands import COMMANDS, VisitCommands, own_seat
from kartarna.terminal.voice import Voice

PATIENCE = (0, 1, 2, 4, 8, 15, 30, 30, 30)  # seconds between attempts to come back


def told(voice: Voice, event: Event) -> str:
    """A refusal of the server or of a table, where no game is known yet."""
    known = {**shared(), **sentences(), **table_sentences()}
    teller = Teller({**known, **voice.own.sentences}, lambda card, _: card, voice.language, ())
    return teller.say(event) if event.kind in known else event.kind


class Visit:
    def __init__(self, voice: Voice, account: Account, table: str, secret: str | None) -> None:
        self.voice = voice
        self.place = Place(account, table, secret)
        self.typed: asyncio.Queue[str | None] = asyncio.Queue()
        self.arrived = asyncio.Event()  # the table has shown itself
        self.asked = asyncio.Event()  # a decision is asked for: there is a menu
        self.menu: Menu | None = None
        self.taught = False
        self.deck: Deck | None = None  # that is played with there
        self.links = LessonLinks(voice)
        self.coming: wire.UpdateJson | None = None  # shown when what happened before is told
        self.shown = 0  # the question that was last put to the person
        self.commands = VisitCommands(voice, self.place, lambda: self.menu, self._prompt)

    async def run(self) -> None:
        """Until the game is over, or until the person leaves."""
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._listen, args=(loop,), daemon=True).start()
        await self.place.connect()
        obeying = asyncio.ensure_future(self._obey_all())
        telling = asyncio.ensure_future(self._tell_all())
        try:
            done, _ = await asyncio.wait((obeying, telling), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            obeying.cancel()
            telling.cancel()
            await self.place.close()

    async def _tell_all(self) -> None:
        while not (self.place.table and self.place.table.phase == "finished"):
            try:
                await self._tell(await self.place.next())
            except Unreachable:
                await self._come_back()

    async def _obey_all(self) -> None:
        """Commands at once, decisions when one is asked for: until then what was typed waits."""
        await self.arrived.wait()
        while True:
            typed = await self.typed.get()
            if typed and not command_in(COMMANDS, typed):
                await self.asked.wait()
            with suppress(Unreachable):  # the other one is coming back already
                await self._obey(typed)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """On a thread of its own: whatever is typed, at any time."""
        typed: str | None = ""
        while typed is not None:
            try:
                typed = self.voice.hear()
            except EOFError:
                typed = None
            loop.call_soon_threadsafe(self.typed.put_nowait, typed)

    async def _come_back(self) -> None:
        self.voice.say("connection_lost")
        for seconds in PATIENCE:
            await asyncio.sleep(seconds)
            try:
                await self.place.connect(self.place.last)
            except Unreachable:
                continue
            return
        raise Unreachable(self.voice.sentence("server_gone"))

    # ---- telling ---------------------------------------------------------------------------------------

    async def _tell(self, message: wire.ServerMessage) -> None:
        if isinstance(message, wire.UpdateJson) and message.table and self.deck is None:
            self.deck = get(message.table.game).decks.add(await self.place.deck())
        match message:
            case wire.UpdateJson(kind="sync", view=wire.ViewJson()):
                self._introduce(message)
                self.coming = message
                await self.place.post(wire.AskPast(id=self.place.new_id()))
            case wire.UpdateJson():
                self._tell_update(message)
                self.arrived.set()
            case wire.PastJson():
                self._tell_past(message)
            case wire.HintJson():
                if self.menu and self.place.update and message.seq == self.place.update.asked:
                    self.voice.line(told_hint(read_hint(message), self.menu))
                    self._prompt()
            case wire.RefusedJson():
                self._show_coming()
                self._refuse(read_event(message.reason), message.reason.rule)
                self._open_menu()
                self._prompt()

    def _tell_update(self, update: wire.UpdateJson) -> None:
        self._introduce(update)
        self.voice.address(update.view.seat if update.view else own_seat(self.place))
        events = [read_event(event) for event in update.events]
        self.voice.tell(events, apart=update.kind != "decided")
        if not update.asked:
            self._close_menu()
        elif update.asked != self.shown and update.view and (menu := self._open_menu()):
            self.shown = update.asked
            self.voice.line()
            self.voice.lines(picture(self.voice, read_view(update.view), full=False))
            menu.introduce(together=len(update.view.waiting) > 1)
            if not self.taught:
                menu.teach()
                self.taught = True
            self._prompt()

    def _tell_past(self, past: wire.PastJson) -> None:
        """Who comes back hears what has happened since their last decision of this round."""
        own = self.place.you.seats if self.place.you else ()
        for entry in since_own(past.entries, own):
            self.voice.tell([read_event(event) for event in entry.events], apart=entry.kind != "decided")
        self._show_coming()

    def _show_coming(self) -> None:
        if self.coming:
            self._tell_update(self.coming)
            self.coming = None
            self.arrived.set()

    def _open_menu(self) -> Menu | None:
        """What is asked now, if anything is."""
        update = self.place.update
        if update and update.asked and update.options:
            self.menu = Menu(self.voice, read_options(update.options))
            self.asked.set()
        return self.menu

    def _close_menu(self) -> None:
        self.menu = None
        self.asked.clear()

    def _introduce(self, update: wire.UpdateJson) -> None:
        """Who sits where, as soon as it is known and whenever it changes."""
        if update.table:
            seats = update.table.seats
            names = [seat.name or f"{seat.bot or '–'} {number}" for number, seat in enumerate(seats, 1)]
            game = get(update.table.game)
            self.voice.at_table(game, game.new(len(seats), deck=self.deck), names)
            self.voice.learn(catalogue(game.id))
            if update.kind == "sync" and update.table.phase == "open":
                self.voice.say("table_waits", title=game.title, names=", ".join(names))
            if update.kind == "sync" and update.table.arranged:
                self.voice.line(self.voice.game.say(Event("arranged")))
            if update.kind == "sync" and update.table.own_deck:
                self.voice.line(self.voice.game.say(Event("own_deck")))

    def _prompt(self) -> None:
        if self.menu:
            self.voice.prompt("prompt")

    def _refuse(self, event: Event, rule: str | None) -> None:
        sentence = self.voice.game.say(event)
        self.voice.line(f"{rule}: {sentence}" if rule else sentence)
        if rule and self.place.table:
            self.voice.lines(self.links.once(get(self.place.table.game), rule))

    # ---- obeying ---------------------------------------------------------------------------------------

    async def _obey(self, typed: str | None) -> None:
        if typed is None:
            raise EOFError
        command = command_in(COMMANDS, typed)
        try:
            action = self._action(typed, command)
        except NotationError as error:
            self.voice.line(str(error))
            self._prompt()
            return
        if action is not None and self.place.update:
            self._close_menu()
            await self.place.post(
                wire.Decide(
                    id=self.place.new_id(), seat=own_seat(self.place) or 0, seq=self.place.update.asked, action=action
                )
            )
        elif command:
            await self.commands.obey(command, typed.partition(" ")[2].strip())
        elif typed:
            self._misunderstood(typed)

    def _action(self, typed: str, command: str | None) -> int | None:
        """The decision that is meant: by its number, its notation, the beginning of one notation only, or few words."""
        if self.menu is None or not typed:
            return None
        if typed.startswith("#"):
            return self.menu.numbered(typed)
        choices = self.menu.options.choices
        meant = [choice for choice in choices if choice.notation == tidy(typed)]
        meant = meant or [choice for choice in choices if choice.notation.startswith(tidy(typed))]
        if len(meant) != 1:
            meant = [] if command else list(filter(None, [fitting(choices, self.voice.game, typed)]))
        return meant[0].action if meant else None

    def _misunderstood(self, typed: str) -> None:
        for refused in self.menu.options.refused if self.menu else ():
            if tidy(typed) == refused.card:
                self._refuse(refused.reason, self.voice.game.rule(refused.reason.kind))
                self._prompt()
                return
        self.voice.line(self.voice.game.sentence("malformed", {"text": typed}))
        self._prompt()


def since_own(entries: list[wire.PastEntryJson], own: tuple[int, ...]) -> list[wire.PastEntryJson]:
    """What came after the last decision of these seats; all of it if there was none."""
    after = max((place + 1 for place, e in enumerate(entries) if e.kind == "decided" and e.by in own), default=0)
    return entries[after:]

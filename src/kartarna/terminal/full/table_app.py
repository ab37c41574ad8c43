"""The screen: the table, what can be decided with what it brings, what was told, a field for typing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from textwrap import wrap
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, RichLog, Static

from kartarna.core.deck import Deck
from kartarna.core.game import Game
from kartarna.core.options import Choice
from kartarna.core.view import View
from kartarna.core.words import Card
from kartarna.terminal.full.board import Drawing, Painter
from kartarna.terminal.full.card_face import Faces
from kartarna.terminal.full.screen_voice import ScreenVoice
from kartarna.terminal.play.dialogue import COMMANDS
from kartarna.terminal.play.menu import Menu

KEYS = {"help": "f1", "rules": "f2", "hint": "f3", "undo": "f4", "look": "f5"}  # of those commands that there are
TALL = 34  # lines of a screen that has room for large cards
MARGIN = 3  # columns beside the table, with a scrollbar
STYLE = """
#head { height: 1; background: $primary; color: $text; padding: 0 1; }
#board { height: 1fr; padding: 0 1; }
BoardWidget { width: 1fr; height: auto; }
#own { padding: 0 1; max-height: 9; }
#lower { height: 8; }
.tall #own { max-height: 14; }
#choices { width: 1fr; border: none; padding: 0 1; background: $surface; }
#told { width: 1fr; padding: 0 1; background: $panel; }
* { scrollbar-size: 1 1; }
#preview { height: 2; padding: 0 1; color: $text-muted; }
#typed { height: 1; border: none; padding: 0 1; }
Footer { scrollbar-size: 0 0; }
"""
# Lines of the choices and the log: with room for all of the table, or as few as they can do with.
LOW, HIGH = (5, 8), (8, 16)
PREVIEW = (2, 4)
OTHER_LINES = 3  # the head, the typed line, the keys


class BoardWidget(Static):
    """The drawing of the table; says which card was clicked."""

    def __init__(self, name: str, clicked: Callable[[Card], None]) -> None:
        super().__init__(id=name)
        self.drawing = Drawing()
        self.clicked = clicked

    def draw(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.update(Text("\n").join(drawing.lines))

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset and (card := self.drawing.card_at(offset.y, offset.x)):
            self.clicked(card)


class TableApp(App[None]):
    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    VERTICAL_BREAKPOINTS = [(0, "low"), (TALL, "tall")]  # noqa: RUF012 - as Textual declares it

    def __init__(
        self,
        voice: ScreenVoice,
        game: Game[Any],
        deck: Deck,
        play: Callable[[], None],
        leave: Callable[[], None],
    ) -> None:
        super().__init__()
        self.voice, self.game, self.play, self.leave = voice, game, play, leave
        self.faces = Faces(deck, lambda card, language: game.words.card_name(deck, card, language), voice.language)
        self.seen: View | None = None
        self.menu: Menu | None = None
        self.preview_lines = PREVIEW[0]
        self.over = self.leaving = False
        self.failure: Exception | None = None
        for command, key in KEYS.items():
            if command in COMMANDS:
                self.bind(key, f"type('{command}')", description=voice.sentence(f"key_{command}"))
        self.bind("f10", "leave", description=voice.sentence("key_quit"))

    def compose(self) -> ComposeResult:
        yield Static(id="head", markup=False)
        with VerticalScroll(id="board", can_focus=False):
            yield BoardWidget("table", self.look_at)
        yield BoardWidget("own", self.look_at)
        with Horizontal(id="lower"):
            yield OptionList(id="choices", markup=False)
            yield RichLog(id="told", wrap=True, markup=False, min_width=1)
        yield Static(id="preview", markup=False)
        yield TypedLine(self.voice.sentence("full_prompt"))
        yield Footer()

    def on_mount(self) -> None:
        self.voice.appear(self)
        for name in ("#choices", "#told"):
            self.query_one(name).can_focus = False  # or a click would take from the field what is typed
        self.query_one(Input).focus()
        self.run_worker(self._play, thread=True, exit_on_error=False)

    def _play(self) -> None:
        try:
            self.play()
        except Exception as error:  # noqa: BLE001 - told when the screen is gone
            self.failure = error
        self.call_from_thread(self._finished)

    # ---- from the dialogue -----------------------------------------------------------------------------

    def hear_line(self, text: str) -> None:
        """From any thread."""
        log = self.query_one(RichLog)
        if self._thread_id == threading.get_ident():
            log.write(text)
        else:
            self.call_from_thread(log.write, text)

    def show(self, view: View) -> None:
        self.seen = view
        turn = f"{self.game.title} · {self.voice.sentence('table_round', number=view.round)}"
        self.query_one("#head", Static).update(turn)
        self._draw()

    def offer(self, menu: Menu | None, together: bool = False) -> None:
        """What can be decided now; None: nothing, others do."""
        self.menu = menu
        choices = self.query_one(OptionList)
        choices.clear_options()
        if menu:
            for number, (choice, label) in enumerate(zip(menu.options.choices, menu.labels(), strict=True), 1):
                choices.add_option(f"#{number} {choice.notation}: {label}")
            choices.highlighted = 0
            self.query_one("#head", Static).update(menu.question(together=together))
        self._preview()

    def _finished(self) -> None:
        self.over = True
        if self.failure or self.leaving:
            self.exit()
        else:
            self.offer(None)
            self._tell(self.voice.sentence("full_over"))

    # ---- from the person -------------------------------------------------------------------------------

    def action_type(self, command: str) -> None:
        self.send(command)

    def action_leave(self) -> None:
        """The dialogue ends at its next step, and the screen with it."""
        self.leaving = True
        self.leave()
        if self.over:
            self.exit()

    async def action_quit(self) -> None:
        self.action_leave()

    def action_move(self, step: int) -> None:
        choices = self.query_one(OptionList)
        if choices.option_count:
            choices.highlighted = ((choices.highlighted or 0) + step) % choices.option_count

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """What was typed; nothing typed takes the choice that is looked at."""
        typed = event.value.strip()
        event.input.clear()
        if self.over:
            self.action_leave()
        elif typed or self.menu is None or self.voice.aside:
            self.send(typed)
        else:
            self.send(f"#{(self.query_one(OptionList).highlighted or 0) + 1}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.send(f"#{event.option_index + 1}")

    def on_option_list_option_highlighted(self, _: OptionList.OptionHighlighted) -> None:
        self._preview()

    def on_resize(self, _: events.Resize) -> None:
        self._preview()

    def send(self, typed: str) -> None:
        self.voice.typed.put(typed)

    def look_at(self, card: Card) -> None:
        """A card was clicked: the next choice with it; the only one that is looked at already is taken."""
        if self.menu is None:
            return
        fitting = [place for place, choice in enumerate(self.menu.options.choices) if card in choice.cards]
        choices = self.query_one(OptionList)
        if not fitting:
            refusals = [self.menu.refusal(refused) for refused in self.menu.options.refused if refused.card == card]
            self._tell(" ".join(refusals))
        elif fitting == [choices.highlighted]:
            self.send(f"#{fitting[0] + 1}")
        else:
            later = [place for place in fitting if place > (choices.highlighted or 0)]
            choices.highlighted = (later or fitting)[0]

    # ---- drawing ---------------------------------------------------------------------------------------

    def looked_at(self) -> Choice | None:
        place = self.query_one(OptionList).highlighted
        return self.menu.options.choices[place] if self.menu and place is not None else None

    def _preview(self) -> None:
        choice = self.looked_at()
        told = self.menu.explained(choice) if self.menu and choice else self.voice.sentence("full_wait")
        self._tell(told)

    def _tell(self, told: str) -> None:
        """In the lines above the typed one, as many as it takes."""
        preview, (least, most) = self.query_one("#preview", Static), PREVIEW
        preview.update(told)
        preview.styles.height = self.preview_lines = min(most, max(least, len(wrap(told, self.size.width - 2))))
        self._draw()

    def _draw(self) -> None:
        if self.seen:
            choice = self.looked_at()
            painter = Painter(self.voice, self.faces, self.seen, choice.cards if choice else ())
            width, tall = self.size.width - MARGIN, self.size.height >= TALL
            table, own = painter.table(width), painter.own(width, large=tall)
            self.query_one("#table", BoardWidget).draw(table)
            self.query_one("#own", BoardWidget).draw(own)
            least, most = HIGH if tall else LOW
            left = self.size.height - OTHER_LINES - self.preview_lines - len(table.lines) - len(own.lines)
            self.query_one("#lower").styles.height = min(most, max(least, left))


class TypedLine(Input):
    """Keeps the focus: arrows move among the choices while one types."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.move(-1)", show=False),
        Binding("down", "app.move(1)", show=False),
    ]

    def __init__(self, placeholder: str) -> None:
        super().__init__(id="typed", placeholder=placeholder, compact=True)

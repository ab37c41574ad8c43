"""The dialogue of the line mode, on a screen: the same table, log, commands and sentences."""

from __future__ import annotations

from typing import Any

from kartarna.core.view import View
from kartarna.play.room.solo import SoloRoom, SoloUpdate
from kartarna.terminal.full.screen_voice import ScreenVoice
from kartarna.terminal.full.table_app import TableApp
from kartarna.terminal.play.dialogue import Dialogue, Quit


class ScreenDialogue(Dialogue):
    """Runs on a thread of its own, so that the screen answers while bots think."""

    voice: ScreenVoice

    def __init__(self, room: SoloRoom, voice: ScreenVoice, **how: Any) -> None:
        super().__init__(room, voice, **how)
        self.ended = "left"
        self.leaving = False
        self.screen = TableApp(voice, self.table.game, self.table.game.deck_of(self.table.state), self.play, self.leave)

    def run(self) -> bool:
        self.screen.run()
        return self.finish()

    def finish(self) -> bool:
        """When the screen is gone."""
        self.voice.vanish()
        if failure := self.screen.failure:
            raise failure
        super().close(self.ended)
        return not self.room.unsaved

    def play(self) -> None:
        """Until the game is over or the person leaves."""
        super().run()

    def leave(self) -> None:
        self.leaving = True
        self.voice.typed.put(None)

    def close(self, kind: str) -> None:
        """Told when the screen is gone; until then everything is in the log."""
        self.ended = kind

    def step(self) -> None:
        if self.leaving:
            raise Quit
        super().step()

    def tell(self, told: list[SoloUpdate]) -> None:
        super().tell(told)
        self.screen.call_from_thread(self.screen.show, self.seen())

    def show_table(self, *, full: bool) -> None:
        if full:
            super().show_table(full=True)
        self.screen.call_from_thread(self.screen.show, self.seen())

    def introduce_choices(self) -> None:
        together = self.table.state.waiting().bit_count() > 1
        self.screen.call_from_thread(self.screen.offer, self.menu(), together)

    def decide(self, action: int) -> None:
        self.screen.call_from_thread(self.screen.offer, None)
        super().decide(action)

    def seen(self) -> View:
        return self.table.game.view(self.table.state, self.seat)

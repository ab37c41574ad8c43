"""Draws the pictures of docs/terminal anew: every game on a screen of 80 × 24. Part of `make screens`; look at them."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from kartarna.games import OWN, get
from kartarna.play.model.solo import opening
from kartarna.play.room.solo import SoloRoom
from kartarna.play.storage.file_log import FileLog
from kartarna.terminal.full.screen_dialogue import ScreenDialogue
from kartarna.terminal.full.screen_voice import ScreenVoice
from kartarna.terminal.play.game import seated

PLACE = Path(__file__).parent.parent / "terminal"
FONT = re.compile(r"@font-face \{.*?\}\n?", re.DOTALL)  # from another host: the reader's own will do
DECISIONS = 4  # before the picture is taken


async def picture(game_id: str, folder: Path) -> str:
    game, voice = get(game_id), ScreenVoice("en")
    rows = [opening(game, seated(voice, game, players=4, bot="greedy"), {}, game.decks.standard).row(1, time.time())]
    dialogue = ScreenDialogue(SoloRoom(FileLog.begin(folder / f"{game_id}.json", rows), rows, 11), voice)
    app = dialogue.screen
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(DECISIONS):
            while app.menu is None:
                await pilot.pause(0.01)
            asked = app.menu
            await pilot.press("enter")
            while app.menu is asked:
                await pilot.pause(0.01)
        while app.menu is None:
            await pilot.pause(0.01)
        await pilot.press("down")
        await pilot.pause(0.3)
        drawn = FONT.sub("", app.export_screenshot(title=f"kartarna play {game_id} --full"))
        app.action_leave()
        while not app.over:
            await pilot.pause(0.01)
    return drawn


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for game in OWN:
            (PLACE / f"{game}.svg").write_text(asyncio.run(picture(game, Path(folder))), encoding="utf-8")


if __name__ == "__main__":
    main()

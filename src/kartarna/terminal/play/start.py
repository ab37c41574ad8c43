"""`kartarna play` alone: asks which game, with how many, against whom, and plays. Enter takes what is offered."""

from __future__ import annotations

from typing import Any

from kartarna.bots import BOTS, OWN, STANDARD
from kartarna.bots.names import title
from kartarna.core.game import Game
from kartarna.core.record import Record
from kartarna.core.words import Fact
from kartarna.terminal.arguments import games
from kartarna.terminal.commands.rules import summary
from kartarna.terminal.opponents import bot_meant
from kartarna.terminal.play import save_files
from kartarna.terminal.play.dialogue import COMMANDS
from kartarna.terminal.play.game import LONGEST_NAME, begin, go_on, seated, usual_players
from kartarna.terminal.voice import Voice, folded


def welcome(voice: Voice, table: Voice | None = None) -> None:
    """`table`: the voice of the game itself, if it is another one."""
    voice.say("welcome")
    left = save_files.unfinished()
    try:
        if left and wants_to_go_on(voice, left[1]):
            go_on(table or voice, left[0])
            return
        game = choose_game(voice)
        players = choose_number(voice, "ask_players", game.players, usual_players(game))
        bot = choose_bot(voice)
        name = answer(voice, "ask_name", usual=voice.sentence("player", number=1))[:LONGEST_NAME]
    except (EOFError, KeyboardInterrupt):
        voice.line()
        voice.say("start_hint", game=games()[-1].id)
        return
    begin(table or voice, game, seated(voice, game, players=players, name=name or None, bot=bot), {})


def answer(voice: Voice, kind: str, **facts: Fact) -> str:
    typed = voice.ask(kind, **facts)
    if folded(typed) in COMMANDS["quit"]:
        raise EOFError
    return typed


def wants_to_go_on(voice: Voice, record: Record) -> bool:
    title = next((game.title for game in games() if game.id == record.game), None)
    if title is None:
        return False
    return folded(answer(voice, "ask_go_on", title=title, round=len(record.rounds)))[:1] != "n"


def choose_game(voice: Voice) -> Game[Any]:
    offered = games()
    voice.say("games")
    for number, game in enumerate(offered, 1):
        voice.say("game", number=number, title=game.title, summary=summary(game, voice.language))
    while True:
        typed = folded(answer(voice, "ask_game", usual=1)) or "1"
        for number, game in enumerate(offered, 1):
            if typed in (str(number), f"#{number}", game.id, folded(game.title)):
                return game
        voice.say("no_such_game", count=len(offered))


def choose_number(voice: Voice, kind: str, among: range, usual: int) -> int:
    while True:
        typed = answer(voice, kind, low=among.start, high=among.stop - 1, usual=usual) or str(usual)
        if typed.isascii() and typed.isdecimal() and len(typed) < 4 and int(typed) in among:
            return int(typed)
        voice.say("no_such_count", low=among.start, high=among.stop - 1)


def _introduced(voice: Voice, bot: str) -> str:
    if bot not in OWN:
        return voice.sentence("bot_installed", bot=bot)
    shown = title(bot, voice.language)
    return bot if shown == bot else voice.sentence("bot_ours", bot=bot, title=shown)


def choose_bot(voice: Voice) -> str:
    offered = ", ".join(_introduced(voice, name) for name in BOTS)
    while True:
        typed = answer(voice, "ask_bots", bots=offered, usual=STANDARD) or STANDARD
        if (meant := bot_meant(typed)) in BOTS:
            return meant
        matches = [name for name in BOTS if _begins(typed, name, title(name, voice.language))]
        if len(matches) == 1:
            return matches[0]
        voice.say("no_such_bot", bots=offered)


def _begins(typed: str, *names: str) -> bool:
    """Of what is offered, the beginning will do."""
    return any(folded(name).startswith(folded(typed)) for name in names)

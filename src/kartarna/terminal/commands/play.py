"""`kartarna play GAME`: a whole game in plain lines. Every game brings its own options."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kartarna.bots import BOTS
from kartarna.core.errors import OptionError
from kartarna.core.game import Game, Option
from kartarna.games import get
from kartarna.terminal.arguments import Lang, games
from kartarna.terminal.commands.rules import summary
from kartarna.terminal.full.screen_voice import ScreenVoice
from kartarna.terminal.opponents import bot_meant
from kartarna.terminal.play import start
from kartarna.terminal.play.game import USUAL, begin, go_on, seated
from kartarna.terminal.voice import Voice

Resume = Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")]
Seed = Annotated[
    int | None, typer.Option(min=0, max=2**64 - 1, metavar="S", help="The same seed: the same cards, the same bots.")
]
Seconds = Annotated[
    float | None,
    typer.Option(
        min=0.001, max=600, metavar="T", help="For a bot's decision; expert takes all of it, the others at most."
    ),
]
Full = Annotated[bool, typer.Option("--full", help="On the whole screen of the terminal, with mouse and keys.")]
Confirm = Annotated[bool, typer.Option("--confirm", help="Wait for Enter (or undo) before the others play.")]
Coach = Annotated[bool, typer.Option("--coach", help="Be asked before a decision that costs much.")]


def play(
    game: Game[Any],
    options: dict[str, Any],
    *,
    players: Annotated[
        int | None, typer.Option(metavar="N", help=f"How many play, you included; usually {USUAL}.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option(metavar="|".join(BOTS), help="How the others play.", autocompletion=lambda: list(BOTS))
    ] = None,
    lang: Lang = None,
    seed: Seed = None,
    seconds: Seconds = None,
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="A deck.toml of your own.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Your seat; usually 1.")] = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="Your name.")] = None,
    confirm: Confirm = False,
    coach: Coach = False,
    full: Full = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the game in this file.")] = None,
    resume: Resume = None,
) -> None:
    """What every game's command does; the parameters after the star become its options."""
    voice = table_voice(lang, full=full)
    given = {option: value for option, value in options.items() if value is not None}
    if resume:
        _refuse_beside_resume(players=players, bots=bots, deck=deck, seat=seat, name=name, save=save, **given)
        go_on(voice, resume, seed=seed, seconds=seconds, confirm=confirm, coach=coach, game=game)
        return
    seats = seated(voice, game, players=players, seat=seat, name=name, bot=None if bots is None else bot_meant(bots))
    own = game.decks.read(deck) if deck else None
    begin(voice, game, seats, given, deck=own, file=save, seed=seed, seconds=seconds, confirm=confirm, coach=coach)


def table_voice(lang: str | None, *, full: bool) -> Voice:
    """In lines unless the whole screen is asked for; and where there is none, or a screen reader reads."""
    if not full:
        return Voice(lang)
    if has_screen():
        return ScreenVoice(lang)
    voice = Voice(lang)
    voice.warn(voice.sentence("full_plain"))
    return voice


def has_screen() -> bool:
    plain = os.environ.get("TERM") == "dumb" or os.environ.get("ACCESSIBLE")
    return sys.stdin.isatty() and sys.stdout.isatty() and not plain


def _refuse_beside_resume(**given: Any) -> None:
    for option, value in given.items():
        if value is not None:
            raise OptionError(f"a resumed game stays as it was: leave out --{option.replace('_', '-')}")


# ---- a command for each game -----------------------------------------------------------------------


class GameCommands(TyperGroup):
    """Says which games there are when there is no such game."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-"):
            get(args[0])
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=GameCommands,
    invoke_without_command=True,
    rich_markup_mode=None,
    subcommand_metavar="GAME [OPTIONS]",
    help="Play a game in plain lines of text; without GAME you are asked which. "
    "See kartarna play GAME --help for a game's options.",
)


@app.callback()
def resume_any(
    context: typer.Context,
    resume: Resume = None,
    lang: Lang = None,
    seed: Seed = None,
    seconds: Seconds = None,
    confirm: Confirm = False,
    coach: Coach = False,
    full: Full = False,
) -> None:
    switches = {"confirm": confirm or None, "coach": coach or None}
    if context.invoked_subcommand:
        _refuse_before_game(resume=resume, lang=lang, seed=seed, seconds=seconds, full=full or None, **switches)
    elif resume:
        go_on(table_voice(lang, full=full), resume, seed=seed, seconds=seconds, confirm=confirm, coach=coach)
    else:
        _refuse_before_game(seed=seed, seconds=seconds, **switches)
        start.welcome(Voice(lang), table_voice(lang, full=full))


def _refuse_before_game(**given: Any) -> None:
    for option, value in given.items():
        if value is not None:
            raise OptionError(f"--{option} belongs behind the game's name: kartarna play GAME --{option} …")


_, _, *SHARED = inspect.signature(play, eval_str=True).parameters.values()


def command_of(game: Game[Any]) -> Callable[..., None]:
    """`play` with the game's own options among the parameters."""
    parameters = [*(_parameter(game, option) for option in game.options), *SHARED]

    def command(**given: Any) -> None:
        play(game, {option.name: given.pop(option.name) for option in game.options}, **given)

    made: Any = command
    made.__signature__ = inspect.Signature(parameters)
    made.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    made.__doc__ = f"{game.title} – {summary(game, 'en')}"
    return command


def _parameter(game: Game[Any], option: Option) -> inspect.Parameter:
    flag = f"--{option.name.replace('_', '-')}"
    meaning = game.sentences()[f"option_{option.name}"]["en"]
    kind: Any = Annotated[int | None, typer.Option(flag, metavar="N", min=option.low, max=option.high, help=meaning)]
    if option.is_flag:
        kind = Annotated[bool | None, typer.Option(f"{flag}/--no-{flag[2:]}", help=meaning)]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


for _game in games():
    app.command(_game.id)(command_of(_game))

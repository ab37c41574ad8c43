"""`kartarna new-game NAME`: writes the beginning of a game's package, tiny but complete."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from kartarna.core.errors import OptionError
from kartarna.games import GAMES
from kartarna.games.plugins import ID

SKELETON = Path(__file__).parent.parent / "skeleton"
AT_THE_TOP = {"pyproject.toml", "README.md"}


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's id: small letters, digits and _.")],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="Where to; usually a new folder of that name.")
    ] = None,
) -> None:
    """Write the skeleton of a game of your own: a package that can be installed and played at once."""
    if not ID.fullmatch(name):
        raise OptionError(f"{name!r:.40}: an id is a small letter, then at most 39 small letters, digits and _")
    if name in GAMES:
        raise OptionError(f"there is a game {name!r} already")
    target = folder or Path(name)
    try:
        count = _write(name, target)
    except OSError as error:
        raise OptionError(f"{error.filename} cannot be written: {error.strerror}") from error
    typer.echo(f"{target}: {count} files. Now: pip install --editable {target}; kartarna conform {name}")


def _write(name: str, target: Path) -> int:
    """Into a folder that is not there yet or is empty."""
    if target.exists() and any(target.iterdir()):
        raise OptionError(f"{target} is not empty")
    title = name.replace("_", " ").capitalize()
    rule = re.sub("[^a-z]", "", name).upper()  # of which the ids of rules are made
    words = {"id": name, "ID": rule, "title": title, "klass": title.title().replace(" ", "")}
    templates = sorted(SKELETON.glob("*.template"))
    for template in templates:
        file = _place(template.name.removesuffix(".template"), name, target)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(Template(template.read_text(encoding="utf-8")).substitute(words), encoding="utf-8")
    return len(templates)


def _place(file: str, name: str, target: Path) -> Path:
    if file in AT_THE_TOP:
        return target / file
    if file == "test.py":
        return target / "tests" / f"test_{name}.py"
    return target / "src" / f"kartarna_{name}" / file

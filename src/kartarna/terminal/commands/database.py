"""`kartarna backup`, `restore` and `forget`: what the keeper of a house does to its database, also while it is used."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.play.people import People
from kartarna.play.room.services import Services
from kartarna.play.storage import address
from kartarna.play.storage.database import Database, StorageError
from kartarna.play.storage.deletion import delete_table
from kartarna.play.storage.log import Log
from kartarna.terminal.arguments import Lang
from kartarna.terminal.play.save_files import home
from kartarna.terminal.voice import Voice

T = TypeVar("T")
DatabaseUrl = Annotated[
    str | None, typer.Option(metavar="URL", help="sqlite:///PATH or postgresql://…; usually a file of yours.")
]


def database_url(given: str | None) -> str:
    """The database that a server uses if it is not told another."""
    return given or f"{address.SQLITE}{home() / 'kartarna.db'}"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; only you can read it.")],
    database: DatabaseUrl = None,
    lang: Lang = None,
) -> None:
    """Copy all tables and people into a file, also while a server is running. It holds running deals: keep it safe."""
    with _told():
        address.backup(database_url(database), file)
    Voice(lang).say("backed_up", file=str(file), size=file.stat().st_size)


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What kartarna backup has made.")],
    database: DatabaseUrl = None,
    replace: Annotated[bool, typer.Option("--replace", help="Even if there are tables in the database.")] = False,
    lang: Lang = None,
) -> None:
    """Put a backup in place of all that is in the database, also while a server is running."""
    url = database_url(database)
    if not file.is_file():
        raise KartarnaError(f"there is no file {file}")
    with _told():
        _check_folder(url, ours=database is None)
        tables = _with(url, _count_tables) if address.exists(url) else 0
        if tables and not replace:
            raise OptionError(f"there are tables in the database ({tables}); give --replace if they are to go")
        address.restore(file, url)
        Voice(lang).say("restored", tables=_with(url, _count_tables))


def forget(
    what: Annotated[str, typer.Argument(metavar="NAME|TABLE", help="Everyone of this name, or a table by its id.")],
    database: DatabaseUrl = None,
    lang: Lang = None,
) -> None:
    """Delete a table, or all that is stored about everyone of a name; their decisions stay, without a name."""
    url = database_url(database)
    voice = Voice(lang)
    with _told():
        if not address.exists(url):
            raise KartarnaError(f"there is no database {address.file_of(url)}")
        if _with(url, lambda database: _delete_table(database, what)):
            voice.say("forgot_table", table=what)
        elif count := _with(url, lambda database: _forget_people(database, what)):
            voice.say("forgot_people", name=what, count=count)
        else:
            raise KartarnaError(f"nobody is called {what!r:.40}, and no table has this id")


async def _delete_table(database: Database, table: str) -> bool:
    there = await delete_table(database, table)
    if there:
        await database.wipe()
    return there


async def _forget_people(database: Database, name: str) -> int:
    count = await People(database, Services()).forget_name(name)
    if count:
        await database.wipe()
    return count


def _check_folder(url: str, *, ours: bool) -> None:
    """The folder of our own data is made; one that was named, and is not there, is a slip of the pen."""
    if not address.is_sqlite(url):
        return
    folder = address.file_of(url).parent
    if ours:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    elif not folder.is_dir():
        raise KartarnaError(f"there is no folder {folder}")


def _with(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    async def whole() -> T:
        database = address.open_database(url)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(whole())


def _count_tables(database: Database) -> Awaitable[int]:
    return Log(database).count()


@contextmanager
def _told() -> Iterator[None]:
    """Whatever is wrong with a database or a file is told in one line."""
    try:
        yield
    except (StorageError, OSError) as error:
        raise KartarnaError(str(error)) from error

"""Where data is kept, the database, the port: what a server needs. Nothing is made or changed by looking."""

from __future__ import annotations

import os
from contextlib import closing

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.play.storage import address
from kartarna.play.storage.database import StorageError
from kartarna.terminal.commands.browser import answers
from kartarna.terminal.doctor.check_result import CheckResult, fault, note, ok
from kartarna.terminal.play.save_files import home


def folder() -> CheckResult:
    """Where games are saved: it is there and can be written, or it can be made."""
    place = home()
    first = next(parent for parent in (place, *place.parents) if parent.exists())
    if not first.is_dir():
        return fault("folder_is_file", folder=str(place), file=str(first))
    if not os.access(first, os.W_OK | os.X_OK):
        return fault("folder_closed", folder=str(place))
    return ok("folder", folder=str(place))


def database(url: str) -> CheckResult:
    """What is wrong with it says itself what to do."""
    try:
        there = address.check(url)
    except (StorageError, KartarnaError) as error:
        return fault("database_fails", reason=str(error))
    place = str(address.file_of(url)) if address.is_sqlite(url) else "PostgreSQL"
    return ok("database" if there else "database_new", place=place)


def port(number: int) -> CheckResult:
    from kartarna.server import launch  # noqa: PLC0415 - takes longer to import than all of this

    if answers(number):
        return ok("port_ours", port=number)
    try:
        with closing(launch.bound(launch.LOCAL, number)):
            return ok("port", port=number)
    except OptionError:
        return note("port_taken", port=number)

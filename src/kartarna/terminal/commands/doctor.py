"""`kartarna doctor`: looks at the set-up and says what to do."""

from __future__ import annotations

from typing import Annotated

import typer

from kartarna.terminal.arguments import Lang
from kartarna.terminal.commands.database import DatabaseUrl, database_url
from kartarna.terminal.doctor import house, machine
from kartarna.terminal.doctor.check_result import CheckResult, Grade
from kartarna.terminal.voice import Voice


def doctor(
    database: DatabaseUrl = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where a server is to listen.")] = 8000,
    lang: Lang = None,
) -> None:
    """Check the set-up: rules, compiler, pages, database, port. Exit code 1 if something will not work."""
    voice = Voice(lang)
    looks = (machine.python, machine.rules, machine.compiler, machine.pages, machine.node, house.folder)
    results = [result for look in looks if (result := look())]
    results += [house.database(database_url(database)), house.port(port)]
    for result in results:
        voice.line(told(voice, result))
    faults = sum(result.grade is Grade.FAULT for result in results)
    voice.say("doctor_faults" if faults else "doctor_well", count=faults)
    if faults:
        raise typer.Exit(1)


def told(voice: Voice, result: CheckResult) -> str:
    grade = voice.sentence(f"doctor_{result.grade}")
    return f"{grade}: {voice.sentence(f'doctor_{result.kind}', **result.facts)}"

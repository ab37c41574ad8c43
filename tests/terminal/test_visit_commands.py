"""What a visitor of a server's table may ask for."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from kartarna.client.account import Place
from kartarna.terminal.play.typed import command_in
from kartarna.terminal.play.visit_commands import COMMANDS, VisitCommands
from kartarna.terminal.voice import Voice


def asked(typed: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The answer to a visitor of a table of GAP."""
    place: Any = SimpleNamespace(table=SimpleNamespace(game="gap"))
    commands = VisitCommands(Voice("en"), cast(Place, place), lambda: None, lambda: None)
    command = command_in(COMMANDS, typed)
    assert command
    asyncio.run(commands.obey(command, typed.partition(" ")[2]))
    return capsys.readouterr().out.splitlines()


def test_the_rules_whole_or_one_and_where_to_try_it(capsys: pytest.CaptureFixture[str]) -> None:
    whole = asked("rules", capsys)
    assert any(line.startswith("GAP-10 ") for line in whole)
    assert any(line.startswith("ALL-8 ") for line in whole)
    one, link = asked("pravidla gap-7", capsys)
    assert one == "GAP-7 [B] The round ends when everyone has played all cards."
    assert link == "Try it out: kartarna learn gap GAP-7"
    assert asked("rules GAP-77", capsys) == ["There is no rule GAP-77. Type rules to see all."]


def test_every_command_that_has_a_word_is_carried_out() -> None:
    commands = VisitCommands(Voice("en"), cast(Place, SimpleNamespace()), lambda: None, lambda: None)
    assert set(commands.commands) == set(COMMANDS)

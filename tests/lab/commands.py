"""The lab's commands, as a user gives them."""

from __future__ import annotations

import json
from typing import Any

import typer
from typer.testing import CliRunner

from kartarna.terminal.arguments import OnCluster
from kartarna.terminal.commands.arena import arena
from kartarna.terminal.commands.lab import lab
from kartarna.terminal.commands.ladder import ladder
from kartarna.terminal.commands.regret import regret
from kartarna.terminal.commands.simulate import simulate

app = typer.Typer()
for command in (arena, lab, ladder, simulate):
    app.command(command.__name__, cls=OnCluster)(command)
app.command("regret")(regret)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def figures(*arguments: str) -> dict[str, Any]:
    """What the command prints as JSON."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found

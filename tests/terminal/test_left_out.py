"""A server says at its start which installed games and bots it leaves out, and why."""

from __future__ import annotations

import pytest

from kartarna import games
from kartarna.bots import plugins
from kartarna.server import launch
from tests.terminal.command import kartarna


def test_a_broken_game_is_told_when_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "refused", lambda: {"brod": "rules.en.md has no rule"})
    monkeypatch.setattr(plugins, "installed", lambda: plugins.InstalledBots({}, {"Loud": "a bot's name is small"}))
    monkeypatch.setattr(launch, "serve", lambda _wanted, _announce: None)
    told = kartarna("serve").err
    assert "the installed game 'brod' is left out: rules.en.md has no rule" in told
    assert "the installed bot 'Loud' is left out: a bot's name is small" in told


def test_a_sound_house_says_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "serve", lambda _wanted, _announce: None)
    assert "left out" not in kartarna("serve").err

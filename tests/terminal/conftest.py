"""Games of these tests are kept in a folder of their own, and the language is English unless a test says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("KARTARNA_HOME", str(folder))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(os, "fsync", lambda _: None)  # in this process only: the disk is slow, and nothing is cut off
    return folder

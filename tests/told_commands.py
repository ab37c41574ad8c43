"""The commands that a page of Markdown tells people to type."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from typer.main import get_command

from kartarna.terminal.app import app

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(kartarna [^`\n]+)`")
COMMAND = re.compile(r"^(?:\.venv/bin/|/opt/kartarna/bin/)?kartarna (.+?)(?:\s+#.*)?$", re.MULTILINE)
MEANT = re.compile(r"\b[A-Z]{2,}\b|\b[A-Z]\b|…|\[|\|")  # to be filled in by the reader
LASTING = ("serve",)  # until somebody ends them: run in tests/server


class ToldCommand(NamedTuple):
    page: str
    words: tuple[str, ...]

    @property
    def runnable(self) -> bool:
        """It can be typed as it stands, and comes to an end."""
        return self.words[0] not in LASTING and not any(map(MEANT.search, self._unquoted()))

    def _unquoted(self) -> list[str]:
        return [word for word in self.words if not re.fullmatch(r"[A-Z]+-\d+", word)]  # the id of a rule

    def unknown(self) -> list[str]:
        """What is neither a command nor an option of it."""
        command = get_command(app)
        left = list(self.words)
        while left and hasattr(command, "commands"):
            if left[0] not in command.commands:
                break
            command = command.commands[left.pop(0)]
        known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
        options = {found for word in left for found in re.findall(r"^\[?(--[a-z-]+)", word)}
        named = [self.words[0]] if left == list(self.words) and not left[0].startswith("-") else []
        return [*named, *sorted(options - known - {"--help", "--version"})]


def in_blocks(page: Path) -> list[ToldCommand]:
    text = "\n".join(BLOCK.findall(page.read_text(encoding="utf-8")))
    return [_told(page, line) for line in COMMAND.findall(text)]


def in_sentences(page: Path) -> list[ToldCommand]:
    found = (COMMAND.match(text) for text in INLINE.findall(page.read_text(encoding="utf-8")))
    return [_told(page, line[1]) for line in found if line]


def _told(page: Path, line: str) -> ToldCommand:
    return ToldCommand(str(page.relative_to(ROOT)), tuple(line.split()))

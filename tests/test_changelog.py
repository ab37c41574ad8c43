"""The changelog has dated versions, the newest first, and the newest is the version of the package."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from pathlib import Path

from kartarna import VERSION

TEXT = (Path(__file__).parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
KINDS = ["Added", "Changed", "Removed", "Fixed"]


def released() -> list[tuple[tuple[int, ...], date]]:
    found = []
    for heading in HEADINGS:
        if heading != "Unreleased":
            match = re.fullmatch(r"(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)", heading)
            assert match, heading
            found.append((tuple(map(int, match[1].split("."))), date.fromisoformat(match[2])))
    return found


def test_the_newest_version_is_that_of_the_package() -> None:
    assert released()[0][0] == tuple(map(int, VERSION.split(".")))


def test_versions_and_their_dates_fall() -> None:
    versions = released()
    assert len(versions) > 1
    for (newer, later), (older, earlier) in pairwise(versions):
        assert newer > older
        assert later >= earlier


def test_what_is_not_released_stands_first() -> None:
    assert "Unreleased" not in HEADINGS[1:]


def test_every_version_tells_what_was_added_changed_removed_and_fixed() -> None:
    for version in re.split(r"^## .+\n", TEXT, flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.+)\n- ", version, re.MULTILINE)
        assert kinds
        assert kinds == [kind for kind in KINDS if kind in kinds]
        assert len(kinds) == version.count("### ")

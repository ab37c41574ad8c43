"""What the doctor found about one piece of the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from kartarna.core.words import Fact


class Grade(StrEnum):
    OK = "ok"
    NOTE = "note"  # works, or is for developers only
    FAULT = "fault"  # something that was asked for will not work


@dataclass(frozen=True)
class CheckResult:
    grade: Grade
    kind: str  # the sentence doctor_KIND of words.toml: what is so and, unless it is well, what to do
    facts: Mapping[str, Fact] = field(default_factory=dict)


def ok(kind: str, **facts: Fact) -> CheckResult:
    return CheckResult(Grade.OK, kind, facts)


def note(kind: str, **facts: Fact) -> CheckResult:
    return CheckResult(Grade.NOTE, kind, facts)


def fault(kind: str, **facts: Fact) -> CheckResult:
    return CheckResult(Grade.FAULT, kind, facts)

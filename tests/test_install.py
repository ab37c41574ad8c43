"""The package installs and plays without a C compiler and without Node, says so once, and carries all its files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import closing
from gzip import decompress
from http.client import HTTPConnection
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.server.process import Serve

ROOT = Path(__file__).parent.parent
KEPT = ("src", "pyproject.toml", "setup.py", "README.md", "LICENSE")
PAGES = ("web", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")
LEFT_OUT = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info", "dist")
PIP = [sys.executable, "-m", "pip"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the source alone, on a machine whose compiler does not work; the browser app is built on the way."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name in (*KEPT, *PAGES):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(ROOT / name, source / name)
    (source / "node_modules").symlink_to(ROOT / "node_modules")  # what npm would fetch
    build = [*PIP, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(built), str(source)]
    subprocess.run(build, env={**os.environ, "CC": "no-such-compiler"}, check=True)
    [wheel] = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with that wheel installed."""
    site = tmp_path_factory.mktemp("site")
    subprocess.run([*PIP, "install", "--quiet", "--no-deps", "--target", str(site), str(wheel)], check=True)
    return site


def kartarna(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "KARTARNA_INTERPRETED"}
    command = [sys.executable, "-m", "kartarna", *arguments]
    env = {**environment, "PYTHONPATH": str(site)}
    return subprocess.run(command, env=env, cwd=site, capture_output=True, text=True, check=False)


def test_nothing_is_compiled_and_all_data_is_there(site: Path) -> None:
    assert not list(site.rglob("*.so"))
    for name in ("deck.toml", "words.toml", "rules.cs.md", "rules.pxd"):
        assert (site / "kartarna" / "games" / "gap" / name).exists()
    assert (site / "kartarna" / "py.typed").exists()


def test_the_interpreted_twin_plays_and_says_so_once(site: Path) -> None:
    run = kartarna(site, "simulate", "gap", "--players", "2", "--games", "3", "--seed", "1")
    assert run.returncode == 0, run.stderr
    assert run.stderr.count("interpreted") == 1


def test_the_version_says_that_it_is_interpreted(site: Path) -> None:
    run = kartarna(site, "--version")
    assert run.returncode == 0
    assert "interpreted" in run.stdout


def test_the_wheel_has_the_browser_app_and_not_its_source(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    pages = "kartarna/server/web/dist/"
    assert f"{pages}index.html" in names
    assert f"{pages}sw.js" in names
    assert sum(name.startswith(f"{pages}assets/") and name.endswith(".js") for name in names) > 20
    assert not [name for name in names if name.endswith((".svelte", ".ts")) or "node_modules" in name]


def test_the_server_shows_it_without_node(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("PATH", str(tmp_path))
    with Serve(f"sqlite:///{tmp_path}/house.db") as server:
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', fetched(server, "/"))
        assert scripts
        assert all("import" in fetched(server, script) for script in scripts)


def fetched(server: Serve, path: str) -> str:
    line = HTTPConnection(server.url.removeprefix("http://"), timeout=20)
    line.request("GET", path, headers={"Accept-Encoding": "gzip"})
    with closing(line):
        answer = line.getresponse()
        assert answer.headers["Content-Encoding"] == "gzip"
        return decompress(answer.read()).decode()

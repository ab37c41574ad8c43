"""The package installs and plays: compiled from a wheel, without a compiler or Node; else interpreted, said once."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from contextlib import closing
from gzip import decompress
from http.client import HTTPConnection
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.server.process import Serve

ROOT = Path(__file__).parent.parent
KEPT = ("src", "build", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
PAGES = ("web", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")
LEFT_OUT = shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info", "dist", "ziglang*")
PIP = [sys.executable, "-m", "pip"]
SDIST = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
LAUNCHER = ("dirname", "realpath")  # what the command that uv installs needs of a machine
EXTENSION = f"*{sysconfig.get_config_var('EXT_SUFFIX')}"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a machine with neither a compiler nor Node."""
    programs = tmp_path_factory.mktemp("programs")
    for name in LAUNCHER:
        (programs / name).symlink_to(shutil.which(name) or "")
    kept = {name: value for name, value in os.environ.items() if name not in ("KARTARNA_INTERPRETED", "CC")}
    return {**kept, "PATH": str(programs), "KARTARNA_HOME": str(tmp_path_factory.mktemp("home"))}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package; the browser app is built on the way. What Cython has made already is taken over."""
    tree, built = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("built")
    for name in (*KEPT, *PAGES):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(ROOT / name, tree / name)
    (tree / "node_modules").symlink_to(ROOT / "node_modules")  # what npm would fetch
    subprocess.run([sys.executable, "-c", SDIST, str(built)], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    [archive] = built.glob("*.tar.gz")
    return archive


def unpacked(archive: Path, folder: Path) -> Path:
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    [tree] = folder.iterdir()
    shutil.copytree(ROOT / "build" / "src", tree / "build" / "src")
    return tree


def wheel_of(tree: Path, folder: Path, env: dict[str, str]) -> Path:
    build = [*PIP, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(tree)]
    subprocess.run(build, env=env, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(source: Path, bare: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made of the source package on a machine with neither a compiler nor Node."""
    return wheel_of(unpacked(source, tmp_path_factory.mktemp("source")), tmp_path_factory.mktemp("wheel"), bare)


@pytest.fixture(scope="module")
def compiled_wheel(source: Path, bare: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With what `make setup` has compiled from the same files."""
    tree = unpacked(source, tmp_path_factory.mktemp("source"))
    library = tree / "build" / f"lib.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    for module in (ROOT / "src").rglob(EXTENSION):
        place = library / module.relative_to(ROOT / "src")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(module, place)
    return wheel_of(tree, tmp_path_factory.mktemp("wheel"), bare)


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the interpreted wheel installed."""
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
    assert not [name for name in names if name.endswith((".svelte", ".ts", ".c")) or "node_modules" in name]


def test_the_wheel_has_the_local_house(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        manifest = json.loads(archive.read("kartarna/server/web/dist/local/manifest.json"))
        folder = f"kartarna/server/web/dist/local/{manifest['version']}"
        for name, size in manifest["files"].items():
            assert archive.getinfo(f"{folder}/{name}").file_size == size["bytes"]
            assert archive.getinfo(f"{folder}/{name}.br").file_size == size["brotli"]


def test_the_source_package_has_no_more_than_it_needs(source: Path) -> None:
    with tarfile.open(source) as file:
        names = [name.partition("/")[2] for name in file.getnames()]
    assert {"setup.py", "web/build/build.py", "src/kartarna/server/web/dist/index.html"} <= {*names}
    assert not [name for name in names if name.startswith(("tests", "node_modules")) or name.endswith((".so", ".c"))]


def test_the_server_shows_it_without_node(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(site))
    monkeypatch.setenv("PATH", str(tmp_path))
    with Serve(f"sqlite:///{tmp_path}/house.db") as server:
        check_pages(server)


def check_pages(server: Serve) -> None:
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


# ---- into an empty environment, dependencies and all -----------------------------------------------


@pytest.fixture(scope="module")
def python(compiled_wheel: Path, bare: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """Of an empty environment into which pip has installed the wheel."""
    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    python = str(home / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(compiled_wheel)], env=bare, check=True)
    return python


def test_pip_installs_compiled_rules_without_a_compiler(python: str, bare: dict[str, str]) -> None:
    command = [Path(python).with_name("kartarna"), "simulate", "gap", "--players", "3", "--games", "2000"]
    run = subprocess.run(command, env=bare, capture_output=True, text=True, check=True)
    assert "interpreted" not in run.stderr
    told = subprocess.run([*command[:1], "--version"], env=bare, capture_output=True, text=True, check=True)
    assert "(compiled)" in told.stdout


def test_what_pip_installed_serves_the_browser_app(python: str, tmp_path: Path) -> None:
    with Serve(f"sqlite:///{tmp_path}/house.db", python=python) as server:
        check_pages(server)


@pytest.mark.parametrize(
    "runner",
    [["uv", "tool", "run", "--python", sys.executable, "--from"], ["pipx", "run", "--spec"]],
    ids=lambda runner: runner[0],
)
def test_it_runs_without_being_installed(
    runner: list[str], compiled_wheel: Path, bare: dict[str, str], tmp_path: Path
) -> None:
    own = {"UV_CACHE_DIR": str(tmp_path / "uv"), "PIPX_HOME": str(tmp_path / "pipx")}
    command = [sys.executable, "-m", *runner, str(compiled_wheel), "kartarna", "--version"]
    run = subprocess.run(command, env={**bare, **own}, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "(compiled)" in run.stdout

"""The runtime as files for the browser, again whenever something of it has changed.

`build/local/site` has `manifest.json` and one folder named by the version, which is a hash of all that is in it. Where
the tools cannot be had, this says so once, and the app is built without a local house.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from . import contents, headers, side_modules, tools

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src"
PYODIDE = ROOT / "node_modules" / "pyodide"
WORK = ROOT / "build" / "local"
SITE = WORK / "site"
MANIFEST = SITE / "manifest.json"
DONE = WORK / "done"  # the key of what was built last, or could not be
LOCK = "pyodide-lock.json"
TAKEN = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=.*\s*$")  # which we do not carry
OWN = sorted(file for file in Path(__file__).parent.rglob("*") if file.suffix in {".py", ".mjs", ".txt"})


def fresh() -> bool:
    return DONE.exists() and DONE.read_text("utf-8") == _key(_everything())


def build() -> None:
    """Needs `node` on the PATH, and what package.json names."""
    key = _key(_everything())
    shutil.rmtree(SITE, ignore_errors=True)
    try:
        _build()
    except tools.NoTools as error:
        print(f"kartarna: the app is built without its local house: {error}", file=sys.stderr)
    DONE.parent.mkdir(parents=True, exist_ok=True)
    DONE.write_text(key, "utf-8")


def _build() -> None:
    modules = _modules()
    made = WORK / "made"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    order = {
        "source": str(SOURCE),
        "python": [str(file.relative_to(SOURCE)) for file in contents.files(SOURCE)],
        "modules": str(modules),
        "compiled": sorted(str(file.relative_to(modules)) for file in modules.rglob("*.so")),
        "msgspec": str(tools.msgspec(WORK / "tools")),
        "made": str(made),
    }
    _node("pack.mjs", json.dumps(order))
    for name in TAKEN:
        (made / name).write_bytes(SOURCE_MAP.sub(b"", (PYODIDE / name).read_bytes()))
    lock = json.loads((PYODIDE / LOCK).read_text("utf-8"))
    (made / LOCK).write_text(json.dumps({**lock, "packages": {}}), "utf-8")  # it wants the list; we take no package
    _publish(made)


def _modules() -> Path:
    """The side modules, compiled anew only when something of theirs has changed."""
    sources = [*SOURCE.rglob("*.pxd"), *(pxd.with_suffix(".py") for pxd in SOURCE.rglob("*.pxd"))]
    makers = [Path(module.__file__) for module in (contents, headers, side_modules, tools)]
    key = _key([*sources, ROOT / "setup.py", *makers])
    place, done = WORK / "modules", WORK / "modules.key"
    if not done.exists() or done.read_text("utf-8") != key:
        side_modules.build(ROOT, WORK, place)
        done.write_text(key, "utf-8")
    return place


def _publish(made: Path) -> None:
    """Gives the files their version and tells their sizes."""
    names = sorted(file.name for file in made.iterdir())
    digest = sha256()
    for name in names:
        digest.update(name.encode() + sha256((made / name).read_bytes()).digest())
    sizes = json.loads(_node("compress.mjs", str(made), str(WORK / "brotli")))
    manifest = {"version": digest.hexdigest()[:12], "pyodide": tools.PYODIDE, "files": sizes}
    SITE.mkdir(parents=True)
    made.rename(SITE / manifest["version"])
    MANIFEST.write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def _node(script: str, *words: str) -> str:
    node = shutil.which("node")
    if node is None:
        raise tools.NoTools("there is no Node")
    done = subprocess.run(
        [node, Path(__file__).with_name(script), *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise tools.NoTools(f"{script} says: {(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def _everything() -> list[Path]:
    return [*contents.files(SOURCE), ROOT / "setup.py", ROOT / "package-lock.json", *OWN]


def _key(files: list[Path]) -> str:
    digest = sha256(repr((tools.PINNED, _cython(), sys.version_info[:2])).encode())
    for file in sorted(files):
        digest.update(str(file.relative_to(ROOT)).encode() + sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _cython() -> str:
    try:
        return version("cython")
    except PackageNotFoundError:
        return "none"

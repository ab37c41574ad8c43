"""The compiled rules and the search as WebAssembly side modules: from the C that Cython writes for the native ones."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import contents, headers, tools

TARGET = "--target=wasm32-unknown-emscripten"
COMPILE = ("-c", "-fPIC", "-O3", "-DNDEBUG", "-D__EMSCRIPTEN__", "-Wno-everything", "-mbulk-memory")
LIMITED = ("-DPy_LIMITED_API=0x030b0000", "-DCYTHON_LIMITED_API=1")  # 3.11 has all that the modules need
LINK = (
    "-shared",
    "--experimental-pic",
    "--import-undefined",
    "--unresolved-symbols=import-dynamic",
    "--import-memory",
    "--export=__wasm_call_ctors",
    "--export-if-defined=__wasm_apply_data_relocs",
    "--strip-debug",
    "--gc-sections",
    "-O2",
)


def build(root: Path, work: Path, into: Path) -> None:
    """Writes one `.abi3.so` a module below `into`."""
    zig = tools.zig(work / "tools")
    include = headers.prepare(work, zig)
    shutil.rmtree(into, ignore_errors=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(_build_one, zig, include, code, into / name) for name, code in _generated(root)]
        for job in jobs:
            job.result()


def _generated(root: Path) -> Iterator[tuple[Path, Path]]:
    """Modules as paths within the package, and their C."""
    for extension in runpy.run_path(str(root / "setup.py"))["compiled_modules"]():
        name = Path(*extension.name.split("."))
        if contents.travels(name):
            yield name, root / extension.sources[0]


def _build_one(zig: Path, include: list[str], code: Path, module: Path) -> None:
    module.parent.mkdir(parents=True, exist_ok=True)
    compiled, linked = module.with_suffix(".o"), module.with_suffix(".abi3.so")
    _run(zig, "clang", TARGET, *COMPILE, *LIMITED, *include, str(code), "-o", str(compiled))
    _run(zig, "wasm-ld", *LINK, f"--export=PyInit_{module.name}", str(compiled), "-o", str(linked))
    compiled.unlink()


def _run(zig: Path, *words: str) -> None:
    done = subprocess.run([zig / "zig", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise tools.NoTools(f"{words[0]} says: {done.stderr.strip()[:2000]}")

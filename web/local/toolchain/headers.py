"""Headers for 32-bit WebAssembly: those of the Python at hand, and musl's from the compiler.

Modules are compiled for the Limited API, so the headers need not be of the Python that loads them; only the sizes that
`pyconfig.h` and `alltypes.h` name must be those of Emscripten: 32 bits, with `size_t` an `unsigned long`.
"""

from __future__ import annotations

import re
import shutil
import sysconfig
from pathlib import Path

SIZES = {
    "ALIGNOF_LONG": 4,
    "ALIGNOF_SIZE_T": 4,
    "ALIGNOF_MAX_ALIGN_T": 16,
    "SIZEOF_LONG": 4,
    "SIZEOF_LONG_DOUBLE": 16,
    "SIZEOF_PTHREAD_T": 4,
    "SIZEOF_SIZE_T": 4,
    "SIZEOF_TIME_T": 8,
    "SIZEOF_UINTPTR_T": 4,
    "SIZEOF_VOID_P": 4,
}
FOREIGN = (
    "HAVE_GCC_ASM_FOR_X64",
    "HAVE_GCC_ASM_FOR_X87",
    "HAVE_GCC_UINT128_T",
    "HAVE___UINT128_T",
    "PY_HAVE_PERF_TRAMPOLINE",
    "WITH_MIMALLOC",
)
AS_LONG = {
    "#define _Addr int": "#define _Addr long",
    "unsigned int size_t": "unsigned long size_t",
    "unsigned int uintptr_t": "unsigned long uintptr_t",
    "typedef int ptrdiff_t": "typedef long ptrdiff_t",
    "typedef int ssize_t": "typedef long ssize_t",
    "typedef int intptr_t": "typedef long intptr_t",
    "unsigned _Addr": "unsigned long",
    "typedef _Addr": "typedef long",
}


def prepare(folder: Path, zig: Path) -> list[str]:
    """Writes the changed headers into this folder; the options of the compiler that name all of them."""
    own, musl = folder / "include", zig / "lib" / "libc" / "include"
    _python(own / "python")
    types = (musl / "riscv32-linux-musl" / "bits" / "alltypes.h").read_text("utf-8")
    for theirs, ours in AS_LONG.items():
        types = types.replace(theirs, ours)
    (own / "musl" / "bits").mkdir(parents=True, exist_ok=True)
    (own / "musl" / "bits" / "alltypes.h").write_text(types, "utf-8")
    order = (zig / "lib" / "include", own / "musl", musl / "riscv32-linux-musl", musl / "generic-musl", own / "python")
    return ["-nostdinc", *(word for place in order for word in ("-isystem", str(place)))]


def _python(folder: Path) -> None:
    """Every `pyconfig.h`: Debian's includes another one."""
    for name in ("platinclude", "include"):
        shutil.copytree(sysconfig.get_path(name), folder, dirs_exist_ok=True)
    for config in folder.rglob("pyconfig.h"):
        config.write_text(_for_32_bits(config.read_text("utf-8")), "utf-8")


def _for_32_bits(config: str) -> str:
    for name, size in SIZES.items():
        config = re.sub(rf"^#\s*define {name} .*$", f"#define {name} {size}", config, flags=re.MULTILINE)
    for name in FOREIGN:
        config = re.sub(rf"^#\s*define {name} .*$", "", config, flags=re.MULTILINE)
    return config

"""Builds the compiled rules. All else about the package stands in pyproject.toml."""

import os
import re
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

SOURCE = Path("src")
BUILDER = Path("web", "build", "build.py")
FLAGS = [] if sys.platform == "win32" else ["-O3", "-g0"]  # debug information would be most of the wheel
CLASS = re.compile(r"^cdef class .*:$", re.MULTILINE)


def compiled_modules() -> list[Extension]:
    """Every .py whose .pxd declares a class; none without Cython."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415
    except ImportError:
        return []
    files = [path.with_suffix(".py") for path in sorted(SOURCE.rglob("*.pxd")) if declares_a_class(path)]
    names = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in files]
    extensions = [
        Extension(name, [str(path)], extra_compile_args=FLAGS) for name, path in zip(names, files, strict=True)
    ]
    built: list[Extension] = cythonize(
        extensions, language_level=3, build_dir="build", nthreads=os.cpu_count() or 1, force=outdated(files)
    )
    for extension in built:
        extension.optional = True  # no compiler: the interpreted twin plays as well, only slower
    return built


def outdated(files: list[Path]) -> bool:
    """A .pxd is newer than code made before: Cython does not see which modules use the constants in it."""
    made = [code.stat().st_mtime for file in files if (code := Path("build", file).with_suffix(".c")).exists()]
    return bool(made) and max(pxd.stat().st_mtime for pxd in SOURCE.rglob("*.pxd")) > min(made)


def declares_a_class(pxd: Path) -> bool:
    return CLASS.search(pxd.read_text(encoding="utf-8")) is not None


def build_pages() -> None:
    """A source package has them already: installing it takes no Node."""
    if BUILDER.exists() and not Path("PKG-INFO").exists():
        runpy.run_path(str(BUILDER))["build"]()


class WithPages(build_py):
    """The browser app goes into the wheel. Where it cannot be built, all but the pages works."""

    def run(self) -> None:
        if not self.editable_mode:
            try:
                build_pages()
            except Exception as error:  # noqa: BLE001 - NoNode is a class of the builder's own
                self.warn(f"without the pages for the browser: {error}")
        super().run()


class SourceWithPages(sdist):
    """A source package without the browser app would be a trap: then none is made."""

    def run(self) -> None:
        build_pages()
        super().run()


if __name__ == "__main__":  # the builder of the local house asks for `compiled_modules` alone
    setup(
        ext_modules=compiled_modules(),
        cmdclass={"build_py": WithPages, "sdist": SourceWithPages},
        options={"build_ext": {"parallel": os.cpu_count() or 1}},
    )

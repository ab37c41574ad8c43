"""Builds the compiled rules. All else about the package stands in pyproject.toml."""

import os
import re
import runpy
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SOURCE = Path("src")
DECLARED = re.compile(r"^static ([\w ]+) (__pyx_v_\w*_[A-Z][A-Z_\d]*);$", re.MULTILINE)
OWN_METHOD = re.compile(
    r"\(\(struct __pyx_vtabstruct_(\w+)_([A-Za-z]+) \*\)__pyx_v_self->(?:__pyx_base\.)*__pyx_vtab\)->(_\w+)\("
)


def compiled_modules() -> list[Extension]:
    """Every .py with a .pxd of its own beside it and a class in it; none without Cython."""
    try:
        from Cython.Build import cythonize  # noqa: PLC0415
    except ImportError:
        return []
    files = [path.with_suffix(".py") for path in sorted(SOURCE.rglob("*.pxd")) if is_compiled(path)]
    names = [".".join(path.relative_to(SOURCE).with_suffix("").parts) for path in files]
    extensions = [
        Extension(name, [str(path)], extra_compile_args=["-O3"]) for name, path in zip(names, files, strict=True)
    ]
    built: list[Extension] = cythonize(
        extensions, language_level=3, build_dir="build", nthreads=os.cpu_count() or 1, force=outdated()
    )
    for extension, file in zip(built, files, strict=True):
        quicken(Path(extension.sources[0]), overridden(file, files))
        extension.optional = True  # no compiler: the interpreted twin plays as well, only slower
    return built


def outdated() -> bool:
    """A .pxd is newer than code made before: Cython does not see which modules use the functions in it."""
    made = [code.stat().st_mtime for code in Path("build").rglob("*.c")]
    return bool(made) and max(pxd.stat().st_mtime for pxd in SOURCE.rglob("*.pxd")) > min(made)


def quicken(code: Path, elsewhere: set[str]) -> None:
    """Tells the C compiler what Cython cannot."""
    before = code.read_text(encoding="utf-8")
    after = with_direct_calls(with_constants(before), elsewhere)
    if after != before:
        code.write_text(after, encoding="utf-8")


def with_constants(code: str) -> str:
    """Cython knows no constants. A name in capitals that is set once, to a number, becomes one:
    the C compiler then divides by 5 without a division, and random play is a fifth faster."""
    text = code
    for ctype, name in DECLARED.findall(code):
        match re.findall(rf"\b{name} = (.+);", code):
            case [value] if re.fullmatch(r"-?\d\w*", value):
                text = text.replace(f" {name} = {value};", "")
                text = text.replace(f"static {ctype} {name};", f"static const {ctype} {name} = {value};")
    return text


def with_direct_calls(code: str, elsewhere: set[str]) -> str:
    """Cython calls every method through a table. One that no other class defines anew is called by its name instead:
    the C compiler puts small ones where they are called, and search is a tenth faster."""

    def direct(call: re.Match[str]) -> str:
        module, kind, method = call.groups()
        name = f"__pyx_f_{module}_{len(kind)}{kind}_{method}("
        return name if method not in elsewhere and name in code else call.group()

    return OWN_METHOD.sub(direct, code)


def overridden(file: Path, files: list[Path]) -> set[str]:
    """Methods that another class may define anew: one beside this file or, for what games share, anywhere."""
    near = [other for other in files if other != file and (other.parent == file.parent or file.parent.name == "core")]
    return {name for other in near for name in re.findall(r"    def (\w+)\(self", other.read_text(encoding="utf-8"))}


def is_compiled(pxd: Path) -> bool:
    return pxd.stem != "__init__" and "\ncdef class " in pxd.read_text(encoding="utf-8").replace(
        "cdef class State\n", ""
    )


class WithPages(build_py):
    """The browser app goes into the wheel. Where it cannot be built, all but the pages works."""

    def run(self) -> None:
        builder = Path("web", "build", "build.py")
        if builder.exists() and not self.editable_mode:
            try:
                runpy.run_path(str(builder))["build"]()
            except Exception as error:  # noqa: BLE001 - NoNode is a class of the builder's own
                self.warn(f"without the pages for the browser: {error}")
        super().run()


setup(
    ext_modules=compiled_modules(),
    cmdclass={"build_py": WithPages},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)

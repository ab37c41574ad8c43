"""Builds the compiled rules. All else about the package stands in pyproject.toml."""

import re
from collections import Counter
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")
METHOD = re.compile(r"^    def (_\w+)\(", re.MULTILINE)
CONSTANT = re.compile(r"^static ([\w ]+) (__pyx_v_\w*_[A-Z][A-Z_\d]*);$", re.MULTILINE)
OWN_CALL = re.compile(r"\(\(struct __pyx_vtabstruct_(\w+)_(\w+) \*\)__pyx_v_self->[\w.]*__pyx_vtab\)->(_\w+)\(")


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
    built: list[Extension] = cythonize(extensions, language_level=3, build_dir="build", nthreads=2)
    for extension, file in zip(built, files, strict=True):
        extension.sources = [str(quicken(Path(extension.sources[0]), not_overridden(file, files)))]
        extension.optional = True  # no compiler: the interpreted twin plays as well, only slower
    return built


# ---- what Cython does not know about the rules, and the C compiler makes good use of --------------------


def quicken(code: Path, methods: set[str]) -> Path:
    """Beside the C code that Cython wrote, the same code with constants and direct calls: a third faster."""
    text = call_directly(fix_constants(code.read_text(encoding="utf-8")), methods)
    quick = code.with_suffix(".quick.c")
    if not quick.exists() or quick.read_text(encoding="utf-8") != text:
        quick.write_text(text, encoding="utf-8")
    return quick


def fix_constants(text: str) -> str:
    """A name in capitals that is set once, to a number, is a constant: there is no need to divide by a 5."""
    for ctype, name in CONSTANT.findall(text):
        match re.findall(rf"\b{name} = (.+);", text):
            case [value] if re.fullmatch(r"-?\d\w*", value):
                text = text.replace(f" {name} = {value};", "")
                text = text.replace(f"static {ctype} {name};", f"static const {ctype} {name} = {value};")
    return text


def call_directly(text: str, methods: set[str]) -> str:
    """A class's own method that no other class overrides is called without looking it up, or even inlined."""

    def direct(call: re.Match[str]) -> str:
        module, kind, method = call.groups()
        function = f"__pyx_f_{module}_{len(kind)}{kind}_{method}"
        return f"{function}(" if method in methods and f" {function}(" in text else call[0]

    return OWN_CALL.sub(direct, text)


def not_overridden(file: Path, files: list[Path]) -> set[str]:
    """Methods that are defined but once among all classes that this file's classes can have to do with."""
    core = SOURCE / "kartarna" / "core"
    kin = files if file.parent == core else [other for other in files if other.parent in (core, file.parent)]
    names = Counter(name for other in kin for name in METHOD.findall(other.read_text(encoding="utf-8")))
    return {name for name, count in names.items() if count == 1}


def is_compiled(pxd: Path) -> bool:
    return pxd.stem != "__init__" and "\ncdef class " in pxd.read_text(encoding="utf-8").replace(
        "cdef class State\n", ""
    )


setup(ext_modules=compiled_modules())

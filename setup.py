"""Builds the compiled rules. All else about the package stands in pyproject.toml."""

from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")


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
    for extension in built:
        extension.optional = True  # no compiler: the interpreted twin plays as well, only slower
    return built


def is_compiled(pxd: Path) -> bool:
    return pxd.stem != "__init__" and "\ncdef class " in pxd.read_text(encoding="utf-8").replace(
        "cdef class State\n", ""
    )


setup(ext_modules=compiled_modules())

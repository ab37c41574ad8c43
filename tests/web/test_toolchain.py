"""How the runtime of the local house is built, and what happens where it cannot be."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def toolchain(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "web" / "local"))
    import toolchain.runtime  # noqa: PLC0415

    yield toolchain
    for name in [name for name in sys.modules if name.startswith("toolchain")]:
        del sys.modules[name]


@pytest.fixture
def elsewhere(toolchain: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The builder, at work in a folder of its own."""
    places = {"WORK": ".", "SITE": "site", "MANIFEST": "site/manifest.json", "DONE": "done"}
    for name, place in places.items():
        monkeypatch.setattr(toolchain.runtime, name, tmp_path / place)
    return toolchain


def test_the_pinned_versions_are_of_one_python(toolchain: Any) -> None:
    tools = toolchain.tools
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert package["devDependencies"]["pyodide"] == tools.PYODIDE
    about = json.loads((ROOT / "node_modules" / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["info"]
    assert f"pyemscripten_{about['abi_version']}_{about['arch']}" == tools.PLATFORM
    assert about["python"].rpartition(".")[0] == tools.PYTHON


def test_msgspec_is_the_one_that_the_server_was_tested_with(toolchain: Any) -> None:
    import msgspec  # noqa: PLC0415

    assert toolchain.tools.MSGSPEC.partition("==")[2].split(".")[:2] == msgspec.__version__.split(".")[:2]


def test_without_the_tools_it_is_said_once_and_the_app_does_without(
    elsewhere: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builder = elsewhere.runtime
    builder.SITE.mkdir()
    monkeypatch.setattr(elsewhere.tools, "PIP", [sys.executable, "-c", "raise SystemExit('there is no network')"])
    assert not builder.fresh()
    builder.build()
    told = capsys.readouterr().err
    assert told.count("without its local house: pip cannot have ziglang") == 1
    assert "there is no network" in told
    assert not builder.SITE.exists()  # an old one would not fit the app
    assert builder.fresh()  # the same is not tried again


def test_a_changed_source_is_built_again(elsewhere: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    builder = elsewhere.runtime
    source = ROOT / "build" / "local" / "changing.py"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("a = 1\n", "utf-8")
    monkeypatch.setattr(elsewhere.contents, "files", lambda _: [source])
    builder.DONE.write_text(builder._key(builder._everything()), "utf-8")
    assert builder.fresh()
    source.write_text("a = 2\n", "utf-8")
    assert not builder.fresh()
    source.unlink()


def test_a_compiler_that_fails_is_quoted(toolchain: Any, tmp_path: Path) -> None:
    (tmp_path / "zig").write_text("#!/bin/sh\necho no such target >&2\nexit 1\n", "utf-8")
    (tmp_path / "zig").chmod(0o755)
    with pytest.raises(toolchain.tools.NoTools, match="clang says: no such target"):
        toolchain.side_modules._run(tmp_path, "clang")


def test_sizes_in_the_headers_are_those_of_32_bits(toolchain: Any) -> None:
    config = "#define SIZEOF_LONG 8\n# define SIZEOF_VOID_P 8\n#define HAVE_GCC_UINT128_T 1\n#define HAVE_ALARM 1\n"
    lines = toolchain.headers._for_32_bits(config).split("\n")
    assert lines == ["#define SIZEOF_LONG 4", "#define SIZEOF_VOID_P 4", "", "#define HAVE_ALARM 1", ""]


def test_what_travels(toolchain: Any) -> None:
    names = {str(file.relative_to(ROOT / "src")) for file in toolchain.contents.files(ROOT / "src")}
    assert {"kartarna/local/house.py", "kartarna/games/gap/words.toml", "kartarna/games/gap/rules.pxd"} <= names
    assert not [name for name in names if name.startswith(("kartarna/server/", "kartarna/terminal/"))]
    assert "kartarna/lab/house/tryout.py" in names
    assert not {"kartarna/lab/cluster.py", "kartarna/lab/spread.py", "kartarna/lab/simulate/plan.py"} & names
    assert not [name for name in names if "/web/" in name or name.endswith((".so", ".pyc"))]


def test_all_side_modules_are_there_and_the_manifest_tells_the_true_sizes() -> None:
    """`make web` has built them: a machine without the tools cannot run this."""
    site = ROOT / "build" / "local" / "site"
    manifest = json.loads((site / "manifest.json").read_text("utf-8"))
    folder = site / manifest["version"]
    for name, size in manifest["files"].items():
        assert (folder / name).stat().st_size == size["bytes"]
    pack = (folder / "rules.pack").read_bytes()
    index = json.loads(pack[4 : 4 + int.from_bytes(pack[:4], "little")])
    declared = [pxd for pxd in (ROOT / "src").rglob("*.pxd") if "\ncdef class " in pxd.read_text("utf-8")]
    expected = {str(pxd.relative_to(ROOT / "src").with_suffix(".abi3.so")) for pxd in declared}
    assert {*index} == {name for name in expected if "/lab/" not in name and "/research/" not in name}

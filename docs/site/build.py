"""Builds the site of documentation: `make docs`. It is then served at /docs, and goes into the wheel.

The pages are those of docs/, the changelog and others of this tree, flat in one folder, beside those that are
generated: of every game, and of every module that others build on. A broken link or a broken page is an error.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TARGET = ROOT / "src" / "kartarna" / "server" / "docs" / "dist"
PAGES = {
    **{page: page.name for page in sorted((ROOT / "docs").glob("*.md"))},
    **{page: page.name for page in sorted((HERE / "pages").glob("*.md"))},
    ROOT / "CHANGELOG.md": "changelog.md",
    ROOT / "CONTRIBUTING.md": "contributing.md",
    ROOT / "web" / "README.md": "browser-app.md",
}
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)((?:#[^)]*)?)\)")
BARE = re.compile(r"(?<![\w/`\[])(?<!\]\()docs/([a-z]+)\.md")  # told in a sentence
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
THEME = 'document.body.dataset.theme = localStorage.getItem("theme") || "auto";'
MODULES = {
    "The core": ("core.game", "core.state", "core.python_state", "core.view", "core.options", "core.words"),
    "Records": ("core.record", "core.recorder", "core.verification", "core.deal"),
    "Bots": ("bots.observation", "bots.baselines", "bots.consult", "bots.levels", "bots.search_settings"),
    "A client": ("client.account",),
    "Research": (
        *("research.encoder", "research.aec", "research.vector", "research.open_spiel"),
        *("research.moment", "research.decisions"),
    ),
}


class BrokenDocs(Exception):
    """A page or a link that readers would stumble over."""


def flat(text: str, page: Path) -> str:
    """With links to where the pages lie side by side."""

    def moved(link: re.Match[str]) -> str:
        target = (page.parent / link[1]).resolve()
        if name := {path.resolve(): name for path, name in PAGES.items()}.get(target):
            return f"]({name}{link[2]})"
        return f"]({link[1].removeprefix('../')})"  # of a generated page, or a picture

    return BARE.sub(r"[\1](\1.md)", LINK.sub(moved, text))


def reference() -> str:
    """The page that has the docstrings of what others build on."""
    parts = ["# Reference", "What bots, games, clients and experiments are written against. The rest is inside."]
    for title, modules in MODULES.items():
        parts.append(f"## {title}")
        for module in modules:
            parts.append(f"### `kartarna.{module}`\n\n```{{eval-rst}}\n.. automodule:: kartarna.{module}\n```")
    return "\n\n".join(parts) + "\n"


def others(index: str) -> str:
    """The pages that the list on the first one does not name yet: they belong to the work on it."""
    listed = {*index.splitlines()} | {"index"}
    return "".join(f"{name.removesuffix('.md')}\n" for name in PAGES.values() if name.removesuffix(".md") not in listed)


def assemble(source: Path) -> None:
    sys.path.insert(0, str(HERE))
    import game_pages  # noqa: PLC0415 - beside this file

    for page, name in PAGES.items():
        (source / name).write_text(flat(page.read_text(encoding="utf-8"), page), encoding="utf-8")
    index = (source / "index.md").read_text(encoding="utf-8")
    (source / "index.md").write_text(index.replace("OTHERS\n", others(index)), encoding="utf-8")
    (source / "reference.md").write_text(reference(), encoding="utf-8")
    game_pages.write(source, (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8"))
    shutil.copy2(HERE / "conf.py", source)
    shutil.copy2(ROOT / "web" / "public" / "icon.svg", source)
    for folder in ("screens", "terminal"):
        if (ROOT / "docs" / folder).exists():
            shutil.copytree(ROOT / "docs" / folder, source / folder)


def build(target: Path) -> None:
    """In place of what was there, once all of it is well."""
    with TemporaryDirectory() as folder:
        source, made = Path(folder, "source"), Path(folder, "made")
        source.mkdir()
        assemble(source)
        run_sphinx(source, made)
        settle(made)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target, ignore=shutil.ignore_patterns(".doctrees", ".buildinfo", "objects.inv"))


def run_sphinx(source: Path, made: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", str(source), str(made)]
    env = {**os.environ, "KARTARNA_INTERPRETED": "1"}  # for signatures of Python, not of C
    if subprocess.run(command, env=env, check=False).returncode:
        raise BrokenDocs("the documentation has broken pages or links; see above")


def settle(made: Path) -> None:
    """The server lets no script run that stands within a page: the only one there moves into a file."""
    (made / "_static" / "theme.js").write_text(f"{THEME}\n", encoding="utf-8")
    for page in made.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        scripts = {script.strip() for script in INLINE.findall(text)}
        if scripts - {THEME}:
            raise BrokenDocs(f"{page.name}: a script within the page")
        page.write_text(INLINE.sub('<script src="_static/theme.js"></script>', text), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the site of documentation.")
    parser.add_argument("--to", type=Path, default=TARGET, metavar="FOLDER")
    try:
        build(parser.parse_args().to)
    except BrokenDocs as error:
        sys.exit(f"kartarna: {error}")


if __name__ == "__main__":
    main()

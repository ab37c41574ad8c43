"""How a link is shown where it is sent."""

from __future__ import annotations

import asyncio
import json
import struct
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from kartarna.games import OWN
from kartarna.server.http import pages
from kartarna.server.http.previews import game_of, with_preview

DOCUMENT = "<html>\n  <head>\n    <title>Kartárna</title>\n  </head>\n</html>\n"


def shown(path: str, files: Path, language: str = "en") -> str:
    headers = [(b"host", b"cards.example"), (b"accept-language", language.encode())]
    scope = {"type": "http", "scheme": "https", "path": f"/{path}", "query_string": b"x=1", "headers": headers}
    return with_preview(DOCUMENT, path, Request(scope), files)


@pytest.mark.parametrize(
    ("path", "game"),
    [
        ("rules/gap", "gap"),
        ("new/karma/device", "karma"),
        ("t/aTable/trop", "trop"),
        ("t/aTable", None),
        ("t/aTable/nothing", None),
        ("t/aTable/gap/more", None),
        ("rules", None),
        (".", None),
    ],
)
def test_an_address_names_its_game(path: str, game: str | None) -> None:
    assert game_of(path) == game


def test_title_sentence_and_picture_are_those_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "previews").mkdir()
    (tmp_path / "previews" / "gap.jpg").touch()
    told = shown("rules/gap", tmp_path)
    assert '<meta property="og:title" content="GAP · Kartárna" />' in told
    assert '<meta property="og:image" content="https://cards.example/previews/gap.jpg" />' in told
    assert told.count("</head>") == 1
    assert "2–6 players" in told
    assert "2–6 hráčů" in shown("rules/gap", tmp_path, "cs-CZ,cs;q=0.9")


def test_a_game_without_a_picture_and_any_other_page_have_that_of_the_house(tmp_path: Path) -> None:
    for path in ("rules/gap", "me"):
        assert "https://cards.example/previews/house.jpg" in shown(path, tmp_path)


def test_every_game_of_ours_has_a_picture_and_it_is_small() -> None:
    folder = Path(__file__).parents[2] / "web" / "public" / "previews"
    pictures = {file.stem: file.stat().st_size for file in folder.glob("*.jpg")}
    assert set(pictures) == {"house", *OWN}
    assert max(pictures.values()) < 80_000


def test_the_manifest_names_pictures_of_the_size_it_says() -> None:
    public = Path(__file__).parents[2] / "web" / "public"
    icons = json.loads((public / "manifest.webmanifest").read_text("utf-8"))["icons"]
    drawn = [icon for icon in icons if icon["type"] == "image/png"]
    assert {(icon["purpose"], icon["sizes"]) for icon in drawn} == {
        (purpose, sizes) for purpose in ("any", "maskable") for sizes in ("192x192", "512x512")
    }
    for icon in drawn:
        width, height = struct.unpack(">II", (public / icon["src"].strip("/")).read_bytes()[16:24])
        assert f"{width}x{height}" == icon["sizes"]


def test_an_address_that_names_a_file_which_is_not_there_is_no_page_of_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text(DOCUMENT, encoding="utf-8")
    monkeypatch.setattr(pages, "DIST", tmp_path)
    served = pages.Pages(directory=tmp_path, html=True)

    def asked(path: str) -> int:
        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "https",
            "path": f"/{path}",
            "query_string": b"",
            "headers": [],
        }
        return asyncio.run(served.get_response(path, scope)).status_code

    for missing in ("x.png", "assets/x.js", "rules/x.css"):
        with pytest.raises(HTTPException, match="404"):
            asked(missing)
    assert [asked(page) for page in (".", "t/aTable", "nowhere")] == [200, 200, 200]

"""A view as an image: every zone a line of cards, each with its name, those of a seat under its number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kartarna.core.view import View, Zone

Image = NDArray[np.uint8]

WIDTH, LINE, MARGIN = 640, 22, 6
CARD_HEIGHT, GAP = 16, 4
DOT = 2  # pixels a side of a point of a letter
TABLE, INK, PAPER, BACK, PALE = (30, 70, 60), (20, 20, 20), (250, 245, 230), (90, 110, 160), (200, 220, 210)
# Letters of three by five points: five rows, each an octal digit.
GLYPHS = dict(
    zip(
        "0123456789abcdefghijklmnopqrstuvwxyz+-/?★",
        [
            "75557",
            "26227",
            "71747",
            "71717",
            "55711",
            "74717",
            "74757",
            "71111",
            "75757",
            "75717",
            "25755",
            "65656",
            "34443",
            "65556",
            "74647",
            "74644",
            "34553",
            "55755",
            "72227",
            "11152",
            "55655",
            "44447",
            "57755",
            "65555",
            "25552",
            "65644",
            "25573",
            "65655",
            "34216",
            "72222",
            "55557",
            "55552",
            "55775",
            "55255",
            "55222",
            "71247",
            "02720",
            "00700",
            "11244",
            "71202",
            "25252",
        ],
        strict=True,
    )
)


def draw(view: View) -> Image:
    """Always as large for the same zones; what does not fit on a line is left out."""
    image = np.full((2 * MARGIN + LINE * (1 + len(view.zones)), WIDTH, 3), TABLE, np.uint8)
    write(image, MARGIN, MARGIN, f"round {view.round}  {'  '.join(str(total) for total in view.totals)}", PALE)
    for line, zone in enumerate(view.zones, 1):
        _draw_zone(image, MARGIN + LINE * line, zone, moving=zone.seat in view.waiting)
    return image


def _draw_zone(image: Image, top: int, zone: Zone, *, moving: bool) -> None:
    name = zone.name if zone.seat is None else f"{zone.seat + 1} {zone.name}"
    write(image, top, MARGIN, name.replace("_", " "), PAPER if moving else PALE)
    left = 140
    for card in (*zone.cards, *zone.known):
        left = _draw_card(image, top, left, card, PAPER)
    for _ in range(zone.hidden - len(zone.known)):
        left = _draw_card(image, top, left, "", BACK)


def _draw_card(image: Image, top: int, left: int, name: str, colour: tuple[int, int, int]) -> int:
    """Returns where the next card begins."""
    width = 2 * GAP + 4 * DOT * max(1, len(name))
    if left + width < WIDTH:
        image[top : top + CARD_HEIGHT, left : left + width] = colour
        write(image, top + 3, left + GAP, name, INK)
    return left + width + GAP


def write(image: Image, top: int, left: int, text: str, colour: tuple[int, int, int]) -> None:
    for place, letter in enumerate(text.lower()):
        for row, points in enumerate(GLYPHS.get(letter, "")):
            for column in range(3):
                if int(points, 8) >> (2 - column) & 1:
                    y, x = top + DOT * row, left + DOT * (4 * place + column)
                    image[y : y + DOT, x : x + DOT] = colour

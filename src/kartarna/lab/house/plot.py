"""Small plots as SVG: means with their intervals, one line each. Marks differ in shape, not in colour alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from kartarna.lab.intervals import Interval

WIDTH, LINE, LEFT, RIGHT = 640, 26, 190, 36
AXIS = 24  # below the lines


class PlotLine(NamedTuple):
    label: str
    value: Interval
    changed: bool  # a diamond; otherwise a circle


def plot(title: str, lines: Sequence[PlotLine], *, percent: bool) -> str:
    """All lines on one scale, with a description for those who cannot see it."""
    scale = Scale([line.value for line in lines], percent=percent)
    height = LINE * len(lines) + AXIS
    told = "; ".join(f"{line.label}: {shown(line.value, percent=percent)}" for line in lines)
    drawn = [_line(line, scale, LINE * place + LINE // 2) for place, line in enumerate(lines)]
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(f"{title}. {told}")}">'
        f"{_axis(scale, LINE * len(lines))}{''.join(drawn)}</svg>"
    )


class Scale:
    """From values to places across, with round numbers to mark."""

    def __init__(self, values: Sequence[Interval], *, percent: bool) -> None:
        ends = [end for value in values for end in (value.low, value.mean, value.high) if end is not None]
        ends = [end for end in ends if not math.isnan(end)] or [0.0]
        low, high = min(ends), max(ends)
        self.step = _round((high - low or abs(high) or 1.0) / 4)
        self.low = math.floor(low / self.step) * self.step
        self.high = math.ceil(high / self.step) * self.step
        if self.high == self.low:
            self.high += self.step
        self.percent = percent

    def place(self, value: float) -> float:
        return round(LEFT + (value - self.low) / (self.high - self.low) * (WIDTH - LEFT - RIGHT), 1)

    def marks(self) -> list[float]:
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * number for number in range(count + 1)]


def _round(step: float) -> float:
    """1, 2 or 5 times a power of ten, not smaller than this."""
    power = 10.0 ** math.floor(math.log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)


def _axis(scale: Scale, bottom: int) -> str:
    lines = []
    for mark in scale.marks():
        x, told = scale.place(mark), number(mark, percent=scale.percent)
        lines.append(f'<line class="grid" x1="{x}" x2="{x}" y1="0" y2="{bottom}"/>')
        lines.append(f'<text class="mark" x="{x}" y="{bottom + 16}" text-anchor="middle">{told}</text>')
    return "".join(lines)


def _line(line: PlotLine, scale: Scale, y: int) -> str:
    label = f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(line.label)}</text>'
    if math.isnan(line.value.mean):
        return label
    kind, x = "changed" if line.changed else "against", scale.place(line.value.mean)
    reach = ""
    if line.value.low is not None and line.value.high is not None:
        low, high = scale.place(line.value.low), scale.place(line.value.high)
        reach = f'<line class="{kind}" x1="{low}" x2="{high}" y1="{y}" y2="{y}"/>'
    dot = f'<circle class="{kind}" cx="{x}" cy="{y}" r="5"/>'
    diamond = f'<path class="{kind}" d="M{x - 6} {y}L{x} {y - 6}L{x + 6} {y}L{x} {y + 6}Z"/>'
    return label + reach + (diamond if line.changed else dot)


def number(value: float, *, percent: bool, signed: bool = False) -> str:
    sign = "+" if signed else ""
    if math.isnan(value):
        return "–"
    if percent:
        return f"{100 * value:{sign}z.1f} %"
    return f"{value:{sign}z,.{0 if abs(value) >= 1000 else 2}f}"


def shown(value: Interval, *, percent: bool, signed: bool = False) -> str:
    """The mean and half the width of its interval."""
    told = number(value.mean, percent=percent, signed=signed)
    if value.low is None or value.high is None:
        return told
    return f"{told.removesuffix(' %')} ± {number((value.high - value.low) / 2, percent=percent)}"

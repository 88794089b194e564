"""Line charts as inline SVG: no script, no font and no file from elsewhere."""

import math
from collections.abc import Sequence
from html import escape

from msgspec import Struct

WIDTH, HEIGHT = 720, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 12, 12, 28

COLOURS = ("#1f6feb", "#d1242f", "#1a7f37", "#9a6700", "#8250df")
"""Of the lines, in their order."""


class Line(Struct, frozen=True):
    """One line of a chart."""

    label: str
    values: Sequence[float | None]
    """One a second; None leaves a gap."""


class Frame(Struct, frozen=True):
    """What all charts of a page have in common."""

    start: int
    """Second of the first value."""
    second: str
    """How a second is written."""
    absent: str
    """What stands where there is nothing to draw."""


def chart(title: str, unit: str, lines: Sequence[Line], frame: Frame) -> str:
    """A chart over seconds.

    Args:
        title: above it.
        unit: of the values.
        lines: all as long as each other.
        frame: what it has in common with others.

    Returns:
        An `svg` element; a sentence instead where there is nothing to draw.
    """
    known = [value for line in lines for value in line.values if value is not None]
    if not known:
        return f"<h3>{escape(title)}</h3><p>{escape(frame.absent)}</p>"
    top = ceiling(max(known))
    count = max(len(line.values) for line in lines)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
        *_grid(top, unit, frame, count),
    ]
    for number, line in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        parts += [
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{points}"/>'
            for points in _stretches(line.values, top)
        ]
    parts.append("</svg>")
    legend = " ".join(
        f'<span style="color:{COLOURS[n % len(COLOURS)]}">■ {escape(line.label)}</span>'
        for n, line in enumerate(lines)
    )
    return f"<h3>{escape(title)}</h3><p>{legend}</p>{''.join(parts)}"


def ceiling(value: float) -> float:
    """The next of 1, 2, 2.5, 5, 10, … at or above a value; 1 for nothing."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= value * (1 - 1e-9))


def _x(place: int, count: int) -> float:
    span = WIDTH - _LEFT - _RIGHT
    return _LEFT + span * (place / (count - 1) if count > 1 else 0.5)


def _y(value: float, top: float) -> float:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - value / top)


def _grid(top: float, unit: str, frame: Frame, count: int) -> list[str]:
    parts = []
    for step in range(5):
        value = top * step / 4
        y = _y(value, top)
        parts.append(
            f'<line x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#d0d7de"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
            f"{value:g} {escape(unit)}</text>"
        )
    for step in range(6):
        place = round((count - 1) * step / 5)
        x = _x(place, count)
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="middle">'
            f"{frame.start + place} {escape(frame.second)}</text>"
        )
    return parts


def _stretches(values: Sequence[float | None], top: float) -> list[str]:
    """The points of each unbroken stretch; a single value is drawn as a short dash."""
    found: list[list[str]] = [[]]
    for place, value in enumerate(values):
        if value is None:
            found.append([])
            continue
        x, y = _x(place, len(values)), _y(value, top)
        found[-1].append(f"{x:.1f},{y:.1f}")
    return [
        " ".join(points if len(points) > 1 else [points[0], _beside(points[0])])
        for points in found
        if points
    ]


def _beside(point: str) -> str:
    x, y = point.split(",")
    return f"{float(x) + 2:.1f},{y}"

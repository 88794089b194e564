"""A dashboard of Grafana as one picture in SVG, drawn from figures that were kept.

It shows which panels there are, what each asks for, and what came of it; it does not look as
Grafana draws it.
"""

import json
import math
import re
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from kozyr_testing import promql
from kozyr_testing.promql import Series

COLUMN, ROW, GAP = 54, 32, 4
"""Pixels of one unit of Grafana's grid, and between panels."""
WIDTH: Final = 24 * COLUMN
HEAD: Final = 46
POINTS: Final = 120
COLOURS: Final = (
    *("#3f7d4e", "#c8912e", "#2f6fb3", "#b3404a", "#7a56b0", "#2a9a98", "#8a6d3b", "#c25d93"),
    *("#5d6b78", "#93a83a"),
)
MOST_LINES: Final = 10

_Line = tuple[str, list[float]]


def _bytes(value: float) -> str:
    for unit in ("B", "KiB", "MiB"):
        if value < 1024:
            return f"{value:.3g} {unit}"
        value /= 1024
    return f"{value:.3g} GiB"


def _seconds(value: float) -> str:
    return f"{value * 1000:.3g} ms" if value < 1 else f"{value:.3g} s"


UNITS: Final[dict[str, Callable[[float], str]]] = {
    "short": lambda value: f"{value:.3g}" if value < 1000 else f"{value:.0f}",
    "ops": lambda value: f"{value:.3g}/s",
    "percentunit": lambda value: f"{value * 100:.3g} %",
    "bytes": _bytes,
    "s": _seconds,
}


def drawn(board: Path, series: Series, note: str) -> str:
    """The dashboard as an `svg` element.

    Args:
        board: its file.
        series: figures; all of their time is drawn.
        note: how they came about, in one line.
    """
    whole = json.loads(board.read_text("utf-8"))
    height = HEAD + ROW * max(_bottom(panel) for panel in whole["panels"])
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
            ' font-family="sans-serif" font-size="11" fill="#222">'
        ),
        f'<rect width="{WIDTH}" height="{height}" fill="#eef0ec"/>',
        f'<text x="8" y="20" font-size="16" font-weight="bold">{escape(whole["title"])}</text>',
        f'<text x="8" y="37" fill="#555">{escape(note)}</text>',
    ]
    for panel in whole["panels"]:
        parts += _panel(panel, series)
    return "\n".join([*parts, "</svg>"])


def _bottom(panel: dict[str, Any]) -> int:
    return int(panel["gridPos"]["y"] + panel["gridPos"]["h"])


def _panel(panel: dict[str, Any], series: Series) -> list[str]:
    place = panel["gridPos"]
    x, y = place["x"] * COLUMN, HEAD + place["y"] * ROW
    width, height = place["w"] * COLUMN - GAP, place["h"] * ROW - GAP
    title = escape(panel["title"])
    if panel["type"] == "row":
        return [f'<text x="{x + 8}" y="{y + 21}" font-size="13" font-weight="bold">{title}</text>']
    shown = UNITS[panel["fieldConfig"]["defaults"]["unit"]]
    lines = lines_of(panel, series)
    parts = [
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" rx="3" fill="#fff" stroke="#d5d8d0"/>',
        f'<text x="8" y="17" font-weight="bold">{title}</text>',
    ]
    if not lines:
        parts.append(f'<text x="8" y="{height / 2}" fill="#777">nothing happened</text>')
    elif panel["type"] == "stat":
        last = next((value for value in reversed(lines[0][1]) if not math.isnan(value)), math.nan)
        parts += _curves(lines, (8, 70, width - 16, height - 78))
        parts.append(f'<text x="8" y="54" font-size="28" fill="#2c5d39">{shown(last)}</text>')
    else:
        parts += _chart(lines, shown, width, height)
    return [*parts, "</svg>"]


def lines_of(panel: dict[str, Any], series: Series) -> list[_Line]:
    """What a panel shows: its lines with their names, a value for each of `POINTS` moments."""
    begun, ended = series.looks[0][0], series.looks[-1][0]
    moments = [begun + (ended - begun) * each / (POINTS - 1) for each in range(POINTS)]
    found: dict[str, list[float]] = {}
    for target in panel["targets"]:
        ask = promql.query(target["expr"])
        for number, now in enumerate(moments):
            for key, value in ask(series, now).items():
                label = _named(target["legendFormat"], dict(key))
                found.setdefault(label, [math.nan] * POINTS)[number] = value
    return sorted(found.items(), key=lambda line: line[0])


def _named(form: str, labels: dict[str, str]) -> str:
    return re.sub(r"\{\{(\w+)\}\}", lambda found: labels.get(found[1], ""), form)


def _chart(
    lines: Sequence[_Line], shown: Callable[[float], str], width: int, height: int
) -> list[str]:
    seen = [line for line in lines if any(value > 0 for value in line[1])]
    kept = [*seen, *(line for line in lines if line not in seen)][:MOST_LINES]
    legend, rows = _legend(kept, len(lines) - len(kept), width, height)
    left, top, deep = 62, 28, height - 48 - 14 * rows
    high = _high(kept)
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = top + deep * (1 - share)
        parts += [
            f'<line x1="{left}" x2="{width - 8}" y1="{y}" y2="{y}" stroke="#e3e6de"/>',
            (
                f'<text x="{left - 5}" y="{y + 4}" text-anchor="end" fill="#666">'
                f"{shown(high * share)}</text>"
            ),
        ]
    return [*parts, *_curves(kept, (left, top, width - left - 8, deep)), *legend]


def _high(lines: Sequence[_Line]) -> float:
    return max((value for _, line in lines for value in line if not math.isnan(value)), default=0)


def _legend(lines: Sequence[_Line], hidden: int, width: int, height: int) -> tuple[list[str], int]:
    """Names below the chart, and how many rows they take."""
    words = [name for name, _ in lines] + ([f"and {hidden} more"] if hidden else [])
    parts, x, row = [], 8, 0
    for number, word in enumerate(words):
        room = 20 + 7 * len(word)
        if x + room > width and x > 8:
            x, row = 8, row + 1
        parts.append((x, row, COLOURS[number % len(COLOURS)], escape(word)))
        x += room
    first = height - 10 - 14 * row
    drawn_words = [
        f'<rect x="{x}" y="{first + 14 * at - 7}" width="10" height="3" fill="{colour}"/>'
        f'<text x="{x + 14}" y="{first + 14 * at}">{word}</text>'
        for x, at, colour, word in parts
    ]
    return drawn_words, row + 1


def _curves(lines: Sequence[_Line], box: tuple[float, float, float, float]) -> list[str]:
    left, top, width, height = box
    high = _high(lines) or 1.0
    parts = []
    for number, (_, values) in enumerate(lines):
        points = " ".join(
            f"{left + width * at / (POINTS - 1):.1f},{top + height * (1 - value / high):.1f}"
            for at, value in enumerate(values)
            if not math.isnan(value)
        )
        colour = COLOURS[number % len(COLOURS)]
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{points}"/>'
        )
    return parts

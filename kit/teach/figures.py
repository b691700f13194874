"""The pictures of lesson pages: plain SVG and HTML made in Python, drawn by the page's style (`lesson.css`).

Only the SVG stretches; labels are HTML, so they stay readable at any width. Each picture says in `aria-label` what it shows.
Colours are the page's: guess amber and dashed, simulation blue, exact green; in grey they differ by line style and label.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kit.chance.intervals import Interval

APART = 7.0  # percent of the chart's height that two labels keep between them
NEAR = 14.0  # percent of a line's length within which a label would meet that of the end

Point = tuple[int, float, Interval]


@dataclass(frozen=True)
class Line:
    """A level in a chart: `value` in the unit of the y axis, its label, and `kind` (`guess`, `exact`, `other`)."""

    value: float
    label: str
    kind: str


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high` with (value, label) ticks."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]

    def at(self, value: float) -> float:
        """Where a value lies, in percent of the axis, kept inside."""
        return min(100.0, max(0.0, 100 * (value - self.low) / (self.high - self.low)))


def nice_axis(low: float, high: float, label: Any, steps: int = 4) -> Axis:
    """An axis that covers `low` to `high` with round ticks; `label(value)` writes a tick."""
    raw = (high - low) / steps or 1.0
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(size * m for m in (1, 2, 2.5, 5, 10) if size * m >= raw * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return Axis(first * step, last * step, tuple((i * step, label(i * step)) for i in range(first, last + 1)))


def growth(
    curves: Sequence[Sequence[Point]], lines: Sequence[Line], y: Axis, *, title: str, aria: str, scale: float = 1.0
) -> Markup:
    """The growing mean: running mean over the number of repetitions (logarithmic), with its interval as a band.

    The first curve is the main one. `scale` turns the curves' unit into that of `y` (100 for percents).
    """
    most = max([1000, *(points[-1][0] for points in curves if points)])
    decades = math.log10(most)

    def x(n: int) -> float:
        return 1000 * math.log10(n) / decades

    def height(value: float) -> float:
        return 100 - y.at(value * scale)

    marks = [10**k for k in range(int(decades + 1e-9) + 1)]
    grid = "".join(f"M0 {100 - y.at(v):.2f}H1000" for v, _ in y.ticks) + "".join(f"M{x(n):.1f} 0V100" for n in marks)
    parts = [Markup('<path class="l-gl" d="{}"/>').format(grid)]
    for number, points in enumerate(curves):
        if not points:
            continue
        kind = "" if number == 0 else " l-second"
        banded = [p for p in points if not math.isnan(p[2].low)]
        up = [f"{x(n):.1f},{height(i.high):.2f}" for n, _, i in banded]
        down = [f"{x(n):.1f},{height(i.low):.2f}" for n, _, i in reversed(banded)]
        parts.append(Markup('<polygon class="l-bd{}" points="{}"/>').format(kind, " ".join(up + down)))
        line = " ".join(f"{x(n):.1f},{height(mean):.2f}" for n, mean, _ in points)
        parts.append(Markup('<polyline class="l-cv{}" points="{}"/>').format(kind, line))
    parts += [Markup('<path class="l-{}" d="M0 {:.2f}H1000"/>').format(line.kind, 100 - y.at(line.value)) for line in lines]
    ys = [Markup('<span class="l-y" style="top:{:.2f}%">{}</span>').format(100 - y.at(v), label) for v, label in y.ticks]
    xs = [Markup('<span class="l-x" style="left:{:.2f}%">{}</span>').format(x(n) / 10, n) for n in marks]
    return Markup(
        '<div class="l-chart" role="img" aria-label="{}">'
        '<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
        '{}{}<span class="l-ttl">{}</span>{}</div>'
    ).format(aria, Markup("").join(parts), Markup("").join(ys), Markup("").join(xs), title, _labels(lines, y))


def _labels(lines: Sequence[Line], y: Axis) -> Markup:
    """The lines' labels beside the chart, from top to bottom, pushed apart where they would touch."""
    placed = []
    last = -math.inf
    for line in sorted(lines, key=lambda each: -each.value):
        last = max(100 - y.at(line.value), last + APART)
        placed.append((line, last))
    return Markup("").join(
        Markup('<span class="l-lb l-is-{}" style="top:{:.2f}%">{}</span>').format(line.kind, top, line.label)
        for line, top in placed
    )


def number_line(
    axis: Axis, guess: float | None, exact: float, interval: Interval | None, others: Iterable[Line], words: Any
) -> Markup:
    """Guess, interval and exact value on one line, in the axis's unit; `words(kind)` are the labels. Decoration: figures stand
    above.
    """
    parts = []
    if interval is not None and not math.isnan(interval.low):
        left, right = axis.at(interval.low), axis.at(interval.high)
        parts.append(Markup('<i class="l-iv" style="left:{:.2f}%;width:{:.2f}%"></i>').format(left, max(0.4, right - left)))
    low_end, high_end = True, True
    for line in others:
        place = axis.at(line.value)
        low_end, high_end = low_end and place > NEAR, high_end and place < 100 - NEAR  # its label goes before the end's
        side = "l-l" if place <= NEAR else "l-r" if place >= 100 - NEAR else ""
        parts.append(
            Markup('<i class="l-mk l-o" style="left:{0:.2f}%"></i><span class="{1}" style="left:{0:.2f}%">{2}</span>').format(
                place, side, line.label
            )
        )
    at = axis.at(exact)
    parts.append(Markup('<i class="l-mk l-e" style="left:{:.2f}%"></i>').format(at))
    if guess is not None:
        mine = axis.at(guess)
        parts.append(Markup('<i class="l-dot" style="left:{:.2f}%"></i>').format(mine))
        first, second = ("l-left", "l-right") if at <= mine else ("l-right", "l-left")
        parts.append(Markup('<em class="l-e {}" style="left:{:.2f}%">{}</em>').format(first, at, words("exact")))
        parts.append(Markup('<em class="l-g {}" style="left:{:.2f}%">{}</em>').format(second, mine, words("guess")))
    ends = Markup("").join(
        Markup('<span class="{}" style="left:{}">{}</span>').format(side, left, tick[1])
        for side, left, tick, free in (("l-l", "0", axis.ticks[0], low_end), ("l-r", "100%", axis.ticks[-1], high_end))
        if free
    )
    return Markup('<div class="l-ax" aria-hidden="true">{}{}</div>').format(Markup("").join(parts), ends)


def shares(parts: Sequence[tuple[str, float, str]], aria: str) -> Markup:
    """A bar cut into parts: (label, weight, kind `good`, `guess`, `soft`, `plain`). A narrow part shows no label."""
    total = sum(weight for _, weight, _ in parts) or 1
    inner = [
        Markup('<div class="l-p-{}" style="flex:{:g}">{}</div>').format(kind, weight, label if weight / total > 0.12 else "")
        for label, weight, kind in parts
        if weight
    ]
    return Markup('<div class="l-parts" role="img" aria-label="{}">{}</div>').format(aria, Markup("").join(inner))


def bars(
    rows: Sequence[tuple[str, float, str, str]], aria: str, most: float | None = None, marks: Sequence[float] = ()
) -> Markup:
    """Upright bars: (label below, height, label above, kind `sim`, `exact`, `guess`, `soft`). `marks`: a tick at the exact
    height.
    """
    top = most or max([height for _, height, _, _ in rows] + list(marks) + [1e-9])
    inner = []
    for number, (label, height, above, kind) in enumerate(rows):
        mark = Markup('<u style="bottom:{:.2f}%"></u>').format(100 * marks[number] / top) if marks else ""
        inner.append(
            Markup(
                '<div><span class="l-col"><i class="l-b-{}" style="height:{:.2f}%"><s>{}</s></i>{}</span><b>{}</b></div>'
            ).format(kind, 100 * height / top, above, mark, label)
        )
    return Markup('<div class="l-bars" role="img" aria-label="{}">{}</div>').format(aria, Markup("").join(inner))


def dots(marks: Iterable[str], aria: str, across: int = 33) -> Markup:
    """Many small squares, row by row, one mark each: its class is `l-d-<mark>`; one SVG, one path a mark."""
    paths: dict[str, list[str]] = {}
    count = 0
    for count, mark in enumerate(marks, 1):
        row, column = divmod(count - 1, across)
        paths.setdefault(mark, []).append(f"M{10 * column + 1} {10 * row + 1}h8v8h-8z")
    inner = [Markup('<path class="l-d-{}" d="{}"/>').format(mark, "".join(d)) for mark, d in paths.items()]
    rows = -(-count // across)
    return Markup('<svg class="l-dots" role="img" aria-label="{}" viewBox="0 0 {} {}">{}</svg>').format(
        aria, 10 * across, 10 * rows, Markup("").join(inner)
    )


def curves(
    lines: Sequence[tuple[Sequence[tuple[float, float]], str, str]],
    x: Axis,
    y: Axis,
    *,
    title: str,
    aria: str,
    points: Sequence[Any] = (),
) -> Markup:
    """A plain chart of lines: each (points, label, kind `sim`, `exact`, `guess`, `soft`); `points` are single ones (x, y,
    kind).
    """
    grid = "".join(f"M0 {100 - y.at(v):.2f}H1000" for v, _ in y.ticks) + "".join(f"M{10 * x.at(v):.1f} 0V100" for v, _ in x.ticks)
    parts = [Markup('<path class="l-gl" d="{}"/>').format(grid)]
    labels = []
    for row, label, kind in lines:
        path = " ".join(f"{10 * x.at(a):.1f},{100 - y.at(b):.2f}" for a, b in row)
        parts.append(Markup('<polyline class="l-line l-c-{}" points="{}"/>').format(kind, path))
        labels.append(Line(row[-1][1], label, {"sim": "sim", "soft": "other"}.get(kind, kind)))
    spots = [
        Markup('<i class="l-spot l-c-{}" style="left:{:.2f}%;top:{:.2f}%"></i>').format(kind, x.at(a), 100 - y.at(b))
        for a, b, kind in points
    ]
    ys = [Markup('<span class="l-y" style="top:{:.2f}%">{}</span>').format(100 - y.at(v), label) for v, label in y.ticks]
    xs = [Markup('<span class="l-x" style="left:{:.2f}%">{}</span>').format(x.at(v), label) for v, label in x.ticks]
    return Markup(
        '<div class="l-chart" role="img" aria-label="{}">'
        '<svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">{}</svg>'
        '{}{}{}<span class="l-ttl">{}</span>{}</div>'
    ).format(aria, *(Markup("").join(each) for each in (parts, spots, ys, xs)), title, _labels(labels, y))

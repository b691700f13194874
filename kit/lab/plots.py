"""One plotting style for the notebooks: matplotlib as SVG, readable in grey, with words for screen readers.

Each function returns a `Plot`: in a notebook a picture with its description, as plain text the description alone (the same for
the same data). Colours carry the same meaning everywhere, and each has a line style or a hatch of its own, so that a grey print
reads: simulation blue and solid, exact green and solid with a label, guess amber and dashed.

matplotlib is loaded when a plot is drawn, never before; no window, no global state, no random ids in the SVG. What cannot be
drawn is a PlotError: nothing at all, or outcomes that are neither hit nor miss.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate
from typing import Any

from kit.chance.intervals import normal_quantile, wilson
from kit.core.errors import KitError
from kit.locale import numeral, text

SIM, EXACT, GUESS, SOFT, INK = "#0b6bcb", "#1b7f4b", "#9a5b00", "#5b6875", "#1d2733"
LIGHT = {"sim": "#cfe1f5", "exact": "#cfe6da", "guess": "#ecdfcb", "soft": "#dfe4e8"}
SIZE = (7.2, 3.4)  # inches; the SVG stretches to the width of its cell
_STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "kartenlabor",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.grid": True,
    "grid.color": "#d5dbe0",
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "text.color": INK,
    "figure.facecolor": "white",
}
Number = float | int | Fraction


class PlotError(KitError, ValueError):
    """Data that no picture can show; the sentence names the argument."""


def _filled(**data: Sized) -> None:
    """PlotError for an argument that is empty."""
    for field, values in data.items():
        if not len(values):
            raise PlotError("empty-plot", field=field)


@dataclass(frozen=True)
class Plot:
    """A picture and what it shows in words. `draw(figure)` paints it on a matplotlib figure of `size` inches."""

    words: str
    draw: Callable[[Any], None]
    size: tuple[float, float] = SIZE

    def svg(self) -> str:
        """The picture as SVG, without a date or random ids: the same data, the same text."""
        with _style() as figure_type:
            figure = figure_type(figsize=self.size, layout="constrained")
            self.draw(figure)
            out = io.StringIO()
            figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
        said = out.getvalue()
        return said[said.index("<svg") :]

    def _repr_html_(self) -> str:
        svg = self.svg().replace("<svg ", '<svg aria-hidden="true" style="width:100%;height:auto" ', 1)
        frame = f"max-width:{105 * self.size[0]:.0f}px;background:#fff;border-radius:10px;padding:8px"
        return f'<div role="img" aria-label="{escape(self.words)}" style="{frame}">{svg}</div>'

    def __repr__(self) -> str:
        return self.words


@contextmanager
def _style() -> Any:
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        yield Figure


def number(value: Number, places: int = 1) -> str:
    """A number in the language in force."""
    return numeral(f"{float(value):.{places}f}")


def percent(value: Number, places: int = 1) -> str:
    """A fraction from 0 to 1 as percents in the language in force."""
    return numeral(f"{100 * float(value):.{places}f}%")


def _ticks(*axes: Any) -> None:
    """Plain numbers at an axis, as the language writes them: `1000`, not a power of ten."""
    from matplotlib.ticker import FuncFormatter, NullFormatter

    def said(value: float, _place: int) -> str:
        return numeral(f"{value:g}")

    for axis in axes:
        axis.set_major_formatter(FuncFormatter(said))
        axis.set_minor_formatter(NullFormatter())


def _level(axes: Any, value: float, label: str, colour: str, style: str, vertical: bool = False) -> None:
    """A line at a value with its label at the end."""
    (axes.axvline if vertical else axes.axhline)(value, color=colour, linestyle=style, linewidth=1.8)
    if vertical:
        axes.text(value, 1.01, label, transform=axes.get_xaxis_transform(), color=colour, ha="center", va="bottom", fontsize=10)
    else:
        axes.text(1.01, value, label, transform=axes.get_yaxis_transform(), color=colour, va="center", fontsize=10)


def growing_frequency(
    outcomes: Sequence[bool | float], *, exact: Number | None = None, guess: Number | None = None, level: float = 0.95
) -> Plot:
    """The share of hits as the trials grow, with Wilson's interval as a band; `exact` and `guess` (0 to 1) as lines.

    `outcomes`: True or 1 for a hit, False or 0 for a miss. PlotError for others, and without a trial.
    """
    _filled(outcomes=outcomes)
    for each in outcomes:
        if each not in (0, 1):
            raise PlotError("no-hit-or-miss", field="outcomes", given=each)
    hits = list(accumulate(int(bool(each)) for each in outcomes))
    n = len(hits)
    low, high = wilson(hits[-1], n, level)
    words = text("plots.frequency", n=n, found=percent(hits[-1] / n), low=percent(low), high=percent(high))
    if guess is not None:
        words += " " + text("plots.guess", value=percent(guess))
    if exact is not None:
        words += " " + text("plots.exact", value=percent(exact, 2))
    shown = sorted({*range(1, min(n, 60) + 1), *(round(n ** (k / 300)) for k in range(301)), n} - {0})

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        ends = [wilson(hits[i - 1], i, level) for i in shown]
        axes.fill_between(shown, [100 * e.low for e in ends], [100 * e.high for e in ends], color=LIGHT["sim"], linewidth=0)
        axes.plot(shown, [100 * hits[i - 1] / i for i in shown], color=SIM, linewidth=2.2)
        axes.set(xscale="log" if n > 20 else "linear", xlim=(1, max(n, 2)), ylim=(0, 100))
        axes.set(xlabel=text("plots.trials"), ylabel="%")
        _ticks(axes.xaxis)
        if guess is not None:
            _level(axes, 100 * float(guess), text("plots.guess-label"), GUESS, "--")
        if exact is not None:
            _level(axes, 100 * float(exact), text("plots.exact-label"), EXACT, "-")

    return Plot(words, draw)


def dancing_intervals(hits: Sequence[int], n: int, *, exact: Number | None = None, level: float = 0.95) -> Plot:
    """One interval for each class that made `n` trials; those that miss `exact` (0 to 1) are drawn dashed in amber.

    PlotError without a class, ValueError for more hits than trials.
    """
    _filled(hits=hits)
    ends = [wilson(k, n, level) for k in hits]
    missed = [exact is not None and not end.low <= float(exact) <= end.high for end in ends]
    words = text("plots.intervals", classes=len(hits), n=n, level=round(100 * level))
    if exact is not None:
        words += " " + text("plots.missed", missed=sum(missed), classes=len(hits), value=percent(exact, 2))

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for row, (k, end, miss) in enumerate(zip(hits, ends, missed, strict=True)):
            colour, style = (GUESS, (0, (3, 1.5))) if miss else (SIM, "-")
            axes.plot([100 * end.low, 100 * end.high], [row, row], color=colour, linestyle=style, linewidth=1.6)
            axes.plot([100 * k / n], [row], marker="x" if miss else ".", color=colour, markersize=5)
        axes.set(yticks=[], xlabel="%")
        if exact is not None:
            _level(axes, 100 * float(exact), text("plots.exact-label"), EXACT, "-", vertical=True)

    return Plot(words, draw, (SIZE[0], max(2.4, 0.11 * len(hits) + 1)))


def bars(exact: Mapping[Any, Number], found: Mapping[Any, int] | None = None, *, label: str = "", words: str = "") -> Plot:
    """A distribution: exact probabilities as marks, beside them the shares of what was `found` (counts) as bars.

    PlotError where both are empty.
    """
    _filled(exact={**exact, **(found or {})})
    keys = sorted(set(exact) | set(found or {}))
    total = sum((found or {}).values())
    parts = [f"{key}: {percent(exact.get(key, 0))}" for key in keys]
    said = words or text("plots.bars", parts=", ".join(parts)) + (" " + text("plots.of", n=total) if total else "")

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        at = range(len(keys))
        if total:
            axes.bar(at, [100 * (found or {}).get(key, 0) / total for key in keys], color=LIGHT["sim"], edgecolor=SIM, width=0.7)
            for i, key in enumerate(keys):
                axes.plot([i - 0.4, i + 0.4], [100 * float(exact.get(key, 0))] * 2, color=EXACT, linewidth=2.6)
        else:
            axes.bar(at, [100 * float(exact.get(key, 0)) for key in keys], color=LIGHT["exact"], edgecolor=EXACT, width=0.7)
        axes.set_xticks(list(at), [str(key) for key in keys])
        axes.grid(axis="x", visible=False)
        axes.set(ylabel="%", xlabel=label)
        _ticks(axes.yaxis)

    return Plot(said, draw)


def grid(
    values: Sequence[Sequence[Any]],
    rows: Sequence[Any],
    columns: Sequence[Any],
    *,
    marked: Callable[[int, int], bool],
    words: str,
) -> Plot:
    """A table of cells, say all sums of two dice: `marked(row, column)` (indexes) are filled and hatched.

    `words` says what is marked. PlotError without a row or a column.
    """
    _filled(values=values, rows=rows, columns=columns)

    def draw(figure: Any) -> None:
        from matplotlib.patches import Rectangle

        axes = figure.add_subplot()
        for i, line in enumerate(values):
            for j, value in enumerate(line):
                on = marked(i, j)
                axes.add_patch(
                    Rectangle(
                        (j, -i - 1), 1, 1, facecolor=LIGHT["sim"] if on else "white", edgecolor=SOFT, hatch="//" if on else ""
                    )
                )
                axes.text(j + 0.5, -i - 0.5, str(value), ha="center", va="center", fontweight="bold" if on else "normal")
        axes.set(xlim=(0, len(columns)), ylim=(-len(rows), 0), aspect="equal")
        axes.set_xticks([j + 0.5 for j in range(len(columns))], [str(each) for each in columns])
        axes.set_yticks([-i - 0.5 for i in range(len(rows))], [str(each) for each in rows])
        axes.tick_params(length=0, labeltop=True, labelbottom=False)
        axes.grid(visible=False)

    side = max(len(rows), len(columns))
    return Plot(words, draw, (0.55 * len(columns) + 1, 0.5 * side + 1))


Branch = Mapping[str, Any]


def tree(branches: Branch) -> Plot:
    """A probability tree: `{"2": (Fraction(1, 3), {...}), ...}`, each name with its probability and what follows ({} ends).

    Beside each end stands the product along its path. PlotError without a branch.
    """
    _filled(branches=branches)
    paths: list[tuple[tuple[str, ...], Fraction]] = []

    def collect(part: Branch, path: tuple[str, ...], p: Fraction) -> None:
        for name, (q, further) in part.items():
            if further:
                collect(further, (*path, name), p * Fraction(q))
            else:
                paths.append(((*path, name), p * Fraction(q)))

    collect(branches, (), Fraction(1))
    words = text("plots.tree", parts="; ".join(f"{' – '.join(path)}: {p}" for path, p in paths))
    depth = max(len(path) for path, _ in paths)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        row = iter(range(len(paths)))

        def place(part: Branch, x: float, p: Fraction) -> float:
            """Draws the branches from here and returns the height of their root."""
            heights = []
            for name, (q, further) in part.items():
                end = place(further, x + 1, p * Fraction(q)) if further else -float(next(row))
                heights.append((end, name, Fraction(q), p * Fraction(q), bool(further)))
            middle = sum(height for height, *_ in heights) / len(heights)
            for end, name, q, product, goes_on in heights:
                axes.plot([x + 0.12, x + 0.82], [middle, end], color=SOFT, linewidth=1.4)
                axes.text(x + 0.47, (middle + end) / 2, str(q), ha="center", va="center", fontsize=9.5, backgroundcolor="white")
                axes.text(x + 0.86, end, name, va="center", fontweight="bold", color=SIM)
                if not goes_on:
                    axes.text(depth + 0.25, end, str(product), va="center", color=EXACT, fontweight="bold")
            return middle

        place(branches, 0, Fraction(1))
        axes.set(xlim=(0, depth + 0.6), ylim=(-len(paths) + 0.5, 0.5))
        axes.axis("off")

    return Plot(words, draw, (SIZE[0], max(1.8, 0.42 * len(paths) + 0.6)))


def walks(
    paths: Sequence[Sequence[Number]], *, limits: tuple[Number, Number] | None = None, label: str = "", words: str = ""
) -> Plot:
    """Several walks, step by step; those that reach a limit are drawn dashed in amber up to there.

    PlotError without a walk, or where none has a place.
    """
    _filled(paths=[place for path in paths for place in path])

    def ended(path: Sequence[Number]) -> int | None:
        if limits is None:
            return None
        return next((i for i, value in enumerate(path) if not limits[0] < value < limits[1]), None)

    out = sum(ended(path) is not None for path in paths)
    said = words or text("plots.walks", n=len(paths), steps=max(len(path) for path in paths) - 1)
    if limits is not None:
        said += " " + text("plots.out", out=out, n=len(paths))

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for k, path in enumerate(paths):
            end = ended(path)
            shift = (k - (len(paths) - 1) / 2) * 0.02  # so that walks on the same line can be told apart
            line = [float(value) + shift for value in (path if end is None else path[: end + 1])]
            colour, style = (SIM, "-") if end is None else (GUESS, "--")
            axes.plot(range(len(line)), line, color=colour, linestyle=style, linewidth=1.3, alpha=0.75)
            if end is not None:
                axes.plot([len(line) - 1], [line[-1]], marker="x", color=GUESS)
        for limit in limits or ():
            axes.axhline(float(limit), color=INK, linewidth=1.5)
        axes.set(xlabel=text("plots.steps"), ylabel=label)

    return Plot(said, draw)


def growing_mean(
    values: Sequence[Number], *, exact: Number | None = None, guess: Number | None = None, level: float = 0.95
) -> Plot:
    """The mean as the trials grow, with mean +- z s / sqrt(n) as a band; `exact` and `guess` in the same unit as lines.

    PlotError without a trial.
    """
    _filled(values=values)
    z = normal_quantile(level)
    numbers = [float(value) for value in values]
    sums, squares = list(accumulate(numbers)), list(accumulate(value * value for value in numbers))
    n = len(numbers)

    def half(i: int) -> float:
        spread = max(0.0, squares[i - 1] - sums[i - 1] ** 2 / i) / max(1, i - 1)
        return z * math.sqrt(spread / i)

    words = text("plots.mean", n=n, found=number(sums[-1] / n, 2), half=number(half(n), 2))
    if guess is not None:
        words += " " + text("plots.guess", value=number(guess, 2))
    if exact is not None:
        words += " " + text("plots.exact", value=number(exact, 4))
    shown = sorted({*range(2, min(n, 60) + 1), *(round(n ** (k / 300)) for k in range(301)), n} - {0, 1} or {n})

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        means = [sums[i - 1] / i for i in shown]
        low, high = ([m + sign * half(i) for i, m in zip(shown, means, strict=True)] for sign in (-1, 1))
        axes.fill_between(shown, low, high, color=LIGHT["sim"], linewidth=0)
        axes.plot(shown, means, color=SIM, linewidth=2.2)
        axes.set(xscale="log" if n > 20 else "linear", xlabel=text("plots.trials"))
        _ticks(axes.xaxis, axes.yaxis)
        if guess is not None:
            _level(axes, float(guess), text("plots.guess-label"), GUESS, "--")
        if exact is not None:
            _level(axes, float(exact), text("plots.exact-label"), EXACT, "-")

    return Plot(words, draw)

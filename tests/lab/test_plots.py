"""The notebooks' plots: words that say what the picture shows, SVG that is the same every time and reads in grey."""

from __future__ import annotations

import random
import subprocess
import sys
from fractions import Fraction

import pytest

from kit.lab.plots import Plot, PlotError, bars, dancing_intervals, grid, growing_frequency, growing_mean, tree, walks
from kit.locale import set_language


@pytest.fixture(autouse=True)
def english():
    set_language("en")


def plots() -> dict[str, Plot]:
    rng = random.Random(5)
    return {
        "frequency": growing_frequency([rng.random() < 0.5 for _ in range(300)], exact=Fraction(16, 33), guess=0.6),
        "mean": growing_mean([rng.randrange(1, 7) for _ in range(200)], exact=3.5, guess=3),
        "intervals": dancing_intervals([45, 50, 70], 100, exact=Fraction(1, 2)),
        "bars": bars({1: Fraction(1, 4), 2: Fraction(3, 4)}, {1: 30, 2: 70}),
        "grid": grid([[2, 3], [3, 4]], [1, 2], [1, 2], marked=lambda i, j: i == j, words="doubles"),
        "tree": tree({"a": (Fraction(1, 3), {}), "b": (Fraction(2, 3), {"c": (Fraction(1, 2), {}), "d": (Fraction(1, 2), {})})}),
        "walks": walks([[0, 1, 3], [0, -1, 0]], limits=(-3, 3)),
    }


@pytest.mark.parametrize("name", list(plots()))
def test_a_plot_has_words_and_the_same_svg_every_time(name: str):
    plot = plots()[name]
    assert plot.svg() == plots()[name].svg()
    html = plot._repr_html_()
    assert 'role="img"' in html and repr(plot) == plot.words and plot.words
    assert "<svg" in html and "<text" in html


def test_words_carry_the_figures():
    assert repr(plots()["intervals"]) == "3 intervals of 95%, each from 100 trials. 1 of 3 miss the exact value 50.00%."
    assert repr(plots()["tree"]) == "Tree: a: 1/3; b – c: 1/3; b – d: 1/3."
    assert repr(plots()["walks"]).endswith("1 of 2 reach the limit.")
    assert "48.48%" in repr(plots()["frequency"]) and "60.0%" in repr(plots()["frequency"])
    assert "1: 25.0%, 2: 75.0%" in repr(plots()["bars"])


def test_what_differs_in_colour_differs_in_line_style_too():
    assert "stroke-dasharray" in plots()["frequency"].svg()
    assert "stroke-dasharray" in plots()["intervals"].svg()
    assert "pattern" in plots()["grid"].svg()


@pytest.mark.parametrize(
    ("draw", "field"),
    [
        (lambda: growing_frequency([]), "outcomes"),
        (lambda: growing_mean([]), "values"),
        (lambda: dancing_intervals([], 10), "hits"),
        (lambda: bars({}), "exact"),
        (lambda: bars({}, {}), "exact"),
        (lambda: grid([], [], [], marked=lambda i, j: False, words="none"), "values"),
        (lambda: tree({}), "branches"),
        (lambda: walks([]), "paths"),
        (lambda: walks([[], []]), "paths"),
    ],
)
def test_nothing_to_draw_is_refused_with_a_sentence(draw, field: str):
    with pytest.raises(ValueError, match=f"There is nothing to draw: “{field}” is empty") as refused:
        draw()
    assert isinstance(refused.value, PlotError) and f"„{field}“ ist leer" in refused.value.sentence("de")


def test_a_frequency_takes_hits_and_misses_only():
    with pytest.raises(ValueError, match=r"“outcomes” are hits \(1\) and misses \(0\); 0\.4 is neither"):
        growing_frequency([1, 0, 0.4])
    assert "50.0%" in repr(growing_frequency([True, 0.0, 1.0, 0]))


def test_bars_of_what_was_found_alone_are_drawn():
    assert repr(bars({}, {1: 3})).startswith("Distribution: 1: 0.0%")


def test_matplotlib_comes_when_a_plot_is_drawn_and_without_pyplot():
    program = (
        "import sys; from kit.lab.plots import growing_frequency; p = growing_frequency([1, 0, 1]); repr(p);"
        "before = 'matplotlib' in sys.modules; p.svg(); print(before, 'matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.split() == ["False", "True", "False"]

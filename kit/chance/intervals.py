"""Intervals for what is estimated from games: how far a rate may be off.

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927); R. G. Newcombe, "Interval
estimation for the difference between independent proportions" (1998), method 10.
"""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple


class Interval(NamedTuple):
    """Both ends of an interval."""

    low: float
    high: float


def normal_quantile(level: float = 0.95) -> float:
    """The z for a two-sided interval of confidence `level` (0 < level < 1): 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(hits: int, n: int, level: float = 0.95) -> Interval:
    """Wilson's score interval for a probability estimated as hits/n; the whole range 0 to 1 where n is 0.

    centre = (p + z^2/2n) / (1 + z^2/n), half-width = z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n).
    """
    if not 0 <= hits <= n:
        raise ValueError(f"hits must lie between 0 and {n}, not {hits}")
    if n == 0:
        return Interval(0.0, 1.0)
    z = normal_quantile(level)
    p = hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(0.0 if hits == 0 else centre - half, 1.0 if hits == n else centre + half)


def difference(hits1: int, n1: int, hits2: int, n2: int, level: float = 0.95) -> Interval:
    """Newcombe's interval for p1 - p2 of two independent rates, built from their Wilson intervals."""
    first, second = wilson(hits1, n1, level), wilson(hits2, n2, level)
    p1, p2 = hits1 / n1, hits2 / n2
    gap = p1 - p2
    low = gap - sqrt((p1 - first.low) ** 2 + (second.high - p2) ** 2)
    high = gap + sqrt((first.high - p1) ** 2 + (p2 - second.low) ** 2)
    return Interval(low, high)


def games_needed(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """The smallest n for which Wilson's interval around a rate p has at most this half-width (0 < half_width < 0.5).

    At p = 1/2 the half-width is z / (2 sqrt(n + z^2)), so n = z^2 / (4 h^2) - z^2: 381 for five points.
    """
    z = normal_quantile(level)

    def half(n: int) -> float:
        return z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)

    n = max(1, ceil(z * z * p * (1 - p) / half_width**2) + ceil(z * z))
    while n > 1 and half(n - 1) <= half_width:
        n -= 1
    return n


def games_needed_simple(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """The simple formula z^2 p (1-p) / h^2, rounded up: 385 for five points at p = 1/2."""
    return ceil(normal_quantile(level) ** 2 * p * (1 - p) / half_width**2)

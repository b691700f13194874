"""Intervals for what is estimated from games: how far a rate may be off.

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American Statistical
Association 22 (1927); R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of
eleven methods", Statistics in Medicine 17 (1998).

Rates, interval ends, half-widths and the confidence `level` are fractions: 0.05 is five percentage points, 0.95 is 95 %.
"""

from __future__ import annotations

from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

from kit.chance._checks import between, probability, whole


class Interval(NamedTuple):
    """Both ends of an interval."""

    low: float
    high: float


def normal_quantile(level: float = 0.95) -> float:
    """The z for a two-sided interval of confidence `level`: 1.96 for 0.95.

    z = PHI^-1((1 + level) / 2), PHI being the standard normal distribution function.
    Units: `level` a fraction, 0 < level < 1 (else ValueError); z in standard deviations. Source: Feller, VII.1.
    """
    between("level", level, 0, 1, "0.95 for 95 %")
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(hits: int, n: int, level: float = 0.95) -> Interval:
    """Wilson's score interval for a probability estimated as p = hits/n; the whole range 0 to 1 where n is 0.

    centre = (p + z^2/2n) / (1 + z^2/n), half-width = z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n), z = `normal_quantile(level)`.
    Units: counts, 0 <= hits <= n; `level` and both ends are fractions, 0 < level < 1 (else ValueError). Source: Wilson (1927).
    """
    n = whole("n", n, 0)
    hits, z = whole("hits", hits, 0, n), normal_quantile(level)
    if n == 0:
        return Interval(0.0, 1.0)
    p = hits / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(0.0 if hits == 0 else centre - half, 1.0 if hits == n else centre + half)


def difference(hits1: int, n1: int, hits2: int, n2: int, level: float = 0.95) -> Interval:
    """Newcombe's interval for p1 - p2 of two independent rates; the whole range -1 to 1 where n1 or n2 is 0.

    low = p1 - p2 - sqrt((p1 - low1)^2 + (high2 - p2)^2), high = p1 - p2 + sqrt((high1 - p1)^2 + (p2 - low2)^2);
    low1 ... high2 are the ends of Wilson's intervals of p1 and p2.
    Units: counts, 0 <= hits <= n; `level` (0 < level < 1) and both ends are fractions, -0.05 is five points less.
    ValueError for what `wilson` refuses. Source: Newcombe (1998), method 10.
    """
    first, second = _wilson_of("1", hits1, n1, level), _wilson_of("2", hits2, n2, level)
    if n1 == 0 or n2 == 0:
        return Interval(-1.0, 1.0)
    p1, p2 = hits1 / n1, hits2 / n2
    gap = p1 - p2
    low = gap - sqrt((p1 - first.low) ** 2 + (second.high - p2) ** 2)
    high = gap + sqrt((first.high - p1) ** 2 + (p2 - second.low) ** 2)
    return Interval(low, high)


def _wilson_of(rate: str, hits: int, n: int, level: float) -> Interval:
    """Wilson's interval of rate 1 or 2; an error names that rate's argument."""
    n = whole(f"n{rate}", n, 0)
    return wilson(whole(f"hits{rate}", hits, 0, n), n, level)


def games_needed(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """The smallest n (1 or more) for which Wilson's interval around a rate p has at most this half-width: 381 for five points.

    Solving z sqrt(p(1-p) n + z^2/4) / (n + z^2) = h for n: n + z^2 = z^2 (q + sqrt(q^2 + h^2 (1 - 4q))) / 2h^2 with q = p(1-p);
    at p = 1/2 that is n = z^2/4h^2 - z^2.
    Units: n in games; fractions 0 < half_width < 0.5, 0 <= p <= 1, 0 < level < 1 (else ValueError). Source: Wilson (1927).
    """
    z, h, q = _asked(half_width, p, level)
    return max(1, ceil(z * z * ((q + sqrt(q * q + h * h * (1 - 4 * q))) / (2 * h * h) - 1)))


def games_needed_simple(half_width: float, p: float = 0.5, level: float = 0.95) -> int:
    """The simple formula n = z^2 p (1-p) / h^2, rounded up, but 1 or more: 385 for five points at p = 1/2.

    It solves z sqrt(p(1-p)/n) = h, which says too little near p = 0 and p = 1; there take `games_needed`.
    Units: n in games; fractions 0 < half_width < 0.5, 0 <= p <= 1, 0 < level < 1 (else ValueError).
    Source: the normal approximation, Feller, VII.3 (Wald's interval).
    """
    z, h, q = _asked(half_width, p, level)
    return max(1, ceil(z * z * q / (h * h)))


def _asked(half_width: float, p: float, level: float) -> tuple[float, float, float]:
    """z, the half-width and p(1-p) of what `games_needed` is asked."""
    between("half_width", half_width, 0, 0.5, "0.05 for five points")
    probability("p", p)
    return normal_quantile(level), float(half_width), float(p * (1 - p))

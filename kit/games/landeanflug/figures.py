"""Landeanflug: figures that were published or measured elsewhere, to stand beside our own."""

from __future__ import annotations

from collections.abc import Iterable

BENCH = {"random": ">= 150000", "house": ">= 100"}  # compiled games a second on one core

# LA-8: landing rates of the printed rules' own crews, 2000 flights each, by level and variants
PUBLISHED: dict[tuple[str, frozenset[str]], float] = {
    ("leicht", frozenset()): 0.79,
    ("normal", frozenset()): 0.56,
    ("schwer", frozenset()): 0.36,
    ("profi", frozenset()): 0.14,
    ("leicht", frozenset({"turbulence"})): 0.30,
    ("leicht", frozenset({"dice"})): 0.44,
}
PUBLISHED_FLIGHTS = 2000


def published(level: str, seats: int, variants: Iterable[str]) -> float | None:
    """The published landing rate (a fraction) for these settings, None where none was published."""
    return PUBLISHED.get((level, frozenset(variants))) if seats == 2 else None

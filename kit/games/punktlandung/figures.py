"""Punktlandung: figures that were published, to stand beside our own (PL-8)."""

from __future__ import annotations

from collections.abc import Iterable

BENCH = {"house": ">= 2000"}  # compiled games a second on one core

# Rates of the printed rules' own crew: 5000 games with two seats, 2000 with three and four; by seats, then level
PUBLISHED: dict[int, dict[str, float]] = {
    2: {"leicht": 0.82, "normal": 0.54, "schwer": 0.36, "experte": 0.09},
    3: {"leicht": 0.82, "normal": 0.59, "schwer": 0.35, "experte": 0.03},
    4: {"leicht": 0.72, "normal": 0.32, "schwer": 0.18, "experte": 0.0},
}
WITHOUT_SIGNALS = 0.41  # normal, two seats


def published(level: str, seats: int, variants: Iterable[str]) -> float | None:
    """The published rate (a fraction) for these settings, None where none was published."""
    chosen = set(variants)
    if chosen == {"no-signals"} and (level, seats) == ("normal", 2):
        return WITHOUT_SIGNALS
    return PUBLISHED.get(seats, {}).get(level) if not chosen else None

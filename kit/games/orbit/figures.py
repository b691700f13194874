"""Orbit: figures measured elsewhere, to stand beside our own (OR-8)."""

from __future__ import annotations

from collections.abc import Iterable

BENCH = {"random": ">= 50000", "games": 100}  # compiled games a second on one core; a mission of the house takes about 0.1 s

# OR-8: success of an independent crew that samples worlds and signals once, 400 deals each (+-2.5 %), by seats, then mission
PUBLISHED: dict[int, dict[str, float]] = {
    3: {"1": 0.99, "5": 0.98, "10": 0.82, "15": 0.61, "20": 0.41},
    4: {"1": 0.99, "5": 0.91, "10": 0.73, "15": 0.58, "20": 0.27},
    5: {"1": 0.98, "5": 0.94, "10": 0.63, "15": 0.50, "20": 0.20},
}
PUBLISHED_DEALS = 400
EXPECTED_ATTEMPTS = {3: 27.2, 4: 30.4, 5: 33.8}  # for all twenty missions


def published(level: str, seats: int, variants: Iterable[str]) -> float | None:
    """The success rate (a fraction) that OR-8 gives for these settings, None where it gives none."""
    return None if set(variants) else PUBLISHED.get(seats, {}).get(level)

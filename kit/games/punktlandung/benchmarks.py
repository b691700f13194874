"""Punktlandung: what `kit bench` measures here beside what it measures of every game.

`first_targets` is the published check (PL-8): with the dealt cards, and all hands known, the first target can always be hit.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import fmean, median
from typing import Any

from kit.core.deals import Deal
from kit.games.punktlandung.rules import start
from kit.games.punktlandung.solver import solve

DEALS = 300
GAMES = 2000


@dataclass(frozen=True, slots=True)
class Check:
    """Random deals and the first target's shortest plans: how many have none, mean and most turns, median milliseconds."""

    deals: int
    without: int
    turns: float
    longest: int
    milliseconds: float


def first_targets(seats: int, deals: Iterable[int], level: str = "leicht") -> Check:
    """Solve the first target of the deals with these seeds: all hands known, no card drawn. The time is processor time."""
    lengths: list[int] = []
    took: list[float] = []
    for seed in deals:
        state = start(level=level, seats=seats, deal=Deal(seed))
        began = time.process_time()
        plan = solve(state.hands, 0, state.target)
        took.append(1000 * (time.process_time() - began))
        if plan is not None:
            lengths.append(len(plan))
    return Check(len(took), len(took) - len(lengths), fmean(lengths), max(lengths), median(took))


def figures() -> list[dict[str, Any]]:
    """Rows as `kit bench` prints them: what, value, unit, budget."""
    rows = []
    for seats in (2, 3, 4):
        check = first_targets(seats, range(DEALS))
        rows.append(_row(f"solver, {seats} seats, median", check.milliseconds, "ms", "<= 10"))
        rows.append(_row(f"solver, {seats} seats, first targets without a plan", check.without, f"of {DEALS}", "0"))
        rows.append(_row(f"solver, {seats} seats, turns to the first target", check.turns, "turns", "-"))
    if find_spec("numba"):
        rows += _crews()
    return rows


def _crews() -> list[dict[str, Any]]:
    """The house crew's games a second by seats, and beside random play of the same run: what its thinking costs."""
    from kit.games.punktlandung.kernel import simulate

    rows = []
    for seats in (2, 3, 4):
        rates = {}
        for crew, games in (("random", 20 * GAMES), ("house", GAMES)):
            batches = [
                simulate(level="leicht", seats=seats, variants=(), crews=(crew,), games=games, seed=seed) for seed in range(3)
            ]
            rates[crew] = max(batch.games / batch.seconds for batch in batches)
        rows.append(_row(f"house crew compiled, {seats} seats", rates["house"], "games/s", ">= 2000"))
        rows.append(_row(f"the same beside random play, {seats} seats", rates["random"] / rates["house"], "times slower", "-"))
    return rows


def _row(what: str, value: float, unit: str, budget: str) -> dict[str, Any]:
    return {"what": f"punktlandung: {what}", "value": value, "unit": unit, "budget": budget}

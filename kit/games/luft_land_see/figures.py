"""Luft, Land und See: figures that others measured, and the same of our batches, to stand beside each other (LLS-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kit.chance.intervals import Interval, wilson

BENCH = {"games": 20}  # a war of its house crew takes 0.1 s, compiled

# An independent simulator: house wins 84 % of wars against greedy, greedy 99.7 % against random.
DUELS: dict[tuple[str, ...], float] = {("house", "greedy"): 0.84, ("greedy", "random"): 0.997}


@dataclass(frozen=True, slots=True)
class Reference:
    """What battles come to: the share the 1st Player wins, battles a war, decisions a battle, mean number of legal moves."""

    first_won: float
    battles_a_war: float
    decisions_a_battle: float
    legal_moves: float


REFERENCE = Reference(0.63, 2.55, 13.8, 12.8)  # random play without withdrawals, by the independent simulator


def published_between(level: str, seats: int, variants: Iterable[str], crews: Sequence[str]) -> float | None:
    """The rate of wars that the first of two crews wins against the second, as published (a fraction); None where it is not."""
    return None if tuple(variants) or seats != 2 else DUELS.get(tuple(crews))


@dataclass(frozen=True, slots=True)
class Survey:
    """What the battles of a batch came to.

    `first_won` is the share of battles that the 1st Player wins (`first_low`, `first_high`: Wilson's 95 % interval), in
    `first_won_full` among the full ones alone; `points` the mean points by kind of ending, `endings` how many battles ended so;
    `left` the withdrawals by the points they gave; `legal_moves` the mean number before a decision (0 where crews think: they
    are not counted there).
    """

    wars: int
    battles: int
    first_won: float
    first_interval: Interval
    first_won_full: float
    battles_a_war: float
    decisions_a_battle: float
    legal_moves: float
    endings: dict[str, int]
    points: dict[str, float]
    left: dict[int, int]


def survey(wars: int, *, crews: Sequence[str] = ("random",), seed: int = 0, variants: Sequence[str] = ()) -> Survey:
    """Plays a batch of `wars` wars here, on one core, and counts its battles. Loads the kernel, and Numba with it."""
    from kit.games.luft_land_see import kernel as k

    batch = k.simulate(level="standard", variants=variants, crews=crews, games=wars, seed=seed)
    c = batch.counters
    left = {points: c[k.LEFT + points] for points in range(7) if c[k.LEFT + points]}
    full_points = int(k.rules_array(variants)[0][0])
    gone = sum(left.values())
    endings = {name: n for name, n in (("full", c[k.FULL]), ("withdrawal", gone)) if n}
    points = {"full": float(full_points)} if c[k.FULL] else {}
    if gone:
        points["withdrawal"] = sum(n * count for n, count in left.items()) / gone
    return Survey(
        wars=wars,
        battles=c[k.BATTLES],
        first_won=c[k.FIRST_WON] / c[k.BATTLES],
        first_interval=wilson(c[k.FIRST_WON], c[k.BATTLES]),
        first_won_full=c[k.FIRST_WON_FULL] / c[k.FULL] if c[k.FULL] else 0.0,
        battles_a_war=c[k.BATTLES] / wars,
        decisions_a_battle=c[k.DECISIONS] / c[k.BATTLES],
        legal_moves=c[k.MOVES] / c[k.DECISIONS],
        endings=endings,
        points=points,
        left=left,
    )

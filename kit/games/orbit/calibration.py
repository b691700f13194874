"""Orbit: how difficult each task is by itself (OR-2), measured: a single task in random deals.

With a random owner, with the owner whose own hand promises most, both played by the house crew; and with a random owner and all
hands open, where the solver says whether it can be done at all. A task's suit is drawn as well; who may not take it by the rules
of the draft (OR-3.3) is no owner. The compiled part stands in `kernel_tasks.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from kit.cards import RANK_CODES, card
from kit.games.orbit.tasks import table, task

WAYS = ("random", "sensible", "open")


@dataclass(frozen=True, slots=True)
class Row:
    """One task of the table: its rank, its difficulty, in how many deals it was tried, how often it succeeded in each way.

    `unknown` counts the deals where the solver came to no answer; they count as not won with open hands.
    """

    rank: int
    games: int
    random: int
    sensible: int
    open: int
    unknown: int = 0

    @property
    def code(self) -> str:
        """The rank as it is written: `A`, `2` ... `K`."""
        return RANK_CODES[self.rank - 1]

    @property
    def difficulty(self) -> int:
        """What the table in use says."""
        return table()[self.rank].difficulty

    @property
    def kind(self) -> str:
        """The kind of task, as in the table."""
        return task(card(self.rank, 0)).kind

    def as_json(self) -> dict[str, object]:
        """The row for `kit calibrate --json`: rates are fractions."""
        rates = {way: getattr(self, way) / self.games for way in WAYS}
        return (
            {"task": self.code, "kind": self.kind, "difficulty": self.difficulty, "games": self.games}
            | rates
            | {"unknown": self.unknown}
        )


def measure(rank: int, games: int, seats: int = 4, seed: int = 0, thought: int = 200) -> Row:
    """The row of one task over `games` deals; loads Numba, so it belongs in a worker (`kit.lab.calibrations`).

    `thought`: how many games the house crew plays out for a decision.
    """
    from kit.games.orbit import kernel_tasks

    return Row(rank, games, *kernel_tasks.count(rank, games, seats, seed, thought))

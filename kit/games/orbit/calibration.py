"""Orbit: how difficult each task is by itself (OR-2), measured: a single task in random deals.

With a random owner, with the owner whose own hand promises most, both played by the house crew; and with a random owner and all
hands open, where the solver says whether it can be done at all. A task's suit is drawn as well; who may not take it by the rules
of the draft (OR-3.3) is no owner. The compiled part stands in `kernel_tasks.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from kit.cards import RANK_CODES, card
from kit.chance.intervals import wilson
from kit.games.orbit.tasks import table, task
from kit.games.orbit.words import say, task_text

HEARTS = 2
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


class Table:
    """Rows as a notebook shows them: a table, as plain text too. `lang` as in the catalogue, None for the language in use."""

    def __init__(self, rows: Iterable[Row], lang: str | None = None) -> None:
        self.rows, self.lang = tuple(rows), lang

    @property
    def head(self) -> list[str]:
        """The names of the columns."""
        return [say(f"calibration.{key}", self.lang) for key in ("card", "task", "difficulty", *WAYS)]

    @property
    def lines(self) -> list[list[str]]:
        """The cells, row by row."""
        return [
            [row.code, task_text(card(row.rank, HEARTS), self.lang), str(row.difficulty), *(_rate(row, way) for way in WAYS)]
            for row in self.rows
        ]

    @property
    def foot(self) -> str:
        """How it was measured; empty where there are no rows."""
        return say("calibration.foot", self.lang, n=self.rows[0].games) if self.rows else ""

    def __repr__(self) -> str:
        lines = [self.head, *self.lines]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.head))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
        )

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in self.head)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in self.lines)
        caption = escape(say("calibration.caption", self.lang))
        return f"<table><caption>{caption}</caption><tr>{head}</tr>{body}</table><p>{escape(self.foot)}</p>"


def _rate(row: Row, way: str) -> str:
    """`85 % (78–90)`: the share of a way and its interval."""
    won = getattr(row, way)
    low, high = wilson(won, row.games)
    return f"{100 * won / row.games:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def measure(rank: int, games: int, seats: int = 4, seed: int = 0, thought: int = 200) -> Row:
    """The row of one task over `games` deals; loads Numba, so it belongs in a worker (`kit.lab.calibrations`).

    `thought`: how many games the house crew plays out for a decision.
    """
    from kit.games.orbit import kernel_tasks

    return Row(rank, games, *kernel_tasks.count(rank, games, seats, seed, thought))

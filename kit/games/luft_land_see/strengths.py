"""Luft, Land und See: strengths as they stand, and how they come about (LLS-2, LLS-3.1). For states and views alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kit.games.luft_land_see.cards import COVER_FIRE, DOWN, ESCALATION, STRENGTH, SUPPORT, THEATERS
from kit.games.luft_land_see.state import COVERED, FACE_DOWN, HELP, RED, SEATS, Setup, adjacent


class Table(Protocol):
    """What counting needs of a `State` or a `View`."""

    @property
    def setup(self) -> Setup:
        """Level, variants and rulings."""

    @property
    def first(self) -> int:
        """The holder of the "1st Player" card."""

    @property
    def theaters(self) -> tuple[int, int, int]:
        """The row from left to right."""

    @property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """The cards that lie, by seat and theater."""


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a strength: the card as it lies, what it counts, and why.

    `why` is `printed`, `face-down`, `escalation`, `cover-fire` or `support` (then the card is the Support next door).
    """

    card: int
    value: int
    why: str


def escalated(table: Table, seat: int) -> bool:
    """Whether the seat's face-down cards count 4 (Escalation)."""
    return any(ESCALATION in stack for stack in table.stacks[3 * seat : 3 * seat + 3])


def support_at(table: Table, seat: int) -> int | None:
    """The theater where the seat's Support lies face up (LLS-5.36), or None."""
    for theater in THEATERS:
        if SUPPORT in table.stacks[3 * seat + theater]:
            return theater
    return None


def parts(table: Table, seat: int, theater: int) -> list[Part]:
    """What makes up the strength of a seat at a theater: its cards from the bottom, then Support."""
    stack = table.stacks[3 * seat + theater]
    fire = stack.index(COVER_FIRE) if COVER_FIRE in stack else 0  # works covered too (LLS-4.1); the cards beneath it count 4
    low = escalated(table, seat)
    out = []
    for height, card in enumerate(stack):
        if height < fire:
            out.append(Part(card, COVERED, "cover-fire"))
        elif card < DOWN:
            out.append(Part(card, STRENGTH[card], "printed"))
        else:
            out.append(Part(card, COVERED, "escalation") if low else Part(card, FACE_DOWN, "face-down"))
    if _helped(table, seat, theater):
        out.append(Part(SUPPORT, HELP, "support"))
    return out


def _helped(table: Table, seat: int, theater: int) -> bool:
    if not table.stacks[3 * seat + theater] and not table.setup.rulings.support_without_cards:  # LLS-5.39
        return False
    support = support_at(table, seat)
    return support is not None and theater in adjacent(table.theaters, support)


def strength(table: Table, seat: int, theater: int) -> int:
    """The total strength of a seat at a theater; the sum of its `parts`."""
    return sum(part.value for part in parts(table, seat, theater))


def strengths(table: Table) -> tuple[tuple[int, int], ...]:
    """The strengths of red and blue by theater (air, land, sea)."""
    return tuple((strength(table, 0, theater), strength(table, 1, theater)) for theater in THEATERS)


def controllers(table: Table) -> tuple[int, ...]:
    """Who controls each theater now: the stronger; a tie or an empty theater belongs to the 1st Player (LLS-3.1)."""
    return tuple(RED if red > blue else 1 - RED if blue > red else table.first for red, blue in strengths(table))


def leader(table: Table) -> int:
    """Who would win the battle now: the seat with more theaters (LLS-3.1)."""
    held = controllers(table)
    return max(SEATS, key=held.count)

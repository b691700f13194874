"""Punktlandung: the turns that are left, counted from what a seat knows."""

from __future__ import annotations

from dataclasses import dataclass

from kit.games.punktlandung.view import View


@dataclass(frozen=True, slots=True)
class Budget:
    """The turns that are left (PL-10.9): cards to draw and in hands each make one; each later target keeps some of the stack.

    `reserved` are the numbers of cards that wait for each later target, fewer where the stack is too short for all.
    """

    draw: int
    reserved: tuple[int, ...]
    hands: int
    targets: int | None

    @property
    def turns(self) -> int:
        """Plays and passes until the end, for all targets still to hit."""
        return self.draw + self.hands


def budget(seen: View) -> Budget:
    """The turn budget; in the endless variant nothing is reserved and the hands do not count, as they are not played out."""
    if seen.setup.targets is None:
        return Budget(seen.stack_count, (), 0, None)
    later = max(0, seen.setup.targets - seen.hits - 1)
    left, reserved = seen.stack_count, []
    for _ in range(later):
        reserved.append(min(seen.setup.digits, left))
        left -= reserved[-1]
    return Budget(left, tuple(reserved), sum(seen.counts), later + 1)

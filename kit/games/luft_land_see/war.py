"""Luft, Land und See: what points are worth: the chance to win the war from a score, between equals.

Each battle is taken as won by either side with the same chance and as worth 2, 3, 4 or 6 points as often as between two house
players (`SHARES`). Crews and the lens ask for it when a withdrawal is weighed; the lessons drop the simplification again.
"""

from __future__ import annotations

from functools import cache

from kit.games.luft_land_see.state import FULL_BATTLE, Setup

SHARES = ((2, 0.30), (3, 0.14), (4, 0.08), (FULL_BATTLE, 0.48))


def battle_points(setup: Setup) -> int:
    """What a full battle is worth (LLS-3.2, LLS-3.4)."""
    return 1 if setup.beginner else FULL_BATTLE


@cache
def chance_at(mine: int, theirs: int, target: int, beginner: bool = False) -> float:
    """The chance to win the war with `mine` to `theirs` points before a battle; 1 or 0 where it is decided."""
    if mine >= target or theirs >= target:
        return 1.0 if mine > theirs else 0.0
    shares = ((1, 1.0),) if beginner else SHARES
    won = sum(share * chance_at(mine + n, theirs, target, beginner) for n, share in shares)
    lost = sum(share * chance_at(mine, theirs + n, target, beginner) for n, share in shares)
    return 0.5 * (won + lost)

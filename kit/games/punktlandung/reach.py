"""Punktlandung: what can be reckoned at the table from what a seat knows: chances to hit, the crew's advice, the turn budget."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from kit.chance.counting import p_none_of
from kit.games.punktlandung.crews import house_crew
from kit.games.punktlandung.moves import Move
from kit.games.punktlandung.solver import hitting_ranks
from kit.games.punktlandung.view import View, known_of, unseen


def known_hits(seen: View, seat: int, total: int) -> tuple[int, ...]:
    """The cards that `seat` is known to hold and that hit from `total`, sorted."""
    ranks = hitting_ranks(total, seen.target, first=_nothing_played(seen, total), small=seen.setup.small)
    return tuple(sorted(set(known_of(seen, seat)) & ranks))


def hit_chance(seen: View, seat: int, total: int) -> Fraction:
    """P(`seat` can hit from `total` with one card). Every hidden deal that fits what this view knows counts the same.

    The seat's hidden cards are a draw without replacement from the cards not located: 1 - C(n - m, k) / C(n, k), n cards not
    located, m of them of a rank that hits, k hidden cards. What misses and signals suggest beyond the open facts is no fact.
    """
    if known_hits(seen, seat, total):
        return Fraction(1)
    hidden = seen.counts[seat] - len(known_of(seen, seat))
    ranks = hitting_ranks(total, seen.target, first=_nothing_played(seen, total), small=seen.setup.small)
    return 1 - p_none_of(Counter(unseen(seen)), ranks, hidden)


def _nothing_played(seen: View, total: int) -> bool:
    """Whether the next card of the target would still be the first one (PL-3.3)."""
    return not seen.chain and total == 0


@lru_cache(maxsize=16)
def advice(seen: View) -> Move:
    """What the house crew would do in this seat's place; kept, since a board asks at every click."""
    return house_crew(seen, random.Random(0))


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

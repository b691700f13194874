"""Punktlandung: exact probabilities of what is hidden, as a seat can reckon them at the table.

Every hidden deal that fits the facts this view knows counts the same: a hidden hand is a draw without replacement from the n
cards not located, so that none of m of them is among k hidden cards with C(n - m, k) / C(n, k). Facts are the open piles, the own
hand, shown cards and what all can remember (PL-10.5); what a miss or a signal suggests beyond that is the crew's diary.

Sums have no limit; a sum is asked for as it is or as it would be (`total`). A card known to be held makes a chance 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache

from kit.chance.counting import p_none_of
from kit.games.punktlandung.moves import operations
from kit.games.punktlandung.rules import calculate, possible
from kit.games.punktlandung.solver import hitting_ranks
from kit.games.punktlandung.state import JOKER, RANKS
from kit.games.punktlandung.view import View, known_of, unseen

ALL = frozenset((JOKER, *RANKS))


def holds(seen: View, seats: Collection[int], ranks: Iterable[int]) -> Fraction:
    """P(at least one of `seats` holds at least one card of `ranks`); a spectator asks for any seat, a seat for the others."""
    wanted = frozenset(ranks)
    hidden = 0
    for seat in seats:
        known = known_of(seen, seat)
        if wanted.intersection(known):
            return Fraction(1)
        hidden += seen.counts[seat] - len(known)
    return 1 - p_none_of(Counter(unseen(seen)), wanted, hidden)


def holds_each(seen: View, seat: int) -> dict[int, Fraction]:
    """P(`seat` holds at least one) for each rank that can still be somewhere hidden or is known to be there; 0 the joker."""
    there = {*unseen(seen), *known_of(seen, seat)}
    return {rank: holds(seen, (seat,), (rank,)) for rank in sorted(there)}


# Hitting from a sum


def hits(seen: View, total: int) -> frozenset[int]:
    """The ranks that hit from `total`, the joker among them where any does (PL-3.2, PL-3.3)."""
    return hitting_ranks(total, seen.target, first=_first(seen, total), small=seen.setup.small)


def known_hits(seen: View, seat: int, total: int) -> tuple[int, ...]:
    """The cards that `seat` is known to hold and that hit from `total`, sorted."""
    return tuple(sorted(hits(seen, total).intersection(known_of(seen, seat))))


def hit_chance(seen: View, seat: int, total: int) -> Fraction:
    """P(`seat` can hit from `total` with one card)."""
    return holds(seen, (seat,), hits(seen, total))


def round_chance(seen: View, seats: Collection[int], total: int) -> Fraction:
    """P(at least one of `seats` can hit from `total`): the chance of a hit if `total` stays until each had its turn."""
    return holds(seen, seats, hits(seen, total))


# One card before that


def step_ranks(seen: View, total: int) -> frozenset[int]:
    """The ranks that hit from `total` or bring it to a sum from which one more card can hit."""
    return _leading(total, seen.target, ALL, _first(seen, total), seen.setup.small)


def step_chance(seen: View, seat: int, total: int) -> Fraction:
    """P(`seat` can hit from `total`, or bring it to a sum from which one more card can hit)."""
    return holds(seen, (seat,), step_ranks(seen, total))


def lead_ranks(seen: View, total: int, cards: Iterable[int]) -> frozenset[int]:
    """The ranks that hit from `total` or bring it to a sum from which one of `cards` hits; all where one hits already (pass)."""
    wanted = frozenset(cards)
    if wanted & hits(seen, total):
        return ALL
    return _leading(total, seen.target, wanted, _first(seen, total), seen.setup.small)


def lead_chance(seen: View, seats: Collection[int], total: int, cards: Iterable[int]) -> Fraction:
    """P(one of `seats` can hit from `total`, or bring it to a sum from which one of the open `cards` hits); the rest pass."""
    if not any(seen.counts[seat] for seat in seats):
        return Fraction(0)
    return holds(seen, seats, lead_ranks(seen, total, cards))


def signal_value(seen: View, seats: Collection[int], total: int, card: int, known: Collection[int] = ()) -> Fraction:
    """What showing `card` adds to `lead_chance` from `total`, where `known` are the cards all know of this seat already.

    0 to 1; without a known card the chance before is that of a hit by one of `seats` alone.
    """
    return lead_chance(seen, seats, total, (*known, card)) - lead_chance(seen, seats, total, known)


@lru_cache(maxsize=512)
def _leading(total: int, target: int, cards: frozenset[int], first: bool, small: bool) -> frozenset[int]:
    found = set(hitting_ranks(total, target, first=first, small=small))
    for value in RANKS:
        for op in operations(first=first, small=small):
            if possible(total, op, value) and cards & hitting_ranks(calculate(total, op, value), target, small=small):
                found |= {value, JOKER}
    return frozenset(found)


def _first(seen: View, total: int) -> bool:
    """Whether the next card of the target would still be the first one (PL-3.3)."""
    return not seen.chain and total == 0

"""Counting hands drawn without replacement from a stack in which values repeat (a multiset)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb, prod

from kit.chance.distributions import Distribution

Hand = tuple[int, ...]


def hypergeometric(population: int, successes: int, drawn: int) -> Distribution[int]:
    """How many of `drawn` cards, taken without replacement out of `population`, are among its `successes`.

    P(k) = C(successes, k) C(population - successes, drawn - k) / C(population, drawn).
    """
    low, high = max(0, drawn - (population - successes)), min(drawn, successes)
    return Distribution({k: comb(successes, k) * comb(population - successes, drawn - k) for k in range(low, high + 1)})


def hands(stack: Iterable[int], size: int) -> Distribution[Hand]:
    """All hands of `size` cards from a stack, sorted, each with its exact probability.

    A hand with m_v cards of value v, of which the stack has n_v, can be drawn in prod C(n_v, m_v) ways out of C(n, size).
    ValueError where the stack is too small.
    """
    return _hands(tuple(sorted(stack)), size)


@cache
def _hands(stack: Hand, size: int) -> Distribution[Hand]:
    counts = Counter(stack)
    weights: dict[Hand, int] = {(): 1}
    for value, copies in sorted(counts.items()):
        weights = {
            hand + (value,) * taken: ways * comb(copies, taken)
            for hand, ways in weights.items()
            for taken in range(min(copies, size - len(hand)) + 1)
        }
    return Distribution({hand: ways for hand, ways in weights.items() if len(hand) == size})


def rolls(sides: int, size: int) -> Distribution[Hand]:
    """All results of `size` independent dice with faces 1 ... `sides`, sorted, each with its exact probability."""
    return _rolls(sides, size)


@cache
def _rolls(sides: int, size: int) -> Distribution[Hand]:
    weights: dict[Hand, int] = {(): 1}
    for _ in range(size):
        further: dict[Hand, int] = {}
        for hand, ways in weights.items():
            for face in range(1, sides + 1):
                key = tuple(sorted((*hand, face)))
                further[key] = further.get(key, 0) + ways
        weights = further
    return Distribution(weights)


def p_none_of(stack: Mapping[int, int], values: Iterable[int], size: int) -> Fraction:
    """P(a hand of `size` has none of `values`) = C(n - m, size) / C(n, size), n cards in all, m of them of these values."""
    total = sum(stack.values())
    wanted = sum(stack.get(value, 0) for value in set(values))
    return Fraction(comb(total - wanted, size), comb(total, size))


def p_all_different(values: int = 6, copies: int = 2, hand: int = 4) -> Fraction:
    """P(all cards of a hand differ), drawn without replacement: C(values, hand) copies^hand / C(values copies, hand).

    16/33 for Landeanflug (LA-7.4).
    """
    return Fraction(comb(values, hand) * copies**hand, comb(values * copies, hand))


def p_all_different_dice(sides: int = 6, dice: int = 4) -> Fraction:
    """P(all of several dice differ) = sides! / (sides - dice)! / sides^dice. 5/18 for four dice (LA-7.4)."""
    return Fraction(prod(range(sides - dice + 1, sides + 1)), sides**dice)

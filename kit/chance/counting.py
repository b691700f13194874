"""Counting hands drawn without replacement from a stack in which values repeat (a multiset)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb, prod

from kit.chance._checks import whole
from kit.chance.distributions import Distribution

Hand = tuple[int, ...]


def hypergeometric(population: int, successes: int, drawn: int) -> Distribution[int]:
    """How many of `drawn` cards, taken without replacement out of `population`, are among its `successes`.

    P(k) = C(successes, k) C(population - successes, drawn - k) / C(population, drawn).
    Units: cards, 0 <= successes, drawn <= population (else ValueError). Source: Feller, II.6.
    """
    population = whole("population", population, 0)
    successes, drawn = whole("successes", successes, 0, population), whole("drawn", drawn, 0, population)
    low, high = max(0, drawn - (population - successes)), min(drawn, successes)
    return Distribution({k: comb(successes, k) * comb(population - successes, drawn - k) for k in range(low, high + 1)})


def hands(stack: Iterable[int], size: int) -> Distribution[Hand]:
    """All hands of `size` cards from a stack, sorted, each with its exact probability.

    P(hand) = prod C(n_v, m_v) / C(n, size), where the hand has m_v of the n_v cards of value v, n cards in all.
    Units: cards, 0 <= size <= n (else ValueError). Source: Feller, II.6 (hypergeometric, for several kinds).

    Every different hand is listed, and the answer is kept: 495 hands of four out of twelve different cards take milliseconds,
    53130 of five out of 25 a second and 20 MB, 658008 of five out of 40 most of a minute. `hypergeometric` has no such limit.
    """
    cards = tuple(sorted(stack))
    return _hands(cards, whole("size", size, 0, len(cards)))


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
    """All results of `size` independent dice with faces 1 ... `sides`, sorted, each with its exact probability.

    P(result) = size! / prod m_v! / sides^size, where face v shows m_v times.
    Units: sides (1 or more), dice (0 or more; else ValueError). Source: Feller, VI.9 (multinomial distribution).
    Every different result is listed, and the answer is kept: C(sides + size - 1, size) of them.
    """
    return _rolls(whole("sides", sides, 1), whole("size", size, 0))


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
    """P(a hand of `size` has none of `values`); `stack` says how many cards there are of each value.

    P = C(n - m, size) / C(n, size), n cards in all, m of them of these values.
    Units: cards, 0 <= size <= n (else ValueError). Source: Feller, II.6 (hypergeometric, k = 0).
    """
    counts = {value: whole(f"stack[{value!r}]", copies, 0) for value, copies in stack.items()}
    total = sum(counts.values())
    size = whole("size", size, 0, total)
    wanted = sum(counts.get(value, 0) for value in set(values))
    return Fraction(comb(total - wanted, size), comb(total, size))


def p_all_different(values: int = 6, copies: int = 2, hand: int = 4) -> Fraction:
    """P(all cards of a hand differ), drawn without replacement from `copies` cards of each of `values` values.

    P = C(values, hand) copies^hand / C(values copies, hand). 16/33 for Landeanflug (LA-7.4).
    Units: values and copies (1 or more), cards of the hand (0 ... values copies; else ValueError). Source: LA-7.4; Feller, II.6.
    """
    values, copies = whole("values", values, 1), whole("copies", copies, 1)
    hand = whole("hand", hand, 0, values * copies)
    return Fraction(comb(values, hand) * copies**hand, comb(values * copies, hand))


def p_all_different_dice(sides: int = 6, dice: int = 4) -> Fraction:
    """P(all of several dice differ) = sides! / (sides - dice)! / sides^dice, and 0 with more dice than sides.

    5/18 for four dice of Landeanflug (LA-7.4).
    Units: sides (1 or more), dice (0 or more; else ValueError). Source: LA-7.4; Feller, II.3 (the birthday problem).
    """
    sides, dice = whole("sides", sides, 1), whole("dice", dice, 0)
    return Fraction(prod(range(sides - dice + 1, sides + 1)), sides**dice)

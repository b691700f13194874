"""Luft, Land und See: how crews weigh a battle, over the arrays of `model.py` (so a kernel may compile it).

`chance` estimates from what lies and what the two hands hold who will hold two of the three theaters: each theater is a
logistic in its margin, flatter with more cards left in hand. `playout` plays the battle on, each decision the best of a few
random candidates by `chance`, and stops where both hands are equal again: there `chance` is fitted.
"""

from __future__ import annotations

from math import exp

from kit.core.compiled import Floats, Ints, compiled
from kit.games.luft_land_see.model import (
    COUNTS,
    FIRST,
    HANDS,
    OVER,
    QUEUE_HEAD,
    QUEUE_TAIL,
    act,
    decider,
    power,
    some,
    winner,
)

# WEIGHTS: the logistic's width is FLAT + FLATTER x cards left in both hands; FIRST_HELD is what a tie is worth to the 1st
# Player in points of margin, and HAND what a point of strength in hand counts beside one on the table.
FLAT, FLATTER, FIRST_HELD, HAND_WORTH = 0, 1, 2, 3
WEIGHTS: Floats = [1.3, 0.17, 0.2, 0.64]  # fitted by logistic regression to who held what at the end of 2 x 400 battles
STRENGTHS = tuple(sum(i + 1 for i in range(6) if held >> i & 1) for held in range(64))  # of a colour's cards in a hand


@compiled
def _logistic(x: float) -> float:
    if x > 30.0:
        return 1.0
    return 0.0 if x < -30.0 else 1.0 / (1.0 + exp(-x))


@compiled
def chance(s: Ints, w: Floats) -> float:
    """The estimated chance that red wins the battle; 0 or 1 when it is over."""
    if s[OVER]:
        return 1.0 if winner(s) == 0 else 0.0
    width = w[FLAT] + w[FLATTER] * (s[COUNTS] + s[COUNTS + 1])
    bias = w[FIRST_HELD] if s[FIRST] == 0 else -w[FIRST_HELD]
    red, blue, worth = s[HANDS], s[HANDS + 1], w[HAND_WORTH]
    none, one, two = 1.0, 0.0, 0.0  # the chances that red holds none, exactly one, two or more of the theaters so far
    for theater in range(3):
        hand = STRENGTHS[red >> 6 * theater & 63] - STRENGTHS[blue >> 6 * theater & 63]
        p = _logistic((power(s, theater) - power(s, 3 + theater) + bias + worth * hand) / width)
        two += one * p
        one += (none - one) * p
        none -= none * p
    return two


@compiled
def noise(seed: int) -> int:
    """The next number of a small generator (31 bits): playouts need many and no better ones."""
    return (seed * 1103515245 + 12345) & 0x7FFFFFFF


@compiled
def best_of(s: Ints, w: Floats, most: int, seed: int, moves: Ints, trial: Ints) -> int:
    """The best by `chance` of at most `most` random legal moves, for who is to decide."""
    n = some(s, most, seed, moves)
    if n == 1:
        return moves[0]
    red = decider(s) == 0
    best, value = moves[0], 0.0
    for i in range(n):
        trial[:] = s
        act(trial, moves[i])
        after = chance(trial, w)
        if i == 0 or (after > value if red else after < value):
            best, value = moves[i], after
    return best


@compiled
def playout(s: Ints, w: Floats, most: int, depth: int, seed: int, moves: Ints, trial: Ints) -> float:
    """Plays on in `s`, each decision the best of at most `most`, until `depth` cards more are played, both hands are equal and
    nothing waits, or the battle is over; the chance of red there.
    """
    stop = s[COUNTS] + s[COUNTS + 1] - depth
    while not s[OVER]:
        if s[COUNTS] == s[COUNTS + 1] and s[COUNTS] + s[COUNTS + 1] <= stop and s[QUEUE_HEAD] == s[QUEUE_TAIL]:
            break
        seed = noise(seed)
        act(s, best_of(s, w, most, seed, moves, trial))
    return chance(s, w)

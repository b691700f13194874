"""Markov chains with finitely many states and exact transition probabilities."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from kit.chance.distributions import Distribution

S = TypeVar("S", bound=Hashable)


def step(now: Distribution[S], transition: Callable[[S], Distribution[S]]) -> Distribution[S]:
    """One step on: P'(t) = sum over s of P(s) P(t | s)."""
    weights: dict[S, Fraction] = {}
    for state, p in now.items():
        for target, q in transition(state).items():
            weights[target] = weights.get(target, Fraction(0)) + p * q
    return Distribution(weights)


def walk(start: S, transition: Callable[[S], Distribution[S]], steps: int) -> list[Distribution[S]]:
    """The distributions after 0, 1, ... `steps` steps from one state."""
    now: Distribution[S] = Distribution({start: 1})
    out = [now]
    for _ in range(steps):
        now = step(now, transition)
        out.append(now)
    return out


def mean_waiting_time(probabilities: list[Fraction]) -> Fraction:
    """The mean number of rounds until several things have happened one after another, each waiting for its own.

    The sum of 1/p: in each round the one that is next happens with its probability p (geometric distribution).
    """
    return sum((1 / Fraction(p) for p in probabilities), Fraction(0))

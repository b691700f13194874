"""Markov chains with finitely many states and exact transition probabilities."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

from kit.chance._checks import probability, whole
from kit.chance.distributions import Distribution

S = TypeVar("S", bound=Hashable)


def step(now: Distribution[S], transition: Callable[[S], Distribution[S]]) -> Distribution[S]:
    """One step on: P'(t) = sum over s of P(s) P(t | s), with `transition(s)` as P(. | s).

    Unit: a fraction from 0 to 1. ValueError where the probabilities of a transition do not sum to 1. Source: Feller, XV.
    """
    weights: dict[S, Fraction] = {}
    for state, p in now.items():
        further = transition(state)
        if (total := sum(further.values())) != 1:
            raise ValueError(f"transition({state!r}) must sum to 1, not {total}; Distribution({{...}}) makes weights do so")
        for target, q in further.items():
            weights[target] = weights.get(target, Fraction(0)) + p * q
    return Distribution(weights)


def walk(start: S, transition: Callable[[S], Distribution[S]], steps: int) -> list[Distribution[S]]:
    """The distributions after 0, 1, ... `steps` steps from one state: a list of `steps` + 1.

    P_0(start) = 1, P_n+1(t) = sum over s of P_n(s) P(t | s). Units: steps (0 or more, else ValueError); fractions from 0 to 1.
    Source: Feller, XV.
    """
    now: Distribution[S] = Distribution({start: 1})
    out = [now]
    for _ in range(whole("steps", steps, 0)):
        now = step(now, transition)
        out.append(now)
    return out


def mean_waiting_time(probabilities: Sequence[Fraction]) -> Fraction:
    """The mean number of rounds until several things have happened one after another, each waiting for its own.

    E = sum of 1/p: in each round the one that is next happens with its probability p (geometric distribution).
    Units: rounds; each p a fraction, 0 < p <= 1 (else ValueError). Source: Feller, IX.3.
    """
    for place, p in enumerate(probabilities):
        probability(f"probabilities[{place}]", p, possible=True)
    return sum((1 / Fraction(p) for p in probabilities), Fraction(0))

"""Exact finite distributions: a probability for each outcome, as fractions that sum to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Generic, TypeVar

from kit.chance._checks import probability, whole

K = TypeVar("K")
L = TypeVar("L")


class Distribution(Mapping[K, Fraction], Generic[K]):
    """A finite probability distribution: `d[outcome]` is its probability, 0 for an outcome it does not have.

    Made from weights of any kind that add up to more than 0: `Distribution({0: 1, 1: 3})[1] == Fraction(3, 4)`.
    """

    def __init__(self, weights: Mapping[K, int | Fraction]) -> None:
        """ValueError where there is no weight, one is negative or all are 0."""
        total = sum((Fraction(weight) for weight in weights.values()), Fraction(0))
        for outcome, weight in weights.items():
            if weight < 0:
                raise ValueError(f"the weight of {outcome!r} must be 0 or more, not {weight}")
        if not total:
            raise ValueError("weights must add up to more than 0, not 0")
        self._p = {outcome: Fraction(weight) / total for outcome, weight in weights.items() if weight}

    @classmethod
    def uniform(cls, outcomes: Iterable[K]) -> Distribution[K]:
        """Each listed outcome with the same weight; one that is listed twice with twice the weight.

        P(outcome) = how often it is listed / length of the list (Laplace's rule). Unit: a fraction from 0 to 1.
        ValueError where nothing is listed. Source: Feller, I.6.
        """
        weights: dict[K, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    def __getitem__(self, outcome: K) -> Fraction:
        return self._p.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[K]:
        return iter(self._p)

    def __len__(self) -> int:
        return len(self._p)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._p

    def __repr__(self) -> str:
        return "Distribution({" + ", ".join(f"{outcome!r}: {p}" for outcome, p in self._p.items()) + "})"

    def p(self, event: Callable[[K], bool]) -> Fraction:
        """P(event) = sum of P(outcome) over the outcomes for which `event` holds.

        Unit: a fraction from 0 to 1. Source: Feller, I.7.
        """
        return sum((p for outcome, p in self._p.items() if event(outcome)), Fraction(0))

    def map(self, value: Callable[[K], L]) -> Distribution[L]:
        """The distribution of `value(outcome)`: outcomes with the same value are put together.

        P(v) = sum of P(outcome) over the outcomes with value v. Unit: outcomes in the value's unit. Source: Feller, IX.1.
        """
        weights: dict[L, Fraction] = {}
        for outcome, p in self._p.items():
            key = value(outcome)
            weights[key] = weights.get(key, Fraction(0)) + p
        return Distribution(weights)

    def given(self, event: Callable[[K], bool]) -> Distribution[K]:
        """The conditional distribution: P(outcome | event) = P(outcome) / P(event) for the outcomes of the event, else 0.

        Unit: a fraction from 0 to 1. ValueError where the event is impossible. Source: Feller, V.1.
        """
        left = {outcome: p for outcome, p in self._p.items() if event(outcome)}
        if not left:
            raise ValueError(f"event must be possible, but it is true of none of the {len(self)} outcomes")
        return Distribution(left)

    def mean(self, value: Callable[[K], int | Fraction] = lambda outcome: outcome) -> Fraction:  # type: ignore[assignment,return-value]
        """E(value) = sum of p * value. Unit: the value's. Source: Feller, IX.2."""
        return sum((p * Fraction(value(outcome)) for outcome, p in self._p.items()), Fraction(0))

    def variance(self, value: Callable[[K], int | Fraction] = lambda outcome: outcome) -> Fraction:  # type: ignore[assignment,return-value]
        """Var(value) = E(value^2) - E(value)^2. Unit: the value's, squared. Source: Feller, IX.4."""
        return self.mean(lambda outcome: Fraction(value(outcome)) ** 2) - self.mean(value) ** 2

    def deviation(self, value: Callable[[K], int | Fraction] = lambda outcome: outcome) -> float:  # type: ignore[assignment,return-value]
        """The standard deviation = sqrt(Var(value)). Unit: the value's. Source: Feller, IX.4."""
        return sqrt(self.variance(value))


def pairs(first: Distribution[K], second: Distribution[L]) -> Distribution[tuple[K, L]]:
    """The joint distribution of two independent ones: P(a, b) = P(a) P(b).

    Unit: a fraction from 0 to 1. Source: Feller, V.4 (product spaces).
    """
    return Distribution({(a, b): p * q for a, p in first.items() for b, q in second.items()})


def bayes(prior: Distribution[K], likelihood: Callable[[K], int | Fraction]) -> Distribution[K]:
    """Bayes' rule: P(h | seen) = P(h) P(seen | h) / P(seen), where P(seen) = sum of P(h) P(seen | h) over all h.

    Units: `likelihood(h)` = P(seen | h) is a fraction from 0 to 1, as are the answers. ValueError for one outside, and where what
    was seen is impossible under each hypothesis of the prior. Source: T. Bayes (1763); Feller, V.2.
    """
    joint: dict[K, Fraction] = {}
    for hypothesis, p in prior.items():
        q = likelihood(hypothesis)
        probability(f"likelihood({hypothesis!r})", q)
        joint[hypothesis] = p * Fraction(q)
    if not any(joint.values()):
        raise ValueError("likelihood must be above 0 for at least one hypothesis, not 0 for all: what was seen is impossible")
    return Distribution(joint)


def die(sides: int = 6) -> Distribution[int]:
    """A fair die with faces 1 ... `sides` (1 or more, else ValueError).

    P(face) = 1 / sides. Unit: outcomes in pips. Source: Feller, I.6 (equally likely outcomes).
    """
    return Distribution.uniform(range(1, whole("sides", sides, 1) + 1))

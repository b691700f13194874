"""Exact finite distributions: a probability for each outcome, as fractions that sum to 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Generic, TypeVar

K = TypeVar("K")
L = TypeVar("L")


class Distribution(Mapping[K, Fraction], Generic[K]):
    """A finite probability distribution: `d[outcome]` is its probability, 0 for an outcome it does not have.

    Made from weights of any kind that add up to more than 0: `Distribution({0: 1, 1: 3})[1] == Fraction(3, 4)`.
    """

    def __init__(self, weights: Mapping[K, int | Fraction]) -> None:
        """ValueError where a weight is negative or all are 0."""
        total = sum((Fraction(weight) for weight in weights.values()), Fraction(0))
        if total <= 0 or any(weight < 0 for weight in weights.values()):
            raise ValueError("weights must be 0 or more and not all 0")
        self._p = {outcome: Fraction(weight) / total for outcome, weight in weights.items() if weight}

    @classmethod
    def uniform(cls, outcomes: Iterable[K]) -> Distribution[K]:
        """Each listed outcome with the same weight; one that is listed twice with twice the weight."""
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
        """P(event): the sum over the outcomes for which `event` holds."""
        return sum((p for outcome, p in self._p.items() if event(outcome)), Fraction(0))

    def map(self, value: Callable[[K], L]) -> Distribution[L]:
        """The distribution of `value(outcome)`: outcomes with the same value are put together."""
        weights: dict[L, Fraction] = {}
        for outcome, p in self._p.items():
            key = value(outcome)
            weights[key] = weights.get(key, Fraction(0)) + p
        return Distribution(weights)

    def given(self, event: Callable[[K], bool]) -> Distribution[K]:
        """The conditional distribution P(. | event); ValueError where the event is impossible."""
        return Distribution({outcome: p for outcome, p in self._p.items() if event(outcome)})

    def mean(self, value: Callable[[K], int | Fraction] = lambda outcome: outcome) -> Fraction:  # type: ignore[assignment,return-value]
        """E(value) = sum of p * value, in the value's unit."""
        return sum((p * Fraction(value(outcome)) for outcome, p in self._p.items()), Fraction(0))

    def variance(self, value: Callable[[K], int | Fraction] = lambda outcome: outcome) -> Fraction:  # type: ignore[assignment,return-value]
        """Var(value) = E(value^2) - E(value)^2, in the value's unit squared."""
        return self.mean(lambda outcome: Fraction(value(outcome)) ** 2) - self.mean(value) ** 2

    def deviation(self, value: Callable[[K], int | Fraction] = lambda outcome: outcome) -> float:  # type: ignore[assignment,return-value]
        """The standard deviation, the root of the variance, in the value's unit."""
        return sqrt(self.variance(value))


def pairs(first: Distribution[K], second: Distribution[L]) -> Distribution[tuple[K, L]]:
    """The joint distribution of two independent ones: P(a, b) = P(a) P(b)."""
    return Distribution({(a, b): p * q for a, p in first.items() for b, q in second.items()})


def bayes(prior: Distribution[K], likelihood: Callable[[K], int | Fraction]) -> Distribution[K]:
    """Bayes' rule: P(h | seen) is proportional to P(h) P(seen | h); ValueError where what was seen is impossible."""
    return Distribution({hypothesis: p * Fraction(likelihood(hypothesis)) for hypothesis, p in prior.items()})


def die(sides: int = 6) -> Distribution[int]:
    """A fair die with faces 1 ... `sides`."""
    return Distribution.uniform(range(1, sides + 1))

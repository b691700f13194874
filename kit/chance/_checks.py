"""What the functions of `kit.chance` ask of their arguments. Each error names the argument, its range and the value given."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import Any


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """`value` as an int; ValueError unless it is whole and lies in low ... high (None: no upper end), TypeError for no number."""
    span = f"of at least {low}" if high is None else f"from {low} to {high}"
    _require(name, value, f"a whole number {span}", lambda n: n % 1 == 0 and low <= n and (high is None or n <= high))
    return int(value)


def probability(name: str, value: Any, *, possible: bool = False) -> None:
    """ValueError unless `value` lies in 0 ... 1, and above 0 where it has to be `possible`; TypeError for no number."""
    if possible:
        _require(name, value, "a probability above 0 and at most 1", lambda p: 0 < p <= 1)
    else:
        _require(name, value, "a probability from 0 to 1", lambda p: 0 <= p <= 1)


def between(name: str, value: Any, low: float, high: float, example: str) -> None:
    """ValueError unless low < `value` < high; `example` says a usual value and what it means. TypeError for no number."""
    _require(name, value, f"between {low} and {high}, without these ends ({example})", lambda x: low < x < high)


def _require(name: str, value: Any, allowed: str, holds: Callable[[Any], bool]) -> None:
    if not isinstance(value, Real):
        raise TypeError(f"{name} must be a number, {allowed}, not {value!r}")
    if not holds(value):
        raise ValueError(f"{name} must be {allowed}, not {value}")

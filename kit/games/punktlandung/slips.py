"""Punktlandung, "calculate yourself": where a wrong result comes from. Knows numbers, no game position.

`find(total, op, value, card, typed)` names the likeliest slip behind a typed result; `way(...)` is how to get the right one in
your head. Both give a key below `slip` and `way` in the catalogue with its numbers.
"""

from __future__ import annotations

import re
from typing import Any

from kit.games.punktlandung.moves import OPERATIONS
from kit.games.punktlandung.rules import calculate, possible

Found = tuple[str, dict[str, Any]]
MAX_DIGITS = 40
COURT = (11, 12, 13)


def read(text: str) -> int | None:
    """The number a pupil typed, with or without gaps and an equals sign before it; None where it is none.

    Points, commas and apostrophes count as gaps between groups of three digits alone: `1.392`, but not `344,0`.
    """
    typed = "".join(text.strip().lstrip("=").split())
    digits = re.sub(r"[.,'’]", "", typed) if re.fullmatch(r"\d{1,3}([.,'’]\d{3})+", typed) else typed
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS else None


def find(total: int, op: str, value: int, card: int, typed: int) -> Found:
    """The likeliest slip that makes `typed` out of `total op value`; `card` is the rank played (0 a joker).

    In this order: a court card counted as 10 or an ace as 11, another operation, the smaller digit taken from the larger in
    each column, the times table one off, only part of a product, digits swapped, a wrong place or carry, close by.
    """
    right = calculate(total, op, value)
    gap = abs(typed - right)
    wrong_value = 10 if card in COURT else 11 if card == 1 else 0
    if wrong_value and possible(total, op, wrong_value) and typed == calculate(total, op, wrong_value):
        return "face", {"card": card, "value": value, "counted": wrong_value}
    for other in OPERATIONS:
        if other != op and possible(total, other, value) and typed == calculate(total, other, value):
            return "operation", {"other": other}
    if op == "-" and typed == _by_columns(total, value):
        return "columns", {}
    if op == "x" and gap == total and typed:
        return "table", {"times": typed // total}
    if op == ":" and typed * value != total:
        return "check", {"product": typed * value}
    if op == "x" and total >= 10 and value > 1:
        tens, units = total - total % 10, total % 10
        if units and typed in (tens * value, tens * value + units, tens + units * value):
            return "partial", {"tens": tens, "units": units}
    if sorted(str(typed)) == sorted(str(right)):
        return "swapped", {}
    if gap and str(gap).strip("0") == "1" and gap >= 10:
        return "place", {"gap": gap, "more": typed > right}
    if gap <= 2:
        return "close", {"n": gap, "more": typed > right}
    return "other", {"gap": gap, "more": typed > right}


def _by_columns(total: int, value: int) -> int:
    """What comes out if each column takes the smaller digit from the larger, as though nothing were borrowed."""
    width = max(len(str(total)), len(str(value)))
    pairs = zip(str(total).zfill(width), str(value).zfill(width), strict=True)
    return int("".join(str(abs(int(a) - int(b))) for a, b in pairs))


def way(total: int, op: str, value: int) -> Found:
    """How to reckon it in steps; `plain` where one step is all there is."""
    if op == "x" and total >= 10 and total % 10 and value > 1 and total < 10**6:
        tens, units = total - total % 10, total % 10
        return "split", {"tens": tens, "units": units, "first": tens * value, "second": units * value}
    if op == "x" and value > 10 and total < 10**6:
        return "ten", {"first": total * 10, "rest": value - 10, "second": total * (value - 10)}
    if op == "+" and value > 10:
        return "over", {"first": total + 10, "rest": value - 10}
    if op == "+" and total % 10 and total % 10 + value > 10:
        step = 10 - total % 10
        return "up", {"step": step, "first": total + step, "rest": value - step}
    if op == "-" and value > 10 and total >= value:
        return "under", {"first": total - 10, "rest": value - 10}
    if op == "-" and 0 < total % 10 < value:
        return "down", {"step": total % 10, "first": total - total % 10, "rest": value - total % 10}
    if op == ":":
        return "back", {}
    return "plain", {}

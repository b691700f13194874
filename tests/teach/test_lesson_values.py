"""The exact values of `lessons.md`, written down again as fractions: each is computed live by its lesson."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from kit.teach.lesson import get_lesson, numbers

EXPECTED: dict[int, dict[str, Any]] = {
    1: {
        "all_different": F(16, 33),
        "dice": F(5, 18),
        "n_two_pairs": 15,
        "n_one_pair": 240,
        "n_different": 240,
        "n_hands": 495,
        "mean_values": F(38, 11),
        "mean_values_dice": F(671, 216),
        "first_three": F(8, 11),
        "some_pair": F(17, 33),
        # by hand: 6 of 9 cards fit; then 24 of C(10, 2) = 45 pairs; from scratch 16/33
        "swap1": F(6, 9),
        "swap2": F(24, 45),
        "swap3": F(16, 33),
        "swap4": F(16, 33),
        "keep": 0,
    },
}


@pytest.mark.parametrize("number", numbers())
def test_exact_values_are_those_of_the_plan(number: int):
    facts = get_lesson(number).facts
    assert {name: facts[name] for name in EXPECTED[number]} == EXPECTED[number]

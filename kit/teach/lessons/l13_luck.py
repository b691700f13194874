"""Lesson 13, Landeanflug: inference. A published crew lands 56 %, ours 71 %: is that luck?

Flights are independent with landing probability p, so hits are binomial: P(X = k) = C(n, k) p^k (1 - p)^(n - k). The published
rate is LA-8's for `normal`, from 2000 flights. Intervals are Wilson's (`kit.chance.intervals`). The opening shows how little five
flights tell: the chance that the plane can be kept from spinning, by the first axis card (LA-3.1), differs by 3 points only.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from kit.chance.intervals import games_needed, games_needed_simple, wilson
from kit.core.sessions import Session
from kit.games.landeanflug.figures import published
from kit.games.landeanflug.odds import can_answer
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

RECORD = """
game landeanflug
level leicht
position round 1
position rerolls 0
deal 1  P 2 3 5 6  C ? ? ? ?
briefed 1
players person house
"""
RATE = Fraction(str(published("normal", 2, ())))
PUBLISHED_GAMES = 2000
FLIGHTS, LANDED, TOGETHER = 24, 17, 4  # our crew; and the same rate in so many crews together
CLASSES = 100
WIDE, HIGH = 7, 160  # the dance: pixels a class, and from 0 to 100 %


def binomial(n: int, p: Fraction) -> list[Fraction]:
    """P(k hits in n trials) for k = 0 ... n."""
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def tail(n: int, least: int, p: Fraction = RATE) -> Fraction:
    """P(at least so many hits in n trials)."""
    return sum(binomial(n, p)[least:], Fraction(0))


def coverage(n: int, p: Fraction = RATE) -> Fraction:
    """How often Wilson's 95 % interval from n trials holds p: the sum over the hits whose interval does."""
    ends = [wilson(k, n) for k in range(n + 1)]
    return sum((q for q, end in zip(binomial(n, p), ends, strict=True) if end.low <= p <= end.high), Fraction(0))


def facts() -> Facts:
    """The exact values: luck alone in 24 and in 96 flights; intervals and the games they need; the opening's choices."""
    seen = Session.from_record(RECORD).view(0)
    own, page = wilson(LANDED, FLIGHTS), wilson(int(RATE * PUBLISHED_GAMES), PUBLISHED_GAMES)
    return {
        "rate": RATE,
        "ours": Fraction(LANDED, FLIGHTS),
        "luck": tail(FLIGHTS, LANDED),
        "luck_together": tail(TOGETHER * FLIGHTS, TOGETHER * LANDED),
        "best_of_five": 1 - (1 - tail(FLIGHTS, LANDED)) ** 5,
        "exactly": binomial(FLIGHTS, RATE)[LANDED],
        "own_low": own.low,
        "own_high": own.high,
        "page_low": page.low,
        "page_high": page.high,
        "need5": games_needed(0.05),
        "need5_simple": games_needed_simple(0.05),
        "need2": games_needed(0.02),
        "need2_simple": games_needed_simple(0.02),
        "missing": CLASSES * Fraction(5, 100),
        "holding": CLASSES * Fraction(95, 100),
        "covered": coverage(FLIGHTS),
        "per_five": 1 / (1 - can_answer(seen, 5)[2]),
        **{f"safe{value}": can_answer(seen, value)[2] for value in (3, 5, 6)},
    }


def _crew(flights: int, least: int) -> Callable[[random.Random, Mapping[str, float]], tuple[list[int], float]]:
    rate = float(RATE)

    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
        landed = [int(rng.random() < rate) for _ in range(flights)]
        return landed, float(sum(landed) >= least)

    return draw


@lru_cache(maxsize=8)
def dance(n: int, seed: int) -> tuple[tuple[int, int, bool], ...]:
    """The intervals of 100 classes with n flights each: upper and lower end in pixels from the top, and whether it misses."""
    rng, rate = random.Random(f"{n} {seed}"), float(RATE)
    out = []
    for _ in range(CLASSES):
        end = wilson(sum(rng.random() < rate for _ in range(n)), n)
        out.append((round(HIGH * (1 - end.high)), round(HIGH * (1 - end.low)), not end.low <= rate <= end.high))
    return tuple(out)


def classes(work: Work) -> Mapping[str, Any]:
    """The dance for the chosen number of flights, as path data: intervals that hold the true rate, and those that miss it."""
    n, seed = int(work.knobs["flights"]), int(work.knobs["classes"])
    ends = dance(n, seed)

    def path(missing: bool) -> str:
        return "".join(f"M{WIDE * i + 3} {top}V{bottom}" for i, (top, bottom, misses) in enumerate(ends) if misses == missing)

    missed = sum(misses for *_, misses in ends)
    end = wilson(round(float(RATE) * n), n)
    shown = [(k, p) for k, p in enumerate(binomial(FLIGHTS, RATE)) if p > Fraction(1, 300)]
    return {
        "bars": [(str(k), float(p), "", "exact" if k >= LANDED else "soft") for k, p in shown],
        "holds": path(False),
        "misses": path(True),
        "missed": missed,
        "held": CLASSES - missed,
        "n": n,
        "next": seed % 999 + 1,
        "points": 50 * (end.high - end.low),  # half the width
        "level": round(HIGH * (1 - float(RATE))),
        "box": (WIDE * CLASSES, HIGH),
    }


def _lays(*values: int) -> Callable[[str], bool]:
    return lambda move: move in {f"P {value}>axis" for value in values}


LESSON = Lesson(
    number=13,
    name="luck",
    game="landeanflug",
    grade=11,
    standards={"kmk": ("sek2-tests", "sek2-simulation"), "ccss": ("HSS-IC.A.2", "HSS-IC.B.4", "HSS-IC.B.5"), "gaise": ("C",)},
    tags=(
        Tag("sek2-simulation", "HSS-IC.A.2"),
        Tag("sek2-tests", "HSS-IC.B.4"),
        Tag("sek2-tests", "HSS-IC.B.5"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=0,
        zones=("axis", "dock"),
        options=(
            Option("six", _lays(6), "safe6"),
            Option("five", _lays(2, 5), "safe5"),
            Option("three", _lays(3), "safe3"),
        ),
        best="three",
    ),
    guess=Guess("luck", high=60, start=30, choices=("rarer", "same", "often"), right="rarer", close=4),
    series=(
        Series("crew", _crew(FLIGHTS, LANDED), "luck"),
        Series("together", _crew(TOGETHER * FLIGHTS, TOGETHER * LANDED), "luck_together"),
    ),
    secret=("exactly",),
    knobs=(Knob("flights", 8, 400, 8, FLIGHTS), Knob("classes", 1, 999, 1, 1)),
    extra=classes,
    tasks=(
        Task("task1", "page_low", within=0.06, traps=("own_low",)),
        Task("task2", "need5_simple", kind="number", within=4.5, traps=("need2_simple",)),
        Task("task3", "missing", kind="number", within=0.01, traps=("holding",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "c"), Quiz("quiz3", "abc", "a")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        ("interval", "from kit.chance.intervals import wilson\n\nlow, high = wilson(60, 100)\nround(low, 3), round(high, 3)"),
        ("need", "from kit.chance.intervals import games_needed\n\n[games_needed(half) for half in (0.2, 0.1)]"),
        (
            "dance",
            "import random\n\nfrom kit.lab.plots import dancing_intervals\n\nrng = random.Random(13)\n"
            "hits = [sum(rng.random() < 0.5 for _ in range(50)) for _ in range(40)]\ndancing_intervals(hits, 50, exact=0.5)",
        ),
    ),
)

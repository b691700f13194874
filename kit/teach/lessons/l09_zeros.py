"""Lesson 9, Punktlandung: symmetry. How often is a target's ten 0?

A target's hundreds are the first card A-9 that comes; tens and units are the next two cards, and 10, J, Q, K count 0 (PL-2.1).
The cards after the first low one are as mixed as the first cards of the stack: of 52 cards 16 count 0, so P(ten = 0) = 16/52 and
P(both 0) = 16/52 * 15/51, as if nothing had been turned before. (The 16 high cards fall into the 37 gaps beside the 36 low ones,
each arrangement as likely; no gap is special.)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from kit.chance.distributions import Distribution
from kit.core.sessions import Session
from kit.games.punktlandung.view import unseen
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

RECORD = """
game punktlandung
level leicht
seats 2
position turn A
position target 3 4 8
position chain A +8, B x4, A x10, B +K, A +J
position discard 5
position hand A 6 7 8 9 10
position known B 4
position shown B 4
position signalled B
players person house
"""
LOW, RANKS = range(1, 10), range(1, 14)
FULL = dict.fromkeys(RANKS, 4)
DECK = tuple(rank for rank in RANKS for _ in range(4))
DIGITS = range(10)
CRITICAL = 16.92  # the 95 % point of chi-square with 9 degrees of freedom (any table)
CARDS = (6, 7, 8, 9, 10)


def digit(rank: int) -> int:
    """What a card counts as ten or unit (PL-2.1)."""
    return rank if rank in LOW else 0


def targets(cards: Mapping[int, int]) -> Distribution[int]:
    """The next target from a mixed stack with so many cards of each rank (no joker): its exact distribution."""
    low = sum(n for rank, n in cards.items() if rank in LOW)
    high = sum(cards.values()) - low
    weights: dict[int, Fraction] = {}
    for hundreds in (rank for rank in LOW if cards.get(rank)):
        first = Fraction(cards[hundreds], low)
        for ten in DIGITS:
            for unit in DIGITS:
                p = first * _next_two(cards, hundreds, ten, unit, low, high)
                weights[100 * hundreds + 10 * ten + unit] = p
    return Distribution(weights)


def _next_two(cards: Mapping[int, int], hundreds: int, ten: int, unit: int, low: int, high: int) -> Fraction:
    """P(these two digits follow): high or low as in the first two cards of the stack, and the low ones from those left."""
    p, lows, highs = Fraction(1), low, high
    taken = [hundreds]
    for value in (ten, unit):
        if value:
            if cards.get(value, 0) <= taken.count(value):
                return Fraction(0)
            p *= Fraction(lows, lows + highs) * Fraction(cards.get(value, 0) - taken.count(value), low - len(taken))
            lows, taken = lows - 1, [*taken, value]
        else:
            p *= Fraction(highs, lows + highs)
            highs -= 1
    return p


def facts() -> Facts:
    """The exact values: zeros in a target from the whole deck; how often each card of the opening divides the next target."""
    whole = targets(FULL)
    seen = Session.from_record(RECORD).view(0)
    left = unseen(seen)
    after = targets({rank: list(left).count(rank) for rank in RANKS})

    def zeros(target: int) -> int:
        return str(target).count("0")

    return {
        "ten": whole.p(lambda target: target // 10 % 10 == 0),
        "seven": whole.p(lambda target: target // 10 % 10 == 7),
        "both": whole.p(lambda target: target % 100 == 0),
        "both_apart": whole.p(lambda target: target // 10 % 10 == 0) ** 2,
        "five": whole.p(lambda target: target % 5 == 0),
        "naive_five": Fraction(1, 5),
        "mean_zeros": whole.mean(zeros),
        "naive_zeros": Fraction(2, 10),
        "high": sum(FULL[rank] for rank in RANKS if rank not in LOW),
        **{f"card{card}": after.p(lambda target, card=card: target % card == 0) for card in CARDS},  # type: ignore[misc]
    }


def reveal(rng: random.Random) -> tuple[list[int], list[int]]:
    """The cards of a target from a new stack, and those that slid under it before."""
    stack = list(DECK)
    slid: list[int] = []
    cards: list[int] = []
    while len(cards) < 3:
        rank = stack.pop(int(rng.random() * len(stack)))
        if cards or rank in LOW:
            cards.append(rank)
        else:
            slid.append(rank)
    return cards, slid


def _shows(event: Callable[[list[int]], bool]) -> Callable[[random.Random, Mapping[str, float]], tuple[Any, float]]:
    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[Any, float]:
        cards, slid = reveal(rng)
        return [cards, slid], float(event(cards))

    return draw


@lru_cache(maxsize=8)
def tens(n: int, seed: int) -> tuple[int, ...]:
    """How often each ten came in n targets."""
    rng, counts = random.Random(f"{n} {seed}"), [0] * 10
    for _ in range(n):
        counts[digit(reveal(rng)[0][1])] += 1
    return tuple(counts)


def chi_square(counts: tuple[int, ...]) -> float:
    """Pearson's sum of (observed - expected)^2 / expected against "all ten digits alike"."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def test_of_equality(work: Work) -> Mapping[str, Any]:
    """The tens of so many targets as bars, and how far they are from all alike."""
    n, seed = int(work.knobs["targets"]), int(work.knobs["draw"])
    counts = tens(n, seed)
    return {
        "bars": [(str(d), count / n, str(count), "guess" if d == 0 else "sim") for d, count in enumerate(counts)],
        "n": n,
        "chi": chi_square(counts),
        "critical": CRITICAL,
        "rejected": chi_square(counts) > CRITICAL,
        "zeros": counts[0],
        "next": seed % 999 + 1,
    }


LESSON = Lesson(
    number=9,
    name="zeros",
    game="punktlandung",
    grade=8,
    standards={
        "kmk": ("sek1-multi-stage", "sek1-frequency", "sek2-tests"),
        "ccss": ("7.SP.C.7", "HSS-IC.A.2", "HSS-MD.B.6"),
        "gaise": ("B", "C"),
    },
    tags=(
        Tag("sek1-frequency", "7.SP.C.7"),
        Tag("sek1-multi-stage", "HSS-MD.B.6"),
        Tag("sek2-tests", "HSS-IC.A.2"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=0,
        zones=("goal", "chain", "dock"),
        options=tuple(Option(f"card-{card}", lambda move, card=card: move == f"pass {card}", f"card{card}") for card in CARDS),  # type: ignore[misc]
        best="card-9",
    ),
    guess=Guess("ten", start=50, choices=("rarer", "tenth", "often"), right="rarer"),
    series=(
        Series("ten", _shows(lambda cards: digit(cards[1]) == 0), "ten"),
        Series("both", _shows(lambda cards: digit(cards[1]) == digit(cards[2]) == 0), "both"),
    ),
    secret=("seven",),
    knobs=(Knob("targets", 20, 1000, 20, 100), Knob("draw", 1, 999, 1, 1)),
    extra=test_of_equality,
    tasks=(
        Task("task1", "both", traps=("both_apart",)),
        Task("task2", "five", traps=("naive_five",)),
        Task("task3", "mean_zeros", kind="number", within=0.006, traps=("naive_zeros",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "c"), Quiz("quiz2", "abc", "a"), Quiz("quiz3", "abc", "b")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "turn",
            "import random\n\ndeck = [rank for rank in range(1, 14) for _ in range(4)]\nrng = random.Random(9)\n"
            "[rng.sample(deck, 3) for _ in range(5)]",
        ),
        (
            "chi",
            "counts = [14, 9, 11, 8, 12, 6]  # a die, thrown 60 times\nexpected = sum(counts) / len(counts)\n"
            "sum((count - expected) ** 2 for count in counts) / expected",
        ),
    ),
)

"""Lesson 3, Landeanflug: the same mean, less spread. How does a hand's sum vary?

Mean of four cards or dice: 4 * 3.5 = 14. Variance of four dice 4 * 35/12 = 35/3; without replacement it is smaller by the factor
(N - 4)/(N - 1), N cards in the stack: 8/11 for twelve. The opening asks what cards that lie already say about those to come.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from math import sqrt
from typing import Any

from kit.chance.counting import hands, rolls
from kit.chance.distributions import Distribution
from kit.core.sessions import Session
from kit.games.landeanflug.odds import results_any
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

VALUES, COPIES, HAND = 6, 2, 4
DECK = tuple((suit, value) for suit in "sc" for value in range(1, VALUES + 1))
LOW, HIGH = 12, 16  # the sums that count as near the mean
RECORD = """
game landeanflug
level leicht
position round 4
position flown 2
position planes 0 0 0 0 1 3 2
position laid C 2>axis, P 3>axis, C 1>radio
deal 4  P 2 3 4  C ? ?
briefed 4
players person house
"""


@cache
def sums(copies: int, hand: int = HAND) -> Distribution[int]:
    """The sum of a hand from a stack with each value so many times."""
    return hands([*range(1, VALUES + 1)] * copies, hand).map(sum)


@cache
def dice_sums() -> Distribution[int]:
    """The sum of four dice."""
    return rolls(VALUES, HAND).map(sum)


def _near(total: int) -> bool:
    return LOW <= total <= HIGH


def facts() -> Facts:
    """The exact values: sums of cards and dice, and what a speed card does in the opening."""
    cards, dice = sums(COPIES), dice_sums()
    seen = Session.from_record(RECORD).view(0)
    return {
        "near": cards.p(_near),
        "near_dice": dice.p(_near),
        "mean": cards.mean(),
        "mean_dice": dice.mean(),
        "variance": cards.variance(),
        "variance_dice": dice.variance(),
        "factor": cards.variance() / dice.variance(),
        "deviation": cards.deviation(),
        "deviation_dice": dice.deviation(),
        "mean_three": sums(COPIES, 3).mean(),
        "top": cards[max(cards)],
        "top_sum": max(cards),
        "top_dice": dice[max(dice)],
        "variance_one": sums(1).variance(),
        "low": LOW,
        "high": HIGH,
        **{f"moves{value}": results_any(seen, value)["one"] for value in (2, 3, 4)},
    }


def draw_cards(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[tuple[str, int]], float]:
    """Four cards of the twelve; 1 where their sum is near the mean."""
    hand = rng.sample(DECK, HAND)
    return hand, float(_near(sum(value for _, value in hand)))


def roll_dice(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """Four dice; 1 where their sum is near the mean."""
    faces = [rng.randrange(VALUES) + 1 for _ in range(HAND)]
    return faces, float(_near(sum(faces)))


def stack(work: Work) -> Mapping[str, Any]:
    """The slider's stack: the bars of its sums, dice as marks, variance and deviation."""
    copies = int(work.knobs["copies"])
    cards, dice = sums(copies), dice_sums()
    return {
        "copies": copies,
        "cards": VALUES * copies,
        "shares": [(total, float(cards[total]), float(dice[total])) for total in range(4, 25)],
        "variance": cards.variance(),
        "deviation": sqrt(cards.variance()),
        "near": cards.p(_near),
    }


def _lays(value: int) -> Callable[[str], bool]:
    return lambda move: move.startswith(f"P {value}") and move.endswith(">engines")


LESSON = Lesson(
    number=3,
    name="spread",
    game="landeanflug",
    grade=9,
    standards={
        "kmk": ("sek1-frequency", "sek2-random-variables"),
        "ccss": ("HSS-ID.A.2", "HSS-MD.A.2", "HSS-MD.A.3"),
        "gaise": ("B", "C"),
    },
    tags=(
        Tag("sek2-random-variables", "HSS-MD.A.2"),
        Tag("sek2-random-variables", "HSS-ID.A.2"),
        Tag("sek2-random-variables", "HSS-MD.A.3"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=0,
        zones=("engines", "dock"),
        options=tuple(Option(key, _lays(value), f"moves{value}") for key, value in (("two", 2), ("three", 3), ("four", 4))),
        best="two",
    ),
    guess=Guess("near", start=40, choices=("rarer", "same", "often"), right="rarer"),
    series=(Series("cards", draw_cards, "near"), Series("dice", roll_dice, "near_dice")),
    knobs=(Knob("copies", 1, 12, 1, 2),),
    extra=stack,
    tasks=(
        Task("task1", "mean_three", kind="number", within=0.01, traps=("mean",)),
        Task("task2", "top", traps=("top_dice",)),
        Task("task3", "variance_one", kind="number", within=0.01, traps=("variance_dice",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "c"), Quiz("quiz3", "abc", "a")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "sums",
            "from kit.chance.counting import hands\n\nthree = hands([1, 2, 3, 4, 5, 6] * 3, 4).map(sum)\n"
            "three.mean(), three.variance()",
        ),
        ("plot", "from kit.lab.plots import bars\n\nbars(three)"),
    ),
)

"""Lesson 2, Landeanflug: the complement. Do I have a 2 for the brake?

P(at least one 2) = 1 - P(none): 1 - 10/12 * 9/11 * 8/10 * 7/9 for a hand, 1 - (5/6)^4 for dice (LA-7.4). With one coffee a 1 or
a 3 will do too (LA-3.10): 1 - 6/12 * 5/11 * 4/10 * 3/9. The opening asks how many cards to put back for a 2.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from kit.chance.counting import hands, rolls
from kit.core.sessions import Session
from kit.games.landeanflug.odds import holds_after_reroll
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

VALUES, HAND = 6, 4
DECK = tuple((suit, value) for suit in "sc" for value in range(1, VALUES + 1))
STACK = [value for _, value in DECK]
BRAKE = 2
NEAR = (1, 2, 3)  # what one coffee turns into a 2
OWN = (3, 5, 5, 6)
RECORD = """
game landeanflug
level leicht
position round 5
position flown 4
position planes 0 0 0 0 1 2 1
position gear 1 2 3
position flaps 3
position rerolls 1
deal 5  P 3 5 5 6  C ? ? ? ?
briefed 5
players person house
"""
FIRST = (2, 1, 3, 4, 5, 6)  # the order of the dots: values that help the brake first, so that they lie together
ROWS = sorted(combinations(sorted(STACK, key=FIRST.index), HAND), key=lambda hand: [FIRST.index(value) for value in hand])


def facts() -> Facts:
    """The exact values: for a hand, dice, several rounds, and each number of cards put back in the opening."""
    drawn, rolled = hands(STACK, HAND), rolls(VALUES, HAND)
    seen = Session.from_record(RECORD).view(0)
    none = drawn.p(lambda hand: BRAKE not in hand)
    return {
        "two": drawn.p(lambda hand: BRAKE in hand),
        "none": none,
        "dice": rolled.p(lambda faces: BRAKE in faces),
        "coffee": drawn.p(lambda hand: not set(NEAR).isdisjoint(hand)),
        "two_or_four": drawn.p(lambda hand: not {2, 4}.isdisjoint(hand)),
        "neither": drawn.p(lambda hand: {2, 4}.isdisjoint(hand)),
        "none_in_three": none**3,
        "two_in_each": (1 - none) ** 3,
        "rounds": next(n for n in range(1, 99) if none**n <= Fraction(5, 100)),
        "n_hands": len(ROWS),
        "keep": Fraction(0),
        **{f"swap{n}": holds_after_reroll(seen, OWN[:n], [BRAKE]) for n in range(1, HAND + 1)},
    }


def draw_cards(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[tuple[str, int]], float]:
    """Four cards of the twelve; 1 where one of them is a 2."""
    hand = rng.sample(DECK, HAND)
    return hand, float(any(value == BRAKE for _, value in hand))


def roll_dice(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """Four dice; 1 where one of them shows a 2."""
    faces = [rng.randrange(VALUES) + 1 for _ in range(HAND)]
    return faces, float(BRAKE in faces)


def struck(work: Work) -> Mapping[str, Any]:
    """The dots: which hands have one of the chosen values (a set of bits, bit v - 1 for value v), and what is left."""
    bits = int(work.knobs["values"])
    chosen = [value for value in range(1, VALUES + 1) if bits >> (value - 1) & 1]
    with_one = [not set(chosen).isdisjoint(hand) for hand in ROWS]
    left = with_one.count(False)
    return {
        "chosen": chosen,
        "toggles": [(value, bits ^ (1 << (value - 1)), value in chosen) for value in range(1, VALUES + 1)],
        "marks": ["off" if one else "on" for one in with_one],
        "left": left,
        "struck": len(ROWS) - left,
        "p": Fraction(len(ROWS) - left, len(ROWS)),
    }


def _puts_back(n: int) -> Callable[[str], bool]:
    return lambda move: "reroll" in move and len(move.split()) - 2 == n


LESSON = Lesson(
    number=2,
    name="complement",
    game="landeanflug",
    grade=8,
    standards={"kmk": ("sek1-multi-stage", "sek1-frequency"), "ccss": ("7.SP.C.5", "HSS-CP.A.1", "HSS-CP.A.2"), "gaise": ("B",)},
    tags=(
        Tag("sek1-frequency", "HSS-CP.A.1"),
        Tag("sek1-multi-stage", "7.SP.C.5"),
        Tag("sek1-multi-stage", "HSS-CP.A.2"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=0,
        zones=("concentration", "dock"),
        options=(
            Option("one", _puts_back(1), "swap1"),
            Option("two", _puts_back(2), "swap2"),
            Option("three", _puts_back(3), "swap3"),
            Option("all", _puts_back(4), "swap4"),
            Option("keep", lambda move: "reroll" not in move or _puts_back(0)(move), "keep"),
        ),
        best="all",
    ),
    guess=Guess("two", start=35, choices=("half", "threequarters", "almost"), right="almost"),
    series=(Series("cards", draw_cards, "two"), Series("dice", roll_dice, "dice")),
    secret=("coffee",),
    knobs=(Knob("values", 0, 63, 1, 0),),
    extra=struck,
    tasks=(
        Task("task1", "two_or_four", traps=("neither",)),
        Task("task2", "none_in_three", traps=("two_in_each",)),
        Task("task3", "rounds", kind="number", within=0.01),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "b"), Quiz("quiz3", "abc", "b")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "count",
            "from itertools import combinations\n\ndeck = [1, 2, 3, 4, 5, 6] * 2\nhelpful = {1, 4, 6}\n"
            "hands = list(combinations(deck, 4))\nlen(hands), sum(helpful.isdisjoint(hand) for hand in hands)",
        ),
        (
            "tree",
            "from fractions import Fraction as F\n\nfrom kit.lab.plots import tree\n\n"
            'second = {"2": (F(2, 11), {}), "–": (F(9, 11), {})}\ntree({"2": (F(2, 12), {}), "–": (F(10, 12), second)})',
        ),
    ),
)

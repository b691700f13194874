"""Lesson 1, Landeanflug: drawing without replacement. Are my four cards all different?

A hand of four from twelve cards (each of six values twice): P(all different) = 12/12 * 10/11 * 8/10 * 6/9, for four dice 6/6 *
5/6 * 4/6 * 3/6 (LA-7.4). The opening asks which cards of a hand with a pair to put back: that is the tail of the same product.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from kit.chance.counting import hands, p_all_different, p_all_different_dice, rolls
from kit.core.sessions import Session
from kit.games.landeanflug.odds import after_reroll
from kit.teach.lesson import Facts, Guess, Lesson, Opening, Option, Quiz, Series, Tag, Task

VALUES, COPIES, HAND = 6, 2, 4
DECK = tuple((suit, value) for suit in "sc" for value in range(1, VALUES + 1))
STACK = [value for _, value in DECK]
PAIR = 4  # the value that the opening's hand has twice
RECORD = """
game landeanflug
level leicht
position round 1
position rerolls 1
deal 1  P 2 4 4 5  C ? ? ? ?
briefed 1
players person house
"""


def _different(hand: tuple[int, ...]) -> bool:
    return len(set(hand)) == HAND


def facts() -> Facts:
    """The exact values: of a hand, of four dice, and of each way to put cards back in the opening."""
    drawn, rolled = hands(STACK, HAND), rolls(VALUES, HAND)
    seen = Session.from_record(RECORD).view(0)
    put_back = {
        f"swap{len(back)}": after_reroll(seen, back, _different)
        for back in ((PAIR,), (PAIR, PAIR), (2, PAIR, PAIR), (2, PAIR, PAIR, 5))
    }
    values = drawn.map(lambda hand: len(set(hand)))
    count = {n: p * 495 for n, p in values.items()}
    return {
        "all_different": p_all_different(VALUES, COPIES, HAND),
        "dice": p_all_different_dice(VALUES, HAND),
        "first_three": p_all_different(VALUES, COPIES, 3),
        "three_dice": p_all_different_dice(VALUES, 3),
        "some_pair": 1 - p_all_different(VALUES, COPIES, HAND),
        "n_different": count[4],
        "n_one_pair": count[3],
        "n_two_pairs": count[2],
        "n_hands": sum(count.values()),
        "mean_values": values.mean(),
        "mean_values_dice": rolled.map(lambda hand: len(set(hand))).mean(),
        "keep": after_reroll(seen, (5,), _different),
        **put_back,
    }


def draw_cards(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """Four cards, as their places in `DECK`; 1 where all values differ."""
    places = rng.sample(range(len(DECK)), HAND)
    return places, float(_different(tuple(DECK[place][1] for place in places)))


def roll_dice(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """Four dice; 1 where all faces differ."""
    faces = [rng.randrange(VALUES) + 1 for _ in range(HAND)]
    return faces, float(_different(tuple(faces)))


def _put_back(move: str) -> list[str]:
    return move.split()[2:] if "reroll" in move else []


def _is(least: int, most: int) -> object:
    def matches(move: str) -> bool:
        back = _put_back(move)
        return least <= len(back) <= most and str(PAIR) in back

    return matches


LESSON = Lesson(
    number=1,
    name="drawing",
    game="landeanflug",
    grade=7,
    standards={"kmk": ("sek1-multi-stage", "sek1-frequency"), "ccss": ("7.SP.C.6", "7.SP.C.8", "7.SP.C.8a"), "gaise": ("A", "B")},
    tags=(
        Tag("sek1-multi-stage", "7.SP.C.8a"),
        Tag("sek1-multi-stage", "7.SP.C.8"),
        Tag("sek1-frequency", "7.SP.C.6"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=0,
        zones=("conc", "dock"),
        options=(
            Option("one", _is(1, 1), "swap1"),  # type: ignore[arg-type]
            Option("two", _is(2, 2), "swap2"),  # type: ignore[arg-type]
            Option("more", _is(3, 4), "swap4"),  # type: ignore[arg-type]
            Option("keep", lambda move: str(PAIR) not in _put_back(move), "keep"),
        ),
        best="one",
    ),
    guess=Guess("all_different", choices=("rarer", "same", "often"), right="rarer"),
    series=(Series("cards", draw_cards, "all_different"), Series("dice", roll_dice, "dice")),
    tasks=(
        Task("task1", "first_three", traps=("three_dice",)),
        Task("task2", "some_pair", traps=("all_different",)),
        Task("task3", "mean_values", kind="number", within=0.006, traps=("mean_values_dice",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "c"), Quiz("quiz2", "abc", "b"), Quiz("quiz3", "abc", "c")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "draw",
            "import random\n\ndeck = [1, 2, 3, 4, 5, 6] * 2\nrng = random.Random(7)\n"
            "[sorted(rng.sample(deck, 4)) for _ in range(5)]",
        ),
        ("exact", "from kit.chance.counting import p_all_different\n\np_all_different(values=6, copies=2, hand=2)"),
        (
            "plot",
            "from kit.lab.plots import growing_frequency\n\n"
            "different = [len(set(rng.sample(deck, 2))) == 2 for _ in range(500)]\ngrowing_frequency(different)",
        ),
    ),
)

"""Lesson 8, Landeanflug: Bayes. My partner did not match my axis card. What does he hold?

Before he lays a card he holds a given value with 19/33 (LA-7.4). If he matches with probability q whenever he can, then after a
card that does not match he holds it with 19 (1 - q) / (19 (1 - q) + 14). Which other card he laid says nothing more: all other
values are alike.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kit.chance.counting import hands
from kit.chance.distributions import Distribution, bayes
from kit.core.sessions import Session
from kit.games.landeanflug.odds import holds, partner_hands, reachable
from kit.games.landeanflug.rules import FULL_DECK
from kit.games.landeanflug.state import HAND, PILOT
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

WANTED = 3  # the value that lies on the axis
Q = Fraction(9, 10)  # how often the partner matches where he can
FLIGHTS = 660  # in the table: the smallest number that stays whole for every step of the slider
RECORD = """
game landeanflug
level leicht
position round 1
position rerolls 1
position laid P 3>axis, C 6>radio
deal 1  P 1 5 6  C 1 4 5
briefed 1
players person house
"""


def prior() -> Distribution[bool]:
    """Whether a hand of four holds the value, before anything is seen."""
    return hands(FULL_DECK, HAND).map(lambda hand: WANTED in hand)


def after_silence(q: Fraction, times: int = 1) -> Fraction:
    """P(he holds it | he did not match, so many times), where he matches with probability q each time that he can."""
    return bayes(prior(), lambda has: (1 - q) ** times if has else 1)[True]


def facts() -> Facts:
    """The exact values: before and after what was seen; P(he can still level the axis) for the opening's choices."""
    has = prior()[True]
    once = after_silence(Q)
    seen = Session.from_record(RECORD).view(PILOT)
    without = partner_hands(seen).given(lambda hand: WANTED not in hand)
    return {
        "prior": has,
        "none": 1 - has,
        "once": once,
        "half": after_silence(Fraction(1, 2)),
        "twice": after_silence(Q, 2),
        "joint": has / 2,
        "times": once * (1 - Q),
        "silent": 1 - has * Q,
        "slip": 1 - Q,
        "half_slip": 1 - Fraction(1, 2),
        "slip_twice": (1 - Q) ** 2,
        "reroll": once + (1 - once) * holds(seen, [WANTED]),
        "coffee": once + (1 - once) * without.p(lambda hand: WANTED in reachable(hand, 1)),
    }


def draw_silent(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[tuple[list[int], int], float]:
    """A hand of a partner who did not match: hands that matched are thrown away and counted; 1 where it holds the value."""
    thrown = 0
    while True:
        hand = rng.sample(FULL_DECK, HAND)
        has = WANTED in hand
        if not has or rng.random() >= Q:
            return (sorted(hand), thrown), float(has)
        thrown += 1


def extra(work: Work) -> Mapping[str, Any]:
    """The fourfold table of 660 flights for the slider's q."""
    q = Fraction(round(100 * work.knobs["q"]), 100)
    has = FLIGHTS * prior()[True]
    return {
        "q": float(q),
        "flights": FLIGHTS,
        "matched": int(has * q),
        "silent": int(has * (1 - q)),
        "has": int(has),
        "none": int(FLIGHTS - has),
        "posterior": after_silence(q),
        "wanted": WANTED,
        "share": float(prior()[True]),
    }


def _waits(move: str) -> bool:
    return ">" in move and not move.endswith(">concentration")


LESSON = Lesson(
    number=8,
    name="bayes",
    game="landeanflug",
    grade=10,
    standards={
        "kmk": ("sek1-multi-stage", "sek2-conditional"),
        "ccss": ("HSS-CP.A.3", "HSS-CP.A.4", "HSS-CP.A.5"),
        "gaise": ("C",),
    },
    tags=(
        Tag("sek2-conditional", "HSS-CP.A.4"),
        Tag("sek2-conditional", "HSS-CP.A.3"),
        Tag("sek2-conditional", "HSS-CP.A.5"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=PILOT,
        zones=("axis", "eng", "conc", "dock"),
        options=(
            Option("coffee", lambda move: move.endswith(">concentration"), "coffee"),
            Option("reroll", lambda move: "reroll" in move, "reroll"),
            Option("wait", _waits, "once"),
        ),
        best="coffee",
    ),
    guess=Guess("once", choices=("less", "same", "more"), right="more", start=50),
    series=(Series("silent", draw_silent, "once"),),
    knobs=(Knob("q", 0, 1, 0.05, 0.9),),
    tasks=(
        Task("task1", "half", traps=("joint", "prior", "half_slip")),
        Task("task2", "silent", traps=("slip", "none")),
        Task("task3", "twice", traps=("times", "once", "slip_twice")),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "a"), Quiz("quiz3", "abc", "c")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        ("count", "has, none, q = 380, 280, 0.25\n\nround(has * (1 - q)), none"),
        (
            "bayes",
            "from fractions import Fraction\n\nfrom kit.chance.distributions import Distribution, bayes\n\n"
            'before = Distribution({"3": 19, "none": 14})\nbayes(before, lambda hand: Fraction(3, 4) if hand == "3" else 1)',
        ),
        (
            "sharper",
            "from kit.teach.lessons.l08_bayes import after_silence\n\n"
            "[str(after_silence(Fraction(q, 10))) for q in range(0, 9, 2)]",
        ),
    ),
    extra=extra,
)

"""Lesson 14, Orbit: waiting for success. What will our logbook show?

With success p an attempt, a mission takes n attempts with probability (1 - p)^(n - 1) p: geometric, mean 1/p (OR-7.1). Twenty
missions take n in all with C(n - 1, 19) p^20 (1 - p)^(n - 20): mean 20/p, standard deviation sqrt(20 (1 - p)) / p. The longest of
twenty has mean sum over j of (-1)^(j + 1) C(20, j) / (1 - (1 - p)^j). The opening finds p for two cards by trying every deal.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

from kit.core.sessions import Session
from kit.games.orbit import rules
from kit.games.orbit.moves import Play, parse_move
from kit.games.orbit.state import State
from kit.locale import language, numeral
from kit.teach import figures as fig
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.words import decimal
from kit.teach.work import Work

RECORD = """
game orbit
level 4
seats 3
position commander B
position open 8S
position taken B 10C, C KC
position aside 2C JC 8C 3S
position trick B 3D 9D 2D
position trick C 7H 6H 4H
position trick C 5C 7C 4C
position trick A AD 5D 8D
position trick C KH 6S KS
position trick B 9S 7S 3S
position trick B 9C 6C 8C
position trick B 5H 9H 2H
position trick C 8H 2S AS
position trick C AC 3C KC
position trick B KD AH 7D
position hand A ? ?
position hand B 4D 5S
position hand C ? ?
players house person house
"""
SEAT, OTHERS = 1, (0, 2)
MISSIONS = 20
HALF = Fraction(1, 2)


def chance(card: str) -> Fraction:
    """P(the mission can still succeed after leading `card`): over the deals that fit, the others playing as well as can be."""
    start: State = Session.from_record(RECORD).state
    hidden = [each for seat in OTHERS for each in start.hands[seat]]
    deals = []
    for left in combinations(sorted(hidden), len(start.hands[OTHERS[0]])):
        right = tuple(sorted(set(hidden) - set(left)))
        hands = {OTHERS[0]: left, OTHERS[1]: right}
        if not any(start.voids[seat] >> each & 1 for seat, hand in hands.items() for each in hand):
            deals.append(replace(start, hands=tuple(hands.get(seat, start.hands[seat]) for seat in range(3))))
    return Fraction(sum(_can_succeed(rules.apply(deal, parse_move(card))) for deal in deals), len(deals))


def _can_succeed(state: State) -> bool:
    if state.outcome:
        return state.outcome.won
    plays = (move for move in rules.legal_moves(state) if isinstance(move, Play))
    return any(_can_succeed(rules.apply(state, move)) for move in plays)


def longest(p: Fraction, missions: int = MISSIONS) -> Fraction:
    """The mean of the longest of so many missions, in attempts, by inclusion and exclusion."""
    q = 1 - p
    return sum((Fraction((-1) ** (j + 1) * comb(missions, j)) / (1 - q**j) for j in range(1, missions + 1)), Fraction(0))


def deviation(p: float, missions: int = MISSIONS) -> float:
    """The standard deviation of the attempts that so many missions take in all."""
    return sqrt(missions * (1 - p)) / p


def p_total(n: int, p: float, missions: int = MISSIONS) -> float:
    """P(so many missions take n attempts in all)."""
    return comb(n - 1, missions - 1) * p**missions * (1 - p) ** (n - missions)


def facts() -> Facts:
    """The exact values: a mission and twenty at p = 1/2; the opening's two cards."""
    diamond, spade = chance("4D"), chance("5S")
    return {
        "longest": longest(HALF),
        "one": 1 / HALF,
        "total": MISSIONS / HALF,
        "deviation": deviation(0.5),
        "more_than_3": (1 - HALF) ** 3,
        "within_3": 1 - (1 - HALF) ** 3,
        "total_07": MISSIONS / Fraction(7, 10),
        "missed_07": Fraction(MISSIONS * 7, 10),
        "p_of_30": Fraction(MISSIONS, 30),
        "more_of_30": Fraction(30 - MISSIONS, 30),
        "some_over_5": 1 - (1 - (1 - HALF) ** 5) ** MISSIONS,
        "p_diamond": diamond,
        "p_spade": spade,
        "diamond": 1 / diamond,
        "spade": 1 / spade,
    }


def _attempts(rng: random.Random, p: float) -> int:
    n = 1
    while rng.random() >= p:
        n += 1
    return n


def draw_longest(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """A logbook of twenty missions at p = 1/2, and its longest mission."""
    book = [_attempts(rng, 0.5) for _ in range(MISSIONS)]
    return book, float(max(book))


def draw_mean(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """A logbook of twenty missions at p = 1/2, and its attempts per mission."""
    book = [_attempts(rng, 0.5) for _ in range(MISSIONS)]
    return book, sum(book) / MISSIONS


@lru_cache(maxsize=8)
def logbook(percent: int, seed: int) -> tuple[int, ...]:
    """The attempts of twenty missions at that success."""
    rng = random.Random(f"{percent} {seed}")
    return tuple(_attempts(rng, percent / 100) for _ in range(MISSIONS))


@cache
def curve(percent: int) -> tuple[tuple[float, float], ...]:
    """P(n attempts in all), in percents, for n from 20 to 120."""
    return tuple((n, 100 * p_total(n, percent / 100)) for n in range(MISSIONS, 121))


def book_and_curve(work: Work) -> Mapping[str, Any]:
    """A logbook at the chosen success beside the curve of all of them, and what one's own total says about p."""
    percent, seed, own = int(work.knobs["p"]), int(work.knobs["book"]), int(work.knobs["own"])
    book, line, lang = logbook(percent, seed), curve(percent), language()
    top = max(y for _, y in line)
    total = sum(book)
    p = percent / 100
    return {
        "bars": [(str(i), n, str(n), "guess" if n == max(book) else "sim") for i, n in enumerate(book, 1)],
        "p": p,
        "total": total,
        "longest": max(book),
        "mean": MISSIONS / p,
        "deviation": deviation(p),
        "line": line,
        "spots": [(min(total, 120), 100 * p_total(min(total, 120), p), "guess")],
        "x": fig.Axis(20, 120, tuple((v, decimal(v, 0, lang)) for v in (20, 40, 60, 80, 100, 120))),
        "y": fig.nice_axis(0, top, lambda v: numeral(f"{v:.{0 if top > 8 else 1}f}%", lang)),
        "own": own,
        "own_p": MISSIONS / own,
        "next": seed % 999 + 1,
    }


LESSON = Lesson(
    number=14,
    name="logbook",
    game="orbit",
    grade=11,
    standards={
        "kmk": ("sek2-random-variables", "sek2-simulation", "sek2-tests"),
        "ccss": ("HSS-IC.A.2", "HSS-MD.A.2", "HSS-MD.A.3"),
        "gaise": ("C",),
    },
    tags=(
        Tag("sek2-random-variables", "HSS-MD.A.3"),
        Tag("sek2-random-variables", "HSS-MD.A.2"),
        Tag("sek2-tests", "HSS-IC.A.2"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=SEAT,
        zones=("seats", "trick", "dock"),
        options=(
            Option("diamond", lambda move: move == "4D", "diamond"),
            Option("spade", lambda move: move == "5S", "spade"),
        ),
        best="spade",
    ),
    guess=Guess(
        "longest",
        kind="number",
        low=1,
        high=12,
        step=0.5,
        start=8,
        choices=("thirty", "forty", "sixty"),
        right="forty",
        close=1,
    ),
    series=(Series("longest", draw_longest, "longest"), Series("mean", draw_mean, "one")),
    secret=("some_over_5", "deviation"),
    knobs=(Knob("p", 20, 95, 5, 50), Knob("book", 1, 999, 1, 1), Knob("own", 20, 120, 1, 30)),
    extra=book_and_curve,
    tasks=(
        Task("task1", "more_than_3", traps=("within_3",)),
        Task("task2", "total_07", kind="number", within=0.06, traps=("missed_07",)),
        Task("task3", "p_of_30", traps=("more_of_30",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "a"), Quiz("quiz2", "abc", "c"), Quiz("quiz3", "abc", "b")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "book",
            "import random\n\nrng = random.Random(14)\np = 0.7\n"
            "[next(n for n in range(1, 99) if rng.random() < p) for _ in range(20)]",
        ),
        ("wait", "p = 0.7\n[round((1 - p) ** (n - 1) * p, 3) for n in range(1, 8)]"),
    ),
)

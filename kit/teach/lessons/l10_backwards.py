"""Lesson 10, Punktlandung: working backwards, and what a signal is worth.

From which sums does one card hit the target (PL-3.2)? All of them are found backwards: target -+ v, target / v, target * v. Each
asks for one rank, and a partner's five cards hold it with 1 - C(n - k, 5) / C(n, 5), k such cards left of n unseen (PL-1.2).
A signal (PL-4.1) turns that chance into certainty; the gain is its value.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import log
from typing import Any

from kit.chance.counting import hypergeometric
from kit.core.sessions import Session
from kit.games.punktlandung.moves import Play, parse_move
from kit.games.punktlandung.odds import hit_chance
from kit.games.punktlandung.solver import predecessors
from kit.locale import language
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

RECORD = """
game punktlandung
level schwer
seats 2
position turn A
position target 3 4 8
position chain A +9, B x5
position hand A 3 8 Q Q K
players person house
"""
TARGET, LOWEST, HIGHEST = 348, 100, 999
DECK, COPIES, HAND, SMALL_HAND = 52, 4, 5, 4  # four cards with three or four seats
WANTED = 4
SUITS = "shdc"
LEFT, RIGHT = 5, 13 * HIGHEST  # the number line's ends, drawn by logarithms


def holds(unseen: int, left: int, hand: int = HAND) -> Fraction:
    """P(a hand out of `unseen` cards holds at least one of the `left` of a rank)."""
    return 1 - hypergeometric(unseen, left, hand)[0]


def _next_hits(seen: Any, notation: str) -> Fraction:
    move = parse_move(notation)
    assert isinstance(move, Play)
    return hit_chance(seen, 1, {"+": seen.sum + move.value, "x": seen.sum * move.value}[move.op])


def facts() -> Facts:
    """The exact values: sums one card away; a rank in five unseen cards; what a shown card adds; the opening's choices."""
    seen = Session.from_record(RECORD).view(0)
    ways = predecessors(TARGET)
    counts = [len(predecessors(target)) for target in range(LOWEST, HIGHEST + 1)]
    held = holds(DECK - HAND, COPIES)
    return {
        "held": held,
        "held_blind": holds(DECK, COPIES),
        "held_own": holds(DECK - HAND, COPIES - 1),
        "either": holds(DECK - HAND, 2 * COPIES),
        "both_added": 2 * held,
        "signal": 1 - held,
        "held_four": holds(DECK - SMALL_HAND, COPIES, SMALL_HAND),
        "signal_four": 1 - holds(DECK - SMALL_HAND, COPIES, SMALL_HAND),
        "sums": len(ways),
        "near_sums": sum(any(op in "+-" for op, _ in way) for way in ways.values()),
        "times": sum(any(op == "x" for op, _ in way) for way in ways.values()),
        "divided": sum(any(op == ":" for op, _ in way) for way in ways.values()),
        "fewest": min(counts),
        "most": max(counts),
        "near": _next_hits(seen, "x8"),
        "far": _next_hits(seen, "+K"),
        "nowhere": _next_hits(seen, "+3"),
    }


def _partner(own: tuple[int, ...]) -> Callable[[random.Random, Mapping[str, float]], tuple[list[tuple[str, int]], float]]:
    gone = {(SUITS[own[:i].count(card)], card) for i, card in enumerate(own)}
    unseen = [(suit, rank) for suit in SUITS for rank in range(1, 14) if (suit, rank) not in gone]

    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[tuple[str, int]], float]:
        hand = rng.sample(unseen, HAND)
        return hand, float(any(rank == WANTED for _, rank in hand))

    return draw


def line(work: Work) -> Mapping[str, Any]:
    """The number line of the chosen target: where each sum one card away lies (in percent) and how many there are."""
    target = int(work.knobs["target"])
    ways = predecessors(target)

    def place(total: int) -> float:
        return round(100 * (log(max(total, LEFT)) - log(LEFT)) / (log(RIGHT) - log(LEFT)), 2)

    marks: dict[str, list[float]] = {"near": [], "times": [], "divided": []}
    examples: dict[str, list[str]] = {"near": [], "times": [], "divided": []}
    signs = {"x": "·", ":": ":" if language() == "de" else "÷"}
    for total, way in sorted(ways.items()):
        op, value = way[0]
        kind = {"+": "near", "-": "near", "x": "times", ":": "divided"}[op]
        marks[kind].append(place(total))
        examples[kind].append(f"{total}" if kind == "near" else f"{total}\u00a0{signs[op]}\u00a0{value}")
    return {
        "target": target,
        "at": place(target),
        "marks": marks,
        "count": len(ways),
        "n": {kind: len(every) for kind, every in marks.items()},
        "times": ", ".join(examples["times"]),
        "divided": ", ".join(examples["divided"][:4]),
        "ends": (target - 13, target + 13),
    }


LESSON = Lesson(
    number=10,
    name="backwards",
    game="punktlandung",
    grade=9,
    standards={
        "kmk": ("sek1-multi-stage", "sek2-conditional"),
        "ccss": ("HSS-CP.A.3", "HSS-CP.B.9", "HSS-MD.B.7"),
        "gaise": ("B", "C"),
    },
    tags=(
        Tag("sek1-multi-stage", "HSS-MD.B.7"),
        Tag("sek2-conditional", "HSS-CP.B.9"),
        Tag("sek2-conditional", "HSS-CP.A.3"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=0,
        zones=("goal", "chain", "dock"),
        options=(
            Option("near", lambda move: move == "x8", "near"),
            Option("far", lambda move: move == "+K", "far"),
            Option("nowhere", lambda move: move not in {"x8", "+K"}, "nowhere"),
        ),
        best="far",
    ),
    guess=Guess("held", start=15, choices=("rarer", "same", "often"), right="rarer"),
    series=(Series("partner", _partner((3, 8, 12, 12, 13)), "held"), Series("own", _partner((3, 4, 12, 12, 13)), "held_own")),
    secret=("signal", "near", "far"),
    knobs=(Knob("target", LOWEST, HIGHEST, 1, TARGET),),
    extra=line,
    tasks=(
        Task("task1", "sums", kind="number", within=0.01, traps=("near_sums",)),
        Task("task2", "either", traps=("both_added",)),
        Task("task3", "signal_four", traps=("held_four",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "a"), Quiz("quiz3", "abc", "c")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "back",
            "from kit.games.punktlandung.solver import predecessors\n\n"
            "ways = predecessors(120)\nlen(ways), {total: ways[total] for total in (60, 40, 30, 20)}",
        ),
        (
            "count",
            "from fractions import Fraction\nfrom math import comb\n\n\n"
            "def holds(unseen, left, hand):\n"
            "    return 1 - Fraction(comb(unseen - left, hand), comb(unseen, hand))\n\n\nholds(10, 2, 3)",
        ),
    ),
)

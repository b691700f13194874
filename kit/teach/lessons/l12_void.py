"""Lesson 12, Orbit: the hypergeometric distribution, and information in bits. Who can be void? What did the signal tell?

Ten of 40 cards without any of a suit's nine: C(31, 10) / C(40, 10); without some suit by inclusion and exclusion (OR-1.3).
The commander's other nine cards come from 39 (OR-1.4). A signal (OR-6.1) leaves few of many equally likely deals: log2(many) -
log2(few) bits (`kit.games.orbit.odds`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb, log2
from typing import Any

from kit.cards import code
from kit.chance.counting import hypergeometric
from kit.core.sessions import Session
from kit.games.orbit.moves import Show, parse_move
from kit.games.orbit.odds import bits_to_tell, where
from kit.games.orbit.state import SUIT
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

HEAD = """
game orbit
level 2
seats 4
position commander A
position taken A 9H, B QC
"""
RECORD = HEAD + "position hand A KS 2H 5H 8H 3C 4C 7C 9S 7D AS\nplayers person house house house\n"
CARDS, SUITED, HAND, SUITS, KINGS = 40, 9, 10, 4, 4
# the belief table, step by step, as commander A: what is known besides one's own cards
STEPS = (
    ("hand A KS 2H 5H 3C 4C 7C 9S 7D AS 6D",),
    ("signal C 8H high", "hand A KS 2H 5H 3C 4C 7C 9S 7D AS 6D"),
    ("signal C 8H high", "trick A 2H 6C 3H 7H", "hand A KS 5H 3C 4C 7C 9S 7D AS 6D"),
    ("signal C 8H high", "trick A 2H 6C 3H 7H", "trick D 4H 5H 2S 8H", "hand A KS 3C 4C 7C 9S 7D AS 6D"),
)
HEARTS, VIEWER = 2, 0
BELIEVED = "9"  # of hearts: the card whose place the first signal tells more about


def void(cards: int, own: int, suits: int) -> Fraction:
    """P(a hand of `own` out of `cards` has none of `suits` particular suits)."""
    return hypergeometric(cards, SUITED * suits, own)[0]


def some_void(cards: int, own: int) -> Fraction:
    """P(a hand lacks at least one suit): inclusion and exclusion over 1 to 3 suits (four are too many to lack)."""
    return sum(((-1) ** (n + 1) * comb(SUITS, n) * void(cards, own, n) for n in range(1, SUITS + 1)), Fraction(0))


def facts() -> Facts:
    """The exact values: voids before and after the commander is known, the commander's kings, bits, the opening's signals."""
    seen = Session.from_record(RECORD).view(VIEWER)

    def told(notation: str) -> float:
        shown = parse_move(notation)
        assert isinstance(shown, Show)
        return bits_to_tell(seen, shown)

    kings = hypergeometric(CARDS - 1, KINGS - 1, HAND - 1)
    third, half = (dict(beliefs(step))[BELIEVED][0] for step in (0, 1))
    return {
        "some": some_void(CARDS, HAND),
        "some_commander": some_void(CARDS - 1, HAND - 1),
        "some_other": some_void(CARDS - 1, HAND),
        "suit": void(CARDS, HAND, 1),
        "suit_apart": Fraction(31, 40) ** HAND,
        "suit_commander": void(CARDS - 1, HAND - 1, 1),
        "suit_other": void(CARDS - 1, HAND, 1),
        "four_times": 4 * void(CARDS, HAND, 1),
        **{f"kings{n + 1}": kings[n] for n in range(KINGS)},
        "kings1_apart": Fraction(3, 4) ** (KINGS - 1),
        "third": third,
        "half": half,
        "bits": log2(half / third),
        "one_bit": 1.0,
        "nine": told("signal 9S high"),
        "eight": told("signal 8H high"),
        "only": told("signal 7D only"),
        "nothing": 0.0,
    }


def _hand(commander: bool) -> Callable[[random.Random, Mapping[str, float]], tuple[list[int], float]]:
    rest = range(CARDS - 1) if commander else range(CARDS)

    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
        cards = rng.sample(rest, HAND - 1) + [CARDS - 1] if commander else rng.sample(rest, HAND)
        suits = {card // SUITED for card in cards if card < SUITED * SUITS}
        return sorted(cards), float(len(suits) < SUITS)

    return draw


@lru_cache(maxsize=len(STEPS))
def beliefs(step: int) -> tuple[tuple[str, tuple[Fraction, ...]], ...]:
    """Each unseen heart and where it can be, by seat B, C, D, after so many pieces of information."""
    record = HEAD + "".join(f"position {line}\n" for line in STEPS[step]) + "players person house house house\n"
    seen = Session.from_record(record).view(VIEWER)
    return tuple(
        (code(card)[:-1], shares[1:]) for card, shares in where(seen).items() if SUIT[card] == HEARTS and not shares[VIEWER]
    )


def table(work: Work) -> Mapping[str, Any]:
    """The belief table at the chosen step; what was learnt last stands above it."""
    step = int(work.knobs["step"])
    return {
        "step": step,
        "rows": [(name, [(share, round(float(share) * 100)) for share in shares]) for name, shares in beliefs(step)],
        "last": len(STEPS) - 1,
    }


def _shows(notation: str) -> Callable[[str], bool]:
    return lambda move: move == notation


LESSON = Lesson(
    number=12,
    name="void",
    game="orbit",
    grade=11,
    standards={
        "kmk": ("sek2-random-variables", "sek2-conditional"),
        "ccss": ("HSS-CP.B.7", "HSS-CP.B.9", "HSS-MD.B.7"),
        "gaise": ("C",),
    },
    tags=(
        Tag("sek2-random-variables", "HSS-CP.B.9"),
        Tag("sek2-random-variables", "HSS-CP.B.7"),
        Tag("sek2-conditional", "HSS-MD.B.7"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=VIEWER,
        zones=("seats", "trick", "dock"),
        options=(
            Option("nine", _shows("signal 9S high"), "nine"),
            Option("eight", _shows("signal 8H high"), "eight"),
            Option("only", _shows("signal 7D only"), "only"),
            Option("nothing", lambda move: not move.startswith("signal"), "nothing"),
        ),
        best="only",
    ),
    guess=Guess("some", start=50, choices=("rarer", "same", "often"), right="often"),
    series=(Series("hand", _hand(False), "some"), Series("commander", _hand(True), "some_commander")),
    secret=("some_other",),
    knobs=(Knob("step", 0, len(STEPS) - 1, 1, 0),),
    extra=table,
    tasks=(
        Task("task1", "suit", traps=("suit_apart",)),
        Task("task2", "kings1", traps=("kings1_apart",)),
        Task("task3", "bits", kind="number", within=0.006, traps=("one_bit",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "c"), Quiz("quiz2", "abc", "b"), Quiz("quiz3", "abc", "a")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "hyper",
            "from kit.chance.counting import hypergeometric\n\nhearts = hypergeometric(population=40, successes=9, drawn=10)\n"
            "{k: round(float(hearts[k]), 3) for k in range(1, 6)}",
        ),
        ("bits", "from math import log2\n\n[round(log2(n), 2) for n in (2, 4, 6, 8)]"),
    ),
)

"""Lesson 5, Landeanflug: the best response. Why open the axis with a 3 or a 4?

The partner answers an axis card of value v with the one of his four cards that leaves the marker nearest to the centre. P(gap at
least k) is P(none of his cards lies less than k from v) = C(12 - m, 4) / C(12, 4), with m cards of values less than k away; the
mean gap is the sum over k. Every value is matched alike (19/33), but an end of the scale has neighbours on one side only.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from kit.chance.counting import hands, rolls
from kit.chance.distributions import Distribution
from kit.core.sessions import Session
from kit.games.landeanflug.odds import SPIN, best_tilt, reachable
from kit.games.landeanflug.rules import FULL_DECK, axis_after
from kit.games.landeanflug.state import AXIS_LIMIT, HAND, MAX_COFFEE, PILOT, VALUES
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

RECORD = """
game landeanflug
level leicht
position round 1
position rerolls 0
deal 1  P 1 3 5 6  C ? ? ? ?
briefed 1
players person house
"""
OWN = {"three": 3, "one": 1}  # the opening cards that the simulation compares


def _nearest(own: int, hand: Iterable[int]) -> int:
    return min(hand, key=lambda card: abs(card - own))


def _gap(own: int, hand: Iterable[int]) -> int:
    return abs(_nearest(own, hand) - own)


@cache
def gap_of(own: int, cards: int = HAND) -> Distribution[int]:
    """How far the best of the partner's `cards` cards (1 ... 12) lies from an opening card of value `own` (1 ... 6): 0 ... 5."""
    return hands(FULL_DECK, cards).map(lambda hand: _gap(own, hand))


@cache
def answers(own: int, axis: int, coffee: int) -> tuple[Mapping[int, Fraction], Mapping[int, Fraction]]:
    """With the marker at `axis`: P(his best answer is this value), and P(it leaves the marker 0, 1, 2 or 3 (spin) off centre).

    Of answers that are equally good each is as likely.
    """
    values: dict[int, Fraction] = dict.fromkeys(VALUES, Fraction(0))
    tilts: dict[int, Fraction] = dict.fromkeys(range(SPIN + 1), Fraction(0))
    for hand, p in hands(FULL_DECK, HAND).items():
        tilt = {value: min(SPIN, abs(axis_after(axis, own, value, False))) for value in reachable(hand, coffee)}
        least = min(tilt.values())
        best = [value for value in tilt if tilt[value] == least]
        tilts[least] += p
        for value in best:
            values[value] += p / len(best)
    return values, tilts


def facts() -> Facts:
    """The exact values: gaps and their means by opening card, with dice for comparison, and the opening's risks on the board."""
    seen = Session.from_record(RECORD).view(PILOT)
    out: dict[str, Any] = {}
    for own in (1, 2, 3):
        out |= {f"gap{own}_{k}": gap_of(own).p(lambda gap, k=k: gap >= k) for k in range(1, SPIN + 1)}  # type: ignore[misc]
        out[f"mean{own}"] = gap_of(own).mean()
    return (
        out
        | {f"spin{card}": best_tilt(seen, card)[SPIN] for card in VALUES}
        | {
            "match": gap_of(3)[0],
            "dice1": rolls(len(VALUES), HAND).p(lambda hand: _gap(1, hand) >= SPIN),
            "dice2": rolls(len(VALUES), HAND).p(lambda hand: _gap(2, hand) >= SPIN),
        }
    )


def _answered(own: int) -> Any:
    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
        hand = rng.sample(FULL_DECK, HAND)
        return sorted(hand), float(_gap(own, hand))

    return draw


def extra(work: Work) -> Mapping[str, Any]:
    """The partner's answer to the card, tilt and coffee that are set, and how each of the six cards would do."""
    card, axis, coffee = (int(work.knobs[key]) for key in ("card", "tilt", "coffee"))
    values, tilts = answers(card, axis, coffee)
    cards = []
    for own in VALUES:
        left = answers(own, axis, coffee)[1]
        cards.append((own, sum(tilt * p for tilt, p in left.items()), left[SPIN]))
    best = min(mean for _, mean, _ in cards)
    return {
        "card": card,
        "axis": axis,
        "coffee": coffee,
        "values": [(value, float(p), min(SPIN, abs(axis_after(axis, card, value, False)))) for value, p in values.items()],
        "tilts": [float(tilts[tilt]) for tilt in range(SPIN + 1)],
        "spin": tilts[SPIN],
        "cards": cards,
        "best": best,
        "mean": next(mean for own, mean, _ in cards if own == card),
        "shown": {key: _nearest(own, work.tallies[key].seen) for key, own in OWN.items()} if work.main.n else {},
    }


LESSON = Lesson(
    number=5,
    name="answer",
    game="landeanflug",
    grade=9,
    standards={
        "kmk": ("sek1-multi-stage", "sek2-random-variables"),
        "ccss": ("HSS-CP.B.9", "HSS-MD.A.2", "HSS-MD.B.5"),
        "gaise": ("B", "C"),
    },
    tags=(
        Tag("sek1-multi-stage", "HSS-MD.B.5"),
        Tag("sek2-random-variables", "HSS-CP.B.9"),
        Tag("sek2-random-variables", "HSS-MD.A.2"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=PILOT,
        zones=("axis", "dock"),
        options=(
            Option("three", lambda move: move == "P 3>axis", "spin3"),
            Option("five", lambda move: move == "P 5>axis", "spin5"),
            Option("six", lambda move: move == "P 6>axis", "spin6"),
            Option("one", lambda move: move == "P 1>axis", "spin1"),
        ),
        best="three",
    ),
    guess=Guess(
        "mean3", kind="number", low=0, high=3, step=0.05, start=1, choices=("three", "same", "one"), right="same", close=0.2
    ),
    series=tuple(Series(key, _answered(own), f"mean{own}") for key, own in OWN.items()),
    knobs=(
        Knob("card", 1, 6, 1, 1),
        Knob("tilt", -AXIS_LIMIT, AXIS_LIMIT, 1, 0),
        Knob("coffee", 0, MAX_COFFEE, 1, 0),
    ),
    tasks=(
        Task("task1", "spin1", traps=("dice1",)),
        Task("task2", "spin2", traps=("dice2",)),
        Task("task3", "mean2", kind="number", within=0.0009, traps=("mean3",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "c"), Quiz("quiz2", "abc", "b"), Quiz("quiz3", "abc", "a")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        ("gap", "from kit.teach.lessons.l05_answer import gap_of\n\ngap_of(1, cards=2)"),
        ("tail", "[str(gap_of(1, cards=2).p(lambda gap, k=k: gap >= k)) for k in range(1, 6)]"),
        ("plot", "from kit.lab.plots import bars\n\nbars(gap_of(1, cards=2))"),
    ),
    extra=extra,
)

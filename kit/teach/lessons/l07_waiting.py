"""Lesson 7, Landeanflug: waiting times. When are the brakes 2, 4 and 6 set?

The pilot has two free cards a round beside axis and engines, so he may set up to two brakes, in order (LA-3.8). A stage is the
number of brakes on. E(stage) = (1 + sum of P(stage, higher) E(higher)) / (1 - P(stage, stage)); for one brake it is 1 / (19/33).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from kit.chance.counting import hands
from kit.chance.distributions import Distribution
from kit.chance.markov import mean_waiting_time, walk
from kit.games.landeanflug.rules import FULL_DECK
from kit.games.landeanflug.state import BRAKES, GEAR, HAND, PILOT, ROUNDS
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

FREE = 2  # cards a round that are not needed on axis and engines
TOP = len(BRAKES)
CREWS, LONGEST, RACES = 30, 12, 200  # of the race: its crews, its rounds, and how many there are before the first comes again
LEFT = 4  # rounds after that of the opening
RECORD = """
game landeanflug
level leicht
position round 3
position flown 2
position planes 0 0 0 1 1 2 2
position laid P 3>axis, C 3>axis, P 4>engines, C 4>engines, P 5>radio, C 6>radio
position rerolls 0
deal 3  P 2  C ?
briefed 3
players person house
"""


def climbed(stage: int, hand: Collection[int]) -> int:
    """How many brakes are on after a round with this hand, if every brake that can be set is set."""
    for _ in range(FREE):
        if stage == TOP or BRAKES[stage] not in hand:
            break
        stage += 1
    return stage


@cache
def transition(stage: int) -> Distribution[int]:
    """How many brakes (0 to 3) are on a round later."""
    return hands(FULL_DECK, HAND).map(lambda hand: climbed(stage, hand))


@cache
def after_rounds(start: int = 0) -> tuple[Distribution[int], ...]:
    """The distributions of the number of brakes after 0, 1, ... rounds."""
    return tuple(walk(start, transition, LONGEST))


def mean_rounds(goal: int, stage: int = 0) -> Fraction:
    """The mean number of rounds until `goal` brakes are on."""
    if stage >= goal:
        return Fraction(0)
    step = transition(stage)
    further = sum((p * mean_rounds(goal, to) for to, p in step.items() if to > stage), Fraction(0))
    return (1 + further) / (1 - step[stage])


def facts() -> Facts:
    """The exact values: mean rounds, chances by touchdown, one round's steps, and the opening's two switches."""
    first = hands(FULL_DECK, HAND).p(lambda hand: BRAKES[0] in hand)
    gear = hands(FULL_DECK, HAND).p(lambda hand: any(value in hand for value in GEAR[0]))
    return {
        "first": first,
        "mean1": mean_waiting_time([first]),
        "mean2": mean_rounds(2),
        "mean3": mean_rounds(TOP),
        "one_by_one": mean_waiting_time([first] * 2),
        "three_by_one": mean_waiting_time([first] * TOP),
        "two_by7": after_rounds()[ROUNDS].p(lambda stage: stage >= 2),
        "all_by7": after_rounds()[ROUNDS][TOP],
        "stay": transition(0)[0],
        "up1": transition(0)[1],
        "up2": transition(0)[2],
        "none3": (1 - first) ** 3,
        "each3": first**3,
        "third": (1 - first) / 3,
        "brake_now": after_rounds(1)[LEFT][TOP],
        "gear_now": after_rounds()[LEFT][TOP],
        "gear_later": 1 - (1 - gear) ** LEFT,
    }


def climb(rng: random.Random) -> list[int]:
    """One crew on the stairs: its brakes at the start and after each round, until all are on."""
    path = [0]
    while path[-1] < TOP:
        path.append(climbed(path[-1], rng.sample(FULL_DECK, HAND)))
    return path


def draw_all(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
    """One crew's way, and how many rounds it took."""
    path = climb(rng)
    return path, float(len(path) - 1)


@cache
def race(number: int) -> tuple[tuple[int, ...], ...]:
    """The ways of all crews of a race."""
    rng = random.Random(number)
    return tuple(tuple(climb(rng)) for _ in range(CREWS))


def extra(work: Work) -> Mapping[str, Any]:
    """The race as it stands after the slider's round, beside the exact shares."""
    rounds, number = int(work.knobs["round"]), int(work.knobs["race"])
    ways = race(number)
    at = [way[min(rounds, len(way) - 1)] for way in ways]
    finished = Counter(len(way) - 1 for way in ways if len(way) - 1 <= rounds)
    return {
        "stairs": [[crew for crew, stage in enumerate(at, 1) if stage == step] for step in range(TOP + 1)],
        "shares": [float(after_rounds()[rounds][step]) for step in range(TOP + 1)],
        "finished": [(n, finished[n]) for n in range(2, LONGEST + 1)],
        "round": rounds,
        "last": LONGEST,
        "next": number % RACES + 1,
        "brakes": BRAKES,
        "by": [(n, float(after_rounds()[n][TOP])) for n in range(2, 11)],
        "touchdown": ROUNDS,
    }


LESSON = Lesson(
    number=7,
    name="waiting",
    game="landeanflug",
    grade=10,
    standards={
        "kmk": ("sek1-multi-stage", "sek2-random-variables", "sek2-simulation"),
        "ccss": ("HSS-CP.A.2", "HSS-MD.A.2", "HSS-MD.A.3"),
        "gaise": ("C",),
    },
    tags=(
        Tag("sek2-random-variables", "HSS-MD.A.2"),
        Tag("sek1-multi-stage", "HSS-CP.A.2"),
        Tag("sek2-random-variables", "HSS-MD.A.3"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=PILOT,
        zones=("pil", "dock"),
        options=(
            Option("brake", lambda move: move == "P 2>brake1", "brake_now"),
            Option("gear", lambda move: move == "P 2>gear1", "gear_now"),
        ),
        best="brake",
    ),
    guess=Guess(
        "mean3", kind="number", low=1, high=10, step=0.5, start=6, choices=("half", "often", "nearly"), right="nearly", close=0.6
    ),
    series=(Series("all", draw_all, "mean3"),),
    secret=("all_by7",),
    knobs=(Knob("round", 0, LONGEST, 1, 0), Knob("race", 1, RACES, 1, 1)),
    tasks=(
        Task("task1", "mean1", kind="number", within=0.006, traps=("first",)),
        Task("task2", "none3", traps=("third", "each3")),
        Task("task3", "mean2", kind="number", within=0.006, traps=("one_by_one",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "c"), Quiz("quiz3", "abc", "a")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "wait",
            "from fractions import Fraction\n\nfrom kit.chance.markov import mean_waiting_time\n\n"
            "mean_waiting_time([Fraction(1, 6)])",
        ),
        ("stairs", "from kit.teach.lessons.l07_waiting import transition\n\ntransition(0)"),
        (
            "plot",
            "from kit.lab.plots import bars\nfrom kit.teach.lessons.l07_waiting import after_rounds\n\nbars(after_rounds()[2])",
        ),
    ),
    extra=extra,
)

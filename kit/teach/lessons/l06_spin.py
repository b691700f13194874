"""Lesson 6, Landeanflug: a Markov chain. How long until the plane spins, where both seats lay any card on the axis?

The marker stands at -2 ... 2 and moves by the difference of two independent values (LA-3.1), with turbulence by one more unless
they are equal (LA-6.6); beyond 2 the plane spins, and stays so. What comes next depends on where the marker stands, not on how it
came there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from kit.chance.distributions import Distribution, die, pairs
from kit.chance.markov import walk
from kit.core.sessions import Session
from kit.games.landeanflug.odds import SPIN, axis_any
from kit.games.landeanflug.rules import axis_after
from kit.games.landeanflug.state import AXIS_LIMIT, PILOT, ROUNDS
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

RECORD = """
game landeanflug
level leicht
position round 3
position axis 2
position rerolls 0
deal 3  P 1 3 4 6  C ? ? ? ?
briefed 3
players person house
"""
STATES = tuple(range(-AXIS_LIMIT, AXIS_LIMIT + 1))
WALKS = 200  # so many different flights the walk's button shows before the first comes again
LONG = 17  # the flight that is shown first: it spins in round 6


def moved(at: int, pilot: int, copilot: int, turbulence: bool) -> int:
    """Where the marker stands after one round; `SPIN` once the plane spins, to whichever side."""
    if at == SPIN:
        return SPIN
    after = axis_after(at, pilot, copilot, turbulence)
    return after if abs(after) <= AXIS_LIMIT else SPIN


@cache
def transition(at: int, turbulence: bool = False) -> Distribution[int]:
    """Where the marker stands a round after `at` (-2 ... 2, or 3: spin), if both lay any value."""
    return pairs(die(), die()).map(lambda both: moved(at, *both, turbulence))


@cache
def after_rounds(turbulence: bool = False, start: int = 0) -> tuple[Distribution[int], ...]:
    """The distributions of the marker after 0, 1, ... 7 rounds."""
    return tuple(walk(start, lambda at: transition(at, turbulence), ROUNDS))


def facts() -> Facts:
    """The exact values: P(no spin) after each round, calm and with turbulence; from each place; the opening's cards."""
    out: dict[str, Any] = {}
    for name, turbulence in (("calm", False), ("turb", True)):
        out |= {f"{name}{n}": 1 - after_rounds(turbulence)[n][SPIN] for n in range(1, ROUNDS + 1)}
    seen = Session.from_record(RECORD).view(PILOT)
    safe = {f"card{card}": axis_any(seen, card).p(lambda marker: abs(marker) <= AXIS_LIMIT) for card in set(seen.hand)}
    kept = {f"from{at}": 1 - transition(at)[SPIN] for at in range(AXIS_LIMIT + 1)}
    return (
        out
        | safe
        | kept
        | {
            "spin0": transition(0)[SPIN],
            "spin2": transition(2)[SPIN],
            "even": Distribution.uniform(range(6)).p(lambda gap: gap <= AXIS_LIMIT),  # the usual mistake: gaps 0 to 5 alike
            "squared": (1 - transition(0)[SPIN]) ** 2,
            "last": out["calm7"] / out["calm6"],
            "level": transition(0)[0],
        }
    )


def path_of(rng: random.Random, turbulence: bool) -> list[int]:
    """One flight: where the marker stood at the start and after each round, up to the seventh or the spin."""
    path = [0]
    while len(path) <= ROUNDS and path[-1] != SPIN:
        path.append(moved(path[-1], rng.randrange(6) + 1, rng.randrange(6) + 1, turbulence))
    return path


def _flight(turbulence: bool) -> Any:
    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[list[int], float]:
        path = path_of(rng, turbulence)
        return path, float(path[-1] != SPIN)

    return draw


def extra(work: Work) -> Mapping[str, Any]:
    """The walk beside its matrix: each step's chances in 36ths, one flight up to the slider's round, the shares of all."""
    turbulence, rounds, number = work.knobs["turb"] == 1, int(work.knobs["round"]), int(work.knobs["walk"])
    whole = path_of(random.Random(number), turbulence)
    path = whole[: rounds + 1]
    rows = [(at, [int(36 * transition(at, turbulence)[to]) for to in (*STATES, SPIN)]) for at in STATES]
    return {
        "rows": rows,
        "targets": (*STATES, SPIN),
        "spin": SPIN,
        "path": path,
        "step": (path[-2], path[-1]) if len(path) > 1 else (None, path[-1]),
        "over": path[-1] == SPIN,
        "shares": [float(after_rounds(turbulence)[rounds][to]) for to in (*STATES, SPIN)],
        "round": rounds,
        "turbulence": turbulence,
        "next": number % WALKS + 1,
        "rounds": ROUNDS,
    }


LESSON = Lesson(
    number=6,
    name="spin",
    game="landeanflug",
    grade=10,
    standards={
        "kmk": ("sek1-multi-stage", "sek2-simulation"),
        "ccss": ("HSS-CP.A.2", "HSS-CP.B.8", "HSS-MD.B.7"),
        "gaise": ("C",),
    },
    tags=(
        Tag("sek1-multi-stage", "HSS-CP.A.2"),
        Tag("sek1-multi-stage", "HSS-CP.B.8"),
        Tag("sek1-multi-stage", "HSS-MD.B.7"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=PILOT,
        zones=("axis", "dock"),
        options=(
            Option("six", lambda move: move == "P 6>axis", "card6"),
            Option("four", lambda move: move == "P 4>axis", "card4"),
            Option("three", lambda move: move == "P 3>axis", "card3"),
            Option("one", lambda move: move == "P 1>axis", "card1"),
        ),
        best="six",
    ),
    guess=Guess("calm7", choices=("same", "half", "few"), right="few", start=30, close=3),
    series=(Series("calm", _flight(False), "calm7"), Series("turb", _flight(True), "turb7")),
    knobs=(Knob("round", 0, ROUNDS, 1, 1), Knob("walk", 1, WALKS, 1, LONG), Knob("turb", 0, 1, 1, 0)),
    tasks=(
        Task("task1", "calm1", traps=("even",)),
        Task("task2", "spin2", traps=("spin0", "from2")),
        Task("task3", "calm2", traps=("squared",)),
    ),
    quizzes=(Quiz("quiz1", "abc", "c"), Quiz("quiz2", "abc", "a"), Quiz("quiz3", "abc", "b")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        ("row", "from kit.teach.lessons.l06_spin import transition\n\ntransition(1)"),
        ("steps", "from kit.chance.markov import walk\n\nwalk(1, transition, 2)[-1]"),
        (
            "plot",
            "import random\n\nfrom kit.lab.plots import walks\nfrom kit.teach.lessons.l06_spin import path_of\n\n"
            "walks([path_of(random.Random(n), turbulence=False) for n in range(10)], limits=(-3, 3))",
        ),
    ),
    extra=extra,
)

"""Lesson 4, Landeanflug: the sum of two values and its bands. How far do we fly?

Both engine cards come from decks of their own, so each of the 36 pairs of values counts the same: P(sum = s) is
(6 - |s - 7|) / 36. Speed cuts the sums into bands, which gear and flaps move (LA-3.2) and brakes at touchdown (LA-4.3). The
opening asks which card goes on the engines and which on a switch, which moves a band's edge before the speed is judged (LA-10.1).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from kit.chance.distributions import Distribution, die, pairs
from kit.core.sessions import Session
from kit.games.landeanflug.odds import results_any
from kit.games.landeanflug.rules import moves_at
from kit.games.landeanflug.state import BRAKES, FLAPS, GEAR, LANDING_SPEED, PILOT
from kit.teach.lesson import Facts, Guess, Knob, Lesson, Opening, Option, Quiz, Series, Tag, Task
from kit.teach.work import Work

RECORD = """
game landeanflug
level leicht
position round 3
position flown 1
position laid P 3>axis, C 3>axis, P 5>radio, C 6>radio
position rerolls 0
deal 3  P 2 6  C ? ?
briefed 3
players person house
"""
PAIRS = pairs(die(), die())
SPEED = PAIRS.map(sum)
SUMS = range(2, 13)


def flown(gear: int = 0, flaps: int = 0) -> Distribution[int]:
    """By how many cards the plane flies on, with so many gear out and flaps set: 0, 1 or 2."""
    return SPEED.map(lambda speed: moves_at(speed, gear, flaps))


def _one_card(engines: int, before: str = "") -> Any:
    """P(exactly one card) with `engines` laid after the move `before`: any card the copilot may hold is as likely."""
    session = Session.from_record(RECORD)
    if before:
        session.play(session.game.parse_move(before))
    return results_any(session.view(PILOT), engines)["one"]


def facts() -> Facts:
    """The exact values: the three bands at the start, with all gear, with all flaps; landing speeds; the opening's choices."""
    out: dict[str, Any] = {}
    for name, gear, flaps in (("start", 0, 0), ("gear", len(GEAR), 0), ("flaps", 0, len(FLAPS))):
        out |= {f"{name}{cards}": flown(gear, flaps)[cards] for cards in range(3)}
    for brakes in range(1, len(BRAKES) + 1):
        most = LANDING_SPEED[brakes]
        out[f"land{most}"] = SPEED.p(lambda speed, most=most: speed <= most)  # type: ignore[misc]
    even = Distribution.uniform(SUMS)  # the usual mistake: all eleven sums alike
    return out | {
        "mean": SPEED.mean(),
        "seven": SPEED[7],
        "gear0_even": even.p(lambda speed: moves_at(speed, len(GEAR), 0) == 0),
        "flaps1_even": even.p(lambda speed: moves_at(speed, 0, len(FLAPS)) == 1),
        "land6_even": even.p(lambda speed: speed <= LANDING_SPEED[-1]),
        "land6_at": SPEED[LANDING_SPEED[-1]],
        "two_first": _one_card(2),
        "six_first": _one_card(6),
        "two_on_gear": _one_card(6, "P 2>gear1"),
        "six_on_gear": _one_card(2, "P 6>gear3"),
    }


def _flies(cards: int) -> Any:
    def draw(rng: random.Random, _knobs: Mapping[str, float]) -> tuple[tuple[int, int], float]:
        both = rng.randrange(6) + 1, rng.randrange(6) + 1
        return both, float(moves_at(sum(both), 0, 0) == cards)

    return draw


def extra(work: Work) -> Mapping[str, Any]:
    """The grid of 36 pairs in the bands that the sliders set: by row the (sum, cards flown, allowed to land); and the counts."""
    gear, flaps, brakes = (int(work.knobs[key]) for key in ("gear", "flaps", "brakes"))
    rows = [[(a + b, moves_at(a + b, gear, flaps), a + b <= LANDING_SPEED[brakes]) for b in range(1, 7)] for a in range(1, 7)]
    cells = [cell for row in rows for cell in row]
    return {
        "rows": rows,
        "counts": [sum(cell[1] == cards for cell in cells) for cards in range(3)],
        "landing": sum(cell[2] for cell in cells),
        "sums": [(speed, sum(cell[0] == speed for cell in cells), moves_at(speed, gear, flaps)) for speed in SUMS],
        "speed": LANDING_SPEED[brakes],
        "stage": moves_at(sum(work.main.seen), 0, 0) if work.main.n else 0,
    }


LESSON = Lesson(
    number=4,
    name="sums",
    game="landeanflug",
    grade=8,
    standards={
        "kmk": ("sek1-multi-stage", "sek2-random-variables"),
        "ccss": ("7.SP.C.7", "7.SP.C.8b", "HSS-MD.A.1"),
        "gaise": ("A", "B"),
    },
    tags=(
        Tag("sek1-multi-stage", "7.SP.C.8b"),
        Tag("sek1-multi-stage", "7.SP.C.7"),
        Tag("sek2-random-variables", "HSS-MD.A.1"),
    ),
    facts_of=facts,
    opening=Opening(
        record=RECORD,
        seat=PILOT,
        zones=("app", "pil", "eng", "dock"),
        options=(
            Option("two", lambda move: move == "P 2>engines", "two_first"),
            Option("six-gear", lambda move: move == "P 6>gear3", "six_on_gear"),
            Option("two-gear", lambda move: move == "P 2>gear1", "two_on_gear"),
            Option("six", lambda move: move == "P 6>engines", "six_first"),
        ),
        best="two",
    ),
    guess=Guess("start1", choices=("stay", "same", "two"), right="two", start=40),
    series=(Series("one", _flies(1), "start1"), Series("two", _flies(2), "start2")),
    knobs=(
        Knob("gear", 0, len(GEAR), 1, 0),
        Knob("flaps", 0, len(FLAPS), 1, 0),
        Knob("brakes", 0, len(BRAKES), 1, 0),
    ),
    tasks=(
        Task("task1", "gear0", traps=("gear0_even",)),
        Task("task2", "flaps1", traps=("flaps1_even",)),
        Task("task3", "land6", traps=("land6_even", "land6_at")),
    ),
    quizzes=(Quiz("quiz1", "abc", "b"), Quiz("quiz2", "abc", "a"), Quiz("quiz3", "abc", "c")),
    cells=(
        ("predict", "page.predict(None)"),
        ("simulate", "page.simulate(1000)"),
        ("explain", "page.explain()"),
        (
            "sums",
            "from kit.chance.distributions import die, pairs\n\nspeed = pairs(die(5), die(5)).map(sum)\n"
            "{s: str(p) for s, p in speed.items()}",
        ),
        ("band", "speed.p(lambda s: 7 <= s <= 8)"),
        ("plot", "from kit.lab.plots import bars\n\nbars(speed)"),
    ),
    extra=extra,
)

"""Landeanflug: reads the house crew's weights (`weights.toml`) into the vector that `worth.py` lays out."""

from __future__ import annotations

import tomllib
from functools import cache
from math import exp
from pathlib import Path

from kit.games.landeanflug import worth

FILE = Path(__file__).with_name("weights.toml")
GROUPS = {  # name in the file: where the group begins in a round's block, and how many weights it has
    "bias": (worth.BIAS, 1),
    "axis": (worth.W_AXIS, 2),
    "to_fly": (worth.W_TO_FLY, 7),
    "ahead": (worth.W_AHEAD, 6),
    "blocked": (worth.W_BLOCKED, 1),
    "airport": (worth.W_AIRPORT, 1),
    "traffic": (worth.W_TRAFFIC, 10),
    "gear": (worth.W_GEAR, 3),
    "flaps": (worth.W_FLAPS, 4),
    "brakes": (worth.W_BRAKES, 3),
    "coffee": (worth.W_COFFEE, 3),
    "rerolls": (worth.W_REROLLS, 2),
    "work": (worth.W_WORK, 1),
    "pilot": (worth.W_PILOT, 1),
    "copilot": (worth.W_COPILOT, 1),
}
PARAMETERS = {
    "clairvoyance": worth.CLAIRVOYANCE,
    "axis_shown": worth.AXIS_SHOWN,
    "engine_shown": worth.ENGINE_SHOWN,
    "reroll_gain": worth.REROLL_GAIN,
    "reroll_below": worth.REROLL_BELOW,
}


def logistic_table() -> list[float]:
    """The logistic function at every step from -LOGISTIC_END on, rounded so that all platforms have the same numbers."""
    steps = range(2 * worth.LOGISTIC_END * worth.LOGISTIC_STEPS + 2)
    return [round(1 / (1 + exp(worth.LOGISTIC_END - i / worth.LOGISTIC_STEPS)), 6) for i in steps]


@cache
def weights(turbulence: bool = False) -> list[float]:
    """The weight vector for flights with or without turbulence. Not to be changed: all share it."""
    table = tomllib.loads(FILE.read_text("utf-8"))["turbulent" if turbulence else "calm"]
    w = [0.0] * worth.LOGISTIC_AT + logistic_table()
    for name, (offset, size) in GROUPS.items():
        for number, row in enumerate(table[name]):
            at = worth.BLOCK * number + offset
            w[at : at + size] = map(float, row)
    for name, index in PARAMETERS.items():
        w[index] = float(table[name])
    return w


def written(calm: list[float], turbulent: list[float]) -> str:
    """The text of `weights.toml` for two weight vectors; `weights` reads it back."""
    lines = [
        "# The house crew's weights for the end of each round, rows for rounds 1 to 7 (see worth.py for what they weigh).",
        "# Fitted by simulation: tools/fit_landeanflug.py, whose text says how.",
    ]
    for title, w in (("calm", calm), ("turbulent", turbulent)):
        lines += ["", f"[{title}]"]
        lines += [f"{name} = {round(float(w[index]), 4)}" for name, index in PARAMETERS.items()]
        for name, (offset, size) in GROUPS.items():
            rows = [
                [round(float(x), 3) for x in w[at + offset : at + offset + size]] for at in range(0, 7 * worth.BLOCK, worth.BLOCK)
            ]
            if size == 1:
                lines.append(f"{name} = {rows}")
            else:
                lines += [f"{name} = [", *(f"  {row}," for row in rows), "]"]
    return "\n".join(lines) + "\n"

"""Landeanflug: what a position at the end of a round is worth to the house crew, and how its weights are laid out.

A position's worth is a sum of weights: for the axis, the cards to fly, the planes ahead, the switches, coffee, rerolls and the
work left. The logistic function turns it into a chance of landing. Each round has its own weights (`weights.toml`, read by
`weights.py`); in the touchdown round they say what is demanded: what is missing then costs more than anything can mend.

The weight vector `w` is one flat array: seven blocks of `BLOCK`, the parameters, the table of the logistic function. Plain
Python in play, compiled in batches (`kit.core.compiled`).
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled
from kit.games.landeanflug.model import AXIS, BRAKES, COFFEE, FLAPS, GEAR, PLANES, POSITION, REROLLS

# One round's block of weights.
BIAS = 0
W_AXIS = 1  # one, two steps from the centre
W_TO_FLY = 3  # 0 ... 6 cards to the airport
W_AHEAD = 10  # a plane 0 ... 5 cards ahead
W_BLOCKED = 16  # planes on the current card with no round to lose
W_AIRPORT = 17  # a plane on the airport
W_TRAFFIC = 18  # 1 ... 10 planes in all
W_GEAR = 28  # 1 ... 3 missing
W_FLAPS = 31  # 1 ... 4 missing
W_BRAKES = 35  # 1 ... 3 missing
W_COFFEE = 38  # 1 ... 3 waiting
W_REROLLS = 41  # 1, 2
W_WORK = 43  # work left, squared: planes and switches
W_PILOT = 44  # gear and brakes missing, squared
W_COPILOT = 45  # flaps missing and planes, squared
BLOCK = 46

# Parameters behind the seven blocks.
CLAIRVOYANCE = 7 * BLOCK  # how far the crew trusts that both will share their cards as if the hands lay open
AXIS_SHOWN = CLAIRVOYANCE + 1  # for an own axis card that the partner can answer
ENGINE_SHOWN = CLAIRVOYANCE + 2
REROLL_GAIN = CLAIRVOYANCE + 3  # a reroll must raise the chance by this much
REROLL_BELOW = CLAIRVOYANCE + 4  # and is only thought about where the chance is below this
PARAMETERS = 8
LOGISTIC_AT = CLAIRVOYANCE + PARAMETERS
LOGISTIC_STEPS = 16  # entries of the table per unit
LOGISTIC_END = 10  # where it ends, on both sides

LOST = -30.0


@compiled
def chance(x: float, w: Floats) -> float:
    """The logistic function of `x`, from its table: the same on every platform."""
    if x <= -LOGISTIC_END:
        return 0.0
    if x >= LOGISTIC_END:
        return 1.0
    x = (x + LOGISTIC_END) * LOGISTIC_STEPS
    i = int(x)
    low = w[LOGISTIC_AT + i]
    return low + (x - i) * (w[LOGISTIC_AT + i + 1] - low)


@compiled
def traffic(s: Ints) -> int:
    """All planes from the current card to the airport."""
    n = 0
    for card in range(s[POSITION], 7):
        n += s[PLANES + card]
    return n


@compiled
def position_worth(s: Ints, w: Floats, at: int, by: int, rounds: int) -> float:
    """The weights of where the plane stands after flying `by` cards, `rounds` with moving engines left after this one.

    LOST where the rules forbid the flight or the airport is out of reach.
    """
    here = s[POSITION] + by
    if here > 6 or 6 - here > 2 * rounds:
        return LOST
    for card in range(s[POSITION], here):
        if s[PLANES + card] > 0:
            return LOST
    x = w[at + W_TO_FLY + 6 - here] + w[at + W_AIRPORT] * s[PLANES + 6]
    for card in range(here, 6):
        x += w[at + W_AHEAD + card - here] * s[PLANES + card]
    if here < 6 and s[PLANES + here] > 0 and 6 - here >= rounds:
        x += w[at + W_BLOCKED]
    return x


@compiled
def rest_worth(s: Ints, w: Floats, at: int) -> float:
    """The weights of all that neither the axis nor the position decides: traffic, switches, coffee, rerolls, work left."""
    planes = traffic(s)
    gear = 3 - s[GEAR] - s[GEAR + 1] - s[GEAR + 2]
    flaps = 4 - s[FLAPS]
    brakes = 3 - s[BRAKES]
    x = w[at + BIAS]
    if planes:
        x += w[at + W_TRAFFIC + min(planes, 10) - 1]
    if gear:
        x += w[at + W_GEAR + gear - 1]
    if flaps:
        x += w[at + W_FLAPS + flaps - 1]
    if brakes:
        x += w[at + W_BRAKES + brakes - 1]
    if s[COFFEE]:
        x += w[at + W_COFFEE + s[COFFEE] - 1]
    if s[REROLLS]:
        x += w[at + W_REROLLS + s[REROLLS] - 1]
    work = planes + gear + flaps + brakes
    x += w[at + W_WORK] * work * work
    x += w[at + W_PILOT] * (gear + brakes) * (gear + brakes)
    return x + w[at + W_COPILOT] * (flaps + planes) * (flaps + planes)


@compiled
def axis_worth(axis: int, w: Floats, at: int) -> float:
    """The weight of the marker's distance from the centre; LOST for a spin."""
    off = abs(axis)
    if off > 2:
        return LOST
    return w[at + W_AXIS + off - 1] if off else 0.0


@compiled
def round_worth(s: Ints, w: Floats, at: int, rounds: int) -> float:
    """What a finished round leaves behind: the whole sum of weights."""
    return rest_worth(s, w, at) + axis_worth(s[AXIS], w, at) + position_worth(s, w, at, 0, rounds)

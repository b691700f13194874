"""Fit the weights of Landeanflug's house crew by its own flights; writes `kit/games/landeanflug/weights.toml`.

    python tools/fit_landeanflug.py [--passes 3] [--flights 4000] [--seed 100]

How it goes:

1. The weights begin as set by hand (`by_hand`): with those alone the crew lands about 80 % on leicht, 55 % on
   schwer.
2. The crew flies; 1 of 100 placements is random, so that the flights see more than the crew would choose. The position after
   each round is kept with how the flight ended.
3. For each round a logistic regression of "landed" on what `worth.py` weighs, drawn towards the weights before it (ridge), gives
   the new ones. So what a position is worth is how often the crew itself landed from there. Back to 2.

Flights without turbulence (leicht, normal, schwer) and with it (alone, profi) have weights of their own; dice use the calm ones.
The touchdown round stays as set by hand: there the rules say what is demanded. The parameters were chosen by trying a few values
on flights of other seeds. About a quarter of an hour on one idle core; needs numpy and numba.

The weights in the repository come from two such passes (3000, then 4000 flights a setting) that ran before `AXIS_SHOWN` and
`ENGINE_SHOWN` had their values (both were 0); these were chosen afterwards. So a new run gives other, similar weights.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from kit.core.deals import mix
from kit.games.landeanflug import kernel, model, weights, worth
from kit.games.landeanflug.hands import hand_table

CALM = (("leicht", ()), ("normal", ()), ("schwer", ()))
TURBULENT = (("leicht", ("turbulence",)), ("profi", ()))
STRAY = 10  # random placements of 1000
RIDGE = 20.0
UNIT = {worth.W_WORK: 50.0, worth.W_PILOT: 10.0, worth.W_COPILOT: 30.0}  # the size of the squared terms
PARAMETERS = {
    worth.CLAIRVOYANCE: 0.5,
    worth.AXIS_SHOWN: 0.3,
    worth.ENGINE_SHOWN: -0.3,
    worth.REROLL_GAIN: 0.05,
    worth.REROLL_BELOW: 0.6,
}
Array = Any


def by_hand() -> list[float]:
    """The weights to begin with."""
    w = [0.0] * worth.LOGISTIC_AT + weights.logistic_table()
    for number in range(1, 8):
        at, left = worth.BLOCK * (number - 1), 7 - number
        last = number == 7

        def fill(group: int, size: int, each: float, at: int = at) -> None:
            w[at + group : at + group + size] = [each * (k + 1) for k in range(size)]

        w[at + worth.BIAS] = 6.0 if last else 3.0
        w[at + worth.W_AXIS : at + worth.W_AXIS + 2] = (-18.0, -18.0) if last else (-0.5, -1.5)
        w[at + worth.W_AIRPORT] = -12.0 if last else -0.5
        urgent = 0.0 if last else 0.5 + 1.0 / left
        fill(worth.W_GEAR, 3, -12.0 if last else -0.6 * urgent)
        fill(worth.W_FLAPS, 4, -12.0 if last else -0.6 * urgent)
        fill(worth.W_BRAKES, 3, -0.5 if last else -0.6 * urgent)
        fill(worth.W_COFFEE, 3, 0.1 if last else 0.3)
        if not last:
            w[at + worth.W_TO_FLY : at + worth.W_TO_FLY + 7] = [-0.6 * abs(cards - (6 - number)) for cards in range(7)]
            w[at + worth.W_AHEAD : at + worth.W_AHEAD + 6] = [-0.7] + [-0.5] * 5
            w[at + worth.W_BLOCKED] = -1.5
            fill(worth.W_TRAFFIC, 10, -0.2 * urgent)
            fill(worth.W_REROLLS, 2, 0.3)
    for index, value in PARAMETERS.items():
        w[index] = value
    return w


def features(s: Array, number: int) -> Array:
    """What `worth.py` weighs, a row for each position (a row of `s`) at the end of round `number`."""
    rows = np.arange(len(s))
    x = np.zeros((len(s), worth.BLOCK))
    here, planes = s[:, model.POSITION], s[:, model.PLANES : model.PLANES + 7]
    to_fly = 6 - here
    traffic = np.where(np.arange(7) >= here[:, None], planes, 0).sum(1)
    gear = 3 - s[:, model.GEAR : model.GEAR + 3].sum(1)
    flaps, brakes = 4 - s[:, model.FLAPS], 3 - s[:, model.BRAKES]

    def one_of(group: int, size: int, value: Array) -> None:
        for k in range(size):
            x[:, group + k] = value == k + 1

    x[:, worth.BIAS] = 1
    one_of(worth.W_AXIS, 2, np.abs(s[:, model.AXIS]))
    x[rows, worth.W_TO_FLY + to_fly] = 1
    for k in range(6):
        before = here + k < 6
        x[before, worth.W_AHEAD + k] = planes[rows[before], here[before] + k]
    blocked = planes[rows, np.minimum(here, 5)] > 0
    x[:, worth.W_BLOCKED] = blocked & (to_fly > 0) & (to_fly >= 6 - number)
    x[:, worth.W_AIRPORT] = planes[:, 6]
    one_of(worth.W_TRAFFIC, 10, np.minimum(traffic, 10))
    one_of(worth.W_GEAR, 3, gear)
    one_of(worth.W_FLAPS, 4, flaps)
    one_of(worth.W_BRAKES, 3, brakes)
    one_of(worth.W_COFFEE, 3, s[:, model.COFFEE])
    one_of(worth.W_REROLLS, 2, s[:, model.REROLLS])
    x[:, worth.W_WORK] = (traffic + gear + flaps + brakes) ** 2
    x[:, worth.W_PILOT] = (gear + brakes) ** 2
    x[:, worth.W_COPILOT] = (flaps + traffic) ** 2
    return x


def regress(x: Array, landed: Array, before: Array) -> Array:
    """Logistic regression by damped Newton steps, drawn towards the weights `before`."""
    ridge = np.full(worth.BLOCK, RIDGE)
    for index, unit in UNIT.items():
        ridge[index] *= unit**2
    ridge[worth.BIAS] = 0.01

    def loss(w: Array) -> float:
        z = x @ w
        return float(np.sum(np.logaddexp(0, z) - landed * z) + np.sum(ridge * (w - before) ** 2) / 2)

    w, now = before.copy(), loss(before)
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (landed - p) - ridge * (w - before)
        bend = (x * np.maximum(p * (1 - p), 1e-3)[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        while loss(w + step) > now and np.abs(step).max() > 1e-6:
            step /= 2
        w, last = w + step, now
        now = loss(w)
        if last - now < 1e-3:
            break
    return w


def fly(w: list[float], level: str, variants: tuple[str, ...], flights: int, seed: int, stray: int) -> tuple[Array, Array]:
    """Whether each flight landed, and its positions after each round: [flights], [flights, 7, SIZE] (zeros: not reached)."""
    endings, ends = np.zeros((flights, 2), np.int64), np.zeros((7 * flights, model.SIZE), np.int64)
    setup = kernel.setup_array(level, variants)
    kernel.house_batch(np.uint64(mix(seed)), 0, setup, np.array(w), np.array(hand_table()), stray, endings, ends)
    return endings[:, 0] == model.LANDED, ends.reshape(flights, 7, model.SIZE)


def fit(w: list[float], settings: tuple[tuple[str, tuple[str, ...]], ...], flights: int, seed: int) -> list[float]:
    """One pass: fly each setting, then regress each round."""
    flown = [fly(w, level, variants, flights, seed, STRAY) for level, variants in settings]
    landed, ends = np.concatenate([f[0] for f in flown]), np.concatenate([f[1] for f in flown])
    print("  landed with random placements among them:", *(f"{f[0].mean():.3f}" for f in flown), flush=True)
    w = list(w)
    for number in range(1, 7):
        reached = ends[:, number - 1, model.ROUND] == number + 1
        at = worth.BLOCK * (number - 1)
        block = regress(features(ends[reached, number - 1], number), landed[reached], np.array(w[at : at + worth.BLOCK]))
        w[at : at + worth.BLOCK] = map(float, block)
    return w


def main() -> None:
    """Fit both sets and write them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--flights", type=int, default=4000, help="a setting and pass")
    parser.add_argument("--seed", type=int, default=100)
    chosen = parser.parse_args()
    fitted = []
    for title, settings in (("calm", CALM), ("turbulent", TURBULENT)):
        w = by_hand()
        for number in range(chosen.passes):
            print(f"{title} {number + 1}", flush=True)
            w = fit(w, settings, chosen.flights, chosen.seed + number)
        print("  landed:", *(f"{fly(w, *setting, 1000, chosen.seed + 99, 0)[0].mean():.3f}" for setting in settings), flush=True)
        fitted.append(w)
    weights.FILE.write_text(weights.written(*fitted), "utf-8")


if __name__ == "__main__":
    main()

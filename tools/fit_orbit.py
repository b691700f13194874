"""Fit what a hand promises for a task of Orbit; prints the lines of `WEIGHTS` in `kit/games/orbit/promise.py`.

    python tools/fit_orbit.py [--deals 40000]

For each kind of task: random deals with 3, 4 and 5 seats, a random owner who may take it, and one game by rule of thumb. A
logistic regression of "fulfilled" on the owner's cards gives the weights, in 16ths of a factor 2 of the odds. About a minute on
one core; needs numpy and numba. The commander's K♠ is not seen where its holder may not take the task; it then counts as the K♥.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import CHOICES, U, begin_stream, below
from kit.core.deals import mix
from kit.games.orbit import crews, promise
from kit.games.orbit.kernel import rules_array
from kit.games.orbit.kernel_draft import COMMANDER, DRAFT, REST, deal, may_take
from kit.games.orbit.kernel_tasks import give
from kit.games.orbit.model import HANDS, SEATS, SIZE, SUIT, TARGET, TASK, pack
from kit.games.orbit.state import DECK
from kit.games.orbit.taking import WORK
from kit.games.orbit.thinking import WISHES

Array = Any
RANKS = "7A235" + "46K89" + "TJQ"  # the ranks of the task cards by row
DECK_ORDER = "A23456789TJQK"
RIDGE = 3.0
STEPS = 12
FIRST_SEED = 9000

_play_out = twin("kit.games.orbit.thinking").play_out


@jit
def sample(rank: int, rules: Array, deck: Array, table: Array, seed: Any, hands: Array, fulfilled: Array) -> None:
    """One game a row: the owner's cards as in a row of weights, and whether the task was fulfilled."""
    s, d, work, wishes = np.zeros(SIZE, np.int64), np.zeros(DRAFT, np.int64), np.zeros(WORK, np.int64), np.zeros(WISHES, np.int64)
    stream, choices = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    i, k = 0, 0
    while k < fulfilled.shape[0]:
        deal(s, d, rules, deck, seed ^ U(i), stream)
        begin_stream(choices, seed ^ U(i), CHOICES)
        i += 1
        card, seat = 13 * below(choices, 4) + rank, below(choices, s[SEATS])
        if not may_take(s, seat, card, table, d[COMMANDER], d[REST], work):
            continue
        give(s, seat, card, table)
        suit = s[TASK + TARGET] // 9 if s[TASK + TARGET] >= 0 else s[TASK + SUIT]
        for held in range(40):
            if s[HANDS + seat] >> held & 1:
                if held >= 36:
                    hands[k, promise.KINGS + held - 36] += 1
                else:
                    hands[k, held % 9 + (0 if held // 9 == suit else promise.OTHERS)] += 1
        fulfilled[k] = _play_out(s, wishes, below(choices, 1 << 28))
        k += 1


def regression(x: Array, y: Array) -> Array:
    """The weights of a logistic regression with a ridge."""
    b = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ b))
        curve = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(b))
        b += np.linalg.solve(curve, x.T @ (y - p) - RIDGE * b)
    return b


def row(rank: int, deals: int) -> list[int]:
    """A row of weights of the task cards of a rank (0 to 12), from `deals` deals for each number of seats."""
    deck, table = np.array([pack(card) for card in DECK], np.int64), np.array(crews.task_table(), np.int64)
    xs, ys = [], []
    for seats in (3, 4, 5):
        x, y = np.zeros((deals, promise.PROFILE)), np.zeros(deals, np.int64)
        sample(rank, rules_array("1", seats, ()), deck, table, U(mix(FIRST_SEED + rank)), x, y)
        x[:, promise.SEATED + seats] = 1
        xs.append(x)
        ys.append(y)
    weights = [round(float(w) * promise.UNIT / np.log(2)) for w in regression(np.vstack(xs), np.concatenate(ys))]
    if not weights[promise.KINGS + 3]:
        weights[promise.KINGS + 3] = weights[promise.KINGS + 2]
    return weights


def main() -> None:
    """Prints a line for each kind of task."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=int, default=40_000, help="deals for each task and number of seats")
    deals = parser.parse_args().deals
    for rank in RANKS:
        print(f"    {', '.join(map(str, row(DECK_ORDER.index(rank), deals)))},", flush=True)


if __name__ == "__main__":
    main()

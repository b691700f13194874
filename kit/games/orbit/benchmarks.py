"""Orbit: what `kit bench` measures here beside what it measures of every game: the open-hands solver and the lens."""

from __future__ import annotations

import random
import time
from importlib.util import find_spec
from typing import Any

from kit.core.deals import Deal
from kit.games.orbit import model, rules
from kit.games.orbit.lens import lens
from kit.games.orbit.solver import DEPTH, UNKNOWN
from kit.games.orbit.state import Phase, State
from kit.games.orbit.view import view

DEALS = 200  # of four seats with three to five tasks
LIMIT = 10_000_000  # cards that the compiled solver tries at most
MEMORY = 1 << 16
TABLES = 12  # positions of the lens


def drafted(seed: int, seats: int = 4) -> State:
    """A deal after a draft of random picks, its mission drawn from 4 to 14."""
    rng = random.Random(seed)
    state = rules.start(level=str(rng.randrange(4, 15)), seats=seats, deal=Deal(seed))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, rng.choice(rules.legal_moves(state)[:-1]))
    return state


def solver_times(deals: int, limit: int = LIMIT) -> tuple[list[float], int]:
    """Milliseconds of processor time of the compiled solver at the start of random deals, sorted; how often it did not know."""
    import numpy as np

    from kit.core.compiled import twin

    search, unknown, seed = twin("kit.games.orbit.solver").search, 0, 0
    times: list[float] = []
    while len(times) <= deals:  # the first compiles, and is left out
        seed += 1
        state = drafted(seed)
        if not 3 <= len(state.taken) <= 5:
            continue
        s, way = np.array(model.encode(state, state.hands)), np.zeros(DEPTH + 1, np.int64)
        ones, twos = np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.int64)
        began = time.process_time()
        unknown += search(s, limit, ones, twos, way) == UNKNOWN and bool(times)
        times.append(1000 * (time.process_time() - began))
    return sorted(times[1:]), unknown


def lens_times(count: int = TABLES, seats: int = 4) -> list[float]:
    """Milliseconds of processor time of the open lens at the first lead with the others' signals, sorted."""
    times: list[float] = []
    for seed in range(count):
        state = drafted(seed, seats)
        for i in range(1, seats):
            shown = rules.signals(state, (state.commander + i) % seats)
            state = rules.apply(state, shown[0]) if shown else state
        seen = view(state, state.turn)
        began = time.process_time()
        lens(seen, seen.hand[0], "de")
        times.append(1000 * (time.process_time() - began))
    return sorted(times)


def figures() -> list[dict[str, Any]]:
    """Rows as `kit bench` prints them: what, value, unit, budget."""
    rows = [_row("lens, median", lens_times()[TABLES // 2], "ms", "<= 150")]
    rows.append(_row("lens, five seats, slowest", lens_times(seats=5)[-1], "ms", "<= 150"))
    if find_spec("numba"):
        times, unknown = solver_times(DEALS)
        rows.append(_row("solver, 3-5 tasks, median", times[DEALS // 2], "ms", "<= 1"))
        rows.append(_row("solver, 3-5 tasks, 95 %", times[DEALS * 19 // 20], "ms", "<= 200"))
        rows.append(_row("solver, 3-5 tasks, does not know", unknown, f"of {DEALS}", "-"))
    return rows


def _row(what: str, value: float, unit: str, budget: str) -> dict[str, Any]:
    return {"what": f"orbit: {what}", "value": value, "unit": unit, "budget": budget}

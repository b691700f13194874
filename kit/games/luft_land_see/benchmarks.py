"""Luft, Land und See: what `kit bench` measures of this game beside what it measures of all."""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import Any

from kit.core.deals import Deal, Stream
from kit.games.luft_land_see import advice, crews, lens, rules
from kit.games.luft_land_see.view import View, view


def positions(count: int = 12) -> list[View]:
    """Views of seats that decide, at growing distance from the start, by greedy play."""
    found = []
    for seed in range(count):
        state, luck = rules.start(deal=Deal(seed)), Stream(seed)
        for _ in range(seed):
            if state.outcome is None:
                seat = state.decider
                assert seat is not None
                state = rules.apply(state, crews.greedy_crew(view(state, seat), luck))
        if state.outcome is None:
            found.append(view(state, state.decider))
    return found


def lens_times() -> list[float]:
    """Processor milliseconds of the open lens with advice beside it, in several positions, sorted; nothing is kept."""
    taken = []
    for seen in positions():
        advice.thoughts.cache_clear()
        advice.outlook.cache_clear()
        began = time.process_time()
        lens.lens(seen, (), "de")
        advice.advice(seen, "de")
        taken.append(1000 * (time.process_time() - began))
    return sorted(taken)


def house_times(wars: int = 2) -> list[float]:
    """Processor milliseconds of the house's moves, sorted, without its cap on time."""
    taken = []
    for seed in range(wars):
        state, luck = rules.start(deal=Deal(seed)), Stream(seed)
        while state.outcome is None:
            seat = state.decider
            assert seat is not None
            seen = view(state, seat)
            began = time.process_time()
            move = crews.thoughts(seen, luck, cap=60.0)[0][1]
            taken.append(1000 * (time.process_time() - began))
            state = rules.apply(state, move)
    return sorted(taken)


def figures() -> list[dict[str, Any]]:
    """The rows: `what`, `value`, `unit`, `budget`."""
    house, seen = house_times(), lens_times()
    rows = [
        ("house's move without its cap, 95 %", house[len(house) * 19 // 20], "ms", "<= 150"),
        ("house's move without its cap, longest", house[-1], "ms", "<= 300"),
        ("lens and advice, median", seen[len(seen) // 2], "ms", "<= 150"),
    ]
    if find_spec("numba"):
        from kit.games.luft_land_see import kernel

        def play(names: tuple[str, ...], wars: int) -> kernel.Batch:
            return kernel.simulate(level="standard", variants=(), crews=names, games=wars, seed=1)

        rates = [batch.decisions / batch.seconds for batch in (play(("random",), 20_000) for _ in range(3))]
        rows.append(("compiled random play", max(rates), "decisions/s", ">= 500000"))
        duel = play(("house", "greedy"), 60)
        rows.append(("house beats greedy, 60 wars", 100 * duel.wins / duel.games, "%", ">= 80"))
    return [
        {"what": f"luft_land_see: {what}", "value": value, "unit": unit, "budget": budget} for what, value, unit, budget in rows
    ]

"""The figures of `docs/performance.md`, measured now. Each is the best of three runs: other programs only slow a run down."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from kit.core.deals import Deal
from kit.core.game import Game, Move
from kit.core.registry import games


def random_games(game: Game, count: int, seed: int = 1) -> list[tuple[int, list[Move]]]:
    """`count` games of random counted moves (no reroll calls, no resigning): the deal's seed and the moves of each."""
    rng = random.Random(seed)
    played = []
    for number in range(count):
        state = game.start(level=game.levels[0], seats=game.seats[0], deal=Deal(number))
        moves = []
        while game.outcome(state) is None:
            moves.append(rng.choice(game.legal_counted(state)))
            state = game.apply(state, moves[-1])
        played.append((number, moves))
    return played


def best_of(run: Callable[[], int], repeats: int = 3) -> float:
    """Things a second: `run` does some and returns how many."""
    rates = []
    for _ in range(repeats):
        began = time.perf_counter()
        done = run()
        rates.append(done / (time.perf_counter() - began))
    return max(rates)


def engine_rate(game: Game, count: int = 400) -> float:
    """Moves a second of the readable engine, each with its legality check (`apply` asks `why_not` first)."""
    played = random_games(game, count)

    def run() -> int:
        for seed, moves in played:
            state = game.start(level=game.levels[0], seats=game.seats[0], deal=Deal(seed))
            for move in moves:
                state = game.apply(state, move)
        return sum(len(moves) for _, moves in played)

    return best_of(run)


def listing_rate(game: Game, count: int = 200) -> float:
    """Moves a second of random play that also lists all counted legal moves before each."""
    return best_of(lambda: sum(len(moves) for _, moves in random_games(game, count)))


def figures() -> list[dict[str, Any]]:
    """All figures as rows: what, value, unit, budget."""
    rows = []
    for game in games():
        rows.append(_row(f"{game.id}: engine, legality checked", engine_rate(game), "moves/s", ">= 20000"))
        rows.append(_row(f"{game.id}: engine, all legal moves listed", listing_rate(game), "moves/s", "-"))
    return rows


def _row(what: str, value: float, unit: str, budget: str) -> dict[str, Any]:
    return {"what": what, "value": value, "unit": unit, "budget": budget}

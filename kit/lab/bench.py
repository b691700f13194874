"""The figures of `docs/performance.md`, measured now. Each is the best of three runs: other programs only slow a run down."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kit.core.deals import Deal
from kit.core.game import Game, Move
from kit.core.registry import games


def random_games(game: Game, count: int, seed: int = 1) -> list[tuple[int, list[Move]]]:
    """`count` games of random counted moves (no reroll calls, no resigning): the deal's seed and the moves of each."""
    rng = random.Random(seed)
    played = []
    for number in range(count):
        state = game.start(level=game.levels[0], seats=game.default_seats, deal=Deal(number))
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
            state = game.start(level=game.levels[0], seats=game.default_seats, deal=Deal(seed))
            for move in moves:
                state = game.apply(state, move)
        return sum(len(moves) for _, moves in played)

    return best_of(run)


def listing_rate(game: Game, count: int = 200) -> float:
    """Moves a second of random play that also lists all counted legal moves before each."""
    return best_of(lambda: sum(len(moves) for _, moves in random_games(game, count)))


def crew_times(game: Game, crew: str, count: int = 6) -> list[float]:
    """Processor milliseconds of each decision of a crew in `count` games of its own, in plain Python as in play, sorted."""
    play = import_module(f"kit.games.{game.id}.crews").get(crew)
    rng, times = random.Random(1), []
    for number in range(count):
        state = game.start(level=game.levels[0], seats=game.default_seats, deal=Deal(number))
        while game.outcome(state) is None:
            seen = game.view(state, game.deciders(state)[0])
            began = time.process_time()
            move = play(seen, rng)
            times.append(1000 * (time.process_time() - began))
            state = game.apply(state, move)
    return sorted(times)


def batch_rate(game: Game, crew: str, count: int) -> float:
    """Compiled games a second on one core, without compiling."""
    kernel = import_module(f"kit.games.{game.id}.kernel")
    rates = []
    for seed in range(3):
        batch = kernel.simulate(
            level=game.levels[0], seats=game.default_seats, variants=(), crews=(crew,), games=count, seed=seed
        )
        rates.append(batch.games / batch.seconds)
    return max(rates)


def figures() -> list[dict[str, Any]]:
    """All figures as rows: what, value, unit, budget."""
    rows = []
    for game in games():
        rows.append(_row(f"{game.id}: engine, legality checked", engine_rate(game), "moves/s", ">= 20000"))
        rows.append(_row(f"{game.id}: engine, all legal moves listed", listing_rate(game), "moves/s", "-"))
        times = crew_times(game, "house")
        rows.append(_row(f"{game.id}: house crew's move, median", times[len(times) // 2], "ms", "<= 300"))
        rows.append(_row(f"{game.id}: house crew's move, 95 %", times[len(times) * 19 // 20], "ms", "<= 300"))
        if find_spec("numba"):
            bench = _bench_of(game)
            rate = batch_rate(game, "random", 100_000)
            rows.append(_row(f"{game.id}: compiled random play", rate, "games/s", bench.get("random", "-")))
            rate = batch_rate(game, "house", bench.get("games", 300))
            rows.append(_row(f"{game.id}: compiled house crew", rate, "games/s", bench.get("house", "-")))
        if find_spec(f"kit.games.{game.id}.benchmarks"):  # what only this game has
            rows += import_module(f"kit.games.{game.id}.benchmarks").figures()
    return rows


def _bench_of(game: Game) -> dict[str, Any]:
    """What a game's `figures.BENCH` says, if there is one: budgets by crew, and `games` of the house crew a run."""
    name = f"kit.games.{game.id}.figures"
    return getattr(import_module(name), "BENCH", {}) if find_spec(name) else {}


def _row(what: str, value: float, unit: str, budget: str) -> dict[str, Any]:
    return {"what": what, "value": value, "unit": unit, "budget": budget}

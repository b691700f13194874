"""Measuring how difficult single tasks are (Orbit, OR-2), in a worker process: for `kit calibrate` and for a notebook's table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from kit.core.errors import OptionError
from kit.core.registry import PACKAGES, get_game
from kit.lab.batches import new_pool


def calibrate(
    game_id: str = "orbit",
    *,
    games: int = 200,
    seats: int | None = None,
    seed: int = 0,
    ranks: Sequence[int] = tuple(range(1, 14)),
    jobs: int = 1,
) -> Iterator[Any]:
    """The rows of a game's task table, one after the other as they are measured (`kit.games.<id>.calibration.Row`).

    OptionError for a game without such a table or an unknown number of seats.
    """
    game = get_game(game_id)
    game.check(seats=seats)
    if find_spec(f"{PACKAGES[game_id]}.calibration") is None:
        raise OptionError("unknown-game", given=game_id, valid=", ".join(name for name in PACKAGES if _has_table(name)))
    measure = import_module(f"{PACKAGES[game_id]}.calibration").measure
    with new_pool(jobs) as pool:
        waiting = [pool.submit(measure, rank, games, seats or game.default_seats, seed) for rank in ranks]
        for each in waiting:
            yield each.result()


def task_table(game_id: str = "orbit", *, lang: str | None = None, **options: Any) -> Any:
    """The same as a table for a notebook (`kit.games.<id>.calibration.Table`); `options` are those of `calibrate`."""
    rows = list(calibrate(game_id, **options))
    return import_module(f"{PACKAGES[game_id]}.calibration").Table(rows, lang)


def _has_table(name: str) -> bool:
    return find_spec(f"{PACKAGES[name]}.calibration") is not None

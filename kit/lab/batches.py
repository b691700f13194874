"""Batches: many games of crews, compiled, in worker processes, with progress, stop and intervals.

A batch has a seed, and game i of seed s is the same whatever the number of workers: the batch is cut into pieces by game number,
and each piece is played by the game's compiled kernel (`kit.games.<id>.kernel.simulate`) in a worker. Workers are any
`concurrent.futures.Executor`: a process pool of our own by default, `Client.get_executor()` of Dask on a cluster. Nothing here
loads numba; the workers do.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from importlib import import_module

from kit.chance.intervals import Interval, wilson
from kit.core.errors import OptionError
from kit.core.registry import get_game

PIECES_A_WORKER = 8  # at least so many: steady progress, and no worker idle at the end
PIECE_SECONDS = 1.0  # about what a piece takes: Stop and Ctrl-C wait for the pieces under way
FIRST_PIECE = 64  # games, as long as nobody knows how long they take
ALONE_SECONDS = 1.0  # a batch that one worker plays in that time has no use for a second, which takes longer to start


@dataclass(frozen=True)
class Setting:
    """What is played: a game's id, level, seats, variants, and the crews that sit down (one name: all seats)."""

    game: str
    level: str
    seats: int
    variants: tuple[str, ...] = ()
    crews: tuple[str, ...] = ("house",)

    @classmethod
    def of(
        cls,
        game_id: str,
        *,
        level: str | None = None,
        seats: int | None = None,
        variants: tuple[str, ...] = (),
        crews: tuple[str, ...] = ("house",),
    ) -> Setting:
        """A setting with the game's defaults; OptionError for what the game does not have."""
        game = get_game(game_id)
        game.check(level=level, seats=seats, variants=variants, crews=crews)
        return cls(game_id, level or game.levels[0], seats or game.default_seats, tuple(sorted(set(variants))), crews)

    @property
    def published(self) -> float | None:
        """The rate that was published for this setting (a fraction), None where there is none."""
        figures = import_module(f"kit.games.{self.game}.figures")
        value: float | None
        if hasattr(figures, "published_between"):  # crews against each other: it depends on who meets whom
            value = figures.published_between(self.level, self.seats, self.variants, self.crews)
        else:
            value = figures.published(self.level, self.seats, self.variants)
        return value


@dataclass(frozen=True)
class Piece:
    """Games `first` ... `first + n - 1` of a batch, and what came of them: endings by name, wins, seconds of playing."""

    first: int
    n: int
    endings: Counter[str] = field(default_factory=Counter)
    wins: int = 0
    seconds: float = 0.0


@dataclass
class Batch:
    """The result so far: which games were played, how they ended, which are missing because a worker died or Stop was pressed."""

    setting: Setting
    games: int
    seed: int
    pieces: list[Piece] = field(default_factory=list)
    failed: list[Piece] = field(default_factory=list)
    stopped: bool = False
    seconds: float = 0.0

    @property
    def played(self) -> int:
        """How many games were played."""
        return sum(piece.n for piece in self.pieces)

    @property
    def wins(self) -> int:
        """How many of them were won."""
        return sum(piece.wins for piece in self.pieces)

    @property
    def rate(self) -> float:
        """Wins / played, a fraction; 0 where none was played."""
        return self.wins / self.played if self.played else 0.0

    @property
    def endings(self) -> Counter[str]:
        """How many games ended in which way."""
        return sum((piece.endings for piece in self.pieces), Counter())

    def interval(self, level: float = 0.95) -> Interval:
        """Wilson's interval for the rate."""
        return wilson(self.wins, self.played, level)

    @property
    def missing(self) -> list[tuple[int, int]]:
        """The games that were not played although the batch ended, as ranges (first, last)."""
        return sorted((piece.first, piece.first + piece.n - 1) for piece in self.failed)

    def as_json(self) -> dict[str, object]:
        """The form of `kit simulate --json`: rates are fractions, `seconds` without compiling."""
        low, high = self.interval()
        return {
            "game": self.setting.game,
            "level": self.setting.level,
            "seats": self.setting.seats,
            "variants": list(self.setting.variants),
            "crew": ",".join(self.setting.crews),
            "games": self.played,
            "wins": self.wins,
            "rate": self.rate,
            "low": low,
            "high": high,
            "published": self.setting.published,
            "seconds": self.seconds,
            "endings": dict(self.endings.most_common()),
            "seed": self.seed,
            "missing": [list(span) for span in self.missing],
            "stopped": self.stopped,
        }


def play_piece(setting: Setting, seed: int, first: int, n: int) -> Piece:
    """Play a piece here; what a worker runs. Loads the game's kernel, and numba with it."""
    kernel = import_module(f"kit.games.{setting.game}.kernel")
    batch = kernel.simulate(
        level=setting.level,
        seats=setting.seats,
        variants=setting.variants,
        crews=setting.crews,
        games=n,
        seed=seed,
        first=first,
    )
    return Piece(first, n, Counter(batch.endings), batch.wins, batch.seconds)


def warm_up(setting: Setting) -> float:
    """Load and, the first time, compile the kernel in this process; returns the seconds it took."""
    began = time.perf_counter()
    play_piece(setting, 0, 0, 1)
    return time.perf_counter() - began


def new_pool(jobs: int) -> ProcessPoolExecutor:
    """A pool of fresh processes (spawned: a notebook's kernel has threads, which a fork would tear)."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Ctrl-C is for the program that asked for the batch; the workers finish their piece or are ended by it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def default_jobs() -> int:
    """As many workers as this process may use cores."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Progress = Callable[[Batch], None]


class Runner:
    """Plays a batch piece by piece. `stop()` may be called from anywhere; what is done is kept.

    `games` and `jobs` (workers; None: as many as cores) are 1 or more, else OptionError.
    """

    def __init__(
        self,
        setting: Setting,
        games: int,
        seed: int,
        *,
        executor: Executor | None = None,
        jobs: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        for name, given in (("games", games), ("jobs", jobs)):
            if given is not None and given < 1:
                raise OptionError("not-positive", field=name, given=given)
        self.batch = Batch(setting, games, seed)
        self.jobs = jobs or default_jobs()
        self.progress = progress
        self._executor = executor
        self._own: ProcessPoolExecutor | None = None
        self._stop = False
        self._size = FIRST_PIECE

    def stop(self) -> None:
        """Finish no more pieces."""
        self._stop = True

    def run(self) -> Batch:
        """Play to the end, to Stop or to Ctrl-C; returns what was played."""
        try:
            self._warm()
            began = time.perf_counter()
            self._run_all(began)
        except KeyboardInterrupt:
            self._stop = True
        finally:
            self._close()
        self.batch.stopped = self._stop and self.batch.played < self.batch.games
        return self.batch

    def _warm(self) -> None:
        """Let one worker compile before the clock runs, so that the others find the cache filled."""
        if self._executor is None:
            self._submit(Piece(0, 1), warm=True).result()

    def _submit(self, piece: Piece, *, warm: bool = False) -> Future[Piece]:
        executor = self._executor
        if executor is None:
            executor = self._own = self._own or new_pool(self.jobs)
        setting, seed = self.batch.setting, self.batch.seed
        if warm:
            return executor.submit(warm_up, setting)  # type: ignore[arg-type]
        return executor.submit(play_piece, setting, seed, piece.first, piece.n)

    def _run_all(self, began: float) -> None:
        queue = pieces(self.batch.games, self.jobs, lambda: self._size)
        suspects = self._run(queue, self.jobs, began)
        for piece in suspects:  # a worker died: each piece it may have had is tried again alone
            if self._stop:
                self.batch.failed.append(piece)
            else:
                self.batch.failed += self._run(iter([piece]), 1, began)

    def _run(self, queue: Iterator[Piece], most: int, began: float) -> list[Piece]:
        """Play pieces with at most `most` under way; returns those under way when a worker died."""
        suspects: list[Piece] = []
        running: dict[Future[Piece], Piece] = {}
        while not self._stop:
            alone = self._own is not None and time.perf_counter() - began < ALONE_SECONDS
            while len(running) < (1 if alone else most) and (piece := next(queue, None)) is not None:
                running[self._submit(piece)] = piece
            if not running:
                break
            done, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                piece = running.pop(future)
                try:
                    self._done(future.result())
                except BrokenExecutor:  # our pool: all that was under way is lost with it
                    suspects += [piece, *running.values()]
                    running.clear()
                    self._close()
                    break
                except Exception as error:
                    if not type(error).__module__.startswith("distributed"):  # a cluster's word for a worker that died
                        raise
                    suspects.append(piece)
            self.batch.seconds = time.perf_counter() - began
            if self.progress:
                self.progress(self.batch)
        for future in running:
            future.cancel()
        return suspects

    def _done(self, piece: Piece) -> None:
        self.batch.pieces.append(piece)
        grown = int(piece.n * PIECE_SECONDS / max(piece.seconds, 1e-6))
        self._size = max(1, min(grown, 4 * self._size))

    def _close(self) -> None:
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)
            self._own = None


def pieces(games: int, jobs: int, size: Callable[[], int] = lambda: 1 << 62) -> Iterator[Piece]:
    """The batch cut by game number: at least `PIECES_A_WORKER` pieces a worker, each of at most `size()` games (asked anew)."""
    most = max(1, -(-games // (jobs * PIECES_A_WORKER)))
    first = 0
    while first < games:
        n = min(most, max(1, size()), games - first)
        yield Piece(first, n)
        first += n


def simulate(
    setting: Setting,
    games: int,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Batch:
    """Play `games` games (1 or more, else OptionError) and return the batch; see `Runner` for stopping it."""
    return Runner(setting, games, seed, executor=executor, jobs=jobs, progress=progress).run()

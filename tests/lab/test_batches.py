"""Batches: the same games however they are cut, stop keeps what is done, a dead worker's games are named."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace

import pytest

from kit.chance.intervals import wilson
from kit.core.errors import OptionError
from kit.lab import batches
from kit.lab.batches import Piece, Runner, Setting, pieces, simulate

SETTING = Setting.of("landeanflug", level="normal", crews=("random",))


class Here(Executor):
    """Runs each piece at once in this process; `deadly` pieces (by first game) raise what a cluster raises for a lost worker."""

    def __init__(self, deadly=()):
        self.deadly = set(deadly)

    def submit(self, function, /, *args, **kwargs):
        future = Future()
        try:
            if args[2] in self.deadly:
                raise WorkerLost("worker died")
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class WorkerLost(Exception):
    """Looks like an error of Dask's."""


WorkerLost.__module__ = "distributed.scheduler"


def test_pieces_cover_every_game_once():
    for games, jobs in ((1, 2), (10, 2), (1000, 3), (17, 1)):
        numbers = [n for piece in pieces(games, jobs) for n in range(piece.first, piece.first + piece.n)]
        assert numbers == list(range(games))


@pytest.mark.parametrize(
    ("field", "asked"), [("games", {"games": -5}), ("games", {"games": 0}), ("jobs", {"games": 5, "jobs": 0})]
)
def test_fewer_than_one_game_or_worker_is_refused(field, asked):
    with pytest.raises(OptionError, match=f"^{field} is {asked[field]}; it must be at least 1"):
        simulate(SETTING, executor=Here(), **asked)


def test_game_i_of_a_batch_is_the_same_whatever_the_workers():
    one = simulate(SETTING, 300, 5, executor=Here(), jobs=1)
    with ThreadPoolExecutor(3) as threads:
        three = simulate(SETTING, 300, 5, executor=threads, jobs=3)
    assert one.played == three.played == 300
    assert one.endings == three.endings and one.wins == three.wins
    assert simulate(SETTING, 300, 6, executor=Here()).endings != one.endings


def test_a_batch_reports_rate_interval_and_published_figure():
    batch = simulate(SETTING, 200, 1, executor=Here())
    data = batch.as_json()
    low, high = wilson(batch.wins, 200)
    assert (data["game"], data["level"], data["seats"], data["crew"], data["games"]) == (
        "landeanflug",
        "normal",
        2,
        "random",
        200,
    )
    assert (data["rate"], data["low"], data["high"]) == (batch.wins / 200, low, high)
    assert data["published"] == 0.56 and sum(data["endings"].values()) == 200
    assert Setting.of("landeanflug", level="normal", variants=("open",)).published is None


def test_stop_keeps_what_is_done():
    runner = Runner(SETTING, 1000, 2, executor=Here(), jobs=1)
    runner.progress = lambda batch: runner.stop() if batch.played >= 250 else None
    batch = runner.run()
    assert 250 <= batch.played < 1000 and batch.stopped
    assert batch.interval() == wilson(batch.wins, batch.played)


def test_a_lost_worker_costs_only_its_games():
    first = [piece.first for piece in pieces(400, 1)]
    batch = simulate(SETTING, 400, 2, executor=Here(deadly=[first[3]]), jobs=1)
    size = first[1] - first[0]
    assert batch.missing == [(first[3], first[3] + size - 1)]
    assert batch.played == 400 - size
    assert not batch.stopped


def test_an_error_in_the_code_is_not_taken_for_a_dead_worker(monkeypatch):
    with pytest.raises(OptionError):
        simulate(replace(SETTING, crews=("nobody",)), 10, 1, executor=Here())


def _dies(setting, seed, first, n):
    if first == 0:
        os._exit(1)
    return Piece(first, n)


def test_a_process_that_dies_is_named_and_the_rest_is_played(monkeypatch):
    """With the real process pool: one piece kills its worker each time it is tried."""
    monkeypatch.setattr(batches, "play_piece", _dies)
    monkeypatch.setattr(batches, "warm_up", abs)  # nothing to compile here
    runner = Runner(SETTING, 64, 1, jobs=2)
    monkeypatch.setattr(runner, "_warm", lambda: None)
    batch = runner.run()
    assert batch.missing == [(0, 3)]
    assert batch.played == 60


def _quick(setting, seed, first, n):
    return Piece(first, n)


def test_a_short_batch_starts_one_worker(monkeypatch):
    monkeypatch.setattr(batches, "play_piece", _quick)
    monkeypatch.setattr(batches, "ALONE_SECONDS", 600)
    runner, workers = Runner(SETTING, 64, 1, jobs=2), set()
    monkeypatch.setattr(runner, "_warm", lambda: setattr(runner, "_own", batches.new_pool(2)))
    runner.progress = lambda batch: workers.add(len(runner._own._processes))
    assert (runner.run().played, workers) == (64, {1})


def test_ctrl_c_gives_the_result_so_far():
    """`kit simulate` interrupted: the games played so far with their interval, status 1, no traceback."""
    code = "import sys; sys.stderr.isatty = lambda: True; from kit.cli import main; sys.exit(main(sys.argv[1:]))"
    options = ["--games", "100000000", "--crew", "random", "--jobs", "1", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, "simulate", "landeanflug", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a run in the background would ignore it
    )
    told = b""
    while not re.search(rb"[1-9]\d* / ", told):  # on a fresh clone it compiles first
        more = process.stderr.read(1000)
        assert more, told
        told += more
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 1 and b"Traceback" not in err
    result = json.loads(out)
    assert result["stopped"] and 0 < result["games"] < 100_000_000 and result["low"] <= result["rate"] <= result["high"]


@pytest.mark.parametrize(
    ("options", "named"),
    [({"level": "x"}, "leicht"), ({"crews": ("nobody",)}, "house"), ({"variants": ("x",)}, "dice"), ({"seats": 3}, "2")],
)
def test_unknown_options_list_the_valid_ones(options, named):
    with pytest.raises(OptionError) as raised:
        Setting.of("landeanflug", **options)
    assert named in str(raised.value)


def test_dask_takes_the_pieces():
    """With a local cluster of Dask, where it is installed (it is no part of the kit)."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None)
    with cluster, distributed.Client(cluster) as client:
        batch = simulate(SETTING, 100, 5, executor=client.get_executor(), jobs=1)
    assert batch.played == 100

"""The sample records: they replay, round-trip, and show what their comments say."""

from __future__ import annotations

from pathlib import Path

import pytest
from lls_states import bottom, hand, side, worth

import kit.games.luft_land_see as package
from kit.core.records import parse_record, read_record, write_record
from kit.games.luft_land_see import words
from kit.games.luft_land_see.state import Ending
from kit.games.luft_land_see.view import view

EXAMPLES = sorted((Path(package.__file__).parent / "examples").glob("*.txt"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_replay_and_round_trip(path):
    record = read_record(path)
    assert parse_record(write_record(record)).states() == record.states()
    for state in record.states():
        assert words.summary(view(state, None), "de") and words.lines(view(state, 0), "en")


def example(name):
    return read_record(next(path for path in EXAMPLES if path.stem == name)).states()


def test_the_sample_is_a_whole_war():
    last = example("sample")[-1]
    assert last.outcome and {battle.ending for battle in last.results} == set(Ending)
    assert words.ending(view(last, None), "de")["title"].endswith(f"nach {len(last.results)} Schlachten.")


def test_redeploy_in_the_opponents_turn():
    """LLS-5.65."""
    states = example("redeploy")
    assert [state.decider for state in states] == [1, 1, 0, 0, 0, 1] and states[4].turn == 0 and states[3].turn == 1
    assert worth(states[1], "R land") == 2 and worth(states[4], "R land") == 6 and hand(states[5], "R") == "A6"


def test_around_a_blockade():
    """LLS-5.10, LLS-5.15, LLS-5.19."""
    states = example("blockade")
    assert side(states[2], "R land") == "L4 (A6) A1"
    assert bottom(states[4]) == "L6" and bottom(states[5]) == "L3" and not states[5].queue

"""PL-8: the first target can always be hit with the dealt cards, by players who know all hands; and the solver is quick."""

from __future__ import annotations

import pytest

from kit.games.punktlandung.benchmarks import first_targets


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ["leicht", "experte"])
def test_the_first_target_can_always_be_hit(seats, level):
    """Every tenth of the 2000 deals of the published check (docs/performance.md has them all); at most 10 ms in the median."""
    check = first_targets(seats, range(0, 2000, 10), level)
    assert check.deals == 200
    assert check.without == 0
    assert 4 < check.turns < 5 and check.longest <= 8
    assert check.milliseconds <= 10


def test_small_numbers_cannot_always_be_hit():
    """PL-10.8: there about a third of the deals fail, so the check can tell."""
    from kit.core.deals import Deal
    from kit.games.punktlandung.rules import start
    from kit.games.punktlandung.solver import solve

    states = [start(level="leicht", variants=("small",), deal=Deal(seed)) for seed in range(24)]
    failed = sum(solve(state.hands, 0, state.target, small=True) is None for state in states)
    assert 3 <= failed <= 14

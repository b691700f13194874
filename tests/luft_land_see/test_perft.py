"""Perft: numbers of sequences of counted moves, pinned. They count a whole engine in a few numbers.

The random-play figures of `test_properties.py` are an independent simulator's; these pin the engine that matches them.
"""

from __future__ import annotations

import pytest
from lls_states import at

from kit.core.deals import Deal
from kit.games.luft_land_see import GAME

PINNED = {
    1: [24, 532, 9767, 178019],
    2: [24, 553, 10544, 190755],
    3: [24, 553, 10142, 189827],
}


@pytest.mark.parametrize(("seed", "nodes"), PINNED.items())
def test_three_deals(seed, nodes):
    assert GAME.perft(GAME.start(deal=Deal(seed)), len(nodes)) == nodes


def test_a_position_full_of_abilities():
    state = at(
        "stack R air A1 (L3); stack R sea (S4) L6; stack B land (L2) S5; stack B sea (S1) (A3);"
        "hand R L5 A2 S6; hand B L1 A4 L4; deck S3 A6 A5 S2"
    )
    assert GAME.perft(state, 4) == [12, 135, 1040, 7974]

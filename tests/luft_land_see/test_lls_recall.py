"""Memory kept twice: the readable engine's sets and the array beside the model are the same after every move."""

from __future__ import annotations

import random
from collections import Counter

from lls_states import at, play
from test_properties import tricky

from kit.core.deals import Deal
from kit.games.luft_land_see import memory, model, recall, rules
from kit.games.luft_land_see.coding import decode_move, encode
from kit.games.luft_land_see.moves import Withdraw
from kit.games.luft_land_see.state import State


def follow(state: State, rng: random.Random, found: Counter[str]) -> None:
    """Plays a battle on and compares after every move; counts what was remembered."""
    seen, moves, begun = [*state.traces, *state.hand_traces], [0] * model.MAX_MOVES, len(state.results)
    while len(state.results) == begun:
        s = encode(state)
        codes = {decode_move(code): code for code in moves[: model.legal(s, moves)]}
        move = tricky(state, rng)
        if isinstance(move, Withdraw):
            break
        recall.remember(s, seen, codes[move])
        state = rules.apply(state, move)
        if len(state.results) > begun:
            break
        assert (tuple(seen[:18]), tuple(seen[18:])) == (state.traces, state.hand_traces), str(move)
        found["traces"] += any(state.traces)
        found["hands"] += any(state.hand_traces)
        found["one knows"] += any(trace >> 18 & recall.LANE_MASK != trace & recall.LANE_MASK for trace in state.traces)


def test_both_remember_the_same_after_every_move():
    rng, found = random.Random(9), Counter[str]()
    for seed in range(60):
        follow(rules.start(deal=Deal(seed)), rng, found)
    assert found["traces"] > 50 and found["one knows"] > 10


def test_both_remember_cards_that_went_back_to_a_hand():
    """Blue turns a card of red's face down, red takes it back: blue knows that it is in the hand, or lies wherever it goes."""
    rng, found = random.Random(3), Counter[str]()
    for own, other in (("R", "B"), ("B", "R")):
        text = f"stack {own} land L6; stack {own} air (A5); queue ambush {other} L2 air; turn {other}; first R; "
        text += f"hand {own} S4 A1 L1 S6; hand {other} L3 A3 S1 S2"
        for seed in range(20):
            follow(play(at(text, seed=seed), "flip opp land, deploy S4"), rng, found)
    assert found["hands"] > 20


def test_one_hand_is_remembered_apart_from_the_other():
    traces = tuple(1 << 5 if card == 5 else 0 for card in range(18))
    for seat in (0, 1):
        _, hands = memory.returned((traces, (1 << 7, 1 << 9)), seat, 5)
        assert hands == ((1 << 7 | 1 << 5, 1 << 9) if seat == 0 else (1 << 7, 1 << 9 | 1 << 5))
        assert memory.shown((traces, (1 << 7 | 1 << 5, 1 << 9 | 1 << 5)), 5, 1 << 5)[1] == (1 << 7, 1 << 9)
        assert memory.emptied((traces, (1 << 7, 1 << 9)), seat)[1] == ((0, 1 << 9) if seat == 0 else (1 << 7, 0))

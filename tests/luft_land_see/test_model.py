"""The array model plays as the readable engine does: the same moves, the same positions, the same winners."""

from __future__ import annotations

import random

from test_properties import tricky

from kit.core.deals import Deal
from kit.games.luft_land_see import model, rules
from kit.games.luft_land_see.coding import decode_move, encode
from kit.games.luft_land_see.moves import Withdraw
from kit.games.luft_land_see.strengths import leader, strengths


def facts(s: list[int]) -> list[object]:
    """What of an array says where everything is, however it came about."""
    stacks = [s[model.STACKS + 18 * at : model.STACKS + 18 * at + s[model.SIZES + at]] for at in range(6)]
    deck = s[model.DECK + s[model.DECK_HEAD] : model.DECK + s[model.DECK_TAIL]]
    queue = s[model.QUEUE + s[model.QUEUE_HEAD] : model.QUEUE + s[model.QUEUE_TAIL]]
    return [s[: model.QUEUE_HEAD], s[model.WHERE : model.QUEUE], stacks, deck, queue]


def test_model_and_engine_play_side_by_side():
    rng, moves, decisions = random.Random(7), [0] * model.MAX_MOVES, 0
    for seed in range(400):
        state = rules.start(deal=Deal(seed))
        s = encode(state)
        while True:
            n = model.legal(s, moves)
            by_move = {decode_move(code): code for code in moves[:n]}
            assert set(by_move) == {move for move in rules.legal_moves(state) if not isinstance(move, Withdraw)}
            assert len(by_move) == n and model.decider(s) == state.decider
            assert [(model.power(s, t), model.power(s, 3 + t)) for t in range(3)] == list(strengths(state))
            assert model.winner(s) == leader(state)
            move = tricky(state, rng)
            while isinstance(move, Withdraw):
                move = tricky(state, rng)
            state, decisions = rules.apply(state, move), decisions + 1
            model.act(s, by_move[move])
            if state.results:
                assert s[model.OVER] and model.winner(s) == state.results[0].winner
                break
            assert not s[model.OVER] and facts(s) == facts(encode(state))
    assert decisions > 5000

"""The compiled rules are the engine's, move by move, and the crew decides compiled as it does in play."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kit.core.deals import Deal, mix
from kit.games.punktlandung import crews, kernel, rules, thinking
from kit.games.punktlandung import kernel_model as model
from kit.games.punktlandung.moves import OPERATIONS, Pass, Play, Show, counted
from kit.games.punktlandung.state import Ending
from kit.games.punktlandung.view import view

SETTINGS = [
    ("leicht", 2, ()),
    ("normal", 3, ()),
    ("experte", 4, ()),
    ("normal", 2, ("endless",)),
    ("schwer", 3, ("small",)),
]
DECISIONS = 21_000  # each setting: more than 10^5 in all


def tuples(s, state):
    """The kernel's position in the engine's terms."""
    hands, known = [], []
    for seat in range(state.setup.seats):
        at = model.SEATS_AT + seat * model.SEAT_SIZE
        hands.append(tuple(rank for rank in range(14) for _ in range(s[at + rank])))
        known.append(tuple(rank for rank in range(14) for _ in range(s[at + 14 + rank])))
    stack = tuple(int(card) for card in s[model.STACK + s[model.TOP] : model.STACK + s[model.END]])
    return tuple(hands), tuple(known), stack


def agrees(s, state):
    hands, known, stack = tuples(s, state)
    assert hands == state.hands
    assert known == tuple(tuple(sorted(cards)) for cards in state.known)
    assert stack == state.stack
    bottom = s[model.END] - max(s[model.TOP], s[model.KNOWN_END])
    assert bottom == len(state.bottom)
    ending = kernel.ENDINGS[s[model.OUTCOME]]
    assert ending == (state.outcome.ending if state.outcome else None)
    assert (s[model.HITS], s[model.TURNS]) == (state.hits, state.turns)
    if not state.outcome:
        assert (s[model.TARGET], s[model.SUM], s[model.TURN]) == (state.target, state.sum, state.turn)


@pytest.mark.parametrize(("level", "seats", "variants"), SETTINGS)
def test_the_same_moves_lead_to_the_same_positions(level, seats, variants):
    array, deck = kernel.rules_array(level, seats, variants)
    s, stream, rng = np.zeros(model.SIZE, np.int64), np.zeros(1, np.uint64), Random(1)
    decisions = seed = 0
    while decisions < DECISIONS:
        seed += 1
        state = rules.start(level=level, seats=seats, variants=variants, deal=Deal(seed))
        model.deal(s, array, deck, np.uint64(seed), stream)
        agrees(s, state)
        while not state.outcome:
            moves = [m for m in rules.legal_moves(state) if counted(m) or isinstance(m, Show)]
            moves = [m for m in moves if not isinstance(m, Play) or m.op != "x" or state.sum < 10**6] or moves
            move = rng.choice(moves)
            if isinstance(move, Show):
                model.show(s, move.card)
            elif isinstance(move, Pass):
                model.turn(s, array, thinking.PASS, move.card, move.card)
            else:
                model.turn(s, array, OPERATIONS.index(move.op), move.card, move.value)
            state = rules.apply(state, move)
            agrees(s, state)
            decisions += 1


@pytest.mark.parametrize(("level", "seats", "variants"), [("normal", 2, ()), ("leicht", 3, ()), ("leicht", 2, ("small",))])
def test_the_house_crew_plays_the_same_game_compiled(level, seats, variants):
    """Whole games: the batch's result is that of the plain crew on the engine, deal by deal."""
    n, seed = 4, 11
    for i in range(n):
        batch = kernel.simulate(level=level, seats=seats, variants=variants, crews=("house",), games=1, seed=seed, first=i)
        state = rules.start(level=level, seats=seats, variants=variants, deal=Deal(mix(seed) ^ i))
        while not state.outcome:
            state = rules.apply(state, crews.house_crew(view(state, state.turn), Random(0)))
        assert batch.endings == {str(state.outcome.ending): 1}
        assert (batch.hits, batch.turns) == (state.hits, state.turns)


def test_a_batch_does_not_depend_on_how_it_is_cut():
    whole = kernel.simulate(level="normal", seats=2, variants=(), crews=("random",), games=400, seed=3)
    parts = [
        kernel.simulate(level="normal", seats=2, variants=(), crews=("random",), games=100, seed=3, first=first)
        for first in range(0, 400, 100)
    ]
    assert whole.turns == sum(part.turns for part in parts) and whole.games == 400
    assert whole.endings.get(str(Ending.WON), 0) == whole.wins == sum(part.wins for part in parts)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_house_wins_at_least_as_often_as_the_published_crew(seats):
    """PL-8, a small sample of each level (the full table stands in docs/performance.md)."""
    from kit.chance.intervals import wilson
    from kit.games.punktlandung.figures import published

    cells = [(level, ()) for level in ("leicht", "normal", "schwer", "experte")] + [("normal", ("no-signals",))] * (seats == 2)
    for level, variants in cells:
        batch = kernel.simulate(level=level, seats=seats, variants=variants, crews=("house",), games=400, seed=5)
        assert wilson(batch.wins, 400, 0.99).high >= published(level, seats, variants)


def test_the_crew_knows_only_its_view():
    """Its move is the same in every world that looks the same to it."""
    from kit.games.punktlandung.view import redeal

    rng = Random(4)
    for seed in range(12):
        state = rules.start(level="normal", seats=3, deal=Deal(seed))
        for _ in range(6):
            if state.outcome:
                break
            seen = view(state, state.turn)
            move = crews.house_crew(seen, rng)
            assert crews.house_crew(view(redeal(state, state.turn, rng), state.turn), rng) == move
            state = rules.apply(state, move)

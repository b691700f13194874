"""The array model against the readable engine, and the open-hands solver against brute force on small endgames."""

from __future__ import annotations

import random

import pytest
from or_states import playing
from test_orbit_reasoning import endgame, ends

from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.orbit import mending, model, rules, thinking
from kit.games.orbit.moves import Play
from kit.games.orbit.solver import Solution, solve
from kit.games.orbit.state import DECK, Phase, Trick
from kit.games.orbit.tasks import fulfilled, task


def drafted(seed: int, seats: int, level: str):
    """The state after a random draft."""
    rng = random.Random(seed)
    state = rules.start(level=level, seats=seats, deal=Deal(seed))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, rng.choice(rules.legal_moves(state)[:-1]))
    return state, rng


def test_cards_pack_and_unpack():
    assert sorted(model.pack(card) for card in DECK) == list(range(40))
    assert all(model.unpack(model.pack(card)) == card for card in DECK)
    assert [model.pack(card) for card in DECK if card % 13 == 12] == [36, 37, 38, 39]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_model_plays_as_the_engine_does(seats):
    for seed in range(12):
        state, rng = drafted(seed, seats, str(seed + 1))
        s = model.encode(state, state.hands)
        while not state.outcome:
            assert s == model.encode(state, state.hands)
            moves = rules.plays(state)
            assert model.legal(s) == model.packed(move.card for move in moves)
            move = rng.choice(moves)
            model.play(s, model.pack(move.card))
            state = rules.apply(state, move)
            if not state.trick:
                for i, each in enumerate(state.taken):
                    how = model.standing(s, model.TASK + model.WIDTH * i)
                    holds = fulfilled(task(each.card), each.seat, state.tricks)
                    assert how == model.OPEN or state.outcome is None or (how == model.DONE) is holds
        assert (model.outlook(s) == model.DONE) is state.outcome.won


def test_what_is_done_or_dead_stays_so():
    for seed in range(30):
        state, rng = drafted(seed, 3 + seed % 3, "16")
        s, settled = model.encode(state, state.hands), {}
        while s[model.LEFT]:
            cards = [card for card in range(40) if model.legal(s) >> card & 1]
            model.play(s, rng.choice(cards))
            for i in range(s[model.TASKS] if s[model.LYING] == 0 else 0):
                how = model.standing(s, model.TASK + model.WIDTH * i)
                assert settled.setdefault(i, how) in (how, model.OPEN)
                settled[i] = how


def test_the_solver_agrees_with_brute_force_on_small_endgames():
    found = {True: 0, False: 0, "kings": 0}
    for seed in range(250):
        state, rng = endgame(seed)
        owned = rng.sample(state.taken, rng.choice((1, 2, 2, 3)))
        state = evolve(state, taken=tuple(owned))
        results = [
            (*state.tricks, *(Trick(*each) for each in more))
            for more in ends(state.hands, state.leader, state.trick, state.turn, state.setup.seats)
        ]
        winnable = any(all(fulfilled(task(t.card), t.seat, tricks) for t in owned) for tricks in results)
        solution = solve(state, state.hands)
        assert solution.winnable is winnable, seed
        if not state.trick:
            barred = mending.kings_forbid(model.encode(state, state.hands))
            assert not (barred and winnable), seed
            found["kings"] += barred
        found[winnable] += 1
        if winnable:
            for card in solution.way:
                state = rules.apply(state, Play(card))
            while not state.outcome:
                state = rules.apply(state, rng.choice(rules.plays(state)))
            assert state.outcome.won
    assert min(found.values()) > 5 and found[False] > 25


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_way_from_the_start_wins(seats):
    unknown = 0
    for seed in range(10):
        state, rng = drafted(seed, seats, "7")
        solution = solve(state, state.hands, limit=20_000)
        unknown += solution.winnable is None
        if solution.winnable:
            for card in solution.way:
                state = rules.apply(state, Play(card))
            while not state.outcome:
                state = rules.apply(state, rng.choice(rules.plays(state)))
            assert state.outcome.won
    assert unknown <= 2


def test_at_its_limit_it_says_unknown():
    state, _ = drafted(1, 4, "20")
    assert solve(state, state.hands, limit=3) == Solution(None)


def test_the_rule_of_thumb_plays_legal_cards_to_the_end():
    won = 0
    for seed in range(40):
        state, rng = drafted(seed, 4, "1")
        s = model.encode(state, state.hands)
        spare, wishes = model.ints(model.SIZE), model.ints(thinking.WISHES)
        thinking.weigh(s, wishes)
        card = thinking.thumb(s, wishes, seed, 12)
        assert model.legal(s) >> card & 1
        before = list(s)
        won += thinking.after(s, spare, wishes, card, rng.randrange(1 << 28))
        assert s == before
    assert won > 25
    many = model.encode(state, state.hands, [(0, 8)] * 20)
    assert many[model.TASKS] == len(state.taken) + 20 and len(many) > model.SIZE


@pytest.mark.parametrize(
    ("hands", "tasks", "forbidden"),
    [
        ("A KS / B KH KD / C KC", "B KC", True),  # only one higher king for two
        ("A KS / B KH KC / C KD", "B KC", False),  # the spades take the hearts, the diamonds the clubs
        ("A KS / B KH KC / C KD", "B KC, C KD", True),  # but who may win no king takes none
        ("A KS KH / B KD / C KC", "A AC", True),  # two tricks are certain
        ("A KS KH / B KD / C KC", "A 2C", False),
        ("A KS KC / B KH / C KD", "A AC, B 7C, C KC", True),  # nobody may take the clubs
        ("A KS KC / B KH / C KD", "A AC, B 7C", False),
        ("A KS / B KH KD KC", "B AC", True),
        ("A KS / B KH KD KC", "B 2C", False),
    ],
)
def test_kings_that_must_win_forbid_tasks(hands, tasks, forbidden):
    state = playing(tasks, hands=hands)
    assert mending.kings_forbid(model.encode(state, state.hands)) is forbidden
    assert not forbidden or solve(state, state.hands).winnable is False

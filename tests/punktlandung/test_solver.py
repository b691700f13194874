"""The exact solver: the worked figures, brute force on small hands, and what the rules say can always be hit."""

from __future__ import annotations

import random
import time

import pytest

from kit.core.deals import Deal
from kit.games.punktlandung import rules
from kit.games.punktlandung.moves import Pass, Play
from kit.games.punktlandung.solver import UNKNOWN, hitting_ranks, predecessors, solve
from kit.games.punktlandung.state import JOKER, RANKS


def test_348_has_43_sums_one_card_before_it():
    """PL-9: 335-347 and 349-361 by plus and minus; 174, 116, 87, 58, 29 by times; 696 and on by dividing."""
    ways = predecessors(348)
    assert len(ways) == 43
    assert [total for total in ways if ways[total][0][0] == "x"] == [29, 58, 87, 116, 174]
    assert {total for total in ways if abs(total - 348) < 14} == {*range(335, 348), *range(349, 362)}
    assert (":", 2) in ways[696] and (":", 13) in ways[4524]
    assert [total for total, how in ways.items() if any(value == 4 for _, value in how)] == [87, 344, 352, 1392]


def test_each_target_has_38_to_47():
    counts = {len(predecessors(target)) for target in range(100, 1000)}
    assert (min(counts), max(counts)) == (38, 47)
    assert len(predecessors(48, small=True)) == 26


@pytest.mark.parametrize("target", [100, 348, 360, 997])
def test_predecessors_are_what_the_rules_make_of_them(target):
    found = {
        total
        for total in range(13 * target + 14)
        for value in RANKS
        for op in "+-x:"
        if not (op == "-" and value > total) and not (op == ":" and total % value)
        if total != target and rules.calculate(total, op, value) == target
    }
    assert set(predecessors(target)) == found


def test_the_ranks_that_hit():
    """From 344 a 4 or a joker; with the first card plus alone (PL-3.3)."""
    assert hitting_ranks(344, 348) == {4, JOKER}
    assert hitting_ranks(87, 348) == {4, JOKER}
    assert hitting_ranks(200, 348) == set()
    assert hitting_ranks(0, 12, first=True, small=True) == {12, JOKER}


def brute(hands, total, target, first, turn=0):
    """The length of a shortest plan, by going through everything; 99 where there is none."""
    if not any(hands):
        return 99
    place = turn % len(hands)
    if not hands[place]:
        return brute(hands, total, target, first, turn + 1)
    best = 99
    for at, card in enumerate(hands[place]):
        rest = (*hands[:place], hands[place][:at] + hands[place][at + 1 :], *hands[place + 1 :])
        best = min(best, 1 + brute(rest, total, target, first, turn + 1))
        if card == UNKNOWN:
            continue
        for value in RANKS if card == JOKER else (card,):
            for op in "+" if first else "+-x:":
                if (op == "-" and value > total) or (op == ":" and total % value):
                    continue
                made = rules.calculate(total, op, value)
                best = min(best, 1 if made == target else 1 + brute(rest, made, target, False, turn + 1))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_brute_force_finds_nothing_shorter(seed):
    rng = random.Random(seed)
    pool = [*range(1, 14), UNKNOWN, *([JOKER] if seed % 6 == 0 else [])]
    sizes = rng.choice([(2, 2), (3, 2), (2, 2, 1), (1, 3), (4, 0)] if seed % 6 else [(2, 1), (1, 1, 1)])
    hands = tuple(tuple(rng.choice(pool) for _ in range(n)) for n in sizes)
    first = seed % 3 == 0
    total = 0 if first else rng.randrange(0, 120)
    target = rng.randrange(10, 400)
    if total == target:
        return
    plan = solve(hands, total, target, first=first)
    expected = brute(hands, total, target, first)
    assert (len(plan) if plan else 99) == expected


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_target_can_be_hit_and_the_plan_is_legal(seats):
    """PL-8: with the dealt cards, by players who know all hands; each plan is played by the engine without drawing anything."""
    took = []
    for seed in range(40):
        state = rules.start(level="normal", seats=seats, deal=Deal(seed))
        began = time.perf_counter()
        plan = solve(state.hands, 0, state.target)
        took.append(time.perf_counter() - began)
        assert plan is not None
        for turn in plan:
            assert turn.place == state.turn
            assert isinstance(turn.move, Play | Pass)
            state = rules.apply(state, turn.move)
        assert state.hits == 1
    assert sorted(took)[len(took) // 2] < 0.1


def test_unknown_cards_can_only_be_passed():
    assert solve(((6, 8), (UNKNOWN, UNKNOWN)), 0, 48) is not None  # 6, pass, times 8
    assert [turn.op for turn in solve(((6, 8), (UNKNOWN, UNKNOWN)), 0, 48) or ()] == ["+", "", "x"]
    assert solve(((6,), (UNKNOWN, 8)), 0, 48) is not None
    assert solve(((6,), (UNKNOWN,)), 0, 48) is None


def test_the_worked_example_could_be_shorter():
    """PL-9: Anna 6 K 8 9 2, Ben 5 4 Q 7 J need no more than the six turns they took."""
    plan = solve(((6, 13, 8, 9, 2), (5, 4, 12, 7, 11)), 0, 348)
    assert plan is not None and len(plan) == 4
    assert solve(((6, 13, 8, 9, 2), (5, 4, 12, 7, 11)), 0, 348, most=3) is None


def test_a_hopeless_sum_is_told_at_once():
    """PL-3.2: sums have no limit, so a plan is looked for only where division can lead back."""
    began = time.perf_counter()
    assert solve(((2, 3), (4, 5)), 10**40, 348) is None
    assert time.perf_counter() - began < 0.05

"""What all moves of a position share is what each would come to alone: the look ahead beside a plain recursion."""

from __future__ import annotations

from random import Random

import pytest

from kit.games.punktlandung import lookahead, thinking, worth
from kit.games.punktlandung.lookahead import CUT
from kit.games.punktlandung.worth import BY_DIVISION, JOKER_COST, PATIENCE, RANKS


def tables(target, operations=4):
    size = worth.table_size(target)
    table, rows = [0.0] * (size * worth.LINE), [0] * (size * worth.ROW)
    worth.worth_table(target, 4, operations, table)
    worth.made_table(target, operations, table, rows)
    worth.steps_table(target, table, rows)
    return table, rows


def recursion(total, chances, kept, patience, target, these):
    """The worth of leaving `total` to the seats with these chances, the next first, then to us with the ranks `kept`."""
    table, rows = these
    if total == target:
        return 1.0
    if total >= worth.table_size(target):
        return BY_DIVISION
    made = rows[total * worth.ROW + worth.MADE :][:RANKS]
    own, stay = [made[rank] for rank in kept], worth.worth_of(total, target, table)
    if not chances:
        if patience == 1.0:
            return float(target in own)
        worths = [stay]
        for rank, other in zip(kept, own, strict=True):
            hit = other == target
            worths.append(patience if hit else patience * worth.worth_of(other, target, table) - JOKER_COST * (rank == 0))
        return max(worths)
    now, *later = chances
    ranks = [(worth.worth_of(made[r], target, table), r) for r in range(RANKS)]
    gains = [(g - (JOKER_COST if made[0] != target else 1e-9) * (r == 0), r) for g, r in ranks]
    left = 1.0
    found = 0.0
    for gain, rank in sorted(gains, key=lambda pair: -pair[0]):
        if gain <= stay or left < CUT:
            break
        if now[rank] > 0.0:
            found += left * now[rank] * recursion(made[rank], later, kept, patience, target, these)
            left *= 1.0 - now[rank]
    return patience * (found + left * recursion(total, later, kept, patience, target, these))


def position(rng, target, seats):
    """A hand (counts by rank), and what the other seats hold with which chance."""
    hand = [0] * RANKS
    for _ in range(4):
        hand[rng.randrange(RANKS)] += 1
    chances = [[rng.choice((0.0, 0.05, 0.3, 0.6, 1.0)) for _ in range(RANKS)] for _ in range(seats - 1)]
    return hand, chances


@pytest.mark.parametrize(("target", "seats", "operations"), [(348, 2, 4), (101, 3, 4), (720, 4, 4), (57, 4, 2)])
def test_moves_weighed_together_are_worth_what_each_is_alone(target, seats, operations):
    rng, these, desk, notes = Random(target), tables(target, operations), lookahead.new_desk(), thinking.new_notes()
    codes, found, sums = notes[:3]
    compared = 0
    for _ in range(12 // (seats - 1)):  # the working arrays are used again and again
        hand, chances = position(rng, target, seats)
        total = rng.randrange(max(0, target - 60), target + 30)
        if total == target or thinking.hitting_move(total, 0, hand, target, operations) >= 0:
            continue
        flat = [p for seat in chances for p in seat]
        n = thinking.weigh(total, 0, hand, seats - 1, flat, target, operations, these, desk, notes)
        for i in range(n):
            if found[i] == -1.0 or sums[i] >= worth.table_size(target):
                continue
            op, card = codes[i] // RANKS**2, codes[i] // RANKS % RANKS
            kept = [rank for rank in range(RANKS) if hand[rank] > (rank == card)]
            alone = recursion(sums[i], chances, kept, PATIENCE, target, these) + thinking.extra(op, card)
            assert found[i] == pytest.approx(alone, abs=1e-12)
            compared += 1
        card = next(rank for rank in range(RANKS) if hand[rank])
        kept = [rank for rank in range(RANKS) if hand[rank] > (rank == card)]
        chance = thinking.hit_chance(total, card, hand, seats - 1, flat, target, these, desk, notes)
        assert chance == pytest.approx(recursion(total, chances, kept, 1.0, target, these), abs=1e-12)
    assert compared > 20


def test_a_card_that_makes_a_hit_is_told_by_a_miss():
    """Who did not hit 348 from 344 held no 4 and no joker; from 29 no Queen."""
    for total, told in ((344, {0, 4}), (29, {0, 12}), (352, {0, 4}), (696, {0, 2}), (300, set())):
        fresh = [3] * RANKS
        thinking.miss_tells(total, 348, 4, fresh, 1)
        assert {rank for rank in range(RANKS) if fresh[rank] == 1} == told
        assert all(count in (1, 3) for count in fresh)

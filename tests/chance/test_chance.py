"""Exact distributions, counting, intervals and chains against values worked out by hand, and against enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from kit.chance.counting import hands, hypergeometric, p_all_different, p_all_different_dice, p_none_of, rolls
from kit.chance.distributions import Distribution, bayes, die, pairs
from kit.chance.intervals import difference, games_needed, games_needed_simple, wilson
from kit.chance.markov import mean_waiting_time, walk

DECK = [value for value in range(1, 7) for _ in range(2)]


def test_hands_agree_with_all_495_subsets():
    counted = Counter(tuple(sorted(hand)) for hand in combinations(DECK, 4))
    exact = hands(DECK, 4)
    assert sum(exact.values()) == 1 and set(exact) == set(counted)
    assert all(exact[hand] == Fraction(ways, 495) for hand, ways in counted.items())


def test_hand_patterns_15_240_240_of_495():
    pattern = hands(DECK, 4).map(lambda hand: len(set(hand)))
    assert [pattern[k] * 495 for k in (2, 3, 4)] == [15, 240, 240]
    assert pattern.mean() == Fraction(38, 11)
    assert pattern[4] == p_all_different() == Fraction(16, 33)


def test_rolls_agree_with_all_1296_results():
    counted = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=4))
    exact = rolls(6, 4)
    assert {hand: p * 1296 for hand, p in exact.items()} == counted
    assert exact.map(lambda hand: len(set(hand))).mean() == Fraction(671, 216)
    assert exact.p(lambda hand: len(set(hand)) == 4) == p_all_different_dice() == Fraction(5, 18)


def test_a_given_value_in_hand():
    stack = Counter(DECK)
    assert 1 - p_none_of(stack, [2], 4) == hands(DECK, 4).p(lambda hand: 2 in hand) == Fraction(19, 33)
    assert rolls(6, 4).p(lambda hand: 2 in hand) == Fraction(671, 1296)
    assert hypergeometric(12, 2, 4)[0] == Fraction(14, 33)


def test_sum_of_a_hand_keeps_the_mean_and_loses_spread():
    cards, dice = hands(DECK, 4).map(sum), rolls(6, 4).map(sum)
    assert cards.mean() == dice.mean() == 14
    assert (cards.variance(), dice.variance()) == (Fraction(280, 33), Fraction(35, 3))
    assert cards.deviation() ** 2 == pytest.approx(280 / 33)


def test_speed_of_two_random_cards():
    speed = pairs(die(), die()).map(sum)
    assert speed.p(lambda v: v <= 4) == Fraction(1, 6)
    assert speed.p(lambda v: 5 <= v <= 8) == Fraction(5, 9)
    assert speed.p(lambda v: v >= 9) == Fraction(5, 18)


def test_bayes_when_the_partner_did_not_match():
    prior = Distribution({True: 19, False: 14})
    assert bayes(prior, lambda has: 1 - Fraction(9, 10) if has else 1)[True] == Fraction(19, 159)
    assert bayes(prior, lambda has: Fraction(1, 2) if has else 1)[True] == Fraction(19, 47)
    with pytest.raises(ValueError):
        bayes(prior, lambda _: 0)


def test_a_distribution_refuses_what_is_none():
    for weights in ({}, {1: 0}, {1: 2, 2: -1}):
        with pytest.raises(ValueError):
            Distribution(weights)
    assert Distribution({1: 1, 2: 0})[2] == 0 and 2 not in Distribution({1: 1, 2: 0})
    assert Distribution({1: 1, 2: 3}).given(lambda k: k == 2)[2] == 1


def test_wilson_of_the_published_rate():
    low, high = wilson(1120, 2000)
    assert (round(low, 3), round(high, 3)) == (0.538, 0.582)
    assert wilson(0, 0) == (0, 1) and wilson(0, 10).low == 0 and wilson(10, 10).high == 1
    with pytest.raises(ValueError):
        wilson(3, 2)


def test_wilson_covers_as_often_as_it_says():
    rng, inside, trials = Random(5), 0, 2000
    for _ in range(trials):
        hits = sum(rng.random() < 0.3 for _ in range(60))
        low, high = wilson(hits, 60)
        inside += low <= 0.3 <= high
    assert 0.93 < inside / trials < 0.97


def test_games_needed_for_five_and_two_points():
    assert (games_needed(0.05), games_needed_simple(0.05)) == (381, 385)
    assert (games_needed(0.02), games_needed_simple(0.02)) == (2398, 2401)


def test_difference_of_two_rates():
    low, high = difference(56, 70, 48, 80)  # Newcombe's example (1998, table II, a)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def spins(turbulence):
    def transition(axis):
        if axis == "spin":
            return Distribution({"spin": 1})
        weights = {}
        for pilot, copilot in product(range(1, 7), repeat=2):
            gap = copilot - pilot
            moved = axis + gap + (turbulence and (gap > 0) - (gap < 0))
            key = moved if abs(moved) <= 2 else "spin"
            weights[key] = weights.get(key, 0) + 1
        return Distribution(weights)

    return transition


@pytest.mark.parametrize(
    ("turbulence", "shown"), [(0, [66.7, 41.2, 25.3, 15.6, 9.6, 5.9, 3.6]), (1, [44.4, None, None, None, None, None, 0.46])]
)
def test_random_play_spins_sooner_or_later(turbulence, shown):
    alive = [float(100 * (1 - at["spin"])) for at in walk(0, spins(turbulence), 7)][1:]
    for value, expected in zip(alive, shown, strict=True):
        assert expected is None or value == pytest.approx(expected, abs=0.05)


def test_waiting_for_three_brakes():
    assert mean_waiting_time([Fraction(1, 2), Fraction(1, 4)]) == 6

"""Exact distributions, counting, intervals and chains against values worked out by hand, and against enumeration."""

import re
from collections import Counter
from fractions import Fraction
from inspect import getdoc, getmembers, getsource, isfunction
from itertools import combinations, count, product
from math import nextafter, sqrt
from random import Random

import pytest

from kit.chance import counting, distributions, intervals, markov
from kit.chance.counting import hands, hypergeometric, p_all_different, p_all_different_dice, p_none_of, rolls
from kit.chance.distributions import Distribution, bayes, die, pairs
from kit.chance.intervals import difference, games_needed, games_needed_simple, normal_quantile, wilson
from kit.chance.markov import mean_waiting_time, step, walk

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


RATES = (0, 0.001, 0.01, 0.02, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.6, 0.9, 0.95, 0.98, 0.999, 1)


@pytest.mark.parametrize("half_width", [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.45, 0.499])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_games_needed_is_the_first_n_that_is_narrow_enough(half_width, level):
    z = normal_quantile(level)
    for p in RATES:

        def half(n, p=p):
            return z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)

        assert games_needed(half_width, p, level) == next(n for n in count(1) if half(n) <= half_width), p


def test_games_needed_agrees_with_the_interval_itself():
    for hits, n in ((0, 35), (0, 10), (2, 40), (20, 40), (39, 40), (40, 40)):
        low, high = wilson(hits, n)
        assert games_needed(nextafter((high - low) / 2 + 1e-12, 1), hits / n) == n
    assert (games_needed(0.05, 0), games_needed(0.01, 0.01), games_needed(0.05, 0.95)) == (35, 454, 83)  # counted in an audit
    assert games_needed_simple(0.05, 0) == 1  # where the simple formula is of no use


def test_difference_without_a_game_may_be_anything():
    assert difference(0, 0, 3, 5) == difference(3, 5, 0, 0) == difference(0, 0, 0, 0) == (-1, 1)


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


REFUSED = [
    (lambda: games_needed(-0.1), "half_width must be between 0 and 0.5", "-0.1"),
    (lambda: games_needed(0), "half_width must be between 0 and 0.5", "0"),
    (lambda: games_needed(0.5), "half_width must be between 0 and 0.5", "0.5"),
    (lambda: games_needed(0.05, 2), "p must be a probability from 0 to 1", "2"),
    (lambda: games_needed(0.05, -1), "p must be a probability from 0 to 1", "-1"),
    (lambda: games_needed(0.05, 0.5, 95), "level must be between 0 and 1", "95"),
    (lambda: games_needed_simple(0), "half_width must be between 0 and 0.5", "0"),
    (lambda: games_needed_simple(0.05, 2), "p must be a probability from 0 to 1", "2"),
    (lambda: normal_quantile(0), "level must be between 0 and 1", "0"),
    (lambda: normal_quantile(1), "level must be between 0 and 1", "1"),
    (lambda: wilson(1, 2, level=95), "level must be between 0 and 1", "95"),
    (lambda: wilson(0, 0, level=95), "level must be between 0 and 1", "95"),
    (lambda: wilson(0.5, 1), "hits must be a whole number from 0 to 1", "0.5"),
    (lambda: wilson(3, 2), "hits must be a whole number from 0 to 2", "3"),
    (lambda: wilson(-1, 2), "hits must be a whole number from 0 to 2", "-1"),
    (lambda: wilson(0, -1), "n must be a whole number of at least 0", "-1"),
    (lambda: wilson(0, float("nan")), "n must be a whole number of at least 0", "nan"),
    (lambda: wilson(0, float("inf")), "n must be a whole number of at least 0", "inf"),
    (lambda: difference(1, 2, 3, 2), "hits2 must be a whole number from 0 to 2", "3"),
    (lambda: difference(1, -2, 3, 4), "n1 must be a whole number of at least 0", "-2"),
    (lambda: difference(0, 0, 1, 4, 95), "level must be between 0 and 1", "95"),
    (lambda: hypergeometric(-1, 0, 0), "population must be a whole number of at least 0", "-1"),
    (lambda: hypergeometric(10, 12, 3), "successes must be a whole number from 0 to 10", "12"),
    (lambda: hypergeometric(10, 3, 12), "drawn must be a whole number from 0 to 10", "12"),
    (lambda: hands([1, 2], 3), "size must be a whole number from 0 to 2", "3"),
    (lambda: hands([1, 2], -1), "size must be a whole number from 0 to 2", "-1"),
    (lambda: rolls(6, -1), "size must be a whole number of at least 0", "-1"),
    (lambda: rolls(0, 2), "sides must be a whole number of at least 1", "0"),
    (lambda: p_none_of({1: 2}, [1], 3), "size must be a whole number from 0 to 2", "3"),
    (lambda: p_none_of({1: -2}, [1], 0), "stack[1] must be a whole number of at least 0", "-2"),
    (lambda: p_all_different(6, 2, 13), "hand must be a whole number from 0 to 12", "13"),
    (lambda: p_all_different(0, 2, 1), "values must be a whole number of at least 1", "0"),
    (lambda: p_all_different(6, 0, 1), "copies must be a whole number of at least 1", "0"),
    (lambda: p_all_different_dice(0, 1), "sides must be a whole number of at least 1", "0"),
    (lambda: p_all_different_dice(6, -1), "dice must be a whole number of at least 0", "-1"),
    (lambda: die(0), "sides must be a whole number of at least 1", "0"),
    (lambda: Distribution({1: 2, 2: -1}), "the weight of 2 must be 0 or more", "-1"),
    (lambda: Distribution({}), "weights must add up to more than 0", "0"),
    (lambda: Distribution.uniform([]), "weights must add up to more than 0", "0"),
    (lambda: Distribution({1: 0}), "weights must add up to more than 0", "0"),
    (lambda: bayes(die(), lambda pips: 2), "likelihood(1) must be a probability from 0 to 1", "2"),
    (lambda: bayes(die(), lambda pips: 0), "likelihood must be above 0 for at least one hypothesis", "0 for all"),
    (lambda: walk("a", lambda state: Distribution({state: 1}), -1), "steps must be a whole number of at least 0", "-1"),
    (lambda: step(Distribution({"a": 1}), lambda state: {state: Fraction(1, 2)}), "transition('a') must sum to 1", "1/2"),
    (lambda: mean_waiting_time([1, 0]), "probabilities[1] must be a probability above 0 and at most 1", "0"),
    (lambda: mean_waiting_time([2]), "probabilities[0] must be a probability above 0 and at most 1", "2"),
    (lambda: mean_waiting_time([-1]), "probabilities[0] must be a probability above 0 and at most 1", "-1"),
]


@pytest.mark.parametrize(("call", "allowed", "given"), REFUSED, ids=[f"{allowed} not {given}" for _, allowed, given in REFUSED])
def test_a_wrong_argument_is_named_with_its_range_and_its_value(call, allowed, given):
    with pytest.raises(ValueError, match=rf"^{re.escape(allowed)}\b.*, not {re.escape(given)}($|[:;])"):
        call()


def test_an_impossible_event_is_no_condition():
    with pytest.raises(ValueError, match=r"^event must be possible, but it is true of none of the 6 outcomes$"):
        die().given(lambda pips: pips > 6)


def test_no_number_at_all_is_a_type_error_that_names_the_argument():
    for call in (
        lambda: wilson("7", 24),
        lambda: die(None),
        lambda: games_needed("5 %"),
        lambda: bayes(die(), lambda pips: "1/2"),
    ):
        with pytest.raises(TypeError, match=r"^(hits|sides|half_width|likelihood\(1\)) must be a number, .*, not "):
            call()


def test_arguments_at_the_end_of_their_range_are_taken():
    assert hypergeometric(10, 0, 3) == Distribution({0: 1}) and hypergeometric(4, 3, 4) == Distribution({3: 1})
    assert hands([1, 2], 0) == rolls(6, 0) == Distribution({(): 1})
    assert (
        p_all_different_dice(6, 7) == p_all_different(6, 2, 7) == 0
        and p_all_different_dice(6, 0) == p_all_different(6, 2, 0) == 1
    )
    assert p_none_of({1: 2}, [1], 0) == 1 and p_none_of({1: 2}, [1], 2) == 0
    assert walk("a", lambda state: {state: 1}, 0) == [Distribution({"a": 1})]
    assert mean_waiting_time([]) == 0 and mean_waiting_time([1]) == 1
    assert wilson(1.0, 2.0) == wilson(1, 2)


PUBLIC = {
    f"{module.__name__}.{name}": function
    for module in (counting, distributions, intervals, markov)
    for name, function in [*getmembers(module, isfunction), *getmembers(Distribution, isfunction)]
    if function.__module__ == module.__name__ and not name.startswith("_")
} | {"kit.chance.distributions.uniform": Distribution.uniform}


def test_the_public_functions_are_found():
    assert len(PUBLIC) == 17 + 7 and {"kit.chance.markov.step", "kit.chance.distributions.given"} <= set(PUBLIC)


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_a_docstring_says_formula_unit_source_and_errors(name):
    said = getdoc(PUBLIC[name])
    assert re.search(r"[\w)] = [\w(]", said), "no formula"
    assert re.search(r"\bUnits?: \S", said), "no unit"
    assert re.search(r"\bSource: \S", said), "no source"
    if re.search(r"\b(raise|whole|probability|between|_asked)\b", getsource(PUBLIC[name]).split('"""')[2]):
        assert "ValueError" in said

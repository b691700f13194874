"""The exact odds against brute-force enumeration of every hidden deal, and against the printed figures."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from kit.core.deals import Deal
from kit.games.landeanflug import odds, rules
from kit.games.landeanflug.state import Phase
from kit.games.landeanflug.view import redeal, unseen, view


def random_views(count, **options):
    rng = Random(7)
    for number in range(count):
        state = rules.start(deal=Deal(number), **options)
        for _ in range(rng.randrange(20)):
            state = rules.apply(state, rng.choice(rules.placements(state)))
            if state.outcome:
                break
        seat = rng.randrange(2)
        if not state.outcome and state.phase is Phase.PLACING and state.hands[1 - seat]:
            yield state, view(state, seat)


def brute_hands(seen):
    """Every way to draw the partner's hand, card by card with names, each as likely."""
    if seen.setup.dice:
        return [tuple(sorted(roll)) for roll in product(range(1, 7), repeat=seen.partner_count)]
    return [tuple(sorted(hand)) for hand in combinations(unseen(seen, 1 - seen.seat), seen.partner_count)]


@pytest.mark.parametrize("options", [{}, {"variants": ["dice"]}, {"level": "profi"}])
def test_odds_agree_with_enumeration(options):
    for _, seen in random_views(25, **options):
        worlds = brute_hands(seen)
        share = Counter(worlds)
        assert dict(odds.partner_hands(seen)) == {hand: Fraction(n, len(worlds)) for hand, n in share.items()}
        for value in range(1, 7):
            assert odds.holds(seen, [value]) == Fraction(sum(value in hand for hand in worlds), len(worlds))
            for coffee in (0, 1):
                tilts, fine = Counter(), 0
                lies = odds.laid_value(seen, 1 - seen.seat, "axis")
                speeds = odds.laid_value(seen, 1 - seen.seat, "engines")
                for hand in worlds:
                    can = {v for c in hand for v in range(c - coffee, c + coffee + 1) if 1 <= v <= 6}
                    answers = [lies] if lies else can
                    tilts[min(abs(odds.marker(seen, value, a)) for a in answers)] += 1
                    fine += any(odds.result(seen, value + a) in ("one", "two") for a in ([speeds] if speeds else can))
                assert odds.best_tilt(seen, value, coffee) == {t: Fraction(n, len(worlds)) for t, n in tilts.items()}
                assert odds.can_reach(seen, value, ("one", "two"), coffee) == Fraction(fine, len(worlds))


def test_a_random_answer_is_one_of_the_cards_not_seen():
    for _, seen in random_views(25):
        cards = Counter(card for hand in brute_hands(seen) for card in hand)
        total = sum(cards.values())
        if odds.laid_value(seen, 1 - seen.seat, "engines") is None:
            assert odds.speed_any(seen, 3) == {3 + card: Fraction(n, total) for card, n in cards.items()}
        if odds.laid_value(seen, 1 - seen.seat, "axis") is None:
            assert sum(odds.axis_any(seen, 3).values()) == 1


def test_result_is_what_the_rules_do():
    """Each speed's named consequence is what `apply` does with it."""
    rng, seen_results = Random(3), set()
    for number in range(400):
        state = rules.start(deal=Deal(number), level="normal")
        while not state.outcome:
            moves = rules.placements(state)
            engines = [m for m in moves if m.place == "engines"]
            move = rng.choice(engines or moves)
            after = rules.apply(state, move)
            if after.speed and not state.speed:
                expected = odds.result(view(state, 0), after.speed)
                ending = after.outcome.ending if after.outcome else None
                if ending in ("collision", "overshoot", "too-fast"):
                    assert expected == ending
                elif not state.touchdown:
                    assert expected == ("stay", "one", "two")[after.position - state.position]
                seen_results.add(expected)
            state = after
    assert {"stay", "one", "two", "collision"} <= seen_results


def test_opening_the_axis_as_the_lesson_says():
    """LA lesson 5: an exact match 19/33; the best answer spins in 1/33 (1, 6), 1/495 (2, 5), 0 (3, 4); mean gaps."""
    seen = view(rules.start(deal=Deal(1)), 0)
    for value, spin in ((1, Fraction(1, 33)), (6, Fraction(1, 33)), (2, Fraction(1, 495)), (5, Fraction(1, 495)), (3, 0), (4, 0)):
        tilt = odds.best_tilt(seen, value)
        assert tilt[0] == Fraction(19, 33)
        assert tilt[3] == spin
    assert odds.can_answer(seen, 3)[1] == Fraction(32, 33)  # the drawn page's 97 %
    # the mean gap of the printed lesson counts a gap of 4 in full (hand 5 5 6 6 against the 1); the marker stops at the spin
    means = [odds.best_tilt(seen, v).mean() + Fraction(int(v == 1), 495) for v in (1, 2, 3)]
    assert [round(float(mean), 4) for mean in means] == [0.598, 0.4566, 0.4545]


def test_the_open_cockpit_leaves_nothing_open():
    state = rules.start(deal=Deal(1), variants=["open"])
    assert dict(odds.partner_hands(view(state, 0))) == {state.hands[1]: 1}


def test_own_hand_after_a_reroll_agrees_with_enumeration():
    for state, seen in random_views(12):
        hand = seen.hand
        back = hand[: min(2, len(hand))]
        kept = list(hand[len(back) :])
        stack = list(unseen(seen, seen.seat))
        for card in kept:
            stack.remove(card)
        draws = list(combinations(stack, len(back)))
        good = sum(2 in kept or 2 in new for new in draws)
        assert odds.holds_after_reroll(seen, back, [2]) == Fraction(good, len(draws))
        assert len(state.hands[seen.seat]) == len(hand)
    with pytest.raises(ValueError):
        odds.holds_after_reroll(seen, (9,), [2])


def test_the_partner_after_a_reroll():
    seen = view(rules.start(deal=Deal(1)), 0)
    assert odds.partner_after_reroll(seen, [2], 0) == odds.holds(seen, [2])
    # all four back: he misses the 2 only if neither hand has one: without one of ten, then four of twelve again
    assert odds.partner_after_reroll(seen, [2], 4) == 1 - Fraction(14, 33) * Fraction(14, 33)


def test_the_lens_agrees_with_simulation():
    """Redealt worlds are as likely as the odds say (20000 worlds, five standard deviations)."""
    state = rules.start(deal=Deal(11))
    state = rules.apply(state, rules.placements(state)[0])
    seen, rng, n = view(state, 0), Random(2), 20_000
    hits = sum(4 in redeal(state, 0, rng).hands[1] for _ in range(n))
    p = float(odds.holds(seen, [4]))
    assert abs(hits / n - p) < 5 * (p * (1 - p) / n) ** 0.5

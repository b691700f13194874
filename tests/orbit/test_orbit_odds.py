"""Exact odds against enumeration of all worlds, before and after signals; the lens and the advice say what a view allows."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import isclose, log2

import pytest
from or_states import play, playing

from kit.cards import mask
from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.orbit import advice, benchmarks, lens, odds, rules
from kit.games.orbit.knowledge import beats, candidates, unplayed, winning
from kit.games.orbit.moves import Show
from kit.games.orbit.state import SUIT, SUIT_MASKS, Coin, Phase
from kit.games.orbit.view import known_hands, redeal, view
from kit.games.orbit.worlds import Worlds


def late(seed, seats, left):
    """A random game with random signals, a few cards before its end; the seat to play's view."""
    rng = random.Random(seed)
    state = rules.start(level="4", seats=seats, deal=Deal(seed))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, rng.choice(rules.legal_moves(state)[:-1]))
    for seat in range(seats):
        if rng.random() < 0.7:
            state = rules.apply(state, rng.choice(rules.signals(state, seat)))
    while len(state.hands[state.turn]) > left or rng.random() < 0.6:
        state = rules.apply(state, rng.choice(rules.plays(state)))
        if not any(state.hands):
            return None
    return view(state, state.turn), state


def all_worlds(seen):
    """Every way to fill the hidden hands that the facts allow, one by one."""
    own, seats = candidates(seen, known_hands(seen)), seen.setup.seats
    found = []

    def fill(seat, rest, hands):
        if seat == seats:
            found.append(tuple(hands))
            return
        cards = [card for card in range(52) if rest >> card & own[seat] >> card & 1]
        for hand in combinations(cards, seen.counts[seat]):
            fill(seat + 1, rest & ~mask(hand), [*hands, mask(hand)])

    fill(0, unplayed(seen), [])
    return found


def cannot_beat(hand, card, led):
    """Whether a hand has no legal card that takes the trick from `card`."""
    follow = hand & SUIT_MASKS[led]
    cards = follow or hand
    return not any(cards >> other & 1 and beats(other, card) for other in range(52))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_counting_agrees_with_enumeration(seats):
    checked = 0
    for seed in range(30):
        made = late(seed, seats, 2 if seats == 5 else 3)
        if made is None:
            continue
        seen, state = made
        worlds = all_worlds(seen)
        if len(worlds) < 2:
            continue
        checked += 1
        assert odds.ways(seen) == len(worlds)
        for card, shares in odds.where(seen).items():
            assert shares == tuple(Fraction(sum(w[s] >> card & 1 for w in worlds), len(worlds)) for s in range(seats))
        for seat in range(seats):
            for suit in range(5):
                out = sum(not w[seat] & SUIT_MASKS[suit] for w in worlds)
                assert odds.is_out_of(seen, seat, suit) == Fraction(out, len(worlds))
        for move in rules.plays(state):
            trick = (*state.trick, move.card)
            later = [(state.leader + i) % seats for i in range(len(trick), seats)]
            good = trick[winning(trick)] == move.card
            safe = sum(good and all(cannot_beat(w[s], move.card, SUIT[trick[0]]) for s in later) for w in worlds)
            assert odds.stands(seen, move.card) == Fraction(safe, len(worlds))
        for seat, signal in enumerate(seen.signals):
            if signal and seat != seen.seat:
                many = len(all_worlds(odds.before(seen, seat)))
                assert isclose(odds.bits_told(seen, seat), log2(many / len(worlds)), abs_tol=1e-9)
    assert checked > 8


def test_a_signal_tells_what_it_rules_out():
    """OR-6.5: 8H with the coin at the top says more than the card, at the bottom of a long suit less."""
    state = playing("C 9H", hands="A KS / C 2H 8H / B 9H", seed=3)
    seen = view(state, 3)
    told = view(play(state, "signal 8H high"), 3)
    assert odds.has_none(seen, 2, 1 << 34) < 1 == odds.has_none(told, 2, 1 << 34)
    assert odds.where(told)[33][2] == 1
    assert odds.bits_told(told, 2) > odds.bits_between(odds.ways(seen), odds.ways(view(play(state, "signal 2H low"), 3))) > 0
    assert odds.bits_to_tell(view(state, 2), Show(33, Coin.HIGH)) > 0
    with pytest.raises(ValueError, match="spectator"):
        odds.bits_to_tell(view(state, None), Show(33, Coin.HIGH))


def test_or_7_3_after_a_mayday_the_passes_are_weighed():
    """Where the highest king went, by the passes that a seat does not know: the shares of many redeals agree."""
    state = play(
        playing(hands="A KS KH 9C / B KD 2C / C KC / D 9D", variants=("mayday",), seed=2),
        "mayday A, mayday yes, mayday yes, mayday yes",
    )
    state = play(state, "mayday KS, mayday 2C, mayday KC, mayday 9D")
    seen, rng = view(state, 2), random.Random(1)
    p = float(odds.where(seen)[51][1])
    hits = sum(51 in redeal(state, 2, rng).hands[1] for _ in range(600))
    assert 0 < p < 1 and abs(hits / 600 - p) < 4 * (p * (1 - p) / 600) ** 0.5


def test_contradicting_facts_leave_nothing():
    state = playing("", hands="A KS")
    seen = view(evolve(state, voids=(31, 31, 31, 31)), 1)
    with pytest.raises(ValueError, match="no hands"):
        odds.where(seen)
    assert Worlds([1, 2], [2, 0]).total == 0


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_worlds_counted_at_once_are_those_counted_card_by_card(seats):
    """Random denials, few and many: the total (by inclusion and exclusion) against the shares of each group (by walking)."""
    rng, contradicting = random.Random(seats), 0
    for _ in range(40):
        counts = [rng.randrange(1, 5) for _ in range(seats)]
        cards, often = rng.sample(range(52), sum(counts)), rng.choice((0.1, 0.3, 0.6))
        own = [mask(card for card in cards if rng.random() > often) for _ in range(seats)]
        worlds = Worlds(own, counts)
        contradicting += worlds.total == 0
        assert all(sum(held) == len(group) * worlds.total for group, held in worlds.numbers())
        if worlds.total:
            assert all(mask(hand) & ~may == 0 for hand, may in zip(worlds.draw(rng), own, strict=True))
    assert 0 < contradicting < 40


def test_the_lens_is_quick_with_five_seats_and_four_signals():
    assert sorted(benchmarks.lens_times(count=3, seats=5))[1] <= 150  # milliseconds of processor time


def drafted(seed, level="6", seats=4):
    """A position after a random draft and random signals of all but the commander."""
    rng = random.Random(seed)
    state = rules.start(level=level, seats=seats, deal=Deal(seed))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, rng.choice(rules.legal_moves(state)[:-1]))
    for i in range(1, seats):
        state = rules.apply(state, rng.choice(rules.signals(state, (state.commander + i) % seats)))
    return state


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_lens_shows_rows_that_add_up_and_what_signals_told(lang):
    state = drafted(1)
    seen = view(state, state.turn)
    shown = lens.lens(seen, seen.hand[0], lang)
    stands, where, out, told, tell = shown["sections"]
    assert stands["bars"][0]["p"] + stands["bars"][1]["p"] == 1
    assert len(where["head"]) == 3 and len(told["rows"]) == 3 and len(out["rows"]) == 4
    for row in where["rows"]:
        assert abs(sum(int(cell["text"].split("%")[0]) for cell in row["cells"]) - 100) <= 2
    assert 0 < len(tell["bars"]) <= 8 and max(row["p"] for row in tell["bars"]) == 1
    assert shown == lens.lens(view(redeal(state, state.turn, random.Random(3)), state.turn), seen.hand[0], lang)
    assert lens.lens(view(state, None), None, lang)["sections"] == []
    assert lens.how_many(1, lang) != lens.how_many(12, lang) != lens.how_many(10**9, lang)


def test_advice_is_legal_has_a_reason_and_depends_on_the_view_alone():
    state, rng = rules.start(level="6", deal=Deal(3)), random.Random(4)
    while state.outcome is None:
        seat = state.turn
        seen = view(state, seat)
        given = advice.advice(seen, "de")
        assert (
            rules.why_not(state, given.move) is None
            and "★" in given.sentence
            and given.sentence != advice.advice(seen, "en").sentence
        )
        if not state.trick:
            assert given == advice.advice(view(redeal(state, seat, rng), seat), "de")
        for other in {0, 1, 2, 3} - {seat}:
            elsewhere = advice.advice(view(state, other), "de")
            assert elsewhere is None or isinstance(elsewhere.move, Show)
        state = rules.apply(state, given.move)
    assert advice.advice(view(state, 0), "de") is None


def test_the_third_level_names_a_chance():
    state = playing("B 9C", hands="A KS 9H 2H / B KH / C 9C / D KD KC")
    seen = view(state, 0)
    assert "100%" in advice.figure(seen, 51, "en") and "9♣" in advice.figure(seen, None, "en")
    assert advice.figure(view(state, 1), 50, "en") is None and advice.figure(view(state, None), None, "en") is None


def test_reasons_say_what_a_card_does_to_the_trick():
    state = playing("B 9C", hands="A KS 9H 5H AH / B KH 4H 8H / C 7D 3H KC / D KD")
    said = {card: advice.because(view(state, 0), card, "en") for card in (51, 34, 30, 26)}
    assert len(set(said.values())) == 4
    state = play(state, "5H")
    assert "takes the trick over from Anna" in advice.because(view(state, 1), 33, "en")
    assert "leaves the trick to Anna" in advice.because(view(state, 1), 29, "en")

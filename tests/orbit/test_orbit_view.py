"""What a seat may know: exactly its own hand, what lies open, and its part of a Mayday."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import fields
from itertools import combinations, permutations

import pytest
from or_states import cards, example, play, playing

from kit.cards import mask, read, unmask
from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.orbit import GAME, rules
from kit.games.orbit.knowledge import candidates, known_at, signal_denies, top_king
from kit.games.orbit.moves import Stop
from kit.games.orbit.state import DECK, Coin, Phase, Signal
from kit.games.orbit.status import prospect
from kit.games.orbit.view import View, as_state, may_hold, passed_on, redeal, view, worlds
from kit.games.orbit.worlds import Worlds, below

PUBLIC = (
    "setup", "phase", "turn", "commander", "leader", "counts", "open_card", "taken", "offer", "aside", "tricks", "trick", "signals",
    "voids", "outcome",
)  # fmt: skip


def some_states(count: int = 12):
    """Random positions of all kinds, Maydays among them."""
    for seed in range(count):
        rng = random.Random(seed)
        state = rules.start(level=str(seed % 20 + 1), seats=3 + seed % 3, variants=("mayday",), deal=Deal(seed))
        while not state.outcome:
            moves = [move for move in rules.legal_moves(state) if str(move) not in ("resign", "stop", "mayday no")]
            state = rules.apply(state, rng.choice(moves))
            yield state, rng


def test_a_view_shows_its_own_hand_and_what_is_public():
    for state, _ in some_states(6):
        for seat in (*range(state.setup.seats), None):
            seen = view(state, seat)
            assert all(getattr(seen, name) == getattr(state, name) for name in PUBLIC)
            assert seen.hands == tuple(hand if owner == seat else None for owner, hand in enumerate(state.hands))
            assert seen.hand == (() if seat is None else state.hands[seat])
            assert seen.deciding is (seat in GAME.deciders(state))
    assert not any(field.type == "Deal" for field in fields(View))
    assert view(state, 0, reveal=True).hands == state.hands


def test_or_7_3_passed_cards_are_known_to_giver_and_receiver_alone():
    state = play(
        playing(hands="A KS 2C / B KH / C KD / D KC", variants=("mayday",)),
        "mayday A, mayday yes, mayday yes, mayday yes, mayday KD",
    )
    assert [view(state, seat).mayday.given for seat in (0, 2, None)] == [(None,) * 4, (None, None, read("KD"), None), (None,) * 4]
    assert view(state, 0).choosing == (0, 1, 3) and not view(state, 2).deciding and view(state, 3).deciding
    state = play(state, "mayday KS, mayday KH, mayday KC")
    given = cards("KS KH KD KC")
    for seat in range(4):
        shown = view(state, seat).mayday
        assert shown.passed and shown.given == tuple(
            card if owner in (seat, (seat - 1) % 4) else None for owner, card in enumerate(given)
        )
    assert view(state, None).mayday.given == (None,) * 4
    assert passed_on(view(state, 0)) == {read("KS"): 1} and passed_on(view(state, None)) == {}
    assert [bits >> read("KS") & 1 for bits in may_hold(view(state, 0))] == [0, 1, 0, 0]
    assert [bits >> read("KS") & 1 for bits in candidates(state)] == [1, 1, 0, 0]  # the commander or the seat to the left


def test_redeal_gives_another_world_with_the_same_view():
    changed = 0
    for state, rng in some_states(6):
        for seat in (rng.randrange(state.setup.seats), None):
            other = redeal(state, seat, rng)
            assert view(other, seat) == view(state, seat) and GAME.cards(other) == GAME.cards(state)
            assert prospect(other) == prospect(state) and GAME.deciders(other) == GAME.deciders(state)
            changed += other.hands != state.hands
            if other.mayday and other.mayday.passed:
                for giver, card in enumerate(other.mayday.given):
                    left = (giver + 1) % state.setup.seats
                    played = [
                        c for t in other.tricks for i, c in enumerate(t.cards) if (t.leader + i) % state.setup.seats == left
                    ]
                    played += [c for i, c in enumerate(other.trick) if (other.leader + i) % state.setup.seats == left]
                    assert card in (*other.hands[left], *played)
    assert changed > 150


def test_hidden_hands_keep_to_voids_signals_and_the_commander():
    rng = random.Random(1)
    states = example("or-6-5")[1:-1]
    for state in states:
        for _ in range(20):
            other = redeal(state, 1, rng)
            assert len(state.tricks) > 2 or read("KS") in other.hands[0]
            if state.signals[2]:
                assert read("9H") not in other.hands[2]
            if len(state.tricks) >= 2:
                assert not set(other.hands[3]) & set(cards("AC 3C 7C 8C"))
            assert all(not (state.voids[seat] >> 0 & 1) or not any(card < 9 for card in other.hands[seat]) for seat in range(4))


def test_or_6_1_what_a_signal_denies():
    hearts = lambda text: mask(cards(text))  # noqa: E731
    assert signal_denies(Signal(read("6H"), Coin.HIGH, 0)) == hearts("7H 8H 9H")
    assert signal_denies(Signal(read("3H"), Coin.LOW, 0)) == hearts("AH 2H")
    assert signal_denies(Signal(read("3H"), Coin.ONLY, 0)) == hearts("AH 2H 4H 5H 6H 7H 8H 9H")
    assert signal_denies(Signal(read("9H"), Coin.HIGH, 0)) == 0
    assert top_king(None) == read("KS") == top_king(read("KH")) and top_king(read("KS")) == read("KH")


def test_the_truth_is_always_among_what_is_possible():
    for state, _ in some_states():
        own = candidates(state)
        for seat, hand in enumerate(state.hands):
            assert mask(hand) & ~own[seat] == 0
            assert known_at(state, own, seat) & ~mask(hand) == 0
            assert mask(hand) == may_hold(view(state, seat))[seat]


def brute(own, counts):
    """All ways to fill the hands, slowly."""
    every = [card for card in DECK if any(bits >> card & 1 for bits in own)]
    found = []

    def fill(seat, left, hands):
        if seat == len(own):
            found.append(tuple(hands)) if not left else None
            return
        for hand in combinations([card for card in left if own[seat] >> card & 1], counts[seat]):
            fill(seat + 1, [card for card in left if card not in hand], [*hands, hand])

    fill(0, every, [])
    return found


def test_worlds_are_counted_exactly_and_drawn_alike():
    rng = random.Random(3)
    for _ in range(60):
        counts = [rng.randrange(4) for _ in range(rng.choice((2, 3, 4)))]
        every = rng.sample(DECK, sum(counts))
        own = [mask(card for card in every if rng.random() < 0.7) for _ in counts]
        if mask(every) != mask(card for bits in own for card in unmask(bits)):
            continue
        assert Worlds(own, counts).total == len(brute(own, counts))
    own, counts = [mask(DECK[:4]), mask(DECK[1:6]), mask(DECK[:6])], (2, 2, 2)
    every = brute(own, counts)
    made, drawn = Worlds(own, counts), Counter()
    for _ in range(200 * len(every)):
        drawn[made.draw(rng)] += 1
    assert set(drawn) == set(every) and max(drawn.values()) < 280 and min(drawn.values()) > 130
    assert Worlds([0b1, 0b1], [1, 1]).total == 0
    with pytest.raises(ValueError, match="no hands"):
        Worlds([0b1, 0b1], [1, 1]).draw(rng)


def test_all_deals_count_the_same_before_the_first_trick():
    state = playing(hands="A KS")
    assert worlds(view(state, 0)).total == 1 * 5550996791340  # 30! / (10!)**3 deals of the others' cards
    assert worlds(view(state, 1)).total == 29 * 28 * 27 * 26 * 25 * 24 * 23 * 22 * 21 // 362880 * 184756


def test_or_7_3_after_a_mayday_the_king_has_moved_as_often_as_it_should():
    """The commander passes a card blindly: one time in ten it is the king."""
    rng = random.Random(9)
    state = play(
        playing(hands="A KS 2C / B KH / C KD 3C / D KC", variants=("mayday",)),
        "mayday A, mayday yes, mayday yes, mayday yes, mayday KC, mayday 2C, mayday KH, mayday KD",
    )
    moved = sum(read("KS") in redeal(state, None, rng).hands[1] for _ in range(2000))
    assert 150 < moved < 255
    assert not any(read("KS") in redeal(state, seat, rng).hands[1] for seat in (0, 1) for _ in range(50))


def test_large_numbers_are_drawn_alike():
    rng = random.Random(2)
    n = 3 * 10**25
    drawn = [below(rng, n) for _ in range(3000)]
    assert max(drawn) < n and 0.47 < sum(x < n // 2 for x in drawn) / 3000 < 0.53
    assert {below(rng, 3) for _ in range(50)} == {0, 1, 2}


def test_a_view_can_ask_the_rules():
    for state, _ in some_states(6):
        for seat in range(state.setup.seats):
            asked = as_state(view(state, seat))
            assert asked.counts == state.counts and prospect(asked) == prospect(state) == prospect(view(state, seat))
            assert rules.signals(asked, seat) == rules.signals(state, seat)
            assert (rules.why_not(asked, Stop()) is None) == (rules.why_not(state, Stop()) is None)
            if state.turn == seat and state.phase in (Phase.PLAYING, Phase.DRAFT):
                assert GAME.legal_counted(asked) == GAME.legal_counted(state)


def test_permutations_of_seats_keep_the_number_of_worlds():
    own, counts = [mask(DECK[:5]), mask(DECK[2:7]), mask(DECK[:8])], [2, 3, 3]
    totals = {Worlds([own[i] for i in order], [counts[i] for i in order]).total for order in permutations(range(3))}
    assert len(totals) == 1 and totals.pop() == len(brute(own, counts))


def test_evolve_is_replace():
    state = playing()
    assert evolve(state) == state


def test_or_7_3_a_card_passed_on_is_known_until_it_is_played():
    state = playing(hands="A KS 2C / B KH / C KD / D KC", variants=("mayday",))
    state = play(state, "mayday A, mayday yes, mayday yes, mayday yes, mayday KS")
    assert view(state, 1).mayday.given == (None,) * 4 and passed_on(view(state, 0)) == {}  # not yet
    state = play(state, "mayday KH, mayday KD, mayday KC, KC")
    assert passed_on(view(state, 0)) == {read("KS"): 1} and passed_on(view(state, 3)) == {}
    assert passed_on(view(play(state, "KS"), 0)) == {}


def test_or_6_2_a_hidden_card_is_no_card():
    assert as_state(view(playing(hands="A KS"), 0)).hands[1:] == ((-1,) * 10,) * 3


def test_or_7_3_in_another_world_too_each_has_chosen_a_card_of_its_own():
    state = playing(hands="A KS 2C / B KH / C KD / D KC", variants=("mayday",))
    state = play(state, "mayday A, mayday yes, mayday yes, mayday yes, mayday 2C, mayday KH, mayday KD")
    for number in range(10):
        other = redeal(state, 1, random.Random(number))
        assert other.mayday.given[1] == read("KH") and other.mayday.given[3] is None and view(other, 1) == view(state, 1)
        assert all(card in hand for card, hand in zip(other.mayday.given[:3], other.hands, strict=False))
    state = play(state, "mayday KC")
    for number in range(10):  # passed on: they lie to the left
        other = redeal(state, 1, random.Random(number))
        assert other.mayday.given[:2] == cards("2C KH") and view(other, 1) == view(state, 1) and worlds(view(other, 1)).total > 1
        assert all(card in other.hands[(seat + 1) % 4] for seat, card in enumerate(other.mayday.given))

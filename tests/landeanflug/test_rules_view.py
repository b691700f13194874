"""What a seat may know (LA-2.3, LA-3.12, LA-7.1, LA-10.7), field by field; other possible worlds; the rules asked from a view."""

from __future__ import annotations

import random
from dataclasses import fields

import pytest
from la_states import begin, digits, last_card, play

from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.landeanflug import GAME, rules
from kit.games.landeanflug import view as views
from kit.games.landeanflug.state import Phase, Reroll, State
from kit.games.landeanflug.view import View, as_state, redeal, unseen, view

PUBLIC = sorted({f.name for f in fields(State)} & {f.name for f in fields(View)} - {"hands"})


def full_of_facts(**changes: object) -> State:
    """A state in which every public field differs from the start."""
    state = play(begin(), "P 3>axis, C 3>axis, P 6>radio, C 6>radio, P 5>engines, C 4>engines, P reroll 1, C reroll 2")
    return evolve(
        state, round=3, axis=1, gear=(False, True, False), flaps=2, brakes=1, coffee=2, rerolls=1, newcomer=4, **changes
    )


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_has_the_public_fields_of_the_state(seat):
    state = full_of_facts()
    seen = view(state, seat)
    assert PUBLIC == [
        "axis",
        "brakes",
        "coffee",
        "flaps",
        "gear",
        "laid",
        "newcomer",
        "outcome",
        "phase",
        "planes",
        "position",
        "rerolled",
        "rerolls",
        "round",
        "setup",
        "speed",
        "turn",
        "used",
    ]
    for name in PUBLIC:
        assert getattr(seen, name) == getattr(state, name)
    assert seen.seat == seat and (seen.altitude, seen.touchdown) == (4000, False)
    assert seen.counts == tuple(map(len, state.hands)) == (1, 1)
    assert view(begin(round=7), seat).touchdown and view(begin(round=7), seat).altitude == 0


def test_la_2_3_hands_are_secret():
    state = play(begin(), "P 3>axis")
    pilot, copilot, nobody = view(state, 0), view(state, 1), view(state, None)
    assert (pilot.hands, copilot.hands, nobody.hands) == ((digits("156"), None), (None, digits("2346")), (None, None))
    assert (pilot.hand, copilot.hand, nobody.hand) == (digits("156"), digits("2346"), ())
    assert (pilot.partner, copilot.partner, nobody.partner) == (None, None, None)
    assert (pilot.partner_count, copilot.partner_count, nobody.partner_count) == (4, 3, 0)
    assert (pilot.deciding, copilot.deciding, nobody.deciding) == (False, True, False)
    assert not any(isinstance(getattr(pilot, f.name), Deal) for f in fields(View))
    assert view(state, 0, reveal=True).partner == digits("2346") and view(state, None, reveal=True).hands == state.hands


def test_la_7_1_open_cockpit():
    state = begin(variants=("open",))
    for seat, partner in ((0, "2346"), (1, "1356")):
        assert view(state, seat).hands == state.hands and view(state, seat).partner == digits(partner)


def test_la_3_12_the_choice_in_a_reroll_is_secret():
    state = play(begin(), "P reroll 1 3")
    pilot, copilot, nobody = view(state, 0), view(state, 1), view(state, None)
    assert (pilot.putting_back, copilot.putting_back, nobody.putting_back) == ((1, 3), None, None)
    assert pilot.choosing == copilot.choosing == nobody.choosing == (1,)
    assert (pilot.deciding, copilot.deciding, nobody.deciding) == (False, True, False)
    assert pilot.phase is Phase.REROLL and pilot.rerolled == ()
    assert view(play(begin(), "C reroll"), 1).choosing == (0,) and view(begin(), 0).choosing == ()
    assert GAME.deciders(state) == (1,) and GAME.deciders(play(begin(), "C reroll")) == (0,)
    open_state = play(begin(variants=("open",)), "P reroll 1 3")
    assert view(open_state, 1).putting_back is None


def test_nobody_decides_when_it_is_over():
    state = play(begin(), "P resign")
    assert not any(view(state, seat).deciding for seat in (0, 1, None)) and GAME.deciders(state) == ()


def test_unseen_are_the_twelve_without_those_laid():
    seen = view(play(begin("4356", coffee=1), "P 4+1>radio, C 2>radio, P 3>axis"), 1)
    assert unseen(seen, 0) == digits("1122345566") and unseen(seen, 1) == digits("11233445566")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_view_can_ask_the_rules_about_its_own_moves(seat):
    states = [begin(), full_of_facts(), play(begin(), "P 3>axis"), last_card(), play(begin(), "P resign"), begin(coffee=2)]
    for state in states:
        asked = as_state(view(state, seat))
        for name in PUBLIC:
            assert getattr(asked, name) == getattr(state, name)
        assert asked.hands[seat] == state.hands[seat] and asked.hands[1 - seat] == ()
        if state.turn == seat:
            assert rules.placements(asked) == rules.placements(state)
    assert as_state(view(begin(variants=("open",)), 0)).hands == begin().hands
    assert as_state(view(begin(), None)).hands == ((), ())


def test_a_view_in_a_reroll_can_ask_too():
    called = play(begin(), "P reroll 1")
    assert as_state(view(called, 0)).reroll == Reroll(1, ((1,), None))
    assert as_state(view(called, 1)).reroll == Reroll(1, ((), None))
    assert as_state(view(play(begin(), "C reroll 2"), 0)).reroll == Reroll(0, (None, ()))
    assert as_state(view(begin(), 0)).reroll is None


@pytest.mark.parametrize("variants", [(), ("open",), ("dice",)])
def test_redeal_changes_what_is_hidden_and_nothing_else(variants):
    rng = random.Random(4)
    state = play(begin(variants=variants), "P 3>axis, C 3>axis, P reroll 1")
    partners, backs, seeds, mine = set(), set(), set(), set()
    for _ in range(300):
        other = redeal(state, 1, rng)
        assert view(other, 1) == view(state, 1) and other.reroll.caller == 0
        partners.add(other.hands[0])
        backs.add(other.reroll.back[0])
        seeds.add(other.deal.seed)
        assert set(other.reroll.back[0]) <= set(other.hands[0]) and list(other.hands[0]) == sorted(other.hands[0])
        if "dice" not in variants:
            assert GAME.cards(other) == GAME.cards(state)
        again = redeal(state, 0, rng)
        assert again.reroll == state.reroll and again.hands[0] == state.hands[0]
        mine.add(redeal(state, None, rng).hands)
    assert len(seeds) == 300 and max(seeds) < 1 << 63 and all(len(seed_state) == 3 for seed_state in partners)
    assert {len(back) for back in backs} == {0, 1, 2, 3}
    if variants == ("open",):
        assert partners == {state.hands[0]} and mine == {state.hands}
    else:
        assert len(partners) > 30 and len(mine) > 100
        values = {value for hand in partners for value in hand}
        assert values == set(range(1, 7))
        assert (3, 3, 3) in partners or "dice" not in variants
        assert any(hand.count(3) > 1 for hand in partners) == ("dice" in variants)  # one of the threes lies on the axis


def test_redeal_makes_every_hand_as_likely_as_it_is():
    """Every hidden deal counts the same: a given pair of the eleven left in the stack and hand comes in its share of cases."""
    rng = random.Random(8)
    state = begin("12", "12", laid=last_card().laid[:4])
    n = 3000
    pairs = sum(redeal(state, 1, rng).hands[0] == (1, 2) for _ in range(n))
    assert abs(pairs / n - 4 / 45) < 0.02  # of C(10, 2) pairs of cards four are a 1 and a 2; the 3 and the 6 lie
    none = redeal(begin(), None, rng)
    assert none.reroll is None and views.view(none, None) == view(begin(), None)

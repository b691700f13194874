"""Other possible worlds and what is remembered in them, exactly; a fresh position; corners that a mutation run found."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

from lls_states import asks, at, legal, play, refused, worth
from test_properties import tricky

from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.luft_land_see import memory, rules
from kit.games.luft_land_see.cards import DOWN, HIDDEN, read_card
from kit.games.luft_land_see.memory import LANES, lane
from kit.games.luft_land_see.state import PUBLIC, SEATS, START_ROW, Battle, Ending, State
from kit.games.luft_land_see.view import as_state, dealt, hidden_cards, hidden_places, redeal, view, world


def bits(text: str) -> int:
    return sum(1 << read_card(word) for word in text.split())


def positions(n: int) -> list[State]:
    """Positions of battles in which much is flipped, moved and taken back."""
    rng, found = random.Random(4), []
    for seed in range(n):
        state = rules.start(deal=Deal(seed))
        while not state.results and not state.outcome:
            found.append(state)
            state = rules.apply(state, tricky(state, rng))
    return found


REINFORCING = "deck S6 A6; stack R air (A1); hand R L1 S1; hand B S2 S3"  # after `deploy L1` red holds the card drawn, S6


def test_what_a_seat_does_not_see_counted_another_way():
    """Hidden are the deck, the other's hand, face-down cards and drawn card; a spectator sees no hand at all."""
    for state in [*positions(6), play(at(REINFORCING), "deploy L1")]:
        drawing = state.queue[0].seat if state.held is not None else None
        for seat in (0, 1, None):
            hidden = list(state.deck)
            for other in SEATS:
                if other != seat:
                    hidden += state.hands[other]
                    hidden += [card - DOWN for stack in state.stacks[3 * other : 3 * other + 3] for card in stack if card >= DOWN]
            if state.held is not None and drawing != seat:
                hidden.append(state.held)
            seen = view(state, seat)
            assert hidden_cards(seen) == tuple(sorted(hidden)) and len(hidden_places(seen)) == len(hidden)
            assert hidden_cards(view(state, seat, reveal=True)) == ()


def test_the_drawn_card_is_one_of_the_hidden_places():
    state = play(at(REINFORCING), "deploy L1")
    assert (("held", 0, 0), 0) in hidden_places(view(state, 1))
    assert "held" not in [place[0] for place, _ in hidden_places(view(state, 0))]
    drawn = {redeal(state, 1, random.Random(n)).held for n in range(40)} | {
        world(view(state, 1), random.Random(n)).held for n in range(40)
    }
    assert HIDDEN not in drawn and len(drawn) > 8 and drawn <= set(hidden_cards(view(state, 1)))
    assert world(view(state, 0), random.Random(1)).held == read_card("S6")


def test_a_view_as_a_state_knows_the_own_hand_alone():
    state = at("hand R A1 L2; hand B S5 S6; stack B air (A6)")
    assert as_state(view(state, 1)).hands == ((HIDDEN, HIDDEN), (16, 17))
    assert as_state(view(state, 0)).hands == ((0, 7), (HIDDEN, HIDDEN))
    assert as_state(view(state, None)).hands == ((HIDDEN, HIDDEN), (HIDDEN, HIDDEN))


def test_the_first_of_the_queue_decides_and_draws():
    """Two instants wait, of different seats: the first one's is the decision, the task and the card drawn (LLS-4.3)."""
    state = at("queue reinforce R L1, maneuver B A3; drawn S6; stack R land L1; stack B air A3 L6; hand R A6; hand B S1")
    for seat in (0, 1):
        seen = view(state, seat)
        assert (seen.decider, seen.task.card, seen.held == HIDDEN) == (0, read_card("L1"), seat == 1)


def test_of_the_drawn_card_each_remembers_their_own():
    """Blue knew that L6 lay on the deck and red drew it: red's own memory of it is what all others know."""
    state = at("seen B deck 1 L6; deck L6; stack R air A6; hand R L1 S1; hand B S2 S3")
    assert [view(state, seat).held_trace for seat in (0, 1, None)] == [0, 0, 0]
    state = play(state, "deploy L1")
    assert state.held == 11
    assert [view(state, seat).held_trace for seat in (0, 1, None)] == [0, bits("L6"), 0]
    public = evolve(state, traces=tuple(1 << 11 + 18 * PUBLIC if i == 11 else 0 for i in range(18)))
    assert [view(public, seat).held_trace for seat in (0, 1, None)] == [bits("L6"), 0, bits("L6")]


def test_a_face_down_support_is_remembered_too():
    state = play(at("stack B land A1; stack R sea S6; hand R A3 S1; hand B S2 S3"), "deploy A3, flip opp land")
    assert view(state, 0).stack_traces[4] == (bits("A1"),)
    assert lane(world(view(state, 0), random.Random(1)).traces[0], PUBLIC) == bits("A1")


def test_lanes_are_apart():
    """An observer's lane holds the eighteen cards, the first and the last too, and no bit of the next one."""
    for observer in LANES:
        for card in (0, 17):
            trace = 1 << card + 18 * observer
            assert [lane(trace, other) for other in LANES] == [1 << card if other == observer else 0 for other in LANES]


def test_what_one_seat_alone_knows_replaces_what_it_knew():
    """A card goes under the deck: its player's lane names it alone, the other lanes stay (LLS-4.4)."""
    before = sum(1 << 3 + 18 * observer for observer in LANES)
    for seat in SEATS:
        traces, hands = memory.known_to((tuple(before if i == 5 else 0 for i in range(18)), (0, 0)), seat, 5)
        assert hands == (0, 0) and traces[:5] + traces[6:] == (0,) * 17
        assert [lane(traces[5], observer) for observer in LANES] == [1 << 5 if observer == seat else 1 << 3 for observer in LANES]


def test_a_card_that_is_shown_takes_only_itself_out():
    both = bits("A6 L6")
    traces, _ = memory.shown((tuple(both if i in (5, 11) else 0 for i in range(18)), (0, 0)), 5, both)
    assert [traces[5], traces[11]] == [0, bits("L6")] and sum(traces) == bits("L6")


def test_in_a_world_all_remember_what_this_seat_does():
    found = 0
    for state in positions(12):
        for seat in SEATS:
            seen = view(state, seat)
            if not any(map(any, seen.stack_traces)) and not any(seen.deck_traces) and not any(seen.hand_traces):
                continue
            found += 1
            made = world(seen, random.Random(found))
            for observer in LANES:
                for at_, stack in enumerate(made.stacks):
                    told = [lane(made.traces[card - DOWN], observer) if card >= DOWN else 0 for card in stack]
                    assert tuple(told) == seen.stack_traces[at_]
                assert tuple(lane(made.traces[card], observer) for card in made.deck) == seen.deck_traces
                assert tuple(lane(trace, observer) for trace in made.hand_traces) == seen.hand_traces
    assert found > 20
    drawn = at("seen B deck 1 L6; deck L6; stack R air A6; hand R L1 S1; hand B S2 S3")
    made = world(view(play(drawn, "deploy L1"), 1), random.Random(1))
    assert made.held == 11 and [lane(made.traces[11], observer) for observer in LANES] == [bits("L6")] * 3


def test_who_alone_knew_a_card_knows_the_new_one():
    """Blue destroyed L6 and so knows the deck's last card; in another world of red's blue knows the card that is there."""
    state = at("stack R air A5; seen B deck 5 L6; deck A1 A2 A3 A4 L6; hand R L1 L2 S6; hand B S1 S2 S3")
    assert lane(state.traces[11], 1) == bits("L6") and lane(state.traces[11], 0) == 0
    last = Counter()
    for n in range(60):
        other = redeal(state, 0, random.Random(n))
        last[other.deck[4]] += 1
        assert [lane(other.traces[other.deck[4]], observer) for observer in LANES] == [0, 1 << other.deck[4], 0]
        assert all(other.traces[card] == 0 for hand in other.hands for card in hand)
        assert view(other, 0) == view(state, 0)
    assert len(last) > 6
    kept = redeal(state, 1, random.Random(3))  # for blue itself the card stays
    assert kept.deck[4] == 11 and lane(kept.traces[11], 1) == bits("L6")


def test_an_uncertain_memory_stays_as_it_is():
    """Who remembers two cards for a place does not learn which it is in another world."""
    state = at("stack R air A5; seen B deck 5 L6; deck A1 A2 A3 A4 L6; hand R L1 L2 S6; hand B S1 S2 S3")
    two = evolve(state, traces=tuple(bits("L5 L6") << 18 if i == 11 else 0 for i in range(18)))
    other = redeal(two, 0, random.Random(5))
    assert lane(other.traces[other.deck[4]], 1) == bits("L5 L6")


def test_hidden_cards_come_in_every_order_alike():
    """Three unknown cards in three places of the deck: each of the six orders in about a sixth of the worlds."""
    state = at("deck S4 S5 S6; stack R air A1 A2 A3; stack B air A4 A5 A6; stack R land L1 L2 L3; stack B land L4 L5 L6; "
               "hand R S1 S2; hand B S3")  # fmt: skip
    rng, found, n = random.Random(8), Counter(), 1800
    opened = replace(view(state, 0), hands=(state.hands[0], state.hands[1]))  # of the hand's card nothing is to be drawn
    for _ in range(n):
        cards = dealt(opened, rng)
        found[tuple(cards["deck", 0, i] for i in range(3))] += 1
    assert set(found) == set(permutations((15, 16, 17)))
    assert max(abs(count / n - 1 / 6) for count in found.values()) < 0.035  # four standard deviations


# Fresh values


def test_a_fresh_position_has_nothing_behind_it():
    state = State(rules.setup_of("standard", ()), Deal(1), 1, 0, START_ROW, 0, ((0,), (1,)), (2,))
    assert (state.turns, state.queue, state.held, state.air_drops, state.hand_traces) == (0, (), None, (False, False), (0, 0))
    assert (state.points, state.results, state.outcome, not any(state.traces)) == ((0, 0), (), None, True)
    assert state == evolve(state, deal=Deal(2))  # where coming cards are from is no part of the position
    battle = Battle(0, 1, 6, Ending.FULL)
    assert (battle.left, battle.controlled) == (0, (0, 0))


# Corners of rules


def test_escalation_serves_its_owner_alone_wherever_it_lies():
    """Blue's Escalation lies in the air, the first of blue's stacks (LLS-2)."""
    state = at("stack B air S2 (S6); stack R land (A6); stack R sea (A5); hand R L1; hand B L2")
    assert (worth(state, "R land"), worth(state, "R sea"), worth(state, "B air")) == (2, 2, 6)


def test_the_card_that_is_not_face_down_is_named():
    state = at("stack R land A6 (L6); queue redeploy R S4 sea; stack R sea S4; hand R A1; hand B A2")
    assert refused(state, "return land 1").data["card"] == "A6"


def test_ambush_alone_means_its_own_card():
    """By the ruling that a lone Ambush need not flip itself it still flips another lone card (LLS-5.50)."""
    state = at(
        "stack B land L6; queue maneuver R A3 air, ambush R L2 land; hand R S1; hand B S2", ambush_alone_flips_itself=False
    )
    state = play(state, "flip opp land")
    assert asks(state) == "ambush R L2" and legal(state) == {"flip opp land"}

"""What a seat may know and remembers (LLS-1.4, LLS-4.4), place by place; other possible worlds, each as likely."""

from __future__ import annotations

import random
from collections import Counter

from lls_states import at, play

from kit.games.luft_land_see import GAME
from kit.games.luft_land_see.cards import DOWN, HIDDEN, read_card
from kit.games.luft_land_see.view import hidden_cards, hidden_places, redeal, remembered_cards, view, world


def cards(text: str) -> int:
    """The set of some cards: `cards("A3 L5")`."""
    return sum(1 << read_card(word) for word in text.split())


def test_lls_1_4_public_and_secret():
    state = play(at("stack R air A1 (L3); stack B sea (S6); hand R A2 L6; hand B A3 A6; points 3 4"), "improvise L6 land")
    red, blue, nobody = (view(state, seat) for seat in (0, 1, None))
    assert red.stacks[:3] == ((0, 8 + DOWN), (11 + DOWN,), ()) and blue.stacks[:3] == ((0, HIDDEN), (HIDDEN,), ())
    assert red.stacks[5] == nobody.stacks[5] == (HIDDEN,) and blue.stacks[5] == (17 + DOWN,)
    assert (red.hands, blue.hands, nobody.hands) == (((1,), None), (None, (2, 5)), (None, None))
    assert red.counts == (1, 2) and red.deck == (HIDDEN,) * 11 and red.hand == (1,) and nobody.hand == ()
    assert (red.deciding, blue.deciding, nobody.deciding) == (False, True, False) and red.points == (3, 4)
    opened = view(state, 0, reveal=True)
    assert opened.stacks == state.stacks and opened.hands == state.hands and opened.deck == state.deck


def test_the_card_drawn_for_reinforce_is_its_players_secret():
    state = play(at("deck A6; hand R L1 S1; hand B S2 S3"), "deploy L1")
    assert [view(state, seat).held for seat in (0, 1, None)] == [5, HIDDEN, HIDDEN]
    assert view(state, 1, reveal=True).held == 5 and view(state, 0).task.ability == "reinforce"


def test_a_card_that_was_flipped_down_is_remembered_where_it_lies():
    state = play(at("stack B land L5 L6; stack R sea S6; hand R A3 S1; hand B S2 S3"), "deploy A3, flip opp land")
    for seat in (0, None):
        seen = view(state, seat)
        assert seen.stacks[4] == (10, HIDDEN) and seen.stack_traces[4] == (0, cards("L6"))
        assert all(GAME.redeal(state, seat, random.Random(n)).stacks[4][1] == 11 + DOWN for n in range(20))
    assert view(state, 1).stack_traces[4] == (0, cards("L6"))  # of its own card: what the others remember


def test_memory_goes_with_a_card_that_is_moved_and_ends_when_it_is_seen():
    state = at("seen R+ B land 2 L6; stack B land A6 (L6); hand R L2 A1; hand B S1 S3; first B")
    state = play(state, "deploy S1, move land 2 air")
    assert view(state, 0).stack_traces[3] == (cards("L6"),) and view(state, 0).stacks[3] == (HIDDEN,)
    state = play(state, "deploy L2, flip opp air")
    assert not any(state.traces) and view(state, 0).stacks[3] == (11,)


def test_a_known_card_in_the_hand_may_be_any_that_is_improvised_later():
    state = at("seen R+ B land 1 L6; stack B land (L6); hand R A1 A2 A3; hand B S4 S6 S3; first B; turn B")
    state = play(state, "deploy S4, return land 1, improvise S6 air, deploy A1")
    seen = view(state, 0)
    assert seen.hand_traces == (0, cards("L6")) and seen.stack_traces[3] == (cards("L6"),)
    places, hidden = hidden_places(seen), hidden_cards(seen)
    where = [places[i][0] for i in remembered_cards(places, hidden)[11]]
    assert where == [("stack", 3, 0), ("hand", 1, 0), ("hand", 1, 1)]
    rng, found = random.Random(1), Counter()
    for _ in range(1500):
        other = redeal(state, 0, rng)
        assert view(other, 0) == seen
        found["table" if other.stacks[3] == (11 + DOWN,) else "hand" if 11 in other.hands[1] else "else"] += 1
    assert set(found) == {"table", "hand"} and abs(found["table"] / 1500 - 1 / 3) < 0.05  # one place of three
    shown = play(state, "deploy L6")
    assert not any(shown.traces) and shown.hand_traces == (0, 0)
    emptied = play(state, "improvise L6 sea, deploy A2, improvise S3 sea")
    assert emptied.hand_traces == (0, 0) and view(emptied, 0).stack_traces[5] == (0, cards("L6"), cards("L6"))


def test_lls_4_4_destroyed_cards_are_unknown_to_who_has_not_seen_them():
    secret = play(at("stack R air A5; hand R L6 A1; hand B S2 S3"), "improvise L6 land")
    assert view(secret, 0).deck_traces[-1] == cards("L6") and view(secret, 1).deck_traces[-1] == 0
    assert view(secret, None).deck_traces[-1] == 0
    rng = random.Random(3)
    assert all(redeal(secret, 0, rng).deck[-1] == 11 for _ in range(30))
    assert len({redeal(secret, 1, rng).deck[-1] for _ in range(60)}) > 5
    open_play = play(at("stack B sea S5; stack R land L4; stack B land (A6) (A3); hand R L6 S6; hand B S1 S2"), "deploy L6")
    assert all(view(open_play, seat).deck_traces[-1] == cards("L6") for seat in (0, 1, None))


def test_a_destroyed_card_drawn_later_is_still_known_to_who_destroyed_it():
    full = "stack R air A5 A1 A2 A3 A4 A6; stack B sea S1 S2 S3 S4 S6; stack R land L4; stack B land L3"
    state = at(f"{full}; hand R L6 L5; hand B L1 S5; deck L2")
    state = play(state, "improvise L6 land, deploy L1")
    assert state.held == 7 and state.deck == (11,)  # red's L6 is next
    assert view(state, 0).deck_traces == (cards("L6"),) and view(state, 1).deck_traces == (0,)


def test_memory_begins_anew_with_a_battle():
    state = at("stack B land L6; hand R A3; hand B S2; turn R")
    state = play(state, "deploy A3, flip opp land, deploy S2")
    assert state.battle == 2 and not any(state.traces) and state.hand_traces == (0, 0)


def test_every_hidden_distribution_is_as_likely():
    state = at("stack B air (A1); hand R L6 S6; hand B S1 S2; seen R B hand S1")
    seen, rng, tops = view(state, 0), random.Random(9), Counter()
    for _ in range(4000):
        other = world(seen, rng)
        assert read_card("S1") in other.hands[1] and other.hands[0] == state.hands[0]
        tops[other.stacks[3][0] - DOWN] += 1
    unseen = set(hidden_cards(seen)) - {read_card("S1")}
    assert set(tops) == unseen and all(abs(n / 4000 - 1 / len(unseen)) < 0.02 for n in tops.values())


def test_what_cannot_be_taken_back():
    start = at("stack R air (A3); stack B land L6; hand R L2 S1 L1; hand B S2 S3 S4; stack R sea (S6)")
    improvised, deployed = play(start, "improvise S1 sea"), play(start, "deploy L2")
    assert not GAME.reveals(start, improvised) and not GAME.reveals(start, deployed)
    assert not GAME.reveals(deployed, play(deployed, "flip opp land"))  # face down: nothing new
    assert GAME.reveals(deployed, play(deployed, "flip own air"))
    assert GAME.reveals(start, play(start, "deploy L1")) and GAME.reveals(start, play(start, "withdraw"))

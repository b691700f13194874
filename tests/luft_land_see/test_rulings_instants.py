"""LLS-5, second half: the instants. Each ruling: a small position, a move, the outcome."""

from __future__ import annotations

import random

import pytest
from lls_states import asks, at, bottom, hand, legal, play, refused, side

from kit.core.deals import Deal
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.moves import Withdraw

# The row is air, land, sea from the left unless said, red is the 1st Player, and it is red's turn.


# Maneuver (A3, L3, S3)


def test_lls_5_46_maneuver_flips_an_uncovered_card_of_either_side_next_door():
    state = play(
        at("stack R land L6; stack B land (A6); stack R sea S6; stack B air A5; hand R A3 S1; hand B S2 S3"), "deploy A3"
    )
    assert legal(state) == {"flip own land", "flip opp land"} and asks(state) == "maneuver R A3"
    assert side(play(state, "flip own land"), "R land") == "(L6)"
    assert side(play(state, "flip opp land"), "B land") == "A6"
    error = refused(state, "flip own sea")
    assert (error.code, error.rule, error.data["theater"]) == ("not-adjacent", "LLS-5.46", "sea")
    assert refused(state, "flip opp air").code == "not-adjacent" and refused(state, "pass").rule == "LLS-4.2"
    middle = play(at("stack R air A6; stack B sea (A5); stack B land L1; hand R L3 S1; hand B S2 S3"), "deploy L3")
    assert legal(middle) == {"flip own air", "flip opp sea"}


def test_lls_5_47_maneuver_reaches_by_where_it_lies():
    state = play(at("stack R air A4; stack R land L6; stack B air A6; hand R S3 S1; hand B S2 L5"), "deploy S3 land")
    assert legal(state) == {"flip own air", "flip opp air"}  # the sea has no card
    moved = at("stack R air A6; stack B land L6; stack R sea (S3); hand R S1 L1; hand B S2 L5; queue maneuver R S3 land; turn R")
    assert legal(moved) == {"flip opp land"}  # it lies at sea now
    gone = at("stack R air A6; stack B land L6; hand R S1 S3; hand B S2 L5; queue maneuver R S3 land; turn R")
    assert legal(gone) == {"flip own air"}  # back in the hand: from where it last lay


def test_lls_5_48_maneuver_without_a_target_lapses():
    state = play(at("stack R air A6; stack R sea S6; hand R A3 S1; hand B S2 S3"), "deploy A3")
    assert asks(state) == "B" and state.turns == 9


# Ambush (L2)


def test_lls_5_49_ambush_may_flip_itself():
    state = play(at("stack B sea S6; hand R L2 S1; hand B S2 S3"), "deploy L2")
    assert legal(state) == {"flip own land", "flip opp sea"}
    assert side(play(state, "flip own land"), "R land") == "(L2)"
    assert refused(state, "flip opp air").code == "nothing-to-flip"


def test_lls_5_50_ambush_alone_on_the_table_must_flip_itself():
    """INF LLS-5.50."""
    text = "hand R L2 S1; hand B S2 S3"
    state = play(at(text), "deploy L2")
    assert legal(state) == {"flip own land"}
    assert asks(play(state, "flip own land")) == "B"
    lapsed = play(at(text, ambush_alone_flips_itself=False), "deploy L2")
    assert asks(lapsed) == "B" and side(lapsed, "R land") == "L2"
    other = play(at(text + "; stack B air A6", ambush_alone_flips_itself=False), "deploy L2")
    assert legal(other) == {"flip own land", "flip opp air"}


def test_lls_5_51_flipping_face_down_triggers_nothing():
    state = play(at("stack B land L5; hand R A3 S1; hand B S2 S3"), "deploy A3, flip opp land")
    assert side(state, "B land") == "(L5)" and asks(state) == "B"


def test_lls_5_52_covered_cards_are_never_flipped():
    state = play(at("stack B land (L5) L6; hand R L2 S1; hand B S2 S3"), "deploy L2, flip opp land")
    assert side(state, "B land") == "(L5) (L6)"
    assert refused(at("hand R S1; hand B S2; stack R land L6; queue ambush R L2"), "flip opp land").rule == "LLS-5.52"


# Disrupt (L5)


def test_lls_5_53_disrupt_may_flip_itself_and_still_finishes():
    state = play(at("stack B air A6; hand R L5 S1; hand B S2 S3"), "deploy L5")
    assert asks(state) == "disrupt R L5, answer B L5"
    state = play(state, "flip own land")
    assert side(state, "R land") == "(L5)" and asks(state) == "answer B L5" and legal(state) == {"flip own air"}
    assert refused(state, "flip opp land").code == "own-card-only" and refused(state, "pass").code == "must"
    state = play(state, "flip own air")
    assert side(state, "B air") == "(A6)" and asks(state) == "B"


def test_lls_5_53_the_answer_is_part_of_a_started_ability_under_any_ruling():
    state = play(at("stack B air A6; hand R L5 S1; hand B S2 S3", waiting_instants_stay=False), "deploy L5, flip own land")
    assert asks(state) == "answer B L5"


def test_lls_5_54_disrupt_skips_a_player_without_cards():
    state = play(at("hand R L5 S1; hand B S2 S3"), "deploy L5, flip own land")
    assert asks(state) == "B" and side(state, "R land") == "(L5)"
    opened = play(at("stack R land (L5); stack B air A6; hand R S1 A3; hand B L2 S3; first B"), "deploy L2, flip opp land")
    assert asks(opened) == "disrupt R L5, answer B L5"  # its owner first, though the other flipped it


def test_lls_5_55_disrupt_finishes_before_the_ability_it_revealed():
    state = at("stack R sea (S3); stack B air (A3); stack B land L6; hand R L5 S1; hand B S2 S6")
    state = play(state, "deploy L5, flip own sea")
    assert asks(state) == "answer B L5, maneuver R S3"
    state = play(state, "flip own air")
    assert asks(state) == "maneuver R S3, maneuver B A3"


# Transport (S1)


def test_lls_5_56_transport_may_pass():
    state = play(at("hand R S1 L6; hand B S2 S3"), "deploy S1")
    assert legal(state) == {"move sea 1 air", "move sea 1 land", "pass"}
    assert asks(play(state, "pass")) == "B"


def test_lls_5_57_transport_moves_any_own_card():
    text = "stack R air (A1) A6; stack B land L4; hand R S1 L6; hand B S2 S3"
    state = play(at(text), "deploy S1")
    assert {"move air 1 land", "move air 2 sea", "move sea 1 air"} <= legal(state)
    assert side(play(state, "move air 1 sea"), "R sea") == "S1 (A1)"  # covered, face down
    assert side(play(state, "move sea 1 land"), "R land") == "S1"  # itself
    error = refused(state, "move land 1 sea")
    assert (error.code, error.data) == ("no-card-there", {"theater": "land", "n": 0, "place": 1})
    assert refused(state, "move air 3 sea").code == "no-card-there"
    assert refused(state, "move air 1 air").code == "same-theater"


def test_lls_5_58_a_moved_card_does_not_trigger_again():
    state = play(at("stack R land L2; stack B air A6; hand R S1 L6; hand B S2 S3"), "deploy S1, move land 1 air")
    assert side(state, "R air") == "L2" and asks(state) == "B"


def test_lls_5_59_a_moved_card_keeps_its_facing():
    state = play(at("stack R land L4 (A3); hand R S1 L6; hand B S2 S3"), "deploy S1")
    assert side(play(state, "move land 2 air"), "R air") == "(A3)" and side(play(state, "move land 1 air"), "R air") == "L4"


def test_lls_5_60_what_lay_beneath_is_uncovered():
    state = play(at("stack R land (L6) L4; hand R S1 L3; hand B A3 S3"), "deploy S1, move land 2 sea, deploy A3")
    assert side(state, "R land") == "(L6)" and "flip opp land" in legal(state)


# Redeploy (S4)


def test_lls_5_61_redeploy_may_pass():
    state = play(at("stack R land (L6); hand R S4 L1; hand B S2 S3"), "deploy S4")
    assert legal(state) == {"return land 1", "pass"} and asks(play(state, "pass")) == "B"
    error = refused(state, "return sea 1")
    assert (error.code, error.data) == ("not-face-down", {"card": "S4"})
    assert refused(state, "return land 2").code == "no-card-there" and refused(state, "flip own land").code == "other-ability"


def test_lls_5_62_redeploy_without_a_face_down_card_lapses():
    state = play(at("stack R land L6; stack B land (A6); hand R S4 L1; hand B S2 S3"), "deploy S4")
    assert asks(state) == "B"
    covered = play(at("stack R land (A6) L6; hand R S4 L1; hand B S2 S3"), "deploy S4")
    assert legal(covered) == {"return land 1", "pass"}


def test_lls_5_63_redeploy_plays_any_hand_card_face_up_with_its_ability_too():
    state = play(at("stack R land (L6); stack B air A6; hand R S4 A3; hand B S2 S3"), "deploy S4, return land 1")
    assert hand(state, "R") == "A3 L6" and asks(state) == "play R S4" and side(state, "R land") == ""
    assert {"deploy A3", "deploy L6", "improvise A3 sea", "improvise L6 land"} <= legal(state)
    assert asks(play(state, "deploy L6")) == "B" and asks(play(state, "improvise A3 air")) == "B"
    two = play(at("stack R land (L6) L4; stack B air A6; hand R S4 A3; hand B S2 S3"), "deploy S4, return land 1, deploy A3")
    assert asks(two) == "maneuver R A3" and legal(two) == {"flip own land"}


def test_lls_5_64_no_withdrawal_inside_redeploy():
    state = play(at("stack R land (L6); hand R S4 L1; hand B S2 S3"), "deploy S4, return land 1")
    assert refused(state, "withdraw").rule == "LLS-5.64" and refused(state, "pass").code == "must-play"
    assert refused(state, "flip own land").code == "must-play" and Withdraw() not in rules.legal_moves(state)


def test_lls_5_65_redeploy_in_the_opponents_turn_is_done_at_once_and_the_own_turn_follows():
    state = at("first B; stack R sea (S4); stack R land (L6); hand R A1 A6; hand B L2 S3")
    state = play(state, "deploy L2, flip opp sea")
    assert asks(state) == "redeploy R S4" and state.turn == 1
    state = play(state, "return land 1, deploy L6")
    assert asks(state) == "R" and hand(state, "R") == "A1 A6" and state.turns == 9


def test_lls_5_66_redeploy_works_with_an_empty_hand():
    state = play(at("stack R land (L6); hand R S4; hand B S2"), "deploy S4, return land 1")
    assert hand(state, "R") == "L6" and asks(state) == "play R S4"
    assert asks(play(state, "deploy L6")) == "B"


# Reinforce (L1)


def test_lls_5_67_reinforce_draws_first_then_chooses():
    state = play(at("deck A6; hand R L1 S1; hand B S2 S3"), "deploy L1")
    assert state.held == 5 and len(state.deck) == 13 and legal(state) == {"reinforce air", "reinforce sea"}
    assert rules.outcome(state) is None and refused(state, "reinforce land").rule == "LLS-1.5"
    state = play(state, "reinforce air")
    assert side(state, "R air") == "(A6)" and state.held is None and asks(state) == "B"


def test_lls_5_68_reinforce_at_an_outer_theater_has_one_place():
    state = play(at("theaters land air sea; deck A6; hand R L1 S1; hand B S2 S3"), "deploy L1")
    assert legal(state) == {"reinforce air"}


def test_lls_5_69_reinforce_lapses_when_the_deck_is_empty():
    full = "stack R air A1 A3 A4 A5 A6 A2; stack B sea S1 S2 S3 S4 (S5) S6; stack B land L3 L4 L5 L6; hand R L1; hand B L2"
    state = play(at(full), "deploy L1")
    assert asks(state) == "B" and state.held is None and state.deck == ()


# All of them


@pytest.mark.parametrize("seed", range(8))
def test_lls_5_70_a_full_battle_has_twelve_turns(seed):
    rng, state = random.Random(seed), rules.start(deal=Deal(seed))
    while not state.results:
        if not state.queue:
            assert state.turns == 12 - sum(map(len, state.hands)) and state.turn == (state.first + state.turns) % 2
        last = state
        moves = [move for move in rules.legal_moves(state) if not isinstance(move, Withdraw)]
        state = rules.apply(state, rng.choice(moves))
    assert last.turns == 11


def test_lls_5_71_no_withdrawal_inside_an_ability():
    state = play(at("stack B land L6; hand R A3 S1; hand B S2 S3"), "deploy A3")
    assert refused(state, "withdraw").rule == "LLS-5.71" and refused(state, "deploy S1").rule == "LLS-4.3"
    assert refused(state, "reinforce land").code == "other-ability"


def test_a_destroyed_reinforce_draws_nothing():
    state = at("stack B sea S5; stack R land L6 L4; stack B land (A6); hand R L1 S6; hand B S1 S2")
    after = play(state, "deploy L1")
    assert bottom(after) == "L1" and len(after.deck) == len(state.deck) + 1

"""LLS-5, first half: the ongoing cards and Air Drop. Each ruling: a small position, a move, the outcome."""

from __future__ import annotations

import pytest
from lls_states import asks, at, bottom, closed, hand, legal, play, refused, side, worth

# The row is air, land, sea from the left unless said, red is the 1st Player, and it is red's turn.


# Containment (A5)


def test_lls_5_1_containment_destroys_the_opponents_face_down_play():
    state = play(at("stack B air A5; hand R L6 S6; hand B L1 S1"), "improvise L6 land")
    assert side(state, "R land") == "" and bottom(state) == "L6" and asks(state) == "B"


def test_lls_5_2_containment_destroys_its_owners_face_down_play():
    state = play(at("stack R air A5; hand R L6 S6; hand B L1 S1"), "improvise L6 sea")
    assert side(state, "R sea") == "" and bottom(state) == "L6" and hand(state, "R") == "S6"
    open_play = play(at("stack R air A5; hand R L6 S6; hand B L1 S1"), "deploy L6")
    assert side(open_play, "R land") == "L6"


def test_lls_5_3_containment_works_while_covered():
    state = play(at("stack B air A5 A6; hand R L6 S6; hand B L1 S1"), "improvise L6 land")
    assert bottom(state) == "L6"


def test_lls_5_4_containment_does_not_work_face_down():
    state = play(at("stack B air (A5); hand R L6 S6; hand B L1 S1"), "improvise L6 land")
    assert side(state, "R land") == "(L6)"


def test_lls_5_5_a_flip_is_no_play_for_containment():
    state = play(at("stack B air A5; stack R land L6; hand R L2 S6; hand B L1 S1"), "deploy L2, flip own land")
    assert side(state, "R land") == "L6 (L2)"  # Ambush turned itself face down and stays


def test_lls_5_6_a_move_is_no_play_for_containment():
    state = play(at("stack B air A5; stack R land (L6); hand R S1 S6; hand B L1 S2"), "deploy S1, move land 1 air")
    assert side(state, "R air") == "(L6)"


def test_lls_5_7_containment_destroys_reinforces_play():
    state = play(at("stack B air A5; deck L6; hand R L1 S6; hand B S1 S2"), "deploy L1, reinforce sea")
    assert side(state, "R sea") == "" and bottom(state) == "L6" and asks(state) == "B"


def test_lls_5_8_containment_destroys_redeploys_face_down_play():
    state = at("stack B air A5; stack R land (L6); hand R S4 S6; hand B S1 S2")
    state = play(state, "deploy S4, return land 1, improvise L6 land")
    assert side(state, "R land") == "" and bottom(state) == "L6" and asks(state) == "B"


def test_lls_5_9_containment_is_not_retroactive():
    state = play(at("stack B land (L6); stack R sea (S6); hand R A5 L3; hand B S1 S2"), "deploy A5")
    assert side(state, "B land") == "(L6)" and side(state, "R sea") == "(S6)"


# Blockade (S5)


def test_lls_5_10_blockade_destroys_the_fourth_card_next_door_and_its_ability_is_lost():
    state = play(at("stack B sea S5; stack R land L6 L4; stack B land (A6); hand R L2 S6; hand B S1 S2"), "deploy L2")
    assert side(state, "R land") == "L6 L4" and bottom(state) == "L2" and asks(state) == "B"


def test_lls_5_11_with_two_other_cards_the_third_stays():
    state = play(at("stack B sea S5; stack R land L6; stack B land (A6); hand R L4 S6; hand B S1 S2"), "deploy L4")
    assert side(state, "R land") == "L6 L4"


def test_lls_5_12_blockade_does_not_guard_its_own_theater():
    state = play(at("stack B sea S5 S1; stack R sea (A6); hand R S6 L6; hand B L1 S2"), "deploy S6")
    assert side(state, "R sea") == "(A6) S6"


def test_lls_5_13_blockade_does_not_guard_a_theater_that_is_not_adjacent():
    state = play(at("stack B sea S5; stack R air A1 (L1); stack B air (A3); hand R A6 L6; hand B L2 S2"), "deploy A6")
    assert side(state, "R air") == "A1 (L1) A6"


@pytest.mark.parametrize("card", ["A6", "L6"])
def test_lls_5_14_from_the_middle_blockade_guards_both_outer_theaters(card):
    row = "theaters air sea land; stack B sea S5; stack R air A1 (L1); stack B air (A3); stack R land L4 (S1); stack B land (S3)"
    assert bottom(play(at(f"{row}; hand R A6 L6; hand B L2 S2"), f"deploy {card}")) == card


def test_lls_5_15_blockade_hits_its_owner():
    state = play(at("stack R sea S5; stack R land L4 (A3); stack B land (A6); hand R L6 S6; hand B S1 S2"), "deploy L6")
    assert bottom(state) == "L6"


def test_lls_5_16_blockade_hits_improvised_cards():
    state = play(at("stack B sea S5; stack R land L4 (A3); stack B land (A6); hand R A1 S6; hand B S1 S2"), "improvise A1 land")
    assert bottom(state) == "A1" and side(state, "R land") == "L4 (A3)"


def test_lls_5_17_blockade_hits_reinforces_play():
    row = "theaters air sea land; stack B sea S5; stack R air A1; stack B air (A3) (A6); stack R sea (L4)"
    state = play(at(f"{row}; hand R S1 S3; hand B S2 L6; queue reinforce R L1 sea; drawn L2; turn R"), "reinforce air")
    assert bottom(state) == "L2" and side(state, "R air") == "A1"


def test_lls_5_18_blockade_hits_redeploys_play():
    state = at("stack B sea S5; stack R land L4; stack B land (A6) (A3); stack R sea (L6); hand R S4 S6; hand B S1 S2")
    state = play(state, "deploy S4, return sea 1, deploy L6")
    assert bottom(state) == "L6" and side(state, "R land") == "L4"


def test_lls_5_19_transport_moves_in_freely():
    state = at("stack B sea S5; stack R land L4; stack B land (A6) (A3); stack R air A1; hand R S1 S6; hand B S3 S2")
    state = play(state, "deploy S1, move air 1 land")
    assert side(state, "R land") == "L4 A1"


def test_lls_5_20_flips_are_free_of_blockade():
    state = at("stack B sea S5; stack R land L4 (L6); stack B land (A6) (A3); hand R A2 S6; hand B S3 S2; queue ambush R L2 land")
    state = play(state, "flip own land")
    assert side(state, "R land") == "L4 L6"


def test_lls_5_21_blockade_counts_after_redeploy_took_its_card():
    """INF LLS-5.21: three cards lie at land, one of them is taken back, so the card played there is the third."""
    text = "stack B sea S5; stack R land L4 (L6); stack B land (A6); hand R S4 S6; hand B S1 S2"
    assert side(play(at(text), "deploy S4, return land 2, deploy L6"), "R land") == "L4 L6"
    otherwise = at(text, blockade_counts_after_return=False)
    assert bottom(play(otherwise, "deploy S4, return land 2, deploy L6")) == "L6"
    elsewhere = at(text.replace("stack B land (A6)", "stack B land (A6) (A1)"), blockade_counts_after_return=False)
    assert side(play(elsewhere, "deploy S4, return land 2, improvise L6 sea"), "R sea") == "S4 (L6)"


# Aerodrome (A4)


def test_lls_5_22_aerodrome_goes_by_printed_strength():
    state = at("stack R air A4; hand R S3 L4; hand B S1 S2")
    assert {"deploy S3", "deploy S3 air", "deploy S3 land"} <= legal(state)
    error = refused(state, "deploy L4 sea")
    assert (error.code, error.rule) == ("too-strong", "LLS-5.22") and error.data == {"card": "L4", "n": 4, "most": 3}
    assert legal(state) >= {"deploy L4"} and "deploy L4 air" not in legal(state)
    assert worth(play(state, "deploy S3 land"), "R land") == 3


def test_lls_5_23_aerodrome_serves_its_owner_only():
    error = refused(at("stack B air A4; hand R S3 L4; hand B S1 S2"), "deploy S3 land")
    assert (error.code, error.rule, error.data) == ("wrong-theater", "LLS-1.2", {"card": "S3", "home": "sea"})


def test_lls_5_24_aerodrome_works_covered():
    assert side(play(at("stack R air A4 A6; hand R S3 L4; hand B S1 S2"), "deploy S3 land"), "R land") == "S3"


def test_lls_5_25_aerodrome_does_not_work_face_down():
    assert refused(at("stack R air (A4); hand R S3 L4; hand B S1 S2"), "deploy S3 land").code == "wrong-theater"


# Air Drop (A2)

DROPPED = "air-drop R; stack R air A2; hand R L6 S6 S3; hand B A6 S1 S2"


def test_lls_5_26_air_drop_serves_once():
    state = play(at("hand R A2 L6 S6; hand B A6 S1 A3"), "deploy A2, deploy A6, deploy L6 sea, deploy S1, pass")
    assert side(state, "R sea") == "L6" and state.air_drops == (False, False)
    assert refused(state, "deploy S6 air").code == "wrong-theater"


def test_lls_5_27_air_drop_serves_any_strength():
    state = at(DROPPED)
    assert {f"deploy {card}{where}" for card in ("L6", "S6") for where in ("", " air")} <= legal(state)
    assert worth(play(state, "deploy S6 land"), "R land") == 6
    assert refused(play(state, "deploy S6 land"), "deploy S1 land").code == "wrong-theater"  # the opponent's next play


@pytest.mark.parametrize("use", ["improvise L6 sea", "deploy L6", "improvise L6 land"])
def test_lls_5_28_any_play_of_its_owner_uses_air_drop_up(use):
    """INF LLS-5.28: improvised or at the matching theater too."""
    assert play(at(DROPPED), use).air_drops == (False, False)
    assert play(at(DROPPED, air_drop_any_play=False), use).air_drops == (True, False)
    assert play(at(DROPPED, air_drop_any_play=False), "deploy L6 sea").air_drops == (False, False)
    helped = at("stack R air A4; air-drop R; hand R S3 L6; hand B S1 S2", air_drop_any_play=False)
    assert play(helped, "deploy S3 land").air_drops == (True, False)  # Aerodrome was enough


def test_lls_5_28_the_opponents_plays_do_not_use_it_up():
    """INF LLS-5.28."""
    state = play(at("air-drop B; hand R L6 S6; hand B A6 S2"), "deploy L6")
    assert state.air_drops == (False, True) and "deploy A6 sea" in legal(state)


def test_lls_5_29_air_drop_survives_its_own_card():
    """INF LLS-5.29: flipped face down meanwhile, or no longer on the table."""
    flipped = at("hand R A2 L6 S6; hand B L2 S1 A3")
    flipped = play(flipped, "deploy A2, deploy L2, flip opp air")
    assert side(flipped, "R air") == "(A2)" and "deploy L6 sea" in legal(flipped)
    gone = "air-drop R; deck A2; hand R L6 S6; hand B A6 S2"
    assert "deploy L6 sea" in legal(at(gone))
    assert refused(at(gone, air_drop_outlives_card=False), "deploy L6 sea").code == "wrong-theater"
    assert "deploy L6 sea" in legal(at(DROPPED, air_drop_outlives_card=False))


def test_lls_5_30_air_drop_flipped_up_by_the_opponent_still_serves_its_owner():
    """INF LLS-5.30."""
    text = "first B; stack R air (A2); hand R L6 S6; hand B L2 S1"
    state = play(at(text), "deploy L2, flip opp air")
    assert state.air_drops == (True, False) and asks(state) == "R" and "deploy L6 sea" in legal(state)
    assert play(at(text, owner_uses_flipped=False), "deploy L2, flip opp air").air_drops == (False, True)


def test_lls_5_31_air_drop_serves_redeploys_play():
    """INF LLS-5.31: in the opponent's turn too."""
    own = "air-drop R; stack R land (L6); queue redeploy R S4 sea; turn R; hand R S6; hand B A6"
    state = play(at(own), "return land 1")
    assert "deploy S6 air" in legal(state)
    assert play(state, "deploy S6 air").air_drops == (False, False)
    theirs = play(at(own.replace("turn R", "turn B")), "return land 1, deploy S6 land")
    assert side(theirs, "R land") == "S6" and asks(theirs) == "R" and theirs.air_drops == (False, False)
    otherwise = play(at(own, air_drop_serves_redeploy=False), "return land 1")
    assert refused(otherwise, "deploy S6 air").code == "wrong-theater"
    assert play(otherwise, "deploy S6").air_drops == (True, False)


def test_lls_5_32_an_unused_air_drop_ends_with_the_battle():
    """INF LLS-5.32."""
    text = "air-drop R; hand R L6; hand B A6; turn B"
    assert play(at(text), "withdraw").air_drops == (False, False)
    assert play(at(text, air_drop_ends_with_battle=False), "withdraw").air_drops == (True, False)


def test_lls_5_33_reinforces_play_uses_air_drop_up():
    """INF LLS-5.33."""
    text = "air-drop R; stack R land L1; queue reinforce R L1; drawn A3; turn R; hand R S6; hand B A6"
    assert play(at(text), "reinforce sea").air_drops == (False, False)
    assert play(at(text, air_drop_used_by_reinforce=False), "reinforce sea").air_drops == (True, False)
    assert play(at(text.replace("air-drop R", "air-drop B")), "reinforce sea").air_drops == (False, True)


# Support (A1)


def sums(state, letter):
    return [worth(state, f"{letter} {theater}") for theater in ("air", "land", "sea")]


def test_lls_5_34_support_in_the_middle_helps_both_outer_theaters():
    state = at("theaters land air sea; stack R air A1; stack R land L6; stack R sea (S1); hand R S6; hand B A6")
    assert sums(state, "R") == [1, 9, 5] and sums(state, "B") == [0, 0, 0]


def test_lls_5_35_support_at_an_outer_theater_helps_only_the_middle():
    state = at("stack R air A1; stack R land L6; stack R sea (S1); hand R S6; hand B A6")
    assert sums(state, "R") == [1, 9, 2]


def test_lls_5_36_support_helps_by_where_it_lies():
    state = at("stack R land A1; stack R air A6; stack R sea (S1); hand R S6; hand B A3")
    assert sums(state, "R") == [9, 1, 5]


def test_lls_5_37_support_works_covered():
    assert sums(at("stack B air A1 A6; stack B land L6; hand R S6; hand B A3"), "B") == [7, 9, 0]


def test_lls_5_38_support_does_not_work_face_down():
    assert sums(at("stack B air (A1); stack B land L6; hand R S6; hand B A3"), "B") == [2, 6, 0]


def test_lls_5_39_support_counts_where_its_owner_has_no_card():
    """INF LLS-5.39: and it can win that theater."""
    text = "stack B air A1; hand R S6; hand B A3"
    assert sums(at(text), "B") == [1, 3, 0]
    assert sums(at(text, support_without_cards=False), "B") == [1, 0, 0]
    assert sums(at(text + "; stack B land (L1)", support_without_cards=False), "B") == [1, 5, 0]


# Cover Fire (L4), Escalation (S2)


def test_lls_5_40_cover_fire_makes_every_own_card_beneath_it_a_four():
    state = at("stack R land L6 L1 (A3) L4; stack B land L5; hand R S6; hand B A6")
    assert worth(state, "R land") == 16 and worth(state, "B land") == 5


def test_lls_5_41_cards_above_cover_fire_keep_their_strength():
    assert worth(at("stack R land L6 L4 L1 (A3); hand R S6; hand B A6"), "R land") == 4 + 4 + 1 + 2
    assert worth(at("stack R land L6 (L4); hand R S6; hand B A6"), "R land") == 8  # face down it does nothing


def test_lls_5_42_cover_fire_acts_where_it_is_moved_to():
    state = at("stack R land L6 L4; stack R sea S6 (A1); hand R S1 A3; hand B A6 A5")
    assert worth(state, "R land") == 8 and worth(state, "R sea") == 8
    state = play(state, "deploy S1, move land 2 sea")
    assert side(state, "R sea") == "S6 (A1) S1 L4" and worth(state, "R sea") == 16 and worth(state, "R land") == 6


def test_lls_5_43_cover_fire_with_escalation_is_still_four():
    assert worth(at("stack R land (L6) (A6) L4; stack R sea S2; hand R S6; hand B A3"), "R land") == 12


def test_lls_5_44_escalation_lifts_covered_face_down_cards_too():
    state = at("stack R land (L6) L1 (A3); stack R sea S2 S1; stack B land (A1); hand R S6; hand B A6")
    assert worth(state, "R land") == 9 and worth(state, "R sea") == 3 and worth(state, "B land") == 2


def test_lls_5_45_escalation_itself_face_down_is_two():
    assert worth(at("stack R land (L6); stack R sea (S2); hand R S6; hand B A3"), "R sea") == 2
    assert worth(at("stack R land (L6); stack R sea (S2); hand R S6; hand B A3"), "R land") == 2


def test_what_happens_when_a_battle_closes_is_shown_before_it_is_scored():
    state = at("hand R S6; hand B A6; stack B air A1; turn R")
    end = closed(state, "deploy S6, deploy A6")
    assert side(end, "R sea") == "S6" and worth(end, "B land") == 3 and end.points == (0, 0)
    assert play(state, "deploy S6, deploy A6").points == (0, 6)

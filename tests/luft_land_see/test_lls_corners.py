"""Corners that the mutation run found untested: what waits behind what, counts just below a Blockade, mixed rulings, options."""

from __future__ import annotations

import pytest
from lls_states import asks, at, bottom, play, refused, side

from kit.core.deals import Deal
from kit.core.errors import OptionError
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.rules import CardError

ROW = "theaters air land sea; first R; turn R"


def test_what_waits_behind_a_redeploy_still_comes_after_its_play():
    """LLS-4.3: the queue keeps its order; the play ends Redeploy alone."""
    text = f"{ROW}; stack R land (L6); stack B air A6; hand R S6 A1; hand B S2 S3; queue redeploy R S4 sea, ambush B L2 land"
    state = play(at(text), "return land 1")
    assert asks(state) == "play R S4, ambush B L2"
    assert asks(play(state, "deploy S6")) == "ambush B L2" == asks(play(state, "improvise L6 air"))


def test_what_waits_behind_a_reinforce_still_comes_after_it():
    text = f"{ROW}; stack R land L1; stack B air A6; hand R S6; hand B S2; queue reinforce R L1, ambush B L2 land; drawn A3"
    assert asks(play(at(text), "reinforce sea")) == "ambush B L2"


def test_what_waits_behind_an_air_drop_or_a_lapsed_ability_still_comes():
    text = f"{ROW}; stack B air A6; hand R L2 S6; hand B S2 S3; queue maneuver R A3 land, air-drop R A2, ambush B L2 land"
    assert asks(play(at(text), "flip opp air")) == "ambush B L2"
    text = f"{ROW}; stack B air A6; hand R L2 S6; hand B S2 S3; queue maneuver R A3 land, redeploy R S4 sea, ambush B L2 land"
    assert asks(play(at(text), "flip opp air")) == "ambush B L2"  # nothing of red's lies face down


def test_each_seat_keeps_its_own_air_drop():
    """The other's waits on when one's own comes."""
    for own, other in (("R", "B"), ("B", "R")):
        text = f"{ROW}; air-drop {other}; stack B air A6; hand R L1 S6; hand B S2 S3; queue ambush R L2 land, air-drop {own} A2"
        state = play(at(text), "flip opp air")
        assert state.air_drops == (True, True)


def test_reinforces_card_is_the_third_at_a_blockaded_theater_and_stays():
    """LLS-5.13: three others are needed, the card that is played is not one of them."""
    text = f"{ROW}; stack B land S5 L6; stack R air A6; stack B air A1; queue reinforce R L1 land; drawn L2; hand R S6; hand B S2"
    assert side(play(at(text), "reinforce air"), "R air") == "A6 (L2)"
    more = text.replace("stack B air A1", "stack B air A1 A2")
    full = play(at(more), "reinforce air")
    assert side(full, "R air") == "A6" and bottom(full) == "L2"


def test_a_third_card_is_not_destroyed_and_a_fourth_is_whoever_asks():
    """As the table asks it of a card in hand."""
    two = at(f"{ROW}; stack B land S5; stack R air A6; stack B air A1; hand R A2; hand B S2")
    three = at(f"{ROW}; stack B land S5; stack R air A6; stack B air A1 A3; hand R A2; hand B S2")
    assert not rules.is_destroyed(two, 0, True) and rules.is_destroyed(three, 0, True)


def test_where_blockade_counts_the_returned_card_it_counts_it_once():
    """LLS-5.21 the other way: with one other card it is the second that was there, and the new one the third."""
    text = f"{ROW}; stack B land S5; stack R air (A6); stack B air A1; queue redeploy R S4 sea; hand R A2 S6; hand B S2 S3"
    state = play(at(text, blockade_counts_after_return=False), "return air 1, deploy A2")
    assert side(state, "R air") == "A2"


def test_where_air_drop_waits_for_a_play_that_needs_it():
    """LLS-5.28 the other way, and what it needs: another theater, and no Aerodrome that would do."""
    low = at(f"{ROW}; air-drop R; hand R S3 L6; hand B S1 S2", air_drop_any_play=False)
    assert play(low, "deploy S3 land").air_drops == (False, False)  # low, but without Aerodrome
    strong = at(f"{ROW}; stack R air A4; air-drop R; hand R S5 L6; hand B S1 S2", air_drop_any_play=False)
    assert play(strong, "deploy S5 land").air_drops == (False, False)  # too strong for Aerodrome
    reinforced = f"{ROW}; air-drop R; stack R land L1; queue reinforce R L1; drawn A3; hand R S6; hand B A6"
    assert play(at(reinforced, air_drop_any_play=False), "reinforce sea").air_drops == (True, False)
    assert play(at(reinforced, air_drop_serves_redeploy=False), "reinforce sea").air_drops == (False, False)


def test_uneven_hands_of_a_sandbox_leave_the_turn_with_who_has_cards():
    state = play(at(f"{ROW}; hand R L6 L5 S1; hand B"), "deploy L6")
    assert asks(state) == "R" and state.turns and not state.results
    assert len(play(state, "improvise S1 sea, improvise L5 sea").results) == 1


def test_without_a_card_nobody_withdraws():
    """LLS-3.2: with an empty hand there is no turn to take."""
    state = at(f"{ROW}; hand R L6; hand B")
    empty = rules.evolve(state, hands=((), (11,)))
    assert refused(empty, "withdraw").code == "nothing-left"


def test_unknown_options_are_refused_and_the_valid_ones_listed():
    for options, code, valid in (
        ({"level": "hard"}, "unknown-level", "standard"),
        ({"variants": ("fast",)}, "unknown-variant", "beginner, long"),
        ({"seats": 3}, "unknown-seats", "2"),
    ):
        with pytest.raises(OptionError) as raised:
            rules.start(**options)
        assert (raised.value.code, raised.value.data["valid"]) == (code, valid)


def test_a_card_that_cannot_be_drawn_is_named_in_the_games_own_words():
    with pytest.raises(CardError) as raised:
        rules.start(deal=Deal.scripted({"1 R": [5], "1 B": [5]}))
    assert raised.value.data["card"] == "A6" and raised.value.game == "luft_land_see"


def test_the_outcome_is_the_states():
    state = at("points 11 0; hand R L6; hand B A6; turn B; first R")
    assert rules.outcome(state) is None
    over = play(state, "withdraw")
    assert rules.outcome(over) is over.outcome and over.outcome.winner == 0

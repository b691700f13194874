"""LLS-1 to LLS-4: set-up and turn, the cards, ending and scoring, abilities in general."""

from __future__ import annotations

import pytest
from lls_states import asks, at, bottom, hand, legal, play, refused, side, worth

from kit.core.deals import Deal
from kit.core.errors import OptionError
from kit.games.luft_land_see import GAME, rules
from kit.games.luft_land_see.cards import COLOUR, DECK, INSTANTS, NAMES, ONGOING, STRENGTH
from kit.games.luft_land_see.moves import Withdraw
from kit.games.luft_land_see.state import Battle, Ending, Outcome, adjacent
from kit.games.luft_land_see.strengths import controllers, leader, parts, strengths
from kit.games.luft_land_see.view import view

# LLS-1 set-up and turn


def test_lls_1_1_set_up():
    rows = set()
    for seed in range(60):
        state = rules.start(deal=Deal(seed))
        rows.add(state.theaters)
        assert [len(pile) for pile in (*state.hands, state.deck)] == [6, 6, 6]
        assert sorted((*state.hands[0], *state.hands[1], *state.deck)) == list(range(18)) and state.stacks == ((),) * 6
        assert (state.first, state.turn, state.battle, state.points) == (0, 0, 1, (0, 0))
        assert [label for label, _ in state.drawn] == ["theaters", "1 R", "1 B", "1 deck"]
    assert len(rows) == 6
    with pytest.raises(OptionError):
        rules.start(seats=3)


def test_lls_1_1_a_deal_names_any_of_it():
    deal = Deal.scripted({"theaters": (2, 0, 1), "1 R": (None, 0), "1 B": (1, None), "1 deck": (None, 17)})
    for seed in range(20):
        state = rules.start(deal=Deal(seed, deal.script))
        assert state.theaters == (2, 0, 1) and 0 in state.hands[0] and 1 in state.hands[1] and state.deck[1] == 17


def test_lls_1_2_a_turn_is_deploy_improvise_or_withdraw():
    state = at("hand R L6 A3; hand B S1 S2")
    improvised = {f"improvise {card} {theater}" for card in ("L6", "A3") for theater in ("air", "land", "sea")}
    assert legal(state) == {"deploy L6", "deploy A3"} | improvised and Withdraw() in rules.legal_moves(state)
    assert refused(state, "deploy L6 air").rule == "LLS-1.2" and refused(state, "deploy S1").code == "not-in-hand"
    assert refused(state, "improvise S6 air").code == "not-in-hand" and refused(state, "pass").code == "no-ability"
    assert refused(state, "flip own air").code == "no-ability"
    after = play(state, "improvise L6 sea")
    assert worth(after, "R sea") == 2 and asks(after) == "B" and hand(after, "R") == "A3"
    assert worth(play(state, "deploy L6"), "R land") == 6


def test_lls_1_3_cards_cover_ones_own_cards():
    state = play(at("stack R land L4; stack B land L1; hand R L6 A3; hand B S1 S2"), "deploy L6")
    assert side(state, "R land") == "L4 L6" and side(state, "B land") == "L1"


def test_lls_1_4_no_drawing_and_who_may_look():
    state = play(at("stack B air (A6); hand R L6 A3; hand B S1 S2"), "improvise L6 land, deploy S1, pass")
    assert hand(state, "R") == "A3" and len(state.deck) == 13
    red, blue, nobody = (view(state, seat) for seat in (0, 1, None))
    assert red.stacks[1] == (11 + 18,) and blue.stacks[1] == (36,) and nobody.stacks[1] == (36,)
    assert red.stacks[3] == (36,) and blue.stacks[3] == (5 + 18,)


def test_lls_1_5_adjacent_is_next_to_each_other():
    row = (2, 0, 1)
    assert adjacent(row, 0) == (2, 1) and adjacent(row, 1) == (0,) and adjacent(row, 2) == (0,)


# LLS-2 the cards


def test_the_eighteen_cards():
    assert [NAMES[card] for card in DECK] == [f"{letter}{n}" for letter in "ALS" for n in range(1, 7)]
    assert all(NAMES[card] == f"{'ALS'[COLOUR[card]]}{STRENGTH[card]}" for card in DECK)
    kinds = {NAMES[card]: "instant" if card in INSTANTS else "ongoing" if card in ONGOING else "none" for card in DECK}
    assert [name for name, kind in kinds.items() if kind == "none"] == ["A6", "L6", "S6"]
    assert [name for name, kind in kinds.items() if kind == "ongoing"] == ["A1", "A4", "A5", "L4", "S2", "S5"]


def test_parts_add_up_to_the_strength():
    state = at("stack R air A1; stack R land L6 L4 (S1); stack R sea S2; hand R S6; hand B A3")
    assert [(part.value, part.why) for part in parts(state, 0, 1)] == [
        (4, "cover-fire"), (4, "printed"), (4, "escalation"), (3, "support"),
    ]  # fmt: skip
    assert strengths(state) == ((1, 0), (15, 0), (2, 0))


# LLS-3 ending and scoring


def test_lls_3_1_a_tie_and_an_empty_theater_belong_to_the_first_player():
    state = at("first B; stack R air A6; stack B air A5 (A1); stack R land L6; stack B land L4 (L1); hand R S6; hand B S5")
    assert strengths(state) == ((6, 7), (6, 6), (0, 0))
    assert controllers(state) == (1, 1, 1) and leader(state) == 1
    swapped = at("first R; stack R air A6; stack B air A5 (A1); stack R land L6; stack B land L4 (L1); hand R S6; hand B S5")
    assert controllers(swapped) == (1, 0, 0) and leader(swapped) == 0


def test_lls_3_1_the_battle_ends_when_both_hands_are_empty_and_no_ability_waits():
    state = at("hand R S1; hand B L3; stack B sea S6; stack R air A1; turn R")
    state = play(state, "deploy S1, pass, deploy L3")
    assert not state.results and asks(state) == "maneuver B L3"
    end = play(state, "flip opp sea")
    assert end.results == (Battle(0, 0, 6, Ending.FULL, 0, (2, 1)),)  # land is a tie: Support's 3 against Maneuver's 3
    assert end.points == (6, 0) and end.battle == 2


@pytest.mark.parametrize(("left", "first", "second"), [(6, 2, 2), (5, 2, 2), (4, 2, 3), (3, 3, 3), (2, 3, 4), (1, 4, 6)])
def test_lls_3_2_a_withdrawal_is_scored_by_the_withdrawing_players_card_and_hand(left, first, second):
    cards = ("A1", "A2", "A3", "A4", "A5", "A6"), ("L1", "L2", "L3", "L4", "L5", "L6")
    hands = "; ".join(f"hand {letter} {' '.join(names[:left])}" for letter, names in zip("RB", cards, strict=True))
    for turn, points in (("R", (0, first)), ("B", (second, 0))):
        state = play(at(f"{hands}; turn {turn}"), "withdraw")
        assert state.points == points and state.battle == 2
        assert state.results[-1] == Battle(0, int(turn == "R"), max(points), Ending.WITHDRAWAL, left)
    assert rules.withdrawal_points(state.setup, True, 0) == rules.withdrawal_points(state.setup, False, 0) == 6


def test_lls_3_2_with_an_empty_hand_there_is_no_turn_to_withdraw_in():
    uneven = play(at("hand R S6 L6; hand B A6"), "deploy S6, deploy A6")
    assert asks(uneven) == "R"  # red alone has cards
    assert asks(play(at("hand R S6; hand B A6 A5; turn R"), "deploy S6, deploy A6")) == "B"


def test_lls_3_3_twelve_points_win_else_boards_and_commander_cards_move():
    state = play(at("theaters sea air land; points 5 6; battle 3; first B; turn B; hand R A6; hand B S6; deck L1"), "withdraw")
    assert state.theaters == (1, 2, 0) and state.first == 0 == state.turn and state.battle == 4
    assert state.points == (9, 6) and state.turns == 0 and [len(pile) for pile in (*state.hands, state.deck)] == [6, 6, 6]
    won = play(at("points 8 6; battle 3; turn B; hand R A6; hand B S6; stack R land L6; first B"), "withdraw")
    assert won.outcome == Outcome(0, (12, 6), 3, Ending.WITHDRAWAL) and won.outcome.won and won.turn is None
    assert rules.legal_moves(won) == [] and GAME.deciders(won) == () and refused(won, "withdraw").rule == "LLS-3.3"


def test_lls_3_4_beginner_and_long_game():
    text = "turn B; hand R A6; hand B S6"
    state = play(at(text, variants=("beginner",)), "withdraw")
    assert state.points == (1, 0) and play(at(text + "; points 2 0", variants=("beginner",)), "withdraw").outcome
    assert play(at(text.replace("turn B", "turn R"), variants=("beginner",)), "deploy A6, deploy S6").points == (1, 0)
    long = at(text + "; points 11 0", variants=("long",))
    assert play(long, "withdraw").points == (17, 0) and play(long, "withdraw").outcome is None
    assert long.setup.target == 18


# LLS-4 abilities in general


def test_lls_4_1_an_ability_triggers_when_its_card_comes_up():
    assert asks(play(at("stack B land L6; hand R A3 S1; hand B S2 S3"), "deploy A3")) == "maneuver R A3"
    assert asks(play(at("stack B land L6; hand R A3 S1; hand B S2 S3"), "improvise A3 air")) == "B"
    flipped = play(at("stack R air (A3); stack B land L6; hand R L2 S1; hand B S2 S3"), "deploy L2, flip own air")
    assert asks(flipped) == "maneuver R A3"
    stopped = at("stack B sea S2; stack B air (A6); hand R L2 S1; hand B L6 S3")
    assert worth(stopped, "B air") == 4 and worth(play(stopped, "deploy L2, flip opp sea"), "B air") == 2


def test_lls_4_2_a_must_and_a_may_and_what_is_impossible():
    must = play(at("stack R land L6; hand R A3 S1; hand B S2 S3"), "deploy A3")
    assert legal(must) == {"flip own land"} and refused(must, "pass").code == "must"
    assert "pass" in legal(play(at("hand R S1 L1; hand B S2 S3"), "deploy S1"))
    assert asks(play(at("hand R A3 S1; hand B S2 S3"), "deploy A3")) == "B"


def test_lls_4_3_instants_wait_in_the_order_they_triggered():
    state = at("stack R sea (S3); stack B air (A3); stack B land (L3); hand R L5 S1; hand B S2 S6")
    state = play(state, "deploy L5, flip own sea, flip own air, flip opp land")
    assert asks(state) == "maneuver B A3, maneuver B L3"
    assert legal(state) == {"flip own land", "flip opp land"}


def test_lls_4_4_moved_destroyed_and_misplaced_cards():
    state = at("stack R land L6; stack R sea S6; hand R S1 A1; hand B A6 S3")
    state = play(state, "deploy S1, move land 1 air")
    assert worth(state, "R air") == 6 and side(state, "B air") == ""
    destroyed = play(at("stack B air A5; hand R L2 S1; hand B A6 S3"), "improvise L2 land")
    assert bottom(destroyed) == "L2" and GAME.cards(destroyed).total() == 18
    both = at("stack B sea S5; stack R land L4; stack B land (A6) (A3); hand R L6 S6; hand B S1 S2")
    assert bottom(play(both, "deploy L6")) == "L6"  # one own, two opposing: occupied by three


def test_lls_4_5_the_owner_uses_a_card_that_the_opponent_flipped_up():
    """INF LLS-4.5."""
    text = "first B; stack R land (L3); stack B sea S6; stack R air A6; hand R S1 A1; hand B A3 S2"
    state = play(at(text), "deploy A3, flip opp land")
    assert asks(state) == "maneuver R L3" and state.turn == 1 and legal(state) == {"flip own air", "flip opp air", "flip opp sea"}
    assert asks(play(state, "flip opp sea")) == "R"
    assert asks(play(at(text, owner_uses_flipped=False), "deploy A3, flip opp land")) == "maneuver B L3"


def test_lls_4_6_a_waiting_instant_still_resolves_when_its_card_was_flipped_down():
    """INF LLS-4.6: red's Maneuver turns blue's waiting one face down."""
    text = "stack R sea (S3); stack B land (L3); hand R L5 A1; hand B A3 S6"
    waiting = play(at(text), "deploy L5, flip own sea, flip own land, flip opp land")
    assert side(waiting, "B land") == "(L3)" and asks(waiting) == "maneuver B L3" and legal(waiting) == {"flip opp sea"}
    lapsed = play(at(text, waiting_instants_stay=False), "deploy L5, flip own sea, flip own land, flip opp land")
    assert asks(lapsed) == "B"


def test_the_stack_that_shows_at_the_end_of_a_withdrawal_is_the_one_before():
    state = at("turn B; hand R A6; hand B S6; stack R land L6")
    assert rules.closing(state, Withdraw()) == state

"""LA-1 and LA-2: what is on the table, and how a round goes. Each test names the rule that it holds."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from la_states import ROUND_1, begin, last_card, legal, play, refused

from kit.core.deals import Deal
from kit.core.errors import OptionError, RuleError
from kit.core.values import evolve
from kit.games.landeanflug import GAME, rules
from kit.games.landeanflug.state import ALTITUDE_CARDS, ALTITUDES, BEGINS, PLANES, Ending, Outcome, Phase


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_la_1_1_two_seats(seats):
    with pytest.raises(OptionError) as raised:
        rules.start(seats=seats)
    assert (raised.value.code, raised.value.data) == ("unknown-seats", {"given": seats, "valid": "2"})
    assert rules.start(seats=2) == rules.start()
    assert rules.start().turn == 0


def test_la_1_1_twelve_cards_a_seat_each_value_twice():
    assert rules.FULL_DECK == (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    assert GAME.cards(rules.start()) == Counter({(seat, value): 2 for seat in (0, 1) for value in range(1, 7)})
    seen = Counter()
    for seed in range(200):
        for hand in rules.start(deal=Deal(seed)).hands:
            assert max(Counter(hand).values()) <= 2
            seen.update(hand)
    assert set(seen) == set(range(1, 7)) and min(seen.values()) > 200


def test_la_1_1_suits_never_matter_so_equal_cards_are_one_move():
    assert (
        len(rules.placements(begin("3333"))) == len(rules.placements(begin("3555"))) - len(rules.placements(begin("5555"))) == 5
    )


def test_la_1_2_altitude_row():
    assert ALTITUDES == (6000, 5000, 4000, 3000, 2000, 1000, 0)
    assert ALTITUDE_CARDS == ("KS", "KH", "KC", "KD", "QS", "QH", "QC")
    for round_, feet in enumerate((6000, 5000, 4000, 3000, 2000, 1000, 0), 1):
        state = begin(round=round_)
        assert state.altitude == feet
        assert state.touchdown == (round_ == 7)


def test_la_1_2_and_2_2_jokers_come_at_6000_and_2000_feet():
    assert begin().rerolls == 1
    for round_ in range(1, 6):
        after = play(last_card(round=round_, rerolls=0), "C 4>engines")
        assert after.round == round_ + 1
        assert after.rerolls == (1 if after.round == 5 else 0)
    assert play(last_card(round=4, rerolls=1), "C 4>engines").rerolls == 2


def test_la_1_3_approach_row():
    assert PLANES == (0, 0, 1, 2, 1, 3, 2)
    state = rules.start()
    assert state.planes == PLANES and sum(state.planes) == 9
    assert state.position == 0


def test_la_1_4_axis_two_steps_to_each_side_negative_is_the_pilot():
    assert rules.start().axis == 0
    for pilot, copilot, marker in (("5344", "3346", -2), ("3344", "5346", +2)):
        state = play(begin(pilot, copilot), f"P {pilot[0]}>axis, C {copilot[0]}>axis")
        assert state.axis == marker and state.outcome is None


def test_la_1_5_all_switches_off_with_their_values():
    state = rules.start()
    assert (state.gear, state.flaps, state.brakes, state.coffee) == ((False, False, False), 0, 0, 0)
    marks = {place: rules.needs(place) for place in rules.SWITCHES}
    assert marks == {
        "gear1": "1|2", "gear2": "3|4", "gear3": "5|6",
        "flap1": "1|2", "flap2": "2|3", "flap3": "4|5", "flap4": "5|6",
        "brake1": "2", "brake2": "4", "brake3": "6",
    }  # fmt: skip
    assert rules.PLACES_OF_SEAT == (
        ("axis", "engines", "radio", "concentration", "gear1", "gear2", "gear3", "brake1", "brake2", "brake3"),
        ("axis", "engines", "radio", "concentration", "flap1", "flap2", "flap3", "flap4"),
    )


@pytest.mark.parametrize("place", ["axis", "engines"])
def test_la_1_6_one_card_a_seat_on_axis_and_engines(place):
    state = play(begin("3344", "3344"), f"P 3>{place}")
    assert legal(state, f"C 3>{place}")  # the copilot has his own
    state = play(state, "C 3>concentration")
    error = refused(state, f"P 3>{place}")
    assert (error.code, error.rule, error.data) == ("place-taken", "LA-1.6", {"place": place, "n": 1})


def test_la_1_6_radio_takes_one_card_of_the_pilot_and_two_of_the_copilot():
    state = play(begin("1111", "1111"), "P 1>radio, C 1>radio")
    error = refused(state, "P 1>radio")
    assert (error.code, error.rule, error.data["n"]) == ("place-taken", "LA-1.6", 1)
    state = play(state, "P 1>axis, C 1>radio, P 1>engines")
    error = refused(state, "C 1>radio")
    assert (error.code, error.rule, error.data["n"]) == ("place-taken", "LA-1.6", 2)


def test_la_2_1_and_2_6_a_round_of_eight_cards_then_the_next_altitude():
    state = begin()
    for count, move in enumerate(ROUND_1.split(", ")):
        assert (state.round, len(state.laid), state.phase) == (1, count, Phase.PLACING)
        assert sum(map(len, state.hands)) == 8 - count
        state = play(state, move)
    assert (state.round, state.altitude, state.turn, state.laid) == (2, 5000, 1, ())
    assert [len(hand) for hand in state.hands] == [4, 4]


def test_la_2_3_each_seat_draws_four_of_its_own_twelve_secretly():
    assert [rules.hand_event(3, seat) for seat in (0, 1)] == [("3 P", 48), ("3 C", 52)]
    state = rules.start(deal=Deal(5))
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert [label for label, _ in state.drawn] == ["1 P", "1 C"]
    assert [tuple(sorted(cards)) for _, cards in state.drawn] == list(state.hands)
    scripted = rules.start(deal=Deal.scripted({"1 P": (6, 5, 5, 1), "1 C": (2, 1, 2, 4)}))
    assert scripted.hands == ((1, 5, 5, 6), (1, 2, 2, 4))
    assert scripted.drawn == (("1 P", (6, 5, 5, 1)), ("1 C", (2, 1, 2, 4)))
    for seat, other in ((0, None), (1, 0), (0, 1)):
        shown = GAME.view(state, other).hands[seat]
        assert shown is None


def test_la_2_3_a_card_must_be_in_hand():
    error = refused(begin(), "P 2>axis")
    assert (error.code, error.rule, error.data) == ("not-in-hand", "LA-2.3", {"card": 2})
    assert refused(play(begin(), "P 3>axis, C 3>axis"), "P 3>radio").code == "not-in-hand"
    assert play(begin("3356"), "P 3>axis").hands == ((3, 5, 6), (2, 3, 4, 6))


def test_la_2_4_black_begins_pilot_red_copilot_then_alternately():
    assert BEGINS == (0, 1, 0, 1, 0, 1, 0)
    state = begin()
    for move, turn in zip(ROUND_1.split(", "), (0, 1) * 4, strict=True):
        assert state.turn == turn
        assert GAME.deciders(state) == (turn,)
        state = play(state, move)
    for round_ in range(1, 6):
        assert play(last_card(round=round_), "C 4>engines").turn == round_ % 2
    error = refused(begin(), "C 3>axis")
    assert (error.code, error.rule, error.data) == ("not-your-turn", "LA-2.4", {"seat": "C"})


def test_la_2_4_the_effect_is_immediate_and_the_card_lies_open():
    state = play(begin(), "P 1>gear1")
    assert state.gear == (True, False, False)
    assert [str(card.place) for card in state.laid] == ["gear1"] and state.laid[0].value == 1
    assert GAME.view(state, None).laid == state.laid


@pytest.mark.parametrize(
    ("moves", "seat", "axis", "engines"),
    [
        ("P 3>axis, C 3>axis, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>gear3, C 4>engines", 0, 0, 1),
        ("P 3>engines, C 3>axis, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>gear3, C 4>engines", 0, 1, 0),
        ("P 3>axis, C 3>axis, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>engines, C 4>radio", 1, 0, 1),
        ("P 3>axis, C 3>engines, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>engines, C 4>radio", 1, 1, 0),
        ("P 3>gear2, C 3>engines, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>gear3, C 4>radio", 0, 1, 1),
    ],
)
def test_la_2_5_a_missing_duty_loses_the_flight_at_the_rounds_end(moves, seat, axis, engines):
    state = play(begin(), moves)
    assert state.outcome == Outcome(Ending.MISSING_DUTY, "LA-2.5", 1, data=(("seat", seat), ("axis", axis), ("engines", engines)))
    assert (state.phase, state.turn, GAME.deciders(state), rules.legal_moves(state)) == (Phase.OVER, None, (), [])
    assert not state.outcome.won


def test_la_2_6_switches_planes_and_coffee_stay_cards_come_back():
    before = last_card(coffee=2, brakes=1, axis=-1, used=1, rerolled=((1, 2),), newcomer=3)
    after = play(before, "C 4>engines")
    assert (after.gear, after.flaps, after.brakes, after.coffee) == ((True, False, False), 1, 1, 2)
    assert after.planes == (0, 0, 1, 2, 1, 1, 2) and after.axis == -1
    assert (after.laid, after.speed, after.used, after.rerolled, after.newcomer) == ((), None, 0, (), None)
    assert (after.round, after.altitude) == (2, 5000)
    assert GAME.cards(after) == GAME.cards(before)
    assert [label for label, _ in after.drawn] == ["1 P", "1 C", "2 P", "2 C"]
    hands = {play(last_card(deal=Deal(seed)), "C 4>engines").hands for seed in range(10)}
    assert len(hands) == 10


def test_unknown_options_list_the_valid_ones():
    for options, code, valid in (
        ({"level": "x"}, "unknown-level", "leicht, normal, schwer, profi"),
        ({"variants": ["open", "x"]}, "unknown-variant", "open, stopwatch, dice, turbulence, profi-both"),
    ):
        with pytest.raises(OptionError) as raised:
            rules.start(**options)
        assert (raised.value.code, raised.value.data) == (code, {"given": "x", "valid": valid})


def test_nothing_can_be_played_after_the_end_la_4_5():
    over = play(begin(), "P resign")
    for move in ("P 3>axis", "P reroll", "C resign", "time"):
        error = refused(over, move)
        assert (error.code, error.rule, error.data) == ("game-over", "LA-4.5", {"round": 1})


def test_apply_leaves_its_input_alone():
    state = begin()
    copy = evolve(state)
    play(state, "P 3>axis")
    assert state == copy
    with pytest.raises(RuleError):
        play(state, "C 3>axis")
    assert state == copy


def test_same_seed_same_game_on_every_platform():
    """The first hundred deals of each level as one hash."""
    deals = [rules.start(level=level, deal=Deal(seed)).drawn for level in GAME.levels for seed in range(100)]
    assert hashlib.sha256(repr(deals).encode()).hexdigest()[:16] == "2749f1c67b09a6f9"

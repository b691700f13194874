"""LA-3 and LA-10: what each place does. The expected numbers come from the rule text, not from the engine."""

from __future__ import annotations

import itertools

import pytest
from la_states import begin, digits, laid, last_card, legal, play, refused

from kit.core.deals import Deal
from kit.games.landeanflug import rules
from kit.games.landeanflug.moves import Place, RerollMove, TimeUp, parse_move
from kit.games.landeanflug.state import AXIS_LIMIT, COPILOT, PILOT, SPEED_ONE, SPEED_STAY, Ending, Laid, Outcome, Phase, Reroll

ALL = range(1, 7)


# LA-3.1 axis


@pytest.mark.parametrize("turbulence", [False, True])
def test_la_3_1_and_6_6_the_marker_goes_to_the_higher_card_by_the_difference(turbulence):
    for axis, pilot, copilot in itertools.product(range(-2, 3), ALL, ALL):
        if pilot == copilot:
            expected = axis
        elif pilot > copilot:
            expected = axis - (pilot - copilot) - (1 if turbulence else 0)
        else:
            expected = axis + (copilot - pilot) + (1 if turbulence else 0)
        assert rules.axis_after(axis, pilot, copilot, turbulence) == expected


@pytest.mark.parametrize(
    ("axis", "pilot", "copilot", "after"),
    [(0, 3, 3, 0), (0, 5, 3, -2), (0, 3, 5, 2), (-2, 4, 4, -2), (-2, 2, 6, 2), (1, 4, 3, 0), (2, 5, 4, 1), (-1, 3, 2, -2)],
)
def test_la_3_1_the_marker_moves_when_the_second_axis_card_lies(axis, pilot, copilot, after):
    first = play(begin(f"{pilot}111", f"{copilot}111", axis=axis), f"P {pilot}>axis")
    assert first.axis == axis
    second = play(first, f"C {copilot}>axis")
    assert (second.axis, second.outcome, second.phase) == (after, None, Phase.PLACING)


def test_la_3_1_it_is_not_reset_between_rounds():
    assert play(last_card(axis=-2), "C 4>engines").axis == -2


@pytest.mark.parametrize(
    ("axis", "pilot", "copilot", "after"),
    [(0, 6, 3, -3), (0, 1, 4, 3), (-2, 4, 3, -3), (2, 3, 4, 3), (-1, 6, 1, -6), (1, 1, 6, 6)],
)
def test_la_3_1_three_steps_from_the_centre_spin_at_once(axis, pilot, copilot, after):
    assert AXIS_LIMIT == 2
    state = play(begin(f"{pilot}111", f"{copilot}111", axis=axis), f"P {pilot}>axis, C {copilot}>axis")
    data = (("pilot", pilot), ("copilot", copilot), ("axis", after))
    assert state.outcome == Outcome(Ending.SPIN, "LA-3.1", 1, (), data)
    assert (state.axis, state.phase, state.turn, state.reroll) == (after, Phase.OVER, None, None)
    assert rules.legal_moves(state) == [] and len(state.laid) == 2


# LA-3.2 to 3.4 engines


def test_la_3_2_bands_of_speed():
    assert (SPEED_STAY, SPEED_ONE) == (4, 8)
    for gear, flaps, speed in itertools.product(range(4), range(5), range(2, 13)):
        stays = range(2, [5, 6, 7, 8][gear])
        two = range([9, 10, 11, 12, 13][flaps], 13)
        assert rules.moves_at(speed, gear, flaps) == (0 if speed in stays else 2 if speed in two else 1)


@pytest.mark.parametrize(
    ("gear", "flaps", "speed", "position"),
    [
        (0, 0, 4, 0), (0, 0, 5, 1), (0, 0, 8, 1), (0, 0, 9, 2), (1, 0, 5, 0), (1, 0, 6, 1), (3, 0, 7, 0), (3, 0, 8, 1),
        (0, 1, 9, 1), (0, 1, 10, 2), (0, 4, 12, 1), (3, 4, 12, 1),
    ],
)  # fmt: skip
def test_la_3_2_the_plane_flies_on_when_the_second_engine_card_lies(gear, flaps, speed, position):
    on = (gear > 0, gear > 1, gear > 2)
    low, high = speed // 2, speed - speed // 2
    first = play(begin(f"{low}111", f"{high}111", gear=on, flaps=flaps), f"P {low}>engines")
    assert (first.speed, first.position) == (None, 0)
    second = play(first, f"C {high}>engines")
    assert (second.speed, second.position, second.outcome) == (speed, position, None)


def test_la_10_1_speed_is_judged_with_the_switches_of_that_moment():
    state = play(begin("2311", "2211"), "P 3>engines, C 2>engines")
    assert state.position == 1  # speed 5 without gear
    assert play(state, "P 1>gear1").position == 1  # gear set later does not help
    assert play(begin("1311", "2211"), "P 1>gear1, C 2>engines, P 3>engines").position == 0


@pytest.mark.parametrize(
    ("position", "speed", "card", "planes"),
    [(2, 5, 3, 1), (2, 9, 3, 1), (1, 9, 3, 1), (3, 8, 4, 2), (5, 12, 6, 3), (0, 5, None, 0), (0, 9, None, 0), (1, 8, None, 0)],
)
def test_la_3_3_every_card_left_must_be_clear(position, speed, card, planes):
    low, high = speed // 2, speed - speed // 2
    state = play(begin(f"{low}111", f"{high}111", position=position), f"P {low}>engines, C {high}>engines")
    if card is None:
        assert state.outcome is None and state.position == position + (2 if speed > 8 else 1)
        return
    assert state.outcome == Outcome(Ending.COLLISION, "LA-3.3", 1, (), (("speed", speed), ("n", planes), ("card", card)))
    assert (state.position, state.speed, state.phase, state.turn) == (card - 1, speed, Phase.OVER, None)


def test_la_3_3_the_airport_may_be_reached_with_planes_on_it():
    state = play(begin("3111", "3111", position=5, planes=(0, 0, 0, 0, 0, 0, 2)), "P 3>engines, C 3>engines")
    assert (state.position, state.outcome) == (6, None)


@pytest.mark.parametrize(("position", "speed"), [(6, 5), (6, 9), (5, 9), (6, 12)])
def test_la_3_4_and_10_5_at_the_airport_any_demanded_move_is_an_overshoot(position, speed):
    low, high = speed // 2, speed - speed // 2
    state = play(begin(f"{low}111", f"{high}111", position=position, planes=(0,) * 7), f"P {low}>engines, C {high}>engines")
    assert state.outcome == Outcome(Ending.OVERSHOOT, "LA-3.4", 1, (), (("speed", speed),))
    assert (state.position, state.speed) == (6, speed)


def test_la_4_2_at_the_airport_early_it_circles_in_the_no_move_band():
    state = play(begin("2111", "2111", position=6, planes=(0,) * 7), "P 2>engines, C 2>engines")
    assert (state.position, state.speed, state.outcome) == (6, 4, None)


# LA-3.5 radio


def test_la_3_5_the_value_counts_from_the_current_position():
    for position, value in itertools.product(range(7), ALL):
        before = begin(f"{value}111", position=position, planes=(0,) * position + (2,) * (7 - position))
        after = play(before, f"P {value}>radio")
        expected = list(before.planes)
        if position + value <= 7:
            expected[position + value - 1] = 1
        assert after.planes == tuple(expected)
        assert rules.radio_target(position, value) == (position + value - 1 if position + value <= 7 else None)


def test_la_3_5_where_there_is_no_plane_nothing_happens():
    assert play(begin(), "P 1>radio").planes == (0, 0, 1, 2, 1, 3, 2)
    assert play(begin(), "P 6>radio").planes == (0, 0, 1, 2, 1, 2, 2)
    assert play(play(begin(), "P 6>radio"), "C 6>radio").planes == (0, 0, 1, 2, 1, 1, 2)


# LA-3.6 to 3.9 switches


@pytest.mark.parametrize(
    ("place", "values", "rule"), [("gear1", {1, 2}, "LA-3.6"), ("gear2", {3, 4}, "LA-3.6"), ("gear3", {5, 6}, "LA-3.6")]
)
def test_la_3_6_gear_is_the_pilots_in_any_order_with_a_matching_value(place, values, rule):
    for value in ALL:
        state = begin(f"{value}111")
        if value in values:
            after = play(state, f"P {value}>{place}")
            assert after.gear == tuple(i == int(place[-1]) for i in (1, 2, 3))
        else:
            error = refused(state, f"P {value}>{place}")
            needs = "|".join(map(str, sorted(values)))
            assert (error.code, error.rule) == ("wrong-value", rule)
            assert error.data == {"place": place, "value": value, "needs": needs}
    on = play(begin("1356", gear=(False, False, True)), "P 1>gear1")
    assert on.gear == (True, False, True)
    error = refused(play(begin(), "P 3>axis"), f"C 2>{place}")
    assert (error.code, error.rule, error.data) == ("wrong-seat", "LA-3.6", {"place": place, "seat": "P"})


def test_la_3_7_flaps_are_the_copilots_strictly_left_to_right():
    takes = ({1, 2}, {2, 3}, {4, 5}, {5, 6})
    for on, number, value in itertools.product(range(5), range(1, 5), ALL):
        state = play(begin(copilot=f"{value}111", flaps=on), "P 3>axis")
        move = f"C {value}>flap{number}"
        if number > on + 1:
            error = refused(state, move)
            assert (error.code, error.rule) == ("wrong-order", "LA-3.7")
            assert error.data == {"place": f"flap{number}", "next": f"flap{on + 1}"}
        elif value in takes[number - 1]:
            assert play(state, move).flaps == max(on, number)
        else:
            error = refused(state, move)
            assert (error.code, error.rule) == ("wrong-value", "LA-3.7")
            assert error.data["needs"] == "|".join(map(str, sorted(takes[number - 1])))
    error = refused(begin(), "P 1>flap1")
    assert (error.code, error.rule, error.data) == ("wrong-seat", "LA-3.7", {"place": "flap1", "seat": "C"})


def test_la_3_8_brakes_are_the_pilots_two_then_four_then_six():
    for on, number, value in itertools.product(range(4), range(1, 4), ALL):
        state = begin(f"{value}111", brakes=on)
        move = f"P {value}>brake{number}"
        if number > on + 1:
            error = refused(state, move)
            assert (error.code, error.rule) == ("wrong-order", "LA-3.8")
            assert error.data == {"place": f"brake{number}", "next": f"brake{on + 1}"}
        elif value == 2 * number:
            assert play(state, move).brakes == max(on, number)
        else:
            error = refused(state, move)
            assert (error.code, error.rule, error.data["needs"]) == ("wrong-value", "LA-3.8", str(2 * number))
    error = refused(play(begin(), "P 3>axis"), "C 2>brake1")
    assert (error.code, error.rule, error.data) == ("wrong-seat", "LA-3.8", {"place": "brake1", "seat": "P"})


def test_la_3_8_brakes_count_only_at_touchdown():
    for brakes in range(4):
        assert play(begin("3111", "3111", brakes=brakes), "P 3>engines, C 3>engines").position == 1


@pytest.mark.parametrize(
    ("changes", "first", "second", "move"),
    [
        ({"gear": (True, True, True)}, "P 1>gear1", "C 2>axis", "P 2>gear1"),
        ({}, "P 1>gear1", "C 2>axis", "P 2>gear1"),
        ({"brakes": 3}, "P 2>brake1", "C 2>axis", "P 2>brake1"),
    ],
)
def test_la_3_9_a_switch_that_is_on_may_be_covered_once_a_round(changes, first, second, move):
    before = begin("1222", "2222", **changes)
    state = play(before, f"{first}, {second}")
    if changes:
        assert (state.gear, state.flaps, state.brakes) == (before.gear, before.flaps, before.brakes)
    error = refused(state, move)
    assert (error.code, error.rule) == ("place-taken", "LA-3.9")
    assert error.data == {"place": move[4:], "n": 1}


def test_la_3_9_flaps_too_and_the_count_stays():
    state = play(begin("1356", "2222", flaps=3), "P 3>axis, C 2>flap1")
    assert state.flaps == 3
    assert legal(play(state, "P 5>gear3"), "C 2>flap2")
    assert refused(play(state, "P 5>gear3"), "C 2>flap1").rule == "LA-3.9"


# LA-3.10, 3.11 concentration and coffee


def test_la_3_10_any_card_of_either_seat_adds_one_coffee_up_to_three():
    for value in ALL:
        assert play(begin(f"{value}111"), f"P {value}>concentration").coffee == 1
    state = play(begin("1111", "6666"), "P 1>concentration, C 6>concentration, P 1>concentration")
    assert state.coffee == 3
    for waiting, after in ((0, 1), (1, 2), (2, 3), (3, 3)):
        assert play(begin(coffee=waiting), "P 3>concentration").coffee == after


def test_la_3_10_three_cards_a_round_shared():
    state = play(begin("1111", "6666"), "P 1>concentration, C 6>concentration, P 1>axis")
    assert legal(state, "C 6>concentration")
    state = play(begin("1111", "6666"), "P 1>concentration, C 6>concentration, P 1>concentration")
    error = refused(state, "C 6>concentration")
    assert (error.code, error.rule, error.data) == ("concentration-full", "LA-3.10", {"n": 3})


def test_la_3_11_any_number_of_waiting_coffees_each_one_up_or_down():
    for waiting, card, coffee in itertools.product(range(4), ALL, range(-3, 4)):
        state = begin(f"{card}111", coffee=waiting)
        move = str(Place(PILOT, card, "radio", coffee))
        if abs(coffee) > waiting:
            error = refused(state, move)
            assert (error.code, error.rule, error.data) == ("no-coffee", "LA-3.11", {"need": abs(coffee), "n": waiting})
        elif not 1 <= card + coffee <= 6:
            error = refused(state, move)
            assert (error.code, error.rule) == ("out-of-range", "LA-3.11")
            assert error.data == {"card": card, "value": card + coffee}
        else:
            after = play(state, move)
            assert after.coffee == waiting - abs(coffee)
            assert after.laid == (Laid(PILOT, card, coffee, "radio"),) and after.laid[0].value == card + coffee


def test_la_3_11_either_seat_may_spend_any_of_them():
    state = play(begin(), "P 3>concentration")
    assert play(state, "C 4+1>radio").coffee == 0
    assert legal(play(state, "C 4>radio"), "P 6-1>axis")


def test_la_10_4_coffee_on_concentration_is_spent_first_then_one_is_added():
    assert play(begin(coffee=1), "P 3+1>concentration").coffee == 1
    assert play(begin(coffee=3), "P 3+2>concentration").coffee == 2
    assert play(begin(coffee=3), "P 3-1>concentration").coffee == 3
    assert play(begin(coffee=3), "P 3>concentration").coffee == 3


def test_la_10_4_only_net_changes_are_moves_and_equal_cards_are_one():
    moves = rules.placements(begin("3344", coffee=1))
    assert len(moves) == len(set(moves))
    assert {(m.card, m.coffee) for m in moves if m.place == "radio"} == {(3, -1), (3, 0), (3, 1), (4, -1), (4, 0), (4, 1)}


def test_la_10_6_changed_values_count_on_the_places_printed_ones_for_the_stack():
    state = play(begin("5444", "3344", coffee=3), "P 4+1>axis, C 3>axis")
    assert state.axis == -2
    assert play(begin("1444", coffee=1), "P 4+1>radio").planes == (0, 0, 1, 2, 0, 3, 2)
    assert play(begin("1444", coffee=1), "P 4+1>gear3").gear == (False, False, True)
    assert play(begin("1344", "2311", coffee=2), "P 3+1>engines, C 3+1>engines").speed == 8
    assert rules.pool(state, PILOT) == digits("11223345566")
    assert rules.pool(state, COPILOT) == digits("11223445566")
    assert rules.pool(state, PILOT, (5, 6, 6)) == digits("11223345")


# LA-3.12 rerolls


def test_la_3_12_the_call_spends_the_joker_and_both_choose_secretly():
    state = play(begin(), "P reroll 1 3")
    assert (state.phase, state.rerolls, state.reroll, state.used) == (Phase.REROLL, 0, Reroll(PILOT, ((1, 3), None)), 0)
    assert state.hands == begin().hands
    assert refused(state, "P reroll").code == "reroll-chosen" and refused(state, "P reroll").data == {"seat": "P"}
    error = refused(state, "P 3>axis")
    assert (error.code, error.rule) == ("reroll-pending", "LA-3.12")
    after = play(state, "C reroll")
    assert (after.phase, after.reroll, after.used, after.turn) == (Phase.PLACING, None, 1, PILOT)
    assert after.hands[COPILOT] == digits("2346")
    assert sorted([*after.drawn[2][1], 5, 6]) == list(after.hands[PILOT])
    assert [label for label, _ in after.drawn] == ["1 P", "1 C", "1 reroll 1 P", "1 reroll 1 C"]
    assert after.drawn[3][1] == () and len(after.drawn[2][1]) == 2


def test_la_3_12_either_seat_may_call_it_and_the_other_answers():
    state = play(begin(), "C reroll 2")
    assert state.reroll == Reroll(COPILOT, (None, (2,)))
    assert refused(state, "C reroll").rule == "LA-3.12"
    assert [m for m in rules.legal_moves(state) if isinstance(m, RerollMove)] == [
        RerollMove(PILOT, back) for back in rules.subsets(digits("1356"))
    ]
    assert play(state, "P reroll 1").turn == PILOT


def test_la_3_12_without_a_joker_there_is_none():
    error = refused(begin(rerolls=0), "P reroll")
    assert (error.code, error.rule, error.data) == ("no-reroll", "LA-3.12", {})
    assert not [m for m in rules.legal_moves(begin(rerolls=0)) if isinstance(m, RerollMove)]
    answered = play(begin(), "P reroll, C reroll")
    assert refused(answered, "C reroll").code == "no-reroll"


def test_la_3_12_only_cards_in_hand_as_often_as_they_are_there():
    for move in ("P reroll 2", "P reroll 1 1"):
        error = refused(begin(), move)
        assert (error.code, error.rule, error.data) == ("not-in-hand", "LA-3.12", {"card": int(move[9])})
    assert legal(begin("1156"), "P reroll 1 1")
    error = refused(play(begin(), "P reroll"), "C reroll 1")
    assert (error.code, error.data) == ("not-in-hand", {"card": 1})


def test_la_3_12_put_back_cards_are_shuffled_in_and_may_come_again_laid_ones_stay():
    state = play(begin(), "P 3>axis, C 3>axis")
    drawn = set()
    for seed in range(60):
        after = play(begin(deal=Deal(seed)), "P 3>axis, C 3>axis, P reroll 1 5 6, C reroll 6")
        assert after.laid == state.laid
        assert [len(hand) for hand in after.hands] == [3, 3]
        assert set(digits("24")) <= set(after.hands[COPILOT])
        drawn.update(after.hands[PILOT])
        assert after.hands[PILOT].count(3) <= 1  # one of the two threes lies on the axis
        assert rules.pool(after, PILOT).count(3) == 1
    assert drawn == set(ALL)


def test_la_3_12_both_rerolls_may_be_used_in_one_round():
    state = play(begin(rerolls=2), "P reroll 1, C reroll, C reroll 2 3, P reroll")
    assert (state.rerolls, state.used, state.rerolled) == (0, 2, ((1, 0), (0, 2)))
    assert [label for label, _ in state.drawn[2:]] == ["1 reroll 1 P", "1 reroll 1 C", "1 reroll 2 P", "1 reroll 2 C"]
    numbers = [rules.reroll_event(r, used, seat)[1] for r in range(1, 8) for used in (1, 2) for seat in (0, 1)]
    numbers += [rules.hand_event(r, seat)[1] for r in range(1, 8) for seat in (0, 1)] + [
        rules.traffic_event(r)[1] for r in range(1, 8)
    ]
    assert len(set(numbers)) == len(numbers) == 49  # no two chance events share their random numbers
    assert rules.reroll_event(2, 1, 1) == ("2 reroll 1 C", 37) and rules.traffic_event(4) == ("4 traffic", 72)


def test_la_3_12_named_draws_of_a_reroll():
    script = {"1 reroll 1 P": (6, 2), "1 reroll 1 C": (1,)}
    state = play(begin(deal=Deal.scripted(script)), "P reroll 1 3, C reroll 6")
    assert state.hands == (digits("2566"), digits("1234"))


def test_la_10_7_how_many_cards_a_seat_rerolls_is_public():
    state = play(begin(), "P reroll 1 3, C reroll 6")
    assert state.rerolled == ((2, 1),)


# LA-3.13, 10.3 setting aside


def test_la_3_13_only_what_fits_nowhere_with_its_printed_value_is_set_aside():
    error = refused(begin(), "P 3>aside")
    assert (error.code, error.rule, error.data) == ("aside-fits", "LA-3.13", {"card": 3, "place": "axis"})
    full = laid("P 1>axis, C 1>concentration, P 2>engines, C 2>concentration, P 3>radio, C 3>concentration, P 5>gear3, C 1>axis")
    state = begin("5", "1", laid=full, gear=(True, True, True))  # a ninth card: not met in play, see below
    assert refused(state, "P 5>gear3").rule == "LA-3.9"
    assert legal(state, "P 5>aside")
    assert [str(m) for m in rules.placements(state)] == ["P 5>aside"]
    after = play(state, "P 5>aside")
    assert (after.planes, after.gear, after.coffee, after.axis) == (state.planes, state.gear, state.coffee, state.axis)
    error = refused(begin("5", "1", laid=full, coffee=1), "P 5-1>aside")
    assert (error.code, error.rule) == ("aside-coffee", "LA-3.13")


def test_la_10_3_a_card_that_fits_nowhere_may_go_aside_even_if_others_fit():
    full = laid("P 1>axis, C 1>concentration, P 2>engines, C 2>concentration, P 3>radio, C 3>concentration, P 5>gear3, C 1>axis")
    state = begin("15", "1", laid=full)
    assert legal(state, "P 5>aside") and legal(state, "P 1>gear1")
    assert refused(state, "P 1>aside").data["place"] == "gear1"
    coffee = begin("5", "1", laid=full, coffee=1, brakes=1)
    assert {str(m) for m in rules.placements(coffee)} == {"P 5-1>gear2", "P 5-1>brake2", "P 5>aside"}  # with coffee it would fit


def test_la_10_3_with_at_most_three_own_cards_something_always_fits():
    """Axis, engines, radio and a gear switch (pilot) or a second radio place (copilot) are four places for every value."""
    own = [[p for p in rules.PLACES_OF_SEAT[seat] if p != "concentration"] for seat in (PILOT, COPILOT)]
    mates = laid("C 1>concentration, C 1>concentration, C 1>concentration")
    for seat in (PILOT, COPILOT):
        for chosen in itertools.combinations_with_replacement(own[seat], 3):
            cards = (*mates, *(Laid(seat, 1, 0, place) for place in chosen))
            state = begin(laid=cards)
            for value in ALL:
                assert any(rules.place_error(state, seat, value, place) is None for place in rules.PLACES_OF_SEAT[seat])


def test_la_10_3_skipping_a_duty_is_legal_until_the_rounds_end():
    moves = "P 3>gear2, C 2>flap1, P 6>radio, C 6>radio, P 1>gear1, C 4>radio"
    state = play(begin(), moves)
    assert state.outcome is None and not legal(state, "P 5>aside")
    state = play(state, "P 5>axis, C 3>axis")
    assert state.outcome is not None and state.outcome.ending is Ending.MISSING_DUTY


def test_la_3_13_the_board_can_tell_when_a_duty_is_out_of_reach():
    nothing = ()
    assert rules.duty_lost(nothing, (4, 4)) is None
    assert rules.duty_lost(nothing, (2, 2)) is None
    assert rules.duty_lost(nothing, (1, 2)) == PILOT
    assert rules.duty_lost(nothing, (2, 1)) == COPILOT
    assert rules.duty_lost(laid("C 3>axis"), (2, 1)) is None
    assert rules.duty_lost(laid("P 3>axis"), (2, 1)) == COPILOT
    assert rules.duty_lost(laid("P 3>axis, P 3>engines, C 3>axis"), (0, 0)) == COPILOT
    assert rules.duty_lost(iter(laid("P 3>axis, P 3>engines, C 3>axis, C 1>engines")), (0, 0)) is None
    assert rules.missing_duties(laid("P 3>axis, C 3>engines"), PILOT) == ("engines",)
    assert rules.missing_duties(laid("P 3>axis, C 3>engines"), COPILOT) == ("axis",)


def test_pairs_need_both_seats():
    assert rules.pair(laid("P 3>axis, C 4>engines"), "axis") is None
    assert rules.pair(laid("C 3+1>axis, P 6>axis"), "axis") == (6, 4)


def test_a_clock_is_nobodys_move():
    assert TimeUp().seat is None and parse_move("time") == TimeUp()
    assert rules.placements(play(begin(), "P resign")) == []
    assert rules.placements(play(begin(), "P reroll")) == []


def test_every_move_one_can_write_is_legal_or_refused():
    """All placements, changes up to three and rerolls of one or two cards, in some states: `why_not` and `legal_moves` agree."""
    placements = [Place(s, c, p, k) for s in (0, 1) for c in ALL for p in (*rules.PLACES, "aside") for k in range(-3, 4)]
    rerolls = [RerollMove(s, back) for s in (0, 1) for n in range(3) for back in itertools.combinations_with_replacement(ALL, n)]
    for state in (begin(coffee=3), play(begin(flaps=2), "P 3>concentration"), last_card(coffee=1), play(begin(), "P reroll 1")):
        legal_now = set(rules.legal_moves(state))
        for move in (*placements, *rerolls):
            error = rules.why_not(state, move)
            assert (error is None) == (move in legal_now), move
            assert error is None or error.rule.startswith("LA-")

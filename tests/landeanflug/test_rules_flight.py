"""LA-4, LA-6 and LA-7: how a flight ends, the levels, the variants; and the page's figures that can be counted exactly."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from la_states import ROUND_1, begin, digits, laid, last_card, legal, play, refused

from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.landeanflug import GAME, rules
from kit.games.landeanflug.moves import TimeUp
from kit.games.landeanflug.state import (
    BRAKES,
    DENSE_ROUNDS,
    FLAPS,
    GEAR,
    HAND,
    LANDING_SPEED,
    LEVELS,
    PLANES,
    ROUNDS,
    SEATS,
    STOPWATCH_SECONDS,
    VARIANTS,
    Ending,
    Outcome,
    Phase,
    Setup,
    State,
)

CLEAR = (0,) * 7


def touchdown(**changes: object) -> State:
    """The touchdown round before its last card (`C 2>engines`); all is ready to land unless changed."""
    ready = {"round": 7, "position": 6, "planes": CLEAR, "gear": (True,) * 3, "flaps": 4, "brakes": 3, "turn": 1}
    cards = laid("P 3>axis, C 3>axis, P 1>radio, C 1>radio, P 2>engines, C 4>radio, P 1>gear1")
    return begin("", "2", **{**ready, "laid": cards, **changes})


# LA-4 touchdown and result


@pytest.mark.parametrize(("position", "missing"), [(0, 6), (5, 1), (6, 0)])
def test_la_4_1_short_of_the_runway_when_touchdown_becomes_the_altitude(position, missing):
    before = last_card(round=6, position=position, planes=CLEAR, gear=(True,) * 3, hands=((), (1,)))
    state = play(before, "C 1>engines")  # speed 6 stays
    assert (state.round, state.altitude, state.touchdown) == (7, 0, True)
    if missing:
        assert state.outcome == Outcome(Ending.SHORT, "LA-4.1", 7, (), (("n", missing),))
        assert (state.phase, state.turn, state.laid, state.speed) == (Phase.OVER, None, (), None)
    else:
        assert state.outcome is None and [len(hand) for hand in state.hands] == [4, 4] and state.turn == 0


def test_la_4_3_in_the_touchdown_round_speed_must_be_within_the_brakes():
    assert LANDING_SPEED == (0, 2, 4, 6)
    for brakes, pilot, copilot in product(range(4), range(1, 7), range(1, 7)):
        start = touchdown(brakes=brakes, laid=laid(f"P 3>axis, C 3>axis, P {pilot}>engines"), hands=((1,), (copilot, 1)))
        state = play(start, f"C {copilot}>engines")
        speed, allowed = pilot + copilot, 2 * brakes
        assert (state.position, state.speed) == (6, speed)
        if speed <= allowed:
            assert state.outcome is None and state.turn == 0
        else:
            data = (("speed", speed), ("allowed", allowed), ("brakes", brakes))
            assert state.outcome == Outcome(Ending.TOO_FAST, "LA-4.3", 7, ("speed",), data)
            assert (state.phase, state.turn) == (Phase.OVER, None)


def test_la_4_3_brakes_set_in_this_round_before_the_second_engine_card_count_later_ones_not():
    cards = laid("P 3>axis, C 3>axis, P 2>engines, C 1>radio")
    start = touchdown(brakes=1, laid=cards, turn=0, hands=((1, 4), (1, 2)))
    assert play(start, "P 4>brake2, C 2>engines").outcome is None
    assert play(start, "P 1>radio, C 2>engines").outcome.ending is Ending.TOO_FAST


def test_la_4_4_landed_when_every_condition_holds():
    state = play(touchdown(), "C 2>engines")
    assert state.outcome == Outcome(Ending.LANDED, "LA-4.4", 7) and state.outcome.won
    assert rules.outcome(state) is state.outcome
    assert (state.phase, state.turn, state.speed, state.round) == (Phase.OVER, None, 4, 7)


@pytest.mark.parametrize(
    ("changes", "failed"),
    [
        ({"planes": (0, 0, 0, 0, 0, 0, 1)}, ("planes",)),
        ({"gear": (True, False, True)}, ("gear",)),
        ({"flaps": 3}, ("flaps",)),
        ({"axis": 1}, ("axis",)),
        ({"axis": -1}, ("axis",)),
        (
            {"planes": (0, 0, 0, 0, 0, 0, 2), "gear": (True, True, False), "flaps": 0, "axis": 2},
            ("planes", "gear", "flaps", "axis"),
        ),
    ],
)
def test_la_4_4_and_10_2_otherwise_lost_at_the_end_naming_every_condition(changes, failed):
    before = touchdown(**changes)
    assert before.outcome is None
    state = play(before, "C 2>engines")
    assert state.outcome == Outcome(Ending.NOT_LANDED, "LA-4.4", 7, failed) and not state.outcome.won


def test_la_4_4_conditions_as_they_stand():
    names = ("planes", "gear", "flaps", "axis", "speed")
    assert rules.conditions(begin()) == dict(zip(names, (False, False, False, True, False), strict=True))
    ready = touchdown(speed=6)
    assert list(rules.conditions(ready).values()) == [True] * 5
    assert not rules.conditions(evolve(ready, speed=7))["speed"]
    assert not rules.conditions(evolve(ready, speed=5, brakes=2))["speed"]
    assert rules.conditions(begin(planes=(1, 1, 1, 1, 1, 1, 0)))["planes"]


def test_la_4_4_a_missing_duty_goes_before_the_landing():
    state = play(touchdown(), "C 2>flap1")
    assert (state.outcome.ending, state.outcome.rule, state.outcome.round) == (Ending.MISSING_DUTY, "LA-2.5", 7)


def test_la_10_2_planes_switches_and_axis_may_still_be_mended_in_the_touchdown_round():
    cards = laid("P 3>axis, P 2>engines, C 2>engines, P 1>gear1, C 4>concentration, P 1>radio")
    start = touchdown(axis=1, laid=cards, speed=4, hands=((), (2, 3)), turn=1)
    assert play(start, "C 2>axis").outcome is None and play(start, "C 2>axis").axis == 0


def test_la_4_5_either_seat_may_declare_the_crash_at_any_time():
    for state in (begin(), play(begin(), "P reroll"), last_card()):
        for letter in "PC":
            assert legal(state, f"{letter} resign")
            over = play(state, f"{letter} resign")
            assert over.outcome == Outcome(Ending.RESIGNED, "LA-4.5", 1)
            assert (over.phase, over.turn, over.reroll) == (Phase.OVER, None, None)
    assert play(begin(round=3), "C resign").outcome.round == 3


# LA-6 levels


def test_la_6_1_to_6_4_the_levels():
    assert LEVELS == ("leicht", "normal", "schwer", "profi")
    assert VARIANTS == ("open", "stopwatch", "dice", "turbulence", "profi-both")
    assert DENSE_ROUNDS == {"leicht": (), "normal": (2,), "schwer": (2, 4), "profi": (2,)}
    assert [Setup(level).turbulence for level in LEVELS] == [False, False, False, True]
    both = frozenset(["profi-both"])
    assert [Setup(level, both).dense_rounds for level in LEVELS] == [(), (2,), (2, 4), (2, 4)]
    assert [Setup(level).dense_rounds for level in LEVELS] == [(), (2,), (2, 4), (2,)]
    assert Setup("leicht", frozenset(["turbulence"])).turbulence


def test_la_6_1_to_6_5_where_a_plane_appears():
    """LA-6.1 leicht: never. LA-6.2 normal: 5000 ft. LA-6.3 schwer: 5000 and 3000 ft. LA-6.4 profi: 5000 ft."""
    feet = {
        level: [
            after.altitude
            for round_ in range(1, 6)
            if sum((after := play(evolve(last_card(round=round_), setup=Setup(level)), "C 4>engines")).planes) > 7
        ]
        for level in LEVELS
    }
    assert feet == {"leicht": [], "normal": [5000], "schwer": [5000, 3000], "profi": [5000]}
    assert sum(last_card().planes) == 7


@pytest.mark.parametrize(
    ("position", "card", "newcomer"), [(0, 1, 0), (0, 6, 5), (1, 4, 4), (2, 5, 6), (3, 6, 6), (6, 1, 6), (6, 6, 6), (1, 6, 6)]
)
def test_la_6_5_the_card_turned_names_the_place_counted_from_the_current(position, card, newcomer):
    deal = Deal.scripted({"2 traffic": (card,)})
    before = evolve(
        last_card(position=position, planes=(0,) * 6 + (3,), flaps=1), setup=Setup("normal"), deal=deal, hands=((), (1,))
    )
    assert before.setup.dense_rounds == (2,)
    stays = evolve(before, gear=(True,) * 3)  # speed 6 stays
    after = play(stays, "C 1>engines")
    expected = list(stays.planes)
    expected[newcomer] += 1
    assert after.planes == tuple(expected) and after.newcomer == newcomer  # LA-10.5: four on one card are possible
    assert after.drawn[-3:][0] == ("2 traffic", (card,))
    assert [label for label, _ in after.drawn[-3:]] == ["2 traffic", "2 P", "2 C"]


def test_la_6_5_the_card_comes_from_all_twelve_and_goes_back():
    turned = Counter()
    for seed in range(120):
        after = play(evolve(last_card(), setup=Setup("normal"), deal=Deal(seed)), "C 4>engines")
        turned.update(after.drawn[2][1])
        assert GAME.cards(after) == GAME.cards(begin())
    assert set(turned) == set(range(1, 7)) and min(turned.values()) >= 8


def test_la_6_6_turbulence_one_step_more_than_the_difference():
    for level, variants in (("profi", ()), ("leicht", ("turbulence",))):
        assert play(begin("3111", "4111", level=level, variants=variants), "P 3>axis, C 4>axis").axis == 2
        assert play(begin("3111", "3111", level=level, variants=variants), "P 3>axis, C 3>axis").axis == 0
        spin = play(begin("5111", "3111", level=level, variants=variants), "P 5>axis, C 3>axis")
        assert spin.outcome.ending is Ending.SPIN and spin.axis == -3
    assert play(begin("3111", "4111"), "P 3>axis, C 4>axis").axis == 1


# LA-7 variants


def test_la_7_1_open_cockpit_opens_hands():
    state = begin(variants=("open",))
    assert GAME.view(state, 0).partner == digits("2346") and GAME.view(state, None).hands == state.hands
    assert GAME.view(begin(), 0).partner is None


def test_la_7_2_stopwatch_forfeits_what_is_in_hand():
    assert STOPWATCH_SECONDS == 60
    error = refused(begin(), "time")
    assert (error.code, error.rule) == ("no-stopwatch", "LA-7.2")
    state = begin(variants=("stopwatch",))
    assert rules.legal_moves(state).count(TimeUp()) == 1
    over = play(state, "time")
    assert over.outcome.ending is Ending.MISSING_DUTY and over.outcome.data == (("seat", 0), ("axis", 1), ("engines", 1))
    assert over.hands == ((), ())


def test_la_7_2_and_10_7_the_round_ends_well_when_the_duties_are_done():
    moves = "P 3>axis, C 3>axis, P 5>engines, C 2>engines"
    state = play(play(begin(variants=("stopwatch",)), moves), "time")
    assert (state.round, state.outcome, state.laid, state.turn) == (2, None, (), 1)
    assert [len(hand) for hand in state.hands] == [4, 4]
    pending = play(play(begin(variants=("stopwatch",)), moves), "C reroll 4, time")
    assert (pending.round, pending.phase, pending.reroll, pending.rerolls) == (2, Phase.PLACING, None, 0)
    missing = play(begin(variants=("stopwatch",)), "P 3>axis, C 3>axis, P 5>engines, time")
    assert missing.outcome.data == (("seat", 1), ("axis", 0), ("engines", 1))


def test_la_7_3_dice_instead_of_cards():
    hands = [rules.start(variants=("dice",), deal=Deal(seed)).hands for seed in range(300)]
    assert any(max(Counter(hand).values()) > 2 for pair in hands for hand in pair)
    assert all(len(hand) == 4 and set(hand) <= set(range(1, 7)) for pair in hands for hand in pair)
    assert {value for pair in hands for hand in pair for value in hand} == set(range(1, 7))
    script = {"1 P": (6, 6, 6, 6), "1 C": (1, 1, 1, 1), "1 reroll 1 P": (5, 5), "1 reroll 1 C": (2,)}
    state = rules.start(variants=("dice",), deal=Deal.scripted(script))
    assert state.hands == (digits("6666"), digits("1111"))
    assert play(state, "P reroll 6 6, C reroll 1").hands == (digits("5566"), digits("1112"))


def test_la_10_7_dense_airspace_with_dice_rolls_a_die():
    faces = set()
    for seed in range(40):
        after = play(evolve(last_card(), setup=Setup("normal", frozenset(["dice"])), deal=Deal(seed)), "C 4>engines")
        (label, (face,)) = after.drawn[2]
        assert label == "2 traffic"
        faces.add(face)
    assert faces == set(range(1, 7))


# LA-7.4 the page's arithmetic


def test_la_7_4_cards_of_a_flight():
    cards = ROUNDS * len(SEATS) * HAND
    duty = ROUNDS * len(SEATS) * 2
    assert (cards, duty, cards - duty) == (56, 28, 28)
    needed = (sum(PLANES), len(GEAR), len(FLAPS), len(BRAKES) - 1)  # the third brake is not needed at a speed of 4
    assert needed == (9, 3, 4, 2) and sum(needed) == 18
    assert cards - duty - sum(needed) == 10


def test_la_7_4_hand_facts_counted():
    hands = [tuple(rules.FULL_DECK[i] for i in chosen) for chosen in combinations(range(12), HAND)]
    dice = list(product(range(1, 7), repeat=HAND))

    def share(cases, holds):
        return Fraction(sum(map(holds, cases)), len(cases))

    assert len(hands) == 495 and len(dice) == 1296
    assert share(hands, lambda hand: len(set(hand)) == 4) == Fraction(16, 33)
    assert share(dice, lambda hand: len(set(hand)) == 4) == Fraction(5, 18)
    assert share(hands, lambda hand: 2 in hand) == Fraction(19, 33)
    assert share(dice, lambda hand: 2 in hand) == Fraction(671, 1296)
    assert [round(100 * x) for x in (Fraction(16, 33), Fraction(5, 18), Fraction(19, 33), Fraction(671, 1296))] == [
        48,
        28,
        58,
        52,
    ]


def test_la_7_4_the_seeded_shuffle_agrees_with_the_count():
    different = sum(len(set(hand)) == 4 for seed in range(1000) for hand in rules.start(deal=Deal(seed)).hands)
    assert abs(different / 2000 - 16 / 33) < 0.037  # 3.3 standard deviations


def test_random_play_lands_none():
    """LA-11: none in 300,000. A few hundred flights, and the endings that random play meets."""
    rng = random.Random(11)
    endings = Counter()
    for seed in range(150):
        state = rules.start(deal=Deal(seed))
        while state.outcome is None:
            state = rules.apply(state, rng.choice(rules.placements(state)))
        endings[state.outcome.ending] += 1
    assert endings[Ending.LANDED] == 0 and endings.total() == 150
    assert set(endings) <= {Ending.SPIN, Ending.COLLISION, Ending.MISSING_DUTY, Ending.SHORT, Ending.OVERSHOOT, Ending.TOO_FAST}


def test_la_9_1_printed_round_in_one_line():
    after = play(begin(), ROUND_1)
    assert (after.altitude, after.position, after.planes[5], after.turn) == (5000, 1, 1, 1)

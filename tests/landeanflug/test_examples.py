"""The printed examples (LA-9) and the sample flight, step by step: after each move the numbers that the text names."""

from __future__ import annotations

from pathlib import Path

import pytest

import kit.games.landeanflug as package
from kit.core.records import parse_record, read_record, write_record
from kit.core.sessions import Session
from kit.games.landeanflug import rules
from kit.games.landeanflug.state import Ending

EXAMPLES = Path(package.__file__).parent / "examples"
NAMES = ("la-9-1", "la-9-2", "la-9-3", "sample")


def walk(name: str, expected: list[tuple[str, dict[str, object]]]):
    """All states of an example; each move must be the expected one and lead to the expected values."""
    record = read_record(EXAMPLES / f"{name}.txt")
    states = record.states()
    assert [str(move) for move in record.moves] == [move for move, _ in expected]
    for state, (move, values) in zip(states[1:], expected, strict=True):
        assert {key: getattr(state, key) for key in values} == values, move
    return states


def test_la_9_1_the_first_round():
    states = walk(
        "la-9-1",
        [
            ("P 3>axis", {"axis": 0, "turn": 1}),
            ("C 3>axis", {"axis": 0, "turn": 0}),
            ("P 6>radio", {"planes": (0, 0, 1, 2, 1, 2, 2)}),
            ("C 2>flap1", {"flaps": 1}),
            ("P 1>gear1", {"gear": (True, False, False)}),
            ("C 6>radio", {"planes": (0, 0, 1, 2, 1, 1, 2)}),
            ("P 5>engines", {"speed": None, "position": 0}),
            ("C 4>engines", {"position": 1, "round": 2, "altitude": 5000, "turn": 1, "outcome": None, "rerolls": 1}),
        ],
    )
    assert states[0].hands == ((1, 3, 5, 6), (2, 3, 4, 6)) and states[0].altitude == 6000
    flap, gear = states[4], states[5]
    assert rules.moves_at(9, sum(flap.gear), flap.flaps) == 1 and rules.moves_at(10, sum(flap.gear), flap.flaps) == 2
    assert rules.moves_at(5, sum(gear.gear), gear.flaps) == 0 and rules.moves_at(6, sum(gear.gear), gear.flaps) == 1


def test_la_9_2_from_a_tilt_to_a_spin():
    states = walk(
        "la-9-2",
        [
            ("P 5>axis", {"axis": 0}),
            ("C 3>axis", {"axis": -2, "outcome": None}),
            ("P 6>radio", {}),
            ("C 6>radio", {"planes": (0, 0, 1, 2, 1, 1, 2)}),
            ("P 1>gear1", {}),
            ("C 2>flap1", {}),
            ("P 4>engines", {}),
            ("C 4>engines", {"position": 1, "round": 2, "axis": -2, "turn": 1}),
            ("C 3>axis", {"axis": -2}),
            ("P 4>axis", {"axis": -3}),
        ],
    )
    assert (states[-1].outcome.ending, states[-1].outcome.rule, states[-1].outcome.round) == (Ending.SPIN, "LA-3.1", 2)
    for pilot in (4, 5, 6):  # any difference to the pilot
        assert rules.axis_after(-2, pilot, 3, False) < -2
    for move in ("P 3>axis", "P 2>axis"):
        assert rules.apply(states[-2], package.GAME.parse_move(move)).outcome is None


def test_la_9_3_touchdown():
    states = walk(
        "la-9-3",
        [
            ("P 6>brake3", {"brakes": 3}),
            ("C 5>flap4", {"flaps": 4}),
            ("P 1>radio", {"planes": (0,) * 7}),
            ("C 3>axis", {"axis": -1}),
            ("P 2>axis", {"axis": 0}),
            ("C 1>engines", {"speed": None}),
            ("P 4>engines", {"speed": 5, "outcome": None, "position": 6}),
            ("C 3>concentration", {"coffee": 2, "turn": None}),
        ],
    )
    first = states[0]
    assert (first.round, first.position, first.planes[6], sum(first.gear), first.flaps, first.brakes) == (7, 6, 1, 3, 3, 2)
    assert (first.axis, first.coffee, first.turn, first.hands) == (-1, 1, 0, ((1, 2, 4, 6), (1, 3, 3, 5)))
    assert states[-1].outcome.ending is Ending.LANDED and states[-1].outcome.won


def test_the_sample_is_a_whole_flight_that_lands():
    states = walk(
        "sample",
        [
            ("P 2>axis", {}),
            ("C 2>axis", {"axis": 0}),
            ("P 6>gear3", {"gear": (False, False, True)}),
            ("C 1>flap1", {"flaps": 1}),
            ("P 1>gear1", {"gear": (True, False, True)}),
            ("C 3>flap2", {"flaps": 2}),
            ("P 3>engines", {}),
            ("C 4>engines", {"position": 1, "round": 2, "rerolls": 1}),
            ("C 1>axis", {}),
            ("P 1>axis", {"axis": 0}),
            ("C 2>radio", {"planes": (0, 0, 0, 2, 1, 3, 2)}),
            ("P 3>radio", {"planes": (0, 0, 0, 1, 1, 3, 2)}),
            ("C 3>radio", {"planes": (0, 0, 0, 0, 1, 3, 2)}),
            ("P 4>gear2", {"gear": (True, True, True)}),
            ("C 3>engines", {}),
            ("P 6>engines", {"position": 2, "round": 3}),
            ("P 2>brake1", {"brakes": 1}),
            ("C 5>flap3", {"flaps": 3}),
            ("P reroll 1 6", {"rerolls": 0, "used": 0}),
            ("C reroll 1 2", {"hands": ((4, 6, 6), (4, 5, 6)), "used": 1, "rerolled": ((2, 2),), "turn": 0}),
            ("P 4>radio", {"planes": (0, 0, 0, 0, 1, 2, 2)}),
            ("C 5>flap4", {"flaps": 4}),
            ("P 6>axis", {}),
            ("C 6>axis", {"axis": 0}),
            ("P 6>engines", {}),
            ("C 4>engines", {"position": 3, "round": 4}),
            ("C 1>axis", {}),
            ("P 1>axis", {"axis": 0}),
            ("C 3>radio", {"planes": (0, 0, 0, 0, 1, 1, 2)}),
            ("P 3>radio", {"planes": (0, 0, 0, 0, 1, 0, 2)}),
            ("C 6>concentration", {"coffee": 1}),
            ("P 1>concentration", {"coffee": 2}),
            ("C 6>engines", {}),
            ("P 6>engines", {"position": 4, "round": 5, "rerolls": 1}),
            ("P 5>axis", {}),
            ("C 5>axis", {"axis": 0}),
            ("P 1>radio", {"planes": (0, 0, 0, 0, 0, 0, 2)}),
            ("C 3>radio", {"planes": (0, 0, 0, 0, 0, 0, 1)}),
            ("P 3+1>brake2", {"brakes": 2, "coffee": 1}),
            ("C 2+1>radio", {"planes": (0,) * 7, "coffee": 0}),
            ("P 2>engines", {}),
            ("C 6>engines", {"position": 5, "round": 6}),
            ("C 4>axis", {}),
            ("P 4>axis", {"axis": 0}),
            ("C 1>concentration", {"coffee": 1}),
            ("P 6>brake3", {"brakes": 3}),
            ("C 2>concentration", {"coffee": 2}),
            ("P 3>concentration", {"coffee": 3}),
            ("C 6>engines", {}),
            ("P 5>engines", {"position": 6, "round": 7, "altitude": 0, "outcome": None}),
            ("P 4>axis", {}),
            ("C 4>axis", {"axis": 0}),
            ("P 4-1>engines", {"coffee": 2}),
            ("C 2>engines", {"speed": 5}),
            ("P 3>gear2", {"gear": (True, True, True)}),
            ("C 2>flap1", {"flaps": 4}),
            ("P 5>gear3", {}),
            ("C 6>concentration", {"coffee": 3}),
        ],
    )
    assert states[-1].outcome.won and states[-1].setup.level == "leicht"
    record = read_record(EXAMPLES / "sample.txt")
    assert dict(record.script) == dict(states[-1].drawn)  # fully named: nothing is left to the seed
    assert record.seed is None and {str(seat) for _, seat, _ in record.notes} == {"0", "1"}
    assert all(parse_record(write_record(record)).states(seed)[-1] == states[-1] for seed in (1, 2))


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_package_data_that_round_trips(name):
    path = EXAMPLES / f"{name}.txt"
    text = path.read_text("utf-8")
    record = parse_record(text)
    again = parse_record(write_record(record))
    assert again == parse_record(write_record(again), "record") and again.moves == record.moves
    assert again.states() == record.states() and again.title and again.comments == record.comments
    session = Session.from_record(text)
    assert session.moves == list(record.moves)
    assert sorted(p.name for p in EXAMPLES.iterdir()) == sorted(f"{n}.txt" for n in NAMES)

"""Landeanflug's notation: moves, `deal` and `position` lines, there and back; and what cannot be read."""

from __future__ import annotations

from itertools import product

import pytest
from la_states import begin, digits, laid, play

from kit.core.deals import Deal, DealError
from kit.core.errors import NotationError, OptionError, RecordError, RuleError
from kit.core.records import parse_record
from kit.core.values import evolve
from kit.games.landeanflug import GAME, notation, rules
from kit.games.landeanflug.moves import Place, RerollMove, Resign, TimeUp, counted, parse_move
from kit.games.landeanflug.state import ASIDE, PLACES, PLANES, Laid, Phase, Reroll


def test_every_placement_round_trips():
    for seat, card, place, coffee in product((0, 1), range(1, 7), (*PLACES, ASIDE), range(-3, 4)):
        move = Place(seat, card, place, coffee)
        assert parse_move(str(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("P 3>axis", Place(0, 3, "axis")),
        ("C 3-1>flap1", Place(1, 3, "flap1", -1)),
        ("P 5+1>engines", Place(0, 5, "engines", 1)),
        ("P  A > radio ", Place(0, 1, "radio")),
        ("P 4>aside", Place(0, 4, "aside")),
        ("P reroll 5 2", RerollMove(0, (2, 5))),
        ("C reroll A", RerollMove(1, (1,))),
        ("C reroll", RerollMove(1)),
        ("P resign", Resign(0)),
        ("time", TimeUp()),
    ],
)
def test_moves_are_read(text, move):
    assert parse_move(text) == move
    assert parse_move(str(move)) == move
    assert GAME.parse_move(text) == move


def test_moves_are_written():
    assert [
        str(move) for move in (Place(1, 3, "flap1", -1), Place(0, 5, "axis", 2), RerollMove(0, (2, 5)), RerollMove(1), Resign(1))
    ] == [
        "C 3-1>flap1",
        "P 5+2>axis",
        "P reroll 2 5",
        "C reroll",
        "C resign",
    ]
    assert Place(0, 5, "axis", -2).value == 3 and str(TimeUp()) == "time"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P",
        "P 7>axis",
        "P 0>axis",
        "X 3>axis",
        "p 3>axis",
        "P 3 axis",
        "P 3+>axis",
        "P 3+12>axis",
        "P reroll 7",
        "time P",
        "resign",
    ],
)
def test_what_is_no_move(text):
    with pytest.raises(NotationError) as raised:
        parse_move(text)
    assert (raised.value.code, raised.value.data) == ("bad-notation", {"notation": text})


def test_an_unknown_place_lists_the_places():
    with pytest.raises(NotationError) as raised:
        parse_move("P 3>wing")
    assert (raised.value.code, raised.value.data["place"]) == ("unknown-place", "wing")
    assert raised.value.data["places"] == ", ".join((*PLACES, "aside"))
    assert "wing" in raised.value.sentence("de") and "gear1" in raised.value.sentence("en")


def test_perft_counts_placements_only():
    assert [counted(move) for move in (Place(0, 3, "axis"), RerollMove(0), Resign(0), TimeUp())] == [True, False, False, False]


# deal lines


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("1 P 1 3 5 6 C 2 3 4 6", {"1 P": [1, 3, 5, 6], "1 C": [2, 3, 4, 6]}),
        ("7 C A ? 2", {"7 C": [1, None, 2]}),
        ("2 traffic 4", {"2 traffic": [4]}),
        ("2 traffic ?", {"2 traffic": [None]}),
        ("3 reroll 1 P 2 5 C 4", {"3 reroll 1 P": [2, 5], "3 reroll 1 C": [4]}),
        ("3 reroll 2 P C 4", {"3 reroll 2 P": [], "3 reroll 2 C": [4]}),
    ],
)
def test_deal_lines_are_read_and_written(line, events):
    assert notation.parse_deal(line.split()) == events
    shown = [(label, tuple("?" if card is None else card for card in cards)) for label, cards in events.items()]
    (written,) = notation.deal_lines(shown)
    assert written.split() == ["deal", *line.replace("A", "1").split()]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "bad-deal"),
        ("x", "bad-deal"),
        ("0 P 1", "bad-deal"),
        ("8 P 1", "bad-deal"),
        ("01 P 1", "bad-deal"),
        ("² P 1", "bad-deal"),
        ("1", "bad-deal"),
        ("1 1 2", "bad-deal"),
        ("1 PC 1", "bad-deal"),
        ("1 reroll 3 P 1", "bad-deal"),
        ("1 reroll 1", "bad-deal"),
        ("1 P 7", "bad-card"),
        ("1 P x", "bad-card"),
        ("1 P 12", "bad-card"),
        ("2 traffic 0", "bad-card"),
    ],
)
def test_broken_deal_lines(line, code):
    with pytest.raises(NotationError) as raised:
        notation.parse_deal(line.split())
    assert raised.value.code == code
    expected = {"text": line} if code == "bad-deal" else {"card": line.split()[-1], "valid": "1-6, A, ?"}
    assert raised.value.data == expected


def test_deal_lines_put_a_rounds_hands_on_one_line():
    state = play(begin(), "P reroll 1, C reroll")
    assert notation.deal_lines(state.drawn) == [
        "deal 1   P 1 3 5 6   C 2 3 4 6",
        f"deal 1 reroll 1   P {state.drawn[2][1][0]}   C",
    ]


# position lines


def position(*lines: str, level: str = "leicht", variants: tuple[str, ...] = (), deal: Deal | None = None):
    fields = [(key, text.strip()) for key, _, text in (line.partition(" ") for line in lines)]
    return notation.position(level=level, seats=2, variants=variants, fields=fields, deal=deal or Deal(1))


def test_what_a_position_does_not_say_is_as_at_the_start():
    state = position()
    assert (state.round, state.turn, state.phase, state.axis, state.position, state.planes) == (1, 0, Phase.PLACING, 0, 0, PLANES)
    assert (state.gear, state.flaps, state.brakes, state.coffee, state.rerolls) == ((False,) * 3, 0, 0, 0, 0)
    assert (state.laid, state.speed, state.used, state.rerolled, state.newcomer, state.reroll) == ((), None, 0, (), None, None)
    assert [len(hand) for hand in state.hands] == [4, 4]
    assert state.hands == rules.start(deal=Deal(1)).hands and [label for label, _ in state.drawn] == ["1 P", "1 C"]
    assert [position(f"round {n}").turn for n in range(1, 7)] == [0, 1, 0, 1, 0, 1]


def test_a_position_says_everything():
    state = position(
        "round 4",
        "flown 3",
        "planes 0 0 0 2 1 0 20",
        "gear 1 3",
        "flaps 2",
        "brakes 3",
        "axis -2",
        "coffee 3",
        "rerolls 1",
        "newcomer 5",
        "rerolled 2 1",
        "laid C 3>axis, P 2>brake1, C 1+1>engines, P 4>engines",
        "hand P 1 ?",
        "hand C A 6",
        level="schwer",
        variants=("open",),
    )
    assert (state.round, state.turn, state.position, state.planes) == (4, 1, 3, (0, 0, 0, 2, 1, 0, 20))
    assert (state.gear, state.flaps, state.brakes, state.axis, state.coffee) == ((True, False, True), 2, 3, -2, 3)
    assert (state.rerolls, state.used, state.rerolled, state.newcomer) == (1, 1, ((2, 1),), 4)
    assert state.laid == laid("C 3>axis, P 2>brake1, C 1+1>engines, P 4>engines") and state.speed == 6
    assert state.hands[1] == (1, 6) and 1 in state.hands[0] and len(state.hands[0]) == 2
    assert state.setup == rules.setup_of("schwer", ["open"]) and state.deal == Deal(1)
    assert position("gear 2").gear == (False, True, False)
    assert position("flown 2").planes == (0, 0, 1, 2, 1, 3, 2) and position("flown 4").planes == (0, 0, 0, 0, 1, 3, 2)
    assert position("laid P 3>axis").turn == 1 and position("round 2", "laid C 3>axis").turn == 0
    assert position("rerolls 2", "rerolled 0 4, 4 0").rerolled == ((0, 4), (4, 0))
    assert position("newcomer 7").newcomer == 6 and position("newcomer 1").newcomer == 0


def test_hands_of_a_position_come_from_the_line_the_deal_or_the_seed():
    deal = Deal.scripted({"1 P": (6, 6, 5, 5), "1 C": (1, 2)}, seed=3)
    assert position(deal=deal).hands[0] == digits("5566")
    assert position("hand P ? ? ? ?", deal=deal).hands[0] == digits("5566")
    assert position("hand P 1 2 3 4", deal=deal).hands[0] == digits("1234")
    assert set(position(deal=deal).hands[1]) >= {1, 2} and len(position(deal=deal).hands[1]) == 4
    assert len({position(deal=Deal(seed)).hands for seed in range(20)}) == 20
    drawn = position("laid P 3>axis, C 3>axis", "hand P 1 2 4", deal=Deal(3))
    assert drawn.drawn[0] == ("1 P", (1, 2, 4)) and len(drawn.hands[1]) == 3
    assert drawn.hands[1].count(3) <= 1
    dice = position("hand P 6 6 6 6", variants=("dice",))
    assert dice.hands[0] == digits("6666") and len(dice.hands[1]) == 4


@pytest.mark.parametrize(
    ("line", "kind", "code", "rule", "data"),
    [
        ("wings 2", NotationError, "position-unknown", "", {"field": "wings", "valid": ", ".join(notation.FIELDS)}),
        ("hand", NotationError, "bad-deal", "", {"text": ""}),
        ("hand PC 1 2 3 4", NotationError, "bad-deal", "", {"text": "PC 1 2 3 4"}),
        ("hand P 1 2 3 9", NotationError, "bad-card", "", {"card": "9"}),
        ("hand P 1 2 3", RuleError, "position-hand", "LA-2.3", {"seat": "P", "n": 3, "size": 4}),
        ("hand C 1 1 1 2", RuleError, "position-hand", "LA-1.1", {"seat": "C", "n": 4, "size": 4}),
        ("round x", NotationError, "bad-number", "", {"field": "round", "text": "x"}),
        ("round 1e3", NotationError, "bad-number", "", {}),
        ("round " + "9" * 5000, NotationError, "bad-number", "", {}),
        ("round ３", NotationError, "bad-number", "", {}),
        ("round 0", RuleError, "position-range", "LA-1.2", {"field": "round", "value": 0, "low": 1, "high": 7}),
        ("round 8", RuleError, "position-range", "LA-1.2", {"high": 7}),
        ("round 7", RuleError, "position-short", "LA-4.1", {"n": 6}),
        ("flown -1", RuleError, "position-range", "LA-1.3", {"low": 0, "high": 6}),
        ("flown 7", RuleError, "position-range", "LA-1.3", {}),
        ("planes 1 2 3", RuleError, "position-planes", "LA-1.3", {"cards": 7, "flown": 0}),
        ("planes 0 0 1 2 1 3 21", RuleError, "position-range", "LA-1.3", {"low": 0, "high": 20}),
        ("planes 99999999999 0 0 0 0 0 0", RuleError, "position-range", "LA-1.3", {"value": 99999999999}),
        ("gear 4", RuleError, "position-range", "LA-1.5", {"field": "gear", "low": 1, "high": 3}),
        ("gear 0", RuleError, "position-range", "LA-1.5", {}),
        ("flaps 5", RuleError, "position-range", "LA-1.5", {"low": 0, "high": 4}),
        ("flaps -1", RuleError, "position-range", "LA-1.5", {}),
        ("brakes 4", RuleError, "position-range", "LA-1.5", {"low": 0, "high": 3}),
        ("brakes -1", RuleError, "position-range", "LA-1.5", {}),
        ("axis 3", RuleError, "position-range", "LA-3.1", {"low": -2, "high": 2}),
        ("axis -3", RuleError, "position-range", "LA-3.1", {}),
        ("coffee 4", RuleError, "position-range", "LA-3.10", {"low": 0, "high": 3}),
        ("coffee -1", RuleError, "position-range", "LA-3.10", {}),
        ("rerolls 3", RuleError, "position-range", "LA-1.2", {"low": 0, "high": 2}),
        ("rerolls -1", RuleError, "position-range", "LA-1.2", {}),
        ("newcomer 0", RuleError, "position-range", "LA-6.5", {"low": 1, "high": 7}),
        ("newcomer 8", RuleError, "position-range", "LA-6.5", {}),
        ("rerolled 5 0", RuleError, "position-range", "LA-3.12", {"field": "rerolled", "low": 0, "high": 4}),
        ("rerolled 0 -1", RuleError, "position-range", "LA-3.12", {}),
        ("rerolled 1", NotationError, "bad-number", "", {"field": "rerolled", "text": "1"}),
        ("rerolled 1 2 3", NotationError, "bad-number", "", {}),
        ("rerolled 1 1, 1 1, 1 1", RuleError, "position-range", "LA-1.2", {"field": "rerolled", "value": 3, "low": 0, "high": 2}),
        ("laid P resign", NotationError, "bad-notation", "", {"notation": "P resign"}),
        ("laid P 3>axis, P 4>radio", RuleError, "not-your-turn", "LA-2.4", {"seat": "P"}),
        ("laid C 3>axis", RuleError, "not-your-turn", "LA-2.4", {"seat": "C"}),
        ("laid P 3>axis, C 3>axis, P 4>axis", RuleError, "place-taken", "LA-1.6", {"place": "axis"}),
        ("laid P 2>flap1", RuleError, "wrong-seat", "LA-3.7", {}),
        ("laid P 2>gear1", RuleError, "position-switch", "LA-2.4", {"place": "gear1"}),
        ("laid P 2>brake1", RuleError, "position-switch", "LA-2.4", {"place": "brake1"}),
        ("laid P 3>axis, C 2>flap1", RuleError, "position-switch", "LA-2.4", {"place": "flap1"}),
        ("laid P 6>brake3", RuleError, "wrong-order", "LA-3.8", {}),
        ("laid P 6+1>axis", RuleError, "out-of-range", "LA-3.11", {"card": 6, "value": 7}),
        ("laid P 1-1>axis", RuleError, "out-of-range", "LA-3.11", {"value": 0}),
        (
            "laid P 1>axis, C 1>axis, P 1>radio, C 2>radio, P 1>engines",
            RuleError,
            "position-hand",
            "LA-1.1",
            {"seat": "P", "n": 3},
        ),
    ],
)
def test_a_position_that_cannot_be(line, kind, code, rule, data):
    with pytest.raises(kind) as raised:
        position(line)
    assert (raised.value.code, getattr(raised.value, "rule", "")) == (code, rule)
    assert raised.value.data.items() >= data.items()


def test_positions_that_cannot_be_together():
    with pytest.raises(RuleError) as raised:
        position("flown 1", "planes 1 0 0 0 0 0 0")
    assert raised.value.data == {"cards": 7, "flown": 1}
    with pytest.raises(RuleError) as raised:
        position("round 7", "flown 5")
    assert (raised.value.code, raised.value.data) == ("position-short", {"n": 1})
    assert position("round 7", "flown 6").touchdown
    with pytest.raises(DealError):
        position("laid P 3>axis, C 3>axis, P 3>engines, C 1>radio", "hand P 3 4")
    with pytest.raises(DealError):
        position(deal=Deal.scripted({"1 P": (1, 2, 3, 4, 5)}))
    with pytest.raises(OptionError):
        position(level="schwierig")
    eight = "laid P 3>axis, C 3>axis, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>engines, C 4>engines"
    with pytest.raises(RuleError) as raised:
        position(eight, "gear 1", "flaps 1")
    assert (raised.value.code, raised.value.rule, raised.value.data) == ("position-full", "LA-2.4", {"n": 7})
    seven = eight.rpartition(",")[0]
    assert [len(hand) for hand in position(seven, "gear 1", "flaps 1").hands] == [0, 1]
    for lacking in ("gear 1", "flaps 1"):
        with pytest.raises(RuleError) as raised:
            position(seven, lacking)
        assert raised.value.code == "position-switch"
    for number, value in ((1, 2), (2, 4), (3, 6)):
        assert position(f"laid P {value}>brake{number}", f"brakes {number}").brakes == number
        with pytest.raises(RuleError):
            position(f"laid P {value}>brake{number}", f"brakes {number - 1}")


def test_dice_positions_may_hold_a_value_more_than_twice():
    state = position("laid P 1>axis, C 1>axis, P 1>radio, C 2>radio, P 1>engines", "hand P 1", variants=("dice",))
    assert state.hands[0] == (1,) and len(state.hands[1]) == 2
    with pytest.raises(DealError):
        position(deal=Deal.scripted({"1 P": (7, 1, 1, 1)}), variants=("dice",))


def test_cards_set_aside_lie_in_a_position_too():
    state = position("laid P 1>aside")
    assert state.laid == (Laid(0, 1, 0, "aside"),) and len(state.hands[0]) == 3


def test_position_fields_say_the_state_and_hide_hands():
    state = evolve(
        play(begin(copilot="2346", coffee=2), "P 3+1>axis, C 4>axis, P reroll 1, C reroll 2 3"),
        newcomer=2,
        axis=-1,
        brakes=1,
        position=1,
    )
    mine = dict(notation.position_fields(state, 0)[:-2])
    assert mine == {
        "round": "1",
        "flown": "1",
        "planes": "0 0 1 2 1 3 2",
        "flaps": "0",
        "brakes": "1",
        "axis": "-1",
        "coffee": "1",
        "rerolls": "0",
        "newcomer": "3",
        "rerolled": "1 2",
        "laid": "P 3+1>axis, C 4>axis",
    }
    own = "P " + " ".join(map(str, state.hands[0]))
    other = "C " + " ".join(map(str, state.hands[1]))
    hidden = {seat: "PC"[seat] + " ? ? ?" for seat in (0, 1)}
    assert [text for key, text in notation.position_fields(state, 0) if key == "hand"] == [own, hidden[1]]
    assert [text for key, text in notation.position_fields(state, 1) if key == "hand"] == [hidden[0], other]
    assert [text for key, text in notation.position_fields(state, None) if key == "hand"] == [hidden[0], hidden[1]]
    shown = evolve(state, setup=rules.setup_of("leicht", ["open"]))
    assert [text for key, text in notation.position_fields(shown, None) if key == "hand"] == [own, other]
    assert dict(notation.position_fields(evolve(state, gear=(True, False, True)), 0))["gear"] == "1 3"


def test_a_reroll_under_way_is_taken_back_in_a_position():
    state = play(begin(), "P reroll 1")
    assert state.rerolls == 0 and state.reroll == Reroll(0, ((1,), None))
    fields = dict(notation.position_fields(state, 0))
    assert fields["rerolls"] == "1" and "rerolled" not in fields


def test_public_moves_tell_how_many_cards_are_put_back_once_both_have_chosen():
    moves = [parse_move(text) for text in ("P 3>axis", "C reroll 2 3", "P reroll", "C 3>axis", "P reroll 1")]
    assert notation.public_moves(moves) == ["P 3>axis", "C reroll ? ?", "P reroll", "C 3>axis", "P reroll ..."]
    assert notation.public_moves([*moves, parse_move("time"), parse_move("C reroll 2"), parse_move("P reroll 1")]) == [
        "P 3>axis",
        "C reroll ? ?",
        "P reroll",
        "C 3>axis",
        "P reroll ...",
        "time",
        "C reroll ?",
        "P reroll ?",
    ]


def test_a_position_has_two_seats_la_1_1():
    with pytest.raises(OptionError) as raised:
        notation.position(level="leicht", seats=3, variants=(), fields=[], deal=Deal())
    assert raised.value.code == "unknown-seats"


def test_la_3_12_a_reroll_in_a_position_is_the_first_of_its_round():
    """A position begins with no reroll made: `deal 7 reroll 1` names what it draws."""
    text = "\n".join(
        [
            "game landeanflug",
            "position round 7",
            "position flown 6",
            "position rerolls 2",
            "position hand P 1 2 4 6",
            "position hand C 1 3 3 5",
            "deal 7 reroll 1  P 3 5",
            "deal 7 reroll 2  C 6",
            "P reroll 1 2",
            "C reroll",
            "P reroll",
            "C reroll 1",
        ]
    )
    states = parse_record(text).states()
    assert states[0].used == 0 and states[2].used == 1 and states[2].hands[0] == (3, 4, 5, 6)
    assert states[4].used == 2 and states[4].hands[1] == (3, 3, 5, 6)


def test_la_2_4_a_position_with_an_odd_number_of_cards_is_the_other_seats_turn():
    """In the touchdown round the pilot begins: after one card it is the copilot's turn."""
    text = "game landeanflug\nposition round 7\nposition flown 6\nposition laid P 3>axis\n"
    assert parse_record(text).states()[0].turn == 1
    wrong = "game landeanflug\nposition round 7\nposition flown 6\nposition laid C 3>axis, P 3>axis\n"
    with pytest.raises(RecordError) as raised:
        parse_record(wrong)
    assert raised.value.rule == "LA-2.4" and raised.value.data["seat"] == "C"


def test_la_1_1_a_position_cannot_hold_three_equal_cards_of_a_seat():
    laid = "P 3>axis, C 1>axis, P 3>engines, C 2>engines, P 3>radio, C 4>radio, P 1>concentration"
    with pytest.raises(RecordError) as raised:
        parse_record(f"game landeanflug\nposition laid {laid}\n")
    assert raised.value.rule == "LA-1.1"


def test_la_10_7_two_rerolls_in_a_row_are_told_by_their_counts():
    moves = [parse_move(text) for text in ("P reroll 1 2", "C reroll", "C reroll 3", "P reroll 4")]
    assert notation.public_moves(moves) == ["P reroll ? ?", "C reroll", "C reroll ?", "P reroll ?"]
    assert notation.public_moves(moves[:3]) == ["P reroll ? ?", "C reroll", "C reroll ..."]

"""Notation of moves, `deal` and `position` lines, there and back; and what cannot be read or cannot exist."""

from __future__ import annotations

import pytest
from lls_states import asks, at, hand, play, side

from kit.core.deals import Deal
from kit.core.errors import NotationError, OptionError, RecordError, RuleError
from kit.core.records import parse_record
from kit.core.sessions import Session
from kit.games.luft_land_see import GAME, notation, rules
from kit.games.luft_land_see.moves import (
    Deploy,
    Flip,
    Improvise,
    Pass,
    Reinforce,
    Return,
    Transfer,
    Withdraw,
    counted,
    parse_move,
)
from kit.games.luft_land_see.view import view


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("deploy L6", Deploy(11, 1)),
        ("deploy L2 sea", Deploy(7, 2)),
        ("deploy L2 land", Deploy(7, 1)),
        ("improvise A3 sea", Improvise(2, 2)),
        ("flip opp air", Flip(True, 0)),
        ("flip own land", Flip(False, 1)),
        ("move air 2 sea", Transfer(0, 2, 2)),
        ("return land 1", Return(1, 1)),
        ("reinforce sea", Reinforce(2)),
        ("pass", Pass()),
        ("withdraw", Withdraw()),
    ],
)
def test_moves_are_read(text, move):
    assert parse_move(text) == move and parse_move(str(move)) == move and GAME.parse_move(text) == move
    assert counted(move) == (text != "withdraw")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-notation"), ("deploy", "bad-notation"), ("deploy L6 air now", "bad-notation"), ("flip air", "bad-notation"),
        ("flip his air", "bad-notation"), ("move air 0 sea", "bad-notation"), ("move air x sea", "bad-notation"),
        ("move air 19 sea", "bad-notation"), ("return land", "bad-notation"), ("deploy ²L", "bad-card"),
        ("deploy L7", "bad-card"), ("improvise l6 air", "bad-card"), ("deploy L6 wood", "unknown-place"),
        ("flip own Air", "unknown-place"), ("return land ²", "bad-notation"),
    ],
)  # fmt: skip
def test_what_is_no_move(text, code):
    with pytest.raises(NotationError) as raised:
        parse_move(text)
    assert raised.value.code == code and raised.value.sentence("de") != raised.value.sentence("en")


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("theaters land air ?", {"theaters": [1, 0, None]}),
        ("1 R A1 ? L3 B S6 deck ? L1", {"1 R": [0, None, 8], "1 B": [17], "1 deck": [None, 6]}),
        ("12 deck A2", {"12 deck": [1]}),
        ("position A1 ? L6", {"position": [0, None, 11]}),
    ],
)
def test_deal_lines_are_read_and_written(line, events):
    assert notation.parse_deal(line.split()) == events
    shown = [(label, tuple("?" if card is None else card for card in cards)) for label, cards in events.items()]
    (written,) = notation.deal_lines(shown)
    assert written.split() == ["deal", *line.split()]


@pytest.mark.parametrize("line", ["", "x", "0 R A1", "1", "1 A1", "1 R A1 R A2", "1 X A1", "1 R A7", "theaters wood"])
def test_broken_deal_lines(line):
    with pytest.raises(NotationError):
        notation.parse_deal(line.split())


def test_lls_1_1_a_record_that_deals_a_card_twice_says_so():
    with pytest.raises(RecordError) as raised:
        parse_record("game luft_land_see\ndeal 1  R A1 A2  B A1\n")
    assert raised.value.line == 2 and "A1" in raised.value.report("de") and raised.value.cause is not None
    with pytest.raises(RecordError):
        parse_record("game luft_land_see\ndeal 1  R A1 A2 A3 A4 A5 A6 L1\n")
    with pytest.raises(RecordError):
        parse_record("game luft_land_see\ndeal theaters air air\n")


# Positions

FULL = """
    battle 3; theaters sea air land; first B; points 4 8; turn R; turns 7;
    past R B 6 full 1 2, B R 4 withdrawal 2, R B 2 withdrawal 6;
    stack R air A1 (L3); stack B sea S5; stack B land (S6) L6; hand R A2 L4; hand B S1 S2 S3; air-drop B;
    queue disrupt R L5 land, answer B L5 land, maneuver R A3 air;
    deck L1 S4 A3 L5 A6 A5 A4 L2; seen B+ R air 2 L3; seen R B land 1 S6
"""


def test_a_position_sets_everything():
    state = at(" ".join(FULL.split()))
    assert (state.battle, state.theaters, state.first, state.points, state.turn, state.turns) == (3, (2, 0, 1), 1, (4, 8), 0, 7)
    assert [battle.points for battle in state.results] == [6, 4, 2] and state.results[0].controlled == (1, 2)
    assert side(state, "R air") == "A1 (L3)" and side(state, "B land") == "(S6) L6" and hand(state, "B") == "S1 S2 S3"
    assert asks(state) == "disrupt R L5, answer B L5, maneuver R A3" and state.air_drops == (False, True)
    assert state.deck[:3] == (6, 15, 2) and len(state.deck) == 8 and state.drawn == ()
    assert view(state, 1).stack_traces[0] == (0, 1 << 8) and view(state, 0).stack_traces[4] == (1 << 17, 0)
    for seat in (0, 1):
        fields = GAME.position_fields(state, seat)
        again = GAME.position(level="standard", seats=2, variants=(), fields=fields, deal=Deal(5))
        assert view(again, seat) == view(state, seat) and GAME.position_fields(again, seat) == fields


def test_what_a_position_does_not_say():
    state = at("hand R A2 ?; hand B ? ?; stack B air (?)")
    assert state.theaters == (0, 1, 2) and (state.first, state.turn, state.turns, state.battle) == (0, 0, 8, 1)
    assert len(state.hands[0]) == 2 and 1 in state.hands[0] and GAME.cards(state).total() == 18 and len(state.deck) == 13
    assert state.drawn[0][0] == "position" and len(state.drawn[0][1]) == 17
    assert at("hand R A2; hand B A3 L1").turn == 1 and at("first B; hand R A2; hand B A3").turn == 1
    named = GAME.position(
        level="standard", variants=(), fields=[("hand", "R A2 ?"), ("hand", "B A1")], deal=Deal.scripted({"position": [17]})
    )
    assert named.hands[0] == (1, 17)
    hidden = {at("hand R ?; hand B A1", seed=seed).hands[0] for seed in range(40)}
    assert len(hidden) > 10
    assert at("past R B 6 full 1 2; hand R A1; hand B A2").points == (0, 6) and at("past R B 6 full 1 2; hand R A1").battle == 2


@pytest.mark.parametrize(
    ("text", "code", "data"),
    [
        ("hand R A1 A2 A3 A4 A5 A6 L1", "position-hand", {"seat": "R", "n": 7, "most": 6}),
        ("hand R A1; stack B air (A1)", "position-twice", {"card": "A1", "n": 2}),
        ("hand R A1; deck A1", "position-twice", {"card": "A1", "n": 2}),
        ("hand R A1; deck" + " ?" * 18, "position-cards", {"n": 19, "most": 18}),
        ("stack R air A1", "position-over", {}),
        ("", "position-over", {}),
        ("hand R A1; turn B", "position-turn", {"seat": "B"}),
        ("hand R A1; theaters air air sea", "position-theaters", {}),
        ("hand R A1; theaters air", "position-theaters", {}),
        ("hand R A1; points 12 0", "position-range", {"field": "points", "value": 12, "low": 0, "high": 11}),
        ("hand R A1; turns 13", "position-range", {"field": "turns", "value": 13, "low": 0, "high": 12}),
        ("hand R A1; battle 0", "position-range", {"field": "battle", "value": 0, "low": 1, "high": 999}),
        ("hand R A1; hand R A2", "position-said-twice", {"field": "hand R"}),
        ("hand R A1; stack R air A2; stack R air A3", "position-said-twice", {"field": "stack R air"}),
        ("hand R A1; turn R; turn B", "position-said-twice", {"field": "turn"}),
        ("hand X A1", "unknown-seat", {"given": "X", "valid": "R, B"}),
        ("hand R A1; queue ambush R A3", "position-queue", {"card": "A3", "ability": "ambush"}),
        ("hand R A1; queue maneuver R", "position-queue-form", {"text": "maneuver R"}),
        ("hand R A1; queue maneuver R A3", "position-lapsed", {"ability": "A3"}),
        ("hand B A1; queue play R S4", "position-over", {}),
        ("hand R A1; drawn A2", "position-drawn", {"n": 1}),
        ("hand R A1; stack R air A2; queue ambush R L2; drawn A3", "position-drawn", {"n": 1}),
        ("hand R A1; queue reinforce R L1; drawn A3 A4", "position-drawn", {"n": 2}),
        ("hand R A1; past R B 6", "position-past", {"text": "R B 6"}),
        ("hand R A1; past R B 6 lost 1 2", "position-past", {"text": "R B 6 lost 1 2"}),
        ("hand R A1; past R B 6 full 1", "position-past", {"text": "R B 6 full 1"}),
        ("hand R A1; seen R B air A3", "bad-number", {"field": "seen", "text": "A3"}),
        ("hand R A1; seen R air 1 A3", "position-seen-form", {"text": "R air 1 A3"}),
        ("hand R A1; seen R B hand", "position-seen-form", {"text": "R B hand"}),
        ("hand R A1; hand B A2; stack B air (A3); seen R B hand A3", "position-seen", {"card": "A3"}),
        ("hand R A1; hand B ?; seen R B hand A3 A4; stack B air (?)", "position-seen", {"card": "A3"}),
        ("hand R A7", "bad-card", {"card": "A7", "valid": "A1-A6, L1-L6, S1-S6"}),
        ("hand R A1; points 1", "bad-number", {"field": "points", "text": "1"}),
        ("hand R A1; points x y", "bad-number", {"field": "points", "text": "x"}),
        ("hand R A1; stack R wood A2", "unknown-place", {"place": "wood", "places": "air, land, sea"}),
        ("colour red", "position-unknown", {"field": "colour", "valid": ", ".join(sorted([]))}),
    ],
)  # fmt: skip
def test_a_position_that_cannot_exist_says_what_is_wrong(text, code, data):
    with pytest.raises((RuleError, NotationError)) as raised:
        at(text)
    assert raised.value.code == code and (code == "position-unknown" or raised.value.data == data)
    assert len({raised.value.sentence(lang) for lang in ("de", "en")}) == 2


def test_a_position_checks_its_options():
    with pytest.raises(OptionError):
        GAME.position(level="standard", variants=("none",), fields=[("hand", "R A1")], deal=Deal())
    with pytest.raises(OptionError):
        GAME.position(level="standard", variants=(), fields=[("hand", "R A1")], deal=Deal(), seats=3)


def test_a_record_from_a_position_names_the_line():
    with pytest.raises(RecordError) as raised:
        parse_record("game luft_land_see\nposition hand R A1 A1\nposition hand B A2\n", "war.txt")
    assert raised.value.line == 2 and raised.value.rule == "LLS-1.1" and "war.txt:2" in raised.value.report("en")
    with pytest.raises(RecordError) as raised:
        parse_record("game luft_land_see\nposition hand R A1\nposition hand B A2\ndeploy A1 sea\n", "war.txt")
    assert (raised.value.line, raised.value.rule) == (4, "LLS-1.2")


def test_public_moves_hide_what_was_improvised():
    moves = [parse_move(text) for text in ("deploy L6", "improvise A3 sea", "move air 2 sea", "return land 1", "withdraw")]
    assert notation.public_moves(moves) == ["deploy L6", "improvise ? sea", "move air 2 sea", "return land 1", "withdraw"]


def test_a_saved_war_keeps_what_its_seat_remembers():
    session = Session.from_record(
        "game luft_land_see\nseed 4\nposition hand R A3 S1 S4\nposition hand B S2 S3\nposition stack B land L6\n"
        "position stack R air (A6)\nposition turn R\ndeploy A3\nflip opp land\n"
    )
    saved = session.record(0)
    assert "position seen R+ B land 1 L6" in saved and "position stack B land (?)" in saved
    again = Session.from_record(saved)
    assert view(again.state, 0) == view(session.state, 0) and side(again.state, "B land") == "(L6)"
    theirs = session.record(1)
    assert "position seen all B land 1 L6" in theirs and "position stack R air (?) A3" in theirs


def test_rulings_are_chosen_at_the_start():
    from kit.games.luft_land_see.rulings import DEFAULTS, Rulings

    assert rules.start().setup.rulings == DEFAULTS == Rulings()
    assert rules.start(rulings=Rulings(support_without_cards=False)).setup.rulings != DEFAULTS
    assert play(at("hand R A1; hand B A2 A3; turn R"), "deploy A1").setup.rulings is DEFAULTS

"""Moves, deals, positions and records: written, read, and refused with a reason where they cannot be."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from or_states import EXAMPLES, begin, cards, example, play, playing, position

from kit.cards import codes
from kit.core.deals import Deal
from kit.core.errors import KitError, NotationError, OptionError, RecordError, RuleError
from kit.core.records import parse_record, read_record, write_record
from kit.core.sessions import Session
from kit.core.values import from_json, to_json
from kit.games.orbit import GAME, notation, rules
from kit.games.orbit.moves import Answer, Ask, Give, Play, Resign, Show, Stop, Take, counted, parse_move
from kit.games.orbit.state import DECK, Coin, Phase, State
from kit.games.orbit.view import view

NAMES = ("or-3-5", "or-4-4", "or-5-2", "or-6-5", "sample")
EVERY = [
    *(Take(card) for card in range(52)), *(Play(card) for card in DECK), *(Give(card) for card in DECK),
    *(Show(card, coin) for card in DECK for coin in Coin), *(Ask(seat) for seat in range(5)), Answer(True), Answer(False), Stop(), Resign(),
]  # fmt: skip


def test_every_move_round_trips():
    assert len({str(move) for move in EVERY}) == len(EVERY)
    for move in EVERY:
        assert parse_move(str(move)) == move == parse_move(f"  {str(move).replace(' ', '   ')} ")
        assert from_json(type(move), to_json(move)) == move
        assert counted(move) is isinstance(move, Take | Play)
    assert [str(move) for move in (Take(8), Play(51), Show(33, Coin.HIGH), Ask(1), Give(38))] == [
        "take 9C", "KS", "signal 8H high", "mayday B", "mayday KH",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "9", "9X", "take", "take 9C 8C", "10C", "JH", "QS", "signal 8H", "signal 8H top", "signal JH high", "mayday", "mayday F",
     "mayday 10C", "stop now", "Resign", "play 9C", "#", "0", "9c", "mayday maybe", "take 1C"],
)  # fmt: skip
def test_what_is_no_move(text):
    with pytest.raises(NotationError) as raised:
        parse_move(text)
    assert all(raised.value.sentence(lang) for lang in ("de", "en"))


def test_deal_lines_round_trip():
    state = begin("1", tasks="2H AC 10C 4H 10D 5D", hands="A KS", seats=3)
    lines = notation.deal_lines(state.drawn)
    assert [line.split()[1] for line in lines][:5] == ["A", "B", "C", "open", "tasks"] and len(lines) >= 5
    named = {}
    for line in lines:
        named |= notation.parse_deal(line.split()[1:])
    assert {label: tuple(drawn) for label, drawn in named.items()} == dict(state.drawn)
    assert notation.parse_deal(["A", "9C", "?", "B", "KS", "open", "4H"]) == {"A": [8, None], "B": [51], "open": [29]}
    assert notation.parse_deal(["more", "7", "?"]) == {"more 7": [None]}
    assert notation.deal_lines([("A", (8, "?"))]) == ["deal A 9C ?"]


@pytest.mark.parametrize(
    "text", ["", "9C", "A 9C A 8C", "A 10C", "tasks 1C", "more 7", "more x 9C", "more 7 9C 8C", "more 007 9C", "F 9C", "9C A 8C"]
)
def test_broken_deal_lines(text):
    with pytest.raises(NotationError):
        notation.parse_deal(text.split())


@pytest.mark.parametrize("name", NAMES)
def test_examples_are_package_data_that_round_trips(name):
    text = (EXAMPLES / f"{name}.txt").read_text("utf-8")
    record = parse_record(text)
    again = parse_record(write_record(record))
    assert again == parse_record(write_record(again), "record") and again.moves == record.moves
    assert again.states() == record.states() and again.title and again.comments == record.comments
    assert Session.from_record(text).moves == list(record.moves)
    assert sorted(p.name for p in EXAMPLES.iterdir()) == sorted(f"{n}.txt" for n in NAMES)


def test_the_sample_is_a_whole_attempt_that_succeeds():
    states = example("sample")
    record = read_record(EXAMPLES / "sample.txt")
    assert dict(record.script) == dict(states[-1].drawn) and record.seed is None  # nothing is left to the seed
    assert states[-1].outcome.won and not states[-1].outcome.stopped and len(states[-1].tricks) == 10
    assert any(isinstance(move, Show) for move in record.moves) and len(states[-1].taken) > 1


def walked(seed: int):
    """All states of a random attempt, with what led there."""
    rng = random.Random(seed)
    state = rules.start(level=str(rng.randint(1, 30)), seats=rng.choice((3, 4, 5)), variants=("mayday",), deal=Deal(seed))
    while not state.outcome:
        yield state, rng
        moves = [move for move in rules.legal_moves(state) if not isinstance(move, Stop | Resign)]
        state = rules.apply(state, rng.choice(moves))


@pytest.mark.parametrize("seed", range(8))
def test_every_state_can_be_written_as_a_position_and_read_back(seed):
    for state, rng in walked(seed):
        if rng.random() < 0.6:
            continue
        for seat in (*range(state.setup.seats), None):
            again = reread(state, seat)
            assert view(again, seat) == view(state, seat)
            assert GAME.cards(again) == GAME.cards(state) and GAME.deciders(again) == GAME.deciders(state)


def reread(state: State, seat: int | None) -> State:
    """The state that the position of `seat` describes, other cards drawn from another seed."""
    return notation.position(
        level=str(state.setup.mission), seats=state.setup.seats, variants=state.setup.variants,
        fields=notation.position_fields(state, seat), deal=Deal(99),
    )  # fmt: skip


def test_positions_hide_what_the_seat_does_not_know():
    state = play(playing(hands="A KS", seed=3), "KS")
    mine, other = dict(notation.position_fields(state, 0)), notation.position_fields(state, 1)
    assert mine["trick"] == "A KS" and mine["commander"] == "A"
    hands = [text for key, text in other if key == "hand"]
    assert hands[0] == "A" + " ?" * 9 and hands[1] == f"B {codes(state.hands[1])}"
    assert [text for key, text in notation.position_fields(state, None) if key == "hand"][1] == "B" + " ?" * 10


def test_public_moves_keep_passed_cards_secret():
    moves = [parse_move(text) for text in ("mayday B", "mayday yes", "mayday KH", "9C", "signal 8H high")]
    assert notation.public_moves(moves) == ["mayday B", "mayday yes", "mayday ?", "9C", "signal 8H high"]


def test_a_position_needs_only_what_is_special():
    state = position("taken A JC", "hand B KS" + " ?" * 9)
    assert state.commander == 1 and state.phase is Phase.PLAYING and len(state.hands[0]) == 10
    assert position("hand A ?" + " ?" * 9).commander == 0
    free = notation.position(
        level="1", variants=(), fields=[("hand", "A"), ("hand", "B"), ("hand", "C"), ("hand", "D")], deal=Deal(1)
    )
    assert free.setup.seats == 4


def test_a_draft_begun_in_the_middle():
    state = position("taken A 9C", "offer 9D 2C QD", level="7")
    assert state.phase is Phase.DRAFT and state.turn == 1
    assert {str(move) for move in GAME.legal_counted(state)} == {"take 9D", "take 2C", "take QD"}


TRICKS = "trick A 6S 2S 7S 9S"


@pytest.mark.parametrize(
    "lines, kind, code, rule",
    [
        (["height 5"], NotationError, "position-unknown", ""), (["commander A", "commander B"], NotationError, "bad-deal", ""),
        (["hand F 9C"], NotationError, "bad-deal", ""), (["hand E 9C"], RuleError, "no-such-seat", "OR-1.1"),
        (["hand A 9C"], RuleError, "position-hand", "OR-1.3"), (["hand A", "hand A"], NotationError, "bad-deal", ""),
        (["open 9C"], RuleError, "position-open", "OR-1.3"), (["taken A 9C B"], NotationError, "bad-deal", ""),
        (["taken A 9C, B 9C"], RuleError, "position-twice", "OR-1.1"), (["taken A 9C", "offer 9C"], RuleError, "position-twice", "OR-1.1"),
        (["trick A 9S 9S"], RuleError, "position-twice", "OR-1.1"), (["trick A"], RuleError, "position-trick", "OR-4.1"),
        (["trick A 9S 8S 7S 6S 5S"], RuleError, "position-trick", "OR-4.1"), (["trick B 9S"], RuleError, "position-seat", "OR-4.1"),
        ([TRICKS, "trick A 5S"], RuleError, "position-seat", "OR-4.1"), (["trick A 9S 8S", "trick C 7S 6S"], RuleError, "position-hands", "OR-4.2"),
        (["trick A 9S 2H", "hand B 3S" + " ?" * 8], RuleError, "position-hands", "OR-4.2"),
        (["commander A", "hand B KS" + " ?" * 9], RuleError, "position-hands", "OR-4.2"),
        (["signal A 8H top"], NotationError, "bad-notation", ""), (["signal A 8H high", "hand A 9H" + " ?" * 9], RuleError, "position-hands", "OR-4.2"),
        (["signal A KS high"], RuleError, "signal-king", "OR-6.1"), (["signal A 8H high", "hand B 8H" + " ?" * 9], RuleError, "position-hands", "OR-4.2"),
        (["mayday A yes"], RuleError, "no-mayday", "OR-7.3"), (["passed A 9C"], RuleError, "no-mayday", "OR-7.3"),
        (["taken A 2H", "offer 9C"], RuleError, "position-goal", "OR-3.2"), (["offer 9C", TRICKS], RuleError, "draft-first", "OR-3.3"),
        (["trick A 9S", "hand B 9S" + " ?" * 9], RuleError, "position-twice", "OR-1.1"),
        (["signal A 8H high", "commander B", "trick B 8H"], RuleError, "position-seat", "OR-4.1"),
        (["trick A 9S 2S 7S 6S", "signal A 9S high"], RuleError, "not-in-hand", "OR-6.1"),
        (["commander"], NotationError, "bad-deal", ""), (["hand"], NotationError, "bad-deal", ""),
        (["commander A B"], NotationError, "bad-deal", ""), (["open 4H 5H"], RuleError, "position-open", "OR-1.3"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be(lines, kind, code, rule):
    with pytest.raises(kind) as raised:
        position(*lines)
    assert (raised.value.code, getattr(raised.value, "rule", "")) == (code, rule)
    assert raised.value.sentence("de") != raised.value.sentence("en")


@pytest.mark.parametrize(
    "lines, code",
    [
        (["mayday A maybe"], "bad-deal"), (["mayday A yes yes yes yes"], "bad-deal"), (["mayday A no yes"], "bad-deal"),
        (["mayday A yes", "passed A 9C"], "pass-first"), (["mayday A yes", TRICKS], "answer-first"),
        (["mayday A yes yes yes", TRICKS], "answer-first"), (["mayday A yes yes yes", "passed A 9C", "hand B 9C" + " ?" * 9], "not-in-hand"),
        (["mayday A yes no yes"], "bad-deal"), (["mayday A yes yes no", "passed A 9C"], "pass-first"), (["mayday A", "offer 9C"], "draft-first"),
    ],
)  # fmt: skip
def test_a_mayday_that_cannot_be(lines, code):
    with pytest.raises(KitError) as raised:
        position(*lines, variants=("mayday",))
    assert raised.value.code == code


def test_a_finished_attempt_is_no_position():
    states = example("sample")
    fields = [(key, text) for key, text in notation.position_fields(states[-1], 0)]
    with pytest.raises(RuleError) as raised:
        notation.position(level="4", seats=4, variants=(), fields=fields, deal=Deal(1))
    assert raised.value.code == "position-over"


def test_a_broken_record_names_the_line_the_rule_and_the_remedy():
    text = (EXAMPLES / "or-6-5.txt").read_text("utf-8").replace("4C               #", "9H               #")
    with pytest.raises(RecordError) as raised:
        parse_record(text, "x.txt")
    line = next(i for i, each in enumerate(text.splitlines(), 1) if each.startswith("9H"))
    assert (raised.value.line, raised.value.rule) == (line, "OR-4.2")
    assert raised.value.report("de").startswith(f"x.txt:{line}: 9♥ bedient nicht, und du hast noch Kreuz. (OR-4.2)")
    with pytest.raises(RecordError) as raised:
        parse_record("game orbit\nlevel 1\nseats 4\ndeal A 9C\ndeal B 9C\n")
    assert raised.value.line == 5 and "9C" in raised.value.report("en")
    with pytest.raises(RecordError):
        parse_record("game orbit\nlevel 1\nseats 7\n")


def test_a_second_word_after_the_open_card_names_the_line_and_the_remedy():
    text = "game orbit\nlevel 5\nseats 3\nposition open 4H{}\nposition taken A JH\n"
    assert parse_record(text.format("")).game.id == "orbit"
    with pytest.raises(RecordError) as raised:
        parse_record(text.format(" 5H"), "x.txt")
    error = raised.value
    assert (error.line, error.rule, error.code) == (4, "OR-1.3", "bad-position")
    assert error.report("de").startswith("x.txt:4: ")
    assert error.report("en").endswith("Change the lines that begin with “position”.")


def test_sessions_save_and_load():
    session = Session.new("orbit", level="8", seats=5, seed=5, variants=("mayday", "eight-tasks"))
    rng = random.Random(1)
    while not session.over:
        moves = [move for move in rules.legal_moves(session.state) if not isinstance(move, Stop | Resign)]
        session.play(str(rng.choice(moves)))
        if rng.random() < 0.2:
            again = Session.from_record(session.record(full=True))
            assert again.states == session.states
            assert replace(parse_record(session.record(full=True)), seed=None).states(seed=3)[-1] == session.state
            mine = Session.from_record(session.record(0))
            assert mine.view(0) == session.view(0) or session.over
    with pytest.raises(OptionError):
        Session.new("orbit", level="0", seats=4)


def test_json_round_trips():
    for state, _ in walked(11):
        assert from_json(State, to_json(state)) == state
    assert cards("9C KS") == (8, 51)


@pytest.mark.parametrize(
    "text, code",
    [("10C", "bad-card"), ("JH", "bad-card"), ("take 1C", "bad-card"), ("9X", "bad-notation"), ("C", "bad-notation"), ("100C", "bad-notation")],
)  # fmt: skip
def test_or_1_1_what_looks_like_a_card_is_called_one(text, code):
    with pytest.raises(NotationError) as raised:
        parse_move(text)
    assert raised.value.code == code


def test_what_a_position_leaves_open_stays_the_same_for_a_seed():
    """A record that names a seed and a part of the hands keeps the others."""
    assert codes(position("hand A KS" + " ?" * 9, seed=5).hands[1]) == "AC 5C 7C 8C AD 3D 2H 3H 7H 9H"
    waiting = position("mayday A yes yes yes", "passed B ?, C ?, D ?", variants=("mayday",), seed=5)
    assert codes(card for card in waiting.mayday.given if card is not None) == "5C 6D 9D"


def test_or_1_3_the_seats_of_a_position_are_those_whose_hands_are_named():
    fields = [("open", "9H"), ("hand", "A KH" + " ?" * 12), ("hand", "B 2C" + " ?" * 12), ("hand", "C")]
    state = notation.position(level="1", variants=(), fields=fields, deal=Deal(1))
    assert state.setup.seats == 3 and state.open_card == cards("9H")[0]
    with pytest.raises(RuleError) as raised:
        position("open 9H", "hand A 9H" + " ?" * 12, seats=3)
    assert (raised.value.code, raised.value.rule) == ("position-twice", "OR-1.1")
    with pytest.raises(RuleError) as raised:
        position(*(f"trick B {card}" for card in ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "AD", "2D"]))
    assert (raised.value.code, raised.value.data) == ("position-hand", {"seat": "B", "n": 10})


def test_or_1_4_who_holds_or_played_the_highest_king_is_commander():
    assert position("trick B KS KC").commander == 1
    assert position("open KS", "hand C KH" + " ?" * 12, seats=3).commander == 2


def test_or_3_2_a_position_at_the_goal_has_its_tasks():
    state = position("taken A 9C", "offer 9D", level="1")
    assert state.phase is Phase.PLAYING and state.offer == () and codes(state.aside) == "9D"
    assert position("taken C 9C, D 9D", "offer 9H QD", level="8").turn == 0


def test_or_7_3_a_mayday_before_a_position():
    assert position("mayday A no", "trick A 6S 2S 7S 9S", variants=("mayday",)).attempts == 1
    lines = ("mayday A yes yes yes", "passed A KS, B ?, C ?, D ?")
    state = position(*lines, variants=("mayday",), seed=3)
    assert state.attempts == 2 and dict(state.drawn)["passed"] == state.mayday.given
    assert state.mayday.given[0] == cards("KS")[0] and None not in state.mayday.given
    drawn = Deal.scripted({"passed": cards("KS 2C 3C 4C")}, 1)
    for passed, given in (
        ("A ?, B ?, C ?, D ?", "KS 2C 3C 4C"),
        ("A KS, B 5C, C 6C, D 7C", "KS 5C 6C 7C"),
    ):  # what is said comes first
        fields = [("mayday", "A yes yes yes"), ("passed", passed)]
        state = notation.position(level="1", seats=4, variants=("mayday",), fields=fields, deal=drawn)
        assert state.mayday.given == cards(given)
        assert all(card in state.hands[(seat + 1) % 4] for seat, card in enumerate(cards(given)))


def test_or_7_3_a_position_tells_the_receiver_nothing_before_all_have_chosen():
    state = playing(hands="A KS 2C / B KH / C KD / D KC", variants=("mayday",))
    state = play(state, "mayday A, mayday yes, mayday yes, mayday yes, mayday KH")
    said = [dict(notation.position_fields(state, seat))["passed"] for seat in (0, 1, 2, None)]
    assert said == ["B ?", "B KH", "B ?", "B ?"]
    state = play(state, "mayday KS, mayday KD, mayday KC")
    said = [dict(notation.position_fields(state, seat))["passed"] for seat in (0, 3, None)]
    assert said == ["A KS, B ?, C ?, D KC", "A ?, B ?, C KD, D KC", "A ?, B ?, C ?, D ?"]


def test_or_7_3_a_mayday_that_is_being_answered():
    for said, turn in (("B", 2), ("B yes", 3), ("C yes yes", 1), ("D yes", 1)):
        state = position(f"mayday {said}", variants=("mayday",))
        assert state.phase is Phase.ASKING and state.turn == turn and state.mayday.given == ()
        assert dict(notation.position_fields(state, 0))["mayday"] == said
    refused = position("mayday B yes no", variants=("mayday",))
    assert refused.phase is Phase.PLAYING and dict(notation.position_fields(refused, 0))["mayday"] == "B yes no"


def test_or_6_1_a_position_tells_signals_where_they_were_given():
    state = play(playing(hands="A KS 9C AC / B 8C 2D / C 7C / D 6C"), "signal 2D low, 9C, 8C, 7C, 6C, signal AC low")
    said = [(key, text) for key, text in notation.position_fields(state, 0) if key in ("signal", "trick")]
    assert said == [("signal", "B 2D low"), ("trick", "A 9C 8C 7C 6C"), ("signal", "A AC low")]


def test_or_1_3_a_deal_names_what_a_position_leaves_open():
    hand = cards("AC 2C 3C 4C 5C 6C 7C 8C 9C KS")
    fields = [("hand", "A" + " ?" * 10)]
    assert notation.position(level="1", seats=4, variants=(), fields=fields, deal=Deal.scripted({"A": hand})).hands[0] == hand

"""Sessions: seats, silence (LA-5.1), undo, looking back, branches, and what a saved file may tell."""

from __future__ import annotations

import pytest

from kit.core.errors import KitError, NotationError, OptionError, RecordError, RuleError
from kit.core.records import parse_record
from kit.core.sessions import MAX_NOTE, Session

ROUND_1 = ["P 3>axis", "C 3>axis", "P 6>radio", "C 2>flap1", "P 1>gear1", "C 6>radio", "P 5>engines", "C 4>engines"]
NAMED = "game landeanflug\ndeal 1 P 1 3 5 6 C 2 3 4 6\n"


def flight(*moves: str, head: str = "", **options: object) -> Session:
    session = Session.from_record(NAMED + head, **options)
    for move in moves:
        session.play(move)
    return session


# LA-5.1 talk


def test_la_5_1_and_2_1_talk_in_the_briefing_silence_from_the_draw_to_the_eighth_card():
    session = flight()
    assert (session.briefing, session.silent) == (1, False)
    session.say(0, "Wir halten die Fluglage bei 3 oder 4")
    session.brief_done()
    assert (session.briefing, session.silent) == (None, True)
    for count, move in enumerate(ROUND_1):
        with pytest.raises(RuleError) as raised:
            session.say(1, "psst")
        assert (raised.value.code, raised.value.rule) == ("silence", "LA-5.1")
        assert session.silent and len(session.moves) == count
        session.play(move)
    assert (session.state.round, session.briefing, session.silent) == (2, 2, False)
    session.say(1, "Gut so")
    assert session.notes == [(0, 0, "Wir halten die Fluglage bei 3 oder 4"), (8, 1, "Gut so")]


def test_la_5_1_and_2_2_the_first_card_ends_the_briefing_too():
    session = flight("P 3>axis")
    assert session.briefing is None and session.silent
    session.undo(0)
    assert session.silent  # taking it back does not bring the talk back


def test_la_5_1_a_reroll_in_a_round_does_not_bring_the_talk_back():
    assert flight("P reroll").silent and flight("P reroll", "C reroll").silent
    saved = flight("P reroll", "C reroll 2").record(0)
    assert Session.from_record(saved).silent


def test_la_5_1_talk_is_free_when_the_flight_is_over():
    session = flight("P 3>axis", "C resign")
    assert not session.silent and session.over
    session.say(0, "Schade")
    assert session.notes == [(2, 0, "Schade")]


def test_notes_are_one_clean_line():
    session = flight()
    session.say(0, " a\n# b\t\0 c\u2028\ud800d ")
    session.say(1, "x" * (MAX_NOTE - 1) + " y" * 9)
    session.say(1, " # ")
    assert [text for *_, text in session.notes] == ["a b c d", "x" * (MAX_NOTE - 1)]
    assert Session.from_record(session.record(full=True)).notes == session.notes


# playing


def test_nothing_changes_when_a_move_is_refused():
    session = flight("P 3>axis")
    before = (session.state, list(session.moves), session.record(full=True))
    for move, kind in (("P 5>engines", RuleError), ("C 3>wing", NotationError), ("hello", NotationError)):
        with pytest.raises(kind):
            session.play(move)
        assert (session.state, session.moves, session.record(full=True)) == before


def test_options_are_checked():
    for options, code in (
        ({"level": "hart"}, "unknown-level"),
        ({"seats": 3}, "unknown-seats"),
        ({"variants": ["x"]}, "unknown-variant"),
        ({"players": ("person", "robot")}, "unknown-player"),
        ({"players": ("person",)}, "unknown-seats"),
    ):
        with pytest.raises(OptionError) as raised:
            Session.new("landeanflug", **options)
        assert raised.value.code == code and "valid" in raised.value.data
        assert raised.value.sentence("de") != raised.value.sentence("en")
    with pytest.raises(OptionError) as raised:
        Session.new("mau-mau")
    assert raised.value.code == "unknown-game" and "landeanflug" in raised.value.sentence("de")


def test_a_new_session():
    session = Session.new("landeanflug", level="normal", variants=["open"], seed=9, players=("person", "house"))
    assert (session.level, session.variants, session.players, session.study) == ("normal", ("open",), ("person", "house"), False)
    assert session.moves == [] and len(session.states) == 1 and not session.over
    assert session.state == Session.new("landeanflug", level="normal", variants=["open"], seed=9).state
    assert len({Session.new("landeanflug").state.hands for _ in range(10)}) > 5  # no seed given: a new one each
    assert Session.new("landeanflug").players == ("person", "person") and Session.new("landeanflug").level == "leicht"


def test_views_of_now_and_of_earlier_steps():
    session = flight("P 3>axis")
    assert session.view(0).hand == (1, 5, 6) and session.view(0, 0).hand == (1, 3, 5, 6)
    assert session.view(0).partner is None and session.view(None).hand == ()
    session.play("P resign")
    assert session.view(0).partner == (2, 3, 4, 6) and session.view(None, 0).hands == ((1, 3, 5, 6), (2, 3, 4, 6))


# undo and branches


def test_undo_takes_back_the_own_last_move_only():
    session = flight()
    assert not session.can_undo(0)
    first = session.state
    session.play("P 3>axis")
    assert session.can_undo(0) and not session.can_undo(1)
    with pytest.raises(KitError) as raised:
        session.undo(1)
    assert raised.value.code == "no-undo" and raised.value.sentence("de") != raised.value.sentence("en")
    assert str(session.undo(0)) == "P 3>axis"
    assert session.state == first and session.moves == [] and len(session.states) == 1


def test_no_undo_across_revealed_cards():
    session = flight("P reroll 1")
    assert session.can_undo(0)  # nothing drawn yet
    session.play("C reroll")
    assert not session.can_undo(0) and not session.can_undo(1)
    session = flight(*ROUND_1)
    assert not session.can_undo(0) and not session.can_undo(1)
    assert not flight("P resign").can_undo(0)


def test_in_study_any_move_may_be_taken_back():
    session = flight(*ROUND_1, head="study\n")
    session.say(0, "note")
    for left in reversed(range(8)):
        assert session.can_undo(0) and session.can_undo(1)
        session.undo(1)
        assert len(session.moves) == left and session.notes == []
    assert not session.can_undo(0)


def test_a_branch_goes_on_from_an_earlier_step_in_study():
    session = flight(*ROUND_1)
    branch = session.branch(3)
    assert branch.study and not session.study and branch.state == session.states[3]
    assert [str(move) for move in branch.moves] == ROUND_1[:3]
    branch.play("C 4>radio")
    assert len(session.moves) == 8 and session.states[4] != branch.state
    assert session.branch(8).state == session.state and session.branch(0).state == session.states[0]
    for step in (-1, 9):
        with pytest.raises(KitError) as raised:
            session.branch(step)
        assert raised.value.code == "no-such-step" and raised.value.data == {"step": step, "last": 8}
        assert raised.value.sentence("de") != raised.value.sentence("en")


def test_a_branch_meets_the_same_cards_later():
    session = flight()
    branch = session.branch(0)
    for move in ROUND_1:
        session.play(move)
        branch.play(move)
    assert branch.state == session.state


def test_a_branch_keeps_what_was_said_until_then():
    session = flight()
    session.say(0, "first")
    for move in ROUND_1:
        session.play(move)
    session.say(0, "second")
    assert [text for *_, text in session.branch(8).notes] == ["first", "second"]
    assert [text for *_, text in session.branch(7).notes] == ["first"]


# records


def test_the_full_record_gives_the_session_back():
    session = Session.new("landeanflug", level="normal", seed=3, players=("person", "random"))
    session.say(0, "Hallo")
    for _ in range(8):
        session.play(session.game.legal_counted(session.state)[0])
    text = session.record(full=True)
    again = Session.from_record(text)
    assert again.states == session.states and again.moves == session.moves and again.notes == session.notes
    assert again.players == session.players and again.briefing == session.briefing and "seed 3" in text
    assert again.record(full=True) == text


def test_what_a_seat_saves_has_no_seed_and_no_hidden_card():
    session = flight(*ROUND_1[:3], "P reroll 5", head="seed 4242\n")
    for seat in (0, 1, None):
        text = session.record(seat)
        assert "4242" not in text and "seed" not in text and "deal" not in text
        assert "reroll 5" not in text and "# P reroll ..." in text
        hidden = {0: "C", 1: "P", None: "PC"}[seat]
        for letter in hidden:
            assert f"position hand {letter} ? ?" in text
        again = Session.from_record(text)
        assert again.view(None).laid == session.view(None).laid and again.view(None).planes == session.view(None).planes
        assert again.state.rerolls == 1 and again.state.reroll is None  # the call is taken back
        if seat is not None:
            assert again.view(seat).hand == session.view(seat).hand


def test_hidden_hands_are_drawn_anew_when_a_seats_file_is_loaded():
    text = flight("P 3>axis", head="seed 1\n").record(0)
    partners = {Session.from_record(text).state.hands[1] for _ in range(12)}
    assert len(partners) > 3
    assert len({Session.from_record(text, fresh_seed=False).state.hands for _ in range(3)}) == 1


def test_once_it_is_over_everything_is_written():
    session = flight("P 3>axis", "C resign", head="seed 77\n")
    assert session.record() == session.record(0) == session.record(full=True)
    assert "seed 77" in session.record() and "deal 1" in session.record()
    assert "seed" not in session.record(0, full=False)


@pytest.mark.parametrize("move", range(6))
def test_a_record_with_moves_but_without_seed_can_be_loaded(move):
    """The draws that its moves were checked against stay; only those to come are new."""
    base = Session(parse_record("game landeanflug\n"))
    base.play(base.game.legal_moves(base.state)[move])
    text = base.record(full=True).replace(next(line for line in base.record(full=True).splitlines() if "deal" in line) + "\n", "")
    assert "seed" not in text and "deal" not in text
    loaded = [Session.from_record(text) for _ in range(5)]
    assert {session.state.hands for session in loaded} == {base.state.hands}
    position = "game landeanflug\nposition round 3\nposition hand P ? ? ? ?\n"
    base = Session(parse_record(position))
    base.play(base.game.legal_moves(base.state)[move])
    assert Session.from_record(f"{position}{base.moves[0]}\n").state.hands == base.state.hands
    again = Session.from_record(Session.from_record(position).record(full=True))
    assert again.record(full=True) == Session.from_record(again.record(full=True)).record(full=True)


def test_a_broken_record_is_no_session():
    with pytest.raises(RecordError) as raised:
        Session.from_record(NAMED + "C 3>axis\n", "x.txt")
    assert (raised.value.file, raised.value.line, raised.value.rule) == ("x.txt", 3, "LA-2.4")

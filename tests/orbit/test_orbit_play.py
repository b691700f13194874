"""OR-4 to OR-7: tricks, the end, signals, Mayday. Each test names the rule that it holds."""

from __future__ import annotations

import pytest
from or_states import begin, cards, example, legal, play, playing, position, refused, why

from kit.cards import codes, read
from kit.core.errors import RuleError
from kit.core.sessions import Session
from kit.core.values import evolve
from kit.games.orbit import GAME, rules
from kit.games.orbit.moves import Ask, Show, Stop, parse_move
from kit.games.orbit.state import Coin, Ending, Mayday, Outcome, Phase, Signal, Trick
from kit.games.orbit.status import Standing, prospect
from kit.games.orbit.view import view
from kit.games.orbit.words import describe, ending, lines, status_text, summary, tasks_lost

SIX_FIVE = (
    "A KS 9C 7C 3C AC 9D 6D 5H 9S 5S / B KH 8C 6C 2C 8D 5D 4H 8S 4S AS / "
    "C KD 5C 2H 8H 7D 4D AD 7S 6S 3S / D KC 4C 9H 7H 6H 3H AH 3D 2D 2S"
)


def table(tasks: str = "", **options):
    return playing(tasks, hands=SIX_FIVE, **options)


def test_or_4_1_the_commander_leads_then_clockwise_one_card_each():
    state = playing(hands="C KS")
    assert state.turn == state.leader == 2 and state.tricks == ()
    for seat in (2, 3, 0, 1):
        assert state.turn == seat and GAME.deciders(state) == (seat,)
        other = next(card for card in state.hands[(seat + 1) % 4] if card not in state.hands[seat])
        assert why(state, codes([other])) == ("not-in-hand", "OR-4.1")
        move = GAME.legal_counted(state)[0]
        before, state = state, rules.apply(state, move)
        assert len(state.hands[seat]) == len(before.hands[seat]) - 1
    assert len(state.tricks) == 1 and state.trick == () and state.turn == state.tricks[0].winner == state.leader


def test_or_4_2_follow_the_led_suit_a_king_asks_for_a_king():
    state = play(table(), "9C")
    assert why(state, "KH") == ("must-follow", "OR-4.2") and refused(state, "8D").data == {"card": "8D", "suit": "C"}
    assert {str(move) for move in GAME.legal_counted(state)} == {"8C", "6C", "2C"}
    state = play(table(), "KS")
    assert {str(move) for move in GAME.legal_counted(state)} == {"KH"}
    assert refused(state, "8C").data == {"card": "8C", "suit": "K"} and "einen König" in refused(state, "8C").sentence("de")
    after = play(table(), "9S, AS, 3S, 2S, 9C, 2C, 5C, 4C, 7C, 6C")
    assert after.turn == 2 and len(GAME.legal_counted(after)) == len(after.hands[2])  # Clara is out of clubs: any card


def test_or_4_2_a_seat_that_does_not_follow_holds_none_of_what_was_led():
    state = play(table(), "9S, AS, 3S, 2S, 9C, 2C, 5C, 4C, 7C, 6C, 7S, KC")
    assert state.voids == (0, 0, 1, 1)
    state = play(table(), "KS, KH, KD, KC, 9S, AS, 3S, 2S, 5S, 4S, 6S, 2D")
    assert state.voids == (0, 0, 0, 1 << 3)
    assert (
        play(
            playing(hands="A KS / B KC KD KH"),
            "KS, KC, " + str(GAME.legal_counted(play(playing(hands="A KS / B KC KD KH"), "KS, KC"))[0]),
        ).voids[2]
        == 1 << 4
    )


@pytest.mark.parametrize(
    "trick, winner",
    [("9C 2C KH 5C", 2), ("2C 9C 9D 3C", 1), ("2C 9H 9D 9S", 0), ("KC KD 9C KS", 3), ("2C KC KD 3C", 2), ("KH 9C 9D 9H", 0)],
)
def test_or_4_3_the_highest_king_wins_else_the_highest_of_the_led_suit(trick, winner):
    played = cards(trick)
    hands = " / ".join(f"{seat} {card}" for seat, card in zip("ABCD", trick.split(), strict=True))
    state = playing(hands=hands)
    own = tuple((card,) for card in played)  # one card each: all may be played
    state = evolve(state, hands=own, turn=0, leader=0, commander=0)
    after = play(state, ", ".join(trick.split()))
    assert after.tricks == (Trick(0, played, winner),) and after.outcome is not None


def test_or_4_3_the_winner_leads_the_next():
    state = play(table(), "9C, 8C, 5C, 4C")
    assert state.leader == state.turn == 0
    state = play(table(), "3C, 8C, 5C, 4C")
    assert state.leader == state.turn == 1 and state.tricks[0].winner == 1


def test_or_4_4_the_printed_example():
    states = example("or-4-4")
    assert [state.turn for state in states] == [3, 0, 1, 2, 1]
    assert states[-1].tricks[-1] == Trick(3, cards("9C 2C KH 5C"), 1)
    status = prospect(states[-1]).tasks[1]
    assert (status.seat, status.standing, status.why) == (1, Standing.CERTAIN, "win-done")
    assert prospect(states[0]).tasks[1].standing is Standing.OPEN
    assert states[-1].voids[1] == 1  # all know that Ben is out of clubs


def test_or_5_1_after_all_cards_every_task_is_judged():
    for tasks, won, failed in (
        ("A JC", True, ()),
        ("B JC", False, ((1, read("JC")),)),
        ("A JC, C JD", False, ((2, read("JD")),)),
    ):
        state = table(tasks)
        while not state.outcome:
            state = rules.apply(state, GAME.legal_counted(state)[-1])
        assert len(state.tricks) == 10 and state.turn is None and state.phase is Phase.OVER
        assert state.tricks[0].winner == 0
        assert state.outcome == Outcome(Ending.SUCCESS if won else Ending.FAILED, "OR-5.1", 10, failed)
        assert GAME.outcome(state).won is won and GAME.legal_moves(state) == [] and GAME.deciders(state) == ()
        assert why(state, "9C")[0] in ("game-over", "not-in-hand") and why(state, "stop") == ("game-over", "OR-5.1")


def test_or_5_1_a_lost_task_lets_the_crew_stop_or_play_on():
    state = table("C JC")
    assert why(state, "stop") == ("still-open", "OR-5.1")
    state = play(state, "9S, AS, 3S, 2S")
    assert prospect(state).failed and prospect(state).tasks[0].why == "first-lost" and "Anna" in tasks_lost(state, "de")
    assert legal(state, "stop") and legal(state, "9C")
    over = play(state, "stop")
    assert over.outcome == Outcome(Ending.FAILED, "OR-5.1", 1, ((2, read("JC")),), stopped=True)


def test_or_5_1_certain_success_lets_the_crew_stop_too():
    state = play(table("A JC"), "KS, KH, KD")
    assert prospect(state).certain and legal(state, "stop")  # nobody can take this trick any more
    over = play(state, "stop")
    assert over.outcome == Outcome(Ending.SUCCESS, "OR-5.1", 0, (), stopped=True) and over.outcome.won


def test_or_5_1_tasks_that_have_become_impossible_together():
    """Each alone could still be done: one trick is left, and two seats want something of it."""
    state = position(
        *(f"trick {line}" for line in (
            "A 9S AS 3S 2S", "A 5S 4S 6S 9H", "C 7S 2D AC 8S", "B 4H 2H AH 5H", "A 6D 5D AD 3D", "A 9D 8D 4D 3H", "A 9C 2C 5C 4C",
            "A KS KH KD KC", "A 7C 6C 7D 6H",
        )),
        "taken A 10C, B 10D", "hand A 3C", "hand B 8C", "hand C 8H", "hand D 7H",
    )  # fmt: skip
    how = prospect(state)
    assert [each.standing for each in how.tasks] == [Standing.OPEN, Standing.OPEN] and how.together and how.failed
    assert tasks_lost(state, "en").startswith("lost: the open tasks")
    over = play(state, "stop")
    assert over.outcome.ending is Ending.FAILED and over.outcome.failed == ()
    assert "together" in ending(view(over, None), "en")["why"]


def test_giving_up_counts_as_failed():
    for state in (begin(), table("A JC"), play(table("A JC"), "9C")):
        over = play(state, "resign")
        assert over.outcome.ending is Ending.RESIGNED and not over.outcome.won and over.outcome.stopped
        assert why(over, "resign") == ("game-over", "OR-5.1")


def test_or_5_2_the_printed_example():
    states = example("or-5-2")
    assert [prospect(state).tasks[0].why for state in states[:5]] == ["open", "open", "open", "open", "tricks-over"]
    assert {str(move) for move in GAME.legal_counted(states[3])} == {"9S"}
    assert states[4].tricks[-1].winner == 2 and prospect(states[4]).tasks[0].data == (("n", 2), ("most", 1))
    assert states[-1].outcome.ending is Ending.FAILED and states[-1].outcome.failed == ((2, read("AD")),)
    assert legal(states[0], "signal 9S only") and not legal(states[0], "signal 8C only")


def test_or_6_1_signals_are_true_and_a_single_card_goes_three_ways():
    state = table("A JC")
    for move in (
        "signal 8H high",
        "signal 2H low",
        "signal 5C only",
        "signal 5C high",
        "signal 5C low",
        "signal 9C high",
        "signal AC low",
    ):
        assert legal(state, move), move
    for move, code, other in (
        ("signal 2H high", "signal-not-high", "8H"), ("signal 8H low", "signal-not-low", "2H"), ("signal 7C high", "signal-not-high", "9C"),
    ):  # fmt: skip
        error = refused(state, move)
        assert (error.code, error.rule, error.data["other"]) == (code, "OR-6.1", other)
    assert refused(state, "signal 8H only").data == {"card": "8H", "n": 2}
    assert why(state, "signal KS high") == ("signal-king", "OR-6.1")


def test_or_6_1_once_a_mission_and_only_between_tricks():
    state = play(table("A JC"), "signal 8H high")
    assert state.signals[2] == Signal(read("8H"), Coin.HIGH, 0) and state.turn == 0 and state.hands == table().hands
    assert why(state, "signal 5C only") == ("signal-used", "OR-6.1") and legal(state, "signal 4C only")
    assert why(play(state, "9S"), "signal 4C only") == ("signal-in-trick", "OR-6.1")
    state = play(state, "9S, AS, 3S, 2S")
    assert legal(state, "signal 4C only") and play(state, "signal 4C only").signals[3].tricks == 1
    assert why(state, "signal 9S only") == ("not-in-hand", "OR-6.1")  # it has been played


def test_or_6_1_the_signalled_card_stays_in_the_hand_and_must_follow():
    state = play(table("A JC"), "signal 5C only, 9C, 8C")
    assert {str(move) for move in GAME.legal_counted(state)} == {"5C"}


def test_or_6_2_nothing_else_is_said():
    session = Session.new("orbit", level="1", seats=4, seed=1)
    assert session.silent
    with pytest.raises(RuleError) as raised:
        session.say(0, "hm")
    assert (raised.value.code, raised.value.rule, raised.value.game) == ("silence", "OR-6.2", "orbit")
    assert raised.value.sentence("de").startswith("Während einer Mission")


def test_or_6_3_radio_silence():
    for mission in (*range(1, 21), 25, 30):
        state = playing(level=str(mission), hands=SIX_FIVE)
        silent = mission in (5, 10, 15, 20)
        assert state.setup.silent is silent
        if silent:
            assert refused(state, "signal 8H high").data == {"mission": mission}
            assert why(state, "signal 8H high") == ("radio-silence", "OR-6.3")
        else:
            assert legal(state, "signal 8H high")


def test_or_6_4_professional_mode():
    assert why(table(variants=("professional",)), "signal 8H high") == ("professional", "OR-6.4")
    assert why(table(variants=("professional",), level="5"), "signal 8H high") == ("professional", "OR-6.4")


def test_or_6_5_the_printed_examples():
    from kit.games.orbit.knowledge import candidates

    states = example("or-6-5")
    shown = next(state for state in states if state.signals[2])
    assert not candidates(shown)[2] >> read("9H") & 1 and all(candidates(shown)[seat] >> read("9H") & 1 for seat in (0, 1, 3))
    assert candidates(shown)[2] >> read("8H") & 1 and not candidates(shown)[0] >> read("8H") & 1
    spent = next(state for state in states if len(state.tricks) == 2)
    assert not any(
        candidates(spent)[3] >> card & 1 for card in cards("AC 3C 7C 8C")
    )  # out of clubs, though no trick has shown it
    assert spent.voids == (0, 0, 0, 0)
    assert states[-2].trick == () and states[-2].tricks[-1].winner == 3 and states[-1].outcome.won and states[-1].outcome.stopped


def test_or_7_2_an_attempt_counts_once():
    assert begin().attempts == 1 and table().attempts == 1


def maydays():
    return playing("A JC", hands=SIX_FIVE, variants=("mayday",))


def test_or_7_3_all_must_agree():
    state = maydays()
    assert all(legal(state, f"mayday {seat}") for seat in "ABCD")
    state = play(state, "mayday C")
    assert (state.phase, state.turn, state.mayday) == (Phase.ASKING, 3, Mayday(2))
    assert [str(move) for move in rules.legal_moves(state)] == ["mayday yes", "mayday no", "resign"]
    for move in ("9C", "signal 8H high", "mayday KH"):
        assert why(state, move) == ("answer-first", "OR-7.3")
    state = play(state, "mayday yes, mayday yes")
    assert state.turn == 1
    no = play(state, "mayday no")
    assert no.phase is Phase.PLAYING and no.turn == 0 and no.mayday.refused and no.attempts == 1
    assert why(no, "mayday A") == ("mayday-used", "OR-7.3") and legal(no, "9C") and why(no, "mayday yes")[0] == "mayday-over"
    assert play(state, "mayday yes").phase is Phase.PASSING


def test_or_7_3_each_passes_a_card_to_the_left_and_it_counts_double():
    state = play(maydays(), "mayday C, mayday yes, mayday yes, mayday yes")
    assert GAME.deciders(state) == (0, 1, 2, 3) and why(state, "9C") == ("pass-first", "OR-7.3")
    state = play(state, "mayday 5C, mayday KS")
    assert GAME.deciders(state) == (1, 3) and state.hands == maydays().hands
    assert why(state, "mayday 9C") == ("pass-chosen", "OR-7.3")
    state = play(state, "mayday KH, mayday 2D")
    assert state.phase is Phase.PLAYING and state.mayday.passed and state.attempts == 2
    assert (
        read("KS") in state.hands[1]
        and read("KH") in state.hands[2]
        and read("5C") in state.hands[3]
        and read("2D") in state.hands[0]
    )
    assert state.commander == state.turn == 0 and {len(hand) for hand in state.hands} == {10}  # the commander stays
    assert GAME.cards(state) == GAME.cards(maydays()) and play(state, "resign").attempts == 2
    assert ending(view(play(state, "resign"), 0), "en")["note"].endswith("double.")


def test_or_7_3_before_the_first_trick_and_before_signals():
    assert why(play(maydays(), "9S"), "mayday A") == ("mayday-late", "OR-7.3")
    assert why(play(maydays(), "9S, AS, 3S, 2S"), "mayday A") == ("mayday-late", "OR-7.3")
    assert why(play(maydays(), "signal 8H high"), "mayday A") == ("mayday-signals", "OR-7.3")
    assert why(table(), "mayday A") == ("no-mayday", "OR-7.3")
    assert why(maydays(), "mayday E") == ("no-such-seat", "OR-1.1")
    assert why(play(maydays(), "mayday A"), "mayday B") == ("mayday-used", "OR-7.3")


def test_whose_move_it_is():
    state = table()
    for move, seat in (("9C", 0), ("signal 8H high", 2), ("mayday D", 3), ("mayday KH", 1), ("stop", None), ("signal 9H low", 3)):
        assert rules.seat_of(state, parse_move(move)) == seat
    assert rules.seat_of(play(table(), "9C, 8C, 5C, 4C"), Show(read("9C"), Coin.HIGH)) is None


def test_undo_only_where_nothing_was_shown():
    session = Session.new("orbit", level="20", seats=4, seed=3, variants=("mayday",))
    first = session.state.turn
    session.play(str(GAME.legal_counted(session.state)[0]))
    assert session.can_undo(first) == (session.states[0].drawn == session.state.drawn) and not session.can_undo((first + 1) % 4)
    while session.state.phase is Phase.DRAFT:
        session.play(GAME.legal_counted(session.state)[0])
    session.play(Ask(2))
    assert session.can_undo(2)
    session.undo(2)
    seat = session.state.turn
    session.play(GAME.legal_counted(session.state)[0])
    assert not session.can_undo(seat)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_words(lang):
    said = set()
    for name in ("or-3-5", "or-4-4", "or-5-2", "or-6-5"):
        for state in example(name):
            for seat in (0, 2, None):
                seen = view(state, seat)
                assert summary(seen, lang) == " | ".join(lines(seen, lang)) and "{" not in summary(seen, lang)
            for move in rules.legal_moves(state):
                said.add(describe(move, lang))
            for status in prospect(state).tasks:
                assert status_text(status, lang)
    assert len(said) > 60
    over = ending(view(example("or-5-2")[-1], 2, reveal=True), lang)
    assert (
        not over["won"] and over["rule"] == "OR-5.1" and [row["ok"] for row in over["rows"]] == [False] and over["attempts"] == 1
    )
    assert "2H" not in describe(parse_move("mayday 2H"), lang) and "2♥" not in describe(parse_move("mayday 2H"), lang)
    assert describe(Stop(), lang) and describe(parse_move("mayday no"), lang) and describe(parse_move("mayday yes"), lang)


def test_or_4_2_nobody_plays_a_card_before_the_tasks_are_taken_or_after_the_end():
    assert rules.plays(begin()) == [] and rules.plays(play(table(), "resign")) == []


def test_or_7_3_the_answers_go_round_clockwise_and_the_first_seat_chooses_first():
    state = play(maydays(), "mayday A")
    for seat in (1, 2, 3):
        assert state.turn == seat and GAME.deciders(state) == (seat,) and not state.mayday.refused
        state = play(state, "mayday yes")
    assert state.phase is Phase.PASSING and state.turn == 0


def test_or_7_3_only_a_card_of_a_hand_is_passed_on():
    state = playing(seats=3, variants=("mayday",), hands="A KS", open="9H")
    assert why(play(state, "mayday A, mayday yes, mayday yes"), "mayday 9H") == ("not-in-hand", "OR-7.3")


def test_or_5_1_no_king_is_certain_once_the_only_king_left_wins_another_seat_its_trick():
    """Everybody knows that the commander holds the K♠ and that nothing beats it: no king comes to Ben any more."""
    tricks = ("trick A 9C 2C KC 3C", "trick C 9D KD 2D 3D", "trick D 9H 2H 3H KH")
    given = [*tricks, "hand A KS ? ? ? ? ? ?", *(f"hand {seat} ? ? ? ? ? ? ?" for seat in "BCD")]
    standing = {seat: prospect(position("commander A", f"taken {seat} KD", *given)).tasks[0].standing for seat in "ABCD"}
    lost = Standing.IMPOSSIBLE  # Clara and Dennis have kings, Anna will take her own
    assert standing == {"A": lost, "B": Standing.CERTAIN, "C": lost, "D": lost}


def test_or_5_1_a_task_still_open_at_the_end_is_not_judged():
    state = play(table("A JC, B 3C"), "9S, 8S, 7S, 2S")
    stopped = evolve(state, phase=Phase.OVER, turn=None, outcome=Outcome(Ending.FAILED, "OR-5.1", 1, ((1, 2),)))
    assert [row["ok"] for row in ending(view(stopped, 0), "de")["rows"]] == [True, None]

"""Each rule of Punktlandung by a small position, a move and what comes of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kit.core.deals import Deal
from kit.core.errors import OptionError, RuleError
from kit.core.records import Record
from kit.core.sessions import Session
from kit.core.values import evolve
from kit.games.punktlandung import GAME, rules
from kit.games.punktlandung.moves import Play, parse_move, read_card
from kit.games.punktlandung.state import JOKER, Ending, State
from kit.games.punktlandung.view import view


def cards(text: str) -> list[int]:
    return [read_card(word) for word in text.split()]


def begin(a: str = "6 K 8 9 2", b: str = "5 4 Q 7 J", stack: str = "3 4 8", *, level: str = "normal", **options: Any) -> State:
    """A two-seat game with these hands and this top of the stack."""
    deal = Deal.scripted({"A": cards(a), "B": cards(b), "stack": cards(stack)})
    return rules.start(level=level, deal=deal, **options)


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = rules.apply(state, parse_move(move))
    return state


def refused(state: State, move: str) -> RuleError:
    parsed = parse_move(move)
    error = rules.why_not(state, parsed)
    assert error is not None
    with pytest.raises(RuleError) as raised:
        rules.apply(state, parsed)
    assert raised.value == error
    assert parsed not in rules.legal_moves(state)
    return error


def late(hands: tuple[str, ...], *, target: int, total: int = 0, stack: str = "", level: str = "leicht", **changes: Any) -> State:
    """A late position: few cards, this target; the rest of the deck lies on the discard pile."""
    setup = rules.setup_of(level, len(hands), changes.pop("variants", ()))
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    row = tuple(cards(stack))
    targets = tuple({0: 10}.get(int(d), int(d)) for d in str(target))
    rest = Counter(setup.deck)
    rest.subtract([*row, *targets, *(card for hand in held for card in hand)])
    empty: tuple[Any, ...] = (None,) * len(hands)
    return State(
        setup, Deal(), 0, held, row, known=((),) * len(hands), shown=empty, signalled=(False,) * len(hands),
        discard=tuple(sorted(rest.elements())), target_cards=targets, target=target, sum=total, **changes,
    )  # fmt: skip


# PL-1


def test_pl_1_1_values_and_the_wild_joker():
    state = begin("A J Q K *", level="normal")
    for move, total in (("+A", 1), ("+J", 11), ("+Q", 12), ("+K", 13), ("+*=7", 7)):
        assert play(state, move).sum == total
    assert rules.why_not(state, Play(JOKER, "+", 14)) == RuleError("card-value", "PL-1.1", card=JOKER, value=14)
    assert rules.why_not(state, Play(JOKER, "+", 0)) is not None
    assert rules.why_not(state, Play(11, "+", 12)) == RuleError("card-value", "PL-1.1", card=11, value=12)
    assert Counter(state.setup.deck) == Counter({JOKER: 1, **dict.fromkeys(range(1, 14), 4)})


@pytest.mark.parametrize(("seats", "size"), [(2, 5), (3, 4), (4, 4)])
def test_pl_1_2_hands_and_the_stack(seats, size):
    state = rules.start(level="leicht", seats=seats, deal=Deal(3))
    assert [len(hand) for hand in state.hands] == [size] * seats
    assert len(state.stack) == 52 - seats * size - 3
    assert GAME.cards(state) == Counter(state.setup.deck)
    with pytest.raises(OptionError):
        rules.start(seats=5)


def test_pl_1_3_the_first_seat_begins_then_clockwise():
    state = rules.start(level="leicht", seats=3, deal=Deal(1))
    assert state.turn == 0
    for expected in (1, 2, 0):
        state = rules.apply(state, next(m for m in rules.legal_moves(state) if str(m).startswith("pass")))
        assert state.turn == expected
    assert rules.start(level="leicht", seats=3, deal=Deal(1), first=2).turn == 2
    with pytest.raises(OptionError):
        rules.start(first=2)


# PL-2


@pytest.mark.parametrize(
    ("stack", "target", "slid"),
    [("3 4 8", 348, ()), ("7 K 5", 705, ()), ("10 2 9 J", 290, (10,)), ("9 10 Q", 900, ()), ("J Q K A A", 0, ())],
)
def test_pl_2_1_and_2_3_turning_a_target(stack, target, slid):
    state = begin(stack=stack)
    if target:
        assert (state.target, state.slid) == (target, slid)
        assert state.bottom == slid and state.stack[len(state.stack) - len(slid) :] == slid
    else:  # three court cards slide, then two aces and whatever comes
        assert state.slid[:3] == (11, 12, 13) and state.target // 10 == 11


def test_pl_2_1_a_joker_slides_at_every_digit():
    state = begin("6 K 8 9 2", "5 4 Q 7 J", "3 * 4 8", level="normal")
    assert (state.target, state.slid) == (348, (JOKER,))
    assert state.stack[-1] == JOKER


def test_pl_2_2_the_sum_starts_at_0_with_the_same_seat():
    state = begin(stack="3 4 8 2 2 10 10")
    assert (state.sum, state.turn, state.chain) == (0, 0, ())


# PL-3


def test_pl_3_1_play_or_pass_then_draw():
    state = begin(stack="3 4 8 2 Q")
    after = play(state, "+6")
    assert after.hands[0] == (2, 2, 8, 9, 13) and after.turn == 1 and after.turns == 1
    after = play(after, "pass Q")
    assert after.sum == 6 and after.discard == (12,) and after.hands[1] == (4, 5, 7, 11, 12)
    assert refused(state, "+4").code == "not-in-hand"
    assert refused(state, "pass 4").rule == "PL-3.1"
    assert rules.why_not(state, Play(6, "^", 6)) == RuleError("unknown-operation", "PL-3.1", op="^")
    # an empty stack: no drawing; a seat without cards is skipped
    state = late(("6", "5 4", "3"), target=348, level="leicht")
    state = play(state, "+6", "pass 4", "pass 3")
    assert state.turn == 1 and state.hands == ((), (5,), ())


def test_pl_3_2_whole_numbers_from_0_without_a_limit():
    state = play(begin(stack="3 4 8 2 2 Q 10"), "+6")
    assert refused(state, ":4") == RuleError("remainder", "PL-3.2", sum=6, value=4, rest=2)
    assert refused(state, "-7") == RuleError("below-zero", "PL-3.2", sum=6, value=7)
    assert play(state, "x5").sum == 30
    at_84 = late(("4 5 K", "2"), target=348, total=84, chain=play(begin(), "+6").chain)
    assert play(at_84, ":4").sum == 21
    assert refused(at_84, ":5").data["rest"] == 4
    huge = evolve(at_84, sum=10**30 + 4)
    assert play(huge, "xK").sum == 13 * (10**30 + 4)
    assert play(evolve(at_84, sum=4), "-4").sum == 0


def test_pl_3_3_the_first_card_is_added():
    state = begin()
    for move in ("x6", "-6", ":6"):
        assert refused(state, move).code == "first-adds" and refused(state, move).rule == "PL-3.3"
    assert play(state, "+6").sum == 6


def test_pl_3_4_a_hit_clears_and_the_next_seat_reveals():
    state = begin("6 K 8 9 2", "5 4 Q 7 J", "3 4 8 2 3 5 7 9 A Q 6 A 2")
    state = play(state, "+6", "show 4", "x5", "+K", "pass Q", "x8")
    assert state.sum == 344 and [link.sum for link in state.chain] == [6, 30, 43, 344]
    state = play(state, "+4")
    assert state.hits == 1 and state.turn == 0 and state.sum == 0 and state.chain == ()
    assert sorted(state.discard) == sorted([12, 6, 5, 13, 8, 4, 3, 4, 8])
    assert state.spent == (6,)
    assert state.target == 612 and state.slid == (12,)  # six cards were drawn, then the Q slid under
    assert len(state.hands[1]) == 5


# PL-4


def test_pl_4_1_the_signal():
    state = begin(stack="3 4 8 2 2 Q 10 10")
    shown = play(state, "show 6")
    assert shown.turn == 0 and shown.shown == (6, None) and shown.hands == state.hands
    assert refused(shown, "show K") == RuleError("signalled", "PL-4.1", seat="A")
    assert play(shown, "+6").shown == (None, None)  # PL-10.4: it may be played in the same turn
    later = play(shown, "+K", "pass Q")
    assert later.shown == (6, None)
    assert refused(later, "show 9").code == "signalled"
    for options in ({"level": "schwer"}, {"variants": ["no-signals"]}):
        assert refused(begin(**{"level": "normal", **options}), "show 6").code == "no-signals"


def test_pl_4_1_after_the_hit_a_shown_card_goes_back_to_the_hand():
    state = late(("5 6", "7 8"), target=105, total=100, stack="2 2 2 2 9 9")
    state = evolve(state, known=((6,), ()), shown=(6, None), signalled=(True, False), chain=play(begin(), "+6").chain)
    after = play(state, "+5")
    assert after.shown == (None, None) and after.signalled == (False, False) and 6 in after.hands[0]
    assert after.known[0] == (6,)  # PL-10.5


def test_pl_4_2_nothing_else_may_be_told():
    session = Session(Record(GAME, "normal", 2, seed=1))
    with pytest.raises(RuleError) as raised:
        session.say(0, "ich habe eine 4")
    assert (raised.value.code, raised.value.rule) == ("silence", "PL-4.2")


# PL-5


def test_pl_5_1_the_levels_number_of_hits_wins_at_once():
    state = late(("5 6", "7 8"), target=105, total=100, stack="2 2 2", hits=3, chain=play(begin(), "+6").chain)
    over = play(state, "+5")
    assert over.outcome.ending is Ending.WON and over.outcome.hits == 4 and over.turn is None
    assert len(over.stack) == 3  # PL-10.3: before anything is drawn
    assert refused(over, "+6").code == "game-over"


@pytest.mark.parametrize(("level", "targets", "jokers"), [("leicht", 4, (0, 0)), ("normal", 5, (1, 2)), ("schwer", 5, (0, 1)), ("experte", 6, (2, 2))])  # fmt: skip
def test_pl_5_1_levels(level, targets, jokers):
    for seats, expected in ((2, jokers[0]), (3, jokers[1]), (4, jokers[1])):
        setup = rules.setup_of(level, seats, ())
        assert (setup.targets, setup.jokers, setup.signals) == (targets, expected, level in ("leicht", "normal"))
    # the page's own arithmetic: turns that the deck leaves (PL-6, PL-10.9)
    assert 52 + jokers[0] - 3 * targets == {"leicht": 40, "normal": 38, "schwer": 37, "experte": 36}[level]


def test_pl_5_2_lost_when_the_stack_runs_out_or_all_hands_are_empty():
    state = late(("5 6", "7 8"), target=105, total=100, stack="2 2 2", chain=play(begin(), "+6").chain)
    passed = play(state, "pass 6", "pass 7", "+5") if state.turn == 0 else None
    assert passed is not None and passed.outcome.ending is Ending.STACK_OUT  # none left, three needed
    assert passed.misses == () == passed.chain  # what is left of the last target is done with
    assert play(state, "+5").outcome.ending is Ending.STACK_OUT  # one drawn, two left, three needed
    state = late(("6", "5"), target=348, chain=play(begin(), "+6").chain)
    over = play(state, "+6", "pass 5")
    assert over.outcome.ending is Ending.HANDS_OUT and over.outcome.rule == "PL-5.2" and not over.outcome.won
    assert play(state, "resign").outcome.ending is Ending.RESIGNED


def test_pl_5_3_adding_is_always_possible():
    for seed in range(20):
        state = rules.start(level="experte", deal=Deal(seed))
        while not state.outcome:
            adding = [m for m in rules.legal_moves(state) if isinstance(m, Play) and m.op == "+"]
            assert adding
            state = rules.apply(state, adding[0])


# PL-7


def test_pl_7_1_open_hands():
    state = begin(variants=["open"])
    assert view(state, 0).hands == state.hands
    closed = view(begin(), 0)
    assert closed.hands == ((2, 6, 8, 9, 13), None) and closed.counts == (5, 5)


def test_pl_7_2_endless_counts_hits_until_the_stack_is_empty():
    state = late(("5 6", "7 8"), target=105, total=100, stack="2", variants=["endless"], chain=play(begin(), "+6").chain)
    over = play(state, "+5")
    assert over.outcome.ending is Ending.ENDLESS and over.outcome.hits == 1 and over.outcome.rule == "PL-7.2"
    assert rules.setup_of("normal", 2, ["endless"]).targets is None


def test_pl_7_3_small_numbers():
    state = begin(stack="K 3 4 8 8", variants=["small"])
    assert (state.target, state.slid) == (34, (13,))  # the tens are 1-9 too
    state = play(state, "+6")
    assert refused(state, "x5") == RuleError("small-operation", "PL-7.3", op="x")
    assert refused(state, ":5").code == "small-operation"
    assert play(state, "-5").sum == 1


# PL-10


def test_pl_10_1_the_very_last_card_may_be_the_last_digit():
    state = late(("5 6", "7 8"), target=105, total=100, stack="9 2 3 4", chain=play(begin(), "+6").chain)
    after = play(state, "+5")
    assert after.target == 234 and after.stack == () and after.outcome is None
    sliding = late(("5 6", "7 8"), target=105, total=100, stack="9 K Q J 10", chain=play(begin(), "+6").chain)
    assert play(sliding, "+5").outcome.ending is Ending.STACK_OUT  # only cards that would slide for ever


def test_pl_10_2_what_slid_is_public_and_drawn_later():
    state = late(("5 6", "7 8"), target=105, total=100, stack="9 K 2 3 4", chain=play(begin(), "+6").chain)
    after = play(state, "+5")
    assert after.target == 234 and after.stack == after.bottom == after.slid == (13,)
    assert view(after, 0).bottom == (13,)
    drawn = play(after, "+7")
    assert 13 in drawn.hands[1] and drawn.known[1] == (13,) and drawn.bottom == ()
    assert view(drawn, 0).known[1] == (13,)


def test_pl_10_3_the_seat_that_hits_draws_first():
    state = late(("5 6", "7 8"), target=105, total=100, stack="9 2 3 4 A", chain=play(begin(), "+6").chain)
    after = play(state, "+5")
    assert 9 in after.hands[0] and after.target == 234 and after.turn == 1


def test_pl_10_4_passing_first_and_showing_a_joker():
    state = begin("* K 8 9 2")
    passed = play(state, "pass K")
    assert passed.sum == 0 and refused(passed, "x5").code == "first-adds"
    shown = play(state, "show *")
    assert shown.shown[0] == JOKER
    assert play(shown, "+*=13").sum == 13
    back = play(begin("6 6 8 9 2", "6 4 Q 7 J"), "+6", "-6")
    assert back.sum == 0 and play(back, "x8").sum == 0  # the chain has begun: any operation


def test_pl_10_5_a_shown_card_is_remembered_until_it_is_played():
    state = play(begin(stack="3 4 8 2 2 Q 10 10"), "show 6", "+K", "pass Q")
    assert view(state, 1).known[0] == (6,)
    assert play(state, "+6").known[0] == ()


def test_pl_10_6_with_an_empty_stack_one_seat_moves_repeatedly():
    state = late(("6 7 8", "5"), target=348)
    state = play(state, "+6", "pass 5")
    assert state.turn == 0
    state = play(state, "+7")
    assert state.turn == 0 and state.hands == ((8,), ())


def test_pl_10_7_endless_ends_with_the_turn_that_empties_the_stack():
    state = late(("5 6", "7 8"), target=348, stack="2 3", variants=["endless"])
    state = play(state, "+5")
    assert state.outcome is None
    over = play(state, "pass 7")
    assert over.outcome.ending is Ending.ENDLESS and over.hands != ((), ())
    reveal = late(("5 6", "7 8"), target=105, total=100, stack="9 2 3", variants=["endless"], chain=play(begin(), "+6").chain)
    assert play(reveal, "+5").outcome.ending is Ending.ENDLESS  # a reveal that fails


def test_pl_10_8_small_targets_have_two_digits():
    targets = [rules.start(variants=["small"], deal=Deal(seed)).target for seed in range(200)]
    assert min(targets) >= 10 and max(targets) <= 99 and {t // 10 for t in targets} == set(range(1, 10))
    assert all(len(rules.start(variants=["small"], deal=Deal(seed)).target_cards) == 2 for seed in range(5))


@pytest.mark.parametrize(
    ("level", "seats", "budget"),
    [("leicht", 2, 10), ("normal", 2, 7), ("schwer", 2, 6.75), ("experte", 2, 5.2), ("experte", 4, 4.0)],
)
def test_pl_10_9_the_real_turn_budget(level, seats, budget):
    """Turns for all but the last target: after the deal and their reveals, each turn takes a stack card, and the last
    reveal needs three."""
    setup = rules.setup_of(level, seats, ())
    stack = len(setup.deck) - seats * setup.hand_size
    turns = stack - 3 * setup.targets  # drawn cards between the reveals
    assert turns / (setup.targets - 1) == pytest.approx(budget, abs=0.26)


# Signals of a session, records


def test_the_printed_example_as_a_record():
    """PL-9: the worked example, read from a record and played step by step (PL-3.1, PL-3.4)."""
    state = begin("6 K 8 9 2", "5 4 Q 7 J", "3 4 8")
    sums = []
    for move in ("+6", "show 4", "x5", "+K", "pass Q", "x8", "+4"):
        state = play(state, move)
        sums.append(state.sum)
    assert sums == [6, 6, 30, 43, 43, 344, 0] and state.hits == 1 and state.turn == 0

"""OR-1 and OR-3: the deal and the draft. Each test names the rule that it holds."""

from __future__ import annotations

from collections import Counter

import pytest
from or_states import begin, cards, example, legal, play, playing, position, refused, taken, why

from kit.cards import KING, code, codes, rank_of, read
from kit.core.deals import Deal, DealError
from kit.core.errors import OptionError
from kit.core.values import evolve
from kit.games.orbit import GAME, draft, rules
from kit.games.orbit.knowledge import winning
from kit.games.orbit.moves import Take
from kit.games.orbit.state import DECK, HAND, KINGS, LEVELS, SUIT, SUIT_MASKS, TASK_DECK, Phase, Setup
from kit.games.orbit.status import refusal
from kit.games.orbit.tasks import task


def test_or_1_1_three_to_five_seats_and_forty_cards():
    assert len(DECK) == 40 and [code(card) for card in DECK if rank_of(card) == KING] == ["KC", "KD", "KH", "KS"]
    assert Counter(rank_of(card) for card in DECK) == {**dict.fromkeys(range(1, 10), 4), KING: 4}
    for seats in (0, 2, 6):
        with pytest.raises(OptionError) as raised:
            rules.start(seats=seats)
        assert raised.value.data == {"given": seats, "valid": "3, 4, 5"}
    for low, high in (("KC", "KD"), ("KD", "KH"), ("KH", "KS"), ("AC", "2C"), ("9C", "KC")):
        assert winning(cards(f"{low} {high}")) == 1 and winning(cards(f"{high} {low}")) == 0


def test_or_1_2_the_task_deck_is_a_second_deck_of_fifty_two():
    state = begin(tasks="10C JD QH KS AC 2C")
    assert [code(card) for card in state.offer] == ["10C", "JD", "QH", "KS", "AC", "2C"]
    assert sum(n for (kind, _), n in GAME.cards(state).items() if kind == "task") == 52


@pytest.mark.parametrize("seats, size", [(3, 13), (4, 10), (5, 8)])
def test_or_1_3_all_cards_are_dealt(seats, size):
    for seed in range(20):
        state = begin(seats=seats, seed=seed)
        dealt = [card for hand in state.hands for card in hand] + ([state.open_card] if seats == 3 else [])
        assert sorted(dealt) == list(DECK) and {len(hand) for hand in state.hands} == {size} and HAND[seats] == size
        assert (state.open_card is None) == (seats != 3) and all(list(hand) == sorted(hand) for hand in state.hands)


def test_or_1_3_a_script_names_cards_and_the_seed_the_rest():
    one, two = (begin(hands="B KS 9C", seed=seed) for seed in (1, 2))
    assert {read("KS"), read("9C")} <= set(one.hands[1]) & set(two.hands[1]) and one.hands != two.hands
    deal = Deal.scripted({"B": (read("KS"), None, read("9C"))}, 1)
    assert rules.start(deal=deal).hands == one.hands
    assert [label for label, _ in one.drawn] == ["A", "B", "C", "D", "tasks"]
    for hands, code_, label in (("A 9C / B 9C", "deal-not-in-pool", "B"), ("A " + "9C " * 11, "deal-too-many", "A")):
        with pytest.raises(DealError) as raised:
            begin(hands=hands)
        assert (raised.value.code, raised.value.data["label"]) == (code_, label)
    with pytest.raises(DealError) as raised:
        rules.start(deal=Deal.scripted({"A": (read("10C"),)}))
    assert raised.value.data == {"label": "A", "card": "10C"} and "10C" in raised.value.sentence("en")
    with pytest.raises(DealError) as raised:
        rules.start(deal=Deal.scripted({"tasks": (read("9C"), read("9C"))}))
    assert raised.value.data == {"label": "tasks", "card": "9C"}
    with pytest.raises(DealError):
        rules.start(deal=Deal.scripted({"A": (99,)}))


def test_or_1_4_the_holder_of_the_highest_king_is_commander():
    assert begin(hands="C KS").commander == 2
    three = begin(seats=3, hands="B KH / A KD / C KC", open="KS")
    assert three.commander == 1 and three.open_card == KINGS[3]
    assert begin(seats=3, hands="C KS / B KH", open="KD").commander == 2


def test_or_3_1_the_goal():
    assert [Setup(m).goal for m in (1, 2, 3, 7, 10, 19, 20, 21, 40)] == [1, 2, 2, 4, 6, 10, 11, 11, 21]
    assert [Setup(m, 3).goal for m in (1, 7)] == [1, 4]
    assert [Setup(m, 5).goal for m in (1, 2, 3, 7, 20)] == [1, 1, 1, 3, 10]


def test_or_3_2_six_tasks_from_the_commander_clockwise_until_the_goal():
    state = begin("7", hands="C KS", tasks="9C 9D 3S 3H QD JH")
    assert len(state.offer) == 6 and state.phase is Phase.DRAFT and state.turn == state.commander == 2
    for seat, task_ in ((2, "9C"), (3, "9D"), (0, "3S")):
        assert GAME.deciders(state) == (seat,) and state.turn == seat
        state = play(state, f"take {task_}")
    assert draft.total(state) == 3 and state.phase is Phase.DRAFT and state.turn == 1
    after = play(state, "take QD")
    assert after.phase is Phase.PLAYING and after.turn == after.leader == 2  # exactly at the goal: stop, the commander leads
    assert after.taken == taken("C 9C, D 9D, A 3S, B QD") and after.offer == () and codes(after.aside) == "3H JH"


def test_or_3_2_the_sum_must_not_pass_the_goal():
    state = begin("3", hands="A KS", tasks="2H AC 9C 3H 10D QD")
    error = refused(state, "take 2H")
    assert (error.code, error.rule) == ("over-goal", "OR-3.2")
    assert error.data == {"card": "2H", "n": 3, "sum": 3, "goal": 2}
    assert legal(state, "take AC") and why(state, "take 4C") == ("not-in-offer", "OR-3.2")
    assert why(play(state, "take 9C"), "take AC") == ("over-goal", "OR-3.2")
    assert why(play(state, "take 9C"), "take 9C") == ("not-in-offer", "OR-3.2")


def test_or_3_2_more_tasks_are_turned_until_one_fits():
    state = begin("1", hands="A KS", tasks="2H AC 10C 4H 10D 5D", more_7="7C", more_8="QD", more_9="9C")
    assert codes(state.offer) == "2H AC 10C 4H 10D 5D 7C QD"
    assert [label for label, _ in state.drawn][-3:] == ["tasks", "more 7", "more 8"]
    assert [str(move) for move in rules.legal_moves(state)] == ["take QD", "resign"]
    left = play(begin("2", hands="A KS", tasks="9H 2C 10C 4H 10D 5D", more_7="7C", more_8="QD"), "take 9H")
    assert codes(left.offer) == "2C 10C 4H 10D 5D 7C QD" and left.turn == 1


def test_or_3_2_where_the_task_deck_is_used_up_the_draft_ends_below_the_goal():
    state = rules.start(level="400", deal=Deal(1))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, GAME.legal_counted(state)[0])
    assert draft.total(state) < state.setup.goal and len(state.aside) + len(state.taken) == 52
    assert not any(
        refusal(state.setup, state.commander, None, state.taken, seat, card) is None for seat in range(4) for card in state.aside
    )


def test_or_3_3_taking_is_compulsory():
    state = begin(tasks="9C 9D JH 3S QD 3H")
    assert {str(move) for move in rules.legal_moves(state)} <= {
        *(f"take {task_}" for task_ in ["9C", "9D", "JH", "3S", "QD", "3H"]),
        "resign",
    }
    for move in ("9C", "signal 8H high", "mayday yes", "mayday 9C", "stop"):
        assert why(state, move) == ("draft-first", "OR-3.3")
    assert why(begin(variants=("mayday",)), "mayday A") == ("draft-first", "OR-3.3")
    assert why(playing(), "take 9C") == ("tasks-taken", "OR-3.2")


def test_or_3_3_the_highest_king_wins_its_trick_so_no_trick_and_no_king_are_refused():
    state = begin("20", hands="A KS", tasks="7H KC 9C 9D 3S 3H")
    for move in ("take 7H", "take KC"):
        assert why(state, move) == ("task-top-king", "OR-3.3")
    assert legal(play(state, "take 9C"), "take 7H") and legal(play(state, "take 9C"), "take KC")
    three = begin("20", 3, hands="B KH / A KD", open="KS", tasks="7H KC 9C 9D 3S 3H")
    assert three.turn == 1 and why(three, "take 7H") == ("task-top-king", "OR-3.3")


def test_or_3_3_with_three_seats_tasks_that_name_the_open_card_are_laid_aside():
    state = begin("20", 3, open="9H", tasks="9H 8H 3H 9C 8C QD")
    assert codes(state.offer) == "3H 9C 8C QD" and codes(state.aside) == "9H 8H"
    error = refused(state, "take 9H")
    assert (error.code, error.rule, error.data) == ("task-aside", "OR-3.3", {"card": "9H", "open": "9H"})
    assert codes(begin("20", 3, open="8H", tasks="9H 8H 3H 9C 8C QD").offer) == "9H 3H 9C 8C QD"
    assert codes(begin("20", 3, open="KS", hands="A KH", tasks="9H 8H 3H 9C 8C QD").offer) == "9H 8H 3H 9C 8C QD"


def clash(before: str, seat: str, card: str, seats: int = 4, commander: int = 0) -> str | None:
    open_card = read("2D") if seats == 3 else None
    error = refusal(Setup(20, seats), commander, open_card, taken(before), "ABCDE".index(seat), read(card))
    assert error is None or (error.rule == "OR-3.4" and error.sentence("de") != error.sentence("en"))
    return error.code if error else None


@pytest.mark.parametrize(
    "before, seat, card, code_",
    [
        ("B AC", "B", "2C", "task-clash"),  # different exact counts
        ("B 7C", "B", "AC", "task-clash"), ("B 7C", "B", "JC", "task-clash"), ("B 10C", "B", "7C", "task-clash"),
        ("B 7C", "B", "9C", "task-clash"), ("B 7C", "B", "3C", "task-clash"), ("B 7C", "B", "4C", "task-clash"),
        ("B AC", "B", "QC", "task-clash"),  # one trick is no two in a row
        ("B 5C", "B", "AC", "task-clash"), ("B 5C", "B", "2C", None),  # five cards do not fit into one trick of four
        ("B JC, B 10C", "B", "AC", "task-clash-own"), ("B JC, B 10C", "B", "2C", None),  # the first and the last are two
        ("B JC, B 10C, B QC", "B", "2C", "task-clash-own"), ("B JC, B QC", "B", "2C", None),
        ("B 6C", "B", "3C", "task-clash"), ("B 6C", "B", "5C", "task-clash"), ("B 6C", "B", "8C", "task-clash"),
        ("B 6C", "B", "9C", "task-clash"), ("B 6C", "B", "4D", "task-clash"), ("B 6C", "B", "3D", None),
        ("B 8C", "B", "9C", "task-clash"), ("B 8C", "B", "9D", None), ("B 8C", "C", "9C", None),
        ("B JC", "C", "JD", "task-clash-seats"), ("B 10C", "C", "10D", "task-clash-seats"), ("B JC", "C", "10D", None),
        ("B AC", "B", "AD", "task-twice"), ("B QC", "B", "QD", "task-twice"), ("B QC", "C", "QD", None), ("B 3C", "B", "3D", None),
        ("A AC, B AD, C AH", "D", "2C", "task-clash-all"),  # five of ten tricks to nobody
        ("A AC, B AD, C AH", "D", "10C", None),
        ("B 7C, C 7D, D 7H", "A", "2C", "task-clash-all"), ("B 7C, C 7D", "D", "7H", None),
        ("A 4C", "A", "AC", "task-clash"), ("B 4C", "B", "AC", None),  # the commander's one trick holds the K♠
        ("A 6C, B 6C, C 6C", "D", "7C", "task-clash-all"), ("A 6C, B 6C, D 9C", "C", "6C", None),
        ("B 3C, C 5C", "D", "9C", None), ("B 3C, C 5C, A 9C", "D", "8C", "task-clash-all"),  # ten clubs there are not
    ],
)  # fmt: skip
def test_or_3_4_tasks_that_cannot_be_fulfilled_together(before, seat, card, code_):
    assert clash(before, seat, card) == code_


def test_or_3_4_depends_on_the_number_of_seats():
    assert clash("B 5C", "B", "AC", seats=5) is None and clash("B 5C", "B", "AC", seats=4) == "task-clash"
    assert clash("B 4C", "B", "AC", seats=3) == "task-clash" and clash("B 4C", "B", "AC", seats=4) is None
    assert clash("B 2C, C AC", "A", "2D", seats=3) == "task-clash-all"  # 2 + 1 + 2 of 13


def test_or_3_4_the_draft_refuses_with_the_reason():
    state = play(begin("20", hands="A KS", tasks="JC JD 9C AC 2C 3S"), "take JC")
    error = refused(state, "take JD")
    assert (error.code, error.rule, error.data) == ("task-clash-seats", "OR-3.4", {"card": "JD", "other": "JC", "seat": "A"})
    assert error.sentence("de") == "Der Auftrag B♦ geht nicht zusammen mit dem Auftrag B♣ von Anna."


def test_or_3_5_the_printed_example():
    states = example("or-3-5")
    first, last = states[0], states[-1]
    assert first.setup.goal == 4 and codes(first.offer) == "9C 2H 7S QD JH 3S" and first.turn == first.commander == 0
    assert states[1].turn == 1 and draft.total(states[1]) == 3
    assert {str(move) for move in rules.legal_moves(states[1])} == {"take 9C", "take QD", "take JH", "take 3S", "resign"}
    assert last.taken == taken("A 2H, B 9C") and draft.total(last) == 4 and last.phase is Phase.PLAYING and last.turn == 0
    assert why(first, "take 7S") == ("task-top-king", "OR-3.3")


def test_or_7_1_missions_are_levels_and_go_on_past_twenty():
    assert GAME.levels == LEVELS == tuple(map(str, range(1, 21)))
    assert rules.start(level="21").setup.goal == 11 and rules.is_level("9999")
    for level in ("0", "-1", "01", "x", "", "1.5", "10000", "²"):
        with pytest.raises(OptionError) as raised:
            rules.start(level=level)
        assert raised.value.code == "unknown-level"
    with pytest.raises(OptionError) as raised:
        rules.start(variants=["silent"])
    assert raised.value.data["valid"] == "mayday, eight-tasks, professional"


def test_or_7_4_eight_task_cards():
    assert len(begin("20", variants=("eight-tasks",)).offer) == 8 and len(begin("20").offer) == 6
    assert draft.more_event(9) == ("more 9", 11)


def test_drafts_never_leave_a_seat_without_a_choice():
    for seed in range(40):
        state = rules.start(level=str(seed % 20 + 1), seats=3 + seed % 3, deal=Deal(seed))
        while state.phase is Phase.DRAFT:
            moves = GAME.legal_counted(state)
            assert moves and all(isinstance(move, Take) for move in moves)
            state = rules.apply(state, moves[seed % len(moves)])
        assert sum(task(each.card).difficulty for each in state.taken) == state.setup.goal
        assert evolve(state) == state


def test_or_7_1_who_names_no_mission_begins_with_the_first():
    assert rules.start().setup == Setup() == Setup(1, 4, frozenset())


def test_or_1_1_nine_cards_a_suit_and_the_kings_apart():
    assert [bits.bit_count() for bits in SUIT_MASKS] == [9, 9, 9, 9, 4] and len(SUIT) == len(TASK_DECK) == 52


def test_or_1_3_hands_are_event_1_of_the_seed_tasks_event_2():
    """A record that names no more than its seed keeps its cards."""
    order, state = Deal(7).draw("hands", 1, DECK, 40), begin("20", seed=7)
    assert state.hands == tuple(tuple(sorted(order[first : first + 10])) for first in (0, 10, 20, 30))
    assert state.offer == Deal(7).draw("tasks", 2, TASK_DECK, 6)


def test_or_1_2_a_script_that_cannot_be_names_the_card_as_it_is_written():
    assert [draft.card_name(card) for card in (-1, 0, 51, 52)] == ["-1", "AC", "KS", "52"]
    with pytest.raises(DealError) as raised:
        begin(tasks="9C 8C 7C 6C 5C 4C 3C")
    assert (raised.value.code, raised.value.data) == ("deal-too-many", {"label": "tasks", "n": 7, "k": 6})


def test_or_3_2_cards_laid_aside_count_among_those_turned():
    state = begin("1", 3, hands="A KS", open="9H", tasks="9H 2H AC 10C 4H 10D", more_7="QD")
    assert [label for label, _ in state.drawn][-2:] == ["tasks", "more 7"]
    assert codes(state.offer) == "2H AC 10C 4H 10D QD" and codes(state.aside) == "9H"


def test_or_3_2_where_nothing_is_left_to_turn_the_next_seat_clockwise_takes():
    gone = [code(card) for card in TASK_DECK if code(card) not in ("7C", "QC", "9C")]
    state = position("taken B 7C, A QC", "offer 9C", f"aside {' '.join(gone)}", level="20")
    assert state.phase is Phase.DRAFT and state.turn == 2  # Ben wants no trick: Clara takes the 9C, not Anna
    assert why(evolve(state, turn=1), "take 9C") == ("task-clash", "OR-3.4") and legal(evolve(state, turn=0), "take 9C")


def test_or_3_3_the_refusal_names_the_open_card_the_lowest_too():
    state = position("open AC", "aside 9C", "offer 9D QD", level="20", seats=3)
    assert refused(state, "take 9C").data == {"card": "9C", "open": "AC"}

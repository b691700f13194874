"""What a hand promises for a task, and that whoever drafts looks at what is left to the others."""

from __future__ import annotations

import pytest
from or_states import cards

from kit.cards import code
from kit.core.deals import Deal, Stream
from kit.games.orbit import crews, model, promise, rules
from kit.games.orbit.view import view

TABLE = crews.task_table()
WEIGHTS = [0] * promise.LOADED
promise.load(WEIGHTS, 3)
RANKS = "3H 4C 5H 6H 7C 8H 9H 10C AC 2C JC QC KC"
PLAYING = model.ALL


def chance(task, hand, seats=4):
    return promise.promise(WEIGHTS, TABLE, cards(task)[0], model.packed(cards(hand)), seats)


def position(hands, tasks=()):
    """The array of a first trick with these hands; `tasks`: (seat, task card)."""
    s = [0] * model.SIZE
    s[model.SEATS], s[model.LEFT] = len(hands), 10
    for seat, hand in enumerate(hands):
        s[model.HANDS + seat] = model.packed(cards(hand))
    for seat, card in tasks:
        at = model.TASK + model.WIDTH * s[model.TASKS]
        row = promise.ROW_SIZE * cards(card)[0]
        s[at : at + model.WIDTH] = [seat, *TABLE[row + 1 : row + model.WIDTH]]
        s[model.TASKS] += 1
    return s


def rest(s, pick, seat, to_go, lie, noise=1):
    shown = cards(lie)
    offer = [3, to_go, sum(1 << card for card in shown), len(shown), *shown, *[0] * (promise.DECK_SIZE - len(shown))]
    return promise.rest_of_draft(s, offer, cards(pick)[0], seat, TABLE, WEIGHTS, PLAYING, noise, [0] * promise.OFFER)


def test_each_task_has_a_row_of_its_own():
    assert len({promise.row_of(TABLE, card) for card in cards(RANKS)}) == 13
    assert len(promise.WEIGHTS) == 13 * promise.PROFILE and len(promise.STAKES) == 13


@pytest.mark.parametrize(
    ("task", "good", "bad"),
    [
        ("KC", "KC AC 2C 3C 4C 5C 6C 7C 8C 9C", "KH AC 2C 3C 4C 5C 6C 7C 8C 9C"),
        ("9H", "9H AC 2C 3C", "9C AC 2C 3C"),
        ("9C", "9C AH 2H 3H", "9H AH 2H 3H"),
        ("6H", "AH 2H 3H", "7H 8H 9H"),
        ("3H", "9H 8H 7H", "9C 8C 7C"),
        ("10C", "KH KD 2C 3C", "5C 4C 2C 3C"),
        ("JC", "KS 2C", "5C 2C"),
        ("7C", "AC 2C AH 2H", "9C 8C 9H KD"),
    ],
)
def test_a_hand_that_suits_a_task_promises_more(task, good, bad):
    assert 0 <= chance(task, bad) + 0.02 < chance(task, good) <= 1


def test_a_chance_counts_for_more_where_there_are_many_tasks():
    many = [0] * promise.LOADED
    promise.load(many, 11)
    s = promise.STAKES[promise.row_of(TABLE, cards("KC")[0])]
    one, other = (promise.promise(w, TABLE, cards("KC")[0], model.packed(cards("KC 2C")), 4) for w in (WEIGHTS, many))
    assert other == pytest.approx(one ** ((s + 24) / s)) and other < one


def test_what_plainly_does_not_go_together():
    s = position(["KS", "KH", "KD", "KC"], [(0, "JC"), (1, "AC"), (2, "6H"), (3, "7H")])
    clashes = [(seat, card) for seat in range(4) for card in cards("JD 2C 6H KC 9C") if promise.clash(s, seat, TABLE, card)]
    named = {(seat, card) for seat in range(4) for card in cards("JD")}  # the first trick is one seat's
    named |= {(1, cards("2C")[0]), (2, cards("6H")[0]), (3, cards("2C")[0]), (3, cards("9C")[0])}
    assert set(clashes) == named and promise.clash(s, 0, TABLE, cards("7C")[0])


def test_the_rest_of_a_draft_is_the_product_of_what_the_hands_promise():
    hands = ["KS 2C", "KC 9H", "KH 8H", "KD 7H"]
    s = position(hands, [(0, "3H")])
    assert rest(s, "3H", 0, 1, "3H KC") == 1.0  # the goal is reached
    assert rest(s, "3H", 0, 2, "3H KC") == chance("KC", hands[1])
    assert rest(s, "3H", 0, 3, "3H KC 9H") == chance("9H", hands[1]) * chance("KC", hands[2])
    assert rest(s, "3H", 0, 2, "3H 4C KC") == chance("KC", hands[1])  # two points are too many
    assert s[model.TASKS] == 1


def test_more_cards_are_turned_where_none_fits():
    s = position(["KS 2C", "KC 9H", "KH 8H", "KD 7H"], [(0, "3H")])
    found = {rest(s, "3H", 0, 2, "3H 2C", noise) for noise in range(1, 40)}
    one_point = {chance(task, "KC 9H") for task in map(code, cards("3C 3D 3S 6C 6D 6H 6S 9C 9D 9H 9S JC QC KC"))}
    assert len(found) > 4 and found <= one_point


def test_the_house_leaves_nobody_a_task_it_can_hardly_fulfil():
    """Three hearts are as good as won, but leave "no king" to the next; a card of each suit ends the draft."""
    deal = Deal.scripted({"A": cards("KS 9H 8H 7H 6H 5H 4H 9C 9D 9S"), "tasks": cards("3H 4C KC KD KH KS")})
    state = rules.start(level="2", deal=deal)
    assert state.turn == state.commander == 0
    for seed in range(3):
        first, other = crews.thoughts(view(state, 0), Stream(seed, 1))
        assert (str(first.move), str(other.move)) == ("take 4C", "take 3H") and other.chance >= first.chance

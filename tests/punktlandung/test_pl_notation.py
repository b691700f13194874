"""Moves, deal lines and positions: what is written comes back, and each broken line says what is wrong with it."""

from __future__ import annotations

from random import Random

import pytest

from kit.core.deals import Deal
from kit.core.errors import NotationError, OptionError, RuleError
from kit.games.punktlandung import notation, rules
from kit.games.punktlandung.moves import Pass, Play, Resign, Show, card_name, counted, operations, parse_move, read_card
from kit.games.punktlandung.state import JOKER, Ending, Outcome, Setup, State
from kit.games.punktlandung.view import view

PINNED = (((3, 4, 4, 9, 12), (1, 4, 4, 8, 13)), (7, 8, 1, 7, 6), 392)  # hands, top of the stack, target of deal 1

# Cards and moves


def test_cards_have_names_that_come_back():
    names = ["*", "A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert [card_name(card) for card in range(14)] == names
    assert [read_card(name) for name in names] == list(range(14))


def test_the_first_card_adds_and_small_numbers_know_two_operations():
    """PL-3.3, PL-7.3."""
    assert (operations(), operations(first=True), operations(small=True)) == ("+-x:", "+", "+-")
    assert operations(first=True, small=True) == "+"


@pytest.mark.parametrize("name", ["1", "11", "0", "", "a", "02x", "010", "²", "?", "10.", "12"])
def test_other_names_are_refused(name):
    with pytest.raises(NotationError) as raised:
        read_card(name)
    assert raised.value.code == "bad-card" and raised.value.data["card"] == name


@pytest.mark.parametrize(
    "move",
    [Play(6, "+", 6), Play(13, "-", 13), Play(5, "x", 5), Play(1, ":", 1), Play(JOKER, "+", 7), Play(JOKER, "x", 13), Pass(12), Show(4), Resign()],
)  # fmt: skip
def test_moves_round_trip(move):
    assert parse_move(str(move)) == move


def test_how_moves_are_written():
    written = [Play(6, "+", 6), Play(JOKER, "x", 7), Play(11, ":", 11), Pass(12), Show(4), Pass(JOKER), Resign()]
    assert list(map(str, written)) == ["+6", "x*=7", ":J", "pass Q", "show 4", "pass *", "resign"]
    assert parse_move("+ K") == parse_move("+K") == Play(13, "+", 13)
    assert parse_move("× 5") == parse_move("* 5") == Play(5, "x", 5) and parse_move("/4") == parse_move("÷4") == Play(4, ":", 4)
    assert parse_move("−3") == Play(3, "-", 3)
    assert parse_move("+*=J") == Play(JOKER, "+", 11) and parse_move("+*=12") == Play(JOKER, "+", 12)


@pytest.mark.parametrize(
    ("text", "code"),
    [("6", "bad-notation"), ("+", "bad-notation"), ("", "bad-notation"), ("pass", "bad-notation"), ("pass 3 4", "bad-notation"),
     ("take 4", "bad-notation"), ("+*", "joker-value"), ("+6=6", "joker-value"), ("pass X", "bad-card"), ("+15", "bad-card"),
     ("+*=100", "bad-card"), ("+*=x", "bad-card"), ("+*=²", "bad-card"), ("+²", "bad-card"), ("resign now", "bad-notation")],
)  # fmt: skip
def test_what_is_no_move(text, code):
    with pytest.raises(NotationError) as raised:
        parse_move(text)
    assert raised.value.code == code


def test_perft_counts_plays_and_passes():
    assert [counted(move) for move in (Play(1, "+", 1), Pass(1), Show(1), Resign())] == [True, True, False, False]
    assert notation.public_moves([Play(6, "+", 6), Pass(12)]) == ["+6", "pass Q"]


# Deals


def test_deal_lines_round_trip():
    """A hand of Anna's that begins with an ace is no second letter."""
    assert notation.parse_deal(["A", "A", "K", "8", "B", "5", "4", "?", "A"]) == {"A": [1, 13, 8], "B": [5, 4, None, 1]}
    assert notation.parse_deal(["B", "2", "C", "3", "D", "4"]) == {"B": [2], "C": [3], "D": [4]}
    assert notation.parse_deal(["stack", "3", "4", "?", "*"]) == {"stack": [3, 4, None, 0]}
    lines = notation.deal_lines([("A", (1, 13)), ("B", (5, "?")), ("stack", (3, "?", 0))])
    assert lines == ["deal A A K  B 5 ?", "deal stack 3 ? *"]
    assert notation.deal_lines([("stack", (2,))]) == ["deal stack 2"]
    assert notation.deal_lines([]) == []


@pytest.mark.parametrize("line", ["5 4 B 3", "", "A 5 B 3 B 4", "E 4"])
def test_deal_lines_that_cannot_be_read(line):
    with pytest.raises(NotationError) as raised:
        notation.parse_deal(line.split())
    assert raised.value.code == "bad-deal"


def test_a_state_names_what_was_drawn():
    state = rules.start(level="leicht", seats=3, deal=Deal(1))
    drawn = dict(state.drawn)
    assert list(drawn) == ["A", "B", "C", "stack"]
    assert [tuple(sorted(drawn[letter])) for letter in "ABC"] == list(state.hands)
    assert len(drawn["stack"]) == 52 - 12
    again = rules.start(level="leicht", seats=3, deal=Deal.scripted({label: list(cards) for label, cards in state.drawn}))
    assert again == state  # the deal itself is no part of a position


# Positions

FIELDS = [
    ("turn", "B"),
    ("hits", "1"),
    ("turns", "9"),
    ("spent", "5"),
    ("target", "3 4 8"),
    ("chain", "A +6, B x5"),
    ("misses", "A 0, B 6, A 30"),
    ("discard", "Q 2 2"),
    ("hand", "A 6 K 8 9 2"),
    ("hand", "B 4 5 ? ? ?"),
    ("known", "B 4"),
    ("shown", "B 4"),
    ("bottom", "10 J"),
    ("slid", "10 J"),
]


def position(fields, level="normal", seats=2, variants=(), seed=1):
    return notation.position(level=level, seats=seats, variants=variants, fields=fields, deal=Deal(seed))


def changed(key, text):
    """The position above with one line in place of the last of that key."""
    fields = list(FIELDS)
    places = [i for i, (name, _) in enumerate(fields) if name == key]
    if places:
        fields[places[-1]] = (key, text)
        return fields
    return [*fields, (key, text)]


def test_a_position_is_what_its_lines_say():
    state = position(FIELDS)
    assert (state.turn, state.hits, state.turns, state.spent) == (1, 1, 9, (5,))
    assert (state.target, state.target_cards, state.sum, state.discard) == (348, (3, 4, 8), 30, (12, 2, 2))
    assert [(link.seat, link.card, link.op, link.value, link.sum) for link in state.chain] == [
        (0, 6, "+", 6, 6),
        (1, 5, "x", 5, 30),
    ]
    assert state.misses == ((0, 0), (1, 6), (0, 30))
    assert state.hands[0] == (2, 6, 8, 9, 13) and len(state.hands[1]) == 5 and {4, 5} <= set(state.hands[1])
    assert state.hands[1] == tuple(sorted(state.hands[1]))
    assert (state.known, state.shown, state.signalled) == (((), (4,)), (None, 4), (False, True))
    assert state.bottom == state.slid == (10, 11) == state.stack[-2:]
    assert len(state.stack) == 53 - 3 - 2 - 3 - 10
    everything = [*state.stack, *state.hands[0], *state.hands[1], *state.discard, *state.target_cards, 6, 5]
    assert sorted(everything) == list(state.setup.deck)


def test_what_is_not_said_is_nothing_or_drawn():
    state = position([("target", "3 4 8")])
    assert (state.turn, state.hits, state.turns, state.spent, state.sum, state.chain, state.misses) == (0, 0, 0, (), 0, (), ())
    assert state.signalled == (False, False) and state.shown == (None, None) and state.known == ((), ())
    assert [len(hand) for hand in state.hands] == [5, 5] and len(state.stack) == 40
    assert position([("target", "3 4 8")], seed=2).hands != state.hands
    assert position([("target", "3 4 8"), ("signalled", "A")]).signalled == (True, False)
    assert position([("target", "3 4 8"), ("known", "A K K")]).hands[0].count(13) >= 2


def test_a_chain_of_small_numbers_adds_and_subtracts():
    """PL-7.3 holds for positions too."""
    fields = [("target", "3 4"), ("chain", "A +6, B +5, A -2")]
    assert position(fields, variants=("small",)).sum == 9
    for part in ("B x5", "B :2"):
        with pytest.raises(RuleError) as raised:
            position([("target", "3 4"), ("chain", f"A +6, {part}")], variants=("small",))
        assert (raised.value.code, raised.value.data["part"]) == ("position-chain", part)
        assert position([("target", "3 4 8"), ("chain", f"A +6, {part}")]).sum in (30, 3)


def test_positions_round_trip():
    state = position(FIELDS)
    for seat in (0, 1, None):
        fields = notation.position_fields(state, seat)
        again = position(fields)
        assert notation.position_fields(again, seat) == fields
        assert view(again, seat) == view(state, seat)
    assert ("hand", "A 2 6 8 9 K") in notation.position_fields(state, 0)
    assert ("hand", "B 4 ? ? ? ?") in notation.position_fields(state, 0)
    assert ("hand", "A ? ? ? ? ?") in notation.position_fields(state, None)
    openly = position(FIELDS, variants=("open",))
    assert ("hand", "A 2 6 8 9 K") in notation.position_fields(openly, 1)
    assert ("signalled", "B") in notation.position_fields(state, 0)
    ended = rules.apply(state, Resign())
    assert "turn" not in dict(notation.position_fields(ended, 0))


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("colour", "red", "position-unknown"), ("turn", "C", "bad-seat"), ("turn", "AB", "bad-seat"), ("turn", "", "bad-seat"),
        ("hits", "5", "position-range"), ("hits", "x", "bad-number"), ("hits", "1234567", "bad-number"), ("hits", "²", "bad-number"),
        ("turns", "1000", "position-range"), ("target", "3 4", "position-target"), ("target", "10 4 8", "position-target"),
        ("target", "3 * 8", "position-target"), ("target", "3 4 8 8", "position-target"), ("discard", "?", "bad-card"),
        ("chain", "A -6", "position-chain"), ("chain", "A +6, B -7", "position-chain"), ("chain", "A +6, B :5", "position-chain"),
        ("chain", "A x6", "position-chain"), ("chain", "A pass 6", "bad-notation"), ("chain", "C +6", "bad-seat"),
        ("misses", "A x", "bad-number"), ("misses", "A " + "9" * 101, "bad-number"), ("misses", "D 4", "bad-seat"),
        ("hand", "B 4 5 6 7 8 9", "position-hand"), ("hand", "C 4", "bad-seat"), ("hand", "", "bad-seat"),
        ("known", "B 9", "position-known"), ("shown", "B 9", "position-known"), ("shown", "B ?", "bad-card"),
        ("discard", "6 6 6 6", "position-copies"), ("stack", "34", "position-count"), ("stack", "36", "position-count"),
        ("stack", "x", "bad-number"), ("spent", "x", "bad-number"),
    ],
)  # fmt: skip
def test_broken_positions(key, text, code):
    with pytest.raises((NotationError, RuleError)) as raised:
        position(changed(key, text))
    assert raised.value.code == code
    if code == "position-range":
        assert raised.value.data["low"] == 0


def test_what_a_broken_position_names():
    with pytest.raises(RuleError) as raised:
        position(changed("discard", "A A A A 6 6 6"))  # one 6 more than there are, with chain and hand; no ace too many
    assert (raised.value.code, raised.value.data["card"]) == ("position-copies", 6)
    with pytest.raises(NotationError) as read:
        position(changed("misses", "A " + "9" * 101))
    assert read.value.data["text"] == "9" * 20  # a line of a message, not a page


def test_positions_at_the_edge_of_what_is_allowed():
    assert position(changed("hits", "4")).hits == 4
    assert position(changed("turns", "999")).turns == 999
    assert position(changed("turns", "000999")).turns == 999
    assert position(changed("hits", "998"), variants=("endless",)).hits == 998
    assert len(position(changed("stack", "35")).stack) == 35
    assert position(changed("misses", "A " + "9" * 100)).misses[0][1] == 10**100 - 1
    assert position(changed("chain", "A +6, B -6")).sum == 0
    assert position(changed("chain", "A +6, B :3")).sum == 2
    small = position([("target", "4 8")], variants=("small",))
    assert small.target == 48
    with pytest.raises(RuleError):
        position([("target", "3 4 8"), ("discard", "A 2 3 4 5 6 7 8 9 10 J Q K " * 3 + "A 2 5 6")])


# What `rules` leaves for the edges


def test_unknown_options_are_named():
    for options, code in (
        ({"level": "profi"}, "unknown-level"),
        ({"seats": 5}, "unknown-seats"),
        ({"variants": ("dice", "open")}, "unknown-variant"),
        ({"first": 2}, "unknown-seats"),
        ({"first": -1}, "unknown-seats"),
    ):
        with pytest.raises(OptionError) as raised:
            rules.start(**options)
        assert raised.value.code == code
    assert rules.start().setup == Setup() == Setup("leicht", 2, frozenset())
    assert rules.start(first=1).turn == 1


def test_legal_moves_end_with_the_signal_and_giving_up():
    state = rules.start(level="leicht", deal=Deal(1))
    moves = rules.legal_moves(state)
    held = sorted(set(state.hands[0]))
    assert moves[-1] == Resign() and [move.card for move in moves if isinstance(move, Show)] == held
    after = rules.apply(state, Show(held[0]))
    assert not any(isinstance(move, Show) for move in rules.legal_moves(after))
    over = rules.apply(state, Resign())
    assert rules.legal_moves(over) == [] and rules.outcome(over) == Outcome(Ending.RESIGNED, "PL-5.2", 0)
    assert rules.outcome(state) is None and over.outcome.won is False
    error = rules.why_not(over, Pass(held[0]))
    assert (error.code, error.rule) == ("game-over", "PL-5.2")


def test_a_fresh_state_is_empty():
    state = State(Setup(), Deal(1), 0, ((), ()), ())
    assert (state.target, state.sum, state.hits, state.turns) == (0, 0, 0, 0)
    assert state == State(Setup(), Deal(2), 0, ((), ()), ())
    assert Outcome(Ending.WON, "PL-5.1", 4).won is True


def test_the_next_seat_reveals_and_turns_are_counted_for_each_target():
    """PL-3.4 with three seats: Clara hits, so Anna reveals; then Anna hits, so Ben does."""
    lines = [("target", "A A 2"), ("chain", "A +10, B x10, C +5"), ("turn", "C"), ("turns", "3")]
    lines += [("hand", "A 2 3 4 5"), ("hand", "B 2 3 4 6"), ("hand", "C 7 8 9 Q")]
    state = position(lines, level="leicht", seats=3)
    after = rules.apply(state, Play(7, "+", 7))
    assert (after.turn, after.hits, after.spent, after.sum, after.chain) == (0, 1, (4,), 0, ())
    again = rules.apply(rules.apply(rules.apply(after, Pass(2)), Pass(2)), Pass(8))
    assert (again.turns, again.spent) == (7, (4,))
    target = again.target
    near = State(**{**again.__dict__, "sum": target - 3, "chain": state.chain})
    hit = rules.apply(near, Play(3, "+", 3))
    assert hit.spent == (4, 4) and hit.turn in (1, None)


def test_endless_ends_with_the_hit_that_leaves_no_stack():
    """PL-10.7: the last card is drawn by the seat that hits; nothing is revealed, and nothing of the target is left."""
    state = position(
        [("target", "A A 2"), ("chain", "A +10, B x10, A +5"), ("turn", "B"), ("hand", "B 7 8 9 Q K")], variants=("endless",)
    )
    one = State(**{**state.__dict__, "stack": state.stack[:1]})
    over = rules.apply(one, Play(7, "+", 7))
    assert over.outcome == Outcome(Ending.ENDLESS, "PL-7.2", 1) and over.stack == () and len(over.hands[1]) == 5
    assert (over.target, over.sum, over.chain, over.target_cards) == (0, 0, (), ())
    two = State(**{**state.__dict__, "stack": state.stack[:2]})
    lost = rules.apply(two, Play(7, "+", 7))
    assert lost.outcome.ending is Ending.ENDLESS and (lost.target, lost.turn) == (0, None)
    assert len(lost.stack) + len(lost.target_cards) == 1  # what was turned lies there
    many = State(**{**state.__dict__, "stack": (2, 3, 4, 5, 6)})
    assert rules.apply(many, Play(7, "+", 7)).target == 345
    won = State(**{**state.__dict__, "setup": Setup("normal", 2), "stack": (2,)})
    assert rules.apply(won, Play(7, "+", 7)).outcome.ending is Ending.STACK_OUT


def test_what_slid_is_drawn_in_that_order():
    """PL-10.2: the known end goes from its top; the rest of it stays known."""
    state = position([("target", "3 4 8"), ("bottom", "10 J Q"), ("hand", "A 2 3 4 5 6")], seats=2)
    end = State(**{**state.__dict__, "stack": state.bottom})
    after = rules.apply(end, Pass(2))
    assert 10 in after.hands[0] and after.known[0] == (10,) and after.bottom == after.stack == (11, 12)


def test_the_shuffle_is_pinned():
    """The same seed deals the same cards, on every platform and Python version."""
    state = rules.start(level="leicht", deal=Deal(1))
    other = rules.start(level="leicht", deal=Deal(1))
    assert state == other and state.hands == PINNED[0] and state.stack[:5] == PINNED[1] and state.target == PINNED[2]


def test_redealing_keeps_what_a_seat_knows_and_mixes_the_rest():
    from kit.games.punktlandung.view import as_state, known_of, redeal, unseen

    state = position(FIELDS)
    rng = Random(1)
    seen = view(state, 0)
    assert seen.hand == state.hands[0] and seen.hands[1] is None and view(state, None).hand == ()
    assert not seen.deciding and view(state, 1).deciding and not view(state, None).deciding
    assert known_of(seen, 0) == state.hands[0] and known_of(seen, 1) == (4,)
    hidden = [*state.stack[:-2], *state.hands[1]]
    hidden.remove(4)
    assert unseen(seen) == tuple(sorted(hidden))
    assert as_state(seen).hands == (state.hands[0], (4,)) and as_state(seen).sum == 30
    worlds = [redeal(state, 0, rng) for _ in range(60)]
    for world in worlds:
        assert view(world, 0) == seen and world.stack[-2:] == (10, 11) and 4 in world.hands[1] and world.drawn == ()
        assert sorted([*world.stack, *world.hands[1]]) == sorted([*state.stack, *state.hands[1]])
    assert len({world.hands[1] for world in worlds}) > 40 and len({world.stack[0] for world in worlds}) > 8
    assert len({world.stack[-3] for world in worlds}) > 8 and len({world.deal.seed for world in worlds}) == 60
    openly = position(FIELDS, variants=("open",))
    assert redeal(openly, 0, rng).hands == openly.hands
    assert redeal(state, None, rng).hands[0] != state.hands[0]


def few_hidden(hands=(("A", "2 3"), ("B", "? ?"))):
    """A position in which all cards but five are placed; `hands` may ask for more."""
    ranks = [name for name in map(card_name, range(1, 14)) for _ in range(4)]
    for name in ["3", "4", "8", "2", "3", "9", "10", "J", "Q", "K"]:  # target, Anna's hand, five that stay hidden
        ranks.remove(name)
    return [("target", "3 4 8"), ("discard", " ".join(ranks)), *(("hand", f"{letter} {cards}") for letter, cards in hands)]


def test_every_card_may_be_placed_but_no_more_than_there_are():
    state = position(few_hidden(), level="leicht")
    assert len(state.stack) == 3
    none = position(few_hidden((("A", "2 3 ? ? ?"), ("B", "? ?"))), level="leicht")
    assert none.stack == () and sorted([*none.hands[0], *none.hands[1]]) == [2, 3, 9, 10, 11, 12, 13]
    with pytest.raises(RuleError) as raised:
        position(few_hidden((("A", "2 3 ? ? ?"), ("B", "? ? ?"))), level="leicht")
    assert raised.value.code == "position-count"
    with pytest.raises(RuleError) as counted_wrong:
        position([*few_hidden(), ("stack", "4")], level="leicht")
    assert counted_wrong.value.data["n"] == 3
    with pytest.raises(RuleError) as below:
        position([*changed("stack", "36")])
    assert below.value.data["n"] == 35  # with the two at the known lower end


def test_every_order_of_the_hidden_cards_is_as_likely():
    from kit.games.punktlandung.view import redeal

    state = position(few_hidden((("A", "2 3"), ("B", "9"))), level="leicht")
    assert len(state.stack) == 4
    rng, orders = Random(2), {}
    for _ in range(6000):
        world = redeal(state, 0, rng)
        order = (world.hands[1], world.stack)
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 120 and min(orders.values()) > 25 and max(orders.values()) < 80

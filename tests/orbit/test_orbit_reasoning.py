"""Reasoning over trick sequences against brute force: what the draft refuses, and how tasks stand in small endgames."""

from __future__ import annotations

import random
from functools import cache
from itertools import permutations, product

import pytest
from or_states import taken

from kit.cards import card, mask, read
from kit.core.deals import Deal
from kit.core.values import evolve
from kit.games.orbit import rules
from kit.games.orbit.knowledge import candidates
from kit.games.orbit.reasoning import Facts, at_start, facts, feasible
from kit.games.orbit.state import DECK, SUIT, SUIT_MASKS, Phase, Setup, Taken, Trick
from kit.games.orbit.status import Standing, prospect
from kit.games.orbit.tasks import fulfilled, task
from kit.games.orbit.view import redeal

SUITLESS = [read(word) for word in ("AC", "2C", "7C", "10C", "JC", "QC")]  # tasks about the order of tricks alone


def small(seats: int, tricks: int, winners: tuple[int, ...] = ()) -> Facts:
    """A game of few tricks before one of which nothing is known but the winners so far."""
    start = at_start(Setup(seats=seats), 0, None)
    cards = DECK[: seats * (tricks - len(winners))]
    return Facts(seats, winners, (0,) * seats, mask(cards), 0, start.takers, (), tricks - len(winners), (0,) * seats)


@pytest.mark.parametrize("seats, tricks", [(3, 3), (3, 4), (3, 5), (4, 4), (5, 3)])
def test_or_3_4_all_sequences_of_winners_say_the_same(seats, tricks):
    """Every pair and many triples of tasks on the order of tricks, from the start and in mid-game."""
    rng = random.Random(seats * tricks)
    owned = [(seat, each) for seat in range(seats) for each in SUITLESS]
    sets = [(one, two) for one in owned for two in owned if one < two] + [tuple(rng.sample(owned, 3)) for _ in range(150)]
    sets += [tuple(rng.sample(owned, 4)) for _ in range(100)]
    for done in range(min(tricks, 3)):
        before = tuple(rng.randrange(seats) for _ in range(done))
        known = small(seats, tricks, before)
        sequences = [(*before, *rest) for rest in product(range(seats), repeat=tricks - done)]
        good = [
            {pair for pair in owned if fulfilled(task(pair[1]), pair[0], [Trick(0, (), winner) for winner in sequence])}
            for sequence in sequences
        ]
        for wanted in sets:
            possible = any(each.issuperset(wanted) for each in good)
            assert feasible(known, [(seat, task(each)) for seat, each in wanted]) is possible, (before, wanted)


TINY = tuple(card(rank, suit) for suit in (0, 1) for rank in (8, 9)) + (read("8H"), read("9S"))  # two tricks of three cards
ABOUT_CARDS = [read(word) for word in ("8C", "9C", "9D", "6C", "6D", "6H", "4C", "KC", "AC", "2C", "7C", "JC", "10C", "9S")]


@cache
def parted() -> list[tuple[tuple[int, ...], tuple[Trick, ...]]]:
    """Every way to win two tricks that hold the six cards of TINY, for three seats."""
    found = []
    for first in permutations(TINY, 3):
        if list(first) == sorted(first):
            rest = tuple(each for each in TINY if each not in first)
            for winners in product(range(3), repeat=2):
                found.append((winners, (Trick(0, first, winners[0]), Trick(0, rest, winners[1]))))
    return found


def test_or_3_4_all_ways_to_part_the_cards_say_the_same():
    known = Facts(3, (), (0, 0, 0), mask(TINY), 0, (0, 1, 2), (), 2, (0, 0, 0))
    rng = random.Random(7)
    owned = [(seat, each) for seat in range(3) for each in ABOUT_CARDS]
    holds = [{pair for pair in owned if fulfilled(task(pair[1]), pair[0], tricks)} for _, tricks in parted()]
    seen = {True: 0, False: 0}
    for _ in range(1500):
        wanted = tuple(rng.sample(owned, rng.choice((1, 2, 2, 3, 4))))
        possible = any(each.issuperset(wanted) for each in holds)
        said = feasible(known, [(seat, task(each)) for seat, each in wanted])
        assert said or not possible, wanted  # "no" is certain
        seen[said == possible] += 1
    assert seen[False] <= 15  # "yes" may be too kind where cards of a trick must go together


def test_or_3_4_the_commander_and_the_king_that_wins_for_sure():
    known = at_start(Setup(seats=4), 0, None)
    assert not feasible(known, [(0, task(read("7C")))]) and feasible(known, [(1, task(read("7C")))])
    assert not feasible(known, [(0, task(read("KC")))]) and not feasible(known, [(seat, task(read("7C"))) for seat in (0, 1)])
    three = [(seat, task(read("2C"))) for seat in (1, 2, 3)]
    assert feasible(known, three) and feasible(known, [*three, (0, task(read("4C")))])


# Small endgames: all worlds that fit what is public, and all play


@cache
def ends(hands, leader, trick, turn, seats):
    """All ways to play out: tuples of (leader, cards, winner) of the tricks to come."""
    if not any(hands) and not trick:
        return frozenset([()])
    found = set()
    hand = hands[turn]
    led = SUIT[trick[0]] if trick else None
    legal = [each for each in hand if SUIT[each] == led] or hand
    for each in legal:
        rest = tuple(tuple(c for c in cards if c != each) if seat == turn else cards for seat, cards in enumerate(hands))
        now = (*trick, each)
        if len(now) < seats:
            found |= ends(rest, leader, now, (turn + 1) % seats, seats)
            continue
        kings = [c for c in now if SUIT[c] == 4]
        best = max(kings) if kings else max(c for c in now if SUIT[c] == SUIT[now[0]])
        winner = (leader + now.index(best)) % seats
        found |= {((leader, now, winner), *more) for more in ends(rest, winner, (), winner, seats)}
    return frozenset(found)


def all_worlds(state):
    """Every distribution of the hidden cards that fits what is public, slowly."""
    own = candidates(state)
    cards = [each for each in DECK if any(bits >> each & 1 for bits in own)]

    def share(index, hands):
        if index == len(cards):
            yield tuple(map(tuple, hands))
            return
        for seat, bits in enumerate(own):
            if bits >> cards[index] & 1 and len(hands[seat]) < len(state.hands[seat]):
                yield from share(index + 1, [[*h, cards[index]] if s == seat else h for s, h in enumerate(hands)])

    return list(share(0, [[] for _ in own]))


def endgame(seed: int):
    """A random game played until few cards are left, with random tasks that may be anything."""
    rng = random.Random(seed)
    seats = rng.choice((3, 3, 4, 5))
    state = rules.start(level="1", seats=seats, deal=Deal(seed))
    tasks = tuple(Taken(rng.randrange(seats), rng.randrange(52)) for _ in range(5))
    state = evolve(state, phase=Phase.PLAYING, turn=state.commander, taken=tasks, offer=(), aside=())
    left = rng.randint(2, 6 if seats == 3 else 7)
    while sum(map(len, state.hands)) > left:
        if rng.random() < 0.15 and not state.trick:
            signals = [move for seat in range(seats) for move in rules.signals(state, seat)]
            if signals:
                state = rules.apply(state, rng.choice(signals))
                continue
        state = rules.apply(state, rng.choice(rules.plays(state)))
    return state, rng


def test_or_5_1_certain_and_impossible_are_proofs_in_small_endgames():
    found = dict.fromkeys(Standing, 0)
    for seed in range(150):
        state, _ = endgame(seed)
        worlds = all_worlds(state)
        assert state.hands in worlds
        seats = state.setup.seats
        results = set()
        for hands in worlds:
            for more in ends(hands, state.leader, state.trick, state.turn, seats):
                results.add((*state.tricks, *(Trick(*each) for each in more)))
        how = prospect(state)
        for each in how.tasks:
            holds = {fulfilled(task(each.card), each.seat, tricks) for tricks in results}
            found[each.standing] += 1
            if each.standing is Standing.CERTAIN:
                assert holds == {True}, (seed, each)
            elif each.standing is Standing.IMPOSSIBLE:
                assert holds == {False}, (seed, each)
            else:
                assert len(holds) == 2 or len(state.tricks) + 1 < state.setup.tricks, (
                    seed,
                    each,
                )  # the last trick is judged exactly
        last = len(state.tricks) + 1 == state.setup.tricks
        if how.together or (last and not how.failed):
            assert how.together is not any(
                all(fulfilled(task(t.card), t.seat, tricks) for t in how.tasks) for tricks in results
            ), seed
    assert min(found.values()) > 100


def test_or_5_1_when_all_is_over_every_task_is_decided_as_it_is():
    for seed in range(60):
        state, rng = endgame(seed)
        while not state.outcome:
            state = rules.apply(state, rng.choice(rules.plays(state)))
        for each in prospect(state).tasks:
            assert (each.standing is Standing.CERTAIN) is fulfilled(task(each.card), each.seat, state.tricks)
            assert each.standing is not Standing.OPEN


def test_a_standing_never_changes_back_and_does_not_depend_on_hidden_cards():
    for seed in range(25):
        rng = random.Random(seed)
        state = rules.start(level=str(rng.randint(8, 20)), seats=rng.choice((3, 4, 5)), deal=Deal(seed))
        while state.phase is Phase.DRAFT:
            state = rules.apply(state, rules.legal_moves(state)[0])
        decided: dict[int, Standing] = {}
        while not state.outcome:
            how = prospect(state)
            assert how == prospect(redeal(state, None, rng))
            for each in how.tasks:
                assert decided.setdefault(each.card, each.standing) is each.standing or decided[each.card] is Standing.OPEN
                decided[each.card] = each.standing
            state = rules.apply(state, rng.choice(rules.plays(state)))


@pytest.mark.parametrize(
    "owned, why",
    [
        ("A JC", "first-done"), ("B JC", "first-lost"), ("A QC", "open"), ("B AC", "tricks-over"), ("B 2C", "tricks-done"),
        ("D 2C", "tricks-short"), ("A 6S", "avoid-lost"), ("C KC", "kingless-lost"), ("D KC", "kingless-done"), ("D 9H", "win-lost"),
        ("C 9H", "win-done"), ("C 8H", "shun-won"), ("B 10C", "last-lost"), ("D 4C", "too-late"), ("C QC", "run-done"),
        ("D QC", "run-short"), ("D 5S", "cards-gone"), ("A 3S", "cards-done"), ("D 6S", "avoid-done"), ("D 7C", "tricks-done"),
    ],
)  # fmt: skip
def test_the_reasons(owned, why):
    """OR-5.1: one finished game, and what it says of each task."""
    state = finished()
    each = taken(owned)[0]
    state = evolve(state, taken=(each,))
    assert prospect(state).tasks[0].why == why or why == "open"


def finished():
    tricks = [
        Trick(0, (read("9S"), read("8S"), read("3S"), read("2S")), 0),
        Trick(0, (read("5S"), read("4S"), read("6S"), read("AH")), 2),
        Trick(2, (read("9H"), read("8H"), read("KC"), read("AC")), 2),
        Trick(2, (read("2C"), read("4H"), read("5C"), read("3H")), 1),
        Trick(1, (read("2D"), read("9D"), read("3D"), read("5H")), 1),
    ]
    rest = [each for each in DECK if each not in [c for t in tricks for c in t.cards]]
    state = rules.start(deal=Deal(0))
    tail = [Trick(2, tuple(rest[i : i + 4]), 2) for i in range(0, 20, 4)]
    return evolve(state, tricks=(*tricks, *tail), hands=((),) * 4, phase=Phase.OVER, turn=None, leader=2)


def test_facts_of_a_position():
    known = facts(finished())
    assert known.left == 0 and known.winners[:5] == (0, 2, 2, 1, 1) and sum(known.won) == sum(SUIT_MASKS)
    assert known.streak == (2, 5) and known.tricks(1) == 2

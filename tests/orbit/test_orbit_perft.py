"""Perft: sequences of draft picks and plays counted twice, by the engine and by a slow second reading of the rule text, and pinned."""

from __future__ import annotations

import random

import pytest
from or_states import example

from kit.cards import code
from kit.core.deals import Deal
from kit.games.orbit import GAME, rules
from kit.games.orbit.state import Phase, State

KINGS = ("KC", "KD", "KH", "KS")


class Paper:
    """The tricks on paper: cards as text, written down from the rule text."""

    def __init__(self, state: State) -> None:
        self.hands = [[code(card) for card in hand] for hand in state.hands]
        self.lying = [code(card) for card in state.trick]
        self.turn = state.turn

    def colour(self, card: str) -> str:
        return "king" if card in KINGS else card[1]

    def may(self, card: str) -> bool:
        if not self.lying:
            return True
        led = self.colour(self.lying[0])
        return self.colour(card) == led or all(self.colour(other) != led for other in self.hands[self.turn])

    def moves(self) -> list[str]:
        return [card for card in self.hands[self.turn] if self.may(card)]

    def lay(self, card: str) -> Paper:
        after = object.__new__(Paper)
        after.hands = [[c for c in hand if c != card] for hand in self.hands]
        after.lying = [*self.lying, card]
        after.turn = (self.turn + 1) % len(self.hands)
        if len(after.lying) == len(self.hands):
            first = after.turn
            kings = [c for c in after.lying if c in KINGS]
            if kings:
                best = max(kings, key=KINGS.index)
            else:
                following = [c for c in after.lying if c[1] == after.lying[0][1]]
                best = max(following, key=lambda c: "A23456789".index(c[0]))
            after.turn = (first + after.lying.index(best)) % len(self.hands)
            after.lying = []
        return after

    def count(self, depth: int) -> list[int]:
        moves = self.moves()
        counts = [len(moves)] + [0] * (depth - 1)
        if depth > 1:
            for move in moves:
                for i, n in enumerate(self.lay(move).count(depth - 1), 1):
                    counts[i] += n
        return counts


def drafted(seed: int, seats: int, level: str = "1") -> State:
    """The state in which the first offered tasks have been taken."""
    state = rules.start(level=level, seats=seats, deal=Deal(seed))
    while state.phase is Phase.DRAFT:
        state = rules.apply(state, GAME.legal_counted(state)[0])
    return state


CASES = {
    "seed 1, three seats": (lambda: drafted(1, 3), 4, [13, 32, 120, 1440]),
    "seed 1, four seats": (lambda: drafted(1, 4), 4, [10, 64, 386, 586]),
    "seed 1, five seats": (lambda: drafted(1, 5), 5, [8, 21, 84, 292, 576]),
    "seed 2, mission 12": (lambda: drafted(2, 4, "12"), 4, [10, 18, 35, 98]),
    "OR-4.4": (lambda: example("or-4-4")[0], 4, [9, 32, 110, 288]),
    "OR-6.5 after its second trick": (lambda: next(s for s in example("or-6-5") if len(s.tricks) == 2), 4, [8, 14, 67, 451]),
}


@pytest.mark.parametrize("name", CASES)
def test_counts_agree_with_the_second_reading_and_are_pinned(name):
    make, depth, pinned = CASES[name]
    state = make()
    assert GAME.perft(state, depth) == Paper(state).count(depth) == pinned


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whole_games_agree(seats):
    for seed in range(15):
        rng = random.Random(seed)
        state = drafted(seed, seats)
        paper = Paper(state)
        while not state.outcome:
            assert sorted(map(str, GAME.legal_counted(state))) == sorted(paper.moves())
            move = rng.choice(GAME.legal_counted(state))
            state, paper = rules.apply(state, move), paper.lay(str(move))
            assert state.outcome or state.turn == paper.turn


def test_picks_of_the_draft_are_counted():
    state = rules.start(level="7", seats=4, deal=Deal(1))
    assert GAME.perft(state, 3) == [6, 28, 142]
    assert GAME.perft(example("or-3-5")[0], 3) == [5, 24, 144]


def test_signals_mayday_stopping_and_giving_up_are_not_counted():
    state = next(s for s in example("or-6-5") if s.tricks)
    assert any(str(move) == "stop" for move in rules.legal_moves(state))
    assert GAME.perft(state, 1) == [len(rules.plays(state))] and GAME.perft(example("or-6-5")[-1], 2) == [0, 0]

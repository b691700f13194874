"""Perft: sequences of placements counted twice, by the engine and by a slow second reading of the rule text below.

The second reading shares nothing with `rules.py`: it tries every card, every change and every place of the printed cockpit and
asks the text's sentences one by one. It knows a single round (no draws), which is what the counts here need.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from la_states import begin, last_card, play

import kit.games.landeanflug as package
from kit.core.deals import Deal
from kit.core.records import read_record
from kit.games.landeanflug import GAME, rules
from kit.games.landeanflug.state import State

COCKPIT = [
    "axis", "engines", "radio", "gear1", "gear2", "gear3", "flap1", "flap2", "flap3", "flap4", "brake1", "brake2", "brake3",
    "concentration",
]  # fmt: skip
PRINTED = {
    "gear1": "12", "gear2": "34", "gear3": "56", "flap1": "12", "flap2": "23", "flap3": "45", "flap4": "56",
    "brake1": "2", "brake2": "4", "brake3": "6",
}  # fmt: skip
ON_SPEED = {0: 0, 1: 2, 2: 4, 3: 6}


class Paper:
    """One round on paper, written down from the rule text."""

    def __init__(self, state: State) -> None:
        self.round, self.turbulence = state.round, state.setup.turbulence
        self.cards = {0: list(state.hands[0]), 1: list(state.hands[1])}
        self.lying = [(card.seat, card.value, card.place) for card in state.laid]
        self.seat = state.turn
        self.on = {f"gear{i + 1}" for i in range(3) if state.gear[i]}
        self.on |= {f"flap{i + 1}" for i in range(state.flaps)} | {f"brake{i + 1}" for i in range(state.brakes)}
        self.coffee, self.marker, self.crashed = state.coffee, state.axis, False
        self.row = list(state.planes[state.position :])  # the current position first, the airport last

    def copy(self) -> Paper:
        other = object.__new__(Paper)
        other.__dict__ = {k: v.copy() if isinstance(v, list | set) else v for k, v in self.__dict__.items()}
        other.cards = {seat: hand.copy() for seat, hand in self.cards.items()}
        return other

    def may(self, value: int, place: str) -> bool:
        """Whether the text lets the seat to move lay a card that counts `value` there."""
        mine = [p for seat, _, p in self.lying if seat == self.seat]
        if place == "concentration":
            return sum(p == place for _, _, p in self.lying) < 3
        if place == "radio":
            return mine.count(place) < (1 if self.seat == 0 else 2)
        if place in mine:
            return False
        if place in ("axis", "engines"):
            return True
        if place.startswith("flap") != (self.seat == 1) or str(value) not in PRINTED[place]:
            return False
        before = place[:-1] + str(int(place[-1]) - 1)
        return place.startswith("gear") or place.endswith("1") or before in self.on

    def moves(self) -> set[tuple[int, int, str]]:
        if self.crashed:
            return set()
        found = set()
        for card in self.cards[self.seat]:
            for change in (-3, -2, -1, 0, 1, 2, 3):
                if abs(change) <= self.coffee and 1 <= card + change <= 6:
                    found |= {(card, change, place) for place in COCKPIT if self.may(card + change, place)}
            if not any(self.may(card, place) for place in COCKPIT):
                found.add((card, 0, "aside"))
        return found

    def lay(self, card: int, change: int, place: str) -> Paper:
        after = self.copy()
        value = card + change
        after.cards[self.seat].remove(card)
        after.coffee -= abs(change)
        after.lying.append((self.seat, value, place))
        after.seat = 1 - self.seat
        if place == "concentration":
            after.coffee = min(3, after.coffee + 1)
        elif place == "radio" and value <= len(after.row) and after.row[value - 1] > 0:
            after.row[value - 1] -= 1
        elif place in PRINTED:
            after.on.add(place)
        elif place in ("axis", "engines"):
            both = {seat: v for seat, v, p in after.lying if p == place}
            if len(both) == 2:
                after.tilt(both) if place == "axis" else after.fly(sum(both.values()))
        return after

    def tilt(self, both: dict[int, int]) -> None:
        difference = abs(both[0] - both[1])
        steps = difference + 1 if difference and self.turbulence else difference
        self.marker += steps if both[1] > both[0] else -steps
        self.crashed = abs(self.marker) >= 3

    def fly(self, speed: int) -> None:
        def switched(kind: str) -> int:
            return sum(place.startswith(kind) for place in self.on)

        if self.round == 7:
            self.crashed = speed > ON_SPEED[switched("brake")]
            return
        wanted = 0
        if speed > 4 + switched("gear"):
            wanted = 1
        if speed > 8 + switched("flap"):
            wanted = 2
        for _ in range(wanted):
            if len(self.row) == 1 or self.row[0] > 0:
                self.crashed = True
                return
            self.row.pop(0)

    def count(self, depth: int) -> list[int]:
        moves = self.moves()
        counts = [len(moves)] + [0] * (depth - 1)
        if depth > 1:
            for move in moves:
                for i, n in enumerate(self.lay(*move).count(depth - 1), 1):
                    counts[i] += n
        return counts


def example(name: str) -> list[State]:
    return read_record(Path(package.__file__).parent / "examples" / f"{name}.txt").states()


CASES = {
    "LA-9.1": (lambda: example("la-9-1")[0], 3, [20, 460, 10090]),
    "LA-9.1 after two cards": (lambda: example("la-9-1")[2], 3, [12, 168, 2038]),
    "LA-9.1 after four cards": (lambda: example("la-9-1")[4], 4, [6, 56, 292, 1643]),
    "LA-9.3": (lambda: example("la-9-3")[0], 2, [54, 1731]),
    "LA-9.3 after two cards": (lambda: example("la-9-3")[2], 3, [43, 849, 15632]),
    "LA-9.3 after four cards": (lambda: example("la-9-3")[4], 4, [26, 420, 3749, 28232]),
    "seed 1": (lambda: rules.start(deal=Deal(1)), 3, [21, 502, 11241]),
    "seed 2, profi": (lambda: rules.start(level="profi", deal=Deal(2)), 3, [16, 274, 4770]),
    "seed 3, dice": (lambda: rules.start(variants=("dice",), deal=Deal(3)), 3, [15, 249, 4413]),
    "two coffees": (lambda: begin("3356", coffee=2, flaps=2, brakes=1, gear=(False, True, False)), 2, [64, 3629]),
    "three coffees, three cards each": (lambda: play(begin(coffee=3), "P 3>axis, C 6>radio"), 2, [54, 2758]),
    "the last card": (lambda: last_card(coffee=1), 1, [10]),
}


@pytest.mark.parametrize("name", CASES)
def test_counts_agree_with_the_second_reading_and_are_pinned(name):
    make, depth, pinned = CASES[name]
    state = make()
    assert GAME.perft(state, depth) == Paper(state).count(depth) == pinned


def test_every_placement_of_a_round_agrees():
    """Not only how many: at each step of the sample flight the same moves, and the same numbers after the card played."""
    states = example("sample")
    for state in states[:-1]:
        engine = {(move.card, move.coffee, move.place) for move in rules.placements(state)}
        assert engine == (Paper(state).moves() if state.reroll is None else set())


def test_perft_stops_at_the_end_of_a_flight():
    assert GAME.perft(example("sample")[-1], 3) == [0, 0, 0]
    assert GAME.perft(rules.start(), 0) == []
    spin = example("la-9-2")[8]
    assert GAME.perft(spin, 1) == Paper(spin).count(1)


@pytest.mark.slow
def test_la_9_1_to_depth_four():
    state = example("la-9-1")[0]
    assert GAME.perft(state, 4) == Paper(state).count(4) == [20, 460, 10090, 215257]

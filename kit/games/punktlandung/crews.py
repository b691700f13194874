"""Punktlandung: who plays when no person does. A crew decides from its `View` alone.

`random` makes any legal play or pass, each as likely. `house` is the kind of crew whose rates the rules publish (PL-8); its
thinking is `thinking.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kit.core.compiled import Floats, Ints, floats, ints
from kit.core.deals import Generator
from kit.core.errors import OptionError
from kit.games.punktlandung import thinking, worth
from kit.games.punktlandung.lookahead import HAND, Tables, new_desk
from kit.games.punktlandung.moves import OPERATIONS, Move, Pass, Play, Show, counted, operations
from kit.games.punktlandung.rules import calculate, legal_moves
from kit.games.punktlandung.view import View, as_state, known_of, unseen

Crew = Callable[[View, Generator], Move]
CREWS = ("random", "house")


def get(name: str) -> Crew:
    """The crew of that name; raises OptionError for an unknown one."""
    if name not in CREWS:
        raise OptionError("unknown-crew", given=name, valid=", ".join(CREWS))
    return {"random": random_crew, "house": house_crew}[name]


def random_crew(view: View, rng: Generator) -> Move:
    """Any legal play or pass, each as likely. Shows nothing."""
    moves = [move for move in legal_moves(as_state(view)) if counted(move)]
    return moves[rng.randrange(len(moves))]


@dataclass(frozen=True, slots=True)
class Prospect:
    """A play or pass as the house crew weighs it: its worth (1 hits), and the chance of a hit by the seat's next turn."""

    move: Play | Pass
    worth: float
    chance: float


@lru_cache(maxsize=8)
def _tables(target: int, hand_size: int, operations: int) -> Tables:
    size = worth.table_size(target)
    table, rows = floats(size * worth.LINE), ints(size * worth.ROW)
    worth.worth_table(target, hand_size, operations, table)
    worth.made_table(target, operations, table, rows)
    worth.steps_table(target, table, rows)
    return table, rows


def _counts(cards: tuple[int, ...]) -> Ints:
    out = ints(worth.RANKS)
    for card in cards:
        out[card] += 1
    return out


class _Thought:
    """What the house crew reckons with in one position: the tables of the target, its hand, the others' chances."""

    def __init__(self, view: View) -> None:
        if view.seat is None or not view.deciding:
            raise ValueError("a crew decides for a seat whose decision it is")
        self.view = view
        self.operations = len(operations(small=view.setup.small))
        self.tables = _tables(view.target, view.setup.hand_size, self.operations)
        self.hand = _counts(view.hand)
        hidden = unseen(view)
        none = floats((thinking.COPIES + 1) * (HAND + 1))
        thinking.none_of(len(hidden), none)
        self.chances: Floats = []
        self.others = [seat for seat in in_turn(view) if view.counts[seat]]
        for seat in self.others:
            held = floats(worth.RANKS)
            known, fresh = _counts(known_of(view, seat)), fresh_cards(view, seat)
            thinking.chances_to_hold(known, fresh, _counts(hidden), none, held)
            self.chances += held
        self.desk, self.notes = new_desk(), thinking.new_notes()
        self.codes, self.found = self.notes[:2]

    def arguments(self) -> tuple[Any, ...]:
        """The position, as `thinking.weigh` takes it."""
        view = self.view
        asked = (view.sum, int(not view.chain), self.hand, len(self.others), self.chances, view.target, self.operations)
        return (*asked, self.tables, self.desk, self.notes)

    def chance(self, move: Play | Pass) -> float:
        """P(a hit by the seat's next turn) after a move, as the crew sees the others' hands and play; 0 beyond the tables."""
        view = self.view
        total = calculate(view.sum, move.op, move.value) if isinstance(move, Play) else view.sum
        if total >= worth.table_size(view.target):
            return 0.0
        where = (len(self.others), self.chances, view.target, self.tables, self.desk, self.notes)
        return float(thinking.hit_chance(total, move.card, self.hand, *where))


def house_crew(view: View, rng: Generator) -> Move:
    """Hits when it can; else shows a card if it may, and leaves the best sum. Needs no luck: the same view, the same move."""
    thought = _Thought(view)
    move = _decoded(thinking.best_move(*thought.arguments()))
    if thought.found[0] < 1.0 and view.setup.signals and not view.signalled[thought.view.seat or 0]:
        shown = thinking.best_signal(thought.hand, move.card, view.target, thought.operations, thought.tables[0])
        if shown >= 0:
            return Show(shown)
    return move


def prospects(view: View) -> list[Prospect]:
    """The plays and passes that the house crew looks at closely, the best first; where it can hit, that move alone."""
    thought = _Thought(view)
    asked = thought.arguments()
    code = thinking.hitting_move(view.sum, int(not view.chain), thought.hand, view.target, thought.operations)
    if code >= 0:
        return [Prospect(_decoded(code), 1.0, 1.0)]
    n = thinking.weigh(*asked)
    weighed = [(thought.found[i], _decoded(thought.codes[i])) for i in range(n) if thought.found[i] > -1.0]
    weighed.sort(key=lambda pair: -pair[0])
    return [Prospect(move, value, thought.chance(move)) for value, move in weighed]


def _decoded(code: int) -> Play | Pass:
    op, card, value = thinking.decode(code)
    return Pass(card) if op == worth.PASS else Play(card, OPERATIONS[op], value)


def in_turn(view: View) -> list[int]:
    """The other seats in turn order, the next one first."""
    assert view.seat is not None
    seats = view.setup.seats
    return [(view.seat + step) % seats for step in range(1, seats)]


def next_seat(view: View) -> int:
    """The seat that moves next after this one, hands without cards skipped as far as is known now."""
    assert view.seat is not None
    return next((seat for seat in in_turn(view) if view.counts[seat]), view.seat)


def fresh_cards(view: View, seat: int) -> Ints:
    """For each rank, how many of a seat's cards not known to this view may be it, by what its misses tell."""
    fresh = ints(worth.RANKS)
    hidden = view.counts[seat] - len(known_of(view, seat))
    for rank in range(worth.RANKS):
        fresh[rank] = view.setup.hand_size
    if view.hands[seat] is None:
        turns = [total for who, total in view.misses if who == seat]
        for index, total in enumerate(turns):
            # each turn of a target is followed by a draw as long as the stack had cards
            drew = int(len(turns) - index <= view.setup.hand_size and (view.stack_count > 0 or index < len(turns) - 1))
            for rank in range(worth.RANKS):
                fresh[rank] += drew
            thinking.miss_tells(total, view.target, len(operations(small=view.setup.small)), fresh, drew)
    for rank in range(worth.RANKS):
        fresh[rank] = min(fresh[rank], hidden)
    return fresh

"""Punktlandung: who plays when no person does. A crew decides from its `View` alone.

`random` makes any legal play or pass, each as likely. `house` is the kind of crew whose rates the rules publish (PL-8); its
thinking is `thinking.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from kit.core.compiled import Floats, Ints, floats, ints
from kit.core.deals import Generator
from kit.core.errors import OptionError
from kit.games.punktlandung import thinking
from kit.games.punktlandung.moves import OPERATIONS, Move, Pass, Play, Show, counted
from kit.games.punktlandung.rules import legal_moves
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


@lru_cache(maxsize=8)
def _tables(target: int, hand_size: int, operations: int) -> tuple[Floats, Ints]:
    size = thinking.table_size(target)
    table, made = floats(size), ints(size * thinking.RANKS)
    thinking.worth_table(target, hand_size, operations, table)
    thinking.made_table(target, operations, table, made)
    return table, made


def _counts(cards: tuple[int, ...]) -> Ints:
    out = ints(thinking.RANKS)
    for card in cards:
        out[card] += 1
    return out


def house_crew(view: View, rng: Generator) -> Move:
    """Hits when it can; else shows a card if it may, and leaves the best sum. Needs no luck: the same view, the same move."""
    if view.seat is None or not view.deciding:
        raise ValueError("a crew decides for a seat whose decision it is")
    operations = 2 if view.setup.small else 4
    table, made = _tables(view.target, view.setup.hand_size, operations)
    hand = _counts(view.hand)
    following = next_seat(view)
    later = next_seat(view, following)
    known = _counts(known_of(view, following)) if following != view.seat else ints(thinking.RANKS)
    hidden = unseen(view)
    chances, found = floats(thinking.RANKS), floats(1)
    thinking.chances_to_hold(known, fresh_cards(view, following), _counts(hidden), len(hidden), chances)
    code = thinking.best_move(
        view.sum,
        int(not view.chain),
        hand,
        int(later == view.seat),
        _counts(known_of(view, later)),
        chances,
        view.target,
        operations,
        table,
        made,
        found,
    )
    op, card, value = code // 196, code // 14 % 14, code % 14
    if found[0] < 1.0 and view.setup.signals and not view.signalled[view.seat]:
        shown = thinking.best_signal(hand, card, view.target, operations, table)
        if shown >= 0:
            return Show(shown)
    return Pass(card) if op == thinking.PASS else Play(card, OPERATIONS[op], value)


def next_seat(view: View, after: int | None = None) -> int:
    """The seat that moves after `after` (this one), hands without cards skipped as far as is known now."""
    seats = view.setup.seats
    start = view.seat if after is None else after
    assert start is not None
    for step in range(1, seats + 1):
        seat = (start + step) % seats
        if view.counts[seat]:
            return seat
    return start


def fresh_cards(view: View, seat: int) -> Ints:
    """For each rank, how many of a seat's cards not known to this view may be it, by what its misses tell."""
    fresh = ints(thinking.RANKS)
    hidden = view.counts[seat] - len(known_of(view, seat))
    for rank in range(thinking.RANKS):
        fresh[rank] = view.setup.hand_size
    if view.hands[seat] is None:
        turns = [total for who, total in view.misses if who == seat]
        for index, total in enumerate(turns):
            # each turn of a target is followed by a draw as long as the stack had cards
            drew = int(len(turns) - index <= view.setup.hand_size and (view.stack_count > 0 or index < len(turns) - 1))
            for rank in range(thinking.RANKS):
                fresh[rank] += drew
            thinking.miss_tells(total, view.target, 2 if view.setup.small else 4, fresh, drew)
    for rank in range(thinking.RANKS):
        fresh[rank] = min(fresh[rank], hidden)
    return fresh

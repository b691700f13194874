"""Punktlandung in batches: whole games compiled by Numba.

The crew's thinking is the compiled twin of `thinking.py`; here are the deal, the rules on small arrays, and the loops. Game i
of seed s has the deal seed `mix(s) ^ i`, so a batch cut in pieces gives the same games, and each can be replayed in the
readable engine. The tests hold the rules here equal to the engine, move by move.

A sum that would pass `LIMIT` is not played by the random crew (the engine has no limit; 64 bits do, and wrapping would be a
lie): `limits` counts how often that happened. The house crew never comes near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import CHOICES, U, begin_stream, below, shuffle
from kit.core.deals import mix
from kit.core.errors import OptionError
from kit.games.punktlandung.rules import setup_of
from kit.games.punktlandung.state import Ending

Array = Any
CREWS = ("random", "house")
ENDINGS = (None, Ending.WON, Ending.STACK_OUT, Ending.HANDS_OUT, Ending.ENDLESS)
PLAYING, WON, STACK_OUT, HANDS_OUT, ENDLESS = range(5)
LIMIT = 10**15
RANKS = 14

_worth, _thinking = twin("kit.games.punktlandung.worth"), twin("kit.games.punktlandung.thinking")
calculate, worth_table, table_size = _worth.calculate, _worth.worth_table, _worth.table_size
made_table, order_table = _worth.made_table, _worth.order_table
best_move, best_signal, miss_tells = _thinking.best_move, _thinking.best_signal, _thinking.miss_tells
chances_to_hold, WORKROOM, MOVES = _thinking.chances_to_hold, _thinking.ROOM, _thinking.MOVES

# The position: scalars, then the stack, then by seat hand, known cards, fresh counts (14 each), then the unseen counts
TARGET, SUM, TURN, HITS, TURNS, TOP, END, KNOWN_END, CHAIN, OUTCOME = range(10)
STACK = 10
ROOM = 54 + 64  # the deck, and what slides under it
SEATS_AT = STACK + ROOM
SEAT_SIZE = 3 * RANKS + 3  # hand, known, fresh; then the card shown + 1, whether it has signalled, the hand's size
OUT = SEATS_AT + 4 * SEAT_SIZE  # cards that lie open or are out, by rank
SIZE = OUT + RANKS
SHOWN, SIGNALLED, HELD = 3 * RANKS, 3 * RANKS + 1, 3 * RANKS + 2


@jit
def digit(card: int, place: int) -> int:
    """What a card counts as a digit, -1 where it slides under the stack (PL-2.1)."""
    if card == 0:
        return -1
    if card <= 9:
        return card
    return -1 if place == 0 else 0


@jit
def take(s: Array) -> int:
    """The top card of the stack."""
    s[TOP] += 1
    return s[STACK + s[TOP] - 1]


@jit
def reveal(s: Array, rules: Array) -> None:
    """The next target (PL-2); `rules`: seats, hand size, jokers, targets (0: endless), signals, digits."""
    target = 0
    for place in range(rules[5]):
        while True:
            some = False
            for i in range(s[TOP], s[END]):
                if digit(s[STACK + i], place) >= 0:
                    some = True
            if not some:
                s[OUTCOME] = ENDLESS if rules[3] == 0 else STACK_OUT
                return
            card = take(s)
            if digit(card, place) >= 0:
                target = 10 * target + digit(card, place)
                s[OUT + card] += 1
                break
            if s[KNOWN_END] < s[TOP]:
                s[KNOWN_END] = s[TOP]
            if s[END] == ROOM:  # make room: cards still in the stack move to its front
                for i in range(s[TOP], s[END]):
                    s[STACK + i - s[TOP]] = s[STACK + i]
                s[END] -= s[TOP]
                s[KNOWN_END] = max(s[KNOWN_END] - s[TOP], 0)
                s[TOP] = 0
            s[STACK + s[END]] = card
            s[END] += 1
    s[TARGET], s[SUM], s[CHAIN] = target, 0, 0
    for seat in range(rules[0]):
        at = SEATS_AT + seat * SEAT_SIZE
        s[at + SHOWN] = 0
        s[at + SIGNALLED] = 0
        for rank in range(RANKS):
            s[at + 2 * RANKS + rank] = rules[1]


@jit
def deal(s: Array, rules: Array, deck: Array, seed: Any, stream: Array) -> None:
    """A new game from its deal seed: `deck` holds all cards, sorted (it is left as it is)."""
    n = deck.shape[0]
    for i in range(SIZE):
        s[i] = 0
    for i in range(n):
        s[STACK + i] = deck[i]
    begin_stream(stream, seed, 1)
    shuffle(stream, s[STACK : STACK + n], n)
    s[END] = n
    s[KNOWN_END] = n  # where the known lower end begins: nothing has slid yet
    for seat in range(rules[0]):
        at = SEATS_AT + seat * SEAT_SIZE
        for _ in range(rules[1]):
            s[at + take(s)] += 1
        s[at + HELD] = rules[1]
    reveal(s, rules)


@jit
def draw(s: Array, rules: Array, seat: int) -> int:
    """Back to the full hand if the stack has cards; returns 1 where a card was drawn (PL-3.1)."""
    at = SEATS_AT + seat * SEAT_SIZE
    if s[TOP] >= s[END] or s[at + HELD] >= rules[1]:
        return 0
    known = s[TOP] >= s[KNOWN_END]
    card = take(s)
    s[at + card] += 1
    s[at + HELD] += 1
    if known:
        s[at + RANKS + card] += 1
    return 1


@jit
def show(s: Array, card: int) -> None:
    """The signal of the seat to move (PL-4.1)."""
    at = SEATS_AT + s[TURN] * SEAT_SIZE
    if s[at + RANKS + card] == 0:
        s[at + RANKS + card] = 1
    s[at + SHOWN] = card + 1
    s[at + SIGNALLED] = 1


@jit
def turn(s: Array, rules: Array, op: int, card: int, value: int) -> None:
    """A play or a pass (op 4) of the seat to move, and all that follows (PL-3, PL-5)."""
    seat = s[TURN]
    at = SEATS_AT + seat * SEAT_SIZE
    s[at + card] -= 1
    s[at + HELD] -= 1
    if s[at + RANKS + card]:
        s[at + RANKS + card] -= 1
    if s[at + SHOWN] == card + 1:
        s[at + SHOWN] = 0
    s[OUT + card] += 1
    s[TURNS] += 1
    before = s[SUM]
    if op != 4:
        s[SUM] = calculate(before, op, value)
        s[CHAIN] += 1
        if s[SUM] == s[TARGET]:
            s[HITS] += 1
            if s[HITS] == rules[3]:
                s[OUTCOME] = WON
                return
            draw(s, rules, seat)
            if rules[3] == 0 and s[TOP] >= s[END]:
                s[OUTCOME] = ENDLESS
                return
            s[TURN] = (seat + 1) % rules[0]
            reveal(s, rules)
            return
    drew = draw(s, rules, seat)
    fresh = s[at + 2 * RANKS : at + 3 * RANKS]
    for rank in range(RANKS):
        fresh[rank] += drew
    miss_tells(before, s[TARGET], 2 if rules[5] == 2 else 4, fresh, drew)
    if rules[3] == 0 and s[TOP] >= s[END]:
        s[OUTCOME] = ENDLESS
        return
    for step in range(1, rules[0] + 1):
        following = (seat + step) % rules[0]
        if s[SEATS_AT + following * SEAT_SIZE + HELD]:
            s[TURN] = following
            return
    s[OUTCOME] = HANDS_OUT


@jit
def house_decides(
    s: Array,
    rules: Array,
    deck_counts: Array,
    table: Array,
    made: Array,
    order: Array,
    room: Array,
    worths: Array,
    codes: Array,
    found: Array,
) -> int:
    """The house crew's play or pass for the seat to move, encoded, from what that seat may know; arrays as in `thinking`."""
    seat = s[TURN]
    at = SEATS_AT + seat * SEAT_SIZE
    unseen, fresh, chances = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64), np.zeros(3 * RANKS)
    total = 0
    for rank in range(RANKS):
        unseen[rank] = deck_counts[rank] - s[OUT + rank] - s[at + rank]
    for other in range(rules[0]):
        if other != seat:
            for rank in range(RANKS):
                unseen[rank] -= s[SEATS_AT + other * SEAT_SIZE + RANKS + rank]
    for i in range(max(s[TOP], s[KNOWN_END]), s[END]):
        unseen[s[STACK + i]] -= 1
    for rank in range(RANKS):
        total += unseen[rank]
    levels = 0
    for step in range(1, rules[0]):
        to = SEATS_AT + (seat + step) % rules[0] * SEAT_SIZE
        if s[to + HELD] == 0:
            continue
        known, hidden = s[to + RANKS : to + 2 * RANKS], s[to + HELD]
        for rank in range(RANKS):
            hidden -= known[rank]
        for rank in range(RANKS):
            fresh[rank] = min(s[to + 2 * RANKS + rank], hidden)
        chances_to_hold(known, fresh, unseen, total, chances[levels * RANKS : (levels + 1) * RANKS])
        levels += 1
    operations = 2 if rules[5] == 2 else 4
    hand, first = s[at : at + RANKS], 1 if s[CHAIN] == 0 else 0
    return best_move(s[SUM], first, hand, levels, chances, s[TARGET], operations, table, made, order, room, worths, codes, found)


@jit
def play_house(
    s: Array,
    rules: Array,
    deck: Array,
    deck_counts: Array,
    tables: Array,
    mades: Array,
    orders: Array,
    starts: Array,
    seed: Any,
    room: Array,
    worths: Array,
) -> int:
    """One game of the house crew; returns its turns. `tables`, `mades`, `orders` hold every target's, at `starts[target]`."""
    stream, codes, found = np.zeros(1, np.uint64), np.zeros(MOVES, np.int64), np.zeros(MOVES)
    deal(s, rules, deck, seed, stream)
    operations = 2 if rules[5] == 2 else 4
    while s[OUTCOME] == PLAYING:
        a, b = starts[s[TARGET]], starts[s[TARGET] + 1]
        table, made, order = tables[a:b], mades[RANKS * a : RANKS * b], orders[RANKS * a : RANKS * b]
        code = house_decides(s, rules, deck_counts, table, made, order, room, worths, codes, found)
        op, card, value = code // 196, code // 14 % 14, code % 14
        at = SEATS_AT + s[TURN] * SEAT_SIZE
        if found[0] < 1.0 and rules[4] and s[at + SIGNALLED] == 0:
            shown = best_signal(s[at : at + RANKS], card, s[TARGET], operations, table)
            if shown >= 0:
                show(s, shown)
                continue
        turn(s, rules, op, card, value)
    return s[TURNS]


@jit
def play_random(s: Array, rules: Array, deck: Array, seed: Any) -> int:
    """One game of random plays and passes, in the order of `rules.legal_moves`; returns how many were left out at `LIMIT`."""
    stream, choices = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    options = np.zeros(5 * 13 + 14 * 5, np.int64)
    begin_stream(choices, seed, CHOICES)
    deal(s, rules, deck, seed, stream)
    operations = 2 if rules[5] == 2 else 4
    limits = 0
    while s[OUTCOME] == PLAYING:
        at = SEATS_AT + s[TURN] * SEAT_SIZE
        n = 0
        for card in range(RANKS):
            if s[at + card] == 0:
                continue
            for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
                for op in range(1 if s[CHAIN] == 0 else operations):
                    made = calculate(s[SUM], op, value)
                    if made > LIMIT:
                        limits += 1
                    elif made >= 0:
                        options[n] = (op * RANKS + card) * RANKS + value
                        n += 1
        for card in range(RANKS):
            if s[at + card]:
                options[n] = (4 * RANKS + card) * RANKS + card
                n += 1
        code = options[below(choices, n)]
        turn(s, rules, code // 196, code // 14 % 14, code % 14)
    return limits


@jit
def all_tables(
    hand_size: int, operations: int, low: int, high: int, starts: Array, tables: Array, mades: Array, orders: Array
) -> None:
    """The tables of all targets `low` ... `high`."""
    for target in range(low, high + 1):
        a, b = starts[target], starts[target + 1]
        worth_table(target, hand_size, operations, tables[a:b])
        made, order = mades[RANKS * a : RANKS * b], orders[RANKS * a : RANKS * b]
        made_table(target, operations, tables[a:b], made)
        order_table(target, tables[a:b], made, order)


@jit
def batch(
    kind: int,
    rules: Array,
    deck: Array,
    tables: Array,
    mades: Array,
    orders: Array,
    starts: Array,
    seed: Any,
    first: int,
    results: Array,
) -> int:
    """Games `first` ... of the batch (`seed` mixed); `results` gets outcome, hits and turns of each."""
    s, deck_counts = np.zeros(SIZE, np.int64), np.zeros(RANKS, np.int64)
    room, worths = np.zeros(WORKROOM, np.int64), np.zeros(WORKROOM)
    for card in deck:
        deck_counts[card] += 1
    turns = 0
    for i in range(results.shape[0]):
        if kind == 1:
            play_house(s, rules, deck, deck_counts, tables, mades, orders, starts, seed ^ U(first + i), room, worths)
        else:
            play_random(s, rules, deck, seed ^ U(first + i))
        results[i, 0], results[i, 1], results[i, 2] = s[OUTCOME], s[HITS], s[TURNS]
        turns += s[TURNS]
    return turns


@dataclass(frozen=True, slots=True)
class Batch:
    """What games came to: how many, by ending, hits and turns in all. `seconds` is the time of playing alone."""

    games: int
    endings: dict[str, int]
    hits: int
    turns: int
    seconds: float

    @property
    def wins(self) -> int:
        """Games won."""
        return self.endings.get(str(Ending.WON), 0)


Tables = tuple[Array, Array, Array, Array]
_tables: dict[tuple[int, int, int, int], Tables] = {}


def tables_for(hand_size: int, operations: int, low: int, high: int) -> Tables:
    """Where each target's tables begin, and the three tables of all targets; made once a process (about three seconds)."""
    key = (hand_size, operations, low, high)
    if key not in _tables:
        starts = np.zeros(high + 2, np.int64)
        for target in range(low, high + 1):
            starts[target + 1] = starts[target] + table_size(target)
        tables = np.zeros(starts[high + 1])
        mades, orders = np.zeros((2, RANKS * starts[high + 1]), np.int16)  # no sum in them passes 13 * 1039
        all_tables(hand_size, operations, low, high, starts, tables, mades, orders)
        _tables[key] = starts, tables, mades, orders
    return _tables[key]


def rules_array(level: str, seats: int, variants: Sequence[str]) -> tuple[Array, Array]:
    """Level, seats and variants as the kernel takes them, and the deck; OptionError for unknown ones."""
    setup = setup_of(level, seats, variants)
    rules = [seats, setup.hand_size, setup.jokers, setup.targets or 0, int(setup.signals), setup.digits]
    return np.array(rules, np.int64), np.array(setup.deck, np.int64)


def simulate(
    *, level: str, seats: int, variants: Sequence[str], crews: Sequence[str], games: int, seed: int, first: int = 0
) -> Batch:
    """Play the games `first` ... `first + games - 1` of the batch `seed` with one crew in all seats.

    Raises OptionError for unknown options. The first call in a process compiles (or loads) the code and makes the tables.
    """
    rules, deck = rules_array(level, seats, variants)
    if len(set(crews)) != 1 or crews[0] not in CREWS:
        raise OptionError("unknown-crew", given=",".join(crews), valid=", ".join(CREWS))
    kind = CREWS.index(crews[0])
    small = rules[5] == 2
    low, high = (10, 99) if small else (100, 999)
    none = np.zeros(1, np.int16)
    found: Tables = np.zeros(1, np.int64), np.zeros(1), none, none
    if kind:
        found = tables_for(int(rules[1]), 2 if small else 4, low, high)
    starts, table, made, order = found
    mixed_seed = U(mix(seed))
    batch(kind, rules, deck, table, made, order, starts, mixed_seed, 0, np.zeros((0, 3), np.int64))
    results = np.zeros((games, 3), np.int64)
    began = perf_counter()
    turns = batch(kind, rules, deck, table, made, order, starts, mixed_seed, first, results)
    seconds = perf_counter() - began
    counts = np.bincount(results[:, 0], minlength=len(ENDINGS))
    endings = {str(ending): int(n) for ending, n in zip(ENDINGS, counts, strict=True) if ending and n}
    return Batch(games, endings, int(results[:, 1].sum()), int(turns), seconds)

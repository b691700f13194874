"""Punktlandung in batches: whole games compiled by Numba.

The rules are those of `kernel_model.py`, the crew's thinking is the compiled twin of `thinking.py`; here are the crews at play
and the loops. Game i of seed s has the deal seed `mix(s) ^ i`, so a batch cut in pieces gives the same games, and each can be
replayed in the readable engine.

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
from kit.core.compiled_deals import CHOICES, U, begin_stream, below
from kit.core.deals import mix
from kit.core.errors import OptionError
from kit.games.punktlandung.kernel_model import (
    CHAIN,
    END,
    HELD,
    HITS,
    KNOWN_END,
    OUT,
    OUTCOME,
    PASS,
    PLAYING,
    RANKS,
    SEAT_SIZE,
    SEATS_AT,
    SIGNALLED,
    SIZE,
    STACK,
    SUM,
    TARGET,
    TOP,
    TURN,
    TURNS,
    Array,
    deal,
    operations,
    show,
    turn,
)
from kit.games.punktlandung.rules import setup_of
from kit.games.punktlandung.state import Ending

CREWS = ("random", "house")
ENDINGS = (None, Ending.WON, Ending.STACK_OUT, Ending.HANDS_OUT, Ending.ENDLESS)
LIMIT = 10**15

_worth, _thinking = twin("kit.games.punktlandung.worth"), twin("kit.games.punktlandung.thinking")
calculate, worth_table, table_size = _worth.calculate, _worth.worth_table, _worth.table_size
made_table, steps_table = _worth.made_table, _worth.steps_table
ROW, LINE = _worth.ROW, _worth.LINE
best_move, best_signal = _thinking.best_move, _thinking.best_signal
encode, decode = _thinking.encode, _thinking.decode
none_of, chances_to_hold, HAND = _thinking.none_of, _thinking.chances_to_hold, _thinking.HAND
new_desk, new_notes = twin("kit.games.punktlandung.lookahead").new_desk, _thinking.new_notes


@jit
def house_decides(s: Array, rules: Array, deck_counts: Array, tables: Any, mind: Any) -> int:
    """The house crew's play or pass for the seat to move, encoded, from what that seat may know; `tables` are the target's."""
    unseen, fresh, chances, none, desk, notes = mind
    seat = s[TURN]
    at = SEATS_AT + seat * SEAT_SIZE
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
    none_of(total, none)
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
        chances_to_hold(known, fresh, unseen, none, chances[levels * RANKS : (levels + 1) * RANKS])
        levels += 1
    hand, first = s[at : at + RANKS], 1 if s[CHAIN] == 0 else 0
    return best_move(s[SUM], first, hand, levels, chances, s[TARGET], operations(rules), tables, desk, notes)


@jit
def new_mind() -> Any:
    """Working arrays of `house_decides`: unseen cards, fresh ones, chances, P(none of), and what `thinking` works in."""
    none = np.zeros(5 * (HAND + 1))
    return np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64), np.zeros(3 * RANKS), none, new_desk(), new_notes()


@jit
def play_house(s: Array, rules: Array, deck: Array, deck_counts: Array, tables: Any, starts: Array, seed: Any, mind: Any) -> int:
    """One game of the house crew; returns its turns. `tables` hold every target's, at `starts[target]`."""
    stream = np.zeros(1, np.uint64)
    deal(s, rules, deck, seed, stream)
    while s[OUTCOME] == PLAYING:
        a, b = starts[s[TARGET]], starts[s[TARGET] + 1]
        these = tables[0][LINE * a : LINE * b], tables[1][ROW * a : ROW * b]
        op, card, value = decode(house_decides(s, rules, deck_counts, these, mind))
        at = SEATS_AT + s[TURN] * SEAT_SIZE
        if mind[5][1][0] < 1.0 and rules[4] and s[at + SIGNALLED] == 0:
            shown = best_signal(s[at : at + RANKS], card, s[TARGET], operations(rules), these[0])
            if shown >= 0:
                show(s, shown)  # asked again it would decide the same: what it showed it knew
        turn(s, rules, op, card, value)
    return s[TURNS]


@jit
def play_random(s: Array, rules: Array, deck: Array, seed: Any) -> int:
    """One game of random plays and passes, in the order of `rules.legal_moves`; returns how many were left out at `LIMIT`."""
    stream, choices = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    options = np.zeros(5 * 13 + 14 * 5, np.int64)
    begin_stream(choices, seed, CHOICES)
    deal(s, rules, deck, seed, stream)
    ways, limits = operations(rules), 0
    while s[OUTCOME] == PLAYING:
        at = SEATS_AT + s[TURN] * SEAT_SIZE
        n = 0
        for card in range(RANKS):
            if s[at + card] == 0:
                continue
            for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
                for op in range(1 if s[CHAIN] == 0 else ways):
                    made = calculate(s[SUM], op, value)
                    if made > LIMIT:
                        limits += 1
                    elif made >= 0:
                        options[n] = encode(op, card, value)
                        n += 1
        for card in range(RANKS):
            if s[at + card]:
                options[n] = encode(PASS, card, card)
                n += 1
        op, card, value = decode(options[below(choices, n)])
        turn(s, rules, op, card, value)
    return limits


@jit
def all_tables(hand_size: int, operations: int, low: int, high: int, starts: Array, tables: Any) -> None:
    """The tables of all targets `low` ... `high`."""
    for target in range(low, high + 1):
        a, b = starts[target], starts[target + 1]
        table, rows = tables[0][LINE * a : LINE * b], tables[1][ROW * a : ROW * b]
        worth_table(target, hand_size, operations, table)
        made_table(target, operations, table, rows)
        steps_table(target, table, rows)


@jit
def batch(kind: int, rules: Array, deck: Array, tables: Any, starts: Array, seed: Any, first: int, results: Array) -> int:
    """Games `first` ... of the batch (`seed` mixed); `results` gets outcome, hits and turns of each."""
    s, deck_counts, mind = np.zeros(SIZE, np.int64), np.zeros(RANKS, np.int64), new_mind()
    for card in deck:
        deck_counts[card] += 1
    turns = 0
    for i in range(results.shape[0]):
        if kind == 1:
            play_house(s, rules, deck, deck_counts, tables, starts, seed ^ U(first + i), mind)
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


Tables = tuple[Array, tuple[Array, Array]]
_tables: dict[tuple[int, int, int, int], Tables] = {}


def tables_for(hand_size: int, operations: int, low: int, high: int) -> Tables:
    """Where each target's tables begin, and the tables of all targets, by kind; made once a process (about three seconds)."""
    key = (hand_size, operations, low, high)
    if key not in _tables:
        starts = np.zeros(high + 2, np.int64)
        for target in range(low, high + 1):
            starts[target + 1] = starts[target] + table_size(target)
        room = np.zeros(LINE * (starts[high + 1] + 1))
        aligned = room[-room.ctypes.data % 64 // 8 :]  # a sum's worth and row lie in one line of the cache, 64 bytes
        tables = aligned, aligned.view(np.int16)  # no number in the rows passes 16 * 1040
        all_tables(hand_size, operations, low, high, starts, tables)
        _tables[key] = starts, tables
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
    starts, tables = np.zeros(1, np.int64), (np.zeros(1), np.zeros(1, np.int16))
    if kind:
        starts, tables = tables_for(int(rules[1]), 2 if small else 4, low, high)
    mixed_seed = U(mix(seed))
    batch(kind, rules, deck, tables, starts, mixed_seed, 0, np.zeros((0, 3), np.int64))
    results = np.zeros((games, 3), np.int64)
    began = perf_counter()
    turns = batch(kind, rules, deck, tables, starts, mixed_seed, first, results)
    seconds = perf_counter() - began
    counts = np.bincount(results[:, 0], minlength=len(ENDINGS))
    endings = {str(ending): int(n) for ending, n in zip(ENDINGS, counts, strict=True) if ending and n}
    return Batch(games, endings, int(results[:, 1].sum()), int(turns), seconds)

"""Orbit: single tasks in random deals, compiled (see `calibration.py`). Importing this module loads Numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from kit.cards import SUITS, card
from kit.core.compiled import jit, twin
from kit.core.compiled_deals import CHOICES, Array, U, begin_stream, below
from kit.core.deals import mix
from kit.games.orbit.crews import task_table
from kit.games.orbit.kernel import begin_play, house_plays, house_signals, may_hold, outlook, rules_array
from kit.games.orbit.kernel_draft import COMMANDER, DRAFT, REST, deal, may_take
from kit.games.orbit.mind import PUBLIC
from kit.games.orbit.model import DONE, OWNER, SEATS, SIZE, TASK, TASKS, WIDTH, pack
from kit.games.orbit.state import DECK
from kit.games.orbit.taking import ROW_SIZE, WORK

OWNER_GAMES = 40  # played out for each seat to find the sensible owner
TRIED = 400_000  # cards that the solver tries at most
MEMORY = 1 << 14

_chance = twin("kit.games.orbit.mind").chance_of_task
_search = twin("kit.games.orbit.solver").search


@jit
def give(s: Array, seat: int, task_card: int, table: Array) -> None:
    """The one task of the array goes to `seat`."""
    s[TASK + OWNER] = seat
    for i in range(1, WIDTH):
        s[TASK + i] = table[ROW_SIZE * task_card + i]
    s[TASKS] = 1


@jit
def played(s: Array, d: Array, public: Array, games: int, choices: Array) -> int:
    """1 where the house crew fulfils the task from here, after its signals."""
    begin_play(s, public)
    house_signals(s, d, public)
    house_plays(s, d, public, games, choices)
    return 1 if outlook(s) == DONE else 0


@jit
def sensible_owner(s: Array, d: Array, public: Array, allowed: int, task_card: int, table: Array, choices: Array) -> int:
    """The seat whose own hand promises most success with the task."""
    own, counts = np.zeros(5, np.int64), np.zeros(5, np.int64)
    top, best, chosen = 39 if d[REST] >> 39 & 1 else 38, -1, 0
    for seat in range(s[SEATS]):
        if allowed >> seat & 1:
            give(s, seat, task_card, table)
            begin_play(s, public)
            may_hold(s, public, seat, d[COMMANDER], top, own, counts)
            good = _chance(s, own, counts, OWNER_GAMES, below(choices, 1 << 28))
            if good > best:
                best, chosen = good, seat
    return chosen


@jit
def batch(
    task_cards: Array, rules: Array, deck: Array, table: Array, games: int, thought: int, seed: Any, results: Array
) -> None:
    """`games` deals; `results`: successes with a random and a sensible owner and with open hands, and how often no answer."""
    s, kept, d = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64), np.zeros(DRAFT, np.int64)
    public, work, way = np.zeros(PUBLIC, np.int64), np.zeros(WORK, np.int64), np.zeros(41, np.int64)
    stream, choices = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    ones, twos = np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.int64)
    done, i = 0, 0
    while done < games:
        deal(kept, d, rules, deck, seed ^ U(i), stream)
        begin_stream(choices, seed ^ U(i), CHOICES)
        i += 1
        task_card = task_cards[below(choices, 4)]
        allowed, n = 0, 0
        for seat in range(kept[SEATS]):
            if may_take(kept, seat, task_card, table, d[COMMANDER], d[REST], work):
                allowed |= 1 << seat
                n += 1
        if n == 0:
            continue
        done += 1
        pick, owner = below(choices, n), 0
        while not allowed >> owner & 1 or pick:
            pick -= allowed >> owner & 1
            owner += 1
        s[:] = kept
        give(s, owner, task_card, table)
        results[0] += played(s, d, public, thought, choices)
        s[:] = kept
        chosen = sensible_owner(s, d, public, allowed, task_card, table, choices)
        give(s, chosen, task_card, table)
        results[1] += played(s, d, public, thought, choices)
        s[:] = kept
        give(s, owner, task_card, table)
        ones[:] = 0
        twos[:] = 0
        found = _search(s, TRIED, ones, twos, way)
        results[2] += 1 if found == 1 else 0
        results[3] += 1 if found < 0 else 0


def count(rank: int, games: int, seats: int, seed: int, thought: int) -> tuple[int, int, int, int]:
    """Successes of a task over `games` deals: random owner, sensible owner, open hands; and deals without the solver's answer."""
    rules, results = rules_array("1", seats, ()), np.zeros(4, np.int64)
    deck, table = np.array([pack(each) for each in DECK], np.int64), np.array(task_table(), np.int64)
    cards = np.array([card(rank, suit) for suit in SUITS], np.int64)
    batch(cards, rules, deck, table, games, thought, U(mix(seed)), results)
    won, sensible, shown, unknown = (int(n) for n in results)
    return won, sensible, shown, unknown

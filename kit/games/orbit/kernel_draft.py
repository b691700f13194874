"""Orbit in batches: the deal, the offer and who takes which task (OR-1, OR-3), as compiled twins of `draft.py`.

The reasoning about which tasks go together is `taking.py`. Importing this module loads Numba.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import Array, begin_stream, below, shuffle
from kit.games.orbit.model import (
    ALL,
    FIRST,
    HANDS,
    LAST,
    LEADER,
    LEFT,
    OWNER,
    SEATS,
    SHUN,
    SIZE,
    TARGET,
    TASK,
    TASKS,
    TURN,
    WIDTH,
)
from kit.games.orbit.state import TASK_DECK
from kit.games.orbit.taking import DIFFICULTY, ROW_SIZE

RULE_SEATS, GOAL, TRICKS, OFFER, SIGNALS = range(5)
CARDS = len(TASK_DECK)
# The draft: how many cards are open, how many turned so far, those turned (a mask), the sum taken; then the open cards in order
OPEN, TURNED, GONE, SUM, COMMANDER, REST = range(6)
OFFERED = 6
DRAFT = OFFERED + CARDS

may_take = twin("kit.games.orbit.taking").may_take


@jit
def deal(s: Array, d: Array, rules: Array, deck: Array, seed: Any, stream: Array) -> None:
    """A new attempt before its draft (OR-1.3, OR-1.4); `deck` holds the cards in the engine's order."""
    cards = deck.copy()
    begin_stream(stream, seed, 1)
    shuffle(stream, cards, 40)
    for i in range(SIZE):
        s[i] = 0
    s[SEATS], s[LEFT], s[LAST], s[FIRST] = rules[RULE_SEATS], rules[TRICKS], -1, -1
    d[REST] = ALL if rules[RULE_SEATS] * rules[TRICKS] == 40 else ALL & ~(1 << cards[39])
    top = -1
    for i in range(rules[RULE_SEATS] * rules[TRICKS]):
        seat = i // rules[TRICKS]
        s[HANDS + seat] |= 1 << cards[i]
        if cards[i] > top:
            top, d[COMMANDER] = cards[i], seat
    s[LEADER], s[TURN] = d[COMMANDER], d[COMMANDER]


@jit
def open_task(d: Array, table: Array, card: int) -> None:
    """A task card is turned; one that names the card out of play is laid aside (OR-3.3)."""
    d[TURNED] += 1
    d[GONE] |= 1 << card
    for named in (table[ROW_SIZE * card + TARGET], table[ROW_SIZE * card + SHUN]):
        if named >= 0 and not d[REST] >> named & 1:
            return
    d[OFFERED + d[OPEN]] = card
    d[OPEN] += 1


@jit
def begin_draft(d: Array, rules: Array, table: Array, seed: Any, stream: Array) -> None:
    """The first offer (OR-3.2)."""
    d[OPEN], d[TURNED], d[GONE], d[SUM] = 0, 0, 0, 0
    cards = np.arange(CARDS)
    begin_stream(stream, seed, 2)
    shuffle(stream, cards, CARDS)
    for i in range(rules[OFFER]):
        open_task(d, table, cards[i])


@jit
def turn_one_more(d: Array, table: Array, seed: Any, stream: Array) -> None:
    """One more task card (OR-3.2)."""
    cards, n = np.zeros(CARDS, np.int64), 0
    for card in range(CARDS):
        if not d[GONE] >> card & 1:
            cards[n] = card
            n += 1
    begin_stream(stream, seed, 3 + d[TURNED])
    shuffle(stream, cards, n)
    open_task(d, table, cards[0])


@jit
def picks_of(s: Array, d: Array, rules: Array, table: Array, seat: int, work: Array, picks: Array) -> int:
    """The open task cards that a seat may take, in the order of the offer, into `picks`; returns how many."""
    n = 0
    for i in range(d[OPEN]):
        card = d[OFFERED + i]
        fits = d[SUM] + table[ROW_SIZE * card + DIFFICULTY] <= rules[GOAL]
        if fits and may_take(s, seat, card, table, d[COMMANDER], d[REST], work):
            picks[n] = card
            n += 1
    return n


@jit
def next_pick(s: Array, d: Array, rules: Array, table: Array, seed: Any, stream: Array, work: Array, picks: Array) -> int:
    """Turns cards until a seat may take one, which then stands in `s[TURN]`; returns how many `picks` it has, 0 at the end."""
    if d[SUM] < rules[GOAL]:
        for _ in range(rules[RULE_SEATS]):
            n = picks_of(s, d, rules, table, s[TURN], work, picks)
            while n == 0 and d[TURNED] < CARDS:
                turn_one_more(d, table, seed, stream)
                n = picks_of(s, d, rules, table, s[TURN], work, picks)
            if n:
                return n
            s[TURN] = (s[TURN] + 1) % rules[RULE_SEATS]
    s[TURN] = d[COMMANDER]
    return 0


@jit
def random_pick(
    s: Array, d: Array, rules: Array, table: Array, seed: Any, stream: Array, work: Array, picks: Array, choices: Array
) -> int:
    """The same, but only as far as the random crew needs it: the card that it takes, -1 at the end of the draft.

    It draws cards of the offer until one may be taken; where none may, one more is turned and it draws again.
    """
    if d[SUM] < rules[GOAL]:
        for _ in range(rules[RULE_SEATS]):
            refused, before = 0, choices[0]
            while True:
                n = d[OPEN]
                picks[:n] = d[OFFERED : OFFERED + n]
                while n:
                    place = below(choices, n)
                    card: int = picks[place]
                    fits = d[SUM] + table[ROW_SIZE * card + DIFFICULTY] <= rules[GOAL] and not refused >> card & 1
                    if fits and may_take(s, s[TURN], card, table, d[COMMANDER], d[REST], work):
                        return card
                    refused |= 1 << card
                    n -= 1
                    picks[place:n] = picks[place + 1 : n + 1]
                choices[0] = before
                if d[TURNED] == CARDS:
                    break
                turn_one_more(d, table, seed, stream)
            s[TURN] = (s[TURN] + 1) % rules[RULE_SEATS]
    s[TURN] = d[COMMANDER]
    return -1


@jit
def take(s: Array, d: Array, table: Array, card: int) -> None:
    """The seat in `s[TURN]` takes a task card that it may take; the turn goes on clockwise."""
    at = TASK + WIDTH * s[TASKS]
    s[at + OWNER] = s[TURN]
    for i in range(1, WIDTH):
        s[at + i] = table[ROW_SIZE * card + i]
    s[TASKS] += 1
    d[SUM] += table[ROW_SIZE * card + DIFFICULTY]
    n = 0
    for i in range(d[OPEN]):
        if d[OFFERED + i] != card:
            d[OFFERED + n] = d[OFFERED + i]
            n += 1
    d[OPEN] = n
    s[TURN] = (s[TURN] + 1) % s[SEATS]

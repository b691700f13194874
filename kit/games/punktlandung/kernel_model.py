"""Punktlandung's rules on small arrays, compiled by Numba: the deal, a turn, and all that follows.

A position is one array of whole numbers; its places are named below. `rules` holds seats, hand size, jokers, targets (0:
endless), whether there are signals, and digits of a target (`kernel.rules_array`). The tests hold all this equal to the engine,
move by move. Sums are 64 bits wide: who plays keeps them below that.
"""

from __future__ import annotations

from typing import Any

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import begin_stream, shuffle

Array = Any  # of int64, but for a stream
RANKS = 14
PASS = 4
PLAYING, WON, STACK_OUT, HANDS_OUT, ENDLESS = range(5)

calculate, miss_tells = twin("kit.games.punktlandung.worth").calculate, twin("kit.games.punktlandung.thinking").miss_tells

# The position: scalars, the stack, what belongs to each seat, and the cards that lie open or are out
TARGET, SUM, TURN, HITS, TURNS, TOP, END, KNOWN_END, CHAIN, OUTCOME = range(10)
STACK = 10
ROOM = 54 + 64  # the deck, and what slides under it
SEATS_AT = STACK + ROOM
SEAT_SIZE = 3 * RANKS + 3  # hand, known, fresh; then the card shown + 1, whether it has signalled, the hand's size
OUT = SEATS_AT + 4 * SEAT_SIZE  # cards that lie open or are out, by rank
SIZE = OUT + RANKS
SHOWN, SIGNALLED, HELD = 3 * RANKS, 3 * RANKS + 1, 3 * RANKS + 2


@jit
def operations(rules: Array) -> int:
    """How many operations there are: two with small numbers (PL-7.3), else four."""
    return 2 if rules[5] == 2 else 4


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
    card: int = s[STACK + s[TOP]]
    s[TOP] += 1
    return card


@jit
def reveal(s: Array, rules: Array) -> None:
    """The next target (PL-2)."""
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
    if op != PASS:
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
    miss_tells(before, s[TARGET], operations(rules), fresh, drew)
    if rules[3] == 0 and s[TOP] >= s[END]:
        s[OUTCOME] = ENDLESS
        return
    for step in range(1, rules[0] + 1):
        following = (seat + step) % rules[0]
        if s[SEATS_AT + following * SEAT_SIZE + HELD]:
            s[TURN] = following
            return
    s[OUTCOME] = HANDS_OUT

"""Luft, Land und See in batches: the crews' thinking compiled. Importing this module loads Numba.

What a crew weighs is the compiled twin of `thinking.py`; here is what `crews.py` does around it, on arrays: possible worlds,
stages, withdrawing. It draws the same numbers in the same order, so that with the same stream a crew decides as it does in
play (its cap on time apart). `sheet` has six rows of 18: hidden places, what is remembered of each, the remembered cards, the
other hidden ones, and two for the worlds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import Array, below
from kit.games.luft_land_see.crews import DEPTH, GREEDY_WORLDS, REPLIES, STAGES
from kit.games.luft_land_see.model import (
    COUNTS,
    DECK,
    DECK_HEAD,
    DECK_TAIL,
    FIRST,
    HANDS,
    HEIGHT,
    HELD,
    MAX_MOVES,
    QUEUE,
    QUEUE_HEAD,
    QUEUE_TAIL,
    SIZE,
    SIZES,
    STACKS,
    WHERE,
)
from kit.games.luft_land_see.recall import HAND_TRACES, LANE_MASK

_model, _thinking = twin("kit.games.luft_land_see.model"), twin("kit.games.luft_land_see.thinking")
act, legal, decider = _model.act, _model.legal, _model.decider
chance, playout = _thinking.chance, _thinking.playout

WITHDRAW = 400  # no move of model.py
PLACES, LANES, KNOWN, OTHERS, CHOSEN, REST = range(6)
DOWN = 18


@jit
def rooms() -> Any:
    """Scratch space of a crew: sheet, moves, replies, base, world, start, trial, sums, order, numbers of the sheet."""
    return (
        np.zeros((6, 18), np.int64),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros((4, SIZE), np.int64),
        np.zeros(MAX_MOVES),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros(3, np.int64),
    )


@jit
def look(s: Array, seen: Array, seat: int, base: Array, sheet: Array, found: Array) -> None:
    """What `seat` does not see: `base` without it, the sheet's first four rows, and in `found` how many places, known, others."""
    base[:] = s
    shift, other, n, hidden = 18 * seat, 1 - seat, 0, s[HANDS + 1 - seat]
    for at in range(3 * other, 3 * other + 3):
        for i in range(STACKS + at * HEIGHT, STACKS + at * HEIGHT + s[SIZES + at]):
            if s[i] >= DOWN:
                sheet[PLACES, n], sheet[LANES, n] = i, seen[s[i] - DOWN] >> shift & LANE_MASK
                hidden |= 1 << (s[i] - DOWN)
                n += 1
    for _ in range(s[COUNTS + other]):
        sheet[PLACES, n], sheet[LANES, n] = HANDS + other, seen[HAND_TRACES + other] >> shift & LANE_MASK
        n += 1
    base[HANDS + other] = 0
    if s[HELD] >= 0 and s[QUEUE + s[QUEUE_HEAD]] // 54 % 2 != seat:
        sheet[PLACES, n], sheet[LANES, n] = HELD, seen[s[HELD]] >> shift & LANE_MASK
        hidden |= 1 << s[HELD]
        n += 1
    for i in range(DECK + s[DECK_HEAD], DECK + s[DECK_TAIL]):
        sheet[PLACES, n], sheet[LANES, n] = i, seen[s[i]] >> shift & LANE_MASK
        hidden |= 1 << s[i]
        n += 1
    known = others = 0
    for card in range(DOWN):
        if hidden >> card & 1:
            base[WHERE + card] = -1
            remembered = False
            for i in range(n):
                if sheet[LANES, i] >> card & 1:
                    remembered = True
            if remembered:
                sheet[KNOWN, known] = card
                known += 1
            else:
                sheet[OTHERS, others] = card
                others += 1
    found[0], found[1], found[2] = n, known, others


@jit
def draw_world(base: Array, sheet: Array, found: Array, world: Array, stream: Array) -> None:
    """One world, each that fits as likely; as `crews.Worlds.draw`."""
    n, known, others = found[0], found[1], found[2]
    world[:] = base
    clash = True
    while clash:
        clash = False
        for i in range(n):
            sheet[CHOSEN, i] = -1
        for k in range(known):
            card, fits = sheet[KNOWN, k], 0
            for i in range(n):
                fits += sheet[LANES, i] >> card & 1
            pick = below(stream, fits)
            for i in range(n):
                if sheet[LANES, i] >> card & 1:
                    if pick == 0:
                        clash = clash or sheet[CHOSEN, i] >= 0
                        sheet[CHOSEN, i] = card
                        break
                    pick -= 1
    for i in range(others):
        sheet[REST, i] = sheet[OTHERS, i]
    for i in range(n):
        card, place = sheet[CHOSEN, i], sheet[PLACES, i]
        if card < 0:
            j = below(stream, others)
            card = sheet[REST, j]
            others -= 1
            for k in range(j, others):
                sheet[REST, k] = sheet[REST, k + 1]
        if place < HELD:
            world[place] |= 1 << card
        elif STACKS <= place < WHERE:
            world[place] = card + DOWN
            world[WHERE + card] = (place - STACKS) // HEIGHT
        else:
            world[place] = card


@jit
def greedy_decides(s: Array, seen: Array, rules: Array, w: Array, stream: Array, scratch: Any) -> int:
    """The greedy crew's move, or WITHDRAW. `rules` are `kernel.rules_array`'s."""
    sheet, moves, _, arrays, sums, _, found = scratch
    base, world, trial = arrays[0], arrays[1], arrays[2]
    seat = decider(s)
    look(s, seen, seat, base, sheet, found)
    n = legal(s, moves)
    for i in range(n):
        sums[i] = 0.0
    for _ in range(GREEDY_WORLDS):
        draw_world(base, sheet, found, world, stream)
        for i in range(n):
            trial[:] = world
            act(trial, moves[i])
            sums[i] += chance(trial, w)
    best, value = 0, -1.0
    for i in range(n):
        mine = sums[i] / GREEDY_WORLDS
        if seat == 1:
            mine = 1.0 - mine
        if mine > value:
            best, value = i, mine
    if s[QUEUE_HEAD] == s[QUEUE_TAIL] and rules[0] * (2 * value - 1) < -given_up(s, rules, seat):
        return WITHDRAW
    return moves[best]


@jit
def given_up(s: Array, rules: Array, seat: int) -> int:
    """What a withdrawal now would give the opponent (LLS-3.2); `rules` has the tables by 1st and 2nd Player from its index 2."""
    return rules[2 + (0 if seat == s[FIRST] else 7) + s[COUNTS + seat]]


@jit
def house_decides(s: Array, seen: Array, rules: Array, war: Array, points: Array, w: Array, stream: Array, scratch: Any) -> int:
    """The house crew's move, or WITHDRAW. `war` has the chance to win the war by both seats' points."""
    sheet, moves, replies, arrays, sums, order, found = scratch
    base, world, start, trial = arrays[0], arrays[1], arrays[2], arrays[3]
    seat = decider(s)
    sign = 1 - 2 * seat
    look(s, seen, seat, base, sheet, found)
    stay = n = legal(s, moves)
    for i in range(n):
        sums[i], order[i] = 0.0, i
    count = 0
    for more, keep in STAGES:
        if stay == 1 and n > 1:
            break
        for _ in range(more):
            draw_world(base, sheet, found, world, stream)
            seed = below(stream, 1 << 31)
            for k in range(stay):
                start[:] = world
                act(start, moves[order[k]])
                sums[order[k]] += playout(start, w, REPLIES, DEPTH, seed, replies, trial)
            count += 1
        for k in range(1, stay):  # the best first; of equal ones that which came first
            move, j = order[k], k
            while j > 0 and sign * sums[order[j - 1]] / count < sign * sums[move] / count:
                order[j] = order[j - 1]
                j -= 1
            order[j] = move
        stay = min(stay, keep)
    value = sums[order[0]] / count
    if seat == 1:
        value = 1.0 - value
    if s[QUEUE_HEAD] == s[QUEUE_TAIL]:
        mine, theirs = points[seat], points[1 - seat]
        won, lost = war[mine + rules[0], theirs], war[mine, theirs + rules[0]]
        if war[mine, theirs + given_up(s, rules, seat)] > value * won + (1 - value) * lost:
            return WITHDRAW
    return moves[order[0]]

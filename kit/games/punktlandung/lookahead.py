"""Punktlandung: what it is worth to leave a sum to the others. Plain Python in play, compiled in batches.

Each seat that moves before us again is taken to play the best rank it holds (`worth.py`), each rank held with its chance; then
it is our turn, with the cards we kept. All moves that are weighed in a position share this work, for they come to the same sums:
`spread` lists them level by level, each once, with the steps between them, `weigh_own` weighs those of the last level, and
`fold` weighs the rest from there back. Only the cards kept differ from move to move: each sum has a worth for each of the cards
that may be `gone`.

Arrays are flat and belong to a `Desk`, so that nothing is made anew for a move.
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints
from kit.games.punktlandung.worth import BY_DIVISION, JOKER_COST, LAST, LINE, MADE, MARGIN, RANKS, ROW, STEP, table_size, worth_of

Tables = tuple[Floats, Ints]  # of one target: `worth_table`; the rows of `made_table` and `steps_table`
Desk = tuple[Ints, Ints, Ints, Ints, Floats, Floats]  # marks, sums, ends, leads, weights, worths: see `new_desk`

CUT = 0.2  # a seat's further ranks are left out once it surely enough holds a better one
WIDTH, NARROW = 12, 8  # so many moves are looked at closely with two seats, and with more
HAND = 5  # cards in the largest hand
LONGEST = 999 + MARGIN + 2  # sums in the largest table, and one place for those beyond
NODES = 2 + NARROW * (1 + RANKS + 1) + 2 * LONGEST  # a level has at most 15 times the sums of the one before
EDGES = (RANKS + 1) * (NODES - LONGEST)
HIT, BEYOND = 0, 1  # the nodes of the target, and of its multiples beyond the table


@compiled
def new_desk() -> Desk:
    """Working arrays for `spread`, `weigh_own` and `fold`; what they hold between calls does not matter, but must be kept.

    A node is a sum at a level. `marks`: how many calls there were, then for each level and sum its node (plus `NODES` a call).
    By node: `sums`; `ends`, where its steps end in `leads` (to which node) and `weights` (how likely); `worths`, for each kind.
    """
    return ints(1 + 4 * LONGEST), ints(NODES), ints(NODES), ints(EDGES), floats(EDGES), floats(HAND * NODES)


@compiled
def spread(starts: Ints, n: int, levels: int, chances: Floats, target: int, rows: Ints, desk: Desk) -> tuple[int, int]:
    """List the sums that may lie when it is our turn again after each of `n` sums, left to `levels` other seats.

    Returns the first node of the last level and the number of nodes; `starts` gets the nodes of its sums, none of which is
    beyond the tables. `chances` holds 14 places for each of the other seats in turn order, 0 being the joker.
    """
    marks, sums, ends, leads, weights, _ = desk
    marks[0] += 1
    base = marks[0] * NODES
    for level in range(levels + 1):
        marks[1 + level * LONGEST + target] = base + HIT
        marks[1 + level * LONGEST + table_size(target)] = base + BEYOND
    count, edge = 2, 0
    for i in range(n):
        starts[i] = place(starts[i], 1, base, count, marks, sums)
        count = max(count, starts[i] + 1)
    begin = 2
    ends[begin - 1] = 0
    for level in range(levels):
        after, held, end = 1 + (level + 1) * LONGEST, level * RANKS, count
        for node in range(begin, end):
            left, row = 1.0, sums[node] * ROW
            for j in range(RANKS):
                step = rows[row + j]
                if step < 0 or left < CUT:
                    break
                p = chances[held + step % STEP]
                if p > 0.0:
                    lead = place(step // STEP, after, base, count, marks, sums)
                    count = max(count, lead + 1)
                    leads[edge], weights[edge] = lead, left * p
                    edge += 1
                    left *= 1.0 - p
            lead = place(sums[node], after, base, count, marks, sums)  # nobody betters it: it stays
            count = max(count, lead + 1)
            leads[edge], weights[edge] = lead, left
            ends[node] = edge = edge + 1
        begin = end
    return begin, count


@compiled
def place(total: int, level_at: int, base: int, following: int, marks: Ints, sums: Ints) -> int:
    """The node of a sum at the level whose marks begin at `level_at`; `following`, where it has none yet, becomes it."""
    node = marks[level_at + total] - base
    if node < 0:
        node = following
    marks[level_at + total] = base + node
    sums[node] = total
    return node


@compiled
def weigh_own(
    begin: int,
    end: int,
    ranks: Ints,
    n: int,
    gone: Ints,
    kinds: int,
    patience: float,
    target: int,
    tables: Tables,
    desk: Desk,
) -> None:
    """Weigh the nodes `begin` ... `end - 1`, at which we are about to move: `gone[kind]` is missing of the `n` ranks of our hand.

    With `patience` 1 a hit alone counts; else the worth is that of `own_worth`. -1 for none that is missing.
    """
    table, rows = tables
    _, sums, _, _, _, worths = desk
    for kind in range(kinds):
        worths[HIT * kinds + kind], worths[BEYOND * kinds + kind] = 1.0, BY_DIVISION
    for node in range(begin, end):
        total = sums[node]
        stay = table[LINE * total + LAST] if patience < 1.0 else 0.0
        best, second, with_rank = stay, stay, -1
        for i in range(n):
            worth = card_worth(rows[total * ROW + MADE + ranks[i]], ranks[i], patience, target, table)
            if worth > best:
                best, second, with_rank = worth, best, ranks[i]
            elif worth > second:
                second = worth
        for kind in range(kinds):
            worths[node * kinds + kind] = second if gone[kind] == with_rank else best


@compiled
def card_worth(made: int, rank: int, patience: float, target: int, table: Floats) -> float:
    """What a turn is worth that plays `rank` and so makes the sum `made`; with `patience` 1 a hit alone counts."""
    if made == target:
        return patience
    if patience == 1.0:
        return 0.0
    return patience * worth_of(made, target, table) - (JOKER_COST if rank == 0 else 0.0)


@compiled
def own_worth(total: int, ranks: Ints, n: int, patience: float, target: int, tables: Tables) -> float:
    """What a sum is worth to a seat about to move that holds the `n` ranks."""
    table, rows = tables
    best = table[LINE * total + LAST] if patience < 1.0 else 0.0
    for i in range(n):
        best = max(best, card_worth(rows[total * ROW + MADE + ranks[i]], ranks[i], patience, target, table))
    return best


@compiled
def fold(begin: int, kinds: int, patience: float, desk: Desk) -> None:
    """Weigh the nodes before `begin` from the last back: what their steps lead to, each as likely as it is, a turn later."""
    _, _, ends, leads, weights, worths = desk
    for back in range(begin - 2):
        node = begin - 1 - back
        at = node * kinds
        for kind in range(kinds):
            worths[at + kind] = 0.0
        for edge in range(ends[node - 1], ends[node]):
            lead, weight = leads[edge] * kinds, weights[edge]
            for kind in range(kinds):
                worths[at + kind] += weight * worths[lead + kind]
        for kind in range(kinds):
            worths[at + kind] *= patience

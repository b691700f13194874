"""Punktlandung: how the house crew thinks. Plain Python in play, compiled in batches (`kit.core.compiled`).

It is the kind of crew the rules publish figures of (PL-8), and thinks further: it hits when it can, and otherwise leaves the sum
from which the target is most likely hit soon. It sees its own hand, shown cards and the open piles; it also counts what a miss
tells (who did not hit from 344 holds no 4, unless he drew it since), and plans its own next card.

Every move it can make is weighed by a `glance`, the best of them by looking ahead to its own next turn (`lookahead.py`).

Arrays are flat; counts by rank have 14 places, 0 being the joker. A position is `total`, the sum; `first`, 1 where the chain is
empty (only plus, PL-3.3); `hand`, counts by rank; `levels`, how many other seats have cards; `chances`, 14 places for each of
them in turn order; `target`; `operations`, 4 or with small numbers 2 (PL-7.3).
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints
from kit.games.punktlandung.lookahead import CUT, HAND, NARROW, WIDTH, Desk, Tables, fold, own_worth, spread, weigh_own
from kit.games.punktlandung.worth import (
    BY_DIVISION,
    JOKER_COST,
    LAST,
    LINE,
    MARGIN,
    MINUS,
    PASS,
    PATIENCE,
    PLUS,
    RANKS,
    ROW,
    STEP,
    TIMES,
    calculate,
    hits,
    table_size,
)

COPIES = 4  # cards of a rank
MOVES = 5 * 13 * 4 + 5  # at most so many moves with a hand

Notes = tuple[Ints, Floats, Ints, Ints, Ints, Ints, Ints]  # codes, found, sums, starts, kinds, gone, ranks: see `new_notes`


@compiled
def new_notes() -> Notes:
    """Working arrays for `weigh`; what they hold between calls does not matter.

    By move: `codes`, `found` (its worth) and `sums` (what it leaves). By move looked at closely: `starts`, `kinds`. Then the
    ranks `gone` of each kind, and `ranks` of a hand.
    """
    return ints(MOVES), floats(MOVES), ints(MOVES), ints(WIDTH), ints(WIDTH), ints(HAND), ints(RANKS)


@compiled
def none_of(unseen_total: int, none: Floats) -> None:
    """Fill `none[count * (HAND + 1) + cards]` with P(none of so many `cards` of the unseen is one of the `count` of a rank)."""
    for count in range(COPIES + 1):
        p = 1.0
        for cards in range(HAND + 1):
            none[count * (HAND + 1) + cards] = p
            if unseen_total - cards > 0:
                p *= max(0.0, (unseen_total - count - cards) / (unseen_total - cards))


@compiled
def chances_to_hold(known: Ints, fresh: Ints, unseen: Ints, none: Floats, chances: Floats) -> None:
    """For each rank P(a seat holds it): known to, or among its `fresh[rank]` cards that may be one, drawn from the unseen."""
    for rank in range(RANKS):
        chances[rank] = 1.0 if known[rank] else 1.0 - none[unseen[rank] * (HAND + 1) + fresh[rank]]


@compiled
def glance(total: int, levels: int, chances: Floats, ranks: Ints, n: int, target: int, tables: Tables) -> float:
    """The worth of leaving `total`, looking no further than the next seat's card, or else our own next one of `n` ranks."""
    table, rows = tables
    stay = own_worth(total, ranks, n, PATIENCE, target, tables)
    left, worth = 1.0, 0.0
    if levels > 0:
        size = table_size(target)
        for j in range(RANKS):
            step = rows[total * ROW + j]
            if step < 0 or left < CUT:
                break
            p, made = chances[step % STEP], step // STEP
            worth += left * p * (table[LINE * made + LAST] if made < size else BY_DIVISION)
            left *= 1.0 - p
    for _ in range(levels - 1):
        stay *= PATIENCE
    return PATIENCE * (worth + left * stay)


@compiled
def far_worth(total: int, levels: int, chances: Floats, target: int, operations: int) -> float:
    """The worth of leaving a sum beyond the table: what a division by the next seat may hit; else the smaller, the better."""
    if operations > 2 and levels > 0 and total % target == 0 and total // target < RANKS:
        return PATIENCE * (1.0 - (1.0 - chances[0]) * (1.0 - chances[total // target]))
    return 1e-4 * target / total


@compiled
def keep(hand: Ints, card: int, ranks: Ints) -> int:
    """Fill `ranks` with those of a hand without one `card` (-1: with all); returns how many they are."""
    n = 0
    for rank in range(RANKS):
        if hand[rank] > (1 if rank == card else 0):
            ranks[n] = rank
            n += 1
    return n


@compiled
def hitting_move(total: int, first: int, hand: Ints, target: int, operations: int) -> int:
    """A move that hits, encoded, a joker only where no other card does; -1 where there is none."""
    for back in range(RANKS):
        card = RANKS - 1 - back
        if hand[card]:
            for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
                for op in range(1 if first else operations):
                    if hits(total, op, value, target):
                        return encode(op, card, value)
    return -1


@compiled
def weigh(
    total: int,
    first: int,
    hand: Ints,
    levels: int,
    chances: Floats,
    target: int,
    operations: int,
    tables: Tables,
    desk: Desk,
    notes: Notes,
) -> int:
    """Weigh the moves that do not hit: fill `codes` and `found` of the notes; returns how many they are.

    The best by a glance are looked at closely and come first, the rest get -1.
    """
    codes, found, sums, _, _, _, ranks = notes
    n = 0
    for card in range(RANKS):
        if not hand[card]:
            continue
        held = keep(hand, card, ranks)
        for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
            for op in range(PASS + 1):
                if op != PASS and op >= (1 if first else operations):
                    continue
                other = total if op == PASS else calculate(total, op, value)
                if other < 0 or (op != PASS and other == total) or (op == PASS and card == 0):
                    continue
                if other <= target + MARGIN:
                    worth = glance(other, levels, chances, ranks, held, target, tables)
                else:
                    worth = far_worth(other, levels, chances, target, operations)
                sums[n], codes[n], found[n] = other, encode(op, card, value), worth + extra(op, card)
                n += 1
    width = min(n, WIDTH if levels < 2 else NARROW)
    best_first(n, width, notes)
    look_closely(width, hand, levels, chances, target, tables, desk, notes)
    for i in range(width, n):
        found[i] = -1.0
    return n


@compiled
def extra(op: int, card: int) -> float:
    """What a move is worth beside the sum it leaves: a joker is kept; of equal passes the higher card goes, it ends worse."""
    return -JOKER_COST if card == 0 else 1e-6 * card if op == PASS else 0.0


@compiled
def best_first(n: int, width: int, notes: Notes) -> None:
    """Put the `width` best of the `n` glances first, in order."""
    codes, found, sums, _, _, _, _ = notes
    for i in range(width):
        top = i
        for j in range(i + 1, n):
            if found[j] > found[top]:
                top = j
        sums[i], sums[top] = sums[top], sums[i]
        codes[i], codes[top] = codes[top], codes[i]
        found[i], found[top] = found[top], found[i]


@compiled
def look_closely(
    width: int, hand: Ints, levels: int, chances: Floats, target: int, tables: Tables, desk: Desk, notes: Notes
) -> None:
    """Look ahead from the first `width` moves, those to sums beyond the tables excepted, and note what they are worth."""
    codes, found, sums, starts, kinds, gone, ranks = notes
    n = held = 0
    for i in range(width):
        if sums[i] > target + MARGIN:
            continue
        _, card, _ = decode(codes[i])
        missing = card if hand[card] == 1 else -1
        kind = 0
        while kind < held and gone[kind] != missing:
            kind += 1
        gone[kind], held = missing, max(held, kind + 1)
        starts[n], kinds[n] = sums[i], kind
        n += 1
    begin, end = spread(starts, n, levels, chances, target, tables[1], desk)
    weigh_own(begin, end, ranks, keep(hand, -1, ranks), gone, held, PATIENCE, target, tables, desk)
    fold(begin, held, PATIENCE, desk)
    worths, n = desk[5], 0
    for i in range(width):
        if sums[i] <= target + MARGIN:
            op, card, _ = decode(codes[i])
            found[i] = worths[starts[n] * held + kinds[n]] + extra(op, card)
            n += 1


@compiled
def hit_chance(
    total: int,
    card: int,
    hand: Ints,
    levels: int,
    chances: Floats,
    target: int,
    tables: Tables,
    desk: Desk,
    notes: Notes,
) -> float:
    """P(a hit by our next turn) after a move that leaves the sum `total`, and the hand without one `card`."""
    _, _, _, starts, _, gone, ranks = notes
    starts[0], gone[0] = total, -1
    n = keep(hand, card, ranks)
    begin, end = spread(starts, 1, levels, chances, target, tables[1], desk)
    weigh_own(begin, end, ranks, n, gone, 1, 1.0, target, tables, desk)
    fold(begin, 1, 1.0, desk)
    return desk[5][starts[0]]


@compiled
def encode(op: int, card: int, value: int) -> int:
    """A move as one number."""
    return (op * RANKS + card) * RANKS + value


@compiled
def decode(code: int) -> tuple[int, int, int]:
    """Operation, card and value of a move that `encode` made one number."""
    return code // (RANKS * RANKS), code // RANKS % RANKS, code % RANKS


@compiled
def best_move(
    total: int,
    first: int,
    hand: Ints,
    levels: int,
    chances: Floats,
    target: int,
    operations: int,
    tables: Tables,
    desk: Desk,
    notes: Notes,
) -> int:
    """The best play or pass, encoded; `found[0]` of the notes its worth, 1 where it hits. Arguments as for `weigh`."""
    codes, found, _, _, _, _, _ = notes
    code = hitting_move(total, first, hand, target, operations)
    if code >= 0:
        found[0] = 1.0
        return code
    n = weigh(total, first, hand, levels, chances, target, operations, tables, desk, notes)
    best = 0
    for i in range(1, n):
        if found[i] > found[best]:
            best = i
    found[0] = found[best]
    return codes[best]


@compiled
def best_signal(hand: Ints, played: int, target: int, operations: int, table: Floats) -> int:
    """The card to show: a joker, else the rank from whose near sums the target is likeliest reached; not the one played now.

    -1 where there is none. Small cards make the best endings: more sums lead to within their reach (PL-9's tip).
    """
    if hand[0] > (1 if played == 0 else 0):
        return 0
    best, chosen = -1.0, -1
    for rank in range(1, RANKS):
        if hand[rank] <= (1 if played == rank else 0):
            continue
        worth = 0.0
        for op in range(operations):  # the sums from which this rank hits
            total = -1
            if op == PLUS:
                total = target - rank
            elif op == MINUS:
                total = target + rank
            elif op == TIMES:
                total = target // rank if target % rank == 0 else -1
            else:
                total = target * rank
            if 0 <= total <= target + MARGIN and total != target:
                worth += table[LINE * total + LAST]
        if worth > best:
            best, chosen = worth, rank
    return chosen


@compiled
def miss_tells(total: int, target: int, operations: int, fresh: Ints, drawn: int) -> None:
    """A turn that did not hit from `total` shows ranks the hand does not have; it then draws `drawn` cards (0 or 1).

    `fresh[rank]` is how many of the seat's cards may be that rank.
    """
    for value in range(1, RANKS):
        for op in range(operations):
            if hits(total, op, value, target):
                fresh[value] = fresh[0] = drawn

"""Punktlandung: how the house crew thinks. Plain Python in play, compiled in batches (`kit.core.compiled`).

It is the kind of crew the rules publish figures of (PL-8), and thinks further: it hits when it can, and otherwise leaves the sum
from which the target is most likely hit soon. It sees its own hand, shown cards and the open piles; it also counts what a miss
tells (who did not hit from 344 holds no 4, unless he drew it since), and plans its own next card.

Every move it can make is weighed by a `glance`, the best of them by `look_ahead`: each seat that moves before us again is taken
to play the best rank it holds (`worth.py`), each rank held with its chance; then it is our turn, with the cards we kept.

Arrays are flat; counts by rank have 14 places, 0 being the joker. `chances` holds 14 for each of the other seats in turn order.
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, ints
from kit.games.punktlandung.worth import (
    BY_DIVISION,
    JOKER_COST,
    MARGIN,
    MINUS,
    PASS,
    PATIENCE,
    PLUS,
    RANKS,
    TIMES,
    calculate,
    table_size,
    worth_of,
)

CUT = 0.2  # a seat's further ranks are left out once it surely enough holds a better one
WIDTH, NARROW = 12, 8  # so many moves are looked at closely with two seats, and with more
LONGEST = 1040  # sums in the largest table
ROOM = 5 + 8 * LONGEST  # places that `look_ahead` needs to work in
MOVES = 5 * 13 * 4 + 5  # at most so many moves with a hand


@compiled
def chances_to_hold(known: Ints, fresh: Ints, unseen: Ints, unseen_total: int, chances: Floats) -> None:
    """For each rank P(a seat holds it): known to, or among its `fresh[rank]` cards that may be one, drawn from the unseen."""
    for rank in range(RANKS):
        none = 1.0
        for j in range(fresh[rank]):
            if unseen_total - j > 0:
                none *= max(0.0, (unseen_total - unseen[rank] - j) / (unseen_total - j))
        chances[rank] = 1.0 if known[rank] else 1.0 - none


@compiled
def own_worth(total: int, own: Ints, n: int, patience: float, target: int, table: Floats, made: Ints) -> float:
    """What a sum is worth to a seat about to move that holds the `n` ranks `own`. With `patience` 1 a hit alone counts."""
    best = table[total] if patience < 1.0 else 0.0
    for i in range(n):
        other = made[total * RANKS + own[i]]
        if other == target:
            return patience
        if patience < 1.0:
            worth = patience * worth_of(other, target, table) - (JOKER_COST if own[i] == 0 else 0.0)
            if worth > best:
                best = worth
    return best


@compiled
def glance(
    total: int, levels: int, chances: Floats, own: Ints, n: int, target: int, table: Floats, made: Ints, order: Ints
) -> float:
    """The worth of leaving `total`, looking no further than the next seat's card, or else our own next one."""
    stay = own_worth(total, own, n, PATIENCE, target, table, made)
    left, worth = 1.0, 0.0
    if levels > 0:
        for j in range(RANKS):
            rank = order[total * RANKS + j]
            if rank < 0 or left < CUT:
                break
            worth += left * chances[rank] * worth_of(made[total * RANKS + rank], target, table)
            left *= 1.0 - chances[rank]
    for _ in range(levels - 1):
        stay *= PATIENCE
    return PATIENCE * (worth + left * stay)


@compiled
def look_ahead(
    start: int,
    levels: int,
    chances: Floats,
    own: Ints,
    n: int,
    patience: float,
    target: int,
    table: Floats,
    made: Ints,
    order: Ints,
    room: Ints,
    worths: Floats,
) -> float:
    """The worth of leaving the sum `start` to `levels` other seats, then to us with the `n` ranks `own`; 1 where it hits.

    With `patience` 1 it is the chance of a hit by our next turn. Level by level the sums that may lie then are listed, each
    once; then they are weighed from the last level back. `room` and `worths` have `ROOM` places; what they hold does not matter,
    except that the first of `room` counts the calls.
    """
    size = table_size(target)
    room[0] += 1
    stamp, lists, marks = room[0], 5, 5 + 4 * LONGEST
    room[1], room[lists] = 1, start
    for level in range(levels):
        a, b, m = lists + level * LONGEST, lists + (level + 1) * LONGEST, marks + (level + 1) * LONGEST
        count = 0
        for i in range(room[1 + level]):
            total = room[a + i]
            if room[m + total] != stamp:
                room[m + total] = stamp
                room[b + count] = total
                count += 1
            if total == target:
                continue
            left = 1.0
            for j in range(RANKS):
                rank = order[total * RANKS + j]
                if rank < 0 or left < CUT:
                    break
                p = chances[level * RANKS + rank]
                if p > 0.0:
                    left *= 1.0 - p
                    other = made[total * RANKS + rank]
                    if other < size and room[m + other] != stamp:
                        room[m + other] = stamp
                        room[b + count] = other
                        count += 1
        room[2 + level] = count
    last = levels * LONGEST
    for i in range(room[1 + levels]):
        total = room[lists + last + i]
        worths[last + total] = 1.0 if total == target else own_worth(total, own, n, patience, target, table, made)
    for back in range(levels):
        level = levels - 1 - back
        here, after = level * LONGEST, (level + 1) * LONGEST
        for i in range(room[1 + level]):
            total = room[lists + here + i]
            if total == target:
                worths[here + total] = 1.0
                continue
            left, worth = 1.0, 0.0
            for j in range(RANKS):
                rank = order[total * RANKS + j]
                if rank < 0 or left < CUT:
                    break
                p = chances[level * RANKS + rank]
                if p > 0.0:
                    other = made[total * RANKS + rank]
                    worth += left * p * (worths[after + other] if other < size else BY_DIVISION)
                    left *= 1.0 - p
            worths[here + total] = patience * (worth + left * worths[after + total])
    return worths[start]


@compiled
def far_worth(total: int, levels: int, chances: Floats, target: int, operations: int) -> float:
    """The worth of leaving a sum beyond the table: what a division by the next seat may hit; else the smaller, the better."""
    if operations > 2 and levels > 0 and total % target == 0 and total // target < RANKS:
        return PATIENCE * (1.0 - (1.0 - chances[0]) * (1.0 - chances[total // target]))
    return 1e-4 * target / total


@compiled
def keep(hand: Ints, card: int, own: Ints) -> int:
    """Fill `own` with the ranks of a hand without one `card`; returns how many they are."""
    n = 0
    for rank in range(RANKS):
        if hand[rank] > (1 if rank == card else 0):
            own[n] = rank
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
                    if calculate(total, op, value) == target:
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
    table: Floats,
    made: Ints,
    order: Ints,
    room: Ints,
    worths: Floats,
    codes: Ints,
    found: Floats,
) -> int:
    """Weigh the moves that do not hit: fill `codes` and `found` (`MOVES` places each); returns how many they are.

    `first` is 1 where the chain is empty (only plus, PL-3.3). The best by a glance are looked at closely, the rest get -1.
    """
    own, sums = ints(RANKS), ints(MOVES)
    n = 0
    for card in range(RANKS):
        if not hand[card]:
            continue
        held = keep(hand, card, own)
        for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
            for op in range(PASS + 1):
                if op != PASS and op >= (1 if first else operations):
                    continue
                other = total if op == PASS else calculate(total, op, value)
                if other < 0 or (op != PASS and other == total) or (op == PASS and card == 0):
                    continue
                if other <= target + MARGIN:
                    worth = glance(other, levels, chances, own, held, target, table, made, order)
                else:
                    worth = far_worth(other, levels, chances, target, operations)
                sums[n], codes[n], found[n] = other, encode(op, card, value), worth + extra(op, card)
                n += 1
    return closer(n, hand, levels, chances, target, table, made, order, room, worths, codes, found, sums)


@compiled
def extra(op: int, card: int) -> float:
    """What a move is worth beside the sum it leaves: a joker is kept; of equal passes the higher card goes, it ends worse."""
    return -JOKER_COST if card == 0 else 1e-6 * card if op == PASS else 0.0


@compiled
def closer(
    n: int,
    hand: Ints,
    levels: int,
    chances: Floats,
    target: int,
    table: Floats,
    made: Ints,
    order: Ints,
    room: Ints,
    worths: Floats,
    codes: Ints,
    found: Floats,
    sums: Ints,
) -> int:
    """Put the best of the `n` glances first and look at them closely; the others get -1. Returns `n`."""
    own = ints(RANKS)
    width = min(n, WIDTH if levels < 2 else NARROW)
    for i in range(width):
        top = i
        for j in range(i + 1, n):
            if found[j] > found[top]:
                top = j
        sums[i], sums[top] = sums[top], sums[i]
        codes[i], codes[top] = codes[top], codes[i]
        found[i], found[top] = found[top], found[i]
        if sums[i] > target + MARGIN:
            continue
        op, card = codes[i] // (RANKS * RANKS), codes[i] // RANKS % RANKS
        held = keep(hand, card, own)
        worth = look_ahead(sums[i], levels, chances, own, held, PATIENCE, target, table, made, order, room, worths)
        found[i] = worth + extra(op, card)
    for i in range(width, n):
        found[i] = -1.0
    return n


@compiled
def encode(op: int, card: int, value: int) -> int:
    """A move as one number."""
    return (op * RANKS + card) * RANKS + value


@compiled
def best_move(
    total: int,
    first: int,
    hand: Ints,
    levels: int,
    chances: Floats,
    target: int,
    operations: int,
    table: Floats,
    made: Ints,
    order: Ints,
    room: Ints,
    worths: Floats,
    codes: Ints,
    found: Floats,
) -> int:
    """The best play or pass, encoded; `found[0]` its worth, 1 where it hits. Arguments as for `weigh`."""
    code = hitting_move(total, first, hand, target, operations)
    if code >= 0:
        found[0] = 1.0
        return code
    n = weigh(total, first, hand, levels, chances, target, operations, table, made, order, room, worths, codes, found)
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
                worth += table[total]
        if worth > best:
            best, chosen = worth, rank
    return chosen


@compiled
def miss_tells(total: int, target: int, operations: int, fresh: Ints, drawn: int) -> None:
    """A turn that did not hit from `total` shows ranks the hand does not have; it then draws `drawn` cards (0 or 1).

    `fresh[rank]` is how many of the seat's cards may be that rank.
    """
    for rank in range(RANKS):
        told = False
        for value in range(1, RANKS):
            if rank in (0, value):
                for op in range(operations):
                    if calculate(total, op, value) == target:
                        told = True
        fresh[rank] = drawn if told else fresh[rank]

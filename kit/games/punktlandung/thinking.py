"""Punktlandung: how the house crew thinks. Plain Python in play, compiled in batches (`kit.core.compiled`).

It is the kind of crew the rules publish figures of (PL-8): it hits when it can, and otherwise leaves the sum from which the
target is most likely hit soon. It sees its own hand, shown cards and the open piles; it also counts what a miss tells (who did
not hit from 344 holds no 4, unless he drew it since), and looks one own turn ahead.

1. `worth_table`: for each sum, the worth of a turn of somebody of whose hand nothing is known, found by going through what
   each rank can make of it: worth(target) = 1, and a turn that does not hit costs the factor `PATIENCE`.
2. `leave_worth`: what a sum is worth when the next seat moves from it: its ranks, the best first, each with the chance that he
   holds it and nothing better; after him comes our own hand again (two seats), or one of which the shown cards are known.

Arrays are flat; counts by rank have 14 places, 0 being the joker.
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints

PLUS, MINUS, TIMES, DIVIDE, PASS = 0, 1, 2, 3, 4
RANKS = 14
PATIENCE = 0.8  # what a turn later is worth
JOKER_COST = 0.12  # a joker hits from anywhere near: it is kept for that
ITERATIONS = 5
BY_DIVISION = 0.3  # the worth of a multiple of the target beyond the table
MARGIN = 40  # sums above the target that the table knows


@compiled
def calculate(total: int, op: int, value: int) -> int:
    """The sum after `op` with `value`, or -1 where the rules forbid it (PL-3.2)."""
    if op == PLUS:
        return total + value
    if op == MINUS:
        return total - value if value <= total else -1
    if op == TIMES:
        return total * value
    return total // value if total % value == 0 else -1


@compiled
def table_size(target: int) -> int:
    """How many sums the table of a target has: 0 ... target + MARGIN."""
    return target + MARGIN + 1


@compiled
def worth_of(total: int, target: int, table: Floats) -> float:
    """The worth of a sum to a hand of which nothing is known; sums beyond the table are worth what a division may hit."""
    if total <= target + MARGIN:
        return table[total]
    if total % target == 0 and total // target <= 13:
        return BY_DIVISION
    return 0.0


@compiled
def best_for(total: int, value: int, target: int, operations: int, table: Floats) -> int:
    """The sum that a card of `value` best makes of `total` with the first `operations` operations (2: small numbers)."""
    best, found = -1.0, total + value
    for op in range(operations):
        made = calculate(total, op, value)
        if made < 0:
            continue
        if made == target:
            return made
        worth = worth_of(made, target, table)
        if worth > best:
            best, found = worth, made
    return found


@compiled
def worth_table(target: int, hand_size: int, operations: int, table: Floats) -> None:
    """Fill `table` (`table_size` places) with the worth of each sum, by repeated improvement from "worth 1 where it hits"."""
    size = table_size(target)
    missing = floats(RANKS)  # missing[k]: no card of k given ranks among hand_size of 52
    for k in range(RANKS):
        p = 1.0
        for j in range(hand_size):
            p *= max(0.0, (52.0 - 4 * k - j) / (52.0 - j))
        missing[k] = p
    for total in range(size):
        table[total] = 0.0
    table[target] = 1.0
    gains, before = floats(RANKS), floats(size)
    for _ in range(ITERATIONS):
        for total in range(size):
            before[total] = table[total]
        for total in range(size):
            if total == target:
                continue
            stay = before[total]
            n = 0
            for value in range(1, RANKS):
                gain = stay
                if total + value < size and before[total + value] > gain:
                    gain = before[total + value]
                if total >= value and before[total - value] > gain:
                    gain = before[total - value]
                if operations > 2 and value > 1:
                    other = total * value
                    if other < size:
                        if before[other] > gain:
                            gain = before[other]
                    elif other % target == 0 and other <= 13 * target:
                        gain = max(gain, BY_DIVISION)
                    if total % value == 0 and before[total // value] > gain:
                        gain = before[total // value]
                if gain > stay:
                    at = n
                    while at > 0 and gains[at - 1] < gain:
                        gains[at] = gains[at - 1]
                        at -= 1
                    gains[at] = gain
                    n += 1
            worth = 0.0
            for i in range(n):
                worth += gains[i] * (missing[i] - missing[i + 1])
            table[total] = PATIENCE * (worth + stay * missing[n])


@compiled
def made_table(target: int, operations: int, table: Floats, made: Ints) -> None:
    """Fill `made` (14 places a sum of the table) with the best sum that each rank makes of each sum, a joker first."""
    for total in range(table_size(target)):
        best = -1.0
        for value in range(1, RANKS):
            other = best_for(total, value, target, operations, table)
            made[total * RANKS + value] = other
            worth = worth_of(other, target, table) - (JOKER_COST if other != target else 0.0)
            if worth > best:
                best = worth
                made[total * RANKS] = other


@compiled
def made_of(total: int, rank: int, target: int, made: Ints) -> int:
    """The best sum that a rank makes of a sum: the table's, and beyond the table by division, or back into it by minus."""
    if total <= target + MARGIN:
        return made[total * RANKS + rank]
    if rank == 0:
        for value in range(2, RANKS):
            if total == value * target:
                return target
        return total
    if rank > 1 and total % rank == 0:
        return total // rank
    return total - rank


@compiled
def hits_from(cards: Ints, total: int, target: int, made: Ints) -> bool:
    """Whether one of the cards (counts by rank) hits the target from `total`."""
    for rank in range(RANKS):  # noqa: SIM110 (no generators in compiled code)
        if cards[rank] and made_of(total, rank, target, made) == target:
            return True
    return False


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
def after_worth(total: int, later: Ints, target: int, table: Floats, made: Ints) -> float:
    """What a sum is worth to the seat after the next, of whose hand the cards `later` are known; 1 where it hits already."""
    if total == target:
        return 1.0
    if hits_from(later, total, target, made):
        return PATIENCE
    return PATIENCE * worth_of(total, target, table)


@compiled
def leave_worth(
    total: int, later: Ints, chances: Floats, target: int, table: Floats, made: Ints, gains: Floats, worths: Floats
) -> float:
    """What it is worth to leave `total` to the next seat, who holds each rank with its chance and plays the best it has.

    `gains` and `worths` are room for work, 28 places each.
    """
    stay = worth_of(total, target, table)
    n = 0
    if total <= 13 * target + 13:  # beyond that no division leads back
        for rank in range(RANKS):
            if chances[rank] <= 0.0:
                continue
            other = made_of(total, rank, target, made)
            gain = worth_of(other, target, table)
            if gain <= stay:
                continue
            at = n
            while at > 0 and gains[at - 1] < gain:
                gains[at] = gains[at - 1]
                worths[at] = worths[at - 1]
                worths[RANKS + at] = worths[RANKS + at - 1]
                at -= 1
            gains[at] = gain
            worths[at] = other
            worths[RANKS + at] = chances[rank]
            n += 1
    left, worth = 1.0, 0.0
    for i in range(n):
        worth += left * worths[RANKS + i] * after_worth(int(worths[i]), later, target, table, made)
        left *= 1.0 - worths[RANKS + i]
        if left <= 0.0:
            return worth
    return worth + left * after_worth(total, later, target, table, made)


@compiled
def encode(op: int, card: int, value: int) -> int:
    """A move as one number."""
    return (op * RANKS + card) * RANKS + value


@compiled
def best_move(
    total: int,
    first: int,
    hand: Ints,
    again: int,
    later: Ints,
    chances: Floats,
    target: int,
    operations: int,
    table: Floats,
    made: Ints,
    found: Floats,
) -> int:
    """The best play or pass, encoded; `found[0]` its worth. `first` is 1 where the chain is empty (only plus, PL-3.3).

    `chances` are the next seat's; `later` the known cards of the seat after it: our own hand then, where `again` is 1.
    """
    best, chosen = -1.0, -1
    kept, gains, worths = ints(RANKS), floats(RANKS), floats(2 * RANKS)
    for rank in range(RANKS):
        kept[rank] = hand[rank] if again else later[rank]
    for card in range(RANKS):
        if hand[card]:
            for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
                for op in range(1 if first else operations):
                    if calculate(total, op, value) == target:
                        found[0] = 1.0
                        return encode(op, card, value)
    for card in range(RANKS):
        if not hand[card]:
            continue
        kept[card] -= again
        for value in range(1 if card == 0 else card, 14 if card == 0 else card + 1):
            for op in range(1 if first else operations):
                other = calculate(total, op, value)
                if other < 0 or (other == total and op > MINUS):
                    continue
                worth = leave_worth(other, kept, chances, target, table, made, gains, worths)
                if card == 0:
                    worth -= JOKER_COST
                if worth > best:
                    best, chosen = worth, encode(op, card, value)
        if card != 0:
            worth = leave_worth(total, kept, chances, target, table, made, gains, worths)
            worth += 1e-6 * card  # of equal passes the higher card: it is the harder one to end with
            if worth > best:
                best, chosen = worth, encode(PASS, card, card)
        kept[card] += again
    if chosen < 0:  # nothing but jokers
        chosen, best = encode(PLUS, 0, 1), 0.0
    found[0] = best
    return chosen


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
            if 0 <= total <= target + MARGIN:
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

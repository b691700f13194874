"""Punktlandung: what a sum is worth, as the house crew sees it. Plain Python in play, compiled in batches (`kit.core.compiled`).

For each target there are three tables over the sums 0 ... target + `MARGIN`, a place each, or `RANKS` places (0 the joker):

1. `worth_table`: the worth of a turn of somebody of whose hand nothing is known, found by going through what each rank can make
   of the sum: worth(target) = 1, and a turn that does not hit costs the factor `PATIENCE`.
2. `made_table`: the best sum that each rank makes of a sum.
3. `steps_table`: what the ranks that better a sum make of it, the best first.
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats

PLUS, MINUS, TIMES, DIVIDE, PASS = 0, 1, 2, 3, 4
RANKS = 14
PATIENCE = 0.8  # what a turn later is worth
JOKER_COST = 0.12  # a joker hits from anywhere near: it is kept for that
ITERATIONS = 5
BY_DIVISION = 0.3  # the worth of a multiple of the target beyond the table
MARGIN = 40  # sums above the target that the tables know
STEP = 16  # more than the ranks: a step of `steps_table` is one number


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
def hits(total: int, op: int, value: int, target: int) -> bool:
    """Whether `op` with `value` makes `target`, 1 or more, of the sum (PL-3.2)."""
    if op == PLUS:
        return total + value == target
    if op == MINUS:
        return total - value == target
    return total * value == target if op == TIMES else total == target * value


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
def steps_table(target: int, table: Floats, made: Ints, steps: Ints) -> None:
    """Fill `steps` (14 places a sum): what the ranks that better a sum make of it, the best first; nobody plays the others.

    A step is `STEP` times the sum made (`table_size` for one beyond the table) plus the rank; -1 ends them.
    """
    size = table_size(target)
    gains = floats(RANKS)
    for total in range(size):
        at = total * RANKS
        n = 0
        for rank in range(RANKS):
            other = made[at + rank]
            gain = worth_of(other, target, table)
            if rank == 0:  # of two cards that hit the joker is kept
                gain -= JOKER_COST if other != target else 1e-9
            if gain <= table[total]:
                continue
            place = n
            while place > 0 and gains[place - 1] < gain:
                gains[place] = gains[place - 1]
                steps[at + place] = steps[at + place - 1]
                place -= 1
            gains[place] = gain
            steps[at + place] = STEP * min(other, size) + rank
            n += 1
        if n < RANKS:
            steps[at + n] = -1

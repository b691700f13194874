"""Punktlandung: what a sum is worth, as the house crew sees it. Plain Python in play, compiled in batches (`kit.core.compiled`).

For each target there are three tables over the sums 0 ... target + `MARGIN`:

1. `worth_table`: the worth of a turn of somebody of whose hand nothing is known, found by going through what each rank can make
   of the sum: worth(target) = 1, and a turn that does not hit costs the factor `PATIENCE`. Sum n is at `LINE * n + LAST`.
2. `made_table`: the best sum that each rank makes of a sum, in `rows` at `ROW * n + MADE + rank` (0 the joker).
3. `steps_table`: what the ranks that better a sum make of it, the best first, in `rows` at `ROW * n`, 14 places at most.

The gaps leave room for a batch to lay worth and row of a sum into one line of the processor's cache (`kernel.tables_for`).
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
ROW, MADE = 32, RANKS  # numbers of 2 bytes
LINE, LAST = 8, 7  # floats: 8 bytes, as long as `ROW`, and there the steps and the sums made end before


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
        return table[LINE * total + LAST]
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
    """Fill `table` (`LINE` places a sum) with the worth of each sum, by repeated improvement from "worth 1 where it hits"."""
    size = table_size(target)
    missing = floats(RANKS)  # missing[k]: no card of k given ranks among hand_size of 52
    for k in range(RANKS):
        p = 1.0
        for j in range(hand_size):
            p *= max(0.0, (52.0 - 4 * k - j) / (52.0 - j))
        missing[k] = p
    gains, before, now = floats(RANKS), floats(size), floats(size)
    now[target] = 1.0
    for _ in range(ITERATIONS):
        for total in range(size):
            before[total] = now[total]
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
            now[total] = PATIENCE * (worth + stay * missing[n])
    for total in range(size):
        table[LINE * total + LAST] = now[total]


@compiled
def made_table(target: int, operations: int, table: Floats, rows: Ints) -> None:
    """Fill `rows` (`ROW` places a sum of the table) with the best sum that each rank makes of each sum, a joker first."""
    for total in range(table_size(target)):
        best = -1.0
        for value in range(1, RANKS):
            other = best_for(total, value, target, operations, table)
            rows[total * ROW + MADE + value] = other
            worth = worth_of(other, target, table) - (JOKER_COST if other != target else 0.0)
            if worth > best:
                best = worth
                rows[total * ROW + MADE] = other


@compiled
def steps_table(target: int, table: Floats, rows: Ints) -> None:
    """Fill `rows`, which hold `made_table`, with what the ranks that better a sum make of it, the best first.

    The other ranks nobody plays. A step is `STEP` times the sum made (`table_size` for one beyond the table) plus the rank; -1
    ends them.
    """
    size = table_size(target)
    gains = floats(RANKS)
    for total in range(size):
        at = total * ROW
        n = 0
        for rank in range(RANKS):
            other = rows[at + MADE + rank]
            gain = worth_of(other, target, table)
            if rank == 0:  # of two cards that hit the joker is kept
                gain -= JOKER_COST if other != target else 1e-9
            if gain <= table[LINE * total + LAST]:
                continue
            place = n
            while place > 0 and gains[place - 1] < gain:
                gains[place] = gains[place - 1]
                rows[at + place] = rows[at + place - 1]
                place -= 1
            gains[place] = gain
            rows[at + place] = STEP * min(other, size) + rank
            n += 1
        if n < RANKS:
            rows[at + n] = -1

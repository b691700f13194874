"""Landeanflug: every hand a seat may hold and every way to share it among duties, as flat tables for the crew's thinking.

For a number of cards n = 0 ... 4 the table lists the multisets of n values; for each, and for each set of duties still open
(axis, engines), the *shares*: which value goes to the axis, which to the engines, which (at most two) stay free. All are ints
in one array `t`, so that plain and compiled thinking (`kit.core.compiled`) read the same table:

    t[0 : 6]                     offsets of the hands of n cards (t[n] ... t[n + 1], in hands)
    t[HAND_AT + HAND_SIZE * h]   hand h: its six counts by value, the offsets of its shares for duties 0 ... 3 and their end,
                                 and its key (the counts as octal digits)
    t[SHARE_AT + 3 * i]          share i: value on the axis, on the engines (0: not needed), code of the free cards

Duties are coded 1 (axis open) + 2 (engines open); free cards as `7 * low + high`, 0 where there is none.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

HAND_AT = 6
HAND_SIZE = 12
SHARES, KEY = 6, 11
MOST = 4


def _shares(hand: tuple[int, ...], duties: int) -> list[tuple[int, int, int]]:
    """The distinct shares of a hand; none where it has too few cards for its duties."""
    wanted = (duties & 1) + (duties >> 1)
    found = set()
    for order in permutations(hand):
        if len(hand) < wanted or len(hand) - wanted > 2:
            continue
        rest = sorted(order[wanted:])
        low, high = ([0, 0] + rest)[-2:]
        found.add((order[0] if duties & 1 else 0, order[wanted - 1] if duties & 2 else 0, 7 * low + high))
    return sorted(found)


def hand_table() -> list[int]:
    """The table described above."""
    hands = [hand for n in range(MOST + 1) for hand in combinations_with_replacement(range(1, 7), n)]
    starts = [sum(len(hand) < n for hand in hands) for n in range(MOST + 2)]
    rows: list[int] = []
    shares: list[int] = []
    for hand in hands:
        rows += [hand.count(value) for value in range(1, 7)]
        for duties in range(4):
            rows.append(len(shares) // 3)
            for share in _shares(hand, duties):
                shares += share
        rows.append(len(shares) // 3)
        rows.append(sum(8 ** (value - 1) for value in hand))
    table = starts + rows + shares
    assert len(starts) == HAND_AT and len(rows) == HAND_SIZE * len(hands)
    return table


SHARE_AT = HAND_AT + HAND_SIZE * 210  # 1 + 6 + 21 + 56 + 126 hands

"""Punktlandung: what known cards can reach. Exact: every sequence of plays and passes counts, nothing is drawn.

`predecessors(target)` are the sums from which one card hits. `solve(hands, total, target)` is a shortest plan with known hands in
turn order, or None where there is none. Cards are ranks as everywhere (0 a joker); `UNKNOWN` stands for a card that nobody has
seen: it can only be passed.

The search goes forward from the sum, level by level, a level holding each (sum, cards left) once, and meets the sums that lie
one, two or three turns before the target. Those are worked out backwards as if no card were ever used up, so they are too many,
never too few; the last turns are then played out forward with the cards that are really left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kit.games.punktlandung.moves import OPERATIONS, Move, Pass, Play, operations
from kit.games.punktlandung.rules import calculate, possible
from kit.games.punktlandung.state import JOKER, RANKS

UNKNOWN = -1
BACK = 3  # turns before the target that are worked out backwards

Key = tuple[int, int]  # the sum, and a bit for each card that is used up (the highest one: a card was played)
Level = dict[Key, tuple[Key, "Turn"]]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a plan: the place in turn order, its card, and the operation with its value; `op` is empty for a pass."""

    place: int
    card: int
    op: str
    value: int
    sum: int

    @property
    def move(self) -> Move:
        """The move of that turn."""
        return Play(self.card, self.op, self.value) if self.op else Pass(self.card)


def predecessors(target: int, *, small: bool = False) -> dict[int, tuple[tuple[str, int], ...]]:
    """The sums one card before `target`, each with the ways (operation, value) that lead there; 43 for 348 (PL-9).

    `small` allows plus and minus alone (PL-7.3). What leaves the target as it is (times 1, divided by 1) is no step.
    """
    ways: dict[int, list[tuple[str, int]]] = {}
    for value in RANKS:
        before = [("+", target - value), ("-", target + value)]
        if not small:
            before += [("x", target // value if target % value == 0 else -1), (":", target * value)]
        for op, total in before:
            if total >= 0 and total != target:
                ways.setdefault(total, []).append((op, value))
    return {total: tuple(ways[total]) for total in sorted(ways)}


def sums_hit_by(target: int, card: int, *, small: bool = False) -> list[int]:
    """The sums from which a card of the rank `card` hits, those by plus and minus first."""
    ways = predecessors(target, small=small)
    found = [(OPERATIONS.index(op), total) for total, how in ways.items() for op, value in how if value == card]
    return [total for _, total in sorted(found)]


def hitting_ranks(total: int, target: int, *, first: bool = False, small: bool = False) -> frozenset[int]:
    """The ranks of which one card makes `target` from `total`; a joker (0) is among them where any is. `first`: plus alone."""
    ops = operations(first=first, small=small)
    found = {value for value in RANKS if any(result == target for _, result in _results(total, value, ops))}
    return frozenset(found | {JOKER}) if found else frozenset()


def solve(
    hands: Sequence[Sequence[int]], total: int, target: int, *, first: bool | None = None, small: bool = False, most: int = 99
) -> tuple[Turn, ...] | None:
    """A shortest plan from `total` to `target`, or None where these cards cannot reach it within `most` turns.

    `hands` stand in turn order, the seat to move first; a seat without cards is skipped (PL-3.1). `first`: no card was played
    for this target yet, so the first one adds (PL-3.3; unless said, this is so where the sum is 0).
    """
    return _Search(hands, total, target, total == 0 if first is None else first, small).shortest(most)


def _results(total: int, value: int, ops: str) -> Iterator[tuple[str, int]]:
    """What a card of `value` can make of `total` (PL-3.2)."""
    for op in ops:
        if possible(total, op, value):
            yield op, calculate(total, op, value)


def _values(card: int) -> Iterable[int]:
    return RANKS if card == JOKER else (card,)


class _Search:
    """One question to the solver."""

    def __init__(self, hands: Sequence[Sequence[int]], total: int, target: int, first: bool, small: bool) -> None:
        self.target, self.ops = target, operations(small=small)
        self.hands = [tuple(sorted(hand)) for hand in hands]
        self.offsets = [sum(map(len, self.hands[:place])) for place in range(len(hands))]
        self.played = 1 << sum(map(len, self.hands))
        self.order = self._turn_order()
        self.limits = self._limits()
        self.levels: list[Level] = [{(total, 0 if first else self.played): ((0, 0), Turn(0, 0, "", 0, total))}]
        self._before: dict[tuple[int, ...], list[set[int]]] = {}

    def _turn_order(self) -> list[int]:
        """Whose turn each turn is: nothing is drawn, so the numbers of cards alone decide it."""
        left, order = [len(hand) for hand in self.hands], []
        while any(left):
            for place, n in enumerate(left):
                if n:
                    order.append(place)
                    left[place] -= 1
        return order

    def _limits(self) -> list[int]:
        """After each turn the largest sum from which the turns left can still come down to the target: by dividing each time."""
        limits = [self.target]
        for place in reversed(self.order):
            high = max((value for card in self.hands[place] if card != UNKNOWN for value in _values(card)), default=0)
            limits.append(max(limits[-1] * max(high if len(self.ops) > 2 else 1, 1), limits[-1] + high))
        return limits[::-1]

    def shortest(self, most: int) -> tuple[Turn, ...] | None:
        if next(iter(self.levels[0]))[0] > self.limits[0]:
            return None
        for turns in range(1, min(most, len(self.order)) + 1):
            back = min(BACK, turns)
            start = turns - back
            while len(self.levels) <= start:
                self.levels.append(self._next(self.levels[-1], len(self.levels) - 1, None))
            before = self._sums_before(tuple(self.order[start:turns]))
            level: Level = {key: came for key, came in self.levels[start].items() if key[0] in before[back]}
            last = [level]
            for step in range(back):
                wanted = before[back - step - 1]
                last.append(self._next(last[-1], start + step, wanted))
                if not last[-1]:
                    break
            else:
                return self._plan(next(iter(last[-1])), [*self.levels[:start], *last])
        return None

    def _next(self, level: Level, turn: int, wanted: set[int] | None) -> Level:
        """The level after the turn number `turn`; with `wanted` only what makes one of these sums."""
        place, limit, found = self.order[turn], self.limits[turn + 1], Level()
        hand, offset = self.hands[place], self.offsets[place]
        for key in level:
            total, used = key
            tried = set()
            for at, card in enumerate(hand):
                bit = 1 << (offset + at)
                if used & bit or card in tried:
                    continue
                tried.add(card)
                if wanted is None or total in wanted:
                    found.setdefault((total, used | bit), (key, Turn(place, card, "", 0, total)))
                if card == UNKNOWN:
                    continue
                after = used | bit | self.played
                for value in _values(card):
                    for op, made in _results(total, value, self.ops if used & self.played else "+"):
                        if made > limit if wanted is None else made not in wanted:
                            continue
                        if (made, after) not in found:
                            found[made, after] = (key, Turn(place, card, op, value, made))
        return found

    def _sums_before(self, places: tuple[int, ...]) -> list[set[int]]:
        """For the last turns of a plan, made by `places`: the sums 0, 1, 2 ... turns before the target, no card used up."""
        if places not in self._before:
            sums = [{self.target}]
            for place in reversed(places):
                values = {value for card in self.hands[place] if card != UNKNOWN for value in _values(card)}
                now = set(sums[-1])  # a pass
                for total in sums[-1]:
                    for value in values:
                        now.add(total + value)
                        if total >= value:
                            now.add(total - value)
                        if len(self.ops) > 2:
                            now.add(total * value)
                            if total % value == 0:
                                now.add(total // value)
                sums.append(now)
            self._before[places] = sums
        return self._before[places]

    def _plan(self, key: Key, levels: list[Level]) -> tuple[Turn, ...]:
        """The turns that led to `key` in the last level."""
        turns = []
        for level in reversed(levels[1:]):
            key, turn = level[key]
            turns.append(turn)
        return tuple(reversed(turns))

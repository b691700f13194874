"""Orbit: every way the hidden cards can lie that fits what is known, counted exactly and drawn with equal chances.

Cards that the same seats may hold are one group. The number of ways to fill the hands is a sum over how many cards of each group
go to each seat, with a multinomial coefficient for which ones; there are few groups, so this is quick (`Worlds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import comb

from kit.cards import mask, unmask
from kit.core.deals import Generator
from kit.games.orbit.knowledge import Table, candidates, top_king

Hands = tuple[tuple[int, ...], ...]
_CHUNK = 1 << 30


def below(rng: Generator, n: int) -> int:
    """A number from 0 to n-1, each as likely, for any n (a generator's own draws end at 64 bits)."""
    if n <= _CHUNK:
        return rng.randrange(n)
    while True:
        value, size = 0, 1
        while size < n:
            value, size = value * _CHUNK + rng.randrange(_CHUNK), size * _CHUNK
        if value < size - size % n:
            return value % n


class Worlds:
    """The distributions of some cards over hands of given sizes, by the seats that may hold each card.

    `own` gives by seat the cards it may hold (a mask), `counts` how many it holds.
    """

    def __init__(self, own: Sequence[int], counts: Sequence[int]) -> None:
        groups: dict[int, list[int]] = {}
        every = 0
        for bits in own:
            every |= bits
        for card in unmask(every):
            groups.setdefault(mask(seat for seat, bits in enumerate(own) if bits >> card & 1), []).append(card)
        self.counts = tuple(counts)
        self.groups = sorted(groups.items(), key=lambda item: (item[0].bit_count(), item[0]))
        self._memo: dict[tuple[int, tuple[int, ...]], int] = {}
        self._fits = every.bit_count() == sum(counts)
        if not self._fits:
            self.groups = []
            self._memo[0, self.counts] = 0

    @cached_property
    def total(self) -> int:
        """How many worlds there are; 0 where what is known contradicts itself.

        A group's cards are shared among the seats that may hold them; where fewer may not, all ways count, less those that give
        some of the cards to these (inclusion and exclusion). What is then left goes anywhere.
        """
        if not self._fits:
            return 0
        reached = {self.counts: 1}
        for group, cards in self.groups:
            allowed, denied = unmask(group), unmask((1 << len(self.counts)) - 1 & ~group)
            after = dict[tuple[int, ...], int]()
            for room, before in reached.items():
                if len(allowed) <= len(denied) + 1:
                    found = [(rest, ways) for n, rest, ways in _given(room, allowed, len(cards)) if n == len(cards)]
                else:
                    found = [(rest, -ways if n % 2 else ways) for n, rest, ways in _given(room, denied, len(cards))]
                for rest, ways in found:
                    after[rest] = after.get(rest, 0) + before * ways
            reached = after
        out = 0
        for room, ways in reached.items():
            left = sum(room)
            for n in room:
                ways, left = ways * comb(left, n), left - n
            out += ways
        return out

    def _ways(self, index: int, room: tuple[int, ...]) -> int:
        key = (index, room)
        if key not in self._memo:
            if index == len(self.groups):
                self._memo[key] = int(not any(room))
            else:
                self._memo[key] = sum(ways * self._ways(index + 1, rest) for _, ways, rest in self._splits(index, room))
        return self._memo[key]

    def _splits(self, index: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int, tuple[int, ...]]]:
        """The ways to share a group among its seats: how many each gets, in how many ways, and the room that is left."""
        seats, cards = unmask(self.groups[index][0]), self.groups[index][1]
        if index == len(self.groups) - 1:  # the last group fills the hands, in one way of numbers
            numbers = tuple(room[seat] for seat in seats)
            if sum(numbers) == sum(room) == len(cards):
                ways, left = 1, len(cards)
                for n in numbers:
                    ways, left = ways * comb(left, n), left - n
                yield numbers, ways, (0,) * len(room)
            return

        def share(at: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
            if at == len(seats) - 1:
                if left <= room[seats[at]]:
                    yield (left,), 1
                return
            for n in range(min(left, room[seats[at]]) + 1):
                for others, ways in share(at + 1, left - n):
                    yield (n, *others), comb(left, n) * ways

        for numbers, ways in share(0, len(cards)):
            rest = list(room)
            for seat, n in zip(seats, numbers, strict=True):
                rest[seat] -= n
            yield numbers, ways, tuple(rest)

    def numbers(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Each group's cards, and how many of them each seat holds, added up over all worlds.

        Cards of a group are alike, so a seat holds one of them in that number divided by the group's size of all worlds.
        """
        out: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        reached = {self.counts: 1}  # the rooms left before a group, and in how many ways the groups before led there
        for index, (group, cards) in enumerate(self.groups):
            seats, held, after = unmask(group), [0] * len(self.counts), dict[tuple[int, ...], int]()
            for room, before in reached.items():
                for numbers, ways, rest in self._splits(index, room):
                    if behind := self._ways(index + 1, rest):
                        for seat, n in zip(seats, numbers, strict=True):
                            held[seat] += n * before * ways * behind
                        after[rest] = after.get(rest, 0) + before * ways
            reached = after
            out.append((tuple(cards), tuple(held)))
        return out

    def draw(self, rng: Generator) -> Hands:
        """One world, each as likely; ValueError where there is none."""
        if not self.total:
            raise ValueError("no hands fit what is known")
        hands: list[list[int]] = [[] for _ in self.counts]
        room = self.counts
        for index, (group, cards) in enumerate(self.groups):
            numbers, room = self._pick(index, room, below(rng, self._ways(index, room)))
            left = list(cards)
            for seat, n in zip(unmask(group), numbers, strict=True):
                hands[seat] += [left.pop(rng.randrange(len(left))) for _ in range(n)]
        return tuple(tuple(sorted(hand)) for hand in hands)

    def _pick(self, index: int, room: tuple[int, ...], number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of all ways to go on from a group, how way `number` shares it, and the room that is left."""
        for numbers, ways, rest in self._splits(index, room):
            number -= ways * self._ways(index + 1, rest)
            if number < 0:
                return numbers, rest
        raise AssertionError("a number below the total")


def _given(room: tuple[int, ...], seats: Sequence[int], cards: int) -> list[tuple[int, tuple[int, ...], int]]:
    """Every way to give up to `cards` cards to `seats` with that room: how many are given, the room left, and which cards in how
    many ways.
    """
    found = [(0, room, 1)]
    for seat in seats:
        found = [
            (given + n, (*rest[:seat], rest[seat] - n, *rest[seat + 1 :]), ways * comb(cards - given, n))
            for given, rest, ways in found
            for n in range(min(cards - given, rest[seat]) + 1)
        ]
    return found


def weighted(
    table: Table,
    hands: Mapping[int, Sequence[int]] | None = None,
    at: Mapping[int, int] | None = None,
    given: Sequence[int | None] = (),
) -> list[tuple[int, Worlds]]:
    """The worlds that fit what is public and the hands and cards known besides, in cases with a weight for each of their worlds.

    One case of weight 1, but after a Mayday (`given`: the passed cards that are known, by seat) the deals before it count the
    same: the highest king is then with the commander or to the left, and the passes that lead to each count too (OR-7.3).
    """
    seats = table.setup.seats
    known = dict(at or {})
    if not (table.mayday and table.mayday.passed):
        return [(1, Worlds(candidates(table, hands, known), table.counts))]
    gone = mask(card for trick in table.tricks for card in trick.cards) | mask(table.trick)
    known |= {card: (seat + 1) % seats for seat, card in enumerate(given) if card is not None and not gone >> card & 1}
    king, size = top_king(table.open_card), table.setup.tricks
    if gone >> king & 1:
        return [(1, Worlds(candidates(table, hands, known), table.counts))]
    left, right = (table.commander + 1) % seats, (table.commander - 1) % seats
    options: list[tuple[int, Worlds]] = []
    for holder in (table.commander, left):
        worlds = Worlds(candidates(table, hands, known | {king: holder}), table.counts)
        weight = 1  # how many choices of the hidden passes lead there
        if holder == table.commander:
            weight = (size if given[table.commander] is None else 1) * (size - 1 if given[right] is None else 1)
            possible = given[table.commander] != king
        else:
            weight = size if given[right] is None else 1
            possible = given[table.commander] in (None, king)
        options.append((weight * possible, worlds))
    return options


def draw_hands(
    table: Table,
    rng: Generator,
    hands: Mapping[int, Sequence[int]] | None = None,
    at: Mapping[int, int] | None = None,
    given: Sequence[int | None] = (),
) -> Hands:
    """Hands that fit what is known (see `weighted`), each deal as likely; ValueError where none fits."""
    options = weighted(table, hands, at, given)
    if len(options) == 1:
        return options[0][1].draw(rng)
    sizes = [weight * worlds.total for weight, worlds in options]
    if not sum(sizes):
        raise ValueError("no hands fit what is known")
    return options[below(rng, sum(sizes)) >= sizes[0]][1].draw(rng)


def draw_given(table: Table, hands: Hands, rng: Generator, given: Sequence[int | None]) -> tuple[int, ...]:
    """The cards passed in a Mayday that are not known, for hands that were drawn: any card that the left neighbour got."""
    seats, king = table.setup.seats, top_king(table.open_card)
    owned = [set(hand) for hand in hands]
    for leader, cards in [*((trick.leader, trick.cards) for trick in table.tricks), (table.leader, table.trick)]:
        for i, played in enumerate(cards):
            owned[(leader + i) % seats].add(played)
    out: list[int] = []
    for seat in range(seats):
        got, card = owned[(seat + 1) % seats], given[seat]
        if card is not None:
            out.append(card)
        elif seat == table.commander and king in got:
            out.append(king)
        else:
            choices = sorted(got - {king})
            out.append(choices[rng.randrange(len(choices))])
    return tuple(out)

"""Orbit: possible worlds by the dozen, over whole numbers, for a crew that thinks by playing them out.

`begin` finds one way to give every card to a seat that may hold it; `stir` exchanges cards between seats at random where both may
hold them. An exchange and its reverse are as likely, so after many of them every world comes about equally often. That is near
enough for a crew and quick in batches; the lens and `worlds.py` count exactly.

The layout is one array: by seat the cards that are certain, then for each other card its number, its seat, and the seats that may
hold it. A mask of cards by seat, narrowed by counting as `knowledge.candidates` does, is what `begin` starts from.
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled, lowest_bit

FREE, SURE, ROOM = 0, 1, 6  # how many cards are not certain; then five numbers each by seat
CARD = 11  # then three numbers a card
HOLDER, MAY = 1, 2
LAYOUT = CARD + 3 * 40
MIXED = 2  # how many times each card is exchanged, on average, between two worlds


@compiled
def noise_after(noise: int) -> int:
    """The next number of a small generator (32 bits; the upper ones are the good ones)."""
    return (noise * 69069 + 12345) & 0xFFFFFFFF


@compiled
def close(own: Ints, counts: Ints, seats: int) -> None:
    """Narrows the masks by counting, as `knowledge.candidates` does: a full hand leaves no room for more cards."""
    changed = True
    while changed:
        changed = False
        for seat in range(seats):
            others = 0
            for other in range(seats):
                if other != seat:
                    others |= own[other]
            only = own[seat] & ~others
            if only != own[seat] and bit_count(only) == counts[seat]:
                own[seat] = only
                changed = True
            if bit_count(own[seat]) == counts[seat]:
                for other in range(seats):
                    if other != seat and own[other] & own[seat]:
                        own[other] &= ~own[seat]
                        changed = True


@compiled
def begin(own: Ints, counts: Ints, seats: int, noise: int, w: Ints) -> int:
    """Lays out one world in `w` (`LAYOUT` places); the next noise, -1 where no world fits."""
    for seat in range(seats):
        w[SURE + seat], w[ROOM + seat] = 0, counts[seat]
    w[FREE] = 0
    every = 0
    for seat in range(seats):
        every |= own[seat]
    for asked in range(1, seats + 1):  # the cards that few seats may hold first
        cards = every
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            may = 0
            for seat in range(seats):
                may |= (own[seat] >> card & 1) << seat
            if bit_count(may) != asked:
                continue
            if asked == 1:
                seat = lowest_bit(may)
                w[SURE + seat] |= 1 << card
                w[ROOM + seat] -= 1
                if w[ROOM + seat] < 0:
                    return -1
                continue
            at = CARD + 3 * w[FREE]
            w[at], w[at + HOLDER], w[at + MAY] = card, -1, may
            w[FREE] += 1
    for i in range(w[FREE]):
        noise = noise_after(noise)
        if not place(w, i, seats, noise >> 8):
            return -1
    for seat in range(seats):
        if w[ROOM + seat]:
            return -1
    return noise


@compiled
def place(w: Ints, i: int, seats: int, pick: int) -> bool:
    """Gives the free card number `i` to a seat with room; where none of its seats has room, one of them passes a card on."""
    may = w[CARD + 3 * i + MAY]
    room = 0
    for seat in range(seats):
        room += w[ROOM + seat] if may >> seat & 1 else 0
    if room:
        pick %= room
        for seat in range(seats):
            if may >> seat & 1:
                pick -= w[ROOM + seat]
                if pick < 0:
                    w[CARD + 3 * i + HOLDER] = seat
                    w[ROOM + seat] -= 1
                    return True
    # a chain of seats, each passing a card to the next, from one that may hold this card to one with room (five at most)
    reached, before, by, steps = may, 0, 0, 0  # three bits a seat: from which seat it is reached; six bits: with which card
    while steps < seats:
        steps += 1
        grown = reached
        for j in range(i):
            at = CARD + 3 * j
            if reached >> w[at + HOLDER] & 1:
                new = w[at + MAY] & ~grown
                while new:
                    seat = lowest_bit(new)
                    new &= new - 1
                    grown |= 1 << seat
                    before |= w[at + HOLDER] << 3 * seat
                    by |= j << 6 * seat
        if grown == reached:
            return False
        reached = grown
        for seat in range(seats):
            if reached >> seat & 1 and w[ROOM + seat]:
                w[ROOM + seat] -= 1
                while not may >> seat & 1:
                    j = by >> 6 * seat & 63
                    w[CARD + 3 * j + HOLDER] = seat
                    seat = before >> 3 * seat & 7
                w[CARD + 3 * i + HOLDER] = seat
                return True
    return False


@compiled
def stir(w: Ints, noise: int) -> int:
    """Exchanges cards of the layout at random; the next noise."""
    n = w[FREE]
    for i in range(MIXED * n):
        noise = noise_after(noise)
        one, two = CARD + 3 * (i % n), CARD + 3 * ((noise >> 8) % n)
        a, b = w[one + HOLDER], w[two + HOLDER]
        if a != b and w[one + MAY] >> b & 1 and w[two + MAY] >> a & 1:
            w[one + HOLDER], w[two + HOLDER] = b, a
    return noise


@compiled
def deal_out(w: Ints, seats: int, hands: Ints, base: int) -> None:
    """Writes the hands of the layout to `hands`, masks from `base` on."""
    for seat in range(seats):
        hands[base + seat] = w[SURE + seat]
    for i in range(w[FREE]):
        at = CARD + 3 * i
        hands[base + w[at + HOLDER]] |= 1 << w[at]

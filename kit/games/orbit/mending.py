"""Orbit with open hands: a game that fails is mended until it succeeds, and what no play can mend is told by the kings.

A game is an order of all cards: the seat to play lays, of its legal cards, the one that comes first. Two cards of one hand change
places, the game is played again, and the change stays where it left no more tasks short than before (now and then one that did).
Quick, and mostly it gets there; where it does not, that proves nothing. `kings_forbid` does: a king loses its trick to a higher
king alone, so a hand with many of them wins whether it will or not.
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled, ints, lowest_bit
from kit.games.orbit.model import (
    AVOID,
    CARDS,
    COUNT,
    EXACT,
    FIRST,
    FIRSTT,
    HANDS,
    KIND,
    KINGLESS,
    LAST,
    LASTT,
    LEFT,
    NUMBER,
    OWNER,
    RUN,
    SEATS,
    SHUN,
    SUIT,
    SUITS,
    TARGET,
    TASK,
    TASKS,
    WIDTH,
    WIN,
    WON,
    legal,
    play,
)
from kit.games.orbit.sampling import noise_after

BOLD = 20  # of a thousand changes for the worse, how many stay


@compiled
def shortfall(s: Ints) -> int:
    """How far the tasks of a game that is over are from fulfilled, all together; 0 is success."""
    out = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        owner, kind, n = s[at + OWNER], s[at + KIND], s[at + NUMBER]
        won = s[WON + owner]
        if kind == EXACT:
            out += 2 * abs(s[COUNT + owner] - n)
        elif kind == CARDS:
            out += max(0, n - bit_count(won & 0x1FF << 9 * s[at + SUIT]))
        elif kind == SUITS:
            for suit in range(4):
                out += 0 if won & 0x1FF << 9 * suit else 1
        elif kind == AVOID:
            out += bit_count(won & 0x1FF << 9 * s[at + SUIT])
        elif kind == KINGLESS:
            out += 2 * bit_count(won >> 36)
        elif kind == WIN:
            out += 0 if won >> s[at + TARGET] & 1 else 2
            if s[at + SHUN] >= 0:
                out += 2 * (won >> s[at + SHUN] & 1)
        elif kind == LASTT:
            out += 0 if s[LAST] == owner else 2
        elif kind == FIRSTT:
            out += 0 if s[FIRST] == owner else 2
        else:
            out += max(0, n - s[RUN + owner])
    return out


@compiled
def by_order(t: Ints, order: Ints, way: Ints) -> int:
    """Plays a position to its end by an order (each card's place in it, by card); the cards played go to `way`. How many."""
    n = 0
    while t[LEFT]:
        cards = legal(t)
        best = lowest_bit(cards)
        cards &= cards - 1
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if order[card] < order[best]:
                best = card
        way[n] = best
        play(t, best)
        n += 1
    return n


@compiled
def other_of_hand(s: Ints, card: int, pick: int) -> int:
    """Another card of the hand that holds `card`, by the number `pick`; -1 where there is none."""
    cards = 0
    for seat in range(s[SEATS]):
        if s[HANDS + seat] >> card & 1:
            cards = s[HANDS + seat] & ~(1 << card)
    if not cards:
        return -1
    for _ in range(pick % bit_count(cards)):
        cards &= cards - 1
    return lowest_bit(cards)


@compiled
def mend(s: Ints, t: Ints, order: Ints, tries: int, noise: int, way: Ints) -> int:
    """Changes `order` up to `tries` times; how many it took to succeed (the cards are in `way` then), -1 where none did.

    `s` is the position, which stays; `t` an array of the same size, used up.
    """
    for i in range(len(s)):
        t[i] = s[i]
    n = by_order(t, order, way)
    now = shortfall(t)
    if not now:
        return 0
    for k in range(1, tries + 1):
        noise = noise_after(noise)
        one = way[(noise >> 8) % n]
        noise = noise_after(noise)
        two = other_of_hand(s, one, noise >> 8)
        if two < 0:
            continue
        order[one], order[two] = order[two], order[one]
        for i in range(len(s)):
            t[i] = s[i]
        by_order(t, order, way)
        new = shortfall(t)
        if not new:
            return k
        noise = noise_after(noise)
        if new <= now or (new <= now + 2 and (noise >> 8) % 1000 < BOLD):
            now = new
        else:
            order[one], order[two] = order[two], order[one]
    return -1


@compiled
def kings_forbid(s: Ints) -> bool:
    """Whether kings alone make success impossible between tricks, all hands known.

    A king is lost only to a higher one of another seat, and not of a seat that may win no king; each such king takes one king
    from a hand at most. What is not lost wins a trick: too many for an exact count, one too many for "no king".
    """
    seats, barred, counted = s[SEATS], 0, 0
    asked = ints(5)
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        owner = s[at + OWNER]
        if s[at + KIND] == EXACT:
            counted |= 1 << owner
            asked[owner] = s[at + NUMBER] - s[COUNT + owner]
        if s[at + KIND] == KINGLESS or (s[at + KIND] == EXACT and asked[owner] <= 0):
            barred |= 1 << owner
    least = 0
    for seat in range(seats):
        takers = 0
        for other in range(seats):
            if other != seat and not barred >> other & 1:
                takers |= s[HANDS + other] >> 36
        wins, free = 0, 0  # free: higher kings that have taken none of this hand yet
        for king in range(3, -1, -1):
            if takers >> king & 1:
                free += 1
            elif s[HANDS + seat] >> 36 + king & 1:
                if free:
                    free -= 1
                else:
                    wins += 1
        if wins and barred >> seat & 1:
            return True
        if counted >> seat & 1:
            if wins > asked[seat]:
                return True
            wins = asked[seat]
        least += wins
    return least > s[LEFT]

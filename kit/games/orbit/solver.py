"""Orbit with open hands: can this position still be won, and how?

The crew is one player here, so it is a search for one way through. What the kings forbid is told at once. Else the rule of
thumb, seeing all hands, plays games with ever more chance in its decisions, and what fails is mended (`mending.py`): mostly that
succeeds soon. Else depth first, cards in the order of the rule of thumb: between tricks a position is remembered by the cards
still out, who leads, and how far each task has got; one that was left without success need not be entered again. Cards that
nothing tells apart count as one. The search ends with a way, with "no", or, at its limit of cards tried, with "unknown".

Written over whole numbers and flat arrays, with a stack instead of recursion, so that batches can compile it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kit.core.compiled import Ints, bit_count, compiled, ints, lowest_bit
from kit.games.orbit import model
from kit.games.orbit.knowledge import Table
from kit.games.orbit.mending import kings_forbid, mend, shortfall
from kit.games.orbit.model import (
    AVOID,
    CARDS,
    COUNT,
    DEAD,
    DONE,
    EXACT,
    FIRST,
    FIRSTT,
    HANDS,
    KIND,
    KINGLESS,
    LAST,
    LEADER,
    LEFT,
    LYING,
    NUMBER,
    OPEN,
    OWNER,
    RUN,
    RUNN,
    SEATS,
    SEES,
    SHUN,
    STREAK,
    SUIT,
    SUITS,
    TARGET,
    TASK,
    TASKS,
    TRICK,
    WIDTH,
    WIN,
    WON,
    legal,
    outlook,
    play,
    suit_bits,
)
from kit.games.orbit.sampling import noise_after
from kit.games.orbit.thinking import WISHES, look, thumb, weigh, worth

WAY, NO, UNKNOWN = 1, 0, -1
DEPTH = 40  # cards in a game
CHOICES = 13
LIMIT = 100_000  # cards tried in play, about a second without compiling
FRESH = 4  # games by rule of thumb alone before any is mended
PATIENCE = 1000  # changes to one game before another is begun
FEW = 4  # so few tricks are searched through first
MEMORY = 16  # the table holds 2**MEMORY positions in play


@compiled
def progress(s: Ints) -> int:
    """How far each task has got, four bits a task: all that its future depends on besides the cards out and the leader."""
    out = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        owner, kind, n = s[at + OWNER], s[at + KIND], s[at + NUMBER]
        won = s[WON + owner]
        value = 0
        if kind == EXACT:
            value = s[COUNT + owner]
        elif kind == CARDS:
            value = min(bit_count(won & 0x1FF << 9 * s[at + SUIT]), n)
        elif kind == SUITS:
            for suit in range(4):
                if won & 0x1FF << 9 * suit:
                    value |= 1 << suit
        elif kind == AVOID:
            value = 1 if won & 0x1FF << 9 * s[at + SUIT] else 0
        elif kind == KINGLESS:
            value = 1 if won >> 36 else 0
        elif kind == WIN:
            shun = s[at + SHUN]
            value = (won >> s[at + TARGET] & 1) | (2 * (won >> shun & 1) if shun >= 0 else 0)
        elif kind == FIRSTT:
            value = 1 if s[FIRST] == owner else 0
        elif kind == RUNN:
            value = 15 if s[RUN + owner] >= n else s[STREAK] if s[LAST] == owner else 0
        out = out << 4 | value & 15
    return out


@compiled
def named_cards(s: Ints) -> int:
    """The cards that a task names, as a mask: these are never like another."""
    out = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        if s[at + TARGET] >= 0:
            out |= 1 << s[at + TARGET]
        if s[at + SHUN] >= 0:
            out |= 1 << s[at + SHUN]
    return out


@compiled
def choices(s: Ints, named: int, wishes: Ints, found: Ints, base: int) -> int:
    """Writes the cards worth trying to `found` from `base` on, the best last, and returns how many they are."""
    cards = legal(s)
    others = 0
    for seat in range(s[SEATS]):
        others |= s[HANDS + seat]
    for i in range(s[LYING]):
        others |= 1 << s[TRICK + i]
    n, last = 0, -1
    values = ints(CHOICES)
    weigh(s, wishes)
    look(s, wishes)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        between = others & suit_bits(card) & ((1 << card) - 1)  # lower cards of the suit that are still out
        same = last >= 0 and suit_bits(last) == suit_bits(card) and between < 2 << last and between >> last & 1
        if same and not named >> last & 1 and not named >> card & 1:
            last = card
            continue
        last = card
        value = worth(s, wishes, card)
        at = n
        while at > 0 and values[at - 1] > value:
            values[at] = values[at - 1]
            found[base + at] = found[base + at - 1]
            at -= 1
        values[at] = value
        found[base + at] = card
        n += 1
    return n


@compiled
def remember(one: int, two: int, ones: Ints, twos: Ints) -> bool:
    """Whether a position (two numbers) is in the table already; if not it is put there, or forgotten where there is no room."""
    size = len(ones)
    h = (one * 0x9E3779B1 ^ two * 0x85EBCA6B ^ one >> 29) & 0x7FFFFFFFFFFF
    h = (h ^ h >> 17) & size - 1
    for step in range(8):
        at = h + step & size - 1
        if ones[at] == one and twos[at] == two:
            return True
        if ones[at] == 0:
            ones[at], twos[at] = one, two
            return False
    ones[h], twos[h] = one, two
    return False


@compiled
def by_thumb(t: Ints, jitter: int, spread: int, order: Ints) -> None:
    """Plays a position on to its end by rule of thumb; each card's place in the game goes to `order`."""
    n, noise, wishes = 0, jitter, ints(WISHES)
    weigh(t, wishes)
    while t[LEFT]:
        if t[LYING] == 0:
            weigh(t, wishes)
        noise = noise_after(noise)
        card = thumb(t, wishes, noise >> 4, spread)
        order[card] = n
        play(t, card)
        n += 1


@compiled
def by_mending(s: Ints, limit: int, way: Ints) -> int:
    """Plays by rule of thumb, with ever more chance, and mends what fails; the cards tried, negative where `limit` was too few.

    Where a game succeeds its cards stand in `way`.
    """
    t, order = ints(len(s)), ints(DEPTH)
    tried, game, cards = 0, 0, 0
    for seat in range(s[SEATS]):
        cards += bit_count(s[HANDS + seat])
    while tried < limit:
        for i in range(len(s)):
            t[i] = s[i]
        t[SEES] = 1
        by_thumb(t, 7919 * game + 1, 4 + 2 * (game % 100), order)
        tried += cards
        if game >= FRESH or not shortfall(t):
            tries = min(PATIENCE, 1 + max(0, limit - tried) // cards)
            used = mend(s, t, order, tries, 77 * game + 5, way)
            if used >= 0:
                return tried + cards * used
            tried += cards * tries
        game += 1
    return -tried


@compiled
def shorten(s: Ints, way: Ints) -> None:
    """Writes to `way` how many of its cards it takes until success is certain."""
    t = ints(len(s))
    for i in range(len(s)):
        t[i] = s[i]
    n = 0
    while t[LYING] or outlook(t) == OPEN:
        play(t, way[n])
        n += 1
    way[DEPTH] = n


@compiled
def search(s: Ints, limit: int, ones: Ints, twos: Ints, way: Ints) -> int:
    """1 with the cards to play in `way` (their number last), 0 where there is no way, -1 where `limit` cards were tried in vain.

    `ones` and `twos` are the table, zeros, their length a power of two; `way` has 41 places.
    """
    way[DEPTH] = 0
    if not s[LYING]:
        how = outlook(s)
        if how == DONE:
            return WAY
        if how == DEAD or kings_forbid(s):
            return NO
    found = UNKNOWN
    if s[LEFT] <= FEW:
        found = by_depth(s, limit // 2, ones, twos, way)
    if found != UNKNOWN:
        return found
    if by_mending(s, limit // 2 if s[LEFT] <= FEW else limit - limit // 4, way) >= 0:
        shorten(s, way)
        return WAY
    return UNKNOWN if s[LEFT] <= FEW else by_depth(s, limit // 4, ones, twos, way)


@compiled
def by_depth(s: Ints, limit: int, ones: Ints, twos: Ints, way: Ints) -> int:
    """The same by trying all cards, depth first."""
    size = len(s)
    stack = ints((DEPTH + 1) * size)
    found = ints((DEPTH + 1) * CHOICES)
    left = ints(DEPTH + 1)
    t, wishes = ints(size), ints(WISHES)
    named = named_cards(s)
    for i in range(size):
        stack[i] = s[i]
    stack[SEES] = 1
    depth, tried = 0, 0
    left[0] = choices(stack, named, wishes, found, 0)
    while depth >= 0:
        if left[depth] == 0:
            depth -= 1
            continue
        if tried >= limit:
            return UNKNOWN
        tried += 1
        left[depth] -= 1
        card = found[depth * CHOICES + left[depth]]
        base = depth * size
        for i in range(size):
            t[i] = stack[base + i]
        play(t, card)
        way[depth] = card
        if t[LYING] == 0:
            how = outlook(t)
            if how == DONE:
                way[DEPTH] = depth + 1
                return WAY
            if how == DEAD or kings_forbid(t):
                continue
            rest = 0
            for seat in range(t[SEATS]):
                rest |= t[HANDS + seat]
            if remember(rest << 3 | t[LEADER], progress(t), ones, twos):
                continue
        depth += 1
        base = depth * size
        for i in range(size):
            stack[base + i] = t[i]
        left[depth] = choices(t, named, wishes, found, depth * CHOICES)
    return NO


@dataclass(frozen=True, slots=True)
class Solution:
    """What the search found: True with `way` (cards in the order to play them), False, or None for unknown.

    The way ends where success is certain; any cards may follow.
    """

    winnable: bool | None
    way: tuple[int, ...] = ()


def solve(table: Table, hands: Sequence[Sequence[int]], *, limit: int = LIMIT) -> Solution:
    """Whether the tasks of this position can all be fulfilled with these hands, and how; `limit` bounds the cards tried."""
    s = model.encode(table, hands)
    way = ints(DEPTH + 1)
    result = search(s, limit, ints(1 << MEMORY), ints(1 << MEMORY), way)
    if result == UNKNOWN:
        return Solution(None)
    return Solution(result == WAY, tuple(model.unpack(card) for card in way[: way[DEPTH]]))

"""Orbit over whole numbers: which tasks may be taken (OR-3.3, OR-3.4), as `reasoning.feasible` finds before the first trick.

The reasoning is explained there; here it is written for the one moment of the draft, over the array of `model.py`, so that
batches can compile it. The tests hold both equal. What a seat wants is `WANTS` numbers from `WANTS * seat` on in the work array.
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled
from kit.games.orbit.model import (
    AVOID,
    CARDS,
    EXACT,
    FIRSTT,
    KIND,
    KINGLESS,
    LASTT,
    LEFT,
    NUMBER,
    OWNER,
    RUNN,
    SEATS,
    SHUN,
    SUIT,
    SUITS,
    TARGET,
    TASK,
    TASKS,
    WIDTH,
    WIN,
)

ASKED, COUNTED, MUST, SHUNNED, ROW, LAST_ONE, NEEDS = range(7)  # COUNTED: exactly so many tricks, -1 any; four NEEDS by suit
WANTS = 10
FREE = 5  # the seats without tasks are one group, behind the five seats
ROOM = 6 * WANTS  # then by group: how many cards its tricks still hold, what it must get
CLASSES = ROOM + 12  # then by suit: how many cards, which groups may take them; and single cards
LOW = CLASSES + 20  # then by seat: its least number of tricks, and the number tried
TRIED = LOW + 5
WORK = TRIED + 5
DIFFICULTY = WIDTH  # in the table of task cards: a task's numbers as in the model, then its difficulty
ROW_SIZE = WIDTH + 1


@compiled
def same_task(s: Ints, one: int, two: int) -> bool:
    """Whether two tasks of the array (where their numbers begin) are one owner's and ask the same (OR-3.4)."""
    same = True
    for i in range(WIDTH):
        if s[one + i] != s[two + i]:
            same = False
    return same


@compiled
def gather(s: Ints, rest: int, w: Ints) -> int:
    """What the owners of the tasks want, into `w`; the owner of the first trick (-1: nobody's task), -2 where a task is lost."""
    for i in range(WORK):
        w[i] = 0
    for seat in range(FREE + 1):
        w[WANTS * seat + COUNTED] = -1
    first, last = -1, -1
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        owner, kind, n = s[at + OWNER], s[at + KIND], s[at + NUMBER]
        mine = WANTS * owner
        w[mine + ASKED] = 1
        if kind == EXACT:
            if n > s[LEFT] or (w[mine + COUNTED] >= 0 and w[mine + COUNTED] != n):
                return -2
            w[mine + COUNTED] = n
        elif kind == CARDS:
            w[mine + NEEDS + s[at + SUIT]] = max(w[mine + NEEDS + s[at + SUIT]], n)
        elif kind == SUITS:
            for suit in range(4):
                w[mine + NEEDS + suit] = max(w[mine + NEEDS + suit], 1)
        elif kind == AVOID:
            w[mine + SHUNNED] |= 0x1FF << 9 * s[at + SUIT]
        elif kind == KINGLESS:
            w[mine + SHUNNED] |= 0xF << 36
        elif kind == WIN:
            if not rest >> s[at + TARGET] & 1:
                return -2
            w[mine + MUST] |= 1 << s[at + TARGET]
            if s[at + SHUN] >= 0:
                w[mine + SHUNNED] |= 1 << s[at + SHUN]
        elif kind == LASTT:
            if last >= 0 and last != owner:
                return -2
            last = owner
            w[mine + LAST_ONE] = 1
        elif kind == FIRSTT:
            if first >= 0 and first != owner:
                return -2
            first = owner
        elif kind == RUNN:
            w[mine + ROW] = max(w[mine + ROW], n)
    return first


@compiled
def in_order(s: Ints, w: Ints, seat: int, n: int, taker: int) -> bool:
    """Whether `n` tricks of a seat can lie so that it has its tricks in a row, the last and (where it takes it) the first."""
    in_a_row = n
    if seat == taker and w[WANTS * seat + LAST_ONE] and n < s[LEFT]:
        if n < 2:
            return False
        in_a_row = n - 1
    return in_a_row >= w[WANTS * seat + ROW]


@compiled
def shared(rest: int, w: Ints, groups: int) -> bool:
    """Whether the cards `rest` can fill the groups (a mask) so that each gets what it must and needs and shuns what it shuns."""
    taken = 0
    for g in range(FREE + 1):
        if groups >> g & 1:
            must = w[ROOM + 6 + g]
            if must & (w[WANTS * g + SHUNNED] | taken):
                return False
            taken |= must
            w[ROOM + g] -= bit_count(must)
            if w[ROOM + g] < 0:
                return False
    pool = rest & ~taken
    classes = 0
    for suit in range(5):
        mask = 0xF << 36 if suit == 4 else 0x1FF << 9 * suit
        cards, takers, picky, needs = pool & mask, 0, 0, 0
        for g in range(FREE + 1):
            if groups >> g & 1 and mask & ~w[WANTS * g + SHUNNED]:
                takers |= 1 << g
                picky |= cards & w[WANTS * g + SHUNNED]
        user = -1
        if picky and not picky & (picky - 1):  # one card that only some of these may take: best used where it is needed
            allowed = 0
            for g in range(FREE + 1):
                if groups >> g & 1 and not w[WANTS * g + SHUNNED] & picky:
                    allowed |= 1 << g
            cards &= ~picky
            for g in range(FREE, -1, -1):
                if allowed >> g & 1 and suit < 4 and w[WANTS * g + NEEDS + suit] > bit_count(w[ROOM + 6 + g] & mask):
                    user = g
            if user < 0:
                w[CLASSES + 2 * classes], w[CLASSES + 2 * classes + 1] = 1, allowed
                classes += 1
            else:
                w[ROOM + user] -= 1
        if suit < 4:
            for g in range(FREE + 1):
                if groups >> g & 1:
                    n = w[WANTS * g + NEEDS + suit] - bit_count(w[ROOM + 6 + g] & mask) - (1 if g == user else 0)
                    if n > 0:
                        if not takers >> g & 1:
                            return False
                        needs += n
                        w[ROOM + g] -= n
        if bit_count(cards) < needs:
            return False
        w[CLASSES + 2 * classes], w[CLASSES + 2 * classes + 1] = bit_count(cards) - needs, takers
        classes += 1
    for g in range(FREE + 1):
        if groups >> g & 1 and w[ROOM + g] < 0:
            return False
    chosen = 0
    while True:  # Hall's condition: every set of groups has room for what only it may take
        room = 0
        for g in range(FREE + 1):
            if chosen >> g & 1:
                room += w[ROOM + g]
        for i in range(classes):
            if not w[CLASSES + 2 * i + 1] & ~chosen:
                room -= w[CLASSES + 2 * i]
        if room < 0:
            return False
        if chosen == groups:
            return True
        chosen = (chosen - groups) & groups  # the next subset


@compiled
def if_taken_by(s: Ints, commander: int, rest: int, taker: int, w: Ints) -> bool:
    """Whether the wants in `w` can be met with `taker` winning the first trick: some numbers of tricks by seat do."""
    seats, left = s[SEATS], s[LEFT]
    top = 1 << (39 if rest >> 39 & 1 else 38)  # the highest king in play is certain to win its holder, the commander, a trick
    groups, low_free, needed = 0, 0, 0
    for seat in range(seats):
        w[LOW + seat] = 1 if seat in (commander, taker) else 0
        if w[WANTS * seat + ASKED]:
            groups |= 1 << seat
            w[LOW + seat] = max(w[LOW + seat], w[WANTS * seat + LAST_ONE])
            count = w[WANTS * seat + COUNTED]
            if count >= 0:
                if count < w[LOW + seat]:
                    return False
                w[LOW + seat] = count
            needed += w[LOW + seat]
        else:
            low_free += w[LOW + seat]
            groups |= 1 << FREE
        w[TRIED + seat] = w[LOW + seat]
    while True:
        used = 0
        for seat in range(seats):
            if w[WANTS * seat + ASKED]:
                used += w[TRIED + seat]
        free = left - used
        fits = free >= low_free if groups >> FREE & 1 else free == 0
        if fits:
            for seat in range(seats):
                if w[WANTS * seat + ASKED] and not in_order(s, w, seat, w[TRIED + seat], taker):
                    fits = False
        if fits:
            for seat in range(seats):
                w[ROOM + seat] = seats * w[TRIED + seat]
                w[ROOM + 6 + seat] = w[WANTS * seat + MUST] | (top if seat == commander else 0)
            w[ROOM + FREE] = seats * free
            w[ROOM + 6 + FREE] = 0 if w[WANTS * commander + ASKED] else top
            if shared(rest, w, groups):
                return True
        seat = seats - 1  # the next numbers, like an odometer
        while seat >= 0:
            if w[WANTS * seat + ASKED] and w[WANTS * seat + COUNTED] < 0 and used < left - low_free:
                w[TRIED + seat] += 1
                break
            if w[WANTS * seat + ASKED]:
                used -= w[TRIED + seat] - w[LOW + seat]
                w[TRIED + seat] = w[LOW + seat]
            seat -= 1
        if seat < 0:
            return False


@compiled
def can_all_be_met(s: Ints, commander: int, rest: int, w: Ints) -> bool:
    """Whether nothing public speaks against all tasks of the array together, before the first trick; `rest` the cards in play."""
    first = gather(s, rest, w)
    if first == -2:
        return False
    found = False
    for taker in range(s[SEATS]):
        if not found and (first < 0 or taker == first):
            found = if_taken_by(s, commander, rest, taker, w)
    return found


@compiled
def may_take(s: Ints, seat: int, card: int, table: Ints, commander: int, rest: int, w: Ints) -> bool:
    """Whether `seat` may take a task card besides those in the array; the array is left as it is. `w` has `WORK` places."""
    at = TASK + WIDTH * s[TASKS]
    s[at + OWNER] = seat
    for i in range(1, WIDTH):
        s[at + i] = table[ROW_SIZE * card + i]
    for i in range(s[TASKS]):
        if same_task(s, TASK + WIDTH * i, at):
            return False
    s[TASKS] += 1
    good = can_all_be_met(s, commander, rest, w)
    s[TASKS] -= 1
    return good

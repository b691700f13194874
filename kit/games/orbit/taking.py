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
FILLED = 6 * WANTS  # then by group: how many cards its tricks hold already, and how many more they have room for
ROOM = FILLED + 6
LEAST = ROOM + 6  # by seat: its least number of tricks, and the number tried
TRIED = LEAST + 5
GROUPS, LAST_CLASS = TRIED + 5, TRIED + 6
CLASSES = TRIED + 7  # two numbers each: how many cards of a suit are left (or a single card), and which groups may take them
WORK = CLASSES + 20
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
def parted(s: Ints, commander: int, rest: int, w: Ints) -> bool:
    """Sets apart what each group must get and needs of every suit, whatever its number of tricks; False where that cannot be.

    Writes to `w` how many cards that makes by group, and the classes of other cards with the groups that may take them.
    """
    taken, groups = 0, 0
    for seat in range(s[SEATS]):
        groups |= 1 << (seat if w[WANTS * seat + ASKED] else FREE)
    w[GROUPS] = groups
    home = commander if w[WANTS * commander + ASKED] else FREE
    w[WANTS * home + MUST] |= 1 << (39 if rest >> 39 & 1 else 38)  # the highest king in play is certain to win a trick
    for g in range(FREE + 1):
        must = w[WANTS * g + MUST]
        if must & (w[WANTS * g + SHUNNED] | taken):
            return False
        taken |= must
        w[FILLED + g] = bit_count(must)
    pool = rest & ~taken
    classes = CLASSES
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
                if allowed >> g & 1 and suit < 4 and w[WANTS * g + NEEDS + suit] > bit_count(w[WANTS * g + MUST] & mask):
                    user = g
            if user < 0:
                w[classes], w[classes + 1] = 1, allowed
                classes += 2
        if suit < 4:
            for g in range(FREE + 1):
                n = w[WANTS * g + NEEDS + suit] - bit_count(w[WANTS * g + MUST] & mask)
                if n > 0:
                    w[FILLED + g] += n
                    n -= 1 if g == user else 0
                    if n and not takers >> g & 1:
                        return False
                    needs += n
        if bit_count(cards) < needs:
            return False
        w[classes], w[classes + 1] = bit_count(cards) - needs, takers
        classes += 2
    w[LAST_CLASS] = classes
    return True


@compiled
def room_for_all(w: Ints) -> bool:
    """Hall's condition: every set of groups has room (`ROOM`, what it must get taken off) for what only it may take."""
    groups = w[GROUPS]
    for g in range(FREE + 1):
        if groups >> g & 1 and w[ROOM + g] < 0:
            return False
    chosen = groups & -groups
    while True:
        room = 0
        for g in range(FREE + 1):
            if chosen >> g & 1:
                room += w[ROOM + g]
        for at in range(CLASSES, w[LAST_CLASS], 2):
            if not w[at + 1] & ~chosen:
                room -= w[at]
        if room < 0:
            return False
        if chosen == groups:
            return True
        chosen = (chosen - groups) & groups  # the next subset


@compiled
def if_taken_by(s: Ints, commander: int, taker: int, w: Ints) -> bool:
    """Whether the wants in `w` can be met with `taker` winning the first trick: some numbers of tricks by seat do."""
    seats, left, low_free, used = s[SEATS], s[LEFT], 0, 0
    for seat in range(seats):
        low = 1 if seat in (commander, taker) else 0
        if w[WANTS * seat + ASKED]:
            low = max(low, w[WANTS * seat + LAST_ONE])
            count = w[WANTS * seat + COUNTED]
            if count >= 0:
                if count < low:
                    return False
                low = count
            else:
                low = max(low, w[WANTS * seat + ROW], (w[FILLED + seat] + seats - 1) // seats)
            used += low
        else:
            low_free += low
        w[LEAST + seat], w[TRIED + seat] = low, low
    while True:
        free = left - used
        fits = free >= low_free if w[GROUPS] >> FREE & 1 else free == 0
        if fits:
            for seat in range(seats):
                if w[WANTS * seat + ASKED] and not in_order(s, w, seat, w[TRIED + seat], taker):
                    fits = False
        if fits:
            for seat in range(seats):
                w[ROOM + seat] = seats * w[TRIED + seat] - w[FILLED + seat]
            w[ROOM + FREE] = seats * free - w[FILLED + FREE]
            if room_for_all(w):
                return True
        seat = seats - 1  # the next numbers, like an odometer
        while seat >= 0:
            if w[WANTS * seat + ASKED]:
                if w[WANTS * seat + COUNTED] < 0 and used < left - low_free:
                    w[TRIED + seat] += 1
                    used += 1
                    break
                used -= w[TRIED + seat] - w[LEAST + seat]
                w[TRIED + seat] = w[LEAST + seat]
            seat -= 1
        if seat < 0:
            return False


@compiled
def can_all_be_met(s: Ints, commander: int, rest: int, w: Ints) -> bool:
    """Whether nothing public speaks against all tasks of the array together, before the first trick; `rest` the cards in play."""
    first = gather(s, rest, w)
    if first == -2 or not parted(s, commander, rest, w):
        return False
    found = False
    for taker in range(s[SEATS]):
        if not found and (first < 0 or taker == first):
            found = if_taken_by(s, commander, taker, w)
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

"""Orbit over whole numbers: which tasks may be taken (OR-3.3, OR-3.4), as `reasoning.feasible` finds before the first trick.

The reasoning is explained there; here it is written for the one moment of the draft, over the array of `model.py`, so that
batches can compile it. The tests hold both equal. What a seat wants is `WANTS` numbers from `WANTS * seat` on in the work array.
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled, lowest_bit
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
FILLED = 6 * WANTS  # then by group: how many cards its tricks hold already
MOST, LEAST, TRIED = FILLED + 6, FILLED + 12, FILLED + 18  # its most and least tricks, and the number tried
GROUPS, LAST_CLASS = FILLED + 24, FILLED + 25
CLASSES = FILLED + 26  # two numbers each: how many cards of a suit are left (or a single card), and which groups may take them
ASKS = CLASSES + 20  # by set of groups: how many tricks they need at least for the cards that only they may take
SUMS = ASKS + 64  # by set of groups: how many tricks of those tried are theirs
WORK = SUMS + 64
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
    for i in range(CLASSES):
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
def bound(s: Ints, w: Ints) -> None:
    """By Hall's condition: how many tricks every set of groups needs at least, and so how many each group has at most.

    Only they may take certain cards, and `FILLED` are theirs already; all tricks have as many cards as there are seats.
    """
    seats, groups = s[SEATS], w[GROUPS]
    chosen = groups & -groups
    while True:
        cards, left = 0, chosen
        while left:
            cards += w[FILLED + lowest_bit(left)]
            left &= left - 1
        for at in range(CLASSES, w[LAST_CLASS], 2):
            if not w[at + 1] & ~chosen:
                cards += w[at]
        w[ASKS + chosen] = (cards + seats - 1) // seats
        if chosen == groups:
            break
        chosen = (chosen - groups) & groups  # the next subset
    for g in range(FREE + 1):
        if groups >> g & 1:
            w[MOST + g] = s[LEFT] - (w[ASKS + (groups & ~(1 << g))] if groups & ~(1 << g) else 0)


@compiled
def room_for_all(w: Ints) -> bool:
    """Whether every set of groups has as many tricks of those tried as it needs."""
    groups = w[GROUPS]
    w[SUMS] = 0
    chosen = groups & -groups
    while True:
        w[SUMS + chosen] = w[SUMS + (chosen & (chosen - 1))] + w[TRIED + lowest_bit(chosen)]
        if w[SUMS + chosen] < w[ASKS + chosen]:
            return False
        if chosen == groups:
            return True
        chosen = (chosen - groups) & groups


@compiled
def if_taken_by(s: Ints, commander: int, taker: int, w: Ints) -> bool:
    """Whether the wants in `w` can be met with `taker` winning the first trick: some numbers of tricks by seat do."""
    seats, groups = s[SEATS], w[GROUPS]
    left, low_free, final = s[LEFT], 0, -1  # final: the group whose number follows from the others'
    for seat in range(seats):
        low = 1 if seat in (commander, taker) else 0
        mine = WANTS * seat
        if not w[mine + ASKED]:
            low_free += low
            continue
        row = w[mine + ROW]
        low = max(low, row, w[mine + LAST_ONE])
        if w[mine + LAST_ONE] and seat == taker and low < s[LEFT]:  # its first trick and its last are apart
            low = min(s[LEFT], max(2, row + 1))
        low = max(low, w[ASKS + (1 << seat)])
        high = w[MOST + seat]
        if w[mine + COUNTED] >= 0:
            if not low <= w[mine + COUNTED] <= high:
                return False
            low = w[mine + COUNTED]
            high = low
        elif low > high:
            return False
        w[TRIED + seat] = low
        left -= low
        if low < high and final < 0:
            final = seat
    if groups >> FREE & 1:
        final = FREE
        low_free = max(low_free, w[ASKS + (1 << FREE)])
        left -= low_free
        w[TRIED + FREE] = low_free
    if left < 0 or (final < 0 and left):
        return False
    return left_shared(s, w, final, left)


@compiled
def left_shared(s: Ints, w: Ints, final: int, left: int) -> bool:
    """Whether the `left` tricks beyond each group's least (`TRIED`) can be shared, with room for all; `final` gets the rest."""
    if final < 0:
        return room_for_all(w)
    for g in range(FREE + 1):
        w[LEAST + g] = w[TRIED + g]
    w[TRIED + final] += left
    while True:
        if room_for_all(w):
            return True
        g = s[SEATS] - 1  # the next numbers, like an odometer
        while g >= 0:
            if w[WANTS * g + ASKED] and g != final:
                if w[WANTS * g + COUNTED] < 0 and w[TRIED + g] < w[MOST + g] and w[TRIED + final] > w[LEAST + final]:
                    w[TRIED + g] += 1
                    w[TRIED + final] -= 1
                    break
                w[TRIED + final] += w[TRIED + g] - w[LEAST + g]
                w[TRIED + g] = w[LEAST + g]
            g -= 1
        if g < 0:
            return False


@compiled
def can_all_be_met(s: Ints, commander: int, rest: int, w: Ints) -> bool:
    """Whether nothing public speaks against all tasks of the array together, before the first trick; `rest` the cards in play.

    The first trick goes to the owner of the task that asks for it, else best to the commander, who wins one anyway; only where
    that one must have the last trick too, another may be better.
    """
    first = gather(s, rest, w)
    if first == -2 or not parted(s, commander, rest, w):
        return False
    bound(s, w)
    if first >= 0:
        return if_taken_by(s, commander, first, w)
    found = if_taken_by(s, commander, commander, w)
    if w[WANTS * commander + LAST_ONE]:
        for taker in range(s[SEATS]):
            if not found:
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

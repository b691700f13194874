"""Orbit: how well a hand suits a task, and what a draft is likely to come to once a card is taken (OR-3.2), over whole numbers.

The last to draft must take what is left, and a task that its hand cannot bear loses the mission: so whoever picks looks at what
the others will find. In a world that fits, `rest_of_draft` lets them take what their hands promise most of, and multiplies the
chances of these tasks.

`WEIGHTS` says how much each card of the owner adds to the log odds that a single task succeeds when all play by rule of thumb.
They were fitted to random deals with one random task (`tools/fit_orbit.py`); the K♠ of tasks that its holder may not take counts
as the K♥. The crew thinks further than the rule of thumb, and that helps with some tasks more than with others: `STAKES` are
powers for the chances, from its success with single tasks (`kit calibrate orbit`); those of the suit to avoid, of named cards and
of the first trick are higher, since with others beside them it lost more (mission 5, 1000 deals: 965 with the powers of single
tasks, 974 with these). The more tasks there are, the less it helps: `MORE` for each point of the goal past `FEW_POINTS`.
"""

from __future__ import annotations

from kit.core.compiled import Ints, compiled, lowest_bit
from kit.games.orbit.model import (
    AVOID,
    CARDS,
    EXACT,
    FIRSTT,
    HANDS,
    KIND,
    KINGLESS,
    LASTT,
    NUMBER,
    OWNER,
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
from kit.games.orbit.taking import DIFFICULTY, ROW_SIZE

UNIT = 16  # the weights are in 16ths of a factor 2
TOP_ODDS = 10 * UNIT  # past this the odds say nothing more
# A row of weights: the nine cards of the task's suit, the nine of each other, the four kings, then the odds by number of seats
OTHERS, KINGS, SEATED, PROFILE = 9, 18, 19, 25
# fmt: off
WEIGHTS = (
    0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 8, 6, 3, 0, -4, -10, -18, -9, -21, -36, -77, -20, 4, 21,  # exactly 0 tricks
    0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 10, 9, 7, 5, 2, -2, -7, -15, -9, -20, -35, -77, -29, 6, 26,  # exactly 1
    0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6, 5, 4, 3, 1, 1, -1, -5, -7, -15, -23, -39, -20, 9, 14,  # exactly 2
    -25, -25, -23, -20, -14, 9, 34, 65, 150, 0, -1, 0, 1, 1, 2, 4, 5, 7, 14, 16, 19, 22, 24, 3, -12,  # 3 cards of a suit
    -24, -24, -22, -18, -11, 5, 23, 39, 55, -4, -4, -3, -3, -2, -1, 1, 2, 4, 8, 9, 11, 13, 13, -2, -12,  # 5 cards of a suit
    0, 0, 0, 0, 0, 0, 0, 0, 0, -8, -8, -8, -7, -4, 3, 9, 13, 14, 20, 22, 23, 24, 20, -4, -16,  # each suit
    48, 46, 40, 28, 20, 6, -7, -23, -43, 4, 4, 4, 4, 3, 3, 1, 1, 1, -9, -8, -8, -5, -16, 11, 26,  # no card of a suit
    0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 19, 19, 19, 19, 19, 19, 19, 19, -8, -132, -161, -161, -57, 13, 60,  # no king
    -1, -2, -1, -1, 0, 0, 0, 40, -10, -3, -3, -3, -2, -2, -1, 0, 2, 4, -4, -3, -1, 0, 9, -2, -11,  # the 8, not the 9
    -11, -10, -10, -10, -11, -11, -11, -10, 143, -3, -3, -3, -2, -2, 0, 1, 3, 6, 9, 10, 14, 25, 13, 0, -8,  # the 9
    0, 0, 0, 0, 0, 0, 0, 0, 0, -24, -24, -23, -23, -22, -23, -21, -17, -11, 71, 67, 78, 214, 50, -7, -42,  # the last trick
    0, 0, 0, 0, 0, 0, 0, 0, 0, -2, -4, -3, -3, -1, 2, 6, 10, 13, 5, 6, 6, 153, 23, -2, -12,  # the first trick
    0, 0, 0, 0, 0, 0, 0, 0, 0, -5, -6, -5, -5, -3, 2, 13, 27, 58, -9, -3, 19, 55, 33, -6, -30,  # tricks in a row
)
# fmt: on
STAKES = (21, 24, 19, 18, 23, 12, 35, 46, 35, 30, 22, 60, 8)  # in hundredths, by row
MORE, FEW_POINTS = 3, 3
LOADED = len(WEIGHTS) + len(STAKES)
DECK_SIZE = 52
TURNS = 30  # so often a card is drawn to find one that fits, before the draft counts as over
# An offer: the goal, points up to it, all cards turned so far (a mask), how many lie open, then these in order
AIM, TO_GO, TURNED_UP, LIE, SHOWN_AT = range(5)
OFFER = SHOWN_AT + DECK_SIZE


@compiled
def load(w: Ints, goal: int) -> None:
    """Copies `WEIGHTS` and then `STAKES` into an array of `LOADED` places, these as they are for a goal."""
    for i in range(len(WEIGHTS)):
        w[i] = WEIGHTS[i]
    for i in range(len(STAKES)):
        w[len(WEIGHTS) + i] = STAKES[i] + MORE * max(0, goal - FEW_POINTS)


@compiled
def row_of(table: Ints, card: int) -> int:
    """Which row of weights goes with a task card."""
    at = ROW_SIZE * card
    kind, number = table[at + KIND], table[at + NUMBER]
    if kind == EXACT:
        return min(number, 2)
    if kind == CARDS:
        return 3 if number < 4 else 4
    if kind == SUITS:
        return 5
    if kind == AVOID:
        return 6
    if kind == KINGLESS:
        return 7
    if kind == WIN:
        return 8 if table[at + SHUN] >= 0 else 9
    if kind == LASTT:
        return 10
    return 11 if kind == FIRSTT else 12


@compiled
def stake(w: Ints, table: Ints, card: int) -> float:
    """The power that makes a chance by rule of thumb one of the crew."""
    return w[len(WEIGHTS) + row_of(table, card)] / 100


@compiled
def promise(w: Ints, table: Ints, card: int, hand: int, seats: int) -> float:
    """The chance (0 to 1) that a seat with this hand fulfils a task card, as the crew plays; `w` is loaded."""
    at, row = ROW_SIZE * card, PROFILE * row_of(table, card)
    suit = table[at + TARGET] // 9 if table[at + TARGET] >= 0 else table[at + SUIT]
    odds = w[row + SEATED + seats]
    while hand:
        held = lowest_bit(hand)
        hand &= hand - 1
        if held >= 36:
            odds += w[row + KINGS + held - 36]
        else:
            odds += w[row + held % 9 + (0 if held // 9 == suit else OTHERS)]
    odds = max(-TOP_ODDS, min(TOP_ODDS, odds))
    out: float = (1.0 / (1.0 + 2.0 ** (-odds / UNIT))) ** stake(w, table, card)
    return out


@compiled
def clash(s: Ints, seat: int, table: Ints, card: int) -> bool:
    """Whether a task card plainly does not go with the tasks taken (`taking.may_take` finds all, but is too slow here)."""
    at = ROW_SIZE * card
    kind, number = table[at + KIND], table[at + NUMBER]
    for i in range(s[TASKS]):
        other = TASK + WIDTH * i
        theirs = s[other + KIND]
        if theirs == kind and kind in (LASTT, FIRSTT):
            return True
        if s[other + OWNER] != seat:
            continue
        alike = s[other + SUIT] == table[at + SUIT] and s[other + TARGET] == table[at + TARGET]
        if theirs == kind and (kind == EXACT or alike):
            return True
        if theirs == EXACT and s[other + NUMBER] == 0 and kind not in (AVOID, KINGLESS):
            return True
        if kind == EXACT and number == 0 and theirs not in (AVOID, KINGLESS):
            return True
    return False


@compiled
def most_promising(s: Ints, seat: int, left: int, lie: Ints, n: int, table: Ints, w: Ints) -> int:
    """The place in `lie` of the open card that promises most for a point of difficulty; -1 where none of the `n` fits."""
    best, most = -1, -1.0
    for i in range(n):
        card = lie[i]
        difficulty = table[ROW_SIZE * card + DIFFICULTY]
        if difficulty <= left and not clash(s, seat, table, card):
            value = promise(w, table, card, s[HANDS + seat], s[SEATS]) ** (1.0 / difficulty)
            if value > most:
                best, most = i, value
    return best


@compiled
def rest_of_draft(s: Ints, offer: Ints, pick: int, seat: int, table: Ints, w: Ints, playing: int, noise: int, lie: Ints) -> float:
    """The chance (0 to 1) of the tasks still to be taken, with the hands in `s`, once `seat` has taken `pick` (its last task).

    `playing`: the cards not out of play (a mask); `noise`: any number, for the cards turned. `lie` (`OFFER` places) and the
    places behind the tasks in `s` are used up.
    """
    tasks, left, turned, n = s[TASKS], offer[TO_GO] - table[ROW_SIZE * pick + DIFFICULTY], offer[TURNED_UP], 0
    for i in range(offer[LIE]):
        if offer[SHOWN_AT + i] != pick:
            lie[n] = offer[SHOWN_AT + i]
            n += 1
    out = 1.0
    while left > 0:
        seat = (seat + 1) % s[SEATS]
        best, tries = most_promising(s, seat, left, lie, n, table, w), 0
        while best < 0 and tries < TURNS:
            tries += 1
            noise = (noise * 69069 + 12345) & 0xFFFFFFFF
            card = (noise >> 12) % DECK_SIZE
            at = ROW_SIZE * card
            aside = table[at + TARGET] >= 0 and not playing >> table[at + TARGET] & 1
            if turned >> card & 1 or table[at + DIFFICULTY] > left or aside:
                continue
            turned |= 1 << card
            if not clash(s, seat, table, card):
                lie[n], best = card, n
                n += 1
        if best < 0:
            break
        card = lie[best]
        n -= 1
        lie[best] = lie[n]
        out *= promise(w, table, card, s[HANDS + seat], s[SEATS])
        left -= table[ROW_SIZE * card + DIFFICULTY]
        at = TASK + WIDTH * s[TASKS]
        if at + WIDTH <= len(s):  # where there is no room it is only not looked at in `clash`
            s[at + OWNER] = seat
            for i in range(1, WIDTH):
                s[at + i] = table[ROW_SIZE * card + i]
            s[TASKS] += 1
    s[TASKS] = tasks
    return out

"""Luft, Land und See over a list of whole numbers: the battle as crews and batches play it in their heads.

The same rules as `rules.py` and `abilities.py` (a test plays both side by side), with the default rulings alone, without
checks, memory and points: a position is one array that moves change in place. Written for `kit.core.compiled`: no slices, no
classes, so a kernel may compile it.

A move is a number: `DEPLOY + 3 card + theater`, `IMPROVISE + 3 card + theater`, `FLIP + 3 opp + theater`, `PUT + theater`
(Reinforce), `TRANSFER + 3 (18 theater + index) + to`, `RETURN + 18 theater + index`, `PASS`; withdrawing is none. A task is
`((ability 2 + seat) 18 + card) 3 + theater`.
"""

from __future__ import annotations

from kit.core.compiled import Ints, compiled
from kit.games.luft_land_see.cards import (
    AERODROME,
    BLOCKADE,
    CONTAINMENT,
    COVER_FIRE,
    DISRUPT,
    DOWN,
    ESCALATION,
    SUPPORT,
)

TURN, FIRST, MIDDLE, TURNS, UP = 0, 1, 2, 3, 4  # UP: the set of face-up cards on the table
HANDS, COUNTS, DROPS, HELD = 5, 7, 9, 11  # hands as sets, their sizes, waiting Air Drops, the card drawn (-1: none)
QUEUE_HEAD, QUEUE_TAIL, DECK_HEAD, DECK_TAIL, OVER = 12, 13, 14, 15, 16
SIZES, STACKS, HEIGHT = 17, 23, 18  # six stacks of up to 18 cards from the bottom
WHERE = STACKS + 6 * HEIGHT  # by card: the stack where it lies, -1 where it does not
QUEUE, QUEUE_ROOM = WHERE + 18, 80
DECK, DECK_ROOM = QUEUE + QUEUE_ROOM, 60
PRINTED, DOWNS = DECK + DECK_ROOM, DECK + DECK_ROOM + 6  # by stack: printed strengths face up, number of cards face down
SIZE = DOWNS + 6

DEPLOY, IMPROVISE, FLIP, PUT = 0, 54, 108, 114
TRANSFER, RETURN, PASS = 117, 279, 333
MAX_MOVES = 128

LOWEST = tuple(bit.bit_length() - 1 for bit in range(512))  # by a set with one card: that card

DROP_TASK, MANEUVER_TASK, REINFORCE_TASK, AMBUSH_TASK = 1, 2, 3, 4
DISRUPT_TASK, ANSWER_TASK, TRANSPORT_TASK, REDEPLOY_TASK, PLAY_TASK = 5, 6, 7, 8, 9
TASKS = (0, 1, 2, 0, 0, 0, 3, 4, 2, 0, 5, 0, 7, 0, 2, 8, 0, 0)  # by card: its instant, 0 for none


@compiled
def near(s: Ints, a: int, b: int) -> bool:
    """Whether two theaters are adjacent: one of them is the middle (LLS-1.5)."""
    return a != b and (a == s[MIDDLE] or b == s[MIDDLE])


@compiled
def decider(s: Ints) -> int:
    """Whose decision it is."""
    if s[QUEUE_HEAD] < s[QUEUE_TAIL]:
        return s[QUEUE + s[QUEUE_HEAD]] // 54 % 2
    return s[TURN]


@compiled
def task_theater(s: Ints, task: int) -> int:
    """Where a task's card lies now, or last lay."""
    at = s[WHERE + task // 3 % 18]
    return at % 3 if at >= 0 else task % 3


@compiled
def legal(s: Ints, moves: Ints) -> int:
    """Writes the legal moves of who is to decide into `moves`, withdrawing left out, and returns how many; any order."""
    n = 0
    if s[QUEUE_HEAD] < s[QUEUE_TAIL]:
        task = s[QUEUE + s[QUEUE_HEAD]]
        kind, seat = task // 108, task // 54 % 2
        if kind != PLAY_TASK:
            return _choices(s, moves, task, kind, seat)
    else:
        seat = s[TURN]
    hand = s[HANDS + seat]
    aerodrome = s[UP] >> AERODROME & 1 and s[WHERE + AERODROME] // 3 == seat
    for card in range(18):
        if hand >> card & 1:
            home = card // 6
            anywhere = s[DROPS + seat] or (aerodrome and card % 6 < 3)
            for theater in range(3):
                if anywhere or theater == home:
                    moves[n] = DEPLOY + 3 * card + theater
                    n += 1
                moves[n] = IMPROVISE + 3 * card + theater
                n += 1
    return n


@compiled
def some(s: Ints, most: int, seed: int, moves: Ints) -> int:
    """Writes at most `most` of the legal moves into `moves` and returns how many: all choices of an instant, else random plays.

    Half of the plays are face up; a card that several plays share comes as often as another.
    """
    if s[QUEUE_HEAD] < s[QUEUE_TAIL]:
        task = s[QUEUE + s[QUEUE_HEAD]]
        kind, seat = task // 108, task // 54 % 2
        if kind != PLAY_TASK:
            n = _choices(s, moves, task, kind, seat)
            for i in range(min(n, most)):
                seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
                j = i + (seed >> 8) % (n - i)
                moves[i], moves[j] = moves[j], moves[i]
            return min(n, most)
    else:
        seat = s[TURN]
    hand, count = s[HANDS + seat], s[COUNTS + seat]
    aerodrome = s[UP] >> AERODROME & 1 and s[WHERE + AERODROME] // 3 == seat
    for i in range(most):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        left = hand
        for _ in range((seed >> 8) % count):
            left &= left - 1
        card = LOWEST[left & -left & 511] if left & 511 else 9 + LOWEST[(left & -left) >> 9]
        theater = (seed >> 16) % 3
        if seed >> 20 & 1:
            moves[i] = IMPROVISE + 3 * card + theater
        elif s[DROPS + seat] or (aerodrome and card % 6 < 3):
            moves[i] = DEPLOY + 3 * card + theater
        else:
            moves[i] = DEPLOY + 3 * card + card // 6
    return most


@compiled
def _choices(s: Ints, moves: Ints, task: int, kind: int, seat: int) -> int:
    n = 0
    own, other = SIZES + 3 * seat, SIZES + 3 * (1 - seat)
    if kind in (MANEUVER_TASK, AMBUSH_TASK):
        place = task_theater(s, task)
        for theater in range(3):
            if kind == AMBUSH_TASK or near(s, place, theater):
                if s[own + theater]:
                    moves[n] = FLIP + theater
                    n += 1
                if s[other + theater]:
                    moves[n] = FLIP + 3 + theater
                    n += 1
    elif kind in (DISRUPT_TASK, ANSWER_TASK):
        for theater in range(3):
            if s[own + theater]:
                moves[n] = FLIP + theater
                n += 1
    elif kind == REINFORCE_TASK:
        place = task_theater(s, task)
        for theater in range(3):
            if near(s, place, theater):
                moves[n] = PUT + theater
                n += 1
    elif kind == TRANSPORT_TASK:
        for theater in range(3):
            for index in range(s[own + theater]):
                for to in range(3):
                    if to != theater:
                        moves[n] = TRANSFER + 3 * (18 * theater + index) + to
                        n += 1
        moves[n] = PASS
        n += 1
    else:
        for theater in range(3):
            at = STACKS + (3 * seat + theater) * HEIGHT
            for index in range(s[own + theater]):
                if s[at + index] >= DOWN:
                    moves[n] = RETURN + 18 * theater + index
                    n += 1
        moves[n] = PASS
        n += 1
    return n


@compiled
def act(s: Ints, move: int) -> None:
    """A legal move, and all that follows until the next decision; `OVER` is set when the battle ends."""
    if move < FLIP:
        _play(s, decider(s), move % 54 // 3, move % 3, move < IMPROVISE)
    else:
        task = s[QUEUE + s[QUEUE_HEAD]]
        seat = task // 54 % 2
        s[QUEUE_HEAD] += 1
        if move < PUT:
            _flip(s, 3 * (seat if move < FLIP + 3 else 1 - seat) + move % 3)
        elif move < TRANSFER:
            card = s[HELD]
            s[HELD] = -1
            s[DROPS + seat] = 0
            _lay(s, seat, card, move % 3, False)
        elif move < RETURN:
            place = (move - TRANSFER) // 3
            card = _take(s, 3 * seat + place // 18, place % 18)
            _put(s, 3 * seat + move % 3, card)
        elif move < PASS:
            place = move - RETURN
            card = _take(s, 3 * seat + place // 18, place % 18) - DOWN
            s[WHERE + card] = -1
            s[HANDS + seat] |= 1 << card
            s[COUNTS + seat] += 1
            s[QUEUE_HEAD] -= 1
            s[QUEUE + s[QUEUE_HEAD]] = ((PLAY_TASK * 2 + seat) * 18 + task // 3 % 18) * 3 + place // 18
    _settle(s)
    if s[QUEUE_HEAD] == s[QUEUE_TAIL]:
        s[QUEUE_HEAD] = s[QUEUE_TAIL] = 0
        s[TURNS] += 1
        if s[COUNTS + 1 - s[TURN]]:
            s[TURN] = 1 - s[TURN]
        elif not s[COUNTS + s[TURN]]:
            s[OVER] = 1


@compiled
def _put(s: Ints, at: int, card: int) -> None:
    s[STACKS + at * HEIGHT + s[SIZES + at]] = card
    s[SIZES + at] += 1
    s[WHERE + card % DOWN] = at
    if card < DOWN:
        s[PRINTED + at] += card % 6 + 1
    else:
        s[DOWNS + at] += 1


@compiled
def _take(s: Ints, at: int, index: int) -> int:
    base = STACKS + at * HEIGHT
    card = s[base + index]
    s[SIZES + at] -= 1
    for i in range(index, s[SIZES + at]):
        s[base + i] = s[base + i + 1]
    if card < DOWN:
        s[PRINTED + at] -= card % 6 + 1
    else:
        s[DOWNS + at] -= 1
    return card


@compiled
def _play(s: Ints, seat: int, card: int, theater: int, up: bool) -> None:
    if s[QUEUE_HEAD] < s[QUEUE_TAIL]:  # Redeploy's play
        s[QUEUE_HEAD] += 1
    s[HANDS + seat] &= ~(1 << card)
    s[COUNTS + seat] -= 1
    s[DROPS + seat] = 0
    _lay(s, seat, card, theater, up)


@compiled
def destroyed(s: Ints, theater: int, up: bool) -> bool:
    """Whether a card played at `theater` is destroyed by Containment or Blockade."""
    if not up and s[UP] >> CONTAINMENT & 1:
        return True
    if s[SIZES + theater] + s[SIZES + 3 + theater] < 3 or not s[UP] >> BLOCKADE & 1:
        return False
    return near(s, s[WHERE + BLOCKADE] % 3, theater)


@compiled
def _lay(s: Ints, seat: int, card: int, theater: int, up: bool) -> None:
    if destroyed(s, theater, up):
        s[DECK + s[DECK_TAIL]] = card
        s[DECK_TAIL] += 1
        return
    at = 3 * seat + theater
    if up:
        _put(s, at, card)
        s[UP] |= 1 << card
        _trigger(s, card, seat, theater)
    else:
        _put(s, at, card + DOWN)


@compiled
def _trigger(s: Ints, card: int, seat: int, theater: int) -> None:
    kind = TASKS[card]
    if kind:
        s[QUEUE + s[QUEUE_TAIL]] = ((kind * 2 + seat) * 18 + card) * 3 + theater
        s[QUEUE_TAIL] += 1
        if card == DISRUPT:
            s[QUEUE + s[QUEUE_TAIL]] = ((ANSWER_TASK * 2 + 1 - seat) * 18 + card) * 3 + theater
            s[QUEUE_TAIL] += 1


@compiled
def _flip(s: Ints, at: int) -> None:
    top = STACKS + at * HEIGHT + s[SIZES + at] - 1
    card = s[top]
    if card < DOWN:
        s[top] = card + DOWN
        s[UP] &= ~(1 << card)
        s[PRINTED + at] -= card % 6 + 1
        s[DOWNS + at] += 1
    else:
        s[top] = card - DOWN
        s[UP] |= 1 << (card - DOWN)
        s[PRINTED + at] += card % 6 + 1
        s[DOWNS + at] -= 1
        _trigger(s, card - DOWN, at // 3, at % 3)


@compiled
def _settle(s: Ints) -> None:
    while s[QUEUE_HEAD] < s[QUEUE_TAIL]:
        task = s[QUEUE + s[QUEUE_HEAD]]
        kind, seat = task // 108, task // 54 % 2
        if kind == DROP_TASK:
            s[DROPS + seat] = 1
        elif kind == REINFORCE_TASK:
            if s[HELD] >= 0:
                return
            if s[DECK_HEAD] < s[DECK_TAIL]:
                s[HELD] = s[DECK + s[DECK_HEAD]]
                s[DECK_HEAD] += 1
                return
        elif kind == PLAY_TASK or _possible(s, task, kind, seat):
            return
        s[QUEUE_HEAD] += 1


@compiled
def _possible(s: Ints, task: int, kind: int, seat: int) -> bool:
    if kind == MANEUVER_TASK:
        place, targets = task_theater(s, task), 0
        for theater in range(3):
            if near(s, place, theater):
                targets += s[SIZES + theater] + s[SIZES + 3 + theater]
        return targets > 0
    if kind == REDEPLOY_TASK:
        for at in range(3 * seat, 3 * seat + 3):
            base = STACKS + at * HEIGHT
            for i in range(base, base + s[SIZES + at]):
                if s[i] >= DOWN:
                    return True
        return False
    own = s[SIZES + 3 * seat] + s[SIZES + 3 * seat + 1] + s[SIZES + 3 * seat + 2]
    if kind == AMBUSH_TASK:
        return own + s[SIZES + 3 - 3 * seat] + s[SIZES + 4 - 3 * seat] + s[SIZES + 5 - 3 * seat] > 0
    return own > 0  # Disrupt and its answer, Transport


@compiled
def power(s: Ints, at: int) -> int:
    """The strength of a stack, Support's help included."""
    seat, up = at // 3, s[UP]
    low = 4 if up >> ESCALATION & 1 and s[WHERE + ESCALATION] // 3 == seat else 2
    total = s[PRINTED + at] + low * s[DOWNS + at]
    if up >> COVER_FIRE & 1 and s[WHERE + COVER_FIRE] == at:
        i = STACKS + at * HEIGHT
        while s[i] != COVER_FIRE:
            total += 4 - (s[i] % 6 + 1 if s[i] < DOWN else low)
            i += 1
    if up >> SUPPORT & 1:
        support = s[WHERE + SUPPORT]
        if support // 3 == seat and near(s, support % 3, at % 3):
            total += 3
    return total


@compiled
def winner(s: Ints) -> int:
    """Who has more theaters now; ties and empty ones are the 1st Player's (LLS-3.1)."""
    red = 0
    for theater in range(3):
        margin = power(s, theater) - power(s, 3 + theater)
        if margin > 0 or (margin == 0 and s[FIRST] == 0):
            red += 1
    return 0 if red >= 2 else 1

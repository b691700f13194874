"""Orbit: how a seat chooses a card by rule of thumb, and what becomes of a game when all seats do.

`pull` says how much the tasks want a seat to win the trick that lies; `worth` weighs a card by who would then win the trick, as
far as the cards on the table tell, and by what it gives away. The rule of thumb sees its own hand, the table and which cards are
still out, but not where they are. The house crew plays it to the end in sampled worlds (`crews.py`), the solver tries cards in
its order.
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled, lowest_bit
from kit.games.orbit.model import (
    AVOID,
    CARDS,
    COUNT,
    DEAD,
    EXACT,
    FIRST,
    FIRSTT,
    HANDS,
    KIND,
    KINGLESS,
    LAST,
    LASTT,
    LEADER,
    LEFT,
    LYING,
    NUMBER,
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
    TURN,
    WIDTH,
    WIN,
    WON,
    beats,
    best_place,
    legal,
    outlook,
    play,
    suit_bits,
)

SPREAD = 12  # how much chance there is in the rule of thumb, in quarters of a point


@compiled
def pull(s: Ints, seat: int, trick: int, led: int) -> int:
    """How much the tasks want `seat` to win a trick with the cards `trick` (a mask), `led` its first card; negative: not."""
    out = 0
    left = s[LEFT]
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        owner, kind, n = s[at + OWNER], s[at + KIND], s[at + NUMBER]
        won = s[WON + owner]
        own = seat == owner
        if kind == EXACT:
            need = n - s[COUNT + owner]
            if own:
                out += 3 if need > 0 else -40
                if need == left:
                    out += 40
            elif need == left:
                out -= 40
        elif kind == CARDS:
            mine = 0x1FF << 9 * s[at + SUIT]
            need = n - bit_count(won & mine)
            if need > 0:
                here = bit_count(trick & mine)
                out += 4 * here + 1 if own else -4 * here
        elif kind == SUITS:
            for suit in range(4):
                mine = 0x1FF << 9 * suit
                if not won & mine and trick & mine:
                    out += 5 if own else 0
        elif kind == AVOID:
            mine = 0x1FF << 9 * s[at + SUIT]
            if own and (trick & mine or suit_bits(led) == mine):
                out -= 40
        elif kind == KINGLESS:
            if own:
                out -= 40 if trick >> 36 else 2
        elif kind == WIN:
            target, shun = s[at + TARGET], s[at + SHUN]
            if not won >> target & 1 and trick >> target & 1:
                out += 40 if own else -40
            if own and shun >= 0 and trick >> shun & 1:
                out -= 60
            if own and shun >= 0 and suit_bits(led) == suit_bits(shun) and not trick >> target & 1:
                out -= 3
        elif kind == LASTT:
            if left == 1:
                out += 40 if own else -40
        elif kind == FIRSTT:
            if s[FIRST] < 0:
                out += 40 if own else -40
        elif kind == RUNN and s[RUN + owner] < n:
            behind = s[STREAK] if s[LAST] == owner else 0
            if own:
                out += 6 + 8 * behind
            elif behind:
                out -= 6
    return out


@compiled
def holds(s: Ints, card: int) -> int:
    """Of eight, about how likely a card that wins so far stays the best, by the cards that are out and the seats to come."""
    after = s[SEATS] - 1 - s[LYING]
    if after == 0:
        return 8
    out = 0
    for seat in range(s[SEATS]):
        if seat != s[TURN]:
            out |= s[HANDS + seat]
    higher = out & suit_bits(card) & ~((2 << card) - 1)
    if card >= 36:
        return 8 if not higher else 7
    over = bit_count(higher)
    follow = bit_count(out & suit_bits(card))
    value = 8 - 2 * over if over < 4 else 0
    if follow < after:  # somebody will be out of the suit and may have a king
        value -= 1
    return value if value > 0 else 0


@compiled
def worth(s: Ints, card: int) -> int:
    """How good a card looks by rule of thumb; higher is better."""
    seat, seats = s[TURN], s[SEATS]
    trick = 1 << card
    for i in range(s[LYING]):
        trick |= 1 << s[TRICK + i]
    led = s[TRICK] if s[LYING] else card
    own = pull(s, seat, trick, led)
    rank = card - 27 if card >= 36 else card % 9  # a king counts as 9 to 12
    spare = _spare(s, seat, rank)
    holder, best = seat, card
    if s[LYING]:
        place = best_place(s)
        if not beats(card, s[TRICK + place]):
            holder, best = (s[LEADER] + place) % seats, s[TRICK + place]
            own = pull(s, holder, trick, led)
    if s[SEES]:
        return 8 * _seen(s, best, own, trick, led) + spare
    keep = holds(s, best)
    return keep * own + (8 - keep) * _others(s, seat, trick, led) + spare


@compiled
def _seen(s: Ints, best: int, own: int, trick: int, led: int) -> int:
    """With all hands open: the pull of the best winner that the seats to come can bring about; `own` is that of `best`."""
    value, forced, found = own, 0, 0
    for i in range(1, s[SEATS] - s[LYING]):
        later = (s[TURN] + i) % s[SEATS]
        hand = s[HANDS + later]
        follow = hand & suit_bits(led)
        cards = follow if follow else hand
        over = suit_bits(best) & ~((2 << best) - 1)
        if best < 36:
            over |= 0xF << 36
        if cards & over:
            theirs = pull(s, later, trick, led)
            if not cards & ~over and not forced:  # it has to win what lies now
                forced, value = 1, theirs if not found else max(value, theirs)
            elif theirs > value:
                value = theirs
            found = 1
    return value


@compiled
def _others(s: Ints, seat: int, trick: int, led: int) -> int:
    """The pull of the seats that play after this one: the best of them, for they will see to it."""
    best, found = 0, 0
    for i in range(1, s[SEATS] - s[LYING]):
        value = pull(s, (seat + i) % s[SEATS], trick, led)
        if not found or value > best:
            best, found = value, 1
    return best if found else pull(s, seat, trick, led)


@compiled
def _spare(s: Ints, seat: int, rank: int) -> int:
    """What it is worth to be rid of a card: low ones for those who want tricks, high ones for those who do not."""
    eager = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        if s[at + OWNER] != seat:
            continue
        kind = s[at + KIND]
        if kind == EXACT:
            eager += 1 if s[at + NUMBER] > s[COUNT + seat] else -4
        elif kind in (AVOID, KINGLESS):
            eager -= 2
        else:
            eager += 1
    return -rank if eager >= 0 else 2 * rank


@compiled
def thumb(s: Ints, jitter: int, spread: int) -> int:
    """The card of the rule of thumb; `jitter` (any number) decides where the worth differs by less than `spread` quarters."""
    cards = legal(s)
    best, chosen = 0, -1
    noise = jitter & 0xFFFFFFF
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
        value = 4 * worth(s, card) + (noise >> 16) % spread
        if chosen < 0 or value > best:
            best, chosen = value, card
    return chosen


@compiled
def play_out(s: Ints, jitter: int) -> int:
    """Plays a position to its end by rule of thumb: 1 where all tasks are fulfilled, else 0. The array is used up."""
    noise = jitter
    while s[LEFT]:
        if s[LYING] == 0 and outlook(s) == DEAD:
            return 0
        noise = (noise * 69069 + 1) & 0xFFFFFFFF
        play(s, thumb(s, noise >> 4, SPREAD))
    return 0 if outlook(s) == DEAD else 1


@compiled
def after(s: Ints, t: Ints, card: int, jitter: int) -> int:
    """The same from the position after `card`; `s` stays, `t` (an array of the same size) is used up."""
    for i in range(len(s)):
        t[i] = s[i]
    play(t, card)
    return play_out(t, jitter)

"""Orbit: how a seat chooses a card by rule of thumb, and what becomes of a game when all seats do.

The rule of thumb weighs a card by who would then win the trick, as far as the cards on the table tell, how much the tasks want
that seat to win it, and what the card gives away. It sees its own hand, the table and which cards are still out, but not where
they are. The house crew plays it to the end in sampled worlds (`crews.py`), the solver tries cards in its order.

How much the tasks want a seat to win a trick is a sum: of the trick as such, of each card in it, of each suit that lies in it.
`weigh` works these out once a trick, `look` what lies so far once a card, so that a card adds little to the sum (`wanted`).
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled, lowest_bit
from kit.games.orbit.model import (
    AVOID,
    CARDS,
    COUNT,
    DONE,
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
# What `weigh` and `look` work out. By seat: what the trick as such is worth, how eager the seat is for tricks, the trick so far;
# by seat and suit (kings are the fifth): what each card of it adds, what the first does, and what it adds that the suit is led.
TRICKS, EAGER, SO_FAR = 0, 5, 10
EACH, ANY, LED = 15, 40, 65
NAMED, SUITS_IN, OUT, BEST = 90, 91, 92, 93  # cards that tasks name; suits in the trick; cards of the others; who wins so far
WISHES = 94


@compiled
def weigh(s: Ints, w: Ints) -> None:
    """Works out for a trick what the tasks want, before its first card or after; `w` has `WISHES` places."""
    seats, left = s[SEATS], s[LEFT]
    for i in range(NAMED + 1):
        w[i] = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        owner, kind, n = s[at + OWNER], s[at + KIND], s[at + NUMBER]
        eager, own, others = 1, 0, 0
        if kind == EXACT:
            need = n - s[COUNT + owner]
            eager = 1 if need > 0 else -4
            own = 3 if need > 0 else -40
            if need == left:
                own, others = own + 40, -40
        elif kind == CARDS:
            mine = 0x1FF << 9 * s[at + SUIT]
            if bit_count(s[WON + owner] & mine) < n:
                own = 1
                for seat in range(seats):
                    w[EACH + 5 * seat + s[at + SUIT]] += 4 if seat == owner else -4
        elif kind == SUITS:
            for suit in range(4):
                if not s[WON + owner] >> 9 * suit & 0x1FF:
                    w[ANY + 5 * owner + suit] += 5
        elif kind == AVOID:
            eager = -2
            w[ANY + 5 * owner + s[at + SUIT]] -= 40
        elif kind == KINGLESS:
            eager, own = -2, 2
            w[ANY + 5 * owner + 4] -= 42
        elif kind == WIN:
            w[NAMED] |= 1 << s[at + TARGET]
            if s[at + SHUN] >= 0:
                w[NAMED] |= 1 << s[at + SHUN]
                w[LED + 5 * owner + s[at + SHUN] // 9] -= 3
        elif kind == LASTT:
            if left == 1:
                own, others = 40, -40
        elif kind == FIRSTT:
            if s[FIRST] < 0:
                own, others = 40, -40
        elif kind == RUNN and s[RUN + owner] < n:
            behind = s[STREAK] if s[LAST] == owner else 0
            own, others = 6 + 8 * behind, -6 if behind else 0
        w[EAGER + owner] += eager
        w[TRICKS + owner] += own - others
        if others:
            for seat in range(seats):
                w[TRICKS + seat] += others


@compiled
def named(s: Ints, seat: int, card: int) -> int:
    """What a card that tasks name adds to how much the tasks want `seat` to win a trick."""
    out = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        if s[at + KIND] == WIN:
            if s[at + TARGET] == card:
                out += 40 if seat == s[at + OWNER] else -40
            elif s[at + SHUN] == card and seat == s[at + OWNER]:
                out -= 60
    return out


@compiled
def look(s: Ints, w: Ints) -> None:
    """Adds up what lies in the trick so far, for the seats that may still win it; `w` is weighed."""
    seats, lying, me, out = s[SEATS], s[LYING], s[TURN], 0
    for seat in range(seats):
        if seat != me:
            out |= s[HANDS + seat]
    best = me
    if lying:
        best = (s[LEADER] + best_place(s)) % seats
    w[OUT], w[BEST], w[SUITS_IN] = out, best, 0
    for seat in range(seats):
        value = w[TRICKS + seat]
        if lying and (seat == best or (seat - s[LEADER] + seats) % seats >= lying):
            suits = 0
            for i in range(lying):
                card = s[TRICK + i]
                suit = card // 9
                value += w[EACH + 5 * seat + suit]
                if not suits >> suit & 1:
                    value += w[ANY + 5 * seat + suit]
                    suits |= 1 << suit
                if w[NAMED] >> card & 1:
                    value += named(s, seat, card)
            value += w[LED + 5 * seat + s[TRICK] // 9]
            w[SUITS_IN] = suits
        w[SO_FAR + seat] = value


@compiled
def wanted(s: Ints, w: Ints, seat: int, card: int) -> int:
    """How much the tasks want `seat` to win the trick once `card` lies in it too; negative: not."""
    suit = card // 9
    value = w[SO_FAR + seat] + w[EACH + 5 * seat + suit]
    if not w[SUITS_IN] >> suit & 1:
        value += w[ANY + 5 * seat + suit]
    if not s[LYING]:
        value += w[LED + 5 * seat + suit]
    if w[NAMED] >> card & 1:
        value += named(s, seat, card)
    return value


@compiled
def holds(s: Ints, w: Ints, card: int) -> int:
    """Of eight, about how likely a card that wins so far stays the best, by the cards that are out and the seats to come."""
    after = s[SEATS] - 1 - s[LYING]
    if after == 0:
        return 8
    suit = suit_bits(card)
    higher = w[OUT] & suit & ~((2 << card) - 1)
    if card >= 36:
        return 8 if not higher else 7
    over = bit_count(higher)
    value = 8 - 2 * over if over < 4 else 0
    if bit_count(w[OUT] & suit) < after:  # somebody will be out of the suit and may have a king
        value -= 1
    return value if value > 0 else 0


@compiled
def worth(s: Ints, w: Ints, card: int) -> int:
    """How good a card looks by rule of thumb; higher is better. `w` is weighed and looked at."""
    seat = s[TURN]
    rank = card - 27 if card >= 36 else card % 9  # a king counts as 9 to 12
    spare = -rank if w[EAGER + seat] >= 0 else 2 * rank  # low ones go for who wants tricks, high ones for who does not
    holder, best = seat, card
    if s[LYING]:
        lies = s[TRICK + (w[BEST] - s[LEADER] + s[SEATS]) % s[SEATS]]
        if not beats(card, lies):
            holder, best = w[BEST], lies
    own = wanted(s, w, holder, card)
    if s[SEES]:
        return 8 * _seen(s, w, best, own, card) + spare
    keep = holds(s, w, best)
    if keep == 8:
        return 8 * own + spare
    return keep * own + (8 - keep) * _others(s, w, seat, card) + spare


@compiled
def _seen(s: Ints, w: Ints, best: int, own: int, card: int) -> int:
    """With all hands open: what the best winner is worth that the seats to come can bring about; `own` is that of `best`."""
    value, forced, found = own, 0, 0
    led = s[TRICK] if s[LYING] else card
    for i in range(1, s[SEATS] - s[LYING]):
        later = (s[TURN] + i) % s[SEATS]
        hand = s[HANDS + later]
        follow = hand & suit_bits(led)
        cards = follow if follow else hand
        over = suit_bits(best) & ~((2 << best) - 1)
        if best < 36:
            over |= 0xF << 36
        if cards & over:
            theirs = wanted(s, w, later, card)
            if not cards & ~over and not forced:  # it has to win what lies now
                forced, value = 1, theirs if not found else max(value, theirs)
            elif theirs > value:
                value = theirs
            found = 1
    return value


@compiled
def _others(s: Ints, w: Ints, seat: int, card: int) -> int:
    """What the seats that play after this one may win it for: the best of them, for they will see to it."""
    best = wanted(s, w, (seat + 1) % s[SEATS], card)
    for i in range(2, s[SEATS] - s[LYING]):
        best = max(best, wanted(s, w, (seat + i) % s[SEATS], card))
    return best


@compiled
def thumb(s: Ints, w: Ints, jitter: int, spread: int) -> int:
    """The card of the rule of thumb; `jitter` (any number) decides where the worth differs by less than `spread` quarters.

    `w` is weighed since this trick began.
    """
    cards = legal(s)
    if not cards & (cards - 1):
        return lowest_bit(cards)
    look(s, w)
    best, chosen = 0, -1
    noise = jitter & 0xFFFFFFF
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
        value = 4 * worth(s, w, card) + (noise >> 16) % spread
        if chosen < 0 or value > best:
            best, chosen = value, card
    return chosen


@compiled
def play_out(s: Ints, w: Ints, jitter: int) -> int:
    """Plays a position to its end by rule of thumb: 1 where all tasks are fulfilled, else 0. The arrays are used up."""
    noise = jitter
    if s[LYING]:
        weigh(s, w)
    while s[LEFT]:
        if s[LYING] == 0:
            how = outlook(s)
            if how != OPEN:
                return 1 if how == DONE else 0
            weigh(s, w)
        noise = (noise * 69069 + 1) & 0xFFFFFFFF
        play(s, thumb(s, w, noise >> 4, SPREAD))
    return 1 if outlook(s) == DONE else 0


@compiled
def after(s: Ints, t: Ints, w: Ints, card: int, jitter: int) -> int:
    """The same from the position after `card`; `s` stays, `t` (an array of the same size) and `w` are used up."""
    for i in range(len(s)):
        t[i] = s[i]
    play(t, card)
    return play_out(t, w, jitter)

"""Orbit: how the house crew decides, over whole numbers, from what one seat knows.

It lays out worlds that fit (`sampling.py`), plays each to its end by rule of thumb (`thinking.py`) after every card it might
play, and takes the card that succeeds most often. The games are spent in rounds: all cards in the same worlds, then the better
half goes on. A task is picked by its success in such worlds and by what the draft is then likely to come to (`promise.py`).

What the seat knows comes as masks: `own`, by seat the cards it may hold. Every list here has `SIZE` or `LAYOUT` numbers, or five.
"""

from __future__ import annotations

from kit.core.compiled import Ints, bit_count, compiled, floats, ints, lowest_bit
from kit.games.orbit.model import (
    DEAD,
    HANDS,
    LEADER,
    LYING,
    OWNER,
    SEATS,
    SHUN,
    SUIT,
    TARGET,
    TASK,
    TASKS,
    TRICK,
    TURN,
    WIDTH,
    legal,
    standing,
    suit_bits,
)
from kit.games.orbit.promise import AIM, LOADED, OFFER, load, rest_of_draft, stake
from kit.games.orbit.sampling import LAYOUT, begin, close, deal_out, stir
from kit.games.orbit.taking import ROW_SIZE
from kit.games.orbit.thinking import OUT, WISHES, after, look, play_out, weigh, worth

CHOICES = 13
CHECK = 16  # after so many worlds the cards that are far behind are left out
ENOUGH = 96  # so many worlds in which every card succeeds are enough
SURE_ENOUGH = 6  # how many squared standard deviations behind is far
VOIDS, SHOWN, DENIED = (
    0,
    5,
    10,
)  # what is public of the hands, five numbers each by seat: suits not held, card shown, cards denied
PUBLIC = 15
HIGH, LOW, ONLY = 1, 2, 3  # what the coin says; ONLY says both


@compiled
def may_hold(s: Ints, public: Ints, seat: int, commander: int, top: int, own: Ints, counts: Ints) -> None:
    """By seat the cards it may hold as `seat` knows (no Mayday), into `own`, and how many, into `counts`; as `view.may_hold`."""
    rest = 0
    for other in range(s[SEATS]):
        rest |= s[HANDS + other]
        counts[other] = bit_count(s[HANDS + other])
    for other in range(s[SEATS]):
        own[other] = s[HANDS + seat] if other == seat else rest & ~s[HANDS + seat] & ~public[DENIED + other]
        if other not in (seat, commander):
            own[other] &= ~(1 << top)
        if other != seat:
            for suit in range(5):
                if public[VOIDS + other] >> suit & 1:
                    own[other] &= ~(0x1FF << 9 * suit if suit < 4 else 0xF << 36)
    for owner in range(s[SEATS]):
        if public[SHOWN + owner] >= 0:
            for other in range(s[SEATS]):
                if other != owner:
                    own[other] &= ~(1 << public[SHOWN + owner])
    close(own, counts, s[SEATS])


@compiled
def unlike(s: Ints, rest: int) -> int:
    """The legal cards worth telling apart: of neighbours in one hand that no task names the lowest; `rest` are cards not seen."""
    cards, kept, last = legal(s), 0, -1
    named = 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        if s[at + TARGET] >= 0:
            named |= 1 << s[at + TARGET]
        if s[at + SHUN] >= 0:
            named |= 1 << s[at + SHUN]
    for i in range(s[LYING]):
        rest |= 1 << s[TRICK + i]
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        same = False
        if last >= 0 and suit_bits(last) == suit_bits(card) and not named >> last & 1 and not named >> card & 1:
            same = not rest & ((1 << card) - 1) & ~((2 << last) - 1)
        last = card
        if not same:
            kept |= 1 << card
    return kept


@compiled
def best_card(s: Ints, own: Ints, counts: Ints, games: int, jitter: int, found: Ints) -> int:
    """The card that the seat to play plays, after at most about `games` games played out.

    `found` (3 * CHOICES + 1 places) gets how many cards were weighed, then for each its number, its successes and its games.
    """
    seats, me = s[SEATS], s[TURN]
    layout, t, trial, thumbs, wishes = ints(LAYOUT), ints(len(s)), ints(len(s)), ints(CHOICES), ints(WISHES)
    rest = 0
    for seat in range(seats):
        if seat != me:
            rest |= own[seat]
    rest &= ~own[me]
    cards = unlike(s, rest)
    n = bit_count(cards)
    found[0] = n
    for i in range(n):
        at = 1 + 3 * i
        found[at] = lowest_bit(cards)
        cards &= cards - 1
        found[at + 1], found[at + 2] = 0, 0
    if n == 1:
        return found[1]
    weigh(s, wishes)
    look(s, wishes)
    wishes[OUT] = rest  # in play the other hands of `s` are empty
    for i in range(n):
        thumbs[i] = worth(s, wishes, found[1 + 3 * i])
    noise = begin(own, counts, seats, jitter, layout)
    if noise < 0:
        return found[1]
    for i in range(len(s)):
        t[i] = s[i]
    alive, left, played = (1 << n) - 1, games, 0
    while True:
        going, rounds = bit_count(alive), 1
        while 1 << rounds < going:
            rounds += 1
        worlds = max(1, left // (rounds * going))
        for _ in range(worlds):
            noise = stir(layout, noise)
            deal_out(layout, seats, t, HANDS)
            for i in range(n):
                if alive >> i & 1:
                    at = 1 + 3 * i
                    found[at + 1] += after(t, trial, wishes, found[at], noise >> 4)
                    found[at + 2] += 1
            left -= bit_count(alive)
            played += 1
            if played % CHECK == 0:
                alive = hopeful(found, alive)
                if not alive & (alive - 1) or (played >= ENOUGH and all_succeed(found, alive)):
                    break
        keep = (bit_count(alive) + 1) // 2
        if rounds == 1 or (played >= ENOUGH and all_succeed(found, alive)):
            keep = 1
        while bit_count(alive) > keep:
            alive ^= 1 << weakest(found, alive, thumbs)
        if keep == 1:
            return found[1 + 3 * lowest_bit(alive)]


@compiled
def hopeful(found: Ints, alive: int) -> int:
    """Of the cards `alive` (a mask of places) those that more games might still bring to the front."""
    most, kept = 0, alive
    for i in range(found[0]):
        if alive >> i & 1:
            most = max(most, found[2 + 3 * i])
    for i in range(found[0]):
        if alive >> i & 1:
            won, games = found[2 + 3 * i], found[3 + 3 * i]
            behind = most - won  # the worlds where only one of the two succeeds are at most as many as `apart`
            apart = min(most + won, 2 * games - most - won)
            if behind > 3 and behind * behind > SURE_ENOUGH * apart:
                kept ^= 1 << i
    return kept


@compiled
def all_succeed(found: Ints, alive: int) -> bool:
    """Whether no card of `alive` has failed yet."""
    good = True
    for i in range(found[0]):
        if alive >> i & 1 and found[2 + 3 * i] < found[3 + 3 * i]:
            good = False
    return good


@compiled
def weakest(found: Ints, alive: int, thumbs: Ints) -> int:
    """The place of the card of `alive` with the fewest successes, the less worth by rule of thumb of several."""
    worst = -1
    for i in range(found[0]):
        if alive >> i & 1:
            here, there = 2 + 3 * i, 2 + 3 * worst
            if worst < 0 or found[here] < found[there] or (found[here] == found[there] and thumbs[i] < thumbs[worst]):
                worst = i
    return worst


@compiled
def worlds_each(s: Ints, n: int, games: int) -> int:
    """In how many worlds each of `n` task cards is tried with `games` games; the tasks taken before are tried too."""
    return max(1, games // (n + 1 if s[TASKS] else n))


@compiled
def best_task(
    s: Ints,
    own: Ints,
    counts: Ints,
    seat: int,
    offer: Ints,
    picks: Ints,
    n: int,
    table: Ints,
    games: int,
    jitter: int,
    chances: Ints,
) -> int:
    """Which of `n` task cards `seat` takes: the place in `picks`. `chances` gets the successes of each in `worlds_each` games.

    The value of a task is how much of the success of the tasks taken before is left with it, as the crew plays, times the
    chance of the tasks still to be taken; `offer` is the whole offer, as `promise.py` reads it.
    """
    layout, t, trial, wishes = ints(LAYOUT), ints(len(s)), ints(len(s)), ints(WISHES)
    for i in range(n):
        chances[i] = 0
    noise = begin(own, counts, s[SEATS], jitter, layout)
    if n == 1 or noise < 0:
        return 0
    weights, lie, rest, playing = ints(LOADED), ints(OFFER), floats(n), 0
    load(weights, offer[AIM])
    for other in range(s[SEATS]):
        playing |= own[other]
    worlds, before = worlds_each(s, n, games), 0
    for i in range(len(s)):
        t[i] = s[i]
    t[TURN] = s[LEADER]  # the commander leads, whoever picks
    at = TASK + WIDTH * s[TASKS]
    t[TASKS] += 1
    for _ in range(worlds):
        noise = stir(layout, noise)
        deal_out(layout, s[SEATS], t, HANDS)
        if s[TASKS]:
            for j in range(len(s)):
                trial[j] = t[j]
            trial[TASKS] -= 1
            before += play_out(trial, wishes, noise >> 4)
        for i in range(n):
            t[at + OWNER] = seat
            for j in range(1, WIDTH):
                t[at + j] = table[ROW_SIZE * picks[i] + j]
            for j in range(len(s)):
                trial[j] = t[j]
            chances[i] += play_out(trial, wishes, noise >> 4)
            rest[i] += rest_of_draft(t, offer, picks[i], seat, table, weights, playing, noise >> 4, lie)
    best, most = 0, -1.0
    for i in range(n):
        chance = (chances[i] + 0.5) / ((before if s[TASKS] else worlds) + 1)
        value = min(1.0, chance) ** stake(weights, table, picks[i]) * rest[i]
        if value > most:
            most, best = value, i
    return best


@compiled
def best_signal(s: Ints, hand: int) -> int:
    """What a seat with this hand signals before the first trick: four times the card plus the coin; -1 for nothing worth it.

    A card that a task names, a single card, or the best of a suit that a task is about.
    """
    named, suits = 0, 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        if s[at + TARGET] >= 0:
            named |= 1 << s[at + TARGET]
        if s[at + SHUN] >= 0:
            named |= 1 << s[at + SHUN]
        if s[at + SUIT] >= 0:
            suits |= 1 << s[at + SUIT]
    best, chosen = 2, -1
    for suit in range(4):
        cards = hand >> 9 * suit & 0x1FF
        if not cards:
            continue
        asked = suits >> suit & 1
        rank = 8
        while not cards >> rank & 1:
            rank -= 1
        card = 9 * suit + rank
        coin = HIGH if cards & (cards - 1) else ONLY
        value = 4 * asked + (8 - rank) // 4 if coin == HIGH else 3 + (rank + 1) // 4 + 3 * asked
        if named >> card & 1:
            value += 5
        if value > best:
            best, chosen = value, 4 * card + coin
    return chosen


@compiled
def risks(s: Ints, own: Ints, counts: Ints, card: int, games: int, jitter: int, lost: Ints) -> int:
    """How many of `games` games succeed after `card`; `lost` gets by task in how many it was lost first."""
    layout, t, trial, wishes = ints(LAYOUT), ints(len(s)), ints(len(s)), ints(WISHES)
    for i in range(s[TASKS]):
        lost[i] = 0
    noise = begin(own, counts, s[SEATS], jitter, layout)
    if noise < 0:
        return 0
    for i in range(len(s)):
        t[i] = s[i]
    good = 0
    for _ in range(games):
        noise = stir(layout, noise)
        deal_out(layout, s[SEATS], t, HANDS)
        good += after(t, trial, wishes, card, noise >> 4)
        for i in range(s[TASKS]):
            lost[i] += 1 if standing(trial, TASK + WIDTH * i) == DEAD else 0
    return good


@compiled
def chance_of_task(s: Ints, own: Ints, counts: Ints, games: int, jitter: int) -> int:
    """In how many of `games` worlds that a seat holds possible the tasks succeed by rule of thumb."""
    layout, t, trial, wishes = ints(LAYOUT), ints(len(s)), ints(len(s)), ints(WISHES)
    noise = begin(own, counts, s[SEATS], jitter, layout)
    if noise < 0:
        return 0
    for i in range(len(s)):
        t[i] = s[i]
    good = 0
    for _ in range(games):
        noise = stir(layout, noise)
        deal_out(layout, s[SEATS], t, HANDS)
        for i in range(len(s)):
            trial[i] = t[i]
        good += play_out(trial, wishes, noise >> 4)
    return good

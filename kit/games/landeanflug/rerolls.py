"""Landeanflug: when the house crew calls a reroll, and which cards it puts back.

Exact over all the hands that may be drawn. Plain Python in play, compiled in batches (`kit.core.compiled`).
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints
from kit.games.landeanflug.hands import HAND_AT, HAND_SIZE, SHARE_AT, SHARES
from kit.games.landeanflug.model import DICE, HANDS, HELD, LAID, REROLLS, TURN
from kit.games.landeanflug.tables import duties, round_tables
from kit.games.landeanflug.thinking import likely_hands
from kit.games.landeanflug.worth import LOST, REROLL_BELOW, REROLL_GAIN, chance

LEVELS = 5  # levels of free cards' worth at which `hand_values` looks; between them it interpolates


@compiled
def hand_values(s: Ints, me: int, w: Floats, t: Ints, values: Floats) -> None:
    """The chance of landing for each hand that `me` might hold now, by its index in the hand table from t[n] on.

    As `prospect` without clairvoyance: the best own share, over all hands of the partner.
    """
    he = 1 - me
    likely = floats(126)
    likely_hands(s, he, t, likely)
    axis, engines, mine, his = floats(49), floats(49), floats(49), floats(49)
    base = round_tables(s, me, w, axis, engines, mine, his)
    my_duties, his_duties = duties(s, me), duties(s, he)
    top = 0.01
    for code in range(49):
        top = max(top, mine[code])
    n = s[HELD + he]
    by_share = floats(49 * LEVELS)
    for a in range(7):
        for e in range(7):
            if (a > 0) != (my_duties & 1 > 0) or (e > 0) != (my_duties & 2 > 0):
                continue
            at = LEVELS * (7 * a + e)
            for h in range(t[n + 1] - t[n]):
                if likely[h] == 0.0:
                    continue
                other = HAND_AT + HAND_SIZE * (t[n] + h) + SHARES + his_duties
                x = LOST
                for j in range(SHARE_AT + 3 * t[other], SHARE_AT + 3 * t[other + 1], 3):
                    y = axis[7 * a + t[j]] + engines[7 * e + t[j + 1]] + his[t[j + 2]]
                    if y > x:
                        x = y
                for level in range(LEVELS):
                    by_share[at + level] += likely[h] * chance(base + x + top * level / (LEVELS - 1), w)
    n = s[HELD + me]
    for h in range(t[n], t[n + 1]):
        row = HAND_AT + HAND_SIZE * h + SHARES + my_duties
        best = 0.0
        for j in range(SHARE_AT + 3 * t[row], SHARE_AT + 3 * t[row + 1], 3):
            height = mine[t[j + 2]] * (LEVELS - 1) / top
            low = min(int(height), LEVELS - 2)
            at = LEVELS * (7 * t[j] + t[j + 1]) + low
            best = max(best, by_share[at] + (height - low) * (by_share[at + 1] - by_share[at]))
        values[h - t[n]] = best


@compiled
def _chosen(cards: Ints, held: int, mask: int) -> int:
    """The key of the cards that `mask` picks; -1 where an equal choice has a smaller mask."""
    key = 0
    for i in range(held):
        if mask >> i & 1:
            if i > 0 and cards[i] == cards[i - 1] and not mask >> (i - 1) & 1:
                return -1
            key += 1 << (3 * cards[i])
    return key


@compiled
def best_return(s: Ints, me: int, w: Floats, t: Ints, found: Floats) -> int:
    """Which cards `me` should put back in a reroll: their key (counts by value as octal digits), 0 for none.

    Exact over all hands it may draw. found[0] gets the chance without putting cards back, found[1] that with the best choice.
    """
    values = floats(126)
    hand_values(s, me, w, t, values)
    held = s[HELD + me]
    cards, left = ints(4), ints(6)
    n = 0
    for i in range(6):
        for _ in range(s[HANDS + 6 * me + i]):
            cards[n] = i
            n += 1
    choice, best = 0, 0.0
    for mask in range(1 << held):
        key = _chosen(cards, held, mask)
        if key < 0:
            continue
        for i in range(6):
            left[i] = s[HANDS + 6 * me + i] - (key >> (3 * i) & 7)
        total, sum_of_weights = 0.0, 0.0
        for h in range(t[held], t[held + 1]):
            x = 1.0
            for i in range(6):
                more = t[HAND_AT + HAND_SIZE * h + i] - left[i]
                if more < 0:
                    x = 0.0
                    break
                if s[DICE]:
                    x /= 1.0 if more < 2 else 2.0 if more == 2 else 6.0 if more == 3 else 24.0
                elif more:
                    unseen = 2 - s[LAID + 6 * me + i] - left[i]
                    if more > unseen:
                        x = 0.0
                        break
                    if more == 1 and unseen == 2:
                        x *= 2.0
            total += x * values[h - t[held]]
            sum_of_weights += x
        total /= sum_of_weights
        if mask == 0:
            found[0] = total
        if total > best:
            best = total
            choice = key
    found[1] = best
    return choice


@compiled
def calls_reroll(s: Ints, w: Floats, t: Ints, now: float, found: Floats) -> int:
    """The key of the cards with which the seat to move calls a reroll, or 0: it does where that raises its chance by more than
    the reroll is worth. `now` is its best prospect without.
    """
    if s[REROLLS] == 0 or now >= w[REROLL_BELOW]:
        return 0
    key = best_return(s, s[TURN], w, t, found)
    return key if found[1] > found[0] + w[REROLL_GAIN] else 0

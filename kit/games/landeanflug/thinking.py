"""Landeanflug: how the house crew thinks. Plain Python in play, compiled in batches (`kit.core.compiled`).

The crew sees its own hand and what lies open; it knows which hands its partner may hold and how likely each is. For each card
it might lay it asks: over all those hands, how likely is it that we land if from here my partner shares his cards among his
duties and his free places as well as he can?

1. What a position at the end of a round is worth is a sum of weights, turned into a chance of landing (`worth.py`).
2. Within a round the cards still to come change that sum: the two axis cards, the two engine cards and the
   free ones (`tables.py`).
3. `prospect` goes through the own shares (which card for which duty) and, for each of the partner's hands, his best share.

All arrays are flat: `s` is a position (`model.py`), `w` the weights (`worth.py`), `t` the table of hands (`hands.py`).
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints
from kit.games.landeanflug.hands import HAND_AT, HAND_SIZE, KEY, SHARE_AT, SHARES
from kit.games.landeanflug.model import (
    BRAKES,
    DICE,
    ENDING,
    FLAPS,
    FLYING,
    GEAR,
    HANDS,
    HELD,
    LAID,
    LANDED,
    MAX_MOVES,
    ON_ASIDE,
    ON_BRAKE,
    ON_CONCENTRATION,
    ON_FLAP,
    ON_GEAR,
    ON_RADIO,
    OPEN,
    PLANES,
    POSITION,
    ROUND,
    SIZE,
    TURN,
    card_of,
    coffee_of,
    copy_position,
    legal_placements,
    place_card,
    place_of,
)
from kit.games.landeanflug.tables import duties, round_tables
from kit.games.landeanflug.worth import BLOCK, CLAIRVOYANCE, LOST, chance, round_worth


@compiled
def likely_hands(s: Ints, seat: int, t: Ints, likely: Floats) -> None:
    """How likely each hand of `seat` is (its number of cards is public), by the index of the hand table from t[n] on.

    From a deck every draw of its unseen cards counts the same; dice are independent; open hands are known.
    """
    n = s[HELD + seat]
    total = 0.0
    for h in range(t[n], t[n + 1]):
        row = HAND_AT + HAND_SIZE * h
        x = 1.0
        for i in range(6):
            count = t[row + i]
            if s[OPEN]:
                if count != s[HANDS + 6 * seat + i]:
                    x = 0.0
            elif s[DICE]:
                x /= 1.0 if count < 2 else 2.0 if count == 2 else 6.0 if count == 3 else 24.0
            else:
                left = 2 - s[LAID + 6 * seat + i]
                if count > left:
                    x = 0.0
                elif count == 1 and left == 2:
                    x *= 2.0
        likely[h - t[n]] = x
        total += x
    for h in range(t[n + 1] - t[n]):
        likely[h] /= total


@compiled
def _row_of_hand(s: Ints, seat: int, t: Ints) -> int:
    """Where the hand table has the hand of `seat`."""
    key = 0
    for i in range(6):
        key += s[HANDS + 6 * seat + i] << (3 * i)
    n = s[HELD + seat]
    for h in range(t[n], t[n + 1]):
        if t[HAND_AT + HAND_SIZE * h + KEY] == key:
            return HAND_AT + HAND_SIZE * h
    return -1


@compiled
def prospect(s: Ints, me: int, w: Floats, t: Ints, likely: Floats) -> float:
    """The chance of landing as the seat `me` sees it in `s`, where `likely` weighs its partner's hands.

    `s[HANDS ...]` must hold the own hand; the partner's is not read.
    """
    if s[ENDING] != FLYING:
        return 1.0 if s[ENDING] == LANDED else 0.0
    if s[HELD] + s[HELD + 1] == 0:  # the next round's briefing
        return chance(round_worth(s, w, BLOCK * (s[ROUND] - 2), 7 - s[ROUND]), w)
    he = 1 - me
    axis, engines, mine, his = floats(49), floats(49), floats(49), floats(49)
    base = round_tables(s, me, w, axis, engines, mine, his)
    my_duties, his_duties = duties(s, me), duties(s, he)
    n = s[HELD + he]
    hands = t[n + 1] - t[n]
    row = _row_of_hand(s, me, t)
    by_hand = floats(hands)
    plan = 0.0
    for i in range(t[row + SHARES + my_duties], t[row + SHARES + my_duties + 1]):
        a = 7 * t[SHARE_AT + 3 * i]
        e = 7 * t[SHARE_AT + 3 * i + 1]
        mind = base + mine[t[SHARE_AT + 3 * i + 2]]
        total = 0.0
        for h in range(hands):
            if likely[h] == 0.0:
                continue
            other = HAND_AT + HAND_SIZE * (t[n] + h) + SHARES + his_duties
            x = LOST
            for j in range(SHARE_AT + 3 * t[other], SHARE_AT + 3 * t[other + 1], 3):
                y = axis[a + t[j]] + engines[e + t[j + 1]] + his[t[j + 2]]
                if y > x:
                    x = y
            p = chance(mind + x, w)
            total += likely[h] * p
            if p > by_hand[h]:
                by_hand[h] = p
        plan = max(plan, total)
    open_eyed = 0.0
    for h in range(hands):
        open_eyed += likely[h] * by_hand[h]
    return plan + w[CLAIRVOYANCE] * (open_eyed - plan)


@compiled
def worth_thinking(s: Ints, move: int) -> bool:
    """Whether a legal placement is worth weighing: coffee is not spent where the card would have no effect."""
    if coffee_of(move) == 0:
        return True
    place, value = place_of(move), card_of(move) + coffee_of(move)
    if place == ON_CONCENTRATION:
        return False
    if place == ON_RADIO:
        return s[POSITION] + value <= 7 and s[PLANES + s[POSITION] + value - 1] > 0
    if ON_GEAR <= place < ON_FLAP:
        return s[GEAR + place - ON_GEAR] == 0
    if ON_FLAP <= place < ON_BRAKE:
        return place - ON_FLAP == s[FLAPS]
    if ON_BRAKE <= place < ON_ASIDE:
        return place - ON_BRAKE == s[BRAKES]
    return True


GLANCE = 16  # hands of the partner at the first look
SECOND_LOOK = 6  # placements that get a second one, at all his hands


@compiled
def _glance(likely: Floats, hands: int, few: Floats) -> None:
    """Let `GLANCE` hands, evenly spread over `likely`, stand for all of them in `few`."""
    seen, taken = 0.0, 0
    for h in range(hands):
        seen += likely[h]
        few[h] = 0.0
        while taken < GLANCE and (taken + 0.5) / GLANCE < seen:
            few[h] += 1.0 / GLANCE
            taken += 1


@compiled
def weigh(s: Ints, w: Floats, t: Ints, chosen: Ints, worth: Floats) -> int:
    """The placements that are worth a second look for the seat to move, and their prospects; returns how many there are.

    All are weighed against a few hands of the partner, the best of these, at most `SECOND_LOOK`, against all his hands.
    """
    me = s[TURN]
    likely, few = floats(126), floats(126)
    likely_hands(s, 1 - me, t, likely)
    n = s[HELD + 1 - me]
    _glance(likely, t[n + 1] - t[n], few)
    moves, after = ints(MAX_MOVES), ints(SIZE)
    promise = floats(MAX_MOVES)
    number = legal_placements(s, moves)
    for i in range(number):
        promise[i] = -1.0
        if worth_thinking(s, moves[i]):
            copy_position(s, after)
            place_card(after, moves[i])
            promise[i] = prospect(after, me, w, t, few)
    count = 0
    for _ in range(SECOND_LOOK):
        i = 0
        for j in range(number):
            if promise[j] > promise[i]:
                i = j
        if promise[i] < 0.0:
            break
        promise[i] = -1.0
        copy_position(s, after)
        place_card(after, moves[i])
        chosen[count] = moves[i]
        worth[count] = prospect(after, me, w, t, likely)
        count += 1
    return count


@compiled
def best_placement(s: Ints, w: Floats, t: Ints, found: Floats) -> int:
    """The placement with the best prospect (`weigh`) for the seat to move; its prospect goes to found[0]."""
    chosen, worth = ints(SECOND_LOOK), floats(SECOND_LOOK)
    choice, best = -1, -1.0
    for i in range(weigh(s, w, t, chosen, worth)):
        if worth[i] > best:
            best = worth[i]
            choice = chosen[i]
    found[0] = best
    return choice

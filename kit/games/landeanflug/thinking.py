"""Landeanflug: how the house crew thinks. Plain Python in play, compiled in batches (`kit.core.compiled`).

The crew sees its own hand and what lies open; it knows which hands its partner may hold and how likely each is. For each card
it might lay it asks: over all those hands, how likely is it that we land if from here my partner shares his cards among his
duties and his free places as well as he can?

1. What a position at the end of a round is worth is a sum of weights (`weights.py`) turned into a chance by the logistic
   function: axis, cards to fly, planes ahead, switches, coffee, rerolls. One set of weights a round.
2. Within a round the cards still to come change that sum: the two axis cards (`_axis_table`), the two engine cards
   (`_engine_table`) and the free ones (`_free_table`). The first two depend on both seats' cards, so they are 7 x 7 tables.
3. `prospect` goes through the own shares (which card for which duty) and, for each of the partner's hands, his best share.

All arrays are flat. A weight vector `w` holds seven blocks of `BLOCK`, then the parameters, then the logistic table.
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints
from kit.games.landeanflug.hands import HAND_AT, HAND_SIZE, KEY, SHARE_AT, SHARES
from kit.games.landeanflug.model import (
    AXIS,
    AXIS_CARD,
    BRAKES,
    COFFEE,
    CONCENTRATION,
    DICE,
    ENDING,
    ENGINE_CARD,
    FLAP_LOW,
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
    RADIO,
    RADIO_PLACES,
    REROLLS,
    ROUND,
    SIZE,
    TAKEN,
    TURBULENCE,
    TURN,
    axis_after,
    card_of,
    cards_flown,
    coffee_of,
    copy_position,
    legal_placements,
    place_card,
    place_of,
)

# One round's block of weights.
BIAS = 0
W_AXIS = 1  # one, two steps from the centre
W_TO_FLY = 3  # 0 ... 6 cards to the airport
W_AHEAD = 10  # a plane 0 ... 5 cards ahead
W_BLOCKED = 16  # planes on the current card with no round to lose
W_AIRPORT = 17  # a plane on the airport
W_TRAFFIC = 18  # 1 ... 10 planes in all
W_GEAR = 28  # 1 ... 3 missing
W_FLAPS = 31  # 1 ... 4 missing
W_BRAKES = 35  # 1 ... 3 missing
W_COFFEE = 38  # 1 ... 3 waiting
W_REROLLS = 41  # 1, 2
W_WORK = 43  # work left, squared: planes and switches
W_PILOT = 44  # gear and brakes missing, squared
W_COPILOT = 45  # flaps missing and planes, squared
BLOCK = 46

# Parameters behind the seven blocks.
CLAIRVOYANCE = 7 * BLOCK  # how far the crew trusts that both will share their cards as if the hands lay open
AXIS_SHOWN = CLAIRVOYANCE + 1  # for an own axis card that the partner can answer
ENGINE_SHOWN = CLAIRVOYANCE + 2
REROLL_GAIN = CLAIRVOYANCE + 3  # a reroll must raise the chance by this much
REROLL_BELOW = CLAIRVOYANCE + 4  # and is only thought about where the chance is below this
PARAMETERS = 8
LOGISTIC_AT = CLAIRVOYANCE + PARAMETERS
LOGISTIC_STEPS = 16  # entries of the table per unit
LOGISTIC_END = 10  # where it ends, on both sides

LOST = -30.0


@compiled
def chance(x: float, w: Floats) -> float:
    """The logistic function of `x`, from its table: the same on every platform."""
    if x <= -LOGISTIC_END:
        return 0.0
    if x >= LOGISTIC_END:
        return 1.0
    x = (x + LOGISTIC_END) * LOGISTIC_STEPS
    i = int(x)
    low = w[LOGISTIC_AT + i]
    return low + (x - i) * (w[LOGISTIC_AT + i + 1] - low)


@compiled
def traffic(s: Ints) -> int:
    """All planes from the current card to the airport."""
    n = 0
    for card in range(s[POSITION], 7):
        n += s[PLANES + card]
    return n


@compiled
def position_worth(s: Ints, w: Floats, at: int, by: int, rounds: int) -> float:
    """The weights of where the plane stands after flying `by` cards, `rounds` with moving engines left after this one.

    LOST where the rules forbid the flight or the airport is out of reach.
    """
    here = s[POSITION] + by
    if here > 6 or 6 - here > 2 * rounds:
        return LOST
    for card in range(s[POSITION], here):
        if s[PLANES + card] > 0:
            return LOST
    x = w[at + W_TO_FLY + 6 - here] + w[at + W_AIRPORT] * s[PLANES + 6]
    for card in range(here, 6):
        x += w[at + W_AHEAD + card - here] * s[PLANES + card]
    if here < 6 and s[PLANES + here] > 0 and 6 - here >= rounds:
        x += w[at + W_BLOCKED]
    return x


@compiled
def rest_worth(s: Ints, w: Floats, at: int) -> float:
    """The weights of all that neither the axis nor the position decides: traffic, switches, coffee, rerolls, work left."""
    planes = traffic(s)
    gear = 3 - s[GEAR] - s[GEAR + 1] - s[GEAR + 2]
    flaps = 4 - s[FLAPS]
    brakes = 3 - s[BRAKES]
    x = w[at + BIAS]
    if planes:
        x += w[at + W_TRAFFIC + min(planes, 10) - 1]
    if gear:
        x += w[at + W_GEAR + gear - 1]
    if flaps:
        x += w[at + W_FLAPS + flaps - 1]
    if brakes:
        x += w[at + W_BRAKES + brakes - 1]
    if s[COFFEE]:
        x += w[at + W_COFFEE + s[COFFEE] - 1]
    if s[REROLLS]:
        x += w[at + W_REROLLS + s[REROLLS] - 1]
    work = planes + gear + flaps + brakes
    x += w[at + W_WORK] * work * work
    x += w[at + W_PILOT] * (gear + brakes) * (gear + brakes)
    return x + w[at + W_COPILOT] * (flaps + planes) * (flaps + planes)


@compiled
def axis_worth(axis: int, w: Floats, at: int) -> float:
    """The weight of the marker's distance from the centre; LOST for a spin."""
    off = abs(axis)
    if off > 2:
        return LOST
    return w[at + W_AXIS + off - 1] if off else 0.0


@compiled
def round_worth(s: Ints, w: Floats, at: int, rounds: int) -> float:
    """What a finished round leaves behind: the whole sum of weights."""
    return rest_worth(s, w, at) + axis_worth(s[AXIS], w, at) + position_worth(s, w, at, 0, rounds)


@compiled
def _coffee_prices(s: Ints, w: Floats, at: int, price: Floats) -> None:
    """What spending 0 ... 3 of the waiting coffees costs."""
    have = s[COFFEE]
    full = w[at + W_COFFEE + have - 1] if have else 0.0
    for spent in range(1, have + 1):
        left = w[at + W_COFFEE + have - spent - 1] if have > spent else 0.0
        price[spent] = max(full - left, 0.02 * spent)


@compiled
def _both(table: Floats, mine_laid: int, his_laid: int, coffee: int, price: Floats, by_pair: Floats) -> None:
    """Fill the 7 x 7 `table` (own card, partner's card; 0 for one that lies) from `by_pair` with the best use of coffee."""
    for a in range(7):
        if (a == 0) != (mine_laid > 0):
            continue
        for b in range(7):
            if (b == 0) != (his_laid > 0):
                continue
            mine = mine_laid if a == 0 else a
            his = his_laid if b == 0 else b
            best = by_pair[7 * mine + his]
            for spent in range(1, coffee + 1):
                for sign in (-1, 1):
                    if a and 1 <= mine + sign * spent <= 6:
                        best = max(best, by_pair[7 * (mine + sign * spent) + his] - price[spent])
                    if b and 1 <= his + sign * spent <= 6:
                        best = max(best, by_pair[7 * mine + his + sign * spent] - price[spent])
            table[7 * a + b] = best


@compiled
def _axis_table(s: Ints, me: int, w: Floats, at: int, price: Floats, table: Floats, pairs: Floats) -> None:
    """What the axis will be worth by own and partner's card."""
    mine, his = s[AXIS_CARD + me], s[AXIS_CARD + 1 - me]
    if mine and his:
        table[0] = axis_worth(s[AXIS], w, at)
        return
    for a in range(1, 7):
        for b in range(1, 7):
            pilot, copilot = (a, b) if me == 0 else (b, a)
            pairs[7 * a + b] = axis_worth(axis_after(s[AXIS], pilot, copilot, s[TURBULENCE]), w, at)
    _both(table, mine, his, s[COFFEE], price, pairs)


@compiled
def _engine_table(s: Ints, me: int, w: Floats, at: int, price: Floats, table: Floats, pairs: Floats, moves: Floats) -> None:
    """What the position will be worth by own and partner's engine card."""
    mine, his = s[ENGINE_CARD + me], s[ENGINE_CARD + 1 - me]
    if mine and his:
        table[0] = moves[0]
        return
    for a in range(1, 7):
        for b in range(1, 7):
            if s[ROUND] == 7:
                pairs[7 * a + b] = moves[0] if a + b <= 2 * s[BRAKES] else LOST
            else:
                pairs[7 * a + b] = moves[cards_flown(s, a + b)]
    _both(table, mine, his, s[COFFEE], price, pairs)


@compiled
def _radio_gain(s: Ints, w: Floats, at: int, value: int, here: int, planes: int, rounds: int) -> float:
    """What a radio card of `value` is worth when the plane will stand on `here`."""
    card = s[POSITION] + value - 1
    if card > 6 or s[PLANES + card] == 0 or card < here:
        return 0.0
    x = -(w[at + W_AIRPORT] if card == 6 else w[at + W_AHEAD + card - here])
    x -= w[at + W_TRAFFIC + min(planes, 10) - 1]
    if planes > 1:
        x += w[at + W_TRAFFIC + min(planes - 1, 10) - 1]
    if card == here and card < 6 and s[PLANES + card] == 1 and 6 - here >= rounds:
        x -= w[at + W_BLOCKED]
    return x


@compiled
def _step(w: Floats, at: int, missing: int) -> float:
    """The gain in a group of weights (1, 2, ... missing) when one thing less is missing."""
    return (w[at + missing - 2] if missing > 1 else 0.0) - w[at + missing - 1]


@compiled
def _with_coffee(gain: Floats, coffee: int, price: Floats, out: Floats) -> None:
    """For each printed value the best gain that coffee lets it reach."""
    for value in range(1, 7):
        best = gain[value]
        for spent in range(1, coffee + 1):
            if value > spent:
                best = max(best, gain[value - spent] - price[spent])
            if value + spent <= 6:
                best = max(best, gain[value + spent] - price[spent])
        out[value] = best


@compiled
def _free_table(s: Ints, seat: int, w: Floats, at: int, price: Floats, here: int, rounds: int, table: Floats) -> None:
    """What one or two free cards of `seat` are worth, by their code: radio, switches, coffee, or nothing."""
    planes = traffic(s)
    gear = 3 - s[GEAR] - s[GEAR + 1] - s[GEAR + 2]
    flaps = 4 - s[FLAPS]
    brakes = 3 - s[BRAKES]
    coffee = s[COFFEE]
    work = planes + gear + flaps + brakes
    less_work = w[at + W_WORK] * (1 - 2 * work)
    raw, radio, switch, second = floats(7), floats(7), floats(7), floats(7)
    target = ints(7)
    room = RADIO_PLACES[seat] - s[RADIO + seat]
    if room > 0 and planes:
        less = less_work + w[at + W_COPILOT] * (1 - 2 * (flaps + planes))
        for value in range(1, 7):
            gain = _radio_gain(s, w, at, value, here, planes, rounds)
            raw[value] = max(gain + less, 0.0) if gain != 0.0 else 0.0
        _with_coffee(raw, coffee, price, radio)
    for value in range(1, 7):
        raw[value] = 0.0
    if seat == 0:
        less = less_work + w[at + W_PILOT] * (1 - 2 * (gear + brakes))
        for value in range(1, 7):
            g = (value - 1) // 2
            if s[GEAR + g] == 0:
                raw[value] = _step(w, at + W_GEAR, gear) + less
                target[value] = g + 1
            if brakes and value == 2 * (s[BRAKES] + 1) and not s[TAKEN] >> (ON_BRAKE - ON_GEAR + s[BRAKES]) & 1:
                gain = _step(w, at + W_BRAKES, brakes) + less
                if gain > raw[value]:
                    raw[value] = gain
                    target[value] = 9
            if brakes > 1 and value == 2 * (s[BRAKES] + 2):
                second[value] = _step(w, at + W_BRAKES, brakes - 1) + less
    elif flaps:
        less = less_work + w[at + W_COPILOT] * (1 - 2 * (flaps + planes))
        low = FLAP_LOW[s[FLAPS]]
        for value in (low, low + 1):
            raw[value] = _step(w, at + W_FLAPS, flaps) + less
            target[value] = 9
        if flaps > 1:
            low = FLAP_LOW[s[FLAPS] + 1]
            for value in (low, low + 1):
                second[value] = _step(w, at + W_FLAPS, flaps - 1) + less
    _with_coffee(raw, coffee, price, switch)
    first_cup, second_cup = 0.0, 0.0
    if coffee < 3 and s[CONCENTRATION] < 3:
        first_cup = max(w[at + W_COFFEE + coffee] - (w[at + W_COFFEE + coffee - 1] if coffee else 0.0), 0.0)
        if coffee < 2 and s[CONCENTRATION] < 2:
            second_cup = max(w[at + W_COFFEE + coffee + 1] - w[at + W_COFFEE + coffee], 0.0)
    table[0] = 0.0
    for v in range(1, 7):
        table[v] = max(max(radio[v], switch[v]), first_cup)
        for u in range(v, 7):
            best = max(radio[v] + switch[u], switch[v] + radio[u])
            best = max(best, max(max(radio[v], switch[v]), max(radio[u], switch[u])) + first_cup)
            best = max(best, first_cup + second_cup)
            if room > 1:
                alone = v == u and s[PLANES + min(s[POSITION] + v - 1, 6)] == 1
                best = max(best, radio[v] + (0.0 if alone else radio[u]))
            if target[v] != target[u]:
                best = max(best, switch[v] + switch[u])
            if second[u] > 0.0 and target[v] == 9:
                best = max(best, switch[v] + second[u])
            if second[v] > 0.0 and target[u] == 9:
                best = max(best, second[v] + switch[u])
            table[7 * v + u] = best


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
def _duties(s: Ints, seat: int) -> int:
    """Which duties are open for `seat`: 1 axis, 2 engines."""
    return (1 if s[AXIS_CARD + seat] == 0 else 0) + (2 if s[ENGINE_CARD + seat] == 0 else 0)


@compiled
def _tables(s: Ints, me: int, w: Floats, axis: Floats, engines: Floats, mine: Floats, his: Floats) -> float:
    """Fill the tables of a round under way (the text above) and return what no card of it changes."""
    he = 1 - me
    at = BLOCK * (s[ROUND] - 1)
    rounds = max(6 - s[ROUND], 0)
    price, moves, pairs = floats(4), floats(3), floats(49)
    here, best = s[POSITION], LOST
    for by in range(3):
        moves[by] = position_worth(s, w, at, by, rounds)
        if moves[by] > best:
            best = moves[by]
            here = s[POSITION] + by
        if s[ROUND] == 7 or (s[ENGINE_CARD] and s[ENGINE_CARD + 1]):
            break
    _coffee_prices(s, w, at, price)
    _axis_table(s, me, w, at, price, axis, pairs)
    _engine_table(s, me, w, at, price, engines, pairs, moves)
    _free_table(s, me, w, at, price, here, rounds, mine)
    _free_table(s, he, w, at, price, here, rounds, his)
    base = rest_worth(s, w, at)
    if s[AXIS_CARD + me] and s[AXIS_CARD + he] == 0:
        base += w[AXIS_SHOWN]
    if s[ENGINE_CARD + me] and s[ENGINE_CARD + he] == 0:
        base += w[ENGINE_SHOWN]
    return base


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
    base = _tables(s, me, w, axis, engines, mine, his)
    my_duties, his_duties = _duties(s, me), _duties(s, he)
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
def best_placement(s: Ints, w: Floats, t: Ints, found: Floats) -> int:
    """The placement with the best prospect for the seat to move; its prospect goes to found[0].

    All are weighed against a few hands of the partner, the best of these against all his hands.
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
    choice, best = -1, -1.0
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
        x = prospect(after, me, w, t, likely)
        if x > best:
            best = x
            choice = moves[i]
    found[0] = best
    return choice


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
    base = _tables(s, me, w, axis, engines, mine, his)
    my_duties, his_duties = _duties(s, me), _duties(s, he)
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

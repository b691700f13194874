"""Landeanflug: what the cards still to come in a round are worth, as tables for the crew's thinking.

The two axis cards and the two engine cards each depend on both seats: 7 x 7 tables, row = own card, column = the partner's, 0 for
a card that lies already. A seat's free cards (`7 * low + high`, 0 for none) count on the radio, the switches or as coffee.
Coffee is in all of them: each entry takes the best way to spend it, at the price of having less.

Plain Python in play, compiled in batches (`kit.core.compiled`).
"""

from __future__ import annotations

from kit.core.compiled import Floats, Ints, compiled, floats, ints
from kit.games.landeanflug.model import (
    AXIS,
    AXIS_CARD,
    BRAKES,
    COFFEE,
    CONCENTRATION,
    ENGINE_CARD,
    FLAP_LOW,
    FLAPS,
    GEAR,
    ON_BRAKE,
    ON_GEAR,
    PLANES,
    POSITION,
    RADIO,
    RADIO_PLACES,
    ROUND,
    TAKEN,
    TURBULENCE,
    axis_after,
    cards_flown,
)
from kit.games.landeanflug.worth import (
    AXIS_SHOWN,
    BLOCK,
    ENGINE_SHOWN,
    LOST,
    W_AHEAD,
    W_AIRPORT,
    W_BLOCKED,
    W_BRAKES,
    W_COFFEE,
    W_COPILOT,
    W_FLAPS,
    W_GEAR,
    W_PILOT,
    W_TRAFFIC,
    W_WORK,
    axis_worth,
    position_worth,
    rest_worth,
    traffic,
)


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
def duties(s: Ints, seat: int) -> int:
    """Which duties are open for `seat`: 1 axis, 2 engines."""
    return (1 if s[AXIS_CARD + seat] == 0 else 0) + (2 if s[ENGINE_CARD + seat] == 0 else 0)


@compiled
def round_tables(s: Ints, me: int, w: Floats, axis: Floats, engines: Floats, mine: Floats, his: Floats) -> float:
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

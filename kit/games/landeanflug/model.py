"""Landeanflug as a small array of whole numbers: the rules once more, for the crew's thinking and the compiled batches.

The readable engine (`rules.py`) decides what is legal; this model follows it state by state (tests hold them equal) and is
written so that Numba compiles the same functions (`kit.core.compiled`). A position is one array `s` of `SIZE` ints, indexed
by the names below; hands and laid cards are counts by value, `s[HANDS + 6 * seat + card - 1]`. The deal stays outside.

A placement is one int: `encode(card, place, coffee)`; places are numbered in the order of `state.PLACES`, then aside.
"""

from __future__ import annotations

from kit.core.compiled import Ints, compiled

ROUND, TURN, AXIS, POSITION, COFFEE, REROLLS, USED, FLAPS, BRAKES = range(9)
GEAR = 9  # three flags
PLANES = 12  # seven counts, from the start; the airport last
AXIS_CARD = 19  # by seat; 0 = none yet
ENGINE_CARD = 21  # by seat
RADIO = 23  # cards by seat
CONCENTRATION = 25
TAKEN = 26  # switches that have a card in this round, one bit each
HELD = 27  # cards in hand by seat
ENDING = 29
TURBULENCE, DICE, OPEN, SPEED, FAILED = 30, 31, 32, 33, 34  # SPEED of this round, 0 = none yet
LAID = 35  # printed values laid in this round, six counts by seat
HANDS = 47  # six counts by seat
SIZE = 59

ON_AXIS, ON_ENGINES, ON_RADIO, ON_CONCENTRATION, ON_GEAR, ON_FLAP, ON_BRAKE, ON_ASIDE = 0, 1, 2, 3, 4, 7, 11, 14

FLYING, LANDED, SPIN, COLLISION, OVERSHOOT, MISSING_DUTY, SHORT, TOO_FAST, NOT_LANDED = range(9)
FAILED_PLANES, FAILED_GEAR, FAILED_FLAPS, FAILED_AXIS = 1, 2, 4, 8

START_PLANES = (0, 0, 1, 2, 1, 3, 2)
FLAP_LOW = (1, 2, 4, 5)
RADIO_PLACES = (1, 2)
MAX_MOVES = 512


@compiled
def encode(card: int, place: int, coffee: int) -> int:
    """A placement as one int."""
    return card + 8 * place + 128 * (coffee + 3)


@compiled
def card_of(move: int) -> int:
    """The printed value of an encoded placement."""
    return move & 7


@compiled
def place_of(move: int) -> int:
    """The place of an encoded placement."""
    return (move >> 3) & 15


@compiled
def coffee_of(move: int) -> int:
    """The signed coffee of an encoded placement."""
    return (move >> 7) - 3


@compiled
def new_flight(s: Ints, turbulence: int, dice: int, open_cockpit: int) -> None:
    """Set up round 1 in `s`, before its briefing and its hands (LA-1)."""
    for i in range(SIZE):
        s[i] = 0
    for i in range(7):
        s[PLANES + i] = START_PLANES[i]
    s[ROUND] = 1
    s[TURBULENCE] = turbulence
    s[DICE] = dice
    s[OPEN] = open_cockpit


@compiled
def fits(s: Ints, seat: int, place: int, value: int) -> bool:
    """Whether a card counting as `value` may go on `place`: free, the seat's own, matching (LA-3)."""
    if place == ON_AXIS:
        return s[AXIS_CARD + seat] == 0
    if place == ON_ENGINES:
        return s[ENGINE_CARD + seat] == 0
    if place == ON_RADIO:
        return s[RADIO + seat] < RADIO_PLACES[seat]
    if place == ON_CONCENTRATION:
        return s[CONCENTRATION] < 3
    if s[TAKEN] >> (place - ON_GEAR) & 1:
        return False
    if place < ON_FLAP:
        return seat == 0 and (value + 1) // 2 == place - ON_GEAR + 1
    if place < ON_BRAKE:
        low = FLAP_LOW[place - ON_FLAP]
        return seat == 1 and place - ON_FLAP <= s[FLAPS] and (value == low or value == low + 1)
    return seat == 0 and place - ON_BRAKE <= s[BRAKES] and value == 2 * (place - ON_BRAKE + 1)


@compiled
def legal_placements(s: Ints, moves: Ints) -> int:
    """Write every legal placement of the seat to move into `moves`; how many there are."""
    seat = s[TURN]
    n = 0
    mine = HANDS + 6 * seat - 1
    for value in range(1, 7):
        near = False
        for card in range(max(1, value - s[COFFEE]), min(6, value + s[COFFEE]) + 1):
            near = near or s[mine + card] > 0
        if not near:
            continue
        anywhere = False
        for place in range(ON_ASIDE):
            if place >= ON_GEAR and (seat == 0) == (ON_FLAP <= place < ON_BRAKE):
                continue
            if fits(s, seat, place, value):
                anywhere = True
                for card in range(max(1, value - s[COFFEE]), min(6, value + s[COFFEE]) + 1):
                    if s[mine + card] > 0:
                        moves[n] = encode(card, place, value - card)
                        n += 1
        if not anywhere and s[mine + value] > 0:
            moves[n] = encode(value, ON_ASIDE, 0)
            n += 1
    return n


@compiled
def axis_after(axis: int, pilot: int, copilot: int, turbulence: int) -> int:
    """The marker after both axis cards (LA-3.1, LA-6.6); 3 or more either way is a spin."""
    step = copilot - pilot
    if turbulence and step != 0:
        step += 1 if step > 0 else -1
    return axis + step


@compiled
def cards_flown(s: Ints, speed: int) -> int:
    """How many approach cards this speed moves the plane, with the gear and flaps on now (LA-3.2)."""
    if speed <= 4 + s[GEAR] + s[GEAR + 1] + s[GEAR + 2]:
        return 0
    return 1 if speed <= 8 + s[FLAPS] else 2


@compiled
def _fly(s: Ints) -> None:
    """Both engines lie: the plane moves, or the landing speed is judged (LA-3.2 to 3.4, LA-4.3)."""
    speed = s[ENGINE_CARD] + s[ENGINE_CARD + 1]
    s[SPEED] = speed
    if s[ROUND] == 7:
        if speed > 2 * s[BRAKES]:
            s[ENDING] = TOO_FAST
        return
    for _ in range(cards_flown(s, speed)):
        if s[POSITION] == 6:
            s[ENDING] = OVERSHOOT
            return
        if s[PLANES + s[POSITION]] > 0:
            s[ENDING] = COLLISION
            return
        s[POSITION] += 1


@compiled
def _effect(s: Ints, seat: int, place: int, value: int) -> None:
    """What a card counting as `value` does on `place`, at once (LA-3)."""
    if place == ON_AXIS:
        s[AXIS_CARD + seat] = value
        if s[AXIS_CARD] and s[AXIS_CARD + 1]:
            s[AXIS] = axis_after(s[AXIS], s[AXIS_CARD], s[AXIS_CARD + 1], s[TURBULENCE])
            if abs(s[AXIS]) > 2:
                s[ENDING] = SPIN
    elif place == ON_ENGINES:
        s[ENGINE_CARD + seat] = value
        if s[ENGINE_CARD] and s[ENGINE_CARD + 1]:
            _fly(s)
    elif place == ON_RADIO:
        s[RADIO + seat] += 1
        card = s[POSITION] + value - 1
        if card <= 6 and s[PLANES + card] > 0:
            s[PLANES + card] -= 1
    elif place == ON_CONCENTRATION:
        s[CONCENTRATION] += 1
        s[COFFEE] = min(3, s[COFFEE] + 1)
    elif place < ON_ASIDE:
        s[TAKEN] |= 1 << (place - ON_GEAR)
        if place < ON_FLAP:
            s[GEAR + place - ON_GEAR] = 1
        elif place < ON_BRAKE:
            s[FLAPS] = max(s[FLAPS], place - ON_FLAP + 1)
        else:
            s[BRAKES] = max(s[BRAKES], place - ON_BRAKE + 1)


@compiled
def _judge(s: Ints) -> None:
    """The landing conditions at the end of the touchdown round (LA-4.4)."""
    failed = 0
    if s[PLANES + 6] > 0:
        failed |= FAILED_PLANES
    if s[GEAR] + s[GEAR + 1] + s[GEAR + 2] < 3:
        failed |= FAILED_GEAR
    if s[FLAPS] < 4:
        failed |= FAILED_FLAPS
    if s[AXIS] != 0:
        failed |= FAILED_AXIS
    s[FAILED] = failed
    s[ENDING] = NOT_LANDED if failed else LANDED


@compiled
def _end_round(s: Ints) -> None:
    """The round's end (LA-2.5, LA-2.6): duties, the landing, or the next altitude; its hands are not dealt yet."""
    if s[AXIS_CARD] == 0 or s[AXIS_CARD + 1] == 0 or s[ENGINE_CARD] == 0 or s[ENGINE_CARD + 1] == 0:
        s[ENDING] = MISSING_DUTY
        return
    if s[ROUND] == 7:
        _judge(s)
        return
    s[ROUND] += 1
    if s[ROUND] == 7 and s[POSITION] != 6:
        s[ENDING] = SHORT
        return
    for i in range(AXIS_CARD, HELD):
        s[i] = 0
    s[USED] = 0
    s[SPEED] = 0
    for i in range(LAID, HANDS):
        s[i] = 0


@compiled
def place_card(s: Ints, move: int) -> None:
    """Play an encoded placement of the seat to move in `s`. A legal one is taken for granted.

    After the round's last card `s` is the next round before its briefing: nobody holds a card.
    """
    seat = s[TURN]
    card = card_of(move)
    coffee = coffee_of(move)
    s[HANDS + 6 * seat + card - 1] -= 1
    s[LAID + 6 * seat + card - 1] += 1
    s[HELD + seat] -= 1
    s[COFFEE] -= abs(coffee)
    _effect(s, seat, place_of(move), card + coffee)
    s[TURN] = 1 - seat
    if s[ENDING] == FLYING and s[HELD] + s[HELD + 1] == 0:
        _end_round(s)


@compiled
def copy_position(s: Ints, into: Ints) -> None:
    """Copy the position `s` into the array `into`."""
    for i in range(SIZE):
        into[i] = s[i]

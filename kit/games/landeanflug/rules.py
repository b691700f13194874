"""Landeanflug: the rules, readable beside `shared/rules/landeanflug.md`. Every rule id stands at the line that keeps it.

The decisions where the printed text is silent are LA-10 of the rules; each stands where it applies, by its id:
10.1 speed is judged when the second engine card lies; 10.2 what ends a flight at once and what waits for the round's end;
10.3 setting aside and skipping a duty; 10.4 coffee; 10.5 at the airport any demanded move is an overshoot; 10.6 changed values
count on the places, printed ones for the stack; 10.7 dice, rerolls and the stopwatch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from kit.core.deals import Deal
from kit.core.errors import OptionError, RuleError
from kit.core.values import evolve
from kit.games.landeanflug.moves import Move, Place, RerollMove, Resign, TimeUp
from kit.games.landeanflug.state import (
    AIRPORT,
    ASIDE,
    AXIS_LIMIT,
    BEGINS,
    BRAKES,
    CAPACITY,
    CONCENTRATION_CAPACITY,
    COPIES,
    COPILOT,
    FIELDS,
    FLAPS,
    GEAR,
    HAND,
    JOKER_ROUNDS,
    LANDING_SPEED,
    LETTERS,
    LEVELS,
    MAX_COFFEE,
    PILOT,
    PLACES,
    ROUNDS,
    SEATS,
    SPEED_ONE,
    SPEED_STAY,
    SWITCHES,
    VALUES,
    VARIANTS,
    Ending,
    Laid,
    Outcome,
    Phase,
    Reroll,
    Setup,
    State,
)

FULL_DECK = tuple(value for value in VALUES for _ in range(COPIES))  # LA-1.1
FITTING = {  # the values each place takes (LA-3.6 to 3.8; any value elsewhere)
    **{place: frozenset(VALUES) for place in FIELDS},
    **{f"gear{i}": frozenset(values) for i, values in enumerate(GEAR, 1)},
    **{f"flap{i}": frozenset(values) for i, values in enumerate(FLAPS, 1)},
    **{f"brake{i}": frozenset([value]) for i, value in enumerate(BRAKES, 1)},
}
KIND = {place: place.rstrip("1234") for place in (*PLACES, ASIDE)}  # its name without the number
SWITCH_RULES = {"gear": "LA-3.6", "flap": "LA-3.7", "brake": "LA-3.8"}
PLACES_OF_SEAT = (
    ("axis", "engines", "radio", "concentration", *(s for s in SWITCHES if not s.startswith("flap"))),
    ("axis", "engines", "radio", "concentration", *(s for s in SWITCHES if s.startswith("flap"))),
)


# Chance events: their labels (as records name them) and numbers (see kit.core.deals).


def hand_event(round_: int, seat: int) -> tuple[str, int]:
    """Label and number of the draw of a hand."""
    return f"{round_} {LETTERS[seat]}", round_ * 16 + seat * 4


def reroll_event(round_: int, used: int, seat: int) -> tuple[str, int]:
    """Label and number of the draw for a seat in the `used`-th reroll (1 or 2) of a round."""
    return f"{round_} reroll {used} {LETTERS[seat]}", round_ * 16 + seat * 4 + used


def traffic_event(round_: int) -> tuple[str, int]:
    """Label and number of the card turned for dense airspace."""
    return f"{round_} traffic", round_ * 16 + 8


# Start and the round (LA-1, LA-2)


def start(*, level: str = "leicht", seats: int = 2, variants: Iterable[str] = (), deal: Deal | None = None) -> State:
    """The state after the first draw of a flight; raises OptionError for an unknown level, variant or number of seats."""
    check_seats(seats)
    setup = setup_of(level, variants)
    return _begin_round(State(setup, deal or Deal(), 1, Phase.PLACING, PILOT, ((), ())))


def check_seats(seats: int) -> None:
    """OptionError for any number of seats but two (LA-1.1)."""
    if seats != len(SEATS):
        raise OptionError("unknown-seats", given=seats, valid=str(len(SEATS)))


def setup_of(level: str, variants: Iterable[str]) -> Setup:
    """Level and variants as a value; raises OptionError, which lists the valid ones, for an unknown one."""
    chosen = frozenset(variants)
    if level not in LEVELS:
        raise OptionError("unknown-level", given=level, valid=", ".join(LEVELS))
    for variant in sorted(chosen):
        if variant not in VARIANTS:
            raise OptionError("unknown-variant", given=variant, valid=", ".join(VARIANTS))
    return Setup(level, chosen)


def pool(state: State, seat: int, kept: Sequence[int] = ()) -> tuple[int, ...]:
    """The cards a seat may draw from: its twelve without those laid this round and those kept (printed values, LA-10.6)."""
    rest = Counter(FULL_DECK)
    rest.subtract([laid.card for laid in state.laid if laid.seat == seat])
    rest.subtract(kept)
    return tuple(sorted(rest.elements()))


def _chance(state: State, event: tuple[str, int], cards: Sequence[int], k: int) -> tuple[int, ...]:
    """`k` cards drawn from `cards`, or as many dice rolled (LA-7.3, LA-10.7), in the order they came."""
    if state.setup.dice:
        return state.deal.roll(*event, len(VALUES), k)
    return state.deal.draw(*event, cards, k)


def _begin_round(state: State) -> State:
    """Dense airspace (LA-6.5), the joker (LA-2.2) and the draw (LA-2.3) of the round that `state` has reached."""
    planes, newcomer, drawn = state.planes, None, state.drawn
    if state.round in state.setup.dense_rounds:
        event = traffic_event(state.round)
        turned = _chance(state, event, FULL_DECK, 1)
        drawn += ((event[0], turned),)
        newcomer = min(state.position + turned[0] - 1, AIRPORT)  # beyond the row: on the airport
        planes = _changed(planes, newcomer, +1)  # LA-10.5: there may be more than three
    events = [hand_event(state.round, seat) for seat in SEATS]
    pilot, copilot = (_chance(state, event, FULL_DECK, HAND) for event in events)
    return evolve(
        state,
        phase=Phase.PLACING,
        turn=BEGINS[state.round - 1],  # LA-2.4
        planes=planes,
        newcomer=newcomer,
        rerolls=state.rerolls + (state.round in JOKER_ROUNDS),
        hands=(tuple(sorted(pilot)), tuple(sorted(copilot))),
        drawn=(*drawn, (events[PILOT][0], pilot), (events[COPILOT][0], copilot)),
        laid=(),
        used=0,
        rerolled=(),
        reroll=None,
        speed=None,
    )


def _changed(planes: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    return (*planes[:index], planes[index] + by, *planes[index + 1 :])


# What is legal


def why_not(state: State, move: Move) -> RuleError | None:
    """The first rule that `move` breaks in `state`, or None where it is legal."""
    if state.outcome:
        return RuleError("game-over", state.outcome.rule, round=state.outcome.round)
    if isinstance(move, Resign):
        return None  # LA-4.5: at any time
    if isinstance(move, TimeUp):
        return None if state.setup.stopwatch else RuleError("no-stopwatch", "LA-7.2")
    if isinstance(move, RerollMove):
        return _why_no_reroll(state, move)
    if state.phase is Phase.REROLL:
        return RuleError("reroll-pending", "LA-3.12")
    if move.seat != state.turn:
        return RuleError("not-your-turn", "LA-2.4", seat=LETTERS[move.seat])
    if move.card not in state.hands[move.seat]:
        return RuleError("not-in-hand", "LA-2.3", card=move.card)
    if abs(move.coffee) > state.coffee:
        return RuleError("no-coffee", "LA-3.11", need=abs(move.coffee), n=state.coffee)
    if move.value not in VALUES:
        return RuleError("out-of-range", "LA-3.11", card=move.card, value=move.value)
    if move.place == ASIDE:
        return _why_not_aside(state, move)
    return place_error(state, move.seat, move.value, move.place)


def _why_no_reroll(state: State, move: RerollMove) -> RuleError | None:
    if state.reroll:
        if state.reroll.back[move.seat] is not None:
            return RuleError("reroll-chosen", "LA-3.12", seat=LETTERS[move.seat])  # each seat once
    elif state.rerolls == 0:
        return RuleError("no-reroll", "LA-3.12")
    for card, count in Counter(move.back).items():
        if state.hands[move.seat].count(card) < count:
            return RuleError("not-in-hand", "LA-3.12", card=card)
    return None


def _why_not_aside(state: State, move: Place) -> RuleError | None:
    """A card is set aside as printed, and only where it fits nowhere, even if other cards fit (LA-3.13, LA-10.3)."""
    if move.coffee:
        return RuleError("aside-coffee", "LA-3.13")
    for place in PLACES_OF_SEAT[move.seat]:
        if place_error(state, move.seat, move.card, place) is None:
            return RuleError("aside-fits", "LA-3.13", card=move.card, place=place)
    return None


def place_error(state: State, seat: int, value: int, place: str) -> RuleError | None:
    """The rule that a card of `value` breaks on `place`, if any: whose place, free, order, value."""
    if error := place_closed(state, seat, place, own_places(state, seat)):
        return error
    if value not in FITTING[place]:
        return RuleError("wrong-value", SWITCH_RULES[KIND[place]], place=place, value=value, needs=needs(place))
    return None


def own_places(state: State, seat: int) -> list[str]:
    """The places where a seat's cards of this round lie."""
    return [laid.place for laid in state.laid if laid.seat == seat]


def place_closed(state: State, seat: int, place: str, own: list[str]) -> RuleError | None:
    """The rule that closes `place` to `seat` whatever the card's value, if any; `own` are its `own_places`."""
    kind = KIND[place]
    if kind in CAPACITY:  # LA-1.6
        room = CAPACITY[kind][seat]
        return RuleError("place-taken", "LA-1.6", place=place, n=room) if own.count(place) >= room else None
    if kind == "concentration":
        taken = [laid.place for laid in state.laid].count(place)
        return RuleError("concentration-full", "LA-3.10", n=taken) if taken >= CONCENTRATION_CAPACITY else None
    owner = COPILOT if kind == "flap" else PILOT
    if seat != owner:
        return RuleError("wrong-seat", SWITCH_RULES[kind], place=place, seat=LETTERS[owner])
    if place in own:  # LA-3.9: one card per place and round, switched on or not
        return RuleError("place-taken", "LA-3.9", place=place, n=1)
    on = len(GEAR) if kind == "gear" else state.flaps if kind == "flap" else state.brakes  # gear: any order
    if int(place[-1]) > on + 1:  # one that is on already may be covered again (LA-3.9)
        return RuleError("wrong-order", SWITCH_RULES[kind], place=place, next=f"{kind}{on + 1}")
    return None


def needs(place: str) -> str:
    """The values a switch takes, as printed on it: `1|2`, `4`."""
    return "|".join(map(str, sorted(FITTING[place])))


def legal_moves(state: State) -> Sequence[Move]:
    """Every legal move of every seat, each once: placements, rerolls (calls and answers), resigning, the clock."""
    if state.outcome:
        return []
    moves: list[Move] = []
    if state.phase is Phase.PLACING and state.turn is not None:
        moves.extend(placements(state))
        callers: Iterable[int] = SEATS if state.rerolls else ()
    else:
        callers = [seat for seat in SEATS if state.reroll and state.reroll.back[seat] is None]
    for seat in callers:
        moves.extend(RerollMove(seat, back) for back in subsets(state.hands[seat]))
    moves.extend(Resign(seat) for seat in SEATS)
    if state.setup.stopwatch:
        moves.append(TimeUp())
    return moves


def placements(state: State) -> list[Place]:
    """The legal placements of the seat to move. Two equal cards are one move (LA-10.4)."""
    seat = state.turn
    if seat is None or state.phase is not Phase.PLACING:
        return []
    own = own_places(state, seat)
    free = [place for place in PLACES_OF_SEAT[seat] if place_closed(state, seat, place, own) is None]
    moves = []
    for card in sorted(set(state.hands[seat])):
        for coffee in range(-state.coffee, state.coffee + 1):  # net changes only (LA-10.4); within 1-6, no wrapping (LA-3.11)
            moves += [_move(seat, card, place, coffee) for place in free if card + coffee in FITTING[place]]
        if not any(card in FITTING[place] for place in free):
            moves.append(_move(seat, card, ASIDE, 0))
    return moves


_move = cache(Place)  # equal moves are one value: made once


def subsets(hand: Sequence[int]) -> list[tuple[int, ...]]:
    """The different choices of cards out of a hand, none included."""
    return sorted({chosen for size in range(len(hand) + 1) for chosen in combinations(sorted(hand), size)})


# What a move does


def apply(state: State, move: Move) -> State:
    """The state after `move`; raises the rule it breaks. The input is never changed."""
    if error := why_not(state, move):
        raise error
    if isinstance(move, Resign):
        return _end(state, Outcome(Ending.RESIGNED, "LA-4.5", state.round))
    if isinstance(move, TimeUp):
        return _end_round(evolve(state, hands=((), ()), reroll=None))  # LA-7.2, LA-10.7: what is in hand is forfeit
    if isinstance(move, RerollMove):
        return _choose_reroll(state, move)
    state = _place(state, move)
    if state.outcome or any(state.hands):
        return state
    return _end_round(state)


def outcome(state: State) -> Outcome | None:
    """How the flight ended, or None while it lasts."""
    return state.outcome


def _ended(result: Outcome) -> dict[str, Any]:
    return {"outcome": result, "phase": Phase.OVER, "turn": None, "reroll": None}


def _end(state: State, result: Outcome) -> State:
    return evolve(state, **_ended(result))


def _choose_reroll(state: State, move: RerollMove) -> State:
    """One seat's choice; the call spends the joker, and when both have chosen both draw (LA-3.12)."""
    if state.reroll is None:
        state = evolve(state, rerolls=state.rerolls - 1, phase=Phase.REROLL, reroll=Reroll(move.seat, (None, None)))
    assert state.reroll is not None
    back = list(state.reroll.back)
    back[move.seat] = tuple(sorted(move.back))
    pilot, copilot = back
    if pilot is None or copilot is None:
        return evolve(state, reroll=Reroll(state.reroll.caller, (pilot, copilot)))
    used = state.used + 1
    drawn = tuple(_redraw(state, seat, cards, used) for seat, cards in enumerate((pilot, copilot)))
    hands = [sorted([*_without(state.hands[seat], cards), *new]) for seat, (cards, new) in enumerate(drawn)]
    return evolve(
        state,
        hands=(tuple(hands[PILOT]), tuple(hands[COPILOT])),
        used=used,
        rerolled=(*state.rerolled, (len(pilot), len(copilot))),
        drawn=state.drawn + tuple((reroll_event(state.round, used, seat)[0], new) for seat, (_, new) in enumerate(drawn)),
        reroll=None,
        phase=Phase.PLACING,
    )


def _without(hand: Sequence[int], cards: Sequence[int]) -> list[int]:
    kept = list(hand)
    for card in cards:
        kept.remove(card)
    return kept


def _redraw(state: State, seat: int, back: tuple[int, ...], used: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards a seat puts back and those it draws for them, the put back ones shuffled in first (LA-3.12)."""
    stack = pool(state, seat, _without(state.hands[seat], back))
    return back, _chance(state, reroll_event(state.round, used, seat), stack, len(back))


def _place(state: State, move: Place) -> State:
    """The card on its place and its effect, which is immediate (LA-2.4)."""
    hand = list(state.hands[move.seat])
    hand.remove(move.card)
    changes: dict[str, Any] = {
        "hands": (tuple(hand), state.hands[COPILOT]) if move.seat == PILOT else (state.hands[PILOT], tuple(hand)),
        "laid": (*state.laid, Laid(move.seat, move.card, move.coffee, move.place)),
        "coffee": state.coffee - abs(move.coffee),
        "turn": 1 - move.seat,
    }
    changes |= _effect(state, move, changes["laid"])
    return evolve(state, **changes)


def _effect(state: State, move: Place, laid: tuple[Laid, ...]) -> dict[str, Any]:
    """The fields that a card changes beyond itself, with the cards that now lie."""
    kind = KIND[move.place]
    if kind == "axis":
        return _axis(state, laid)
    if kind == "engines":
        return _engines(state, laid)
    if kind == "radio":
        return _radio(state, move.value)
    if kind == "concentration":  # what was spent is gone first (LA-3.10, LA-10.4)
        return {"coffee": min(state.coffee - abs(move.coffee) + 1, MAX_COFFEE)}
    if kind == ASIDE:
        return {}
    index = int(move.place[-1])
    if kind == "gear":
        return {"gear": tuple(on or index == i for i, on in enumerate(state.gear, 1))}
    if kind == "flap":
        return {"flaps": max(state.flaps, index)}
    return {"brakes": max(state.brakes, index)}


def pair(laid: Iterable[Laid], place: str) -> tuple[int, int] | None:
    """The values of pilot and copilot on axis or engines once both lie there."""
    values = {card.seat: card.value for card in laid if card.place == place}
    return (values[PILOT], values[COPILOT]) if len(values) == 2 else None


def axis_after(axis: int, pilot: int, copilot: int, turbulence: bool) -> int:
    """Where the marker stands after two axis cards, towards the higher one (LA-3.1, LA-6.6); not cut off at the ends."""
    step = copilot - pilot
    if turbulence and step:
        step += 1 if step > 0 else -1
    return axis + step


def _axis(state: State, laid: tuple[Laid, ...]) -> dict[str, Any]:
    both = pair(laid, "axis")
    if both is None:
        return {}
    axis = axis_after(state.axis, *both, state.setup.turbulence)
    if abs(axis) <= AXIS_LIMIT:
        return {"axis": axis}
    data = (("pilot", both[0]), ("copilot", both[1]), ("axis", axis))
    return {"axis": axis} | _ended(Outcome(Ending.SPIN, "LA-3.1", state.round, data=data))


def moves_at(speed: int, gear: int, flaps: int) -> int:
    """By how many cards a speed flies the plane on, with so many gear out and flaps set (LA-3.2)."""
    if speed <= SPEED_STAY + gear:
        return 0
    return 1 if speed <= SPEED_ONE + flaps else 2


def _engines(state: State, laid: tuple[Laid, ...]) -> dict[str, Any]:
    """Speed is judged, and the plane moves, when the second engine card lies, with the switches of then (LA-3.2, LA-10.1)."""
    both = pair(laid, "engines")
    if both is None:
        return {}
    speed = sum(both)
    if state.touchdown:  # LA-4.3: the plane does not move
        allowed = LANDING_SPEED[state.brakes]
        if speed <= allowed:
            return {"speed": speed}
        data = (("speed", speed), ("allowed", allowed), ("brakes", state.brakes))
        return {"speed": speed} | _ended(Outcome(Ending.TOO_FAST, "LA-4.3", state.round, ("speed",), data))
    position = state.position
    for _ in range(moves_at(speed, sum(state.gear), state.flaps)):
        so_far = {"speed": speed, "position": position}
        if position == AIRPORT:  # LA-3.4, LA-10.5
            return so_far | _ended(Outcome(Ending.OVERSHOOT, "LA-3.4", state.round, data=(("speed", speed),)))
        if planes := state.planes[position]:  # LA-3.3: each card left must be clear
            data = (("speed", speed), ("n", planes), ("card", position + 1))
            return so_far | _ended(Outcome(Ending.COLLISION, "LA-3.3", state.round, data=data))
        position += 1
    return {"speed": speed, "position": position}


def radio_target(position: int, value: int) -> int | None:
    """The approach card (from the start, 6 the airport) that a radio value names; None beyond the row (LA-3.5)."""
    target = position + value - 1
    return target if target <= AIRPORT else None


def _radio(state: State, value: int) -> dict[str, Any]:
    target = radio_target(state.position, value)
    if target is None or not state.planes[target]:
        return {}
    return {"planes": _changed(state.planes, target, -1)}


# The end of a round and of the flight (LA-2.5, LA-2.6, LA-4)


def missing_duties(laid: Iterable[Laid], seat: int) -> tuple[str, ...]:
    """Which of axis and engines a seat has not filled in this round (LA-2.5)."""
    filled = {card.place for card in laid if card.seat == seat}
    return tuple(place for place in ("axis", "engines") if place not in filled)


def duty_lost(laid: Iterable[Laid], counts: Sequence[int]) -> int | None:
    """The seat that has more duties left than cards, so that the flight is certain to be lost (LA-3.13); else None.

    `counts` are the cards in hand by seat: all of it is public.
    """
    laid = tuple(laid)
    for seat in SEATS:
        if len(missing_duties(laid, seat)) > counts[seat]:
            return seat
    return None


def _end_round(state: State) -> State:
    for seat in SEATS:
        if missing := missing_duties(state.laid, seat):
            data = (("seat", seat), ("axis", int("axis" in missing)), ("engines", int("engines" in missing)))
            return _end(state, Outcome(Ending.MISSING_DUTY, "LA-2.5", state.round, data=data))
    if state.touchdown:
        return _end(state, _landing(state))
    state = evolve(state, round=state.round + 1)  # LA-2.6: 1000 ft lower; switches, planes and coffee stay
    if state.round == ROUNDS and state.position != AIRPORT:
        short = (("n", AIRPORT - state.position),)
        return _end(evolve(state, laid=(), speed=None), Outcome(Ending.SHORT, "LA-4.1", state.round, data=short))
    return _begin_round(state)


def conditions(state: State) -> dict[str, bool]:
    """The landing conditions of LA-4.4 by name, as they stand now; `speed` is false until both engines lie."""
    return {
        "planes": state.planes[AIRPORT] == 0,
        "gear": all(state.gear),
        "flaps": state.flaps == len(FLAPS),
        "axis": state.axis == 0,
        "speed": state.speed is not None and state.speed <= LANDING_SPEED[state.brakes],
    }


def _landing(state: State) -> Outcome:
    """Landed, or every condition that failed at the end of the touchdown round (LA-4.4, LA-10.2)."""
    failed = tuple(name for name, holds in conditions(state).items() if not holds)
    return Outcome(Ending.NOT_LANDED if failed else Ending.LANDED, "LA-4.4", state.round, failed)

"""Landeanflug: who plays when no person does. A crew decides from its `View` alone.

`random` lays any card that is legal, each placement as likely. `house` weighs the hands its partner may hold before each card
(`thinking.py`), uses no signs and does not talk; it is the kind of crew whose landing rates the printed rules publish (LA-8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

from kit.core.compiled import Ints, floats, ints
from kit.core.deals import Generator
from kit.core.errors import OptionError
from kit.games.landeanflug import model, rerolls, thinking
from kit.games.landeanflug.hands import hand_table
from kit.games.landeanflug.moves import Move, Place, RerollMove
from kit.games.landeanflug.rules import placements, subsets
from kit.games.landeanflug.state import ASIDE, PLACES, SEATS, SWITCHES, Phase
from kit.games.landeanflug.view import View, as_state
from kit.games.landeanflug.weights import weights

Crew = Callable[[View, Generator], Move]
CREWS = ("random", "house")
_PLACES = (*PLACES, ASIDE)  # as model.py numbers them


def get(name: str) -> Crew:
    """The crew of that name; raises OptionError for an unknown one."""
    if name not in CREWS:
        raise OptionError("unknown-crew", given=name, valid=", ".join(CREWS))
    return {"random": random_crew, "house": house_crew}[name]


def _own_seat(view: View) -> int:
    if view.seat is None or not view.deciding:
        raise ValueError("a crew decides for a seat whose decision it is")
    return view.seat


def random_crew(view: View, rng: Generator) -> Move:
    """Any legal placement, each as likely; in a reroll any choice of cards to put back. Calls no reroll, never resigns."""
    seat = _own_seat(view)
    if view.phase is Phase.REROLL:
        choices = subsets(view.hand)
        return RerollMove(seat, choices[rng.randrange(len(choices))])
    moves = placements(as_state(view))
    return moves[rng.randrange(len(moves))]


@cache
def _hands() -> list[int]:
    return hand_table()


def house_crew(view: View, rng: Generator) -> Move:
    """The placement, or the reroll, with the best chance of landing over all hands the partner may hold.

    Needs no luck of its own: the same view gives the same move.
    """
    seat = _own_seat(view)
    s, w, t = position(view), weights(view.setup.turbulence), _hands()
    found = floats(2)
    if view.phase is Phase.REROLL:
        return _returned(seat, rerolls.best_return(s, seat, w, t, found))
    move = thinking.best_placement(s, w, t, found)
    if key := rerolls.calls_reroll(s, w, t, found[0], found):
        return _returned(seat, key)
    return _placement(seat, move)


def _returned(seat: int, key: int) -> RerollMove:
    return RerollMove(seat, tuple(value for value in range(1, 7) for _ in range(key >> 3 * (value - 1) & 7)))


def prospects(view: View) -> list[tuple[float, Place]]:
    """What the house crew thinks of the placements it looked at twice: estimated chance of landing and move, the best first."""
    seat = _own_seat(view)
    chosen, worth = ints(thinking.SECOND_LOOK), floats(thinking.SECOND_LOOK)
    count = thinking.weigh(position(view), weights(view.setup.turbulence), _hands(), chosen, worth)
    found = [(worth[i], _placement(seat, chosen[i])) for i in range(count)]
    return sorted(found, key=lambda pair: -pair[0])


def _placement(seat: int, move: int) -> Place:
    """A placement from `model.py`'s number."""
    return Place(seat, model.card_of(move), _PLACES[model.place_of(move)], model.coffee_of(move))


def position(view: View) -> Ints:
    """The array of `model.py` for a view; a hand that it does not show stays empty there, its number of cards is known."""
    s = ints(model.SIZE)
    s[model.ROUND], s[model.TURN], s[model.AXIS], s[model.POSITION] = view.round, view.turn or 0, view.axis, view.position
    s[model.COFFEE], s[model.REROLLS], s[model.USED] = view.coffee, view.rerolls, view.used
    s[model.FLAPS], s[model.BRAKES], s[model.SPEED] = view.flaps, view.brakes, view.speed or 0
    s[model.TURBULENCE], s[model.DICE], s[model.OPEN] = view.setup.turbulence, view.setup.dice, view.setup.open
    s[model.GEAR : model.GEAR + 3] = map(int, view.gear)
    s[model.PLANES : model.PLANES + 7] = view.planes
    for laid in view.laid:
        s[model.LAID + 6 * laid.seat + laid.card - 1] += 1
        if laid.place in SWITCHES:
            s[model.TAKEN] |= 1 << SWITCHES.index(laid.place)
        elif laid.place == "axis":
            s[model.AXIS_CARD + laid.seat] = laid.value
        elif laid.place == "engines":
            s[model.ENGINE_CARD + laid.seat] = laid.value
        elif laid.place == "radio":
            s[model.RADIO + laid.seat] += 1
        elif laid.place == "concentration":
            s[model.CONCENTRATION] += 1
    for seat in SEATS:
        s[model.HELD + seat] = view.counts[seat]
        for card, n in Counter(view.hands[seat] or ()).items():
            s[model.HANDS + 6 * seat + card - 1] = n
    return s

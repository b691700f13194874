"""Luft, Land und See: who plays when no person does. A crew decides from its `View` alone.

`random` makes any legal move, each as likely, and never withdraws. `greedy` looks one move ahead: the chance to hold two of
three theaters right after it, over a few possible worlds; it withdraws by expected points. `house` remembers what it saw (its
view does), draws possible worlds, plays each candidate a few decisions on in them, and keeps the better half for more worlds
until one is left; it withdraws by the chance to win the war.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from kit.core.compiled import Ints, ints
from kit.core.deals import Generator
from kit.core.errors import OptionError
from kit.games.luft_land_see import model, rules, thinking
from kit.games.luft_land_see.cards import DOWN
from kit.games.luft_land_see.coding import decode_move, encode
from kit.games.luft_land_see.moves import Move, Withdraw
from kit.games.luft_land_see.view import (
    View,
    as_state,
    hidden_cards,
    hidden_places,
    place_remembered,
    remembered_cards,
)
from kit.games.luft_land_see.war import battle_points, chance_at

Crew = Callable[[View, Generator], Move]
CREWS = ("random", "greedy", "house")
GREEDY_WORLDS = 6
STAGES = ((4, 6), (12, 3), (24, 1))  # house: so many more worlds for each candidate, then the best so many stay
REPLIES, DEPTH = 5, 4  # a playout weighs so many moves before each decision and goes on for so many cards
CAP = 0.2  # seconds; a slow machine thinks in fewer worlds


def get(name: str) -> Crew:
    """The crew of that name; raises OptionError for an unknown one."""
    if name not in CREWS:
        raise OptionError("unknown-crew", given=name, valid=", ".join(CREWS))
    return {"random": random_crew, "greedy": greedy_crew, "house": house_crew}[name]


def _own_seat(view: View) -> int:
    if view.seat is None or not view.deciding:
        raise ValueError("a crew decides for a seat whose decision it is")
    return view.seat


def random_crew(view: View, rng: Generator) -> Move:
    """Any legal move, each as likely; never withdraws."""
    _own_seat(view)
    moves = [move for move in rules.legal_moves(as_state(view)) if not isinstance(move, Withdraw)]
    return moves[rng.randrange(len(moves))]


class Worlds:
    """Draws possible worlds of a view as arrays of `model.py`, each as likely."""

    def __init__(self, view: View) -> None:
        self.base = encode(as_state(view))
        self.places = hidden_places(view)
        cards = hidden_cards(view)
        self.remembered = remembered_cards(self.places, cards)
        self.rest = [card for card in cards if card not in self.remembered]

    def draw(self, rng: Generator) -> Ints:
        """One world."""
        s, rest = self.base[:], self.rest[:]
        at = {index: card for card, index in place_remembered(self.remembered, rng).items()} if self.remembered else {}
        for index, ((kind, owner, i), _) in enumerate(self.places):
            card = at[index] if index in at else rest.pop(rng.randrange(len(rest)))
            if kind == "hand":
                s[model.HANDS + owner] |= 1 << card
            elif kind == "deck":
                s[model.DECK + i] = card
            elif kind == "stack":
                s[model.STACKS + owner * model.HEIGHT + i] = card + DOWN
                s[model.WHERE + card] = owner
            else:
                s[model.HELD] = card
        return s


def prospects(view: View, rng: Generator, *, worlds: int = GREEDY_WORLDS) -> list[tuple[float, Move]]:
    """What `greedy` thinks: for each move but a withdrawal the chance to win the battle right after it, the best first."""
    seat, source = _own_seat(view), Worlds(view)
    moves, trial, w = ints(model.MAX_MOVES), ints(model.SIZE), thinking.WEIGHTS
    candidates = moves[: model.legal(source.base, moves)]
    sums = dict.fromkeys(candidates, 0.0)
    for _ in range(worlds):
        world = source.draw(rng)
        for move in candidates:
            trial[:] = world
            model.act(trial, move)
            sums[move] += thinking.chance(trial, w)
    return _ranked(seat, [(total / worlds, move) for move, total in sums.items()])


def _ranked(seat: int, found: list[tuple[float, int]]) -> list[tuple[float, Move]]:
    """Moves by the chance of `seat`, the best first; `found` has red's."""
    mine = [(red if seat == 0 else 1.0 - red, move) for red, move in found]
    return [(value, decode_move(move)) for value, move in sorted(mine, key=lambda pair: -pair[0])]


def greedy_crew(view: View, rng: Generator) -> Move:
    """The best of `prospects`; withdraws where the points expected of playing on are fewer than those of giving up now."""
    value, move = prospects(view, rng)[0]
    if view.task is None:
        full, now = battle_points(view.setup), _given_up(view)
        if full * (2 * value - 1) < -now:
            return Withdraw()
    return move


def _given_up(view: View) -> int:
    """What a withdrawal now would give the opponent."""
    seat = _own_seat(view)
    return rules.withdrawal_points(view.setup, seat == view.first, view.counts[seat])


def thoughts(
    view: View, rng: Generator, *, cap: float = CAP, clock: Callable[[], float] = perf_counter
) -> list[tuple[float, Move]]:
    """What `house` thinks: the chance to win the battle for each move (no withdrawal), the best first.

    Moves that fell out early have rougher values and stand behind those that stayed. At most `cap` seconds by `clock`, or as
    long as one world takes.
    """
    seat, source, end = _own_seat(view), Worlds(view), clock() + cap
    moves, trial, w = ints(model.MAX_MOVES), ints(model.SIZE), thinking.WEIGHTS
    candidates = moves[: model.legal(source.base, moves)]
    sums, counts = dict.fromkeys(candidates, 0.0), dict.fromkeys(candidates, 0)
    out: list[int] = []
    start = ints(model.SIZE)
    for worlds, keep in STAGES:
        if len(candidates) == 1 and out:
            break
        for _ in range(worlds):
            if clock() > end and all(counts.values()):
                break
            world, seed = source.draw(rng), rng.randrange(1 << 31)
            for move in candidates:
                start[:] = world
                model.act(start, move)
                sums[move] += thinking.playout(start, w, REPLIES, DEPTH, seed, moves, trial)
                counts[move] += 1
        best_first = sorted(candidates, key=lambda move: (-1 if seat == 0 else 1) * sums[move] / counts[move])
        candidates, out = best_first[:keep], best_first[keep:] + out
    return [pair for group in (candidates, out) for pair in _ranked(seat, [(sums[move] / counts[move], move) for move in group])]


def house_crew(view: View, rng: Generator) -> Move:
    """The best of `thoughts`; withdraws where that leaves a better chance to win the war than playing on."""
    value, move = thoughts(view, rng)[0]
    return Withdraw() if view.task is None and withdraws(view, value) else move


def withdraws(view: View, value: float) -> bool:
    """Whether giving up now leaves a better chance to win the war than playing on with the chance `value` in this battle."""
    seat, setup = _own_seat(view), view.setup
    mine, theirs, full = view.points[seat], view.points[1 - seat], battle_points(setup)
    won = chance_at(mine + full, theirs, setup.target, setup.beginner)
    lost = chance_at(mine, theirs + full, setup.target, setup.beginner)
    return chance_at(mine, theirs + _given_up(view), setup.target, setup.beginner) > value * won + (1 - value) * lost

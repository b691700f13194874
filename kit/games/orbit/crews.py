"""Orbit: who plays when no person does. A crew decides from its `View` alone.

`random` makes any legal pick or play, each as likely. `house` draws worlds that fit what it can know (voids, signals, its own
hand), plays each to the end by rule of thumb after every card it might play (`thinking.py`), and takes the card that succeeds
most often; it drafts the same way, and gives one signal before the first trick where it has something to say.

A signal is nobody's turn: whoever runs a table asks each seat between tricks with `signal` (the name's or `house_signal`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from kit.cards import rank_of
from kit.core.deals import Generator
from kit.core.errors import OptionError
from kit.games.orbit import model, rules, thinking
from kit.games.orbit.moves import Answer, Give, Move, Play, Show, Take, counted
from kit.games.orbit.state import SUIT, Coin, Phase, State
from kit.games.orbit.tasks import task
from kit.games.orbit.view import View, as_state, view, worlds

Crew = Callable[[View, Generator], Move]
CREWS = ("random", "house")
WORLDS, DRAFT_WORLDS = 10, 8  # in play, without compiling; batches take more
ENOUGH = 70  # games played out for one decision in play: keeps a move below 300 ms


def get(name: str) -> Crew:
    """The crew of that name; raises OptionError for an unknown one."""
    if name not in CREWS:
        raise OptionError("unknown-crew", given=name, valid=", ".join(CREWS))
    return {"random": random_crew, "house": house_crew}[name]


def signal(name: str, seen: View) -> Show | None:
    """The signal that a seat of this crew gives now, whoever's turn it is; None for none."""
    return house_signal(seen) if name == "house" else None


def _moves(seen: View) -> list[Move]:
    """The decisions that this seat may make now (no signal, no stopping, no giving up)."""
    if seen.seat is None or not seen.deciding:
        raise ValueError("a crew decides for a seat whose decision it is")
    if seen.phase is Phase.ASKING:
        return [Answer(True), Answer(False)]
    if seen.phase is Phase.PASSING:
        return [Give(card) for card in seen.hand]
    return [move for move in rules.legal_moves(as_state(seen)) if counted(move)]


def random_crew(seen: View, rng: Generator) -> Move:
    """Any legal pick or play, each as likely. Gives no signal."""
    moves = _moves(seen)
    return moves[rng.randrange(len(moves))]


def house_crew(
    seen: View, rng: Generator, *, count: int = WORLDS, draft: int = DRAFT_WORLDS, enough: int = ENOUGH, engine: Any = thinking
) -> Move:
    """The pick or card that succeeds most often in `count` sampled worlds (`draft` for a pick), at most `enough` games in all.

    `engine` is `thinking`, or its compiled twin with arrays for lists. Agrees to no Mayday.
    """
    moves = _moves(seen)
    if seen.phase is Phase.ASKING:
        return Answer(False)
    if seen.phase is Phase.PASSING:
        return Give(min(seen.hand, key=rank_of))
    if len(moves) == 1:
        return moves[0]
    if seen.phase is Phase.DRAFT:
        return _pick(seen, moves, rng, draft, engine)
    return _card(seen, moves, rng, count, enough, engine)


def _array(numbers: list[int], engine: Any) -> Any:
    """The numbers as the engine's own array: a list in play."""
    if isinstance(engine, ModuleType) and engine is thinking:
        return numbers
    made = engine.ints(len(numbers))
    made[:] = numbers
    return made


def _pick(seen: View, moves: list[Move], rng: Generator, count: int, engine: Any) -> Move:
    """The task that goes best with this hand: its success, per point of difficulty taken on."""
    assert seen.seat is not None
    made = worlds(seen)
    hands = [made.draw(rng) for _ in range(count)]
    best, chosen = -1.0, moves[0]
    for move in moves:
        assert isinstance(move, Take)
        won = 0
        for world in hands:
            s = model.encode(seen, world, [(seen.seat, move.card)])
            won += engine.play_out(_array(s, engine), rng.randrange(1 << 28))
        value = ((won + 0.5) / (count + 1)) ** (1 / task(move.card).difficulty)
        if value > best:
            best, chosen = value, move
    return chosen


def alike(seen: View, moves: list[Move]) -> list[Move]:
    """One card of each run that nothing tells apart: neighbours in a suit, none between them still out, none named by a task."""
    named = {card for each in seen.taken for card in (task(each.card).target, task(each.card).shun)}
    own = set(seen.hand)
    gone = {card for trick in seen.tricks for card in trick.cards} | {seen.open_card}
    kept: list[Move] = []
    for move in moves:
        assert isinstance(move, Play)
        below = move.card - 1
        while below in gone and SUIT[below] == SUIT[move.card] != 4:
            below -= 1
        same = SUIT[move.card] != 4 and below >= 0 and SUIT[below] == SUIT[move.card] and below in own
        if not (same and kept and not {below, move.card} & named):
            kept.append(move)
    return kept


def _card(seen: View, moves: list[Move], rng: Generator, count: int, enough: int, engine: Any) -> Move:
    """The card with the most successes; between equals the rule of thumb decides."""
    moves = alike(seen, moves)
    if len(moves) == 1:
        return moves[0]
    made = worlds(seen)
    spare = _array([0] * model.SIZE, engine)
    won = [0] * len(moves)
    thumbs = [0] * len(moves)
    for _ in range(max(1, min(count, enough // len(moves)))):
        s = _array(model.encode(seen, made.draw(rng)), engine)
        jitter = rng.randrange(1 << 28)
        for i, move in enumerate(moves):
            assert isinstance(move, Play)
            card = model.pack(move.card)
            won[i] += engine.after(s, spare, card, jitter)
            thumbs[i] += engine.worth(s, card)
    return moves[max(range(len(moves)), key=lambda i: (won[i], thumbs[i]))]


def house_signal(seen: View) -> Show | None:
    """What the house signals before the first trick: a card that a task names, its single card, its best in a task's suit.

    Only where the coin says more than the card alone; None where it may not, or has nothing worth saying.
    """
    if seen.seat is None or seen.tricks or seen.phase is not Phase.PLAYING:
        return None
    moves = [move for move in rules.signals(as_state(seen), seen.seat) if isinstance(move, Show)]
    wanted = [task(each.card) for each in seen.taken]
    named = {card for each in wanted for card in (each.target, each.shun)}
    suits = {SUIT[card] for card in named if card is not None} | {each.suit for each in wanted}
    best, chosen = 0, None
    for move in moves:
        value = 0
        if move.coin is Coin.ONLY:
            value = 3 + rank_of(move.card) // 4 + 3 * (SUIT[move.card] in suits)
        elif move.coin is Coin.HIGH:
            value = (4 if SUIT[move.card] in suits else 0) + (9 - rank_of(move.card)) // 4
        if move.card in named:
            value += 5
        if value > best:
            best, chosen = value, move
    return chosen if best > 2 else None


def run(state: State, crew: Crew, rng: Generator, give: Callable[[View], Show | None] = house_signal) -> State:
    """An attempt played to its end by one crew at all seats, signals asked for before each trick."""
    while state.outcome is None:
        if state.phase is Phase.PLAYING and not state.trick and not state.setup.silent:
            for i in range(state.setup.seats):
                seat = (state.commander + i) % state.setup.seats
                shown = None if state.signals[seat] else give(view(state, seat))
                if shown:
                    state = rules.apply(state, shown)
        seat = rules.deciders(state)[0]
        state = rules.apply(state, crew(view(state, seat), rng))
    return state

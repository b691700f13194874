"""Random games of any registered game, for the conformance suite: a strategy, and what it plays."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from kit.core.game import Game
from kit.core.registry import games
from kit.core.sessions import Session

BOUND = 2000  # no game has more decisions than this


@dataclass(frozen=True)
class Played:
    """A game in some state: the session that led there, and randomness for what a test does next."""

    session: Session
    rng: random.Random

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def viewers(self) -> list[int | None]:
        return [*range(len(self.session.players)), None]

    def __repr__(self) -> str:
        return self.session.record(full=True)


def mover(game: Game, before: Any, move: Any) -> int | None:
    """Whose move it is: the seat it names, the one that the game says, else the one whose decision it is."""
    if game.seat_of is not None:
        return game.seat_of(before, move)
    return move.seat if hasattr(move, "seat") else next(iter(game.deciders(before)), None)


def choose(game: Game, state: Any, rng: random.Random) -> Any:
    """A legal move, mostly one that does not end the game, so that random play gets anywhere; giving up is rare."""
    moves = list(game.legal_moves(state))
    counted = [move for move in moves if game.counted(move)]
    for _ in range(8):
        move = rng.choice(counted if counted and rng.random() < 0.85 else moves)
        if game.outcome(game.apply(state, move)) is None or rng.random() < 0.02:
            return move
    return rng.choice(counted or moves)


def play(session: Session, rng: random.Random, steps: int) -> Session:
    """The session after up to `steps` random moves.

    Random play loses soon. So that later rounds are met as well, a game that ended too early is taken back a few moves and
    tried again, some thirty times.
    """
    game, states, moves = session.game, [session.state], []
    retries = rng.choice((0, 15, 30, 60))
    while len(moves) < steps:
        if game.outcome(states[-1]) is not None:
            if not retries:
                break
            retries -= 1
            back = rng.randint(1, min(len(moves), 10))
            del states[-back:], moves[-back:]
        moves.append(choose(game, states[-1], rng))
        states.append(game.apply(states[-1], moves[-1]))
    for move in moves:
        session.play(move)
    return session


@st.composite
def played(draw: st.DrawFn, most: int = 70) -> Played:
    """A random game: level, variants, seats, seed, and random legal play of random length."""
    game = draw(st.sampled_from(games()))
    session = Session.new(
        game.id,
        level=draw(st.sampled_from(game.levels)),
        seats=draw(st.sampled_from(game.seats)),
        variants=sorted(draw(st.sets(st.sampled_from(game.variants), max_size=3))) if game.variants else (),
        seed=draw(st.integers(0, 2**62 - 1)),
        study=draw(st.booleans()),
    )
    rng = random.Random(draw(st.integers(0, 2**32)))
    return Played(play(session, rng, draw(st.integers(0, most))), rng)


@cache
def known_moves(game: Game) -> list[Any]:
    """Moves that are legal somewhere in this game: the candidates that most states must refuse."""
    rng = random.Random(game.id)
    found: dict[str, Any] = {}
    for seed in range(30):
        variants = [v for v in game.variants if rng.random() < 0.3]
        session = Session.new(game.id, level=rng.choice(game.levels), seats=rng.choice(game.seats), variants=variants, seed=seed)
        for state in play(session, rng, 80).states:
            found.update((str(move), move) for move in game.legal_moves(state))
    return list(found.values())

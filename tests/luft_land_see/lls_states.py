"""Positions for the rule tests, written as in records, so that a test shows the rule and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kit.core.deals import Deal
from kit.core.errors import RuleError
from kit.core.values import evolve
from kit.games.luft_land_see import GAME, rules
from kit.games.luft_land_see.cards import NAMES, lying, read_theater
from kit.games.luft_land_see.moves import parse_move
from kit.games.luft_land_see.state import SEAT_LETTERS, State
from kit.games.luft_land_see.strengths import strength


def at(text: str, *, variants: tuple[str, ...] = (), seed: int = 0, **rulings: bool) -> State:
    """The position that `position` lines describe, separated by semicolons; some rulings changed."""
    fields = [tuple(line.strip().partition(" ")[::2]) for line in text.split(";") if line.strip()]
    state = GAME.position(level="standard", variants=variants, fields=fields, deal=Deal(seed))
    if not rulings:
        return state
    return evolve(state, setup=replace(state.setup, rulings=replace(state.setup.rulings, **rulings)))


def play(state: State, moves: str) -> State:
    """The state after the moves, separated by commas."""
    for part in moves.split(","):
        state = rules.apply(state, parse_move(part.strip()))
    return state


def closed(state: State, moves: str) -> State:
    """The table right after the last move, before a battle that it ended is scored."""
    *before, last = moves.split(",")
    for part in before:
        state = rules.apply(state, parse_move(part.strip()))
    return rules.closing(state, parse_move(last.strip()))


def refused(state: State, move: str) -> RuleError:
    """The error that the move meets: the same from `why_not` and from `apply`, and no such move is legal."""
    value = parse_move(move)
    error = rules.why_not(state, value)
    assert error is not None, f"{move} is legal"
    with pytest.raises(RuleError) as raised:
        rules.apply(state, value)
    assert raised.value == error
    assert value not in rules.legal_moves(state)
    return error


def legal(state: State) -> set[str]:
    """All legal moves but the withdrawal, as written."""
    moves = rules.legal_moves(state)
    assert all(rules.why_not(state, move) is None for move in moves) and len(set(moves)) == len(moves)
    return {str(move) for move in moves} - {"withdraw"}


def side(state: State, where: str) -> str:
    """The stack at `R air` from the bottom: `A1 (L3)`."""
    letter, theater = where.split()
    return " ".join(map(lying, state.stacks[3 * SEAT_LETTERS.index(letter) + read_theater(theater)]))


def worth(state: State, where: str) -> int:
    """The strength at `R air`."""
    letter, theater = where.split()
    return strength(state, SEAT_LETTERS.index(letter), read_theater(theater))


def asks(state: State) -> str:
    """Who decides, and what waits: `R` for a turn, `maneuver R A3, redeploy B S4` for instants."""
    if state.queue:
        return ", ".join(f"{task.ability} {SEAT_LETTERS[task.seat]} {NAMES[task.card]}" for task in state.queue)
    return "" if state.turn is None else SEAT_LETTERS[state.turn]


def bottom(state: State) -> str:
    """The lowest card of the deck: the one destroyed last."""
    return NAMES[state.deck[-1]]


def hand(state: State, letter: str) -> str:
    """A hand: `A2 L6`."""
    return " ".join(NAMES[card] for card in state.hands[SEAT_LETTERS.index(letter)])


def anything(**values: Any) -> dict[str, Any]:
    """Keyword values as a dict, for parametrised tests."""
    return values

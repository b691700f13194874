"""Positions for the rule tests: written short, so that a test shows the rule and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from kit.core.deals import Deal
from kit.core.errors import RuleError
from kit.core.values import evolve
from kit.games.landeanflug import rules
from kit.games.landeanflug.moves import parse_move
from kit.games.landeanflug.state import Laid, State

# LA-9.1: the printed first round, card by card.
ROUND_1 = "P 3>axis, C 3>axis, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, P 5>engines, C 4>engines"


def digits(text: str) -> tuple[int, ...]:
    """`"1356"` -> (1, 3, 5, 6)."""
    return tuple(map(int, text))


def begin(
    pilot: str = "1356", copilot: str = "2346", *, level: str = "leicht", variants: tuple[str, ...] = (), **changes: Any
) -> State:
    """Round 1 with these hands (any cards: the stack is not asked), some fields of the state changed."""
    state = rules.start(level=level, variants=variants, deal=Deal.scripted({"1 P": digits("1356"), "1 C": digits("2346")}))
    hands = (tuple(sorted(digits(pilot))), tuple(sorted(digits(copilot))))
    return evolve(state, **{"hands": hands, **changes})


def laid(text: str) -> tuple[Laid, ...]:
    """`"P 3>axis, C 3>axis"` as cards that lie."""
    moves = [parse_move(part.strip()) for part in text.split(",")]
    return tuple(Laid(move.seat, move.card, move.coffee, move.place) for move in moves)


def play(state: State, moves: str) -> State:
    """The state after the moves, separated by commas."""
    for part in moves.split(","):
        state = rules.apply(state, parse_move(part.strip()))
    return state


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


def legal(state: State, move: str) -> bool:
    """Whether the move is legal, for `why_not` and `legal_moves` alike."""
    value = parse_move(move)
    allowed = rules.why_not(state, value) is None
    assert allowed == (value in rules.legal_moves(state))
    return allowed


def last_card(**changes: Any) -> State:
    """The printed first round before its last card (`C 4>engines`), some fields changed."""
    seven = ", ".join(ROUND_1.split(", ")[:-1])
    return evolve(play(begin(), seven), **changes)

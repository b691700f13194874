"""Positions for the rule tests: written short, so that a test shows the rule and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import kit.games.orbit as package
from kit.cards import read
from kit.core.deals import Deal
from kit.core.errors import RuleError
from kit.core.records import read_record
from kit.core.values import evolve
from kit.games.orbit import notation, rules
from kit.games.orbit.moves import parse_move
from kit.games.orbit.state import Phase, State, Taken

EXAMPLES = Path(package.__file__).parent / "examples"


def cards(text: str) -> tuple[int, ...]:
    """`"9C KS"` as cards."""
    return tuple(map(read, text.split()))


def taken(text: str) -> tuple[Taken, ...]:
    """`"A 2H, B 9C"` as tasks taken."""
    pairs = [part.split() for part in text.split(",") if part.strip()]
    return tuple(Taken("ABCDE".index(seat), read(card)) for seat, card in pairs)


def begin(
    level: str = "1",
    seats: int = 4,
    variants: Iterable[str] = (),
    *,
    seed: int = 0,
    hands: str = "",
    tasks: str = "",
    **named: str,
) -> State:
    """A new attempt; `hands` as `"A KS 9C / B KH"`, `tasks` the cards turned, other events by label (`open="KS"`)."""
    script = {part.split()[0]: cards(" ".join(part.split()[1:])) for part in hands.split("/") if part.strip()}
    if tasks:
        script["tasks"] = cards(tasks)
    script |= {label.replace("_", " "): cards(text) for label, text in named.items()}
    return rules.start(level=level, seats=seats, variants=variants, deal=Deal.scripted(script, seed))


def playing(
    tasks: str = "",
    level: str = "1",
    seats: int = 4,
    variants: Iterable[str] = (),
    *,
    seed: int = 0,
    hands: str = "",
    **named: str,
) -> State:
    """An attempt before its first trick, with any tasks (the draft is not asked)."""
    state = begin(level, seats, variants, seed=seed, hands=hands, **named)
    return evolve(state, phase=Phase.PLAYING, turn=state.commander, taken=taken(tasks), offer=(), aside=())


def position(*lines: str, level: str = "1", seats: int = 4, variants: Iterable[str] = (), seed: int = 0) -> State:
    """The state that `position` lines describe."""
    fields = [(line.split()[0], " ".join(line.split()[1:])) for line in lines]
    return notation.position(level=level, seats=seats, variants=variants, fields=fields, deal=Deal(seed))


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
    assert error.sentence("de") != error.sentence("en")
    return error


def why(state: State, move: str) -> tuple[str, str]:
    """Code and rule of the refusal."""
    error = refused(state, move)
    return error.code, error.rule


def legal(state: State, move: str) -> bool:
    """Whether the move is legal, for `why_not` and `legal_moves` alike."""
    value = parse_move(move)
    allowed = rules.why_not(state, value) is None
    assert allowed == (value in rules.legal_moves(state))
    return allowed


def example(name: str) -> list[State]:
    """All states of an example record."""
    return read_record(EXAMPLES / f"{name}.txt").states()

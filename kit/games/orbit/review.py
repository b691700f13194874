"""Orbit: "could it have been won?", asked after a mission that failed and answered by the open-hands solver.

With all hands known, a position can be won or not; once it cannot, no later one can. So the last card before which it could is
found by halving the game, and what could have been played there instead is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kit.cards import code
from kit.core.sessions import Session
from kit.games.orbit import rules
from kit.games.orbit.moves import Play
from kit.games.orbit.solver import Solution, solve
from kit.games.orbit.state import Phase, State
from kit.games.orbit.telling import coloured
from kit.games.orbit.words import say, seat_name

LIMIT = 40_000  # cards tried for one answer: at most half a second without compiling


@dataclass(frozen=True, slots=True)
class Turning:
    """The last step (a number of moves) before which success was possible, and a card that would have kept it so."""

    step: int
    instead: int


@lru_cache(maxsize=512)
def answer(state: State) -> Solution:
    """Whether the tasks of this position could be fulfilled with these hands; `winnable` None where that is not decided."""
    return solve(state, state.hands, limit=LIMIT)


def plays(session: Session) -> list[int]:
    """The steps at which a card was played: those before which the state is one of play."""
    return [
        step for step, move in enumerate(session.moves) if isinstance(move, Play) and session.states[step].phase is Phase.PLAYING
    ]


def turning(session: Session) -> Turning | bool | None:
    """Where a mission was lost; False where these hands could never win it, None where that is not known or it never was."""
    steps = plays(session)
    if not steps:
        return None
    first = answer(session.states[steps[0]])
    if not first.winnable:
        return first.winnable
    low, high = 0, len(steps)  # before steps[low] it can be won; after the last card it cannot
    if session.state.phase is Phase.OVER and not session.state.outcome.failed and not _lost(session, steps[-1] + 1):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        found = answer(session.states[steps[middle]]).winnable
        if found is None:
            return None
        low, high = (middle, high) if found else (low, middle)
    way = answer(session.states[steps[low]]).way
    return Turning(steps[low], way[0]) if way else None


def _lost(session: Session, step: int) -> bool:
    """Whether success was out of reach after the last card that was played."""
    state = session.states[step]
    return answer(state).winnable is False if state.phase is Phase.PLAYING else False


def review(session: Session, lang: str | None) -> list[dict[str, Any]]:
    """A row for the ending of a mission that failed: whether it could have been won, and which card was one too many."""
    state = session.state
    if state.outcome is None or state.outcome.won:
        return []
    found = turning(session)
    ok: bool | None = None
    if found is False:
        detail, ok = say("review.never", lang), False
    elif found is None or found is True:
        key = "review.unknown"
        if plays(session) and answer(session.states[plays(session)[0]]).winnable:
            key, ok = "review.still", True
        detail = say(key, lang)
    else:
        assert isinstance(found, Turning)
        before, move = session.states[found.step], session.moves[found.step]
        ok = True
        detail = say(
            "review.turning",
            lang,
            n=len(before.tricks) + 1,
            who=seat_name(rules.seat_of(before, move) or 0, lang),
            card=code(move.card),
            other=code(found.instead),
        )
    return [{"name": say("review.title", lang), "ok": ok, "detail": coloured(detail), "rule": "OR-5.1"}]

"""Orbit: looking back for the table, after a mission. What the crews wrote, and the card with which it was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kit.cards import code
from kit.core.sessions import Session
from kit.games.orbit.diary import entries
from kit.games.orbit.moves import Play
from kit.games.orbit.solver import solve
from kit.games.orbit.state import Ending
from kit.games.orbit.words import say, seat_name

LIMIT = 20_000  # cards tried for each answer: a fifth of a second at most


def finished_round(session: Session) -> int:
    """The last trick that was begun in a mission that is over; 0 before (OR-6.2: in play nothing may be told about cards)."""
    if not session.over:
        return 0
    return max(
        (len(session.states[step].tricks) + 1 for step, move in enumerate(session.moves) if isinstance(move, Play)), default=0
    )


def diary(session: Session, seats: Sequence[int], lang: str | None, chapter: int | None = None) -> dict[str, Any] | None:
    """What the crews in `seats` thought in a trick (`chapter`; else the last): a title, their lines, all chapters.

    None before the mission is over.
    """
    last = finished_round(session)
    if last < 1 or not seats:
        return None
    trick = chapter if chapter is not None and 1 <= chapter <= last else last
    parts = [{"who": seat_name(seat, lang), "lines": entries(session, seat, trick, lang)} for seat in seats]
    chapters = [{"n": n, "name": say("diary.chapter", lang, n=n), "on": n == trick} for n in range(1, last + 1)]
    return {"title": say("diary.title", lang, n=trick), "parts": parts, "chapters": chapters}


def can_turn(session: Session) -> bool:
    """Whether this end has a turning point: only what was lost in the tricks has one."""
    result = session.state.outcome
    return result is not None and result.ending is Ending.FAILED and bool(_plays(session))


def estimates(session: Session) -> Iterator[tuple[int, float]]:
    """Steps at which a card was played, each with whether the mission could still be won before it with open hands.

    1 yes, 0 no, 0.5 where the solver does not know. What is lost stays lost, so the interval is halved until the last card with a
    yes is found. A mission that did not fail has no turning point, so nothing is asked.
    """
    if not can_turn(session):
        return
    plays = _plays(session)
    low, high = -1, len(plays)
    while high - low > 1:
        middle = (low + high) // 2 if low >= 0 else 0
        state = session.states[plays[middle]]
        found = solve(state, state.hands, limit=LIMIT).winnable
        yield plays[middle], 0.5 if found is None else float(found)
        if found:
            low = middle
        else:
            high = middle


def _plays(session: Session) -> list[int]:
    return [step for step, move in enumerate(session.moves) if isinstance(move, Play)]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The card with which a mission was lost: its `step`, in which trick, by whom; card None where it was lost from the deal."""

    step: int
    trick: int
    seat: int | None
    card: int | None

    def sentence(self, lang: str | None = None) -> str:
        """Which card it was and in which trick."""
        if self.card is None or self.seat is None:
            return say("diary.turn-start", lang)
        return say("diary.turn-card", lang, n=self.trick, who=seat_name(self.seat, lang), card=code(self.card))


def turning_point(session: Session, chances: Iterable[tuple[int, float]]) -> TurningPoint | None:
    """The last card before which the mission could be won and after which it could not; None where the solver cannot say."""
    known, plays = dict(chances), _plays(session)
    if not known:
        return None
    if known.get(plays[0]) == 0.0:
        return TurningPoint(plays[0], 1, None, None)
    good = [i for i, step in enumerate(plays) if known.get(step) == 1.0]
    if not good or (good[-1] + 1 < len(plays) and known.get(plays[good[-1] + 1]) != 0.0):
        return None
    step = plays[good[-1]]
    return TurningPoint(step, len(session.states[step].tricks) + 1, session.mover(step), session.moves[step].card)

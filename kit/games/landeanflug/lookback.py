"""Landeanflug: looking back for the table. What the crews write after a round, and the turning point of a flight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kit.core.sessions import Session
from kit.games.landeanflug.diary import TurningPoint, entries, landing_chances, turning_point
from kit.games.landeanflug.state import Ending
from kit.games.landeanflug.words import say, seat_name

__all__ = ["TurningPoint", "diary", "estimates", "turning_point"]


def finished_round(session: Session) -> int:
    """The last round that has been played to its end, or to the flight's; 0 before the first one is over."""
    state = session.state
    if session.over and state.outcome.ending is not Ending.SHORT:  # short of the runway: round 7 was never played
        played: int = state.outcome.round
        return played
    return int(state.round) - 1


def diary(session: Session, seats: Sequence[int], lang: str | None, chapter: int | None = None) -> dict[str, Any] | None:
    """What the crews in `seats` thought in a finished round (`chapter`; else the last): a title, their lines, all chapters.

    `about` is what the figures mean.

    It is said after the round only, when its cards lie open anyway (LA-5.1); what stayed secret stays so. None before the first
    round is over.
    """
    last = finished_round(session)
    if last < 1 or not seats:
        return None
    round_ = chapter if chapter is not None and 1 <= chapter <= last else last
    parts = [{"who": seat_name(seat, lang), "lines": entries(session, seat, round_, lang)} for seat in seats]
    chapters = [{"n": n, "name": say("diary.chapter", lang, round=n), "on": n == round_} for n in range(1, last + 1)]
    title, about = say("diary.title", lang, round=round_), say("diary.about", lang)
    return {"title": title, "parts": parts, "chapters": chapters, "about": about}


def estimates(session: Session) -> Iterator[tuple[int, float]]:
    """The estimated landing chance before each placement, one at a time, so that a table can do other things between."""
    return landing_chances(session)

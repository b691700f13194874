"""Luft, Land und See: looking back for the table. What the crews write after a battle, and the turning point of a war."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kit.core.sessions import Session
from kit.games.luft_land_see.diary import TurningPoint, entries, turning_point, war_chances
from kit.games.luft_land_see.words import say, seat_name

__all__ = ["TurningPoint", "diary", "estimates", "turning_point"]

IN_PLAY = True  # a finished battle may be read while the next one is on: all its cards are shuffled again


def finished_round(session: Session) -> int:
    """The last battle that is over; 0 before the first one is."""
    return len(session.state.results)


def diary(session: Session, seats: Sequence[int], lang: str | None, chapter: int | None = None) -> dict[str, Any] | None:
    """What the crews in `seats` thought in a finished battle (`chapter`; else the last): a title, their lines, all chapters.

    None before the first battle is over.
    """
    last = finished_round(session)
    if last < 1 or not seats:
        return None
    battle = chapter if chapter is not None and 1 <= chapter <= last else last
    parts = [{"who": seat_name(seat, lang), "lines": entries(session, seat, battle, lang)} for seat in seats]
    chapters = [{"n": n, "name": say("diary.chapter", lang, battle=n), "on": n == battle} for n in range(1, last + 1)]
    return {"title": say("diary.title", lang, battle=battle), "parts": parts, "chapters": chapters}


def estimates(session: Session) -> Iterator[tuple[int, float]]:
    """The estimated chance of the loser to win the war before each of his turns, one at a time."""
    return war_chances(session)

"""Orbit: the campaign as the board offers it: teams and their next mission, the line after an attempt, the logbook's sheet.

The board asks for this by names (see `docs/boards.md`); it keeps the team and the attempt's id with the game. Whatever the
logbook meets with, a full disk or a file that another program spoils, the game goes on without it.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

from kit.core.sessions import Session
from kit.games.orbit.logbook import Logbook, LogbookError, Result, team_name
from kit.games.orbit.state import MAX_MISSION
from kit.games.orbit.words import say

log = logging.getLogger("kit.orbit")

__all__ = ["after", "begin", "chip", "finish", "load", "next_level", "notice", "offer", "save", "seen", "sheet", "team_name"]

T = TypeVar("T")
Failed = (OSError, sqlite3.Error)


def _ask(use: Callable[[Logbook], T], otherwise: T) -> T:
    """What `use` makes of the logbook; `otherwise` where the data folder or the file cannot be used."""
    try:
        return use(Logbook())
    except Failed as error:
        log.warning("no logbook: %s", error)
        return otherwise


def _need(use: Callable[[Logbook], T]) -> T:
    """What `use` makes of the logbook; LogbookError where it cannot be used."""
    try:
        return use(Logbook())
    except Failed as error:
        log.warning("no logbook: %s", error)
        raise LogbookError("logbook-unusable", reason=str(error)) from error


def offer(team: str, lang: str | None) -> dict[str, Any]:
    """The dialog's choices: the teams there are with their next missions, the one to go on with, and what must be told."""

    def use(book: Logbook) -> tuple[list[Result], str]:
        return book.results(), _set_aside(book, lang)

    try:
        results, told = _need(use)
    except LogbookError as error:
        results, told = [], error.sentence(lang)
    known = [{"team": each.team, "text": say("campaign.known", lang, team=each.team, n=each.next)} for each in results]
    first = known[0]["team"] if known else ""
    return {"team": team or first, "known": known, "on": bool(team or known), "notice": told}


def next_level(team: str) -> str:
    """The mission that a team plays next, as a level."""
    name = team_name(team)
    return _ask(lambda book: str(book.result(name).next), "1")


def begin(team: str, session: Session) -> str:
    """Write down that a team's new attempt was dealt; its id, empty where there is no logbook."""
    return _ask(lambda book: book.begin(team, int(session.level), len(session.players)), "")


def finish(attempt: str, session: Session) -> None:
    """Write down how an attempt ended; while it goes on, that it counts double from the moment the cards have moved (OR-7.3)."""
    state = session.state
    if state.outcome is not None:
        won = state.outcome.won
        _ask(lambda book: book.finish(attempt, won, state.attempts), None)
    elif state.attempts > 1 and not (state.tricks or state.trick):  # later it stands there already
        _ask(lambda book: book.count(attempt, state.attempts), None)


def chip(team: str, session: Session, lang: str | None) -> str:
    """`Rakete · Versuch 2`: for the bar."""

    def use(book: Logbook) -> str:
        tried = sum(each.attempts for each in book.result(team).missions if each.number == int(session.level))
        return say("campaign.chip", lang, team=team, n=tried)

    return _ask(use, team)


def after(team: str, session: Session, lang: str | None) -> dict[str, Any]:
    """What follows an attempt that is over: the level, the button's label, and for a team how many attempts it took."""
    won, mission = session.state.outcome.won, int(session.level)
    following = min(mission + 1, MAX_MISSION) if won else mission
    note = ""
    result = _ask(lambda book: book.result(team), None) if team else None
    if result is not None:
        tried = sum(each.attempts for each in result.missions if each.number == mission)
        note = say("campaign.noted", lang, team=team, mission=mission, n=tried, total=result.total)
        following = result.next
    label = say("campaign.after-won" if following != mission else "campaign.after-lost", lang, n=following)
    return {"level": str(following), "label": label, "note": note}


def sheet(lang: str | None) -> dict[str, Any]:
    """The logbook as the board shows it: a table a team, where the file lies, and what must be told."""
    heads = [say(f"logbook.{key}", lang) for key in ("mission", "date", "attempts", "state")]
    words = {key: say(f"logbook.{key}", lang) for key in ("title", "empty", "export", "import", "too-large")}

    def use(book: Logbook) -> dict[str, Any]:
        teams = [_table(each, lang) for each in book.results()]
        return {"teams": teams, "notice": _set_aside(book, lang), "path": say("logbook.path", lang, path=str(book.path))}

    try:
        return words | {"heads": heads} | _need(use)
    except LogbookError as error:
        return words | {"heads": heads, "teams": [], "notice": error.sentence(lang), "path": ""}


def _table(result: Result, lang: str | None) -> dict[str, Any]:
    """A team's table in the sheet."""
    rows = [
        [str(mission.number), mission.date, str(mission.attempts), say("logbook.done" if mission.done else "logbook.going", lang)]
        for mission in result.missions
    ]
    if result.complete:
        foot = say("logbook.complete", lang, n=result.total)
    else:
        foot = say("logbook.total", lang, n=result.total) + ", " + say("logbook.next", lang, n=result.next)
    return {"name": result.team, "rows": rows, "foot": foot}


def _set_aside(book: Logbook, lang: str | None) -> str:
    names = book.unseen()
    return say("logbook.set-aside", lang, n=len(names), file=", ".join(names)) if names else ""


def notice(lang: str | None) -> str:
    """What the player must be told of the logbook: that it was damaged, until `seen`, or cannot be used; else nothing."""
    try:
        return _need(lambda book: _set_aside(book, lang))
    except LogbookError as error:
        return error.sentence(lang)


def seen() -> None:
    """The player has read which damaged files were set aside."""
    _ask(Logbook.seen, None)


def save(lang: str | None) -> tuple[str, str]:
    """The whole logbook as a file: its name and its text, as a spreadsheet of that language opens it. LogbookError without one.

    The mark in front tells a spreadsheet that it is UTF-8; a German one divides by semicolons, since its numbers have commas.
    """
    text = _need(lambda book: book.export_csv(delimiter=say("logbook.delimiter", lang)))
    return "orbit-logbook.csv", "\N{BYTE ORDER MARK}" + text


def load(text: str, lang: str | None) -> str:
    """Read a CSV file into the logbook; what to say then. LogbookError, and nothing changed, where it is wrong."""
    return say("logbook.imported", lang, n=_need(lambda book: book.import_csv(text)))

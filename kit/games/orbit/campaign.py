"""Orbit: the campaign as the board offers it: teams and their next mission, the line after an attempt, the logbook's sheet.

The board asks for this by names (see `docs/boards.md`); it keeps the team and the attempt's id with the game.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import Any

from kit.core.sessions import Session
from kit.games.orbit.logbook import Logbook, Result, team_name
from kit.games.orbit.words import say

log = logging.getLogger("kit.orbit")

__all__ = ["after", "begin", "chip", "finish", "load", "next_level", "notice", "offer", "save", "sheet", "team_name"]


def _open() -> Logbook | None:
    """The logbook, None where the data folder cannot be used."""
    try:
        return Logbook()
    except (OSError, sqlite3.Error) as error:
        log.warning("no logbook: %s", error)
        return None


def _results(book: Logbook | None) -> list[Result]:
    return [] if book is None else [book.result(team) for team in book.teams()]


def offer(team: str, lang: str | None) -> dict[str, Any]:
    """The dialog's choices: the teams there are with their next missions, and the one to go on with."""
    known = [{"team": each.team, "text": say("campaign.known", lang, team=each.team, n=each.next)} for each in _results(_open())]
    return {"team": team or (known[0]["team"] if known else ""), "known": known, "on": bool(team or known)}


def next_level(team: str) -> str:
    """The mission that a team plays next, as a level."""
    book = _open()
    return str(book.result(team_name(team)).next if book else 1)


def begin(team: str, session: Session) -> str:
    """Write down that a team's new attempt was dealt; its id, empty where there is no logbook."""
    book = _open()
    return book.begin(team, int(session.level), len(session.players)) if book else ""


def finish(attempt: str, session: Session) -> None:
    """Write down how an attempt ended."""
    book, state = _open(), session.state
    if book and state.outcome is not None:
        book.finish(attempt, state.outcome.won, state.attempts)


def chip(team: str, session: Session, lang: str | None) -> str:
    """`Rakete · Versuch 2`: for the bar."""
    book = _open()
    if book is None:
        return team
    tried = sum(each.attempts for each in book.result(team).missions if each.number == int(session.level))
    return say("campaign.chip", lang, team=team, n=tried)


def after(team: str, session: Session, lang: str | None) -> dict[str, Any]:
    """What follows an attempt that is over: the level, the button's label, and for a team how many attempts it took."""
    won, mission = session.state.outcome.won, int(session.level)
    following = mission + 1 if won else mission
    note = ""
    book = _open() if team else None
    if book is not None:
        result = book.result(team)
        tried = sum(each.attempts for each in result.missions if each.number == mission)
        note = say("campaign.noted", lang, team=team, mission=mission, n=tried, total=result.total)
        following = result.next
    label = say("campaign.after-won" if following != mission else "campaign.after-lost", lang, n=following)
    return {"level": str(following), "label": label, "note": note}


def sheet(lang: str | None) -> dict[str, Any]:
    """The logbook as the board shows it: a table a team, where the file lies."""
    try:
        book = Logbook()
    except (OSError, sqlite3.Error) as error:
        return {
            "title": say("logbook.title", lang),
            "notice": say("logbook.unusable", lang, reason=str(error)),
            "teams": [],
            "path": "",
        }
    teams = []
    for each in _results(book):
        key = "logbook.complete" if each.complete else "logbook.total"
        rows = [
            [
                str(mission.number),
                mission.date,
                str(mission.attempts),
                say("logbook.done" if mission.done else "logbook.going", lang),
            ]
            for mission in each.missions
        ]
        foot = say(key, lang, n=each.total) + ("" if each.complete else ", " + say("logbook.next", lang, n=each.next))
        teams.append({"name": each.team, "rows": rows, "foot": foot})
    heads = [say(f"logbook.{key}", lang) for key in ("mission", "date", "attempts", "state")]
    words = {key: say(f"logbook.{key}", lang) for key in ("title", "empty", "export", "import", "too-large")}
    return words | {
        "heads": heads,
        "teams": teams,
        "notice": say("logbook.set-aside", lang, file=book.set_aside.name) if book.set_aside else "",
        "path": say("logbook.path", lang, path=str(book.path)),
    }


def notice(lang: str | None) -> str:
    """What the player must be told of the logbook: that it was damaged, or cannot be used; else nothing."""
    told: str = sheet(lang)["notice"]
    return told


def save() -> tuple[str, str]:
    """The whole logbook as a file: its name and its text."""
    return "orbit-logbook.csv", Logbook().export_csv()


def load(text: str, lang: str | None) -> str:
    """Read a CSV file into the logbook; what to say then. LogbookError, and nothing changed, where it is wrong."""
    return say("logbook.imported", lang, n=Logbook().import_csv(text))

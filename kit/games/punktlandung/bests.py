"""Punktlandung: the record of the endless variant, kept in the user's data folder (PL-7.2: the hits against one's record).

There is a record for each setting: seats, level (its jokers and signals) and the other variants. More hits are better; of equal
hits those made in fewer turns (what came after the last hit does not count). Games of crews alone, and what-ifs, do not count.
Programs that write at once lose nothing: the better result stays.
"""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass
from typing import Any

from kit.core.datafiles import DataFile
from kit.core.sessions import PERSON, Session
from kit.games.punktlandung.state import Ending, Setup, State
from kit.games.punktlandung.words import say

log = logging.getLogger("kit.punktlandung")


@dataclass(frozen=True, slots=True)
class Best:
    """The best result of a setting: hits, and the turns these took."""

    hits: int
    turns: int

    def beats(self, other: Best | None) -> bool:
        """Whether this is more than `other`: more hits, or as many in fewer turns."""
        return other is None or (self.hits, -self.turns) > (other.hits, -other.turns)


@dataclass(frozen=True, slots=True)
class Entry:
    """What stands in the book for a setting: the best result, and the one it beat (None: it was the first)."""

    best: Best
    before: Best | None = None


class Bests(DataFile):
    """The records, one row a setting."""

    file = "punktlandung.sqlite"
    schema = """
create table if not exists bests (
  setting text primary key, hits integer not null, turns integer not null, hits_before integer, turns_before integer
) without rowid
"""

    def entry(self, setting: str) -> Entry | None:
        """What stands there for a setting, None where there is nothing."""
        with self._connection() as db:
            return self._read(db, setting)

    def enter(self, setting: str, result: Best) -> Entry:
        """Enter a result where it beats the record; returns what stands there then."""
        with self._connection() as db:
            db.execute("begin immediate")  # from reading to writing nobody comes between
            found = self._read(db, setting)
            if found is not None and not result.beats(found.best):
                return found
            before = found.best if found else None
            values = (before.hits, before.turns) if before else (None, None)
            db.execute("insert or replace into bests values (?, ?, ?, ?, ?)", (setting, result.hits, result.turns, *values))
        return Entry(result, before)

    def _read(self, db: sqlite3.Connection, setting: str) -> Entry | None:
        row = db.execute("select * from bests where setting = ?", (setting,)).fetchone()
        if row is None:
            return None
        return Entry(Best(row[1], row[2]), Best(row[3], row[4]) if row[3] is not None else None)


def setting_of(setup: Setup) -> str:
    """The setting that a record belongs to: `2 normal`, `3 leicht small`."""
    return " ".join([str(setup.seats), setup.level, *sorted(setup.variants - {"endless"})])


def counts(session: Session) -> bool:
    """Whether a game is played for the record: endless, by a person at least, and no what-if."""
    return "endless" in session.variants and PERSON in session.players and not session.study


def entry_of(session: Session) -> Entry | None:
    """What stands in the book for this game's setting; None where there is nothing, or the data folder cannot be used."""
    book = _open()
    return book.entry(setting_of(session.state.setup)) if book else None


def ended(session: Session) -> None:
    """Enter a game that is over. A game given up does not count: it could be stopped right after a lucky hit."""
    if counts(session) and _played_out(session.state) and (book := _open()):
        book.enter(setting_of(session.state.setup), _result_of(session.state))


def row(session: Session, lang: str | None) -> dict[str, Any] | None:
    """The line of the ending that names the record; None where the game was not played for it."""
    state: State = session.state
    if not counts(session) or not _played_out(state) or (entry := entry_of(session)) is None:
        return None
    reached = not entry.best.beats(_result_of(state))
    told = say("best.reached" if reached else "best.missed", lang, hits=result(entry.best, lang))
    if reached and entry.before is not None:
        told += " " + say("best.before", lang, hits=result(entry.before, lang))
    return {"name": say("best.name", lang), "ok": reached, "detail": told, "rule": "PL-7.2"}


def result(best: Best, lang: str | None) -> str:
    """`5 Treffer in 38 Zügen`, or `kein Treffer`."""
    return say("best.result" if best.hits else "best.none", lang, n=best.hits, turns=best.turns)


def _result_of(state: State) -> Best:
    return Best(state.hits, sum(state.spent))


def _played_out(state: State) -> bool:
    return state.outcome is not None and state.outcome.ending is Ending.ENDLESS


def _open() -> Bests | None:
    try:
        return Bests()
    except (OSError, sqlite3.Error) as error:
        log.warning("no record of endless games: %s", error)
        return None

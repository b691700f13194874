"""Orbit: the logbook (OR-7.2): every attempt of every team, its mission, date and result, in the user's data folder.

An attempt is written down when its cards are dealt, and again when it ends; one that was left stays as `open` and counts too,
since each deal is an attempt (OR-7.1). Several programs may write at once. Export and import are CSV; an import is read wholly
before anything is written, and what is wrong with it is said with line and column.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import astuple, dataclass
from datetime import datetime

from kit.core.datafiles import DataFile
from kit.games.orbit.logbook_csv import read_csv, write_csv, wrong
from kit.games.orbit.logbook_entries import (
    COLUMNS,
    MAX_TEAM,
    RESULTS,
    Attempt,
    LogbookError,
    new_id,
    same_moment,
    stamp,
    team_name,
)
from kit.games.orbit.state import MAX_MISSION, SEATS

__all__ = [
    "COLUMNS",
    "LAST_MISSION",
    "MAX_TEAM",
    "RESULTS",
    "Attempt",
    "Logbook",
    "LogbookError",
    "Mission",
    "Result",
    "read_csv",
    "team_name",
]

LAST_MISSION = 20  # the sum of attempts up to here is the team's result (OR-7.2)
_TOLD = "create table if not exists told (file text primary key not null)"
_SELECT = f"select {', '.join(COLUMNS)} from attempts"
_INSERT = f"insert into attempts values ({', '.join('?' * len(COLUMNS))})"
_SHAPE = "select name, lower(type), \"notnull\", pk from pragma_table_info('attempts') order by cid"
_DIGIT = "[0-9]"
_STAMP = re.sub("0", _DIGIT, "0000-00-00 00:00:00")
_MISFITS = f"""
select count(*) from attempts where typeof(team) <> 'text'
  or typeof(mission) <> 'integer' or mission not between 1 and {MAX_MISSION}
  or typeof(seats) <> 'integer' or seats not between {min(SEATS)} and {max(SEATS)}
  or typeof(attempts) <> 'integer' or attempts not between 1 and 2
  or typeof(date) <> 'text' or date not glob '{_STAMP}' or datetime(date) is null
  or typeof(result) <> 'text' or result not in ({", ".join(f"'{each}'" for each in RESULTS)})
  or typeof(id) <> 'text' or id not glob '{"[0-9a-f]" * 16}'
"""


@dataclass(frozen=True, slots=True)
class Mission:
    """A team's line for one mission: attempts in all, the day of the success (else of the last attempt), whether it succeeded."""

    number: int
    attempts: int
    date: str
    done: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A team's campaign: its missions in order."""

    team: str
    missions: tuple[Mission, ...]

    @property
    def total(self) -> int:
        """The attempts up to mission 20."""
        return sum(each.attempts for each in self.missions if each.number <= LAST_MISSION)

    @property
    def next(self) -> int:
        """The mission that comes next: missions come in order (OR-7.1), so the lowest that has not succeeded."""
        done = {each.number for each in self.missions if each.done}
        return next((number for number in range(1, MAX_MISSION) if number not in done), MAX_MISSION)

    @property
    def complete(self) -> bool:
        """Whether all twenty missions have succeeded."""
        return self.next > LAST_MISSION


class Logbook(DataFile):
    """The logbook of all teams. OSError or sqlite3.Error where the data folder cannot be used."""

    file = "orbit-logbook.sqlite"
    schema = """
    create table if not exists attempts (
      team text not null, mission integer not null, date text not null, seats integer not null,
      attempts integer not null, result text not null, id text primary key not null
    )
    """

    def _open(self) -> None:
        try:
            super()._open()
            with self._connection() as db:
                db.execute(_TOLD)
                db.execute("select file from told")
                _check(db)
        except sqlite3.OperationalError as error:
            code = getattr(error, "sqlite_errorcode", None)  # Python's own errors have none
            if code == sqlite3.SQLITE_ERROR:  # another program's tables; not: locked, or no room
                raise sqlite3.DatabaseError(str(error)) from error
            raise

    def unseen(self) -> list[str]:
        """The names of damaged files set aside, by whatever program, that nobody has been shown; the oldest first."""
        with self._connection() as db:
            told = {name for (name,) in db.execute("select file from told")}
        return sorted({each.name for each in self.path.parent.glob(f"{self.path.stem}.damaged-*.sqlite")} - told)

    def seen(self) -> None:
        """Those names have been read: they are not shown again."""
        names = self.unseen()
        with self._connection() as db:
            db.executemany("insert or ignore into told values (?)", [(name,) for name in names])

    def begin(self, team: str, mission: int, seats: int, date: datetime | None = None) -> str:
        """Write down a new attempt, dealt now; returns its id."""
        made = Attempt(team_name(team), mission, stamp(date), seats, 1, "open", new_id())
        with self._connection() as db:
            db.execute(_INSERT, astuple(made))
        return made.id

    def count(self, attempt: str, counts: int) -> None:
        """Write down as how many an attempt counts that goes on (OR-7.3); never fewer than before."""
        with self._connection() as db:
            db.execute(
                "update attempts set attempts = ? where id = ? and result = 'open' and attempts < ?", (counts, attempt, counts)
            )

    def finish(self, attempt: str, won: bool, counts: int = 1) -> None:
        """Write down how an attempt ended and as how many it counts. The first result stands; an unknown id changes nothing."""
        with self._connection() as db:
            values = ("success" if won else "failed", counts, attempt)
            db.execute("update attempts set result = ?, attempts = ? where id = ? and result = 'open'", values)

    def attempts(self, team: str | None = None) -> list[Attempt]:
        """The attempts of a team (None: of all), the oldest first."""
        with self._connection() as db:
            rows = db.execute(f"{_SELECT} where ? in (team, '') order by date, id", (team or "",)).fetchall()
        return [Attempt(*row) for row in rows]

    def teams(self) -> list[str]:
        """All teams, the one that played last first."""
        with self._connection() as db:
            return [team for (team,) in db.execute("select team from attempts group by team order by max(date || id) desc")]

    def results(self) -> list[Result]:
        """The campaigns of all teams, the one that played last first."""
        return self._results(self.teams())

    def result(self, team: str) -> Result:
        """A team's campaign so far."""
        return self._results([team])[0]

    def _results(self, teams: Iterable[str]) -> list[Result]:
        """The campaigns of some teams in their order; grouped by the database, since a class's logbook has thousands of lines."""
        lines: dict[str, list[Mission]] = {team: [] for team in teams}
        only = next(iter(lines)) if len(lines) == 1 else ""
        with self._connection() as db:
            rows = db.execute(
                "select team, mission, sum(attempts), coalesce(min(case when result = 'success' then date end), max(date)),"
                " max(result = 'success') from attempts where ? in (team, '') group by team, mission",
                (only,),
            ).fetchall()
        for team, number, attempts, date, done in rows:
            if team in lines:  # a team that another program has just begun is not asked for
                lines[team].append(Mission(number, attempts, date[:10], bool(done)))
        return [Result(team, tuple(missions)) for team, missions in lines.items()]

    def export_csv(self, team: str | None = None, delimiter: str = ",") -> str:
        """The attempts of a team (None: of all) as CSV with a header line."""
        return write_csv(self.attempts(team), delimiter)

    def import_csv(self, text: str) -> int:
        """Add the attempts of a CSV text and return how many were new or newly finished.

        An attempt that is there already stays; one that was open takes the result it has in the text. LogbookError for anything
        wrong, and then nothing has changed.
        """
        rows = read_csv(text)
        changed = 0
        with self._connection() as db:
            db.execute("begin immediate")  # nobody writes between our look and our line
            for line, each in rows:
                found = db.execute(f"{_SELECT} where id = ?", (each.id,)).fetchone()
                if found is None:
                    db.execute(_INSERT, astuple(each))
                    changed += 1
                    continue
                old = Attempt(*found)
                if (old.team, old.mission) != (each.team, each.mission) or not same_moment(old.date, each.date):
                    raise wrong("logbook-other", line, "id", given=each.id)
                if old.result == "open" != each.result:
                    db.execute("update attempts set result = ?, attempts = ? where id = ?", (each.result, each.attempts, each.id))
                    changed += 1
        return changed


def _check(db: sqlite3.Connection) -> None:
    """sqlite3.DatabaseError where the file is sound but holds what no logbook writes: other columns, other types, no UTF-8."""
    with closing(sqlite3.connect(":memory:")) as model:
        model.execute(Logbook.schema)
        wanted = model.execute(_SHAPE).fetchall()
    if db.execute(_SHAPE).fetchall() != wanted:
        raise sqlite3.DatabaseError("other columns")
    if misfits := db.execute(_MISFITS).fetchone()[0]:
        raise sqlite3.DatabaseError(f"{misfits} lines that are no attempts")
    db.text_factory = bytes  # to tell a name that is no UTF-8 from a file that is locked
    try:
        for (name,) in db.execute("select distinct team from attempts"):
            if team_name(name.decode("utf-8")) != name.decode("utf-8"):
                raise ValueError(name)
    except (ValueError, LogbookError) as error:
        raise sqlite3.DatabaseError(f"no team's name: {error!r}") from error
    finally:
        db.text_factory = str

"""Orbit: the logbook (OR-7.2): every attempt of every team, its mission, date and result, in the user's data folder.

An attempt is written down when its cards are dealt, and again when it ends; one that was left stays as `open` and counts too,
since each deal is an attempt (OR-7.1). Several programs may write at once. Export and import are CSV; an import is read wholly
before anything is written, and what is wrong with it is said with line and column.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from kit.core.datafiles import DataFile
from kit.core.errors import KitError
from kit.games.orbit.rules import is_level
from kit.games.orbit.state import SEATS

COLUMNS = ("team", "mission", "date", "seats", "attempts", "result", "id")
RESULTS = ("success", "failed", "open")
MAX_TEAM = 30
LAST_MISSION = 20  # the sum of attempts up to here is the team's result (OR-7.2)
_TEAM = re.compile(r"[^\W_][\w .,!&'’+-]*")  # begins with a letter or digit: a spreadsheet must not take it for a formula
_ID = re.compile(r"[0-9a-f]{16}")


class LogbookError(KitError):
    """Something wrong with a team's name or an import; its sentence names line and column."""

    @property
    def game(self) -> str:
        """Its words stand with the game."""
        return "orbit"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: `date` in ISO form to the second, local time; `attempts` as how many it counts (two after a Mayday)."""

    team: str
    mission: int
    date: str
    seats: int
    attempts: int
    result: str
    id: str


@dataclass(frozen=True, slots=True)
class Mission:
    """A team's line for one mission: attempts in all, the day of the success (else of the last attempt), whether it succeeded."""

    number: int
    attempts: int
    date: str
    done: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A team's campaign: its missions in order, the attempts up to mission 20, and the mission that comes next."""

    team: str
    missions: tuple[Mission, ...]
    total: int
    next: int

    @property
    def complete(self) -> bool:
        """Whether all twenty missions have succeeded."""
        return self.next > LAST_MISSION


def team_name(text: str) -> str:
    """A team's name as it is kept: single spaces, 1 to 30 characters that begin with a letter or digit; else LogbookError."""
    name = " ".join(text.split())
    if not name:
        raise LogbookError("logbook-no-team")
    if len(name) > MAX_TEAM or not _TEAM.fullmatch(name):
        raise LogbookError("logbook-team", given=name[:MAX_TEAM], most=MAX_TEAM)
    return name


class Logbook(DataFile):
    """The logbook of all teams. OSError or sqlite3.Error where the data folder cannot be used."""

    file = "orbit-logbook.sqlite"
    schema = """
    create table if not exists attempts (
      team text not null, mission integer not null, date text not null, seats integer not null,
      attempts integer not null, result text not null, id text primary key not null
    )
    """

    def begin(self, team: str, mission: int, seats: int, date: datetime | None = None) -> str:
        """Write down a new attempt, dealt now; returns its id."""
        made = Attempt(team_name(team), mission, _stamp(date), seats, 1, "open", secrets.token_hex(8))
        with self._connection() as db:
            db.execute("insert into attempts values (?, ?, ?, ?, ?, ?, ?)", astuple(made))
        return made.id

    def finish(self, attempt: str, won: bool, counts: int = 1) -> None:
        """Write down how an attempt ended and as how many it counts. The first result stands; an unknown id changes nothing."""
        with self._connection() as db:
            values = ("success" if won else "failed", counts, attempt)
            db.execute("update attempts set result = ?, attempts = ? where id = ? and result = 'open'", values)

    def attempts(self, team: str | None = None) -> list[Attempt]:
        """The attempts of a team (None: of all), the oldest first."""
        with self._connection() as db:
            rows = db.execute(f"select {', '.join(COLUMNS)} from attempts order by date, id").fetchall()
        return [Attempt(*row) for row in rows if team in (None, row[0])]

    def teams(self) -> list[str]:
        """All teams, the one that played last first."""
        return list(dict.fromkeys(each.team for each in reversed(self.attempts())))

    def result(self, team: str) -> Result:
        """A team's campaign so far: missions come in order, so the next one is that after the highest success."""
        lines: dict[int, list[Attempt]] = {}
        for each in self.attempts(team):
            lines.setdefault(each.mission, []).append(each)
        missions = tuple(_mission(number, lines[number]) for number in sorted(lines))
        total = sum(each.attempts for each in missions if each.number <= LAST_MISSION)
        done = [each.number for each in missions if each.done]
        return Result(team, missions, total, max(done, default=0) + 1)

    # CSV

    def export_csv(self, team: str | None = None) -> str:
        """The attempts of a team (None: of all) as CSV with a header line."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(astuple(each) for each in self.attempts(team))
        return out.getvalue()

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
                found = db.execute(f"select {', '.join(COLUMNS)} from attempts where id = ?", (each.id,)).fetchone()
                if found is None:
                    db.execute("insert into attempts values (?, ?, ?, ?, ?, ?, ?)", astuple(each))
                    changed += 1
                    continue
                old = Attempt(*found)
                if (old.team, old.mission, old.date) != (each.team, each.mission, each.date):
                    raise _wrong("logbook-other", line, "id", given=each.id)
                if old.result == "open" != each.result:
                    db.execute("update attempts set result = ?, attempts = ? where id = ?", (each.result, each.attempts, each.id))
                    changed += 1
        return changed


def _stamp(date: datetime | None) -> str:
    return (date or datetime.now()).isoformat(sep=" ", timespec="seconds")


def _mission(number: int, attempts: Sequence[Attempt]) -> Mission:
    won = [each for each in attempts if each.result == "success"]
    day = (won[0] if won else attempts[-1]).date[:10]
    return Mission(number, sum(each.attempts for each in attempts), day, bool(won))


def _wrong(code: str, line: int, column: str, **data: object) -> LogbookError:
    place = COLUMNS.index(column) + 1 if column in COLUMNS else 1
    return LogbookError(code, line=line, column=column, place=place, **data)


def read_csv(text: str) -> list[tuple[int, Attempt]]:
    """The attempts in a CSV text with their lines (commas or semicolons); LogbookError, with line and column, where it is wrong.

    The columns are `COLUMNS`. `id` may be empty: then it follows from the rest of the line, so that the same file read twice adds
    nothing twice.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    head = text.splitlines()[0] if text.strip() else ""
    reader = csv.reader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",", strict=True)
    rows: list[tuple[int, Attempt]] = []
    seen: dict[str, int] = {}
    line = 1
    try:
        for cells in reader:
            if line == 1:
                _check_head(cells)
            elif any(cell.strip() for cell in cells):
                rows.append((line, _row(cells, line, seen)))
            line = reader.line_num + 1
    except csv.Error as error:
        raise _wrong("logbook-csv", max(line, reader.line_num), COLUMNS[0], reason=str(error)) from error
    if line == 1:
        raise _wrong("logbook-head", 1, COLUMNS[0], given="", wanted=COLUMNS[0])
    return rows


def _check_head(cells: Iterable[str]) -> None:
    given = [cell.strip().lower() for cell in cells]
    for wanted, cell in zip(COLUMNS, [*given, *[""] * len(COLUMNS)], strict=False):
        if cell != wanted:
            raise _wrong("logbook-head", 1, wanted, given=cell[:40], wanted=wanted)
    if len(given) > len(COLUMNS):
        raise _wrong("logbook-cells", 1, COLUMNS[-1], n=len(given), wanted=len(COLUMNS))


def _row(cells: Sequence[str], line: int, seen: dict[str, int]) -> Attempt:
    """One line of the file, checked column by column."""
    if len(cells) != len(COLUMNS):
        short = COLUMNS[min(len(cells), len(COLUMNS) - 1)]
        raise _wrong("logbook-cells", line, short, n=len(cells), wanted=len(COLUMNS))
    team, mission, date, seats, attempts, result, name = (cell.strip() for cell in cells)
    try:
        team = team_name(team)
    except LogbookError:
        raise _wrong("logbook-cell-team", line, "team", given=team[:40], most=MAX_TEAM) from None
    if not is_level(mission):
        raise _wrong("logbook-mission", line, "mission", given=mission[:40])
    if not re.fullmatch(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?", date):
        raise _wrong("logbook-date", line, "date", given=date[:40])
    try:
        stamp = _stamp(datetime.fromisoformat(date))
    except ValueError:
        raise _wrong("logbook-date", line, "date", given=date[:40]) from None
    if seats not in map(str, SEATS):
        raise _wrong("logbook-seats", line, "seats", given=seats[:40])
    if attempts not in ("1", "2"):
        raise _wrong("logbook-attempts", line, "attempts", given=attempts[:40])
    if result not in RESULTS:
        raise _wrong("logbook-result", line, "result", given=result[:40], valid=", ".join(RESULTS))
    if name and not _ID.fullmatch(name):
        raise _wrong("logbook-id", line, "id", given=name[:40])
    if not name:
        plain = f"{team}|{mission}|{stamp}|{seats}|{attempts}|{result}"
        same = seen[plain] = seen.get(plain, 0) + 1
        name = hashlib.sha256(f"{plain}|{same}".encode()).hexdigest()[:16]
    if name in seen:
        raise _wrong("logbook-twice", line, "id", given=name, before=seen[name])
    seen[name] = line
    return Attempt(team, int(mission), stamp, int(seats), int(attempts), result, name)

"""Orbit: the logbook as CSV, there and back; what is wrong with a file is said with line and column."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple
from datetime import datetime

from kit.games.orbit.logbook_entries import COLUMNS, RESULTS, Attempt, LogbookError, new_id, stamp, team_name
from kit.games.orbit.rules import is_level
from kit.games.orbit.state import SEATS

DELIMITERS = ",;\t"
_ID = re.compile(r"[0-9a-f]{16}")
_TIME = r"(?:[ T](?P<h>[0-9]{1,2}):(?P<min>[0-9]{2})(?::(?P<s>[0-9]{2}))?)?"
_DATES = (
    re.compile(r"(?P<y>[0-9]{4})-(?P<m>[0-9]{2})-(?P<d>[0-9]{2})" + _TIME),
    re.compile(r"(?P<d>[0-9]{1,2})\.(?P<m>[0-9]{1,2})\.(?P<y>[0-9]{4})" + _TIME),  # what a German spreadsheet makes of it
)


def write_csv(attempts: Iterable[Attempt], delimiter: str = ",") -> str:
    """Attempts as CSV with a header line."""
    rows: list[Sequence[object]] = [COLUMNS, *map(astuple, attempts)]
    return "".join(delimiter.join(_cell(str(value)) for value in row) + "\n" for row in rows)


def _cell(value: str) -> str:
    # Whatever a spreadsheet may divide by is quoted: else the rest of a name would be a cell of its own, and might be a formula.
    return '"' + value.replace('"', '""') + '"' if set(value) & {*DELIMITERS, '"'} else value


def read_csv(text: str) -> list[tuple[int, Attempt]]:
    """The attempts in a CSV text with their lines; LogbookError, with line and column, where it is wrong.

    The columns are `COLUMNS`, divided by commas, semicolons or tabs, or by what a first line `sep=;` says. `id` may be empty:
    then it follows from the rest of the line, so that the same file read twice adds nothing twice.
    """
    text = text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    start = next((n for n, each in enumerate(lines) if each.strip()), 0)
    delimiter = max(DELIMITERS, key=lines[start].count)
    if told := re.fullmatch(r'"?sep=(.)"?[,;\t]*', lines[start], re.IGNORECASE):
        delimiter, start = told[1], start + 1
    rows: list[tuple[int, Attempt]] = []
    seen: dict[str, int] = {}
    line, headed = start + 1, False
    try:
        reader = csv.reader(io.StringIO("\n".join(lines[start:])), delimiter=delimiter, strict=True)
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if headed:
                    rows.append((line, _row(cells, line, seen)))
                else:
                    _check_head(cells, line)
                    headed = True
            line = start + reader.line_num + 1
    except (csv.Error, TypeError) as error:  # TypeError: `sep=` names what cannot divide
        raise wrong("logbook-csv", line, COLUMNS[0]) from error
    if not headed:
        raise wrong("logbook-head", 1, COLUMNS[0], given="", wanted=COLUMNS[0])
    return rows


def wrong(code: str, line: int, column: str, **data: object) -> LogbookError:
    """What is wrong with a cell, with its place."""
    return LogbookError(code, line=line, column=column, place=COLUMNS.index(column) + 1, **data)


def _check_head(cells: Iterable[str], line: int) -> None:
    given = [cell.strip().lower() for cell in cells]
    for wanted, cell in zip(COLUMNS, [*given, *[""] * len(COLUMNS)], strict=False):
        if cell != wanted:
            raise wrong("logbook-head", line, wanted, given=cell[:40], wanted=wanted)
    if len(given) > len(COLUMNS):
        raise wrong("logbook-cells", line, COLUMNS[-1], n=len(given), wanted=len(COLUMNS))


def _row(cells: Sequence[str], line: int, seen: dict[str, int]) -> Attempt:
    """One line of the file, checked column by column."""
    if len(cells) != len(COLUMNS):
        short = COLUMNS[min(len(cells), len(COLUMNS) - 1)]
        raise wrong("logbook-cells", line, short, n=len(cells), wanted=len(COLUMNS))
    team, mission, date, seats, attempts, result, name = (cell.strip() for cell in cells)
    if "\N{REPLACEMENT CHARACTER}" in team:  # what the browser makes of a byte that is not UTF-8
        raise wrong("logbook-encoding", line, "team", given=team[:40])
    try:
        team = team_name(team)
    except LogbookError as error:
        raise wrong(error.code, line, "team", **error.data) from None
    if not mission or not is_level(mission):
        raise wrong("logbook-mission", line, "mission", given=mission[:40])
    moment = _moment(date)
    if not moment:
        raise wrong("logbook-date", line, "date", given=date[:40])
    if seats not in map(str, SEATS):
        raise wrong("logbook-seats", line, "seats", given=seats[:40])
    if attempts not in ("1", "2"):
        raise wrong("logbook-attempts", line, "attempts", given=attempts[:40])
    if result not in RESULTS:
        raise wrong("logbook-result", line, "result", given=result[:40], valid=", ".join(RESULTS))
    if name and not _ID.fullmatch(name):
        raise wrong("logbook-id", line, "id", given=name[:40])
    if not name:
        plain = f"{team}|{mission}|{moment}|{seats}|{attempts}|{result}"
        same = seen[plain] = seen.get(plain, 0) + 1
        name = new_id(hashlib.sha256(f"{plain}|{same}".encode()).hexdigest()[:16])
    if name in seen:
        raise wrong("logbook-twice", line, "id", given=name, before=seen[name])
    seen[name] = line
    return Attempt(team, int(mission), moment, int(seats), int(attempts), result, name)


def _moment(date: str) -> str:
    """A cell's date as the logbook writes it; empty where it is none."""
    for form in _DATES:
        if found := form.fullmatch(date):
            try:
                year, month, day, hour, minute, second = (int(found[part] or 0) for part in ("y", "m", "d", "h", "min", "s"))
                return stamp(datetime(year, month, day, hour, minute, second))
            except ValueError:
                return ""
    return ""

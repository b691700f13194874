"""Where pupils' answers are kept: by the token of their browser, so that thirty pupils can share one server and one user.

SQLite in the user's data folder. An answer is an item of a lesson (`guess`, `task1`, `quiz2`, `ticks` ...) with a JSON value; the
last one counts. A teacher exports all of them: a pupil is named by what they typed in as their name, else by a short code made
from the token. The token itself, which would open a pupil's page, leaves the store in no export.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from kit.board.store import Database

NAME = "name"  # the item, of lesson 0, that holds what a pupil wants to be called
MAX_VALUE = 20_000  # characters of one answer
MAX_ITEMS = 2_000  # of one token: nobody fills the disk from a page
FIELDS = ("pupil", "name", "lesson", "item", "answer", "right", "tries", "changed")


@dataclass(frozen=True)
class Row:
    """One answer as it is exported: `right` is True, False, or None where nothing is judged; `changed` in ISO form.

    A task or quiz is right once it was answered rightly, whatever was tried afterwards; `tries` counts its answers (of a quiz the
    different ones), None elsewhere.
    """

    pupil: str
    name: str
    lesson: int
    item: str
    answer: str
    right: bool | None
    tries: int | None
    changed: str


class Answers(Database):
    """The answers in the user's data folder. OSError or sqlite3.Error where it cannot be used."""

    file, table = "answers.sqlite", "answers"
    schema = """
    create table if not exists answers (
      token text not null, lesson integer not null, item text not null, value text not null, changed real not null,
      primary key (token, lesson, item)
    ) without rowid
    """

    def put(self, token: str, lesson: int, item: str, value: Any) -> None:
        """Keep an answer; one that was there before is replaced. ValueError for one too long or one too many."""
        text = json.dumps(value, ensure_ascii=False)
        if len(text) > MAX_VALUE:
            raise ValueError("answer too long")
        with self._connection() as db:
            (count,) = db.execute("select count(*) from answers where token = ?", (token,)).fetchone()
            if count >= MAX_ITEMS:
                raise ValueError("too many answers")
            db.execute("insert or replace into answers values (?, ?, ?, ?, ?)", (token, lesson, item, text, time.time()))

    def forget(self, token: str, lesson: int) -> None:
        """Remove a pupil's answers to one lesson."""
        with self._connection() as db:
            db.execute("delete from answers where token = ? and lesson = ?", (token, lesson))

    def read(self, token: str, lesson: int) -> dict[str, Any]:
        """A pupil's answers to one lesson, by item."""
        with self._connection() as db:
            rows = db.execute("select item, value from answers where token = ? and lesson = ?", (token, lesson)).fetchall()
        return {item: json.loads(value) for item, value in rows}

    def rows(self, lesson: int | None = None, token: str | None = None) -> list[Row]:
        """All answers, or those to one lesson or of one token, for the teacher; sorted by pupil, lesson, item."""
        with self._connection() as db:
            found = db.execute("select token, lesson, item, value, changed from answers").fetchall()
        names = {who: str(json.loads(value)) for who, number, item, value, _ in found if (number, item) == (0, NAME)}
        out = []
        for who, number, item, text, changed in found:
            if number == 0 or lesson not in (None, number) or token not in (None, who):
                continue
            value = json.loads(text)
            out.append(_row(who, names.get(who, ""), number, item, value, changed))
            if item == "guess" and "choice" in value:  # the second question is a row of its own
                second = {"given": value["choice"], "right": value["choice-right"]}
                out.append(_row(who, names.get(who, ""), number, "choice", second, changed))
        return sorted(out, key=lambda row: (row.name, row.pupil, row.lesson, row.item))


def _row(token: str, name: str, lesson: int, item: str, value: Any, changed: float) -> Row:
    fields = value if isinstance(value, dict) else {}
    right = True if fields.get("solved") else fields.get("right")
    tries = len(fields["tried"]) if "tried" in fields else fields.get("tries")
    given = fields.get("given", value)
    if isinstance(given, float):
        given = f"{given:g}"
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    code = hashlib.sha256(token.encode()).hexdigest()[:8]
    return Row(code, name, lesson, item, text, right, tries, datetime.fromtimestamp(changed).isoformat(timespec="seconds"))


def as_csv(rows: Iterable[Row]) -> str:
    """The rows as CSV with a heading, for a spreadsheet; a text that a spreadsheet would take for a formula gets a `'` in
    front.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    for row in rows:
        writer.writerow([_harmless(value) for value in asdict(row).values()])
    return out.getvalue()


def _harmless(value: Any) -> Any:
    if value is None:
        return ""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


# What Excel would turn into a date or another number when it opens a CSV file: 8/11, 3.5, 1-2.
_MISREAD = re.compile(r"\d+([/.,-]\d+)+ ?%?")


def for_excel(rows: Iterable[Row], lang: str) -> bytes:
    """The rows as a CSV file that Excel opens by a double click: UTF-8 with its mark, a text that looks like a date kept a text.

    German Excel separates by semicolons, since its numbers have commas. (A first line `sep=;` would make it ignore the mark.)
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if lang == "de" else ",", lineterminator="\r\n")
    writer.writerow(FIELDS)
    for row in rows:
        values = (_harmless(value) for value in asdict(row).values())
        writer.writerow([f'="{value}"' if isinstance(value, str) and _MISREAD.fullmatch(value) else value for value in values])
    return out.getvalue().encode("utf-8-sig")


def as_json(rows: Iterable[Row]) -> str:
    """The rows as a JSON list of objects."""
    return json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1) + "\n"

"""Where running games are kept, so that a reload finds them again: SQLite, one file in the user's data folder.

A game is kept as a record under an unguessable token; the browser holds the token and nothing else. Each saving names the
revision it goes on from, so two kernels that show the same game cannot overwrite each other: the second gets a `Conflict`.
A damaged file is set aside under another name, and a new one begun.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kit.core.datafiles import DataFile

KEPT_DAYS = 180
_SCHEMA = """
create table if not exists games (
  token text primary key, game text not null, rev integer not null,
  record text not null, extra text not null, changed real not null
) without rowid
"""


class Conflict(Exception):
    """The game was saved by another kernel in the meantime."""


@dataclass(frozen=True)
class Saved:
    """A game as it is kept: its id, its record, what the board needs besides (plain JSON), and its revision."""

    game: str
    record: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    rev: int = 0


def new_token() -> str:
    """A token nobody can guess: 144 random bits."""
    return secrets.token_urlsafe(18)


class Database(DataFile):
    """A data file whose rows are forgotten after half a year: a kind of it names its `table`, which has a column `changed`."""

    table: str

    def _tidy(self, db: sqlite3.Connection) -> None:
        db.execute(f"delete from {self.table} where changed < ?", (time.time() - KEPT_DAYS * 86_400,))


class Store(Database):
    """The running games."""

    file, schema, table = "games.sqlite", _SCHEMA, "games"

    def load(self, token: str) -> Saved | None:
        """The game of a token, or None."""
        with self._connection() as db:
            row = db.execute("select game, record, extra, rev from games where token = ?", (token,)).fetchone()
        return Saved(row[0], row[1], json.loads(row[2]), row[3]) if row else None

    def save(self, token: str, saved: Saved) -> Saved:
        """Keep a game; `saved.rev` is the revision it goes on from (0: a new one). Conflict where another came first."""
        values = (saved.game, saved.record, json.dumps(dict(saved.extra)), time.time())
        with self._connection() as db:
            if saved.rev == 0:
                try:
                    db.execute(
                        "insert into games (token, rev, game, record, extra, changed) values (?, 1, ?, ?, ?, ?)", (token, *values)
                    )
                except sqlite3.IntegrityError:
                    raise Conflict(token) from None
            else:
                done = db.execute(
                    "update games set rev = rev + 1, game = ?, record = ?, extra = ?, changed = ? where token = ? and rev = ?",
                    (*values, token, saved.rev),
                )
                if done.rowcount == 0:
                    raise Conflict(token)
        return Saved(saved.game, saved.record, saved.extra, saved.rev + 1)

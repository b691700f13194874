"""Where running games are kept, so that a reload finds them again: SQLite, one file in the user's data folder.

A game is kept as a record under an unguessable token; the browser holds the token and nothing else. Each saving names the
revision it goes on from, so two kernels that show the same game cannot overwrite each other: the second gets a `Conflict`.
A damaged file is set aside under another name, and a new one begun.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

log = logging.getLogger("kit.board")

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


def data_folder() -> Path:
    """The user's data folder: `KIT_DATA`, else the platform's usual place."""
    if given := os.environ.get("KIT_DATA"):
        return Path(given)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "kartenlabor"


def new_token() -> str:
    """A token nobody can guess: 144 random bits."""
    return secrets.token_urlsafe(18)


class Database:
    """One SQLite file in `folder` (None: the user's data folder). A kind of it names its `file`, its `schema` and its `table`.

    OSError or sqlite3.Error where the folder cannot be used.
    """

    file: str
    schema: str
    table: str

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / self.file
        self.set_aside: Path | None = None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise  # locked, or no room: the file itself may be sound
            self._put_aside(error)
            self._open()

    def _open(self) -> None:
        with self._connection() as db:
            db.execute("pragma journal_mode=wal")
            if db.execute("pragma quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("damaged")
            db.execute(self.schema)
            db.execute(f"delete from {self.table} where changed < ?", (time.time() - KEPT_DAYS * 86_400,))

    def _put_aside(self, error: Exception) -> None:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        self.set_aside = self.path.with_name(f"{self.path.stem}.damaged-{stamp}-{secrets.token_hex(2)}.sqlite")
        log.warning("%s is damaged (%s); set aside as %s", self.path, error, self.set_aside.name)
        os.replace(self.path, self.set_aside)
        for tail in ("-wal", "-shm"):
            with contextlib.suppress(OSError):
                os.unlink(f"{self.path}{tail}")

    @contextlib.contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for one transaction. Opening takes 0.1 ms and leaves no handle behind in a kernel that is killed."""
        db = sqlite3.connect(self.path, timeout=5)
        try:
            db.execute("pragma synchronous=normal")
            with db:
                yield db
        finally:
            db.close()


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

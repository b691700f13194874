"""What a user's programs keep between runs: the data folder, and SQLite files in it. The standard library alone.

A damaged file is set aside under another name, and a new one begun. Every use opens its own connection for one transaction, so
programs that use a file at once wait for each other and lose nothing.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

log = logging.getLogger("kit.data")


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


class DataFile:
    """One SQLite file in `folder` (None: the user's data folder). A kind of it names its `file` and its `schema`.

    `set_aside` is where a damaged file was put, None where there was none. OSError or sqlite3.Error where the folder cannot be
    used.
    """

    file: str
    schema: str

    def __init__(self, folder: Path | None = None) -> None:
        self.path = (folder or data_folder()) / self.file
        self.set_aside: Path | None = None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        found = self._inode()
        try:
            self._open()
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise  # locked, or no room: the file itself may be sound
            if found == self._inode():  # else another program has set it aside since, and begun a new one
                self._put_aside(error)
            self._open()

    def _inode(self) -> int | None:
        try:
            return self.path.stat().st_ino
        except FileNotFoundError:
            return None

    def _open(self) -> None:
        with self._connection() as db:
            db.execute("pragma journal_mode=wal")
            if db.execute("pragma quick_check(1)").fetchone()[0] != "ok":
                raise sqlite3.DatabaseError("damaged")
            db.execute(self.schema)
            self._tidy(db)

    def _tidy(self, db: sqlite3.Connection) -> None:
        """What a kind of file throws away when it is opened; nothing, if it does not say."""

    def _put_aside(self, error: Exception) -> None:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        self.set_aside = self.path.with_name(f"{self.path.stem}.damaged-{stamp}-{secrets.token_hex(2)}.sqlite")
        log.warning("%s is damaged (%s); set aside as %s", self.path, error, self.set_aside.name)
        with contextlib.suppress(OSError):  # the last writes; first, lest they be taken for the new file's
            os.replace(f"{self.path}-wal", f"{self.set_aside}-wal")
        os.replace(self.path, self.set_aside)
        with contextlib.suppress(OSError):
            os.unlink(f"{self.path}-shm")

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

"""The log of the boards: a small file in the user's data folder, since what a kernel writes to its terminal is seen nowhere."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
from pathlib import Path

from kit.core.datafiles import data_folder

NAME = "kit.log"
MOST = 200_000  # bytes; then it becomes kit.log.1, and a new one begins
_kept: set[Path] = set()


def keep_log() -> Path | None:
    """Write what the kit warns of, such as messages that were ignored, into `kit.log`, from here on in this process.

    Returns the file; None where the data folder cannot be written. Calling it again changes nothing.
    """
    path = data_folder() / NAME
    if path in _kept:
        return path
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(path, maxBytes=MOST, backupCount=1, encoding="utf-8")
        handler.setLevel(logging.WARNING)
        handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
        logging.getLogger("kit").addHandler(handler)
        _kept.add(path)
        return path
    return None

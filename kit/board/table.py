"""The one widget of all games: HTML goes out, what the player did comes in. It knows no game.

Messages (see `docs/boards.md`): Python sets the trait `page`, one message, in which only the parts go out that changed where that
is little; the page sends `{do, rev, ...}`, one message. A client can overwrite any trait and send anything, so nothing here is
believed: traits are never read back, and what comes in is given to one handler that checks it.
"""

from __future__ import annotations

import gc
import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent
_MAX_TEXT = 1_100_000
_PARTS = re.compile(r"[\x02\x03][^\x02\x03]*|^[^\x02\x03]+")  # from mark to mark, as `table.js` cuts a page

log = logging.getLogger("kit.board")


class BadMessage(ValueError):
    """A message that this table cannot have sent: forged, garbled, or about something that is not there."""


class StaleMessage(BadMessage):
    """A message about a page that is no longer shown."""


@cache
def spare_collector() -> None:
    """Once a kernel: what was loaded stays loaded, so the garbage collector need not look through it after some clicks.

    Full collections made one click in twenty 10 ms longer.
    """
    gc.collect()
    gc.freeze()


class Table(anywidget.AnyWidget):
    """HTML in the page, patched in place; `handler(message)` is called with what the player did.

    The handler returns whether it has sent the page a file. `show(html, ...)` puts a new page out. A message that is no dict, has
    no `do`, or whose handler raises BadMessage is logged and changes nothing; the page gets an `ack`, so that it knows that the
    kernel lives.
    """

    _esm = (_HERE / "vendor" / "idiomorph.min.js").read_text("utf-8") + "\n" + (_HERE / "table.js").read_text("utf-8")
    page = traitlets.Dict().tag(sync=True)
    css = traitlets.Unicode().tag(sync=True)
    game = traitlets.Unicode().tag(sync=True)

    def __init__(self, game: str, css: str, handler: Callable[[Mapping[str, Any]], bool]) -> None:
        super().__init__(game=game, css=css)
        self._handler = handler
        self._rev = 0
        self._shown: dict[str, Any] = {}
        self._parts: list[str] = []
        self._changed: list[tuple[int, str]] | None = None  # what the page differs in from the one before; None: too much
        self.on_msg(self._receive)

    @property
    def rev(self) -> int:
        """The number of the page shown; messages about another are stale."""
        return self._rev

    def show(self, html: str, **more: Any) -> None:
        """Show `html`. `more` goes along: `token`, `last`, `seconds`, `keep`. The same page again sends nothing."""
        if self._shown == {"html": html, **more}:
            return
        self._shown = {"html": html, **more}
        self._rev += 1
        parts = _PARTS.findall(html)
        self._changed = None
        if len(parts) == len(self._parts):
            changed = [(i, part) for i, part in enumerate(parts) if part != self._parts[i]]
            if 2 * sum(len(part) for _, part in changed) < len(html):
                self._changed = changed
        self._parts = parts
        self.page = {**self._shown, "rev": self._rev}

    def send_state(self, key: str | Iterable[str] | None = None) -> None:
        """Send the front end the state, or the part of it that is named; of a page only what changed, where that is little."""
        if key != "page" or self._changed is None:
            super().send_state(key)
            return
        more = {name: value for name, value in self.page.items() if name != "html"}
        self.send({"page": {**more, "of": self._rev - 1, "changed": self._changed}})

    def save_file(self, name: str, text: str) -> None:
        """Give the page a text file to save."""
        self.send({"file": {"name": name, "text": text}})

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        before = self._rev
        answered = False
        try:
            if not isinstance(content, dict) or not isinstance(content.get("do"), str):
                raise BadMessage("not a message of this table")
            if any(isinstance(value, str) and len(value) > _MAX_TEXT for value in content.values()):
                raise BadMessage("too long")
            if content["do"] == "whole":  # a page that missed one
                answered = self._send_whole()
            else:
                answered = bool(self._handler(content))
            if content["do"] == "hello" and self._rev == before and content.get("rev") != before:  # a view of an old page
                answered = self._send_whole()
        except BadMessage as error:
            log.warning("message ignored: %s (%.200r)", error, content)
        except Exception:
            log.exception("a mistake of ours, while handling %.200r", content)
        if self._rev == before and not answered:
            self.send({"ack": True})

    def _send_whole(self) -> bool:
        super().send_state("page")
        return True

    def __repr__(self) -> str:
        return f"Table({self.game!r})"

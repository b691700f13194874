"""Pages made ahead: while a person thinks, what the next click on a card would show is made already.

Most clicks only choose: they change what is half chosen and nothing else. The page after such a click depends on the position
and that choice alone, so it can be made before the click and kept until anything else happens. Pages stay in the kernel until
they are asked for; they are made from the same view as any other, so nothing secret lies in them that the seat may not see.
"""

from __future__ import annotations

import asyncio
import re
import time
from html import unescape
from typing import TYPE_CHECKING, Any

from kit.board.frame import page
from kit.core.errors import KitError

if TYPE_CHECKING:
    from kit.board.gameboard import GameBoard

Page = tuple[str, dict[str, Any]]
FIRST = 0.02  # seconds after a page until the next ones are made: what else the click brought about comes first
BETWEEN = 0.004  # and between two of them, so that a click in between does not wait
SLOW = 0.025  # seconds; a page that takes longer (odds, advice) is made when it is asked for and not before
MOST = 40  # pages of one position
_PATHS = re.compile(r'data-path="([^"]+)"')


class Ahead:
    """The pages of one board's position by what is chosen."""

    def __init__(self, board: GameBoard) -> None:
        self._board = board
        self._pages: dict[str, Page] = {}
        self._tried: set[tuple[str, str]] = set()
        self._slow = False
        self._call: asyncio.TimerHandle | None = None

    def forget(self) -> None:
        """Something else than the choice has changed."""
        self._pages.clear()
        self._tried.clear()
        self._slow = False
        self._stop()

    def page(self) -> Page:
        """The page of the board as it stands: made ahead, or made now."""
        self._stop()
        key = repr(self._board.choice)
        if not self._plain:
            return page(self._board)
        if key not in self._pages:
            self._make(key)
        return self._pages[key]

    def think(self) -> None:
        """Begin to make the pages that the next click could ask for, in the pauses of the kernel's loop."""
        self._stop()
        self._later(FIRST)

    @property
    def _plain(self) -> bool:
        """Whether the page depends on nothing but the position and the choice: no refusal, word or clock."""
        board = self._board
        return board.acting and board.refused is None and not board.said and board.deadline is None and board.sheet is None

    def _make(self, key: str) -> None:
        began = time.perf_counter()
        if len(self._pages) >= MOST:
            self._pages.clear()
        self._pages[key] = page(self._board)
        self._slow = time.perf_counter() - began > SLOW

    def _later(self, delay: float) -> None:
        try:
            self._call = asyncio.get_running_loop().call_later(delay, self._next)
        except RuntimeError:  # no loop: nothing waits, so nothing needs to be quick
            self._call = None

    def _stop(self) -> None:
        if self._call is not None:
            self._call.cancel()
            self._call = None

    def _next(self) -> None:
        """One page more, if there is one to be made."""
        self._call = None
        board, here = self._board, self._board.choice
        if self._slow or len(self._pages) >= MOST or not self._plain:
            return
        if board.viewer not in board.deciders and not board.pauses.waiting:  # a crew is about to play
            return
        found = self._wanted()
        if found is None:
            return
        board.choice = found
        try:
            self._make(repr(found))
        finally:
            board.choice = here
        self._later(BETWEEN)

    def _wanted(self) -> Any:
        """A choice that one click on the page shown now leads to and whose page is not there yet, or None."""
        board = self._board
        assert board.session is not None
        here = repr(board.choice)
        shown = self._pages.get(here)
        if shown is None:
            return None
        seen = board.session.view(board.viewer)
        for path in dict.fromkeys(map(unescape, _PATHS.findall(shown[0]))):
            if (here, path) in self._tried:
                continue
            self._tried.add((here, path))
            try:
                choice, move = board.module.choose(seen, board.choice, path)
            except (ValueError, KeyError, TypeError, AttributeError, KitError):  # a click there would be ignored
                continue
            if move is None and repr(choice) not in self._pages:
                return choice
        return None

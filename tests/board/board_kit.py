"""What the board's tests share: a board without a page, and the messages a page would send."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from kit.board.gameboard import GameBoard
from kit.games.landeanflug import rules
from kit.games.landeanflug.moves import Place
from kit.games.landeanflug.state import Phase
from kit.games.landeanflug.view import as_state


class Desk:
    """A board with the hands of a page on it. Crews play at once, nothing is stored unless a store is given."""

    def __init__(
        self, players: Sequence[str] = ("person", "house"), *, seed: int = 5, start: bool = True, **options: Any
    ) -> None:
        options = {"lang": "de", "store": False, "pause": 0, **options}
        self.sent: list[Any] = []
        self.pages: list[Any] = []  # those of which only the changes were sent
        self.board = GameBoard("landeanflug", **options)
        self.board.table.send = self._sent  # type: ignore[method-assign]
        self.send("hello", token=None)
        if start:
            self.send("new", fields={"level": "leicht", "player": list(players), "seed": str(seed)})

    def _sent(self, content: Any, buffers: Any = None) -> None:
        (self.pages if "page" in content else self.sent).append(content)

    @property
    def html(self) -> str:
        """The page as it stands."""
        return str(self.board.table.page["html"])

    @property
    def view(self) -> Any:
        """What the viewer knows."""
        assert self.board.session is not None
        return self.board.session.view(self.board.viewer)

    def raw(self, content: Any) -> None:
        """Any content whatever, as a forged page would send it."""
        self.board.table._receive(None, content, None)

    def send(self, do: str, **fields: Any) -> str:
        """One message of a page that is up to date; returns the page after it."""
        self.raw({"do": do, "rev": self.board.table.rev, **fields})
        return self.html

    def choose(self, *paths: str) -> str:
        """Clicks, one after the other."""
        for path in paths:
            self.send("choose", path=path)
        return self.html

    def lay(self, move: Place) -> None:
        """A placement by clicks: card, coffee, place."""
        self.choose(f"card/{self.view.hand.index(move.card)}")
        for _ in range(abs(move.coffee)):
            self.choose("coffee/+1" if move.coffee > 0 else "coffee/-1")
        self.choose(f"place/{move.place}")

    def step(self) -> None:
        """Whatever comes next, done in the simplest way."""
        board = self.board
        assert board.session is not None
        if board.session.briefing is not None:
            self.send("draw", fields={"plan": "Funk zuerst"})
        elif board.curtain is not None:
            self.send("here")
        elif self.view.phase is Phase.REROLL:
            self.choose("swap/done")
        else:
            self.lay(rules.placements(as_state(self.view))[0])

    def finish(self) -> None:
        """Play on to the end."""
        for _ in range(400):
            assert self.board.session is not None
            if self.board.session.over:
                return
            self.step()
        raise AssertionError("the flight does not end")


def quiet(caplog: Any) -> None:
    """No mistake of ours was logged."""
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]

"""A campaign on a board: a team plays level after level, and a logbook counts its attempts.

For games with a module `campaign` (see `docs/boards.md`). The board keeps the team and the attempt's id with the running game, so
a reload goes on with the same attempt; the module writes into the logbook.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kit.board import newgame
from kit.board.render import game_module

if TYPE_CHECKING:
    from kit.board.gameboard import GameBoard

MAX_CSV = 1_000_000  # characters
MAX_TYPED = 60


class Campaign:
    """The campaign of one board: `team` is empty for a single game; `broken` and `told` are what the logbook's sheet says."""

    def __init__(self, board: GameBoard) -> None:
        self._board = board
        self.module: Any = game_module(board.game.id, "campaign")
        self.team = self._attempt = ""
        self._wanted: str | None = None  # the team's name as it was typed, where the dialog could not take it
        self._chips: dict[tuple[str, str], str] = {}  # by attempt and language: the logbook is not asked at every click
        self.broken = self.told = ""
        self._read = ""  # what the logbook had to tell and the player has read

    def setting(self, setting: newgame.Setting, fields: Mapping[str, Any]) -> tuple[newgame.Setting, str]:
        """What the dialog asks for: the setting with a team's next level, and the team; KitError for a bad name."""
        self._wanted = None
        if self.module is None or fields.get("mode") != "campaign":
            return setting, ""
        given = str(fields.get("team", ""))[:MAX_TYPED]
        self._wanted, self._board.setting = given, setting  # what a dialog that asks again begins with
        team = self.module.team_name(given)
        return replace(setting, level=self.module.next_level(team)), team

    def begin(self, team: str) -> None:
        """A new game was dealt for `team` (empty: for nobody)."""
        self.team, self._attempt, self._wanted = team, "", None
        if self.module is not None and team and self._board.session is not None:
            self._attempt = self.module.begin(team, self._board.session)
            self._tell()

    def _tell(self) -> None:
        """What the logbook has to tell stands over the board until it was read."""
        told = self.module.notice(self._board.lang)
        if told and told != self._read:
            self._board.keeper.notice = told

    def read(self, notice: str) -> None:
        """The player has read this notice: if it is the logbook's, it does not come again."""
        if self.module is not None and notice and notice == self.module.notice(self._board.lang):
            self._read = notice
            self.module.seen()
            if self._board.keeper.notice == notice:
                self._board.keeper.notice = ""

    def ended(self) -> None:
        """Write down how the game itself (no what-if) ended, and while it goes on what counts already."""
        session = self._board.session
        if self._attempt and session is not None and not session.study:
            self.module.finish(self._attempt, session)

    def again(self) -> tuple[newgame.Setting, str]:
        """The setting of the game that follows the one that is over, and the team that plays it."""
        session = self._board.session
        if self.module is None or session is None or not session.over:
            raise ValueError("nothing to follow")
        following = self.module.after(self.team, session, self._board.lang)["level"]
        return replace(newgame.setting_of(session, session.players), level=following), self.team

    def kept(self) -> dict[str, str]:
        """What is kept with the game."""
        return {"team": self.team, "attempt": self._attempt}

    def take_up(self, extra: Mapping[str, Any]) -> None:
        """Go on with the attempt of a game that was kept."""
        self.team, self._attempt = str(extra.get("team", "")), str(extra.get("attempt", ""))
        self.ended()
        if self.module is not None and self.team:
            self._tell()

    def frame(self) -> dict[str, Any]:
        """What the frame shows: the chip, what follows a game that is over, the dialog's choices, the logbook."""
        board, session = self._board, self._board.session
        shown: dict[str, Any] = {
            "there": self.module is not None,
            "chip": "",
            "after": None,
            "offer": None,
            "sheet": None,
            "notice": "",
        }
        if self.module is None:
            return shown
        if session is not None and self.team and not session.study:
            key = (self._attempt, board.lang)
            if key not in self._chips:
                self._chips[key] = self.module.chip(self.team, session, board.lang)
            shown["chip"] = self._chips[key]
        if session is not None and session.over and board.look is None and not session.study:
            shown["after"] = self.module.after(self.team, session, board.lang)
        if board.sheet == "new":
            shown["offer"] = self.module.offer(self.team, board.lang)
            if self._wanted is not None:
                shown["offer"] |= {"on": True, "team": self._wanted}
        elif board.sheet == "logbook":
            shown["sheet"] = self.module.sheet(board.lang) | {"broken": self.broken, "told": self.told}
        told = (shown["offer"] or shown["sheet"] or {}).get("notice", "")
        shown["notice"] = "" if told == self._read else told
        return shown

"""The table: boards rendered in Python and patched into the page, for all games. See `docs/boards.md`.

from kit.board import play, show
play("landeanflug")              a board to play on
show(state)                      the same board as a picture
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kit.board.render import Picture, show

if TYPE_CHECKING:
    from kit.board.gameboard import GameBoard

__all__ = ["Picture", "play", "show"]


def play(game_id: str, lang: str | None = None, **options: Any) -> GameBoard:
    """A board on which `game_id` is played, to be displayed in a notebook.

    `options` are those of `GameBoard`. OptionError for an unknown game or option.
    """
    from kit.board.gameboard import GameBoard  # brings ipywidgets along, which pictures do not need

    return GameBoard(game_id, lang=lang, **options)

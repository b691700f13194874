"""The card gallery: choose a card, and on the board below lies a small position in which its ability is played.

    from kit.teach import gallery
    cards = gallery("luft_land_see")      displayed in a notebook: the cards to choose from, and the board
    cards.choose("S5")                    the same as a click on the card

Positions and words come from the game's module `kit.games.<id>.gallery`; the board is a sandbox: both sides by persons, all hands
open, moves taken back freely, nothing saved. It takes positions as records, too (menu, "Load").
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import ipywidgets
from jinja2 import FileSystemLoader, Template

from kit.board.gameboard import GameBoard
from kit.board.render import environment, style
from kit.board.table import BadMessage, Table
from kit.core.errors import KitError
from kit.core.registry import get_game
from kit.core.sessions import Session
from kit.locale import language, text
from kit.teach.walk import begin

_HERE = Path(__file__).parent


@cache
def _template() -> Template:
    return environment(FileSystemLoader([_HERE])).get_template("card_gallery.html")


class Gallery:
    """The gallery of `game_id`, to be displayed in a notebook. `key` is what is chosen, `board` the sandbox.

    OptionError for an unknown game, ModuleNotFoundError for one without a gallery.
    """

    def __init__(self, game_id: str, key: str = "", *, lang: str | None = None) -> None:
        self.game = get_game(game_id)
        self.lang = lang or language()
        self._module = import_module(f"kit.games.{game_id}.gallery")
        self.key = key or self._module.KEYS[0]
        record = self._record(self.key)
        self.board = GameBoard(game_id, lang=self.lang, record=record, store=False)
        css = style(game_id) + "\n" + (_HERE / "card_gallery.css").read_text("utf-8")
        self.table = Table(game_id, css, self._receive)
        self.widget = ipywidgets.VBox([self.table, self.board.table])
        self.paint()

    def _record(self, key: str) -> str:
        return begin(example=self._module.example(key)).study_record()

    def choose(self, key: str) -> None:
        """Lay out the position of a card (`A1` ... `S6`) or the sandbox's; the same one again lays it out anew.

        NotationError for a key there is not: what lies on the board stays.
        """
        self.board.take(Session.from_record(self._record(key)))
        self.key = key
        self.board.paint()
        self.paint()

    def paint(self) -> None:
        """Draw the choice anew."""
        module = self._module
        context = {
            "h": module.heading(self.lang),
            "groups": module.groups(self.lang),
            "about": module.about(self.key, self.lang),
            "cls": module.CLASS,
            "free": module.KEYS[0],
            "key": self.key,
            "lang": self.lang,
            "lost": text("board.lost", self.lang),
            "reload": text("board.reload", self.lang),
        }
        self.table.show(_template().render(**context))

    def _receive(self, message: Mapping[str, Any]) -> bool:
        """`card` with a `value` chooses; `hello` and `escape` ask for nothing."""
        if message["do"] == "card":
            try:
                self.choose(str(message.get("value")))
            except KitError as error:
                raise BadMessage(repr(error)) from error
        elif message["do"] not in ("hello", "escape"):
            raise BadMessage(f"unknown: {message['do']!r}")
        return False

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"Gallery({self.game.id!r})"

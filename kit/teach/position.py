"""The playable position that a lesson opens with: the game's own board, a few zones of it, in the lesson's page."""

from __future__ import annotations

import logging
import random
import secrets
from importlib import import_module
from typing import Any

from kit.board.render import board, scene_module
from kit.core.errors import RuleError
from kit.core.game import Move
from kit.core.sessions import PERSON, Session
from kit.teach.lesson import Opening

log = logging.getLogger("kit.teach")


class Position:
    """An opening on the board. `path` is one click; the pupil makes one decision, then the crews answer.

    Draws come from `seed` (None: a new one), so that a decision that was kept can be shown again as it went.
    """

    def __init__(self, opening: Opening, game: str, lang: str, seed: int | None = None) -> None:
        self.opening, self.game, self.lang = opening, game, lang
        self.seed = secrets.randbits(53) if seed is None else seed
        self.session = Session.from_record(f"{opening.record.strip()}\nseed {self.seed}\n")
        self.choice: dict[str, Any] = {}
        self.refused: RuleError | None = None
        self.decided: Move | None = None
        self._module = scene_module(game)

    @property
    def option(self) -> str | None:
        """The key of the decision that was made; None before it, or where the move is none of the lesson's options."""
        notation = str(self.decided)
        if self.decided is None:
            return None
        return next((option.key for option in self.opening.options if option.matches(notation)), None)

    def path(self, path: str) -> None:
        """One click on the board; ValueError for a path it has not or after the decision."""
        if self.decided is not None:
            raise ValueError("the decision is made")
        seen = self.session.view(self.opening.seat)
        choice, move = self._module.choose(seen, self.choice, path)
        self.refused = None
        if move is None:
            self.choice = choice
        else:
            self._play(move, choice)

    def play(self, notation: str) -> None:
        """Make the decision by its notation, as it was kept; KitError where it is not possible."""
        self._play(self.session.game.parse_move(notation), {})

    def _play(self, move: Move, choice: dict[str, Any]) -> None:
        try:
            self.session.play(move)
        except RuleError as error:
            self.refused, self.choice = error, choice
            return
        self.decided, self.choice = move, {}
        rng = random.Random(self.seed)
        for _ in range(self.opening.steps):
            crews = [seat for seat in self.session.game.deciders(self.session.state) if self.session.players[seat] != PERSON]
            if self.session.over or not crews:
                return
            seat = crews[0]
            crew = import_module(f"kit.games.{self.game}.crews").get(self.session.players[seat])
            self.session.play(crew(self.session.view(seat), rng))

    def told(self) -> str:
        """The decision in words; empty before it."""
        return "" if self.decided is None else str(self._module.describe(self.decided, self.lang))

    def scene(self) -> dict[str, Any]:
        """What the board shows, from the pupil's seat."""
        made: dict[str, Any] = self._module.scene(
            self.session.view(self.opening.seat),
            lang=self.lang,
            choice=self.choice,
            players=self.session.players,
            hints=self.opening.hints,
            refused=self.refused,
        )
        return made

    def html(self, live: bool = True) -> str:
        """The zones of the board; `live` makes what can be chosen a button."""
        zones = [self._module.ALIASES.get(zone, zone) for zone in self.opening.zones]
        return board(self.game, self.scene(), self.lang, live=live and self.decided is None, only=zones)

"""What may be said between turns: crews that wait for a person's word, crews that have a word themselves.

For games in which a seat may do something though it is nobody's turn or another's (Orbit's signals, OR-6.1). Such a game gives

- in its scene module `gap(view, asked)`: a number for the moment before which crews wait for this seat, None where they need not
  (`asked`: the seat wants to be waited for), and `first_word(view)`: whether a crew's word now would take something from it
- in its crews module `signal(name, view)`: the move that a seat of that crew makes now although it is not its turn, or None
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kit.core.sessions import PERSON

if TYPE_CHECKING:
    from kit.board.gameboard import GameBoard


class Pauses:
    """The pauses of one board: `asked` whether a person wants one, `stepped` the seat that came forward to say something."""

    def __init__(self, board: GameBoard) -> None:
        self._board = board
        self.there = hasattr(board.module, "gap")
        self.asked = False
        self.stepped: int | None = None
        self._gone: int | None = None

    def begin(self) -> None:
        """Another game lies on the board."""
        self.asked, self.stepped, self._gone = False, None, None
        self.speak()

    def _gaps(self, asked: bool) -> dict[int, int]:
        """The persons who have something that they may say now, each with the number of this moment."""
        board = self._board
        session = board.session
        if not self.there or session is None or session.over or board.look is not None or session.briefing is not None:
            return {}
        found = {seat: board.module.gap(board.game.view(session.state, seat), asked) for seat in board.persons}
        return {seat: gap for seat, gap in found.items() if gap is not None}

    def _open(self) -> dict[int, int]:
        """Those of them who are to be waited for."""
        return {seat: gap for seat, gap in self._gaps(self.asked).items() if gap != self._gone}

    def _first(self, seats: dict[int, int]) -> bool:
        session = self._board.session
        assert session is not None or not seats
        return any(self._board.module.first_word(self._board.game.view(session.state, seat)) for seat in seats)  # type: ignore[union-attr]

    @property
    def waiting(self) -> bool:
        """Whether the crews wait for a person's word: before a crew decides, or where their own word would come too early."""
        seats = self._open()
        if not seats:
            return False
        assert self._board.session is not None
        players = self._board.session.players
        return any(players[seat] != PERSON for seat in self._board.deciders) or self._first(seats)

    @property
    def speakers(self) -> list[int]:
        """At a screen that several share: the persons who may come forward now."""
        return list(self._gaps(True)) if len(self._board.persons) > 1 and self.stepped is None else []

    def facts(self) -> dict[str, Any]:
        """What the scene is told."""
        session = self._board.session
        return {
            "waiting": self.waiting and self.stepped is None,
            "asked": self.asked,
            "can_ask": session is not None and len(self._board.persons) < len(session.players),
            "who": self.speakers,
            "stepped": self.stepped is not None,
        }

    def go(self) -> None:
        """The persons have nothing to say at this moment; ValueError where nobody waits."""
        if not self.waiting:
            raise ValueError("nobody waits")
        self._gone, self.asked, self.stepped = next(iter(self._open().values())), False, None
        self.speak()

    def step_forward(self, seat: int | None) -> None:
        """A person comes to the screen to say something out of turn (None: goes back)."""
        if seat is not None and seat not in self.speakers:
            raise ValueError("this seat has nothing to say now")
        self.stepped = seat
        self._board.present = None  # whoever sat there before must come anew: another person looks now

    def speak(self) -> None:
        """Each crew that has a word says it, unless that would take a person's."""
        board = self._board
        session = board.session
        if not self.there or session is None or session.over or session.briefing is not None or self._first(self._open()):
            return
        crews = import_module(f"kit.games.{board.game.id}.crews")
        for seat, name in enumerate(session.players):
            if name != PERSON:
                move = crews.signal(name, board.game.view(session.state, seat))
                if move is not None:
                    session.play(move)

"""Landeanflug: moves as frozen values with a notation that round-trips.

P 3>axis           the pilot lays a 3 on the axis
C 3-1>flap1        the copilot lays a 3 on the first flap, one coffee spent to make it a 2
P 4>aside          set aside without effect (LA-3.13)
P reroll 2 5       spends a reroll (or answers one) and puts back the 2 and the 5; `P reroll` puts back none
P resign           declares the crash (LA-4.5)
time               the stopwatch is over (LA-7.2)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kit.core.errors import NotationError
from kit.games.landeanflug.state import ASIDE, LETTERS, PLACES


@dataclass(frozen=True, slots=True)
class Place:
    """One flight card on one place, `coffee` signed steps spent on its value; `place` may be `aside`."""

    seat: int
    card: int
    place: str
    coffee: int = 0

    @property
    def value(self) -> int:
        """The value that counts (LA-3.11)."""
        return self.card + self.coffee

    def __str__(self) -> str:
        spent = f"{self.coffee:+d}" if self.coffee else ""
        return f"{LETTERS[self.seat]} {self.card}{spent}>{self.place}"


@dataclass(frozen=True, slots=True)
class RerollMove:
    """Calls a reroll, or answers the partner's: the cards put back, sorted (LA-3.12)."""

    seat: int
    back: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join([LETTERS[self.seat], "reroll", *map(str, self.back)])


@dataclass(frozen=True, slots=True)
class Resign:
    """Declares the crash (LA-4.5)."""

    seat: int

    def __str__(self) -> str:
        return f"{LETTERS[self.seat]} resign"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The minute is over: all cards still in hand are forfeit (LA-7.2). It is the clock's move, not a seat's."""

    @property
    def seat(self) -> None:
        """No seat makes this move."""
        return None

    def __str__(self) -> str:
        return "time"


Move = Place | RerollMove | Resign | TimeUp

_PLACE = re.compile(r"([PC]) ([1-6A])([+-]\d)?>(\w+)")
_REROLL = re.compile(r"([PC]) reroll((?: [1-6A])*)")
_RESIGN = re.compile(r"([PC]) resign")


def _value(text: str) -> int:
    return 1 if text == "A" else int(text)


def parse_move(notation: str) -> Move:
    """The move that `notation` writes; spaces may vary, A is 1. Raises NotationError where it is none."""
    text = re.sub(r"\s*>\s*", ">", " ".join(notation.split()))
    if match := _PLACE.fullmatch(text):
        seat, card, coffee, place = match.groups()
        if place not in PLACES and place != ASIDE:
            raise NotationError("unknown-place", place=place, places=", ".join((*PLACES, ASIDE)))
        return Place(LETTERS.index(seat), _value(card), place, int(coffee or 0))
    if match := _REROLL.fullmatch(text):
        return RerollMove(LETTERS.index(match[1]), tuple(sorted(map(_value, match[2].split()))))
    if match := _RESIGN.fullmatch(text):
        return Resign(LETTERS.index(match[1]))
    if text == "time":
        return TimeUp()
    raise NotationError("bad-notation", notation=notation)


def counted(move: Move) -> bool:
    """Whether `kit perft` counts the move: placements only, no reroll calls, resigning or clock."""
    return isinstance(move, Place)

"""Luft, Land und See: moves as frozen values with a notation that round-trips. The seat is the one whose decision it is.

deploy L6          face up at the theater of its colour; `deploy L2 sea` elsewhere (Aerodrome, Air Drop)
improvise A3 sea   face down at any theater
withdraw           the opponent wins the battle
flip own air       Maneuver, Ambush, Disrupt: the uncovered card of one's own at that theater, or `flip opp sea` the opponent's
reinforce sea      the card drawn goes there, face down
move air 2 sea     Transport: one's own second card from the bottom goes from air to sea
return land 1      Redeploy: one's own first card from the bottom at land goes back to the hand (then a play follows)
pass               Transport, Redeploy: not used
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kit.core.errors import NotationError
from kit.games.luft_land_see.cards import COLOUR, NAMES, THEATER_NAMES, read_card, read_theater

SIDES = ("own", "opp")


@dataclass(frozen=True, slots=True)
class Deploy:
    """One card of the hand face up at a theater."""

    card: int
    theater: int

    def __str__(self) -> str:
        where = "" if COLOUR[self.card] == self.theater else f" {THEATER_NAMES[self.theater]}"
        return f"deploy {NAMES[self.card]}{where}"


@dataclass(frozen=True, slots=True)
class Improvise:
    """One card of the hand face down at a theater."""

    card: int
    theater: int

    def __str__(self) -> str:
        return f"improvise {NAMES[self.card]} {THEATER_NAMES[self.theater]}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The opponent wins the battle."""

    def __str__(self) -> str:
        return "withdraw"


@dataclass(frozen=True, slots=True)
class Flip:
    """Flips an uncovered card: `opp` whether on the opponent's side."""

    opp: bool
    theater: int

    def __str__(self) -> str:
        return f"flip {SIDES[self.opp]} {THEATER_NAMES[self.theater]}"


@dataclass(frozen=True, slots=True)
class Reinforce:
    """The card drawn goes face down to a theater."""

    theater: int

    def __str__(self) -> str:
        return f"reinforce {THEATER_NAMES[self.theater]}"


@dataclass(frozen=True, slots=True)
class Transfer:
    """Transport moves one's own card `place` (1 the lowest) of a theater to another."""

    theater: int
    place: int
    to: int

    def __str__(self) -> str:
        return f"move {THEATER_NAMES[self.theater]} {self.place} {THEATER_NAMES[self.to]}"


@dataclass(frozen=True, slots=True)
class Return:
    """Redeploy takes one's own card `place` (1 the lowest) of a theater back to the hand."""

    theater: int
    place: int

    def __str__(self) -> str:
        return f"return {THEATER_NAMES[self.theater]} {self.place}"


@dataclass(frozen=True, slots=True)
class Pass:
    """An ability that says "may" is not used."""

    def __str__(self) -> str:
        return "pass"


Move = Deploy | Improvise | Withdraw | Flip | Reinforce | Transfer | Return | Pass

_PLACE = re.compile(r"[1-9]|1[0-8]")


def _place(word: str, notation: str) -> int:
    if not _PLACE.fullmatch(word):
        raise NotationError("bad-notation", notation=notation)
    return int(word)


def parse_move(notation: str) -> Move:
    """The move that `notation` writes; spaces may vary. Raises NotationError where it is none."""
    match notation.split():
        case ["deploy", card]:
            return Deploy(read_card(card), COLOUR[read_card(card)])
        case ["deploy", card, theater]:
            return Deploy(read_card(card), read_theater(theater))
        case ["improvise", card, theater]:
            return Improvise(read_card(card), read_theater(theater))
        case ["withdraw"]:
            return Withdraw()
        case ["flip", side, theater] if side in SIDES:
            return Flip(side == "opp", read_theater(theater))
        case ["reinforce", theater]:
            return Reinforce(read_theater(theater))
        case ["move", theater, place, to]:
            return Transfer(read_theater(theater), _place(place, notation), read_theater(to))
        case ["return", theater, place]:
            return Return(read_theater(theater), _place(place, notation))
        case ["pass"]:
            return Pass()
    raise NotationError("bad-notation", notation=notation)


def counted(move: Move) -> bool:
    """Whether `kit perft` counts the move: plays and choices inside abilities, no withdrawal."""
    return not isinstance(move, Withdraw)

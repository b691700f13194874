"""Punktlandung: moves as frozen values with a notation that round-trips. The seat is the one whose turn it is.

+6  -K  x5  :4     a card with its operation (A=1, J=11, Q=12, K=13)
+*=7               a joker, named a 7
pass Q             passes: the Q goes to the discard pile
show 4             the signal: a 4 is laid open, at the start of a turn
resign             the team gives up
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kit.core.errors import NotationError
from kit.games.punktlandung.state import JOKER

OPERATIONS = "+-x:"
_NAMES = {0: "*", 1: "A", 11: "J", 12: "Q", 13: "K"}
_RANKS = {name: rank for rank, name in _NAMES.items()}


def operations(*, first: bool = False, small: bool = False) -> str:
    """The operations there are: plus alone for a target's first card (PL-3.3), plus and minus with small numbers (PL-7.3)."""
    return OPERATIONS[:1] if first else OPERATIONS[:2] if small else OPERATIONS


def card_name(card: int) -> str:
    """`A`, `2` ... `10`, `J`, `Q`, `K`, `*` for the joker."""
    return _NAMES.get(card, str(card))


def read_card(name: str) -> int:
    """The card of that name; NotationError for another."""
    if name in _RANKS:
        return _RANKS[name]
    if name.isascii() and name.isdigit() and len(name) <= 2 and 2 <= int(name) <= 10:
        return int(name)
    raise NotationError("bad-card", card=name, valid="A, 2-10, J, Q, K, *")


@dataclass(frozen=True, slots=True)
class Play:
    """A card with its operation; `value` is its rank, or what a joker is named."""

    card: int
    op: str
    value: int

    def __str__(self) -> str:
        named = f"={self.value}" if self.card == JOKER else ""
        return f"{self.op}{card_name(self.card)}{named}"


@dataclass(frozen=True, slots=True)
class Pass:
    """A hand card to the discard pile, the sum stays."""

    card: int

    def __str__(self) -> str:
        return f"pass {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Show:
    """The signal: a hand card laid open."""

    card: int

    def __str__(self) -> str:
        return f"show {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Resign:
    """The team gives up."""

    def __str__(self) -> str:
        return "resign"


Move = Play | Pass | Show | Resign

_PLAY = re.compile(r"([+\-x:*/×÷−])\s*(\w+|\*)(?:\s*=\s*(\w+))?")
_SIGNS = {"*": "x", "×": "x", "/": ":", "÷": ":", "−": "-"}


def parse_move(notation: str) -> Move:
    """The move that `notation` writes. Raises NotationError where it is none."""
    words = notation.split()
    if words == ["resign"]:
        return Resign()
    if len(words) == 2 and words[0] in ("pass", "show"):
        card = read_card(words[1])
        return Pass(card) if words[0] == "pass" else Show(card)
    if match := _PLAY.fullmatch("".join(words)):
        op, name, named = match.groups()
        card = read_card(name)
        if (named is not None) != (card == JOKER):
            raise NotationError("joker-value", notation=notation)
        number = named is not None and named.isascii() and named.isdigit() and len(named) < 3
        value = card if named is None else int(named) if number else read_card(named)
        return Play(card, _SIGNS.get(op, op), value)
    raise NotationError("bad-notation", notation=notation)


def counted(move: Move) -> bool:
    """Whether `kit perft` counts the move: plays and passes, no signals."""
    return isinstance(move, Play | Pass)

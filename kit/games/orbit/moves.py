"""Orbit: moves as frozen values with a notation that round-trips. No seat is named: it is the one whose decision it is, or the
one that holds the card (`rules.seat_of`).

take 9C            takes an open task card (OR-3.2)
9C                 plays a card (OR-4)
signal 8H high     shows a card with the coin at the top; also `only` (middle) and `low` (bottom) (OR-6.1)
mayday B           seat B asks for a Mayday (OR-7.3)
mayday yes         agrees (or `mayday no`), in turn
mayday KH          passes this card on
stop               the end: success or failure is certain (OR-5.1)
resign             the crew gives this attempt up; it counts as failed
"""

from __future__ import annotations

from dataclasses import dataclass

from kit.cards import code, read
from kit.core.errors import NotationError
from kit.games.orbit.state import DECK, LETTERS, Coin


@dataclass(frozen=True, slots=True)
class Take:
    """A task card out of the offer (OR-3.2)."""

    card: int

    def __str__(self) -> str:
        return f"take {code(self.card)}"


@dataclass(frozen=True, slots=True)
class Play:
    """A hand card to the trick (OR-4.1)."""

    card: int

    def __str__(self) -> str:
        return code(self.card)


@dataclass(frozen=True, slots=True)
class Show:
    """A signal: a hand card laid open with a coin (OR-6.1)."""

    card: int
    coin: Coin

    def __str__(self) -> str:
        return f"signal {code(self.card)} {self.coin}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks for a Mayday (OR-7.3); any seat may, so this move names it."""

    seat: int

    def __str__(self) -> str:
        return f"mayday {LETTERS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Agrees to a Mayday or does not (OR-7.3)."""

    yes: bool

    def __str__(self) -> str:
        return f"mayday {'yes' if self.yes else 'no'}"


@dataclass(frozen=True, slots=True)
class Give:
    """The card that its holder passes to the left, face down (OR-7.3)."""

    card: int

    def __str__(self) -> str:
        return f"mayday {code(self.card)}"


@dataclass(frozen=True, slots=True)
class Stop:
    """The attempt ends here, since its success or failure is certain (OR-5.1)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Resign:
    """The crew gives this attempt up."""

    def __str__(self) -> str:
        return "resign"


Move = Take | Play | Show | Ask | Answer | Give | Stop | Resign

_CARDS = frozenset(DECK)
_ANSWERS = {"yes": True, "no": False}


def read_card(word: str) -> int:
    """The playing card that `word` writes; NotationError for another (tens, jacks and queens are not played with)."""
    found = read_task(word)
    if found not in _CARDS:
        raise NotationError("bad-card", card=word, valid="AC-9C, AD-9D, AH-9H, AS-9S, KC, KD, KH, KS")
    return found


def read_task(word: str) -> int:
    """The task card that `word` writes: any of the 52; NotationError for another."""
    try:
        return read(word)
    except ValueError:
        raise NotationError("bad-card", card=word, valid="A-10, J, Q, K + C, D, H, S") from None


def parse_move(notation: str) -> Move:
    """The move that `notation` writes; spaces may vary. Raises NotationError where it is none."""
    match notation.split():
        case ["take", task]:
            return Take(read_task(task))
        case ["signal", card, coin] if coin in list(Coin):
            return Show(read_card(card), Coin(coin))
        case ["mayday", word] if word in tuple(LETTERS):
            return Ask(LETTERS.index(word))
        case ["mayday", word] if word in _ANSWERS:
            return Answer(_ANSWERS[word])
        case ["mayday", card]:
            return Give(read_card(card))
        case ["stop"]:
            return Stop()
        case ["resign"]:
            return Resign()
        case [card] if card[-1:] in "CDHS" and 2 <= len(card) <= 3:
            return Play(read_card(card))
    raise NotationError("bad-notation", notation=notation)


def counted(move: Move) -> bool:
    """Whether `kit perft` counts the move: draft picks and plays."""
    return isinstance(move, Take | Play)

"""French-suited playing cards: ranks, suits, decks, and how cards are written and spoken.

A card is a whole number from 0 to 51, `13 * suit + rank - 1`: suits 0-3 are clubs, diamonds, hearts, spades, ranks 1-13 are ace,
2-10, jack, queen, king. Hence cards sort by suit and then rank, a set of cards fits into a 52-bit mask, and a deal can draw them.

    >>> [code(card) for card in (read("9C"), read("KS"))]
    ['9C', 'KS']
    >>> face(read("QH"), "de"), spoken(read("9C"), "en"), spoken(read("JS"), "de")
    ('D♥', 'nine of clubs', 'Pik-Bube')

Notation is the same in both languages (`9C`, `KS`, `10H`); what a screen or a screen reader says is not: that stands in the
catalogue (`kit/locale/cards.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kit.locale import text

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUITS = (CLUBS, DIAMONDS, HEARTS, SPADES)
SUIT_LETTERS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
RANKS = range(1, 14)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
RANK_CODES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PER_SUIT = len(RANK_CODES)
DECK = tuple(range(len(SUITS) * PER_SUIT))

_CODE = re.compile(r"(A|[2-9]|10|J|Q|K)([CDHS])")


def card(rank: int, suit: int) -> int:
    """The card of a rank (1-13) and a suit (0-3); ValueError where there is none."""
    if rank not in RANKS or suit not in SUITS:
        raise ValueError(f"no card of rank {rank} and suit {suit}")
    return PER_SUIT * suit + rank - 1


def rank_of(card: int) -> int:
    """The rank of a card, 1 (ace) to 13 (king)."""
    return card % PER_SUIT + 1


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // PER_SUIT


CODES = tuple(f"{RANK_CODES[rank_of(card) - 1]}{SUIT_LETTERS[suit_of(card)]}" for card in DECK)


def code(card: int) -> str:
    """How a card is written: `9C`, `10H`, `KS`."""
    return CODES[card]


def read(word: str) -> int:
    """The card that `word` writes; ValueError where it is none."""
    match = _CODE.fullmatch(word)
    if not match:
        raise ValueError(f"{word!r} is not a card: a rank {', '.join(RANK_CODES)} and a suit letter C, D, H, S")
    return card(RANK_CODES.index(match[1]) + 1, SUIT_LETTERS.index(match[2]))


def codes(cards: Iterable[int]) -> str:
    """Several cards as they are written, separated by spaces."""
    return " ".join(CODES[card] for card in cards)


def face(card: int, lang: str | None = None) -> str:
    """A card as it is printed, rank and symbol: `9♣`, German `D♥`, English `Q♥`."""
    return text(f"card.{CODES[card]}", lang)


def suit_name(suit: int, lang: str | None = None) -> str:
    """The name of a suit: `Kreuz`, `clubs`."""
    return text(f"card-suit.{SUIT_LETTERS[suit]}", lang)


def spoken(card: int, lang: str | None = None) -> str:
    """A card as it is read aloud: `Kreuz 9`, `Herz-König`, `nine of clubs`."""
    form = "card-name.face" if rank_of(card) in (ACE, JACK, QUEEN, KING) else "card-name.number"
    rank = text(f"card-rank.{RANK_CODES[rank_of(card) - 1]}", lang)
    return text(form, lang, rank=rank, suit=suit_name(suit_of(card), lang))


def mask(cards: Iterable[int]) -> int:
    """A set of cards as one whole number, bit `card` set for each."""
    out = 0
    for each in cards:
        out |= 1 << each
    return out


def unmask(bits: int) -> tuple[int, ...]:
    """The cards of a mask, in ascending order."""
    out = []
    while bits:
        low = bits & -bits
        out.append(low.bit_length() - 1)
        bits ^= low
    return tuple(out)

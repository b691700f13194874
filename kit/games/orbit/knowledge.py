"""Orbit: what follows for the hidden hands from what lies open: plays, voids, signals and the commander's announcement.

Everything here is public unless a seat adds what it alone knows (its hand, its part of a Mayday). Sets of cards are masks
(`kit.cards.mask`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from kit.cards import mask
from kit.games.orbit.state import DECK, KINGS, SUIT, SUIT_MASKS, Coin, Mayday, Setup, Signal, Taken, Trick

DECK_MASK = mask(DECK)


class Table(Protocol):
    """What all seats see: the public fields that `State` and `View` share."""

    @property
    def setup(self) -> Setup:
        """Mission, seats, variants."""

    @property
    def commander(self) -> int:
        """The commander's seat."""

    @property
    def leader(self) -> int:
        """The seat that leads the trick under way or the next."""

    @property
    def open_card(self) -> int | None:
        """The card out of play (three seats)."""

    @property
    def taken(self) -> tuple[Taken, ...]:
        """The tasks, in the order taken."""

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks won so far."""

    @property
    def trick(self) -> tuple[int, ...]:
        """The cards of the trick under way."""

    @property
    def signals(self) -> tuple[Signal | None, ...]:
        """The signals by seat."""

    @property
    def voids(self) -> tuple[int, ...]:
        """What play has shown that a seat does not hold."""

    @property
    def mayday(self) -> Mayday | None:
        """The Mayday; which cards were passed is not public and not asked for here."""

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""


def top_king(open_card: int | None) -> int:
    """The highest king in play: K♠, or K♥ where K♠ lies open in the middle (OR-1.4)."""
    return KINGS[-2] if open_card == KINGS[-1] else KINGS[-1]


def unplayed(table: Table) -> int:
    """The cards that are still in hands, as a mask."""
    gone = mask(table.trick)
    for trick in table.tricks:
        gone |= mask(trick.cards)
    if table.open_card is not None:
        gone |= 1 << table.open_card
    return DECK_MASK & ~gone


def signal_denies(signal: Signal) -> int:
    """The cards that the seat which gave the signal cannot hold (OR-6.1)."""
    suit, above = SUIT_MASKS[SUIT[signal.card]], -1 << signal.card + 1
    below = (1 << signal.card) - 1
    return suit & {Coin.HIGH: above, Coin.LOW: below, Coin.ONLY: above | below}[signal.coin]


def candidates(table: Table, hands: Mapping[int, Iterable[int]] | None = None, at: Mapping[int, int] | None = None) -> list[int]:
    """By seat the cards that it may hold, as a mask.

    `hands` are hands that are known wholly, `at` single cards known to be in a seat's hand. A mask of exactly as many cards
    as the hand has is that hand. Every true distribution fits; not every card of a mask need be possible.
    """
    rest, counts = unplayed(table), table.counts
    own = [rest] * len(counts)
    for seat, void in enumerate(table.voids):
        for suit, bits in enumerate(SUIT_MASKS):
            if void >> suit & 1:
                own[seat] &= ~bits
    held = list((at or {}).items())
    for seat, signal in enumerate(table.signals):
        if signal:
            own[seat] &= ~signal_denies(signal)
            held.append((signal.card, seat))
    king = 1 << top_king(table.open_card)
    passed = bool(table.mayday and table.mayday.passed)
    for seat in range(len(own)):  # OR-1.4: the commander has said so, and a Mayday may have moved it one seat (OR-7.3)
        if seat != table.commander and not (passed and seat == (table.commander + 1) % len(own)):
            own[seat] &= ~king
    for card, at_seat in held:
        for seat in range(len(own)):
            if seat != at_seat:
                own[seat] &= ~(1 << card)
    for at_seat, cards in (hands or {}).items():
        known = mask(cards)
        own = [known if seat == at_seat else bits & ~known for seat, bits in enumerate(own)]
    return _closed(own, counts)


def _closed(own: list[int], counts: tuple[int, ...]) -> list[int]:
    """Narrows the masks by counting: cards that only one seat can hold are its, and a full hand leaves no room for more."""
    while True:
        before = list(own)
        for seat, count in enumerate(counts):
            others = 0
            for other, bits in enumerate(own):
                if other != seat:
                    others |= bits
            only = own[seat] & ~others
            if only.bit_count() == count:
                own[seat] = only
            if own[seat].bit_count() == count:
                own = [bits if other == seat else bits & ~own[seat] for other, bits in enumerate(own)]
        if own == before:
            return own


def known_at(table: Table, own: list[int], seat: int) -> int:
    """The cards that are certain to be in a seat's hand, given the masks of all seats."""
    others = 0
    for other, bits in enumerate(own):
        if other != seat:
            others |= bits
    return own[seat] & ~others


def beats(card: int, best: int) -> bool:
    """Whether `card`, played later, takes a trick that `best` has won so far (OR-4.3)."""
    if SUIT[card] == SUIT[best]:
        return card > best  # kings too: clubs, diamonds, hearts, spades is their order as cards
    return SUIT[card] == 4


def winning(cards: tuple[int, ...]) -> int:
    """The index of the card that wins a trick, or has won it so far (OR-4.3)."""
    best = 0
    for index in range(1, len(cards)):
        if beats(cards[index], cards[best]):
            best = index
    return best

"""Punktlandung: the position of a game as a frozen value, its levels and constants.

A card is its rank, 1-13 (A=1, J=11, Q=12, K=13); 0 is a joker. Suits never matter (PL-1.1), so there are none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kit.core.deals import Deal

JOKER = 0
RANKS = range(1, 14)
COPIES = 4
LETTERS = "ABCD"
HAND_SIZE = {2: 5, 3: 4, 4: 4}  # PL-1.2
TARGET_DIGITS = 3  # PL-2.1
SMALL_DIGITS = 2  # PL-7.3

LEVELS = ("leicht", "normal", "schwer", "experte")
VARIANTS = ("open", "endless", "small", "no-signals")
JOKERS = {"leicht": (0, 0), "normal": (1, 2), "schwer": (0, 1), "experte": (2, 2)}  # PL-6: two seats, three or four
TARGETS = {"leicht": 4, "normal": 5, "schwer": 5, "experte": 6}
SIGNALS = {"leicht": True, "normal": True, "schwer": False, "experte": False}


class Ending(StrEnum):
    """How a game ended (PL-5, PL-10.7)."""

    WON = "won"
    STACK_OUT = "stack-out"  # the stack ran out while a target was being revealed
    HANDS_OUT = "hands-out"  # all hands are empty and the target is not hit
    ENDLESS = "endless"  # the variant's end: the stack is empty, the hits are the result
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: how, by which rule, and how many targets were hit."""

    ending: Ending
    rule: str
    hits: int

    @property
    def won(self) -> bool:
        """Whether the team won."""
        return self.ending is Ending.WON


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed for a whole game: level, number of seats and variants, and what follows from them."""

    level: str = "leicht"
    seats: int = 2
    variants: frozenset[str] = frozenset()

    @property
    def hand_size(self) -> int:
        """Cards in a full hand (PL-1.2)."""
        return HAND_SIZE[self.seats]

    @property
    def jokers(self) -> int:
        """Jokers in the deck (PL-6)."""
        return JOKERS[self.level][self.seats > 2]

    @property
    def targets(self) -> int | None:
        """Hits that win; None in the endless variant (PL-7.2)."""
        return None if "endless" in self.variants else TARGETS[self.level]

    @property
    def signals(self) -> bool:
        """Whether a card may be shown (PL-4, PL-6)."""
        return SIGNALS[self.level] and "no-signals" not in self.variants

    @property
    def open(self) -> bool:
        """Whether hands lie open (PL-7.1)."""
        return "open" in self.variants

    @property
    def small(self) -> bool:
        """Whether targets have two digits, with plus and minus alone (PL-7.3)."""
        return "small" in self.variants

    @property
    def digits(self) -> int:
        """How many digits a target has."""
        return SMALL_DIGITS if self.small else TARGET_DIGITS

    @property
    def deck(self) -> tuple[int, ...]:
        """All cards, sorted."""
        return (JOKER,) * self.jokers + tuple(rank for rank in RANKS for _ in range(COPIES))


@dataclass(frozen=True, slots=True)
class Link:
    """A card of the chain: who played it, the card, its operation and value, and the sum after it."""

    seat: int
    card: int
    op: str
    value: int
    sum: int


@dataclass(frozen=True)
class State:
    """A position. `turn` is the seat to move (None when the game is over).

    `stack` top first; `bottom` the ranks known to lie at its lower end, lowest last (PL-10.2); `known` by seat, the cards that
    all know to be in that hand (shown once, or drawn from the known end); `shown` the card that lies open before each seat,
    `signalled` whether it has shown one for this target; `chain` and `sum` of this target.
    """

    setup: Setup
    deal: Deal = field(compare=False)
    turn: int | None
    hands: tuple[tuple[int, ...], ...]
    stack: tuple[int, ...]
    bottom: tuple[int, ...] = ()
    known: tuple[tuple[int, ...], ...] = ()
    discard: tuple[int, ...] = ()
    target_cards: tuple[int, ...] = ()
    target: int = 0
    sum: int = 0
    chain: tuple[Link, ...] = ()
    shown: tuple[int | None, ...] = ()
    signalled: tuple[bool, ...] = ()
    misses: tuple[tuple[int, int], ...] = ()  # this target's turns that did not hit: seat, and the sum it had before it
    hits: int = 0
    turns: int = 0  # cards played or passed, in all
    spent: tuple[int, ...] = ()  # turns that each target hit so far has cost
    slid: tuple[int, ...] = ()  # what slid under the stack when the current target was turned (PL-2.1)
    drawn: tuple[tuple[str, tuple[int, ...]], ...] = ()
    outcome: Outcome | None = None

"""Orbit: the position of a mission as a frozen value, its constants and typed ending.

Playing and task cards are the numbers of `kit.cards`. Seats count clockwise from 0; `commander` is one of them. In the masks of
what a seat cannot hold (`voids`) bit 0-3 is a suit and bit 4 the kings, which belong to no suit (OR-1.1).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kit.cards import KING, PER_SUIT, SUITS, card, mask
from kit.core.deals import Deal

LETTERS = "ABCDE"
SEATS = (3, 4, 5)  # OR-1.1
DEFAULT_SEATS = 4  # the text: most fun with four
LEVELS = tuple(str(mission) for mission in range(1, 21))
MAX_MISSION = 9999  # the formula goes on past 20 (OR-3.1); the bound is only there so that numbers stay readable
VARIANTS = ("mayday", "eight-tasks", "professional")
SILENT_MISSIONS = (5, 10, 15, 20)  # OR-6.3

KINGS_SUIT = 4  # the kings' own colour: they follow each other only (OR-4.2)
KINGS = tuple(card(KING, suit) for suit in SUITS)  # lowest first: clubs, diamonds, hearts, spades (OR-1.1)
DECK = tuple(sorted([*(card(rank, suit) for suit in SUITS for rank in range(1, 10)), *KINGS]))  # OR-1.1
SUIT = tuple(KINGS_SUIT if number % PER_SUIT == KING - 1 else number // PER_SUIT for number in range(4 * PER_SUIT))  # by card
SUIT_MASKS = tuple(mask(each for each in DECK if SUIT[each] == suit) for suit in range(5))
TASK_DECK = tuple(range(4 * PER_SUIT))  # OR-1.2
HAND = {3: 13, 4: 10, 5: 8}  # OR-1.3; also the number of tricks
OFFER, LARGE_OFFER = 6, 8  # OR-3.2, OR-7.4


class Phase(StrEnum):
    """What is to be decided."""

    DRAFT = "draft"  # which task to take (OR-3.2)
    ASKING = "asking"  # whether to agree to a Mayday (OR-7.3)
    PASSING = "passing"  # which card to pass on (OR-7.3)
    PLAYING = "playing"  # which card to play (OR-4)
    OVER = "over"


class Coin(StrEnum):
    """Where the coin lies on a signalled card (OR-6.1)."""

    HIGH = "high"  # at the top: my highest of this suit
    ONLY = "only"  # in the middle: my only one
    LOW = "low"  # at the bottom: my lowest


class Ending(StrEnum):
    """How an attempt ended (OR-5.1)."""

    SUCCESS = "success"
    FAILED = "failed"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of an attempt: how, by which rule, after how many tricks, and the tasks that are not fulfilled.

    `failed` holds (owner, task card) pairs; `stopped` says that the crew did not play to the last card.
    """

    ending: Ending
    rule: str
    tricks: int
    failed: tuple[tuple[int, int], ...] = ()
    stopped: bool = False

    @property
    def won(self) -> bool:
        """Whether the mission succeeded."""
        return self.ending is Ending.SUCCESS


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed for a whole attempt: mission, seats and variants, and what follows from them."""

    mission: int = 1
    seats: int = DEFAULT_SEATS
    variants: frozenset[str] = frozenset()

    @property
    def goal(self) -> int:
        """The sum of difficulties to take on (OR-3.1)."""
        goal = self.mission // 2 + 1
        return max(goal - 1, 1) if self.seats == 5 else goal

    @property
    def silent(self) -> bool:
        """Whether no signals may be given: radio silence (OR-6.3) or the professional mode (OR-6.4)."""
        return self.mission in SILENT_MISSIONS or "professional" in self.variants

    @property
    def tricks(self) -> int:
        """How many tricks there are: one for each card of a hand (OR-1.3)."""
        return HAND[self.seats]

    @property
    def offer(self) -> int:
        """How many task cards are turned at first (OR-3.2, OR-7.4)."""
        return LARGE_OFFER if "eight-tasks" in self.variants else OFFER


@dataclass(frozen=True, slots=True)
class Taken:
    """A task card that a seat has taken."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that has been won: who led, the cards in the order played, who won."""

    leader: int
    cards: tuple[int, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Signal:
    """A signal given (OR-6.1) and after how many tricks. What it says stays true: hands only shrink."""

    card: int
    coin: Coin
    tricks: int


@dataclass(frozen=True, slots=True)
class Mayday:
    """A Mayday asked for (OR-7.3): by whom, the answers clockwise from the seat after, and the cards passed on by seat.

    `given` holds None for a seat that has not chosen; in a view also for the choices that are not the viewer's to know.
    """

    caller: int
    answers: tuple[bool, ...] = ()
    given: tuple[int | None, ...] = ()
    passed: bool = False  # whether the cards have moved on

    @property
    def refused(self) -> bool:
        """Whether a seat has said no."""
        return False in self.answers


@dataclass(frozen=True)
class State:
    """A position. Everything the rules need and nothing that follows from it.

    `turn` is the seat whose decision it is (while cards are passed: the first that has not chosen; None when it is over);
    `hands` the cards by seat, sorted; `open_card` lies in the middle, out of play (3 seats); `taken` tasks in the order taken,
    `offer` the open task cards, `aside` those laid aside; `tricks` won so far, `trick` the cards of the one under way, led by
    `leader`; `signals` by seat; `voids` what play has shown that a seat does not hold, a mask by seat.
    """

    setup: Setup
    deal: Deal = field(compare=False)  # where the coming cards are from; two equal positions may differ in it
    phase: Phase
    turn: int | None
    commander: int
    leader: int
    hands: tuple[tuple[int, ...], ...]
    open_card: int | None = None
    taken: tuple[Taken, ...] = ()
    offer: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    trick: tuple[int, ...] = ()
    signals: tuple[Signal | None, ...] = ()
    voids: tuple[int, ...] = ()
    mayday: Mayday | None = None
    drawn: tuple[tuple[str, tuple[int, ...]], ...] = ()  # every chance event so far, by label: what a record names
    outcome: Outcome | None = None

    @property
    def counts(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(map(len, self.hands))

    @property
    def attempts(self) -> int:
        """As how many attempts this one counts in the logbook (OR-7.2): two after a Mayday (OR-7.3)."""
        return 2 if self.mayday and self.mayday.passed else 1

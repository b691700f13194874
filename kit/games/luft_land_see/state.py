"""Luft, Land und See: the position of a war as a frozen value, its constants and its typed ends.

Seats are 0 red ("R") and 1 blue ("B"); red holds the "1st Player" card in the first battle. Stacks are indexed
`3 * seat + theater` and run from the bottom to the uncovered card; what their numbers mean stands in `cards.py`.

Memory. `traces` and `hand_traces` say what the seats remember of cards that were seen in this battle and are hidden now. They
are sets of cards (bit `c` for card `c`) for three observers, 18 bits each: red, blue, and the spectator (`LANE`). The trace
of a face-down card, of the card drawn for Reinforce or of a card in the deck holds the seen cards that, by all the observer
saw, may be it; a hand's trace those that may be in it. A card with a bit somewhere is nowhere else; a card without any is
unseen and may be any hidden one. `memory.py` keeps them; an owner's own lane is empty for cards it sees anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kit.core.deals import Deal
from kit.games.luft_land_see.cards import AIR, LAND, SEA, Ability
from kit.games.luft_land_see.rulings import DEFAULTS, Rulings

RED, BLUE = SEATS = (0, 1)
SEAT_LETTERS = "RB"
LANE = 18  # bits an observer has in a trace; the spectator is observer 2
PUBLIC = 2

HAND = 6  # LLS-1.1
LEVELS = ("standard",)
VARIANTS = ("beginner", "long")
FULL_BATTLE = 6  # LLS-3.2
WITHDRAWAL = ((6, 4, 3, 3, 2, 2, 2), (6, 6, 4, 3, 3, 2, 2))  # LLS-3.2: 1st and 2nd Player's cards, by cards left in hand
TARGET, TARGET_LONG, TARGET_BEGINNER = 12, 18, 3  # LLS-3.3, LLS-3.4
FACE_DOWN, COVERED, HELP = 2, 4, 3  # LLS-1.2; Cover Fire and Escalation; Support
BLOCKED = 3  # so many other cards and a Blockade next door destroys the fourth
LOW = 3  # the strength up to which Aerodrome serves


class Ending(StrEnum):
    """How a battle ended (LLS-3.1)."""

    FULL = "full"  # both hands empty
    WITHDRAWAL = "withdrawal"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed for a whole war: level, variants and the rulings in force."""

    level: str = "standard"
    variants: frozenset[str] = frozenset()
    rulings: Rulings = DEFAULTS

    @property
    def beginner(self) -> bool:
        """Whether a battle is worth one point (LLS-3.4)."""
        return "beginner" in self.variants

    @property
    def target(self) -> int:
        """The points that win the war (LLS-3.3, LLS-3.4)."""
        return TARGET_BEGINNER if self.beginner else TARGET_LONG if "long" in self.variants else TARGET


@dataclass(frozen=True, slots=True)
class Task:
    """An instant that waits or is being done: whose decision, which card, and the theater where that card last lay.

    A `PLAY` keeps in `theater` where the returned card lay.
    """

    ability: Ability
    seat: int
    card: int
    theater: int


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is over: who was 1st Player, who won how many points, how, and the theaters each seat controlled.

    After a withdrawal `controlled` is (0, 0) and `left` the cards in the withdrawing hand (else 0).
    """

    first: int
    winner: int
    points: int
    ending: Ending
    left: int = 0
    controlled: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a war: the winner, the final points by seat, the number of battles, and how the last one ended."""

    winner: int
    points: tuple[int, int]
    battles: int
    ending: Ending
    rule: str = "LLS-3.3"

    @property
    def won(self) -> bool:
        """Whether red (seat 0) won the war."""
        return self.winner == RED


EMPTY: tuple[tuple[int, ...], ...] = ((),) * 6
NO_TRACES = (0,) * 18


@dataclass(frozen=True)
class State:
    """A position. Everything the rules need and nothing that follows from it.

    `battle` counts from 1; `first` is the holder of the "1st Player" card; `theaters` the row from left to right; `turn` whose
    turn it is (None when the war is over), `turns` how many turns of the battle are over; `queue` the instants that wait, the
    first of them being done: then its seat decides, not `turn`; `held` the card drawn for a Reinforce that is not yet played;
    `deck` from the top; `air_drops` whose next play may go anywhere; `points` and `results` of the battles before.
    """

    setup: Setup
    deal: Deal = field(compare=False)  # where the coming cards are from; two equal positions may differ in it
    battle: int
    first: int
    theaters: tuple[int, int, int]
    turn: int | None
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...] = EMPTY
    turns: int = 0
    queue: tuple[Task, ...] = ()
    held: int | None = None
    air_drops: tuple[bool, bool] = (False, False)
    traces: tuple[int, ...] = NO_TRACES
    hand_traces: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    results: tuple[Battle, ...] = ()
    drawn: tuple[tuple[str, tuple[int, ...]], ...] = ()  # every chance event so far, by label: what a record names
    outcome: Outcome | None = None

    @property
    def decider(self) -> int | None:
        """The seat whose decision it is: of the instant being done, else of the turn; None when the war is over."""
        return self.queue[0].seat if self.queue else self.turn

    @property
    def task(self) -> Task | None:
        """The instant being done, or None where a turn is to be taken."""
        return self.queue[0] if self.queue else None


def adjacent(theaters: tuple[int, int, int], theater: int) -> tuple[int, ...]:
    """The theaters next to `theater` in the row, from the left (LLS-1.5)."""
    left, middle, right = theaters
    return (left, right) if theater == middle else (middle,)


START_ROW = (AIR, LAND, SEA)

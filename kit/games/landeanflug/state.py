"""Landeanflug: the position of a flight as a frozen value, its levels and constants.

Values of cards are 1-6 (suits never matter, LA-1.1). The marker of the axis counts from -2 (towards the pilot) over 0 to +2
(towards the copilot) (LA-1.4).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kit.core.deals import Deal

PILOT, COPILOT = 0, 1
SEATS = (PILOT, COPILOT)
LETTERS = "PC"

VALUES = range(1, 7)
COPIES = 2  # LA-1.1: each value twice a seat
HAND = 4  # LA-2.3
ROUNDS = 7  # LA-1.2
ALTITUDES = (6000, 5000, 4000, 3000, 2000, 1000, 0)
ALTITUDE_CARDS = ("KS", "KH", "KC", "KD", "QS", "QH", "QC")
BEGINS = (PILOT, COPILOT, PILOT, COPILOT, PILOT, COPILOT, PILOT)  # LA-2.4: black the pilot, red the copilot
JOKER_ROUNDS = (1, 5)  # LA-1.2: on 6000 and 2000 ft
PLANES = (0, 0, 1, 2, 1, 3, 2)  # LA-1.3: six approach cards, then the airport
AIRPORT = 6
AXIS_LIMIT = 2  # LA-3.1: three steps are a spin
MAX_COFFEE = 3  # LA-3.10
SPEED_STAY, SPEED_ONE = 4, 8  # LA-3.2: up to 4 no move, up to 8 one card

GEAR = ((1, 2), (3, 4), (5, 6))  # LA-1.5: the values each switch takes
FLAPS = ((1, 2), (2, 3), (4, 5), (5, 6))
BRAKES = (2, 4, 6)
LANDING_SPEED = (0, 2, 4, 6)  # LA-4.3: by brakes on; speed is at least 2

FIELDS = ("axis", "engines", "radio", "concentration")
SWITCHES = ("gear1", "gear2", "gear3", "flap1", "flap2", "flap3", "flap4", "brake1", "brake2", "brake3")
PLACES = FIELDS + SWITCHES
ASIDE = "aside"
CAPACITY = {"axis": (1, 1), "engines": (1, 1), "radio": (1, 2)}  # LA-1.6: by seat
CONCENTRATION_CAPACITY = 3  # LA-1.6: shared

LEVELS = ("leicht", "normal", "schwer", "profi")
VARIANTS = ("open", "stopwatch", "dice", "turbulence", "profi-both")
DENSE_ROUNDS = {"leicht": (), "normal": (2,), "schwer": (2, 4), "profi": (2,)}  # LA-6: 5000 ft is round 2, 3000 ft round 4
STOPWATCH_SECONDS = 60  # LA-7.2


class Phase(StrEnum):
    """What is to be decided."""

    PLACING = "placing"  # one card on a place (LA-2.4)
    REROLL = "reroll"  # which cards to put back (LA-3.12)
    OVER = "over"


class Ending(StrEnum):
    """How a flight ended (LA-4, LA-10.2)."""

    LANDED = "landed"
    SPIN = "spin"
    COLLISION = "collision"
    OVERSHOOT = "overshoot"
    MISSING_DUTY = "missing-duty"
    SHORT = "short"
    TOO_FAST = "too-fast"
    NOT_LANDED = "not-landed"  # a condition of LA-4.4 failed at the end of the touchdown round
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a flight: how, by which rule, in which round, and the landing conditions that failed.

    `failed` holds names out of `planes`, `gear`, `flaps`, `axis`, `speed` (LA-4.4); `data` the numbers for the sentence.
    """

    ending: Ending
    rule: str
    round: int
    failed: tuple[str, ...] = ()
    data: tuple[tuple[str, int], ...] = ()

    @property
    def won(self) -> bool:
        """Whether the flight landed."""
        return self.ending is Ending.LANDED


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed for a whole flight: level and variants, and what follows from them."""

    level: str = "leicht"
    variants: frozenset[str] = frozenset()

    @property
    def dense_rounds(self) -> tuple[int, ...]:
        """The rounds that begin with dense airspace (LA-6.2 to 6.4)."""
        return (2, 4) if self.level == "profi" and "profi-both" in self.variants else DENSE_ROUNDS[self.level]

    @property
    def turbulence(self) -> bool:
        """Whether the axis moves one step more than the difference (LA-6.6)."""
        return self.level == "profi" or "turbulence" in self.variants

    @property
    def dice(self) -> bool:
        """Whether hands are rolled instead of drawn (LA-7.3)."""
        return "dice" in self.variants

    @property
    def open(self) -> bool:
        """Whether all hands lie open (LA-7.1)."""
        return "open" in self.variants

    @property
    def stopwatch(self) -> bool:
        """Whether a minute runs from the draw (LA-7.2)."""
        return "stopwatch" in self.variants


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that lies in the cockpit in this round: whose, its printed value, the coffee spent on it (signed), and where."""

    seat: int
    card: int
    coffee: int
    place: str

    @property
    def value(self) -> int:
        """The value that counts, coffee included (LA-3.11)."""
        return self.card + self.coffee


@dataclass(frozen=True, slots=True)
class Reroll:
    """A reroll under way (LA-3.12): the cards each seat puts back, None until it has chosen."""

    caller: int
    back: tuple[tuple[int, ...] | None, tuple[int, ...] | None]


@dataclass(frozen=True)
class State:
    """A position. Everything the rules need and nothing that follows from it.

    `turn` is the seat whose card comes next (None when the flight is over); `hands` the cards by seat, sorted; `laid` this
    round's cards in order; `position` the approach cards flown (6 = the airport is the current position); `planes` by approach
    card from the start, the airport last; `gear` one flag a switch; `flaps` and `brakes` counts from the left; `coffee` waiting;
    `rerolls` jokers in the cockpit; `used` rerolls already made in this round; `speed` this round's once both engines lie.
    """

    setup: Setup
    deal: Deal = field(compare=False)  # where the coming cards are from; two equal positions may differ in it
    round: int
    phase: Phase
    turn: int | None
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    laid: tuple[Laid, ...] = ()
    axis: int = 0
    position: int = 0
    planes: tuple[int, ...] = PLANES
    gear: tuple[bool, bool, bool] = (False, False, False)
    flaps: int = 0
    brakes: int = 0
    coffee: int = 0
    rerolls: int = 0
    used: int = 0
    speed: int | None = None
    newcomer: int | None = None  # the approach card that dense airspace gave a plane in this round, from the start (LA-6.5)
    rerolled: tuple[tuple[int, int], ...] = ()  # cards put back by seat, for each reroll of this round (LA-10.7: public)
    reroll: Reroll | None = None
    drawn: tuple[tuple[str, tuple[int, ...]], ...] = ()  # every chance event so far, by label: what a record names
    outcome: Outcome | None = None

    @property
    def altitude(self) -> int:
        """The current altitude in feet; 0 in the touchdown round."""
        return ALTITUDES[self.round - 1]

    @property
    def touchdown(self) -> bool:
        """Whether this is the touchdown round (LA-4)."""
        return self.round == ROUNDS

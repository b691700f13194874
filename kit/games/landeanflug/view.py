"""Landeanflug: what a seat may know. Boards, crews, hints and logs take a `View`, never a `State`.

Public are all cards laid, the instruments and switches, how many cards each seat holds and how many it put back in a reroll
(LA-10.7). A hand is its seat's own, unless the cockpit is open (LA-7.1). What is being put back while a reroll is under way is
secret, even how many (LA-3.12: both choose secretly).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations

from kit.core.deals import Deal, Generator
from kit.games.landeanflug.rules import FULL_DECK, pool
from kit.games.landeanflug.state import ALTITUDES, ROUNDS, SEATS, Laid, Outcome, Phase, Reroll, Setup, State


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (`seat` None: a spectator). Public fields are those of `State`.

    `hands` holds each seat's cards where this seat may see them, else None; `counts` how many they are; `putting_back` this
    seat's own choice in a reroll under way; `choosing` the seats that still have to choose in it.
    """

    seat: int | None
    setup: Setup
    round: int
    phase: Phase
    turn: int | None
    hands: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    counts: tuple[int, int]
    laid: tuple[Laid, ...]
    axis: int
    position: int
    planes: tuple[int, ...]
    gear: tuple[bool, bool, bool]
    flaps: int
    brakes: int
    coffee: int
    rerolls: int
    used: int
    speed: int | None
    newcomer: int | None
    rerolled: tuple[tuple[int, int], ...]
    choosing: tuple[int, ...]
    putting_back: tuple[int, ...] | None
    outcome: Outcome | None

    @property
    def hand(self) -> tuple[int, ...]:
        """This seat's own cards, sorted; empty for a spectator."""
        return (self.hands[self.seat] or ()) if self.seat is not None else ()

    @property
    def partner(self) -> tuple[int, ...] | None:
        """The partner's cards where they lie open, else None."""
        return self.hands[1 - self.seat] if self.seat is not None else None

    @property
    def partner_count(self) -> int:
        """How many cards the partner holds."""
        return self.counts[1 - self.seat] if self.seat is not None else 0

    @property
    def altitude(self) -> int:
        """The current altitude in feet; 0 in the touchdown round."""
        return ALTITUDES[self.round - 1]

    @property
    def touchdown(self) -> bool:
        """Whether this is the touchdown round (LA-4)."""
        return self.round == ROUNDS

    @property
    def deciding(self) -> bool:
        """Whether this seat is to decide now: its card, or its part of a reroll."""
        if self.seat is None:
            return False
        return self.seat in self.choosing if self.phase is Phase.REROLL else self.seat == self.turn


def view(state: State, seat: int | None, *, reveal: bool = False) -> View:
    """What `seat` (None: a spectator) may know of `state`; `reveal` opens all hands, for looking back after a flight."""
    open_hands = reveal or state.setup.open
    hands = tuple(hand if open_hands or owner == seat else None for owner, hand in enumerate(state.hands))
    back = state.reroll.back if state.reroll else None
    return View(
        seat=seat,
        setup=state.setup,
        round=state.round,
        phase=state.phase,
        turn=state.turn,
        hands=(hands[0], hands[1]),
        counts=(len(state.hands[0]), len(state.hands[1])),
        laid=state.laid,
        axis=state.axis,
        position=state.position,
        planes=state.planes,
        gear=state.gear,
        flaps=state.flaps,
        brakes=state.brakes,
        coffee=state.coffee,
        rerolls=state.rerolls,
        used=state.used,
        speed=state.speed,
        newcomer=state.newcomer,
        rerolled=state.rerolled,
        choosing=tuple(s for s in SEATS if back[s] is None) if back else (),
        putting_back=back[seat] if back and seat is not None else None,
        outcome=state.outcome,
    )


def unseen(seen: View, seat: int) -> tuple[int, ...]:
    """The cards that `seat`'s hand and stack hold together: its twelve without those laid in this round (LA-10.6), sorted."""
    rest = Counter(FULL_DECK)
    rest.subtract([laid.card for laid in seen.laid if laid.seat == seat])
    return tuple(sorted(rest.elements()))


def as_state(seen: View) -> State:
    """A state with this view's public facts and the hands it knows; unknown hands are empty and the deal is blank.

    For asking the rules about the seat's own moves: `why_not` and `placements` look at no hidden card.
    """
    hands = (seen.hands[0] or (), seen.hands[1] or ())
    return State(
        setup=seen.setup,
        deal=Deal(),
        round=seen.round,
        phase=seen.phase,
        turn=seen.turn,
        hands=hands,
        laid=seen.laid,
        axis=seen.axis,
        position=seen.position,
        planes=seen.planes,
        gear=seen.gear,
        flaps=seen.flaps,
        brakes=seen.brakes,
        coffee=seen.coffee,
        rerolls=seen.rerolls,
        used=seen.used,
        speed=seen.speed,
        newcomer=seen.newcomer,
        rerolled=seen.rerolled,
        reroll=_pending(seen),
        outcome=seen.outcome,
    )


def _pending(seen: View) -> Reroll | None:
    if seen.phase is not Phase.REROLL:
        return None
    back: list[tuple[int, ...] | None] = [None if seat in seen.choosing else () for seat in SEATS]
    if seen.seat is not None and seen.putting_back is not None:
        back[seen.seat] = seen.putting_back
    return Reroll(seen.choosing[0], (back[0], back[1]))


def redeal(state: State, seat: int | None, rng: Generator) -> State:
    """A state that looks the same to `seat` but whose hidden cards and future draws are random: another possible world."""
    hands, back = list(state.hands), list(state.reroll.back) if state.reroll else None
    for other in SEATS:
        if other == seat:
            continue
        if not state.setup.open:
            hands[other] = _random_hand(state, other, rng)
        if back and back[other] is not None:
            size = rng.randrange(len(hands[other]) + 1)
            choices = sorted(set(combinations(hands[other], size)))
            back[other] = choices[rng.randrange(len(choices))]
    reroll = Reroll(state.reroll.caller, (back[0], back[1])) if state.reroll and back else None
    return replace(state, hands=(hands[0], hands[1]), reroll=reroll, deal=Deal(rng.randrange(1 << 63)))


def _random_hand(state: State, seat: int, rng: Generator) -> tuple[int, ...]:
    size = len(state.hands[seat])
    if state.setup.dice:
        return tuple(sorted(rng.randrange(6) + 1 for _ in range(size)))
    rest = list(pool(state, seat))
    return tuple(sorted(rest.pop(rng.randrange(len(rest))) for _ in range(size)))

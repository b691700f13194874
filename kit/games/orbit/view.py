"""Orbit: what a seat may know. Boards, crews, hints and logs take a `View`, never a `State`.

Public are tasks, tricks, signals, how many cards each seat holds, and what play has shown that a seat does not hold. A hand is
its seat's own; the cards of a Mayday are known to giver and receiver alone (OR-7.3), while they are chosen to the giver alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kit.core.deals import Deal, Generator
from kit.core.values import evolve
from kit.games.orbit.knowledge import candidates, unplayed
from kit.games.orbit.state import Mayday, Outcome, Phase, Setup, Signal, State, Taken, Trick
from kit.games.orbit.worlds import Worlds, draw_given, draw_hands

_HIDDEN = -1  # stands for a card that is not seen, where a state needs as many


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (`seat` None: a spectator). Public fields are those of `State`.

    `hands` holds each seat's cards where this seat may see them, else None; `counts` how many they are; `choosing` the seats
    that still choose a card to pass; of `mayday.given` only what this seat passed or received is filled in.
    """

    seat: int | None
    setup: Setup
    phase: Phase
    turn: int | None
    commander: int
    leader: int
    hands: tuple[tuple[int, ...] | None, ...]
    counts: tuple[int, ...]
    open_card: int | None
    taken: tuple[Taken, ...]
    offer: tuple[int, ...]
    aside: tuple[int, ...]
    tricks: tuple[Trick, ...]
    trick: tuple[int, ...]
    signals: tuple[Signal | None, ...]
    voids: tuple[int, ...]
    mayday: Mayday | None
    choosing: tuple[int, ...]
    outcome: Outcome | None

    @property
    def hand(self) -> tuple[int, ...]:
        """This seat's own cards, sorted; empty for a spectator."""
        return (self.hands[self.seat] or ()) if self.seat is not None else ()

    @property
    def deciding(self) -> bool:
        """Whether this seat is to decide now."""
        if self.seat is None:
            return False
        return self.seat in self.choosing if self.phase is Phase.PASSING else self.seat == self.turn


def view(state: State, seat: int | None, *, reveal: bool = False) -> View:
    """What `seat` (None: a spectator) may know of `state`; `reveal` opens all hands, for looking back after a mission."""
    mayday = state.mayday
    choosing: tuple[int, ...] = ()
    if mayday and mayday.given:
        before = None if seat is None else (seat - 1) % state.setup.seats
        shown = tuple(
            card if reveal or owner == seat or (mayday.passed and owner == before) else None
            for owner, card in enumerate(mayday.given)
        )
        if not mayday.passed:
            choosing = tuple(owner for owner, card in enumerate(mayday.given) if card is None)
        mayday = replace(mayday, given=shown)
    return View(
        seat=seat,
        setup=state.setup,
        phase=state.phase,
        turn=state.turn,
        commander=state.commander,
        leader=state.leader,
        hands=tuple(hand if reveal or owner == seat else None for owner, hand in enumerate(state.hands)),
        counts=state.counts,
        open_card=state.open_card,
        taken=state.taken,
        offer=state.offer,
        aside=state.aside,
        tricks=state.tricks,
        trick=state.trick,
        signals=state.signals,
        voids=state.voids,
        mayday=mayday,
        choosing=choosing,
        outcome=state.outcome,
    )


def as_state(seen: View) -> State:
    """A state with this view's public facts and the hands it knows; a hidden card is -1 and the deal is blank.

    For asking the rules about the seat's own moves and about the tasks: no hidden card is looked at.
    """
    hands = tuple((_HIDDEN,) * n if hand is None else hand for hand, n in zip(seen.hands, seen.counts, strict=True))
    return State(
        setup=seen.setup,
        deal=Deal(),
        phase=seen.phase,
        turn=seen.turn,
        commander=seen.commander,
        leader=seen.leader,
        hands=hands,
        open_card=seen.open_card,
        taken=seen.taken,
        offer=seen.offer,
        aside=seen.aside,
        tricks=seen.tricks,
        trick=seen.trick,
        signals=seen.signals,
        voids=seen.voids,
        mayday=seen.mayday,
        outcome=seen.outcome,
    )


def known_hands(seen: View) -> dict[int, tuple[int, ...]]:
    """The hands that this view shows, by seat."""
    return {seat: hand for seat, hand in enumerate(seen.hands) if hand is not None}


def passed_on(seen: View) -> dict[int, int]:
    """The card that this seat passed to the left in a Mayday, while it is still there: card and seat."""
    if seen.seat is None or not (seen.mayday and seen.mayday.passed):
        return {}
    card = seen.mayday.given[seen.seat]
    return {card: (seen.seat + 1) % seen.setup.seats} if card is not None and unplayed(seen) >> card & 1 else {}


def may_hold(seen: View) -> list[int]:
    """By seat the cards that it may hold as far as this seat can know, as a mask; its own hand is exact."""
    return candidates(seen, known_hands(seen), passed_on(seen))


def worlds(seen: View) -> Worlds:
    """All hidden hands that fit this view, each world the same (after a Mayday not weighted by the passes)."""
    return Worlds(may_hold(seen), seen.counts)


def redeal(state: State, seat: int | None, rng: Generator) -> State:
    """A state that looks the same to `seat` but whose hidden cards and future draws are random: another possible world."""
    seen = view(state, seat)
    given = seen.mayday.given if seen.mayday else ()
    passed = bool(seen.mayday and seen.mayday.passed)
    hands = draw_hands(seen, rng, known_hands(seen), given=given if passed else ())
    mayday = state.mayday
    if mayday and passed:
        mayday = replace(mayday, given=draw_given(seen, hands, rng, given))
    elif mayday and given:  # chosen, but not passed on yet
        chosen = tuple(
            None if card is None else card if owner == seat else hands[owner][rng.randrange(len(hands[owner]))]
            for owner, card in enumerate(mayday.given)
        )
        mayday = replace(mayday, given=chosen)
    return evolve(state, hands=hands, mayday=mayday, deal=Deal(rng.randrange(1 << 63)))

"""Punktlandung: what a seat may know. Boards, crews, hints and logs take a `View`, never a `State`.

Public are the target, the chain, the discard pile, what slid under the stack (PL-10.2), shown cards and what all can remember of
hands (PL-10.5). The rest of a hand is its seat's own, unless hands lie open (PL-7.1).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kit.core.deals import Deal, Generator
from kit.core.values import evolve
from kit.games.punktlandung.state import Link, Outcome, Setup, State


@dataclass(frozen=True, slots=True)
class View:
    """A position as one seat sees it (`seat` None: a spectator). Public fields are those of `State`.

    `hands` holds each seat's cards where this seat may see them, else None; `counts` how many they are; `stack_count` the cards
    of the stack, the last of them being the known `bottom`.
    """

    seat: int | None
    setup: Setup
    turn: int | None
    hands: tuple[tuple[int, ...] | None, ...]
    counts: tuple[int, ...]
    stack_count: int
    bottom: tuple[int, ...]
    known: tuple[tuple[int, ...], ...]
    discard: tuple[int, ...]
    target_cards: tuple[int, ...]
    target: int
    sum: int
    chain: tuple[Link, ...]
    shown: tuple[int | None, ...]
    signalled: tuple[bool, ...]
    misses: tuple[tuple[int, int], ...]
    hits: int
    turns: int
    spent: tuple[int, ...]
    slid: tuple[int, ...]
    outcome: Outcome | None

    @property
    def hand(self) -> tuple[int, ...]:
        """This seat's own cards, sorted; empty for a spectator."""
        return (self.hands[self.seat] or ()) if self.seat is not None else ()

    @property
    def deciding(self) -> bool:
        """Whether this seat is to move."""
        return self.seat is not None and self.seat == self.turn


_SHARED = (
    "setup",
    "turn",
    "bottom",
    "known",
    "discard",
    "target_cards",
    "target",
    "sum",
    "chain",
    "shown",
    "signalled",
    "misses",
    "hits",
    "turns",
    "spent",
    "slid",
    "outcome",
)


def view(state: State, seat: int | None, *, reveal: bool = False) -> View:
    """What `seat` (None: a spectator) may know of `state`; `reveal` opens all hands, for looking back after a game."""
    open_hands = reveal or state.setup.open
    return View(
        seat=seat,
        hands=tuple(hand if open_hands or owner == seat else None for owner, hand in enumerate(state.hands)),
        counts=tuple(map(len, state.hands)),
        stack_count=len(state.stack),
        **{name: getattr(state, name) for name in _SHARED},
    )


def known_of(seen: View, seat: int) -> tuple[int, ...]:
    """The cards of a seat that this view knows: its whole hand, or what was shown or drawn in the open."""
    hand = seen.hands[seat]
    return seen.known[seat] if hand is None else hand


def unseen(seen: View) -> tuple[int, ...]:
    """The cards this view has not located: in hidden hands or in the unknown part of the stack; sorted."""
    rest = Counter(seen.setup.deck)
    rest.subtract([*seen.discard, *seen.target_cards, *seen.bottom, *(link.card for link in seen.chain)])
    for seat in range(seen.setup.seats):
        rest.subtract(known_of(seen, seat))
    return tuple(sorted(rest.elements()))


def as_state(seen: View) -> State:
    """A state with this view's public facts and the hands it knows, for asking the rules about the seat's own moves."""
    hands = tuple(hand if hand is not None else seen.known[seat] for seat, hand in enumerate(seen.hands))
    return State(deal=Deal(), hands=hands, stack=(), **{name: getattr(seen, name) for name in _SHARED})


def redeal(state: State, seat: int | None, rng: Generator) -> State:
    """A state that looks the same to `seat` but whose hidden cards are random: another possible world."""
    hidden: list[int] = list(state.stack[: len(state.stack) - len(state.bottom)])
    kept: list[tuple[int, ...]] = []
    for owner, hand in enumerate(state.hands):
        own = owner == seat or state.setup.open
        kept.append(hand if own else state.known[owner])
        hidden += [] if own else list((Counter(hand) - Counter(state.known[owner])).elements())
    for i in range(len(hidden) - 1, 0, -1):
        j = rng.randrange(i + 1)
        hidden[i], hidden[j] = hidden[j], hidden[i]
    hands = []
    for owner, hand in enumerate(state.hands):
        missing = len(hand) - len(kept[owner])
        hands.append(tuple(sorted((*kept[owner], *hidden[:missing]))))
        hidden = hidden[missing:]
    return evolve(state, hands=tuple(hands), stack=(*hidden, *state.bottom), deal=Deal(rng.randrange(1 << 63)), drawn=())

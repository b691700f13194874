"""Punktlandung: the rules, readable beside `shared/rules/punktlandung.md`. Every rule id stands at the line that keeps it.

The decisions where the printed text is silent are PL-10 of the rules: 10.1 and 10.2 in `_reveal`, 10.3 and 10.6 in `_next`,
10.4 in `why_not`, 10.5 in `_remember` and `_hit`, 10.7 in `_finish_turn`, 10.8 in `_reveal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kit.core.deals import Deal
from kit.core.errors import OptionError, RuleError
from kit.core.values import evolve
from kit.games.punktlandung.moves import OPERATIONS, Move, Pass, Play, Resign, Show
from kit.games.punktlandung.state import (
    HAND_SIZE,
    JOKER,
    LETTERS,
    LEVELS,
    RANKS,
    VARIANTS,
    Ending,
    Link,
    Outcome,
    Setup,
    State,
)

DECK_EVENT = ("deck", 1)  # one shuffle: the hands in seat order, then the stack from the top


def start(
    *,
    level: str = "leicht",
    seats: int = 2,
    variants: Iterable[str] = (),
    deal: Deal | None = None,
    first: int = 0,
) -> State:
    """The state after the first target is revealed by seat `first` (PL-1, PL-2); OptionError for unknown options."""
    setup = setup_of(level, seats, variants)
    if not 0 <= first < seats:
        raise OptionError("unknown-seats", given=first, valid=", ".join(map(str, range(seats))))
    deal = deal or Deal()
    hands, stack, drawn = _deal(setup, deal)
    empty: tuple[tuple[int, ...], ...] = ((),) * seats
    state = State(setup, deal, first, hands, stack, known=empty, shown=(None,) * seats, signalled=(False,) * seats, drawn=drawn)
    return _reveal(state, first)


def setup_of(level: str, seats: int, variants: Iterable[str]) -> Setup:
    """Level, seats and variants as a value; OptionError, which lists the valid ones, for an unknown one."""
    chosen = frozenset(variants)
    if level not in LEVELS:
        raise OptionError("unknown-level", given=level, valid=", ".join(LEVELS))
    if seats not in HAND_SIZE:
        raise OptionError("unknown-seats", given=seats, valid=", ".join(map(str, HAND_SIZE)))
    for variant in sorted(chosen):
        if variant not in VARIANTS:
            raise OptionError("unknown-variant", given=variant, valid=", ".join(VARIANTS))
    return Setup(level, seats, chosen)


Dealt = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[tuple[str, tuple[int, ...]], ...]]


def _deal(setup: Setup, deal: Deal) -> Dealt:
    """The shuffled deck: hands (PL-1.2) and stack. A script names hands by seat and the stack from its top."""
    size, deck = setup.hand_size, setup.deck
    named: list[int | None] = []
    labels = [*LETTERS[: setup.seats], "stack"]
    sizes = [size] * setup.seats + [len(deck) - size * setup.seats]
    for label, k in zip(labels, sizes, strict=True):
        cards = deal.named(label)[:k]
        named += [*cards, *[None] * (k - len(cards))]
    label, number = DECK_EVENT
    order = deal.naming(label, named).draw(label, number, deck, len(deck))
    hands = tuple(tuple(sorted(order[seat * size : (seat + 1) * size])) for seat in range(setup.seats))
    stack = order[setup.seats * size :]
    parts = [order[seat * size : (seat + 1) * size] for seat in range(setup.seats)] + [stack]
    return hands, stack, tuple(zip(labels, parts, strict=True))


# Revealing a target (PL-2)


def digit(card: int, place: int) -> int | None:
    """What a card counts as the digit at `place` (0 the first), None where it slides under the stack (PL-2.1)."""
    if card == JOKER:
        return None
    if card <= 9:
        return card
    return None if place == 0 else 0


def _reveal(state: State, seat: int) -> State:
    """Turn the cards of the next target; what does not count slides under the stack (PL-2.1, PL-10.2).

    Small numbers (PL-7.3, PL-10.8): two digits, the first of them not 0 either. The reveal fails where a card is needed and
    none is left, or only cards that would slide for ever (PL-10.1).
    """
    piles = _Piles(state)
    cards: list[int] = []
    slid: list[int] = []
    while len(cards) < state.setup.digits:
        place = len(cards)
        if all(digit(card, place) is None for card in piles.stack):
            return _lost_at_reveal(state, piles, cards, slid)
        card, _ = piles.take()
        if digit(card, place) is None:
            piles.slide(card)
            slid.append(card)
        else:
            cards.append(card)
    target = 0
    for place, card in enumerate(cards):
        target = 10 * target + (digit(card, place) or 0)
    seats = state.setup.seats
    return evolve(
        state,
        turn=seat,
        stack=tuple(piles.stack),
        bottom=tuple(piles.bottom),
        target_cards=tuple(cards),
        target=target,
        slid=tuple(slid),
        sum=0,  # PL-2.2
        chain=(),
        shown=(None,) * seats,
        signalled=(False,) * seats,
        misses=(),
    )


class _Piles:
    """The stack with its known lower end, while cards are taken from the top and slid under it."""

    def __init__(self, state: State) -> None:
        self.stack, self.bottom = list(state.stack), list(state.bottom)

    def take(self) -> tuple[int, bool]:
        """The top card, and whether all know it: it slid under the stack before (PL-10.2)."""
        known = len(self.bottom) == len(self.stack)
        if known:
            self.bottom.pop(0)
        return self.stack.pop(0), known

    def slide(self, card: int) -> None:
        """Put a card under the stack, in the open."""
        self.stack.append(card)
        self.bottom.append(card)


def _lost_at_reveal(state: State, piles: _Piles, cards: list[int], slid: list[int]) -> State:
    state = evolve(
        state,
        stack=tuple(piles.stack),
        bottom=tuple(piles.bottom),
        target_cards=tuple(cards),
        slid=tuple(slid),
        target=0,
        chain=(),
        misses=(),
    )
    if state.setup.targets is None:
        return _end(state, Ending.ENDLESS, "PL-7.2")
    return _end(state, Ending.STACK_OUT, "PL-5.2")


# What is legal (PL-3, PL-4)


def why_not(state: State, move: Move) -> RuleError | None:
    """The first rule that `move` breaks in `state`, or None where it is legal. The seat is the one to move."""
    if state.outcome or state.turn is None:
        return RuleError("game-over", state.outcome.rule if state.outcome else "PL-5.1")
    if isinstance(move, Resign):
        return None
    if move.card not in state.hands[state.turn]:
        return RuleError("not-in-hand", "PL-3.1", card=move.card)
    if isinstance(move, Show):
        if not state.setup.signals:
            return RuleError("no-signals", "PL-6")
        if state.signalled[state.turn]:
            return RuleError("signalled", "PL-4.1", seat=LETTERS[state.turn])
        return None
    if isinstance(move, Pass):
        return None  # PL-3.1; PL-10.4: also the first turn for a target
    if move.op not in OPERATIONS:
        return RuleError("unknown-operation", "PL-3.1", op=move.op)
    if move.value != move.card if move.card != JOKER else move.value not in RANKS:
        return RuleError("card-value", "PL-1.1", card=move.card, value=move.value)
    return calculation_error(state, move.op, move.value)


def calculation_error(state: State, op: str, value: int) -> RuleError | None:
    """The rule that the calculation `sum op value` breaks now, if any (PL-3.2, PL-3.3, PL-7.3)."""
    if state.setup.small and op not in "+-":
        return RuleError("small-operation", "PL-7.3", op=op)
    if not state.chain and op != "+":
        return RuleError("first-adds", "PL-3.3", op=op)
    if op == "-" and value > state.sum:
        return RuleError("below-zero", "PL-3.2", sum=state.sum, value=value)
    if op == ":" and state.sum % value:
        return RuleError("remainder", "PL-3.2", sum=state.sum, value=value, rest=state.sum % value)
    return None


def calculate(total: int, op: str, value: int) -> int:
    """`total op value`; division is exact where `why_not` allows it. There is no upper limit (PL-3.2)."""
    if op == "+":
        return total + value
    if op == "-":
        return total - value
    return total * value if op == "x" else total // value


def possible(total: int, op: str, value: int) -> bool:
    """Whether `total op value` is a whole number >= 0 (PL-3.2)."""
    return not (op == "-" and value > total) and not (op == ":" and total % value)


def legal_moves(state: State) -> Sequence[Move]:
    """Every legal move of the seat to move, each once: plays, passes, the signal, resigning."""
    if state.turn is None:
        return []
    cards = sorted(set(state.hands[state.turn]))
    moves: list[Move] = []
    for card in cards:
        for value in RANKS if card == JOKER else (card,):
            moves += [Play(card, op, value) for op in OPERATIONS if calculation_error(state, op, value) is None]
    moves += [Pass(card) for card in cards]
    if state.setup.signals and not state.signalled[state.turn]:
        moves += [Show(card) for card in cards]
    moves.append(Resign())
    return moves


# What a move does


def apply(state: State, move: Move) -> State:
    """The state after `move`; raises the rule it breaks. The input is never changed."""
    if error := why_not(state, move):
        raise error
    assert state.turn is not None
    seat = state.turn
    if isinstance(move, Resign):
        return _end(state, Ending.RESIGNED, "PL-5.2")
    if isinstance(move, Show):  # it stays part of the hand (PL-4.1), and others may remember it (PL-10.5)
        known = state.known if move.card in state.known[seat] else _at(state.known, seat, (*state.known[seat], move.card))
        return evolve(state, shown=_at(state.shown, seat, move.card), signalled=_at(state.signalled, seat, True), known=known)
    before = state.sum
    state = _without_card(state, seat, move.card)
    if isinstance(move, Pass):
        misses = (*state.misses, (seat, before))
        return _finish_turn(evolve(state, discard=(*state.discard, move.card), misses=misses), seat)
    total = calculate(state.sum, move.op, move.value)
    link = Link(seat, move.card, move.op, move.value, total)
    state = evolve(state, sum=total, chain=(*state.chain, link))
    if total == state.target:
        return _hit(state, seat)
    return _finish_turn(evolve(state, misses=(*state.misses, (seat, before))), seat)


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it lasts."""
    return state.outcome


def _at(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _without_card(state: State, seat: int, card: int) -> State:
    """The card leaves the hand; where one of this rank lies open or is known, it is that one."""
    hand, known = list(state.hands[seat]), list(state.known[seat])
    hand.remove(card)
    if card in known:
        known.remove(card)
    shown = _at(state.shown, seat, None) if state.shown[seat] == card else state.shown
    return evolve(
        state,
        hands=_at(state.hands, seat, tuple(hand)),
        known=_at(state.known, seat, tuple(known)),
        shown=shown,
        turns=state.turns + 1,
    )


def _draw(state: State, seat: int) -> State:
    """Back to the full hand if the stack has cards (PL-3.1). A card from the known end of the stack is known (PL-10.2)."""
    if not state.stack or len(state.hands[seat]) >= state.setup.hand_size:
        return state
    piles = _Piles(state)
    card, known = piles.take()
    return evolve(
        state,
        stack=tuple(piles.stack),
        bottom=tuple(piles.bottom),
        hands=_at(state.hands, seat, tuple(sorted((*state.hands[seat], card)))),
        known=_at(state.known, seat, (*state.known[seat], card)) if known else state.known,
    )


def _hit(state: State, seat: int) -> State:
    """Sum equals target (PL-3.4): chain and target go to the discard pile, shown cards back to their hands (PL-4.1)."""
    spent = state.turns - sum(state.spent)
    hits = state.hits + 1
    cleared = (*state.discard, *(link.card for link in state.chain), *state.target_cards)
    if hits == state.setup.targets:  # PL-5.1, PL-10.3: at once
        return _end(evolve(state, hits=hits, spent=(*state.spent, spent)), Ending.WON, "PL-5.1")
    state = _draw(state, seat)  # PL-10.3: the seat that hits draws first
    state = evolve(state, hits=hits, spent=(*state.spent, spent), discard=cleared, chain=(), target_cards=(), target=0, sum=0)
    if state.setup.targets is None and not state.stack:  # PL-10.7
        return _end(state, Ending.ENDLESS, "PL-7.2")
    return _reveal(state, (seat + 1) % state.setup.seats)


def _finish_turn(state: State, seat: int) -> State:
    """Draw, then the next seat that has cards (PL-3.1, PL-10.6); without one the game is over (PL-5.2)."""
    state = _draw(state, seat)
    if state.setup.targets is None and not state.stack:  # PL-10.7: hands are not played out
        return _end(state, Ending.ENDLESS, "PL-7.2")
    seats = state.setup.seats
    for step in range(1, seats + 1):
        following = (seat + step) % seats
        if state.hands[following]:
            return evolve(state, turn=following)
    return _end(state, Ending.HANDS_OUT, "PL-5.2")


def _end(state: State, ending: Ending, rule: str) -> State:
    return evolve(state, outcome=Outcome(ending, rule, state.hits), turn=None)

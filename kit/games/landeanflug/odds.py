"""Landeanflug: exact probabilities of what is hidden, from what a seat may know.

Every hidden hand that fits the facts counts the same: the partner's hand is a draw without replacement from the cards of his
twelve that do not lie in this round (LA-2.3, LA-10.6), or dice (LA-7.3), or known where the cockpit is open (LA-7.1). What
play suggests beyond that is no fact; it belongs to the crew's diary.

All probabilities are fractions. `value` is the value of one's own card with its coffee, `coffee` what the partner may still
spend on his answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache

from kit.chance.counting import Hand, hands, rolls
from kit.chance.distributions import Distribution
from kit.games.landeanflug.rules import axis_after, moves_at
from kit.games.landeanflug.state import AIRPORT, AXIS_LIMIT, HAND, LANDING_SPEED, PILOT, VALUES
from kit.games.landeanflug.view import View, unseen

SPIN = AXIS_LIMIT + 1


def partner_hands(seen: View) -> Distribution[Hand]:
    """Every hand the partner may hold, sorted, with its probability."""
    seat = _own(seen)
    if seen.partner is not None:
        return Distribution({seen.partner: 1})
    if seen.setup.dice:
        return rolls(len(VALUES), seen.partner_count)
    return hands(unseen(seen, 1 - seat), seen.partner_count)


def _own(seen: View) -> int:
    if seen.seat is None:
        raise ValueError("a spectator has no partner")
    return seen.seat


def holds(seen: View, values: Collection[int]) -> Fraction:
    """P(the partner holds at least one of `values`)."""
    wanted = set(values)
    return partner_hands(seen).p(lambda hand: not wanted.isdisjoint(hand))


def holds_each(seen: View) -> dict[int, Fraction]:
    """For each value 1-6: P(the partner holds it)."""
    return {value: holds(seen, [value]) for value in VALUES}


def reachable(hand: Hand, coffee: int) -> frozenset[int]:
    """The values that some card of a hand can have with up to `coffee` coffees (LA-3.11)."""
    return frozenset(value for value in VALUES if any(abs(value - card) <= coffee for card in hand))


def laid_value(seen: View, seat: int, place: str) -> int | None:
    """The value that a seat has on `place` in this round, or None."""
    return next((laid.value for laid in seen.laid if laid.seat == seat and laid.place == place), None)


# The axis


def marker(seen: View, own: int, partner: int) -> int:
    """Where the marker stands after both axis cards: -3 (spin) ... 3 (spin) (LA-3.1, LA-6.6)."""
    pilot, copilot = (own, partner) if seen.seat == PILOT else (partner, own)
    return max(-SPIN, min(SPIN, axis_after(seen.axis, pilot, copilot, seen.setup.turbulence)))


def best_tilt(seen: View, value: int, coffee: int = 0) -> Distribution[int]:
    """How far from the centre the partner's best answer to an axis card of `value` leaves the marker: 0, 1, 2 or 3 (spin).

    Where his axis card lies already, that card is the answer.
    """
    partner = 1 - _own(seen)
    lies = laid_value(seen, partner, "axis")
    if lies is not None:
        return Distribution({abs(marker(seen, value, lies)): 1})
    return _answers(seen, coffee).map(lambda values: min((abs(marker(seen, value, v)) for v in values), default=SPIN))


def can_answer(seen: View, value: int, coffee: int = 0) -> dict[int, Fraction]:
    """P(the partner can leave the marker at most 0, 1, 2 steps from the centre) after an axis card of `value`."""
    tilt = best_tilt(seen, value, coffee)
    return {steps: tilt.p(lambda t, most=steps: t <= most) for steps in range(AXIS_LIMIT + 1)}  # type: ignore[misc]


def axis_any(seen: View, value: int) -> Distribution[int]:
    """Where the marker goes if the partner answers with any of his cards, each as likely: -3 ... 3."""
    return _any_card(seen, "axis").map(lambda card: marker(seen, value, card))


# Speed


def result(seen: View, speed: int) -> str:
    """What a speed does: `stay`, `one`, `two`, `collision`, `overshoot`; at touchdown `allowed` or `too-fast` (LA-3.2 to 4.3)."""
    if seen.touchdown:
        return "allowed" if speed <= LANDING_SPEED[seen.brakes] else "too-fast"
    moves, position = moves_at(speed, sum(seen.gear), seen.flaps), seen.position
    for _ in range(moves):
        if position == AIRPORT:
            return "overshoot"
        if seen.planes[position]:
            return "collision"
        position += 1
    return ("stay", "one", "two")[moves]


def speed_any(seen: View, value: int) -> Distribution[int]:
    """The speed if the partner answers an engine card of `value` with any of his cards, each as likely: 2 ... 12."""
    return _any_card(seen, "engines").map(lambda card: value + card)


def results_any(seen: View, value: int) -> Distribution[str]:
    """The consequence (`result`) of the speed if the partner answers with any of his cards, each as likely."""
    return speed_any(seen, value).map(lambda speed: result(seen, speed))


def can_reach(seen: View, value: int, wanted: Collection[str], coffee: int = 0) -> Fraction:
    """P(the partner can answer an engine card of `value` so that the consequence is one of `wanted`)."""
    lies = laid_value(seen, 1 - _own(seen), "engines")
    if lies is not None:
        return Fraction(int(result(seen, value + lies) in wanted))
    return _answers(seen, coffee).p(lambda values: any(result(seen, value + v) in wanted for v in values))


def _answers(seen: View, coffee: int) -> Distribution[frozenset[int]]:
    """The values that the partner can lay, hand by hand. Depends on few facts, so it is kept between questions."""
    if seen.partner is not None or seen.setup.dice:
        return partner_hands(seen).map(lambda hand: reachable(hand, coffee))
    return _card_answers(unseen(seen, 1 - _own(seen)), seen.partner_count, coffee)


@cache
def _card_answers(stack: Hand, size: int, coffee: int) -> Distribution[frozenset[int]]:
    return hands(stack, size).map(lambda hand: reachable(hand, coffee))


def _any_card(seen: View, place: str) -> Distribution[int]:
    """The partner's card on axis or engines: the one that lies, else any card of his hand (each card not seen is as likely)."""
    lies = laid_value(seen, 1 - _own(seen), place)
    if lies is not None:
        return Distribution({lies: 1})
    if seen.partner is not None:
        return Distribution.uniform(seen.partner)
    return Distribution.uniform(VALUES if seen.setup.dice else unseen(seen, 1 - _own(seen)))


# Rerolls


def after_reroll(seen: View, back: Collection[int], wanted: Callable[[Hand], bool]) -> Fraction:
    """P(`wanted` holds for one's own hand after putting back the cards `back` and drawing as many) (LA-3.12)."""
    seat = _own(seen)
    kept = Counter(seen.hand)
    kept.subtract(back)
    if min(kept.values(), default=0) < 0:
        raise ValueError(f"{tuple(back)} is not all in the hand {seen.hand}")
    stay = tuple(sorted(kept.elements()))
    stack = Counter(unseen(seen, seat))
    stack.subtract(stay)
    drawn = rolls(len(VALUES), len(back)) if seen.setup.dice else hands(stack.elements(), len(back))
    return drawn.p(lambda new: wanted(tuple(sorted((*stay, *new)))))


def holds_after_reroll(seen: View, back: Collection[int], values: Collection[int]) -> Fraction:
    """P(one's own hand has at least one of `values` after putting back `back`)."""
    return after_reroll(seen, back, lambda hand: not set(values).isdisjoint(hand))


def partner_after_reroll(seen: View, values: Collection[int], returned: int) -> Fraction:
    """P(the partner has at least one of `values` after he put back `returned` cards that were none of them).

    His other cards are as before; he keeps every card of `values` that he has.
    """
    wanted = set(values)
    count = min(returned, HAND, seen.partner_count)

    def hits(hand: Hand) -> Fraction:
        if not wanted.isdisjoint(hand) or count == 0:
            return Fraction(int(not wanted.isdisjoint(hand)))
        stack = Counter(unseen(seen, 1 - _own(seen)))
        stack.subtract(hand[count:])
        drawn = rolls(len(VALUES), count) if seen.setup.dice else hands(stack.elements(), count)
        return drawn.p(lambda new: not wanted.isdisjoint(new))

    return sum((p * hits(hand) for hand, p in partner_hands(seen).items()), Fraction(0))

"""Orbit: exact probabilities of the hidden cards, from what a seat may know, and what a signal tells.

Every distribution of the hidden cards that fits the facts (own hand, voids shown, signals, the king of the commander, the own
part of a Mayday) counts the same; they are counted, not drawn (`worlds.py`). What play suggests beyond that is no fact; it
belongs in the diary of the crew. After a Mayday the passes that lead to a distribution are its weight (OR-7.3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import log2

from kit.games.orbit.knowledge import beats, winning
from kit.games.orbit.moves import Show
from kit.games.orbit.state import KINGS_SUIT, SUIT, SUIT_MASKS, Signal
from kit.games.orbit.view import View, known_hands, passed_on
from kit.games.orbit.worlds import Worlds, weighted

MOST_LATER = 3  # with more seats to come `stands` takes too long for a table (81 countings)
Places = Mapping[int, tuple[Fraction, ...]]


@lru_cache(maxsize=32)
def cases(seen: View) -> tuple[tuple[int, Worlds], ...]:
    """The worlds that fit this view, in cases with a weight for each of their worlds."""
    passed = seen.mayday is not None and seen.mayday.passed
    given = seen.mayday.given if seen.mayday and passed else ()
    return tuple(weighted(seen, known_hands(seen), passed_on(seen), given))


def ways(seen: View) -> int:
    """How many distributions of the hidden cards fit this view (after a Mayday: weighted by the passes)."""
    return sum(weight * worlds.total for weight, worlds in cases(seen))


@lru_cache(maxsize=32)
def where(seen: View) -> Places:
    """For each card that is in a hand: by seat the probability that it lies there. ValueError where nothing fits the view."""
    if not (total := ways(seen)):
        raise ValueError("no hands fit this view")
    found: dict[int, list[Fraction]] = {}
    for weight, worlds in cases(seen):
        for cards, numbers in worlds.numbers():
            shares = [Fraction(weight * n, len(cards) * total) for n in numbers]
            for card in cards:
                before = found.get(card, [Fraction(0)] * len(shares))
                found[card] = [p + share for p, share in zip(before, shares, strict=True)]
    return {card: tuple(shares) for card, shares in sorted(found.items())}


def ways_without(seen: View, denied: Mapping[int, int]) -> int:
    """The same as `ways` where by seat some cards (a mask) are not held."""
    total = 0
    for weight, worlds in cases(seen):
        own = [0] * len(worlds.counts)
        for group, cards in worlds.groups:
            for seat in range(len(own)):
                if group >> seat & 1:
                    own[seat] |= sum(1 << card for card in cards if not denied.get(seat, 0) >> card & 1)
        if weight:
            total += weight * Worlds(own, worlds.counts).total
    return total


def has_none(seen: View, seat: int, cards: int) -> Fraction:
    """P(a seat holds none of these cards, a mask)."""
    return Fraction(ways_without(seen, {seat: cards}), ways(seen))


def is_out_of(seen: View, seat: int, suit: int) -> Fraction:
    """P(a seat has no card of a suit; 4: no king)."""
    return has_none(seen, seat, SUIT_MASKS[suit])


def later(seen: View) -> int:
    """How many seats play after this one in the trick under way."""
    return seen.setup.seats - 1 - len(seen.trick)


def stands(seen: View, card: int) -> Fraction:
    """P(no seat still to play can take the trick from `card`, once this seat has laid it).

    A seat cannot where it must follow and holds nothing higher, or has neither the suit nor a king. Where the card does not win
    the trick so far it is 0.
    """
    trick = (*seen.trick, card)
    if trick[winning(trick)] != card:
        return Fraction(0)
    led, seats = SUIT[trick[0]], seen.setup.seats
    others = [(seen.leader + i) % seats for i in range(len(trick), seats)]
    higher = sum(1 << other for other in range(52) if SUIT[other] == led and beats(other, card))
    suit, kings = SUIT_MASKS[led], SUIT_MASKS[KINGS_SUIT] if led != KINGS_SUIT else 0
    if SUIT[card] == KINGS_SUIT != led:  # trumped already: only a higher king takes it, from a seat that need not follow
        higher, kings = 0, sum(1 << other for other in range(52) if SUIT[other] == KINGS_SUIT and other > card)
    total = 0
    for chosen in product(
        range(3), repeat=len(others)
    ):  # nothing higher, less those out of the suit, plus those without kings too
        sign = (-1) ** chosen.count(1)
        denied = {seat: (higher, suit, suit | kings)[how] for seat, how in zip(others, chosen, strict=True)}
        total += sign * ways_without(seen, denied)
    return Fraction(total, ways(seen))


# Signals


def before(seen: View, seat: int) -> View:
    """The same view as if `seat` had given no signal."""
    return replace(seen, signals=tuple(None if i == seat else signal for i, signal in enumerate(seen.signals)))


def after(seen: View, seat: int, shown: Show) -> View:
    """The same view once `seat` has given a signal."""
    signal = Signal(shown.card, shown.coin, len(seen.tricks))
    return replace(seen, signals=tuple(signal if i == seat else each for i, each in enumerate(seen.signals)))


def public(seen: View) -> View:
    """What a spectator knows of the same table."""
    mayday = seen.mayday and replace(seen.mayday, given=(None,) * len(seen.mayday.given))
    return replace(seen, seat=None, hands=(None,) * seen.setup.seats, mayday=mayday)


def bits_between(many: int, few: int) -> float:
    """How many bits it tells when `few` of `many` equally likely possibilities are left; 0 for nothing new."""
    return log2(many) - log2(few)


def bits_told(seen: View, seat: int) -> float:
    """How many bits the signal that `seat` gave tells this viewer, beside all else that is known now."""
    return bits_between(ways(before(seen, seat)), ways(seen))


def bits_to_tell(seen: View, shown: Show) -> float:
    """How many bits a signal of this seat's would tell a spectator: what all others learn at least about."""
    if seen.seat is None:
        raise ValueError("a spectator gives no signal")
    outside = public(seen)
    return bits_between(ways(outside), ways(after(outside, seen.seat, shown)))

"""Luft, Land und See: what the seats remember of cards that were seen and are hidden now (see `state.py` for the sets).

Every function takes the two fields, `traces` by card and `hand_traces` by seat, and returns them anew. Only a few cards a
battle are seen and hidden again, so mostly there is nothing to do.
"""

from __future__ import annotations

from kit.games.luft_land_see.cards import DECK
from kit.games.luft_land_see.state import LANE, PUBLIC, SEATS

Memory = tuple[tuple[int, ...], tuple[int, int]]

LANES = (*SEATS, PUBLIC)
EVERYBODY = tuple(sum(1 << (card + LANE * lane) for lane in LANES) for card in DECK)
_LANE_MASK = (1 << LANE) - 1


def lane(trace: int, observer: int) -> int:
    """The set of cards that one observer's lane of a trace holds."""
    return trace >> (LANE * observer) & _LANE_MASK


def cards_in(seen: int) -> tuple[int, ...]:
    """The cards of a set, sorted."""
    return tuple(card for card in DECK if seen >> card & 1)


def _with(traces: tuple[int, ...], card: int, trace: int) -> tuple[int, ...]:
    return traces if traces[card] == trace else (*traces[:card], trace, *traces[card + 1 :])


def _hand(hand_traces: tuple[int, int], seat: int, trace: int) -> tuple[int, int]:
    return (trace, hand_traces[1]) if seat == 0 else (hand_traces[0], trace)


def shown(memory: Memory, card: int, trace: int) -> Memory:
    """A card is seen by all; `trace` is what was said of its place before. It is nowhere else, so its bits go everywhere."""
    traces, hands = memory
    if not trace:
        return memory
    rest = ~EVERYBODY[card]
    return tuple(0 if i == card else seen & rest for i, seen in enumerate(traces)), (hands[0] & rest, hands[1] & rest)


def hidden(memory: Memory, card: int) -> Memory:
    """A card that all see turns face down where it lies, or goes under the deck: everybody knows which it is."""
    return _with(memory[0], card, EVERYBODY[card]), memory[1]


def played_face_down(memory: Memory, seat: int, card: int) -> Memory:
    """A hand card goes face down on the table: it may be any that the hand might have held."""
    traces, hands = memory
    return (_with(traces, card, hands[seat]), hands) if hands[seat] else memory


def emptied(memory: Memory, seat: int) -> Memory:
    """A hand without cards holds none."""
    traces, hands = memory
    return (traces, _hand(hands, seat, 0)) if hands[seat] else memory


def known_to(memory: Memory, seat: int, card: int) -> Memory:
    """A card goes face down under the deck, and `seat` alone knows which it is."""
    traces, hands = memory
    own = _LANE_MASK << (LANE * seat)
    return _with(traces, card, traces[card] & ~own | 1 << (card + LANE * seat)), hands


def returned(memory: Memory, seat: int, card: int) -> Memory:
    """A face-down card goes back to its owner's hand."""
    traces, hands = memory
    if not traces[card]:
        return memory
    return _with(traces, card, 0), _hand(hands, seat, hands[seat] | traces[card])

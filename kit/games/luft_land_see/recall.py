"""Luft, Land und See: what the seats remember, kept beside an array of `model.py`.

The same sets as `memory.py` keeps for the readable engine, as one array: 18 traces by card, then the two hands'. A lane is 18
bits: red, blue, the spectator (see `state.py`). Written for `kit.core.compiled`, so that batches remember as play does.
"""

from __future__ import annotations

from kit.core.compiled import Ints, compiled
from kit.games.luft_land_see.cards import DOWN
from kit.games.luft_land_see.model import (
    COUNTS,
    FLIP,
    HEIGHT,
    HELD,
    IMPROVISE,
    PUT,
    RETURN,
    SIZES,
    STACKS,
    TRANSFER,
    decider,
    destroyed,
)

HAND_TRACES = 18  # by card before, by seat from here
ROOM = 20
LANE_MASK = (1 << 18) - 1
EVERYBODY = 1 | 1 << 18 | 1 << 36  # times the set of a card: that card in all three lanes


@compiled
def remember(s: Ints, seen: Ints, move: int) -> None:
    """What a legal move shows and hides, written into `seen`; `s` is the position before the move."""
    seat = decider(s)
    if move < FLIP:
        card, up = move % 54 // 3, move < IMPROVISE
        if up:
            _shown(seen, card, seen[HAND_TRACES + seat] & (EVERYBODY << card))
        elif seen[HAND_TRACES + seat]:
            seen[card] = seen[HAND_TRACES + seat]  # it may be any that the hand might have held
        if s[COUNTS + seat] == 1:
            seen[HAND_TRACES + seat] = 0
        if destroyed(s, move % 3, up):
            if up:
                seen[card] = EVERYBODY << card
            else:
                _known_to(seen, seat, card)
    elif move < PUT:
        at = 3 * (seat if move < FLIP + 3 else 1 - seat) + move % 3
        card = s[STACKS + at * HEIGHT + s[SIZES + at] - 1]
        if card < DOWN:
            seen[card] = EVERYBODY << card
        else:
            _shown(seen, card - DOWN, seen[card - DOWN])
    elif move < TRANSFER:
        if destroyed(s, move % 3, False):
            _known_to(seen, seat, s[HELD])
    elif RETURN <= move < RETURN + 54:
        place = move - RETURN
        card = s[STACKS + (3 * seat + place // 18) * HEIGHT + place % 18] - DOWN
        seen[HAND_TRACES + seat] |= seen[card]
        seen[card] = 0


@compiled
def _shown(seen: Ints, card: int, trace: int) -> None:
    """A card that all see is nowhere else."""
    if trace:
        rest = ~(EVERYBODY << card)
        for i in range(ROOM):
            seen[i] &= rest
        seen[card] = 0


@compiled
def _known_to(seen: Ints, seat: int, card: int) -> None:
    """`seat` alone knows which card went under the deck."""
    own = LANE_MASK << 18 * seat
    seen[card] = (seen[card] & ~own) | 1 << (card + 18 * seat)

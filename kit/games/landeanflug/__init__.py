"""Landeanflug: two pilots land an airliner without a word. The rules: `shared/rules/landeanflug.md`."""

from __future__ import annotations

from collections import Counter

from kit.core.game import Game
from kit.games.landeanflug import moves, notation, rules, state, view
from kit.games.landeanflug.state import SEATS, State


def _deciders(now: State) -> tuple[int, ...]:
    if now.outcome:
        return ()
    if now.reroll:
        return tuple(seat for seat in SEATS if now.reroll.back[seat] is None)
    return () if now.turn is None else (now.turn,)


def _cards(now: State) -> Counter[tuple[int, int]]:
    """All cards by seat and value: hand, laid and stack. The stack is what is left of the twelve, so a card too many shows.

    None where dice are rolled instead (LA-7.3).
    """
    count: Counter[tuple[int, int]] = Counter()
    if now.setup.dice:
        return count
    for seat in SEATS:
        held = [*now.hands[seat], *(laid.card for laid in now.laid if laid.seat == seat)]
        stack = Counter(rules.FULL_DECK)
        stack.subtract(held)
        for value in held:
            count[seat, value] += 1
        for value, copies in stack.items():
            count[seat, value] += max(copies, 0)
    return count


def _briefing(now: State) -> int | None:
    """The round, as long as no card of it lies and no reroll was made (LA-2.2)."""
    fresh = not now.laid and not now.used and not now.reroll and not now.outcome
    return now.round if fresh and sum(map(len, now.hands)) == 2 * state.HAND else None


GAME = Game(
    id="landeanflug",
    prefix="LA",
    letters=state.LETTERS,
    seats=(2,),
    levels=state.LEVELS,
    variants=state.VARIANTS,
    crews=("house", "random"),
    state_type=State,
    start=rules.start,
    legal_moves=rules.legal_moves,
    why_not=rules.why_not,
    apply=rules.apply,
    outcome=rules.outcome,
    view=view.view,
    redeal=view.redeal,
    deciders=_deciders,
    counted=moves.counted,
    parse_move=moves.parse_move,
    drawn=lambda now: now.drawn,
    cards=_cards,
    parse_deal=notation.parse_deal,
    deal_lines=notation.deal_lines,
    position=notation.position,
    position_fields=notation.position_fields,
    briefing=_briefing,
    public_moves=notation.public_moves,
    reveals=lambda before, after: len(after.drawn) != len(before.drawn),
    talk_rule="LA-5.1",
)

__all__ = ["GAME"]

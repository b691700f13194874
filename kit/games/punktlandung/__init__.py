"""Punktlandung: a team hits three-digit targets with plus, minus, times and divided by. Rules: `shared/rules/punktlandung.md`."""

from __future__ import annotations

from collections import Counter

from kit.core.game import Game
from kit.games.punktlandung import moves, notation, rules, state, view
from kit.games.punktlandung.state import HAND_SIZE, State


def _cards(now: State) -> Counter[int]:
    """All cards: hands, stack, discard pile, target and chain."""
    count = Counter([*now.stack, *now.discard, *now.target_cards, *(link.card for link in now.chain)])
    for hand in now.hands:
        count.update(hand)
    return count


def _reveals(before: State, after: State) -> bool:
    """A card drawn or turned, or one that was shown."""
    return after.stack != before.stack or (after.shown != before.shown and after.turn == before.turn)


GAME = Game(
    id="punktlandung",
    prefix="PL",
    letters=state.LETTERS,
    seats=tuple(HAND_SIZE),
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
    deciders=lambda now: () if now.turn is None else (now.turn,),
    counted=moves.counted,
    parse_move=moves.parse_move,
    drawn=lambda now: now.drawn,
    cards=_cards,
    parse_deal=notation.parse_deal,
    deal_lines=notation.deal_lines,
    position=notation.position,
    position_fields=notation.position_fields,
    briefing=lambda now: None,
    public_moves=notation.public_moves,
    reveals=_reveals,
    talk_rule="PL-4.2",
)

__all__ = ["GAME"]

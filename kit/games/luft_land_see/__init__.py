"""Luft, Land und See: two commanders fight for three theaters with six cards each. Rules: `shared/rules/luft_land_see.md`."""

from __future__ import annotations

from collections import Counter

from kit.core.game import Game
from kit.games.luft_land_see import moves, notation, positions, rules, state, view
from kit.games.luft_land_see.cards import DOWN
from kit.games.luft_land_see.state import State


def _cards(now: State) -> Counter[int]:
    """All cards: on the table, in hands and deck, and the one drawn for Reinforce."""
    count = Counter([card % DOWN for stack in now.stacks for card in stack])
    for pile in (*now.hands, now.deck, () if now.held is None else (now.held,)):
        count.update(pile)
    return count


def _reveals(before: State, after: State) -> bool:
    """A card turned up that lay face down, a card drawn or destroyed, or a new battle."""
    down = {card - DOWN for stack in before.stacks for card in stack if card >= DOWN}
    up = {card for stack in after.stacks for card in stack if card < DOWN}
    return bool(down & up) or before.deck != after.deck or before.battle != after.battle


GAME = Game(
    id="luft_land_see",
    prefix="LLS",
    letters=state.SEAT_LETTERS,
    seats=(2,),
    levels=state.LEVELS,
    variants=state.VARIANTS,
    crews=("house", "greedy", "random"),
    state_type=State,
    start=rules.start,
    legal_moves=rules.legal_moves,
    why_not=rules.why_not,
    apply=rules.apply,
    outcome=rules.outcome,
    view=view.view,
    redeal=view.redeal,
    deciders=lambda now: () if now.decider is None else (now.decider,),
    counted=moves.counted,
    parse_move=moves.parse_move,
    drawn=lambda now: now.drawn,
    cards=_cards,
    parse_deal=notation.parse_deal,
    deal_lines=notation.deal_lines,
    position=positions.position,
    position_fields=notation.position_fields,
    briefing=lambda now: None,
    public_moves=notation.public_moves,
    reveals=_reveals,
    talk_rule="",  # nothing forbids talk: the two are opponents
)

__all__ = ["GAME"]

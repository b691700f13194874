"""Orbit: a crew takes tricks and fulfils tasks together, almost without a word. The rules: `shared/rules/orbit.md`."""

from __future__ import annotations

from collections import Counter

from kit.core.game import Game
from kit.games.orbit import moves, notation, rules, state, view
from kit.games.orbit.state import TASK_DECK, State


def _cards(now: State) -> Counter[tuple[str, int]]:
    """All cards of both decks: hands, tricks, the open card; tasks taken, offered, laid aside and in the stack."""
    count = Counter(("card", card) for hand in now.hands for card in hand)
    count.update(("card", card) for trick in now.tricks for card in trick.cards)
    count.update(("card", card) for card in now.trick)
    if now.open_card is not None:
        count["card", now.open_card] += 1
    turned = [*now.offer, *now.aside, *(each.card for each in now.taken)]
    count.update(("task", card) for card in turned)
    count.update(("task", card) for card in TASK_DECK if card not in turned)
    return count


def _reveals(before: State, after: State) -> bool:
    """A card played, signalled, passed on or turned."""
    return (before.hands, before.signals, before.drawn) != (after.hands, after.signals, after.drawn)


GAME = Game(
    id="orbit",
    prefix="OR",
    letters=state.LETTERS,
    seats=state.SEATS,
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
    deciders=rules.deciders,
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
    talk_rule="OR-6.2",
    usual_seats=state.DEFAULT_SEATS,
    further_level=rules.is_level,
    seat_of=rules.seat_of,
)

__all__ = ["GAME"]

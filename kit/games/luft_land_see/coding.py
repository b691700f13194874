"""Luft, Land und See: between the readable engine's values and the arrays and numbers of `model.py`."""

from __future__ import annotations

from kit.core.compiled import Ints, ints
from kit.games.luft_land_see import model
from kit.games.luft_land_see.cards import DOWN, HIDDEN, STRENGTH, Ability
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Move, Pass, Reinforce, Return, Transfer
from kit.games.luft_land_see.state import State

KINDS = {
    Ability.AIR_DROP: model.DROP_TASK,
    Ability.MANEUVER: model.MANEUVER_TASK,
    Ability.REINFORCE: model.REINFORCE_TASK,
    Ability.AMBUSH: model.AMBUSH_TASK,
    Ability.DISRUPT: model.DISRUPT_TASK,
    Ability.ANSWER: model.ANSWER_TASK,
    Ability.TRANSPORT: model.TRANSPORT_TASK,
    Ability.REDEPLOY: model.REDEPLOY_TASK,
    Ability.PLAY: model.PLAY_TASK,
}


def encode(state: State) -> Ints:
    """The battle of a state as an array of `model.py`; of cards that are `HIDDEN` only how many there are."""
    s = ints(model.SIZE)
    s[model.TURN], s[model.FIRST], s[model.TURNS] = state.turn or 0, state.first, state.turns
    s[model.MIDDLE], s[model.HELD] = state.theaters[1], -1 if state.held is None else state.held
    for seat in (0, 1):
        s[model.HANDS + seat] = sum(1 << card for card in state.hands[seat] if card != HIDDEN)
        s[model.COUNTS + seat] = len(state.hands[seat])
        s[model.DROPS + seat] = int(state.air_drops[seat])
    for card in range(DOWN):
        s[model.WHERE + card] = -1
    for at, stack in enumerate(state.stacks):
        s[model.SIZES + at] = len(stack)
        for i, card in enumerate(stack):
            s[model.STACKS + at * model.HEIGHT + i] = card
            if card != HIDDEN:
                s[model.WHERE + card % DOWN] = at
            if card < DOWN:
                s[model.UP] |= 1 << card
                s[model.PRINTED + at] += STRENGTH[card]
            else:
                s[model.DOWNS + at] += 1
    for i, card in enumerate(state.deck):
        s[model.DECK + i] = card
    s[model.DECK_TAIL] = len(state.deck)
    for i, task in enumerate(state.queue):
        s[model.QUEUE + i] = ((KINDS[task.ability] * 2 + task.seat) * 18 + task.card) * 3 + task.theater
    s[model.QUEUE_TAIL] = len(state.queue)
    return s


def decode_move(move: int) -> Move:
    """The move that a number of `model.py` stands for."""
    if move < model.IMPROVISE:
        return Deploy(move // 3, move % 3)
    if move < model.FLIP:
        return Improvise((move - model.IMPROVISE) // 3, move % 3)
    if move < model.PUT:
        return Flip(move >= model.FLIP + 3, move % 3)
    if move < model.TRANSFER:
        return Reinforce(move - model.PUT)
    if move < model.RETURN:
        place = (move - model.TRANSFER) // 3
        return Transfer(place // 18, place % 18 + 1, move % 3)
    if move < model.PASS:
        place = move - model.RETURN
        return Return(place // 18, place % 18 + 1)
    return Pass()

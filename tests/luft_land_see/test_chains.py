"""No chain of abilities is endless (argued in `abilities.py`): what the argument needs, and a search for long ones."""

from __future__ import annotations

import random

from lls_states import at

from kit.core.deals import Deal
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.cards import AMBUSH, DECK, DISRUPT, INSTANTS, Ability
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Return, Withdraw
from kit.games.luft_land_see.state import State

FLIPPERS = [card for card in DECK if INSTANTS.get(card) in (Ability.MANEUVER, Ability.AMBUSH, Ability.DISRUPT)]


def test_there_are_five_cards_that_flip_and_one_gives_two_flips():
    assert len(FLIPPERS) == 5 and {AMBUSH, DISRUPT} < set(FLIPPERS)
    state = at("stack R air A6; stack B air A5; hand R L5 L2; hand B S1 S2")
    assert len(rules.apply(state, Deploy(DISRUPT, 1)).queue) == 2
    assert len(rules.apply(state, Deploy(AMBUSH, 1)).queue) == 1


def greedy_for_length(state: State, rng: random.Random):
    """The choice that keeps the chain alive: turn an instant up, return an instant and play it face up, else at random."""
    best, found = -1.0, None
    for move in rules.legal_moves(state):
        if isinstance(move, Withdraw):
            continue
        after = rules.closing(state, move)
        score = len(after.queue) + 0.5 * isinstance(move, Return) + rng.random() * 0.4
        if isinstance(move, Flip):  # what is face down can come up again
            score += 0.3 * sum(card + 18 in stack for card in FLIPPERS for stack in after.stacks)
        if isinstance(move, Improvise):
            score += 0.8 * (move.card in INSTANTS)
        if score > best:
            best, found = score, move
    assert found is not None
    return found


def test_even_the_longest_chains_are_short():
    """Play that lays instants face down and turns them up whenever it can: no turn takes more than some twenty decisions."""
    rng, longest = random.Random(2), 0
    for seed in range(150):
        state = rules.start(deal=Deal(seed))
        while not state.results:
            length, turns = 0, state.turns
            while state.turns == turns and not state.results:
                state, length = rules.apply(state, greedy_for_length(state, rng)), length + 1
            longest = max(longest, length)
    assert 6 <= longest <= 25, longest

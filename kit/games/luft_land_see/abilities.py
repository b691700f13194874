"""Luft, Land und See: the instants: when they trigger, how they wait, what each may choose and does (LLS-2, LLS-4, LLS-5).

The queue holds them in the order they triggered (LLS-4.3). `settle` brings the first one that needs a decision to the front:
it does what needs none (Air Drop, Reinforce's draw) and drops what is impossible (LLS-4.2). A Disrupt is two decisions in a
row, its owner's and the opponent's, so whatever they reveal waits behind both (LLS-5.55).

No chain is endless. Look at a long chain inside one turn: a card is turned up (by a flip, or played by Redeploy) and down
(by a flip) alternately, so to turn a card up k times takes k-1 flips down and k flips up less its plays by Redeploy. Maneuver
and Ambush give one flip each time they come up, Disrupt two (one for either seat), all others none; Redeploy gives at most one
play. With m ups of Maneuvers and Ambush, d of Disrupt, r of Redeploy and n of the others, flips given are m + 2d plus those
that waited at first, flips used at least 2(m + d + r + n) less the plays (at most r + 1) and one a card: hence m + r + 2n is
bounded by a constant. And of Disrupt's two flips one is the other seat's, on its own cards, never on Disrupt; it is among
those counted, or lapses and gives nothing: so d is bounded as well. (Property test: `tests/luft_land_see/test_chains.py`.)
"""

from __future__ import annotations

from functools import cache

from kit.core.errors import RuleError
from kit.core.values import evolve
from kit.games.luft_land_see import memory
from kit.games.luft_land_see.cards import AMBUSH, DOWN, INSTANTS, NAMES, OPTIONAL, THEATER_NAMES, THEATERS, Ability
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Move, Pass, Reinforce, Return, Transfer, Withdraw
from kit.games.luft_land_see.state import SEATS, State, Task, adjacent

_flip, _transfer, _return, _reinforce = cache(Flip), cache(Transfer), cache(Return), cache(Reinforce)
_PASS = Pass()
ANSWERS = {  # the kind of move that each ability asks for
    Ability.MANEUVER: Flip,
    Ability.AMBUSH: Flip,
    Ability.DISRUPT: Flip,
    Ability.ANSWER: Flip,
    Ability.REINFORCE: Reinforce,
    Ability.TRANSPORT: Transfer,
    Ability.REDEPLOY: Return,
}


def trigger(state: State, card: int, seat: int, theater: int) -> State:
    """The state with the instant of a card that came face up at `theater` waiting last; ongoing cards need nothing (LLS-4.1)."""
    ability = INSTANTS.get(card)
    if ability is None:
        return state
    queue = (*state.queue, Task(ability, seat, card, theater))
    if ability is Ability.DISRUPT:  # its owner first, then the opponent
        queue = (*queue, Task(Ability.ANSWER, 1 - seat, card, theater))
    return evolve(state, queue=queue)


def settle(state: State) -> State:
    """The state with the next instant that needs a decision in front; what needs none is done, the impossible lapses."""
    while state.queue:
        task = state.queue[0]
        if _lapsed(state, task):
            state = evolve(state, queue=state.queue[1:])
        elif task.ability is Ability.AIR_DROP:
            drops = (True, state.air_drops[1]) if task.seat == 0 else (state.air_drops[0], True)
            state = evolve(state, air_drops=drops, queue=state.queue[1:])
        elif task.ability is Ability.REINFORCE and state.held is None:  # draw first, then choose (LLS-5.67)
            return evolve(state, held=state.deck[0], deck=state.deck[1:])
        else:
            break
    return state


def _lapsed(state: State, task: Task) -> bool:
    """Whether the ability in front is impossible now (LLS-4.2) or, by a ruling, lost with its card (LLS-4.6)."""
    stacks, own = state.stacks, state.stacks[3 * task.seat : 3 * task.seat + 3]
    begun = task.ability in (Ability.PLAY, Ability.ANSWER) or state.held is not None  # runs to its end (LLS-4.2)
    if not begun and not state.setup.rulings.waiting_instants_stay and not any(task.card in stack for stack in stacks):
        return True
    match task.ability:
        case Ability.MANEUVER:  # LLS-5.48
            return not any(stacks[t] or stacks[3 + t] for t in adjacent(state.theaters, where(state, task)))
        case Ability.AMBUSH:
            alone = state.setup.rulings.ambush_alone_flips_itself or sum(map(len, stacks)) > 1  # LLS-5.50
            return not (any(stacks) and (alone or not any(AMBUSH in stack for stack in stacks)))
        case Ability.DISRUPT | Ability.ANSWER | Ability.TRANSPORT:  # LLS-5.54
            return not any(own)
        case Ability.REDEPLOY:  # LLS-5.62
            return not any(card >= DOWN for stack in own for card in stack)
        case Ability.REINFORCE:  # LLS-5.69
            return state.held is None and not state.deck
    return False


def where(state: State, task: Task) -> int:
    """The theater where the card of an instant lies now, face up or down, or else where it last lay (LLS-5.47)."""
    for at, stack in enumerate(state.stacks):
        if task.card in stack or task.card + DOWN in stack:
            return at % 3
    return task.theater


# What an ability may choose


def choices(state: State, task: Task) -> list[Move]:
    """The legal moves for the ability in front."""
    own = 3 * task.seat
    stacks = state.stacks
    moves: list[Move] = []
    match task.ability:
        case Ability.MANEUVER:
            near = adjacent(state.theaters, where(state, task))
            moves += [_flip(opp, t) for opp in (False, True) for t in near if stacks[_side(task.seat, opp) + t]]
        case Ability.AMBUSH:
            moves += [_flip(opp, t) for opp in (False, True) for t in THEATERS if stacks[_side(task.seat, opp) + t]]
        case Ability.DISRUPT | Ability.ANSWER:
            moves += [_flip(False, t) for t in THEATERS if stacks[own + t]]
        case Ability.REINFORCE:
            moves += [_reinforce(t) for t in adjacent(state.theaters, where(state, task))]
        case Ability.TRANSPORT:
            for t in THEATERS:
                for place in range(1, len(stacks[own + t]) + 1):
                    moves += [_transfer(t, place, to) for to in THEATERS if to != t]
        case Ability.REDEPLOY:
            for t in THEATERS:
                moves += [_return(t, place) for place, card in enumerate(stacks[own + t], 1) if card >= DOWN]
    if task.ability in OPTIONAL:
        moves.append(_PASS)
    return moves


def _side(seat: int, opp: bool) -> int:
    """The index of a side's first stack, seen from `seat`."""
    return 3 * (1 - seat) if opp else 3 * seat


def why_not(state: State, task: Task, move: Move) -> RuleError | None:
    """The first rule that `move` breaks while this ability (any but a play) is being done."""
    ability = NAMES[task.card]
    if isinstance(move, Withdraw):
        return RuleError("withdraw-inside", "LLS-5.71", ability=ability)
    if isinstance(move, Deploy | Improvise):
        return RuleError("ability-first", "LLS-4.3", ability=ability)
    if isinstance(move, Pass):
        return None if task.ability in OPTIONAL else RuleError("must", "LLS-4.2", ability=ability)
    if not isinstance(move, ANSWERS[task.ability]):
        return RuleError("other-ability", "LLS-4.2", ability=ability)
    if isinstance(move, Flip):
        return _why_no_flip(state, task, move)
    if isinstance(move, Reinforce):
        near = move.theater in adjacent(state.theaters, where(state, task))
        return None if near else RuleError("not-adjacent", "LLS-1.5", ability=ability, theater=THEATER_NAMES[move.theater])
    stack = state.stacks[3 * task.seat + move.theater]
    if move.place > len(stack):
        return RuleError("no-card-there", "LLS-4.4", theater=THEATER_NAMES[move.theater], n=len(stack), place=move.place)
    if isinstance(move, Transfer):
        return RuleError("same-theater", "LLS-4.4", theater=THEATER_NAMES[move.to]) if move.to == move.theater else None
    if stack[move.place - 1] < DOWN:
        return RuleError("not-face-down", "LLS-5.62", card=NAMES[stack[move.place - 1]])
    return None


def _why_no_flip(state: State, task: Task, move: Flip) -> RuleError | None:
    ability, theater = NAMES[task.card], THEATER_NAMES[move.theater]
    if task.ability in (Ability.DISRUPT, Ability.ANSWER) and move.opp:
        return RuleError("own-card-only", "LLS-4.4", ability=ability)
    if task.ability is Ability.MANEUVER and move.theater not in adjacent(state.theaters, where(state, task)):
        return RuleError("not-adjacent", "LLS-5.46", ability=ability, theater=theater)
    if not state.stacks[_side(task.seat, move.opp) + move.theater]:
        return RuleError("nothing-to-flip", "LLS-5.52", theater=theater)
    return None


# What it does


def do(state: State, move: Move) -> State:
    """The state after a legal choice for the ability in front, which is over then (Redeploy: its play comes next)."""
    task = state.queue[0]
    state = evolve(state, queue=state.queue[1:])
    if isinstance(move, Flip):
        return flip(state, _side(task.seat, move.opp) + move.theater, task.seat)
    if isinstance(move, Transfer):
        return _move(state, 3 * task.seat + move.theater, move.place - 1, 3 * task.seat + move.to)
    if isinstance(move, Return):
        return _take_back(state, task, move)
    return state  # Pass


def flip(state: State, at: int, by: int) -> State:
    """A stack's uncovered card turned over by a seat: up, its ability triggers; down, it stops and nothing does (LLS-4.1)."""
    card = state.stacks[at][-1]
    turned = card + DOWN if card < DOWN else card - DOWN
    stacks = (*state.stacks[:at], (*state.stacks[at][:-1], turned), *state.stacks[at + 1 :])
    remembered = (state.traces, state.hand_traces)
    if card < DOWN:
        return evolve(state, stacks=stacks, traces=memory.hidden(remembered, card)[0])
    traces, hands = memory.shown(remembered, turned, state.traces[turned])
    owner = at // 3 if state.setup.rulings.owner_uses_flipped else by  # LLS-4.5
    return trigger(evolve(state, stacks=stacks, traces=traces, hand_traces=hands), turned, owner, at % 3)


def _move(state: State, at: int, index: int, to: int) -> State:
    """Transport: the card keeps its facing and its side, comes on top, and nothing reacts, as it is not played (LLS-4.4)."""
    stacks = list(state.stacks)
    card = stacks[at][index]
    stacks[at] = stacks[at][:index] + stacks[at][index + 1 :]
    stacks[to] = (*stacks[to], card)
    return evolve(state, stacks=tuple(stacks))


def _take_back(state: State, task: Task, move: Return) -> State:
    """Redeploy: the card goes to the hand, and its owner must play one now, before anything that waits (LLS-4.3)."""
    seat, at = task.seat, 3 * task.seat + move.theater
    stack = state.stacks[at]
    card = stack[move.place - 1] - DOWN
    stacks = (*state.stacks[:at], stack[: move.place - 1] + stack[move.place :], *state.stacks[at + 1 :])
    hands = [tuple(sorted((*hand, card))) if owner == seat else hand for owner, hand in zip(SEATS, state.hands, strict=True)]
    traces, hand_traces = memory.returned((state.traces, state.hand_traces), seat, card)
    return evolve(
        state,
        stacks=stacks,
        hands=(hands[0], hands[1]),
        traces=traces,
        hand_traces=hand_traces,
        queue=(Task(Ability.PLAY, seat, task.card, move.theater), *state.queue),
    )

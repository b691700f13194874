"""Luft, Land und See: the course of a war, readable beside `shared/rules/luft_land_see.md`; the rule ids stand at their lines.

Here: start, what a turn may be, playing a card, the end of battles and of the war. What instants ask and do is in
`abilities.py`, strengths in `strengths.py`, memory in `memory.py`; the INF decisions are switches in `rulings.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from kit.core.deals import Deal, DealError
from kit.core.errors import OptionError, RuleError
from kit.core.values import evolve
from kit.games.luft_land_see import abilities, memory
from kit.games.luft_land_see.cards import (
    AERODROME,
    AIR_DROP,
    BLOCKADE,
    COLOUR,
    CONTAINMENT,
    DECK,
    DOWN,
    NAMES,
    STRENGTH,
    THEATER_NAMES,
    THEATERS,
    Ability,
)
from kit.games.luft_land_see.moves import Deploy, Improvise, Move, Reinforce, Withdraw
from kit.games.luft_land_see.rulings import DEFAULTS, Rulings
from kit.games.luft_land_see.state import (
    BLOCKED,
    EMPTY,
    FULL_BATTLE,
    HAND,
    LEVELS,
    LOW,
    NO_TRACES,
    RED,
    SEAT_LETTERS,
    SEATS,
    VARIANTS,
    WITHDRAWAL,
    Battle,
    Ending,
    Outcome,
    Setup,
    State,
    adjacent,
)
from kit.games.luft_land_see.strengths import controllers

# Chance events: their labels (as records name them) and numbers (see kit.core.deals).
THEATERS_EVENT = ("theaters", 0)


def battle_events(battle: int) -> tuple[tuple[str, int], ...]:
    """Labels and numbers of a battle's draws: red's hand, blue's hand, the deck from the top."""
    names = (*SEAT_LETTERS, "deck")
    return tuple((f"{battle} {name}", 4 * battle + i) for i, name in enumerate(names))


class CardError(DealError):
    """A script names a card that cannot be drawn there; the card by its name."""

    @property
    def game(self) -> str:
        """Whose part of the catalogue has the sentence."""
        return "luft_land_see"


def draw(deal: Deal, event: tuple[str, int], pool: Sequence[int], k: int) -> tuple[int, ...]:
    """`k` cards of the pool as the deal has them; CardError where its script names impossible ones."""
    try:
        return deal.draw(*event, pool, k)
    except DealError as error:
        card = error.data.get("card")
        names = {} if card is None else {"card": NAMES[card] if card in DECK else str(card)}
        raise CardError(error.code, **{**error.data, **names}) from error


# Start of the war and of a battle (LLS-1.1, LLS-3.3)


def start(
    *,
    level: str = "standard",
    seats: int = 2,
    variants: Iterable[str] = (),
    deal: Deal | None = None,
    rulings: Rulings = DEFAULTS,
) -> State:
    """The first state of a war; raises OptionError for an unknown level, variant or number of seats."""
    if seats != len(SEATS):
        raise OptionError("unknown-seats", given=seats, valid=str(len(SEATS)))
    setup, chance = setup_of(level, variants, rulings), deal or Deal()
    left, middle, right = row = chance.draw(*THEATERS_EVENT, THEATERS, len(THEATERS))
    drawn = ((THEATERS_EVENT[0], row),)
    return _begin_battle(State(setup, chance, 1, RED, (left, middle, right), RED, ((), ()), (), drawn=drawn))


def setup_of(level: str, variants: Iterable[str], rulings: Rulings = DEFAULTS) -> Setup:
    """Level, variants and rulings as a value; raises OptionError, which lists the valid ones, for an unknown one."""
    chosen = frozenset(variants)
    if level not in LEVELS:
        raise OptionError("unknown-level", given=level, valid=", ".join(LEVELS))
    for variant in sorted(chosen):
        if variant not in VARIANTS:
            raise OptionError("unknown-variant", given=variant, valid=", ".join(VARIANTS))
    return Setup(level, chosen, rulings)


def _begin_battle(state: State) -> State:
    """All 18 cards shuffled, six to each hand, the rest is the deck; the 1st Player begins (LLS-1.1)."""
    events = battle_events(state.battle)
    named = [[card for card in state.deal.named(label) if card is not None] for label, _ in events]
    piles: list[tuple[int, ...]] = []
    for i, event in enumerate(events):  # what a script names for a later pile stays out of the earlier ones
        gone = {card for pile in piles for card in pile} | {card for later in named[i + 1 :] for card in later}
        piles.append(draw(state.deal, event, [card for card in DECK if card not in gone], HAND))
    red, blue, deck = piles
    return evolve(
        state,
        turn=state.first,
        turns=0,
        hands=(tuple(sorted(red)), tuple(sorted(blue))),
        deck=deck,
        stacks=EMPTY,
        traces=NO_TRACES,
        hand_traces=(0, 0),
        air_drops=(False, False) if state.setup.rulings.air_drop_ends_with_battle else state.air_drops,  # LLS-5.32
        drawn=state.drawn + tuple((label, pile) for (label, _), pile in zip(events, piles, strict=True)),
    )


# What is legal


def why_not(state: State, move: Move) -> RuleError | None:
    """The first rule that `move` breaks in `state`, or None where it is legal."""
    if state.outcome:
        return RuleError("game-over", state.outcome.rule, n=state.outcome.battles)
    task = state.task
    if task and task.ability is not Ability.PLAY:
        return abilities.why_not(state, task, move)
    if isinstance(move, Deploy):
        return _why_not_deploy(state, move)
    if isinstance(move, Improvise):
        return None if move.card in _hand(state) else RuleError("not-in-hand", "LLS-1.2", card=NAMES[move.card])
    if task:  # Redeploy's play is a must, and no withdrawal (LLS-5.64)
        rule = "LLS-5.64" if isinstance(move, Withdraw) else "LLS-4.2"
        return RuleError("must-play", rule, ability=NAMES[task.card])
    if isinstance(move, Withdraw):
        # LLS-1.2; with an empty hand there is no turn to take (LLS-3.2)
        return None if _hand(state) else RuleError("nothing-left", "LLS-3.2")
    return RuleError("no-ability", "LLS-1.2")


def _hand(state: State) -> tuple[int, ...]:
    seat = state.decider
    assert seat is not None
    return state.hands[seat]


def _why_not_deploy(state: State, move: Deploy) -> RuleError | None:
    seat = state.decider
    assert seat is not None
    card, theater = move.card, move.theater
    if card not in state.hands[seat]:
        return RuleError("not-in-hand", "LLS-1.2", card=NAMES[card])
    if COLOUR[card] == theater or air_drop_waits(state, seat):  # any strength (LLS-5.27)
        return None
    if not lies_open(state, AERODROME, seat):  # owner only, covered too, not face down (LLS-5.23 to LLS-5.25)
        return RuleError("wrong-theater", "LLS-1.2", card=NAMES[card], home=THEATER_NAMES[COLOUR[card]])
    if STRENGTH[card] > LOW:  # printed strength (LLS-5.22)
        return RuleError("too-strong", "LLS-5.22", card=NAMES[card], n=STRENGTH[card], most=LOW)
    return None


def lies_open(state: State, card: int, seat: int) -> bool:
    """Whether a seat's card lies face up, covered or not (LLS-4.1)."""
    own = state.stacks[3 * seat : 3 * seat + 3]
    return card in own[0] or card in own[1] or card in own[2]


def air_drop_waits(state: State, seat: int) -> bool:
    """Whether the seat's play that comes now may go to any theater by Air Drop."""
    rulings = state.setup.rulings
    if not state.air_drops[seat]:
        return False
    if not rulings.air_drop_serves_redeploy and state.queue:  # LLS-5.31
        return False
    return rulings.air_drop_outlives_card or lies_open(state, AIR_DROP, seat)  # LLS-5.29


def legal_moves(state: State) -> Sequence[Move]:
    """Every legal move, each once: plays and the withdrawal, or what the instant that is being done asks for."""
    if state.outcome:
        return []
    task = state.task
    if task and task.ability is not Ability.PLAY:
        return abilities.choices(state, task)
    seat = state.decider
    assert seat is not None
    anywhere, low = air_drop_waits(state, seat), lies_open(state, AERODROME, seat)
    moves: list[Move] = []
    for card in state.hands[seat]:
        if anywhere or (low and STRENGTH[card] <= LOW):
            moves += [deploy(card, theater) for theater in THEATERS]
        else:
            moves.append(deploy(card, COLOUR[card]))
        moves += [improvise(card, theater) for theater in THEATERS]
    if not task and state.hands[seat]:
        moves.append(_WITHDRAW)
    return moves


deploy, improvise = cache(Deploy), cache(Improvise)  # equal moves are one value: made once
_WITHDRAW = Withdraw()


# What a move does


def apply(state: State, move: Move) -> State:
    """The state after `move`; raises the rule it breaks. The input is never changed."""
    after = closing(state, move)
    if isinstance(move, Withdraw):
        return _withdraw(after)
    return after if after.queue else _end_turn(after)


def closing(state: State, move: Move) -> State:
    """The state right after `move`, before a battle that it ended is scored: what the table shows at its end.

    Where the battle goes on it is the same as `apply`'s, but for whose turn it is. Raises the rule that the move breaks.
    """
    if error := why_not(state, move):
        raise error
    if isinstance(move, Withdraw):
        return state
    seat = state.decider
    assert seat is not None
    if isinstance(move, Deploy | Improvise):
        state = _play(state, seat, move.card, move.theater, isinstance(move, Deploy))
    elif isinstance(move, Reinforce):
        state = _reinforce(state, seat, move.theater)
    else:
        state = abilities.do(state, move)
    return abilities.settle(state)


def _play(state: State, seat: int, card: int, theater: int, face_up: bool) -> State:
    """A hand card comes on top of one's own stack (LLS-1.3), or is destroyed as it is played (LLS-4.4)."""
    redeploy = state.task  # a play that is not a turn of its own ends its Redeploy
    hand = state.hands[seat]
    at = hand.index(card)
    hand = hand[:at] + hand[at + 1 :]
    remembered = (state.traces, state.hand_traces)
    if face_up:
        remembered = memory.shown(remembered, card, remembered[1][seat] & memory.EVERYBODY[card])
    else:
        remembered = memory.played_face_down(remembered, seat, card)
    if not hand:
        remembered = memory.emptied(remembered, seat)
    changes: dict[str, Any] = {
        "hands": (hand, state.hands[1]) if seat == RED else (state.hands[0], hand),
        "traces": remembered[0],
        "hand_traces": remembered[1],
        "queue": state.queue[1:],  # what the card triggers waits behind the others (LLS-4.3)
    }
    needed = face_up and COLOUR[card] != theater and not (STRENGTH[card] <= LOW and lies_open(state, AERODROME, seat))
    if _uses_air_drop(state, seat, needed, redeploy is not None):
        changes["air_drops"] = _without_air_drop(state, seat)
    counted_still = redeploy and redeploy.theater == theater and not state.setup.rulings.blockade_counts_after_return  # LLS-5.21
    return _lay(state, changes, seat, card, theater, face_up, 1 if counted_still else 0)


def _uses_air_drop(state: State, seat: int, needed: bool, in_redeploy: bool) -> bool:
    """Whether a play uses the seat's Air Drop up, which serves once (LLS-5.26): any play of its owner (LLS-5.28, LLS-5.31)."""
    rulings = state.setup.rulings
    if not state.air_drops[seat] or (in_redeploy and not rulings.air_drop_serves_redeploy):
        return False
    return needed or rulings.air_drop_any_play


def _without_air_drop(state: State, seat: int) -> tuple[bool, bool]:
    return (False, state.air_drops[1]) if seat == RED else (state.air_drops[0], False)


def _reinforce(state: State, seat: int, theater: int) -> State:
    """The card that was drawn is played face down (LLS-4.4: by the normal rules, so it can be destroyed)."""
    card = state.held
    assert card is not None
    changes: dict[str, Any] = {"held": None, "queue": state.queue[1:], "traces": state.traces}
    if state.setup.rulings.air_drop_used_by_reinforce and _uses_air_drop(state, seat, False, False):  # LLS-5.33
        changes["air_drops"] = _without_air_drop(state, seat)
    return _lay(state, changes, seat, card, theater, False, 0)


def _lay(state: State, changes: dict[str, Any], seat: int, card: int, theater: int, face_up: bool, more: int) -> State:
    """A played card on the table or, destroyed, under the deck, beside the other `changes` of its play.

    `more` other cards are counted beside those that lie at the theater.
    """
    if is_destroyed(state, theater, face_up, more):
        remembered = (changes["traces"], state.hand_traces)
        remembered = memory.hidden(remembered, card) if face_up else memory.known_to(remembered, seat, card)
        return evolve(state, **{**changes, "deck": (*state.deck, card), "traces": remembered[0]})
    at, stacks = 3 * seat + theater, state.stacks
    changes["stacks"] = (*stacks[:at], (*stacks[at], card if face_up else card + DOWN), *stacks[at + 1 :])
    state = evolve(state, **changes)
    return abilities.trigger(state, card, seat, theater) if face_up else state


def is_destroyed(state: State, theater: int, face_up: bool, more: int = 0) -> bool:
    """Whether a card played at `theater` now is destroyed: face down by Containment, as the fourth one by Blockade."""
    stacks = state.stacks
    if not face_up and any(CONTAINMENT in stack for stack in stacks):  # whoever plays (LLS-5.1, LLS-5.2)
        return True
    if len(stacks[theater]) + len(stacks[3 + theater]) + more < BLOCKED:  # both sides together
        return False
    neighbours = adjacent(state.theaters, theater)
    return any(BLOCKADE in stacks[i] or BLOCKADE in stacks[3 + i] for i in neighbours)


# The end of a turn, of a battle and of the war (LLS-3)


def outcome(state: State) -> Outcome | None:
    """How the war ended, or None while it lasts."""
    return state.outcome


def withdrawal_points(setup: Setup, first: bool, left: int) -> int:
    """What the opponent scores when the 1st Player (`first`) or the other withdraws with `left` cards (LLS-3.2, LLS-3.4)."""
    return 1 if setup.beginner else WITHDRAWAL[0 if first else 1][left]


def _end_turn(state: State) -> State:
    """The other seat's turn; when both hands are empty, the battle is scored (LLS-3.1)."""
    assert state.turn is not None
    turns, other = state.turns + 1, 1 - state.turn
    if state.hands[other]:
        return evolve(state, turns=turns, turn=other)
    if state.hands[state.turn]:  # hands are uneven in made-up positions only
        return evolve(state, turns=turns)
    held = controllers(state)
    controlled = (held.count(0), held.count(1))
    return _score(state, Battle(state.first, int(controlled[1] > controlled[0]), _full_points(state), Ending.FULL, 0, controlled))


def _full_points(state: State) -> int:
    return 1 if state.setup.beginner else FULL_BATTLE  # LLS-3.2, LLS-3.4


def _withdraw(state: State) -> State:
    """The opponent scores by the withdrawing player's own commander card and hand (LLS-3.2)."""
    assert state.turn is not None
    left = len(state.hands[state.turn])
    points = withdrawal_points(state.setup, state.turn == state.first, left)
    return _score(state, Battle(state.first, 1 - state.turn, points, Ending.WITHDRAWAL, left))


def _score(state: State, battle: Battle) -> State:
    """The winner takes the points; at the target the war ends, else the next battle begins (LLS-3.2, LLS-3.3)."""
    points = list(state.points)
    points[battle.winner] += battle.points
    left, middle, right = state.theaters
    state = evolve(state, points=(points[0], points[1]), results=(*state.results, battle), queue=(), held=None)
    if points[battle.winner] >= state.setup.target:
        end = Outcome(battle.winner, state.points, state.battle, battle.ending)
        return evolve(state, outcome=end, turn=None)
    # boards one place to the right, the rightmost to the far left; commander cards exchanged
    return _begin_battle(evolve(state, battle=state.battle + 1, first=1 - state.first, theaters=(right, left, middle)))

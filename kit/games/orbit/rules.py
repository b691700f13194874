"""Orbit: the rules, readable beside `shared/rules/orbit.md`. Every rule id stands at the line that keeps it.

Decisions where the text is silent: the question for a Mayday may be put once a mission, whatever the answer (OR-7.3); a crew may
give an attempt up at any time, which counts as failed; where the task deck is used up see `draft.go_on`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from kit.cards import code
from kit.core.deals import Deal
from kit.core.errors import OptionError, RuleError
from kit.core.values import evolve
from kit.games.orbit import draft
from kit.games.orbit.knowledge import winning
from kit.games.orbit.moves import Answer, Ask, Give, Move, Play, Resign, Show, Stop, Take
from kit.games.orbit.state import (
    DEFAULT_SEATS,
    KINGS_SUIT,
    LETTERS,
    LEVELS,
    MAX_MISSION,
    SEATS,
    SUIT,
    VARIANTS,
    Coin,
    Ending,
    Mayday,
    Outcome,
    Phase,
    Setup,
    Signal,
    State,
    Trick,
)
from kit.games.orbit.status import prospect
from kit.games.orbit.tasks import fulfilled, task

SUIT_CODES = "CDHSK"


def setup_of(level: str, seats: int, variants: Iterable[str]) -> Setup:
    """Mission, seats and variants as a value; raises OptionError, which lists the valid ones, for unknown ones."""
    if seats not in SEATS:  # OR-1.1
        raise OptionError("unknown-seats", given=seats, valid=", ".join(map(str, SEATS)))
    if not is_level(level):
        raise OptionError("unknown-level", given=level, valid=f"{', '.join(LEVELS)}, 21, 22 …")
    chosen = frozenset(variants)
    for variant in sorted(chosen):
        if variant not in VARIANTS:
            raise OptionError("unknown-variant", given=variant, valid=", ".join(VARIANTS))
    return Setup(int(level), seats, chosen)


def is_level(level: str) -> bool:
    """Whether `level` is a mission's number; they go on past 20 (OR-3.1)."""
    return level.isascii() and level.isdigit() and level[0] != "0" and len(level) <= 4 and int(level) <= MAX_MISSION


def start(*, level: str = LEVELS[0], seats: int = DEFAULT_SEATS, variants: Iterable[str] = (), deal: Deal | None = None) -> State:
    """The state after the deal and the first offer; OptionError for an unknown mission, number of seats or variant."""
    return draft.begin(setup_of(level, seats, variants), deal or Deal())


# What is legal


def seat_of(state: State, move: Move) -> int | None:
    """Whose move it is: of the seat whose decision it is, of the holder of the card; None where it is nobody's or the crew's."""
    if isinstance(move, Show | Give):
        return next((seat for seat, hand in enumerate(state.hands) if move.card in hand), None)
    if isinstance(move, Ask):
        return move.seat
    return None if isinstance(move, Stop | Resign) else state.turn


def deciders(state: State) -> tuple[int, ...]:
    """The seats whose decision it is: one, or while cards are passed all that have not chosen (OR-7.3)."""
    if state.phase is Phase.PASSING and state.mayday:
        return tuple(seat for seat, card in enumerate(state.mayday.given) if card is None)
    return () if state.turn is None else (state.turn,)


def why_not(state: State, move: Move) -> RuleError | None:
    """The first rule that `move` breaks in `state`, or None where it is legal."""
    if isinstance(move, Play) and state.phase is Phase.PLAYING:
        return _why_not_play(state, move.card)
    if state.outcome:
        return RuleError("game-over", state.outcome.rule, n=state.outcome.tricks)
    if isinstance(move, Resign):
        return None
    if isinstance(move, Take) and state.phase is Phase.DRAFT:
        assert state.turn is not None
        return draft.why_not_take(state, state.turn, move.card)
    if isinstance(move, Answer) and state.phase is Phase.ASKING:
        return None
    if isinstance(move, Give) and state.phase is Phase.PASSING:
        return _why_not_give(state, move)
    if isinstance(move, Ask):
        return _why_not_ask(state, move)
    if isinstance(move, Show | Stop) and state.phase is Phase.PLAYING:
        return _why_not_show(state, move) if isinstance(move, Show) else _why_not_stop(state)
    return _not_now(state)


def _not_now(state: State) -> RuleError:
    """What is to be decided first."""
    if state.phase is Phase.DRAFT:
        return RuleError("draft-first", "OR-3.3")  # taking is compulsory
    if state.phase is Phase.ASKING:
        return RuleError("answer-first", "OR-7.3")
    if state.phase is Phase.PASSING:
        return RuleError("pass-first", "OR-7.3")
    return RuleError("tasks-taken", "OR-3.2") if state.mayday is None else RuleError("mayday-over", "OR-7.3")


def _why_not_play(state: State, card: int) -> RuleError | None:
    hand = state.hands[state.turn or 0]
    if card not in hand:
        return RuleError("not-in-hand", "OR-4.1", card=code(card))
    if state.trick:
        led = SUIT[state.trick[0]]
        if SUIT[card] != led:
            for held in hand:
                if SUIT[held] == led:  # OR-4.2: kings ask for kings, suits for their suit; a king follows no suit
                    return RuleError("must-follow", "OR-4.2", card=code(card), suit=SUIT_CODES[led])
    return None


def _why_not_show(state: State, move: Show) -> RuleError | None:
    if state.setup.silent:
        if "professional" in state.setup.variants:
            return RuleError("professional", "OR-6.4")
        return RuleError("radio-silence", "OR-6.3", mission=state.setup.mission)
    if state.trick:
        return RuleError("signal-in-trick", "OR-6.1")
    if SUIT[move.card] == KINGS_SUIT:
        return RuleError("signal-king", "OR-6.1", card=code(move.card))
    seat = seat_of(state, move)
    if seat is None:
        return RuleError("not-in-hand", "OR-6.1", card=code(move.card))
    if state.signals[seat]:
        return RuleError("signal-used", "OR-6.1")
    same = [card for card in state.hands[seat] if SUIT[card] == SUIT[move.card]]
    if move.coin is Coin.ONLY and len(same) > 1:
        return RuleError("signal-not-only", "OR-6.1", card=code(move.card), n=len(same))
    if move.coin is Coin.HIGH and move.card != same[-1]:
        return RuleError("signal-not-high", "OR-6.1", card=code(move.card), other=code(same[-1]))
    if move.coin is Coin.LOW and move.card != same[0]:
        return RuleError("signal-not-low", "OR-6.1", card=code(move.card), other=code(same[0]))
    return None


def _why_not_ask(state: State, move: Ask) -> RuleError | None:
    if "mayday" not in state.setup.variants:
        return RuleError("no-mayday", "OR-7.3")
    if move.seat >= state.setup.seats:
        return RuleError("no-such-seat", "OR-1.1", seat=LETTERS[move.seat])
    if state.mayday:
        return RuleError("mayday-used", "OR-7.3")
    if state.phase is Phase.DRAFT:
        return RuleError("draft-first", "OR-3.3")
    if state.tricks or state.trick:
        return RuleError("mayday-late", "OR-7.3")
    return RuleError("mayday-signals", "OR-7.3") if any(state.signals) else None


def _why_not_give(state: State, move: Give) -> RuleError | None:
    seat = seat_of(state, move)
    if seat is None:
        return RuleError("not-in-hand", "OR-7.3", card=code(move.card))
    if state.mayday and state.mayday.given[seat] is not None:
        return RuleError("pass-chosen", "OR-7.3", seat=LETTERS[seat])
    return None


def _why_not_stop(state: State) -> RuleError | None:
    how = prospect(state)
    return None if how.failed or how.certain else RuleError("still-open", "OR-5.1")


def legal_moves(state: State) -> Sequence[Move]:
    """Every legal move of every seat, each once: the decision to be made, then signals, Mayday, stopping and giving up."""
    if state.outcome:
        return []
    moves: list[Move] = []
    if state.phase is Phase.DRAFT and state.turn is not None:
        moves += [Take(card) for card in state.offer if draft.why_not_take(state, state.turn, card) is None]
    elif state.phase is Phase.ASKING:
        moves += [Answer(True), Answer(False)]
    elif state.phase is Phase.PASSING:
        moves += [Give(card) for seat in deciders(state) for card in state.hands[seat]]
    else:
        moves += plays(state)
        for seat in range(state.setup.seats):
            moves += signals(state, seat)
        if _why_not_ask(state, Ask(0)) is None:
            moves += [Ask(seat) for seat in range(state.setup.seats)]
        if _why_not_stop(state) is None:
            moves.append(Stop())
    return [*moves, Resign()]


_play = cache(Play)  # equal moves are one value: made once


def plays(state: State) -> list[Move]:
    """The cards that the seat to move may play (OR-4.2)."""
    if state.phase is not Phase.PLAYING or state.turn is None:
        return []
    hand = state.hands[state.turn]
    if state.trick:
        led = SUIT[state.trick[0]]
        hand = tuple(card for card in hand if SUIT[card] == led) or hand
    return [_play(card) for card in hand]


def signals(state: State, seat: int) -> list[Move]:
    """The signals that a seat may give now (OR-6.1): true ones only, a single card in all three ways."""
    if state.setup.silent or state.phase is not Phase.PLAYING or state.trick or state.signals[seat]:
        return []
    moves: list[Move] = []
    for suit in range(KINGS_SUIT):
        same = [card for card in state.hands[seat] if SUIT[card] == suit]
        if same:
            moves.append(Show(same[-1], Coin.HIGH))
            moves += [Show(same[0], Coin.ONLY)] * (len(same) == 1)
            moves.append(Show(same[0], Coin.LOW))
    return moves


# What a move does


def apply(state: State, move: Move) -> State:
    """The state after `move`; raises the rule it breaks. The input is never changed."""
    if error := why_not(state, move):
        raise error
    match move:
        case Play():
            return _play_card(state, move.card)
        case Take():
            return draft.take(state, move.card)
        case Show():
            seat = seat_of(state, move)
            assert seat is not None
            signal = Signal(move.card, move.coin, len(state.tricks))
            return evolve(state, signals=(*state.signals[:seat], signal, *state.signals[seat + 1 :]))
        case Ask():
            return evolve(state, phase=Phase.ASKING, mayday=Mayday(move.seat), turn=(move.seat + 1) % state.setup.seats)
        case Answer():
            return _answer(state, move.yes)
        case Give():
            return _give(state, move.card)
        case Stop():
            return _stop(state)
    return _end(state, Outcome(Ending.RESIGNED, "OR-5.1", len(state.tricks), stopped=True))


def outcome(state: State) -> Outcome | None:
    """How the attempt ended, or None while it lasts."""
    return state.outcome


def _end(state: State, result: Outcome) -> State:
    return evolve(state, outcome=result, phase=Phase.OVER, turn=None)


def _play_card(state: State, card: int) -> State:
    """A card to the trick (OR-4.1); with the last one the trick is won (OR-4.3), with the last of all the attempt ends."""
    seat, seats = state.turn or 0, state.setup.seats
    hand, hands = state.hands[seat], state.hands
    at = hand.index(card)
    hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    voids, trick = state.voids, (*state.trick, card)
    led = SUIT[trick[0]]
    if SUIT[card] != led:  # it shows that this seat holds none of what was led
        voids = (*voids[:seat], voids[seat] | 1 << led, *voids[seat + 1 :])
    if len(trick) < seats:
        return evolve(state, hands=hands, trick=trick, voids=voids, turn=(seat + 1) % seats)
    winner = (state.leader + winning(trick)) % seats
    tricks = (*state.tricks, Trick(state.leader, trick, winner))
    after = evolve(state, hands=hands, trick=(), voids=voids, tricks=tricks, leader=winner, turn=winner)
    return after if any(hands) else _last_card(after)


def _last_card(state: State) -> State:
    """After the last card every task is judged (OR-5.1)."""
    failed = tuple((each.seat, each.card) for each in state.taken if not fulfilled(task(each.card), each.seat, state.tricks))
    return _end(state, Outcome(Ending.FAILED if failed else Ending.SUCCESS, "OR-5.1", len(state.tricks), failed))


def _stop(state: State) -> State:
    how = prospect(state)
    if how.certain:
        return _end(state, Outcome(Ending.SUCCESS, "OR-5.1", len(state.tricks), stopped=True))
    lost = tuple((each.seat, each.card) for each in how.tasks if each.standing == "impossible")
    return _end(state, Outcome(Ending.FAILED, "OR-5.1", len(state.tricks), lost, stopped=True))


def _answer(state: State, yes: bool) -> State:
    """One answer; with the last yes the cards are chosen, with a no play goes on as it was (OR-7.3)."""
    assert state.mayday is not None and state.turn is not None
    mayday = Mayday(state.mayday.caller, (*state.mayday.answers, yes))
    if not yes:
        return evolve(state, phase=Phase.PLAYING, mayday=mayday, turn=state.commander)
    if len(mayday.answers) < state.setup.seats - 1:
        return evolve(state, mayday=mayday, turn=(state.turn + 1) % state.setup.seats)
    mayday = Mayday(mayday.caller, mayday.answers, (None,) * state.setup.seats)
    return evolve(state, phase=Phase.PASSING, mayday=mayday, turn=0)


def _give(state: State, card: int) -> State:
    """One choice; when all have chosen the cards move to the left, and the commander stays (OR-7.3)."""
    assert state.mayday is not None
    seats = state.setup.seats
    given = tuple(card if card in hand else chosen for hand, chosen in zip(state.hands, state.mayday.given, strict=True))
    if None in given:
        waiting = Mayday(state.mayday.caller, state.mayday.answers, given)
        return evolve(state, mayday=waiting, turn=given.index(None))
    mayday = Mayday(state.mayday.caller, state.mayday.answers, given, passed=True)
    passed = [card for card in given if card is not None]
    hands = tuple(tuple(sorted({*hand, passed[(seat - 1) % seats]} - {passed[seat]})) for seat, hand in enumerate(state.hands))
    return evolve(state, phase=Phase.PLAYING, mayday=mayday, hands=hands, turn=state.commander)

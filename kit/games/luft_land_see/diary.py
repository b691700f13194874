"""Luft, Land und See: the opponents' diary of a finished battle, and the turning point of a war.

All of it is reckoned from the seat's view at the time (`odds`, `advice.thoughts`), so no crew claims to have known more than it
could. It is read by the one it played against: of one's own cards it names only those that all have seen in that battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from kit.core.deals import Stream
from kit.core.sessions import Session
from kit.games.luft_land_see import advice, crews, model, odds, rules, thinking
from kit.games.luft_land_see.advice import about, percent, war_chance
from kit.games.luft_land_see.cards import DOWN, NAMES, THEATER_NAMES
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Move, Return, Transfer, Withdraw
from kit.games.luft_land_see.preview import hides
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.told import tell
from kit.games.luft_land_see.view import View, as_state, view
from kit.games.luft_land_see.war import battle_points
from kit.games.luft_land_see.words import say

LOW = 0.35  # below this chance to win the battle it is said why the crew stayed
CLOSE = 0.04  # two chances that differ by less are about equal
WORLDS = 40  # in which two moves are weighed against each other


def _say(key: str, lang: str | None, **fields: Any) -> str:
    return say(f"diary.{key}", lang, **fields)


def _card(card: int, lang: str | None) -> str:
    return say(f"card.{NAMES[card]}", lang)


def entries(session: Session, seat: int, battle: int, lang: str | None = None) -> list[str]:
    """What the crew in `seat` thought at each of its decisions in a battle, in order, in the first person.

    What it took from the opponent's moves since the decision before, what it remembered, what it chose and why, or why it
    withdrew. Meant for after the battle.
    """
    out: list[str] = []
    last: int | None = None
    shown = seen_by_all(session, battle)
    for step, move in enumerate(session.moves):
        state: State = session.states[step]
        if state.battle != battle or session.mover(step) != seat:
            continue
        seen = view(state, seat)
        start = last + 1 if last is not None else next(i for i, s in enumerate(session.states) if s.battle == battle)
        parts = [_took(session, at, seat, lang) for at in range(start, step)]
        if not any(parts) and not state.turns and not state.queue:
            parts = [_say("first", lang)]
        parts += [_knows(seen, lang), _did(seen, move, shown, session.players[seat], lang)]
        out.append(" ".join(part for part in parts if part))
        last = step
    return out


def seen_by_all(session: Session, battle: int) -> set[int]:
    """The cards that lay face up, or went under the deck face up, at some time in a battle."""
    shown = {move.card for state, move in _moves(session, battle) if isinstance(move, Deploy)}
    for state in session.states:
        if state.battle == battle:
            shown.update(card for stack in state.stacks for card in stack if card < DOWN)
    return shown


def _moves(session: Session, battle: int) -> Iterator[tuple[State, Move]]:
    for state, move in zip(session.states, session.moves, strict=False):
        if state.battle == battle:
            yield state, move


# What it took from the opponent's moves, and what it remembers


def _took(session: Session, step: int, seat: int, lang: str | None) -> str:
    """What the opponent's move `step` said to `seat`; empty where it said nothing, or was its own."""
    state: State = session.states[step]
    move = session.moves[step]
    if session.mover(step) == seat or isinstance(move, Withdraw):
        return ""
    before, after = view(state, seat), rules.closing(state, move)
    if isinstance(move, Deploy):
        p = odds.whereabouts(before).get(move.card, {}).get(odds.HAND, 0)
        told = _say("deployed-known" if p == 1 else "deployed", lang, card=_card(move.card, lang), p=percent(float(p)))
        destroyed = move.card in after.deck
        return f"{told} {_say('under', lang, card=_card(move.card, lang))}" if destroyed else told
    if isinstance(move, Improvise):
        n = sum(1 for spread in odds.whereabouts(before).values() if spread.get(odds.HAND))
        return _say("improvised", lang, n=n, theater=THEATER_NAMES[move.theater])
    if isinstance(move, Flip):
        at = 3 * (seat if move.opp else 1 - seat) + move.theater
        return _flipped(before, state.stacks[at][-1], at, lang)
    return ""


def _flipped(before: View, lies: int, at: int, lang: str | None) -> str:
    """A card that the opponent turned: one of his that came to light, or one that all saw go down."""
    card, where = lies % DOWN, THEATER_NAMES[at % 3]
    if lies < DOWN:
        return _say("went-down", lang, card=_card(card, lang), theater=where)
    if at // 3 == before.seat:
        return ""  # its own, which it knew
    p = odds.lies(before, at % 3, [card])
    return _say("came-up", lang, card=_card(card, lang), theater=where, p=percent(float(p)))


def _knows(seen: View, lang: str | None) -> str:
    """The hidden cards of the opponent whose place the seat knows for certain."""
    if not odds.remembered(seen):
        return ""
    found = odds.whereabouts(seen)
    said = []
    for card in odds.remembered(seen):
        kind = next((kind for kind, p in found[card].items() if p == 1), None)
        if kind == odds.HAND:
            said.append(_say("knows-hand", lang, card=_card(card, lang)))
        elif kind in THEATER_NAMES:
            said.append(_say("knows-table", lang, card=_card(card, lang), theater=kind))
    return " ".join(said)


# What it chose


@lru_cache(maxsize=128)
def _ranking(seen: View, crew: str) -> tuple[tuple[float, Move], ...]:
    """What the crew thinks of each move but a withdrawal, the best first; drawn with other luck than when it moved."""
    return advice.thoughts(seen) if crew == "house" else tuple(crews.prospects(seen, Stream(advice.SEED)))


@lru_cache(maxsize=128)
def weigh(seen: View, moves: tuple[Move, ...], crew: str) -> tuple[float, ...]:
    """The chance to win the battle with each of some moves, in the same `WORLDS` worlds: by playouts for `house`, else right
    after the move. What a ranking says of moves that fell out early is too rough to be told.
    """
    assert seen.seat is not None
    luck, source, sums = Stream(advice.SEED), crews.Worlds(seen), [0.0] * len(moves)
    replies, trial, codes = [0] * model.MAX_MOVES, [0] * model.SIZE, [advice.code_of(seen, move) for move in moves]
    for _ in range(WORLDS):
        world, seed = source.draw(luck), luck.randrange(1 << 31)
        for i, code in enumerate(codes):
            s = world[:]
            model.act(s, code)
            if crew == "house":
                sums[i] += thinking.playout(s, thinking.WEIGHTS, crews.REPLIES, crews.DEPTH, seed, replies, trial)
            else:
                sums[i] += thinking.chance(s, thinking.WEIGHTS)
    return tuple(total / WORLDS if seen.seat == 0 else 1 - total / WORLDS for total in sums)


def _did(seen: View, move: Move, shown: set[int], crew: str, lang: str | None) -> str:
    """The move with its reason and chances, or why the crew withdrew."""
    ranking = _ranking(seen, crew)
    if isinstance(move, Withdraw):
        return _withdrew(seen, ranking[0][0], crew, lang)
    said = [_say("did", lang, what=_named(seen, move, shown, lang), why=_why(seen, move, shown, lang))]
    other = next((each for _, each in ranking if each != move), None)
    if other is None:
        return " ".join([*said, _say("only", lang, p=about(ranking[0][0]))])
    p, q = weigh(seen, (move, other), crew)
    key = "close" if abs(q - p) < CLOSE else "best" if p > q else "not-best"
    said.append(_say(key, lang, p=about(p), q=about(q), what=_named(seen, other, shown, lang)))
    if crew == "house" and seen.task is None and p < LOW:
        worth = odds.balance(seen, odds.Outlook(1, (0, 0, 0), 0))
        gone, on = worth.war_withdraw, war_chance(seen, p)
        if on > gone:
            said.append(_say("stayed", lang, w=about(gone), q=about(on)))
    return " ".join(said)


def _withdrew(seen: View, value: float, crew: str, lang: str | None) -> str:
    worth = odds.balance(seen, odds.Outlook(1, (0, 0, 0), 0))
    n = -worth.withdraw
    if crew != "house":
        return _say("withdrew-greedy", lang, n=n, p=about(value))
    chances = {"w": about(worth.war_withdraw), "q": about(war_chance(seen, value))}
    return _say("withdrew", lang, n=n, full=battle_points(seen.setup), p=about(value), **chances)


def _secret(seen: View, move: Move, shown: set[int]) -> bool:
    """Whether naming the move's card would tell what the opponent never saw."""
    card: int | None = None
    if isinstance(move, Deploy | Improvise):
        card = move.card
    elif isinstance(move, Transfer | Return):
        assert seen.seat is not None
        card = seen.stacks[3 * seen.seat + move.theater][move.place - 1] % DOWN
    return card is not None and card not in shown


def _named(seen: View, move: Move, shown: set[int], lang: str | None) -> str:
    if not _secret(seen, move, shown):
        return advice.what(seen, move, lang, "diary")
    if isinstance(move, Improvise):
        return _say("hidden-card", lang, theater=THEATER_NAMES[move.theater])
    if isinstance(move, Transfer):
        return _say("hidden-move", lang, theater=THEATER_NAMES[move.theater], to=THEATER_NAMES[move.to])
    if isinstance(move, Return):
        return _say("hidden-return", lang, theater=THEATER_NAMES[move.theater])
    return _say("another", lang)


def _why(seen: View, move: Move, shown: set[int], lang: str | None) -> str:
    """The reason, where it names no card that stays secret."""
    assert seen.seat is not None
    if isinstance(move, Flip) and not move.opp and not hides(as_state(seen), move, seen.seat):
        card = seen.stacks[3 * seen.seat + move.theater][-1] % DOWN
        if card not in shown:
            return _say("own-reasons", lang)
    return advice.reason(seen, move, lang, "diary")


# The turning point


def war_chances(session: Session) -> Iterator[tuple[int, float]]:
    """For each turn of the loser of a war that is over, lazily: its step and the chance to win the war, as house reckons it."""
    if session.state.outcome is None:
        return
    loser = 1 - session.state.outcome.winner
    for step in range(len(session.moves)):
        state = session.states[step]
        if session.mover(step) == loser and state.task is None:
            seen = view(state, loser)
            value = advice.thoughts(seen)[0][0]
            worth = odds.balance(seen, odds.Outlook(1, (0, 0, 0), 0))
            yield step, max(war_chance(seen, value), worth.war_withdraw)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The largest drop of the loser's chance to win the war: after its `move` (number `step`) in `state`, from `before` on.

    `how`: `battle` where that move was the loser's last in its battle, `end` in the war, else `move`.
    """

    step: int
    before: float
    after: float
    state: State
    move: Move
    how: str

    def sentence(self, lang: str | None = None) -> str:
        """Which move it was, and from how many percent to how many the chance fell."""
        told = tell(self.state, self.move, self.state, lang)  # `Rot: Heavy Tanks offen an Land.`
        fields = {"battle": self.state.battle, "p": about(self.before), "q": about(self.after)}
        return _say(f"turn.{self.how}", lang, who=self.state.decider, what=told.partition(": ")[2].rstrip("."), **fields)


def turning_point(session: Session, chances: Iterable[tuple[int, float]]) -> TurningPoint | None:
    """The largest drop from one estimate to the next (of equal ones the first), the end of the war as 0; None without any."""
    steps = [*chances]
    if not steps or session.state.outcome is None:
        return None
    steps.append((len(session.moves), 0.0))
    (step, before), (following, after) = max(pairwise(steps), key=lambda pair: pair[0][1] - pair[1][1])
    state = session.states[step]
    ended = following == len(session.moves)
    how = "end" if ended else "battle" if session.states[following].battle != state.battle else "move"
    return TurningPoint(step, before, after, state, session.moves[step], how)

"""Landeanflug: the diary. What a seat thought at each of its moves of a round, and the turning point of a flight.

Everything is reckoned from the seat's own `View` at the time: beliefs are the exact odds of `odds.py`, landing chances those of
the house crew (`crews.prospects`). The diary is read by the partner, so of one's own cards it names only those that lie in the
end: what was put back in a reroll stays secret, except how many cards it was (LA-3.12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from kit.core.compiled import floats
from kit.core.sessions import Session
from kit.games.landeanflug import crews, odds, rerolls
from kit.games.landeanflug.advice import HARMLESS, hand_rows, percent, prospects
from kit.games.landeanflug.effects import YES, effect
from kit.games.landeanflug.moves import Move, Place, RerollMove, TimeUp
from kit.games.landeanflug.rules import missing_duties
from kit.games.landeanflug.state import ASIDE, FIELDS, VALUES, Ending, Phase, State
from kit.games.landeanflug.view import View, view
from kit.games.landeanflug.weights import weights
from kit.locale import rank_name, text

GAME = "landeanflug"


def _say(key: str, lang: str | None, **fields: Any) -> str:
    return text(f"diary.{key}", lang, game=GAME, **fields)


def _did(key: str, lang: str | None, **fields: Any) -> Markup:
    """An entry that marks what was done."""
    return Markup(_say(key, lang, **fields))


def _named(values: Iterable[int], lang: str | None) -> str:
    return ", ".join(rank_name(value, lang) for value in sorted(set(values)))


def entries(session: Session, seat: int, round_: int, lang: str | None = None) -> list[str]:
    """What `seat` thought at each of its placements and rerolls in a round, in order, from its view at the time.

    To the partner, in the first person: what it took from his card laid just before, whether it could answer, and why it played
    as it did. Meant for after the round; before that it names no card that still is in a hand.
    """
    out: list[str] = []
    last: int | None = None  # this seat's move before, in this round
    for step, move in enumerate(session.moves):
        state: State = session.states[step]
        if state.round != round_ or move.seat != seat or not isinstance(move, Place | RerollMove):
            continue
        seen = view(state, seat)
        known = _known(session, seat, step)
        parts = _news(session, seen, step, last, lang)
        parts += _took(session, seen, step, last, known, lang)
        if isinstance(move, Place):
            parts += [_why(seen, move, lang), _chances(seen, move, known, lang)]
        else:
            parts.append(_reroll(seen, move, lang))
        out.append(Markup(" ").join(part for part in parts if part))
        last = step
    return out


def _known(session: Session, seat: int, step: int) -> Counter[int]:
    """The cards of a seat from `step` on that all have seen by now: laid in this round, or in hand when the flight ended."""
    number = session.states[step].round
    known = Counter(
        move.card
        for later, move in enumerate(session.moves[step:], step)
        if isinstance(move, Place) and move.seat == seat and session.states[later].round == number
    )
    if session.over and session.state.round == number:
        known.update(session.state.hands[seat])
    return known


# What it took from the partner


def _news(session: Session, seen: View, step: int, last: int | None, lang: str | None) -> list[str]:
    """What came before the partner's card: this seat begins, or a reroll was made since its move before."""
    assert seen.seat is not None
    if seen.phase is Phase.REROLL and seen.seat in seen.choosing and len(seen.choosing) == 1:
        return [_say("called", lang)]
    before = len(session.states[last].rerolled) if last is not None else 0
    if len(seen.rerolled) > before:
        return [_say("exchanged", lang, n=seen.rerolled[-1][1 - seen.seat])]
    if not seen.laid:
        return [_say("first-open" if seen.partner is not None else "first", lang)]
    return []


def _took(session: Session, seen: View, step: int, last: int | None, known: Counter[int], lang: str | None) -> list[str]:
    """What the partner's card since the own move before says about his hand, and whether it can be answered."""
    assert seen.seat is not None
    for at in range(step - 1, -1 if last is None else last, -1):
        card = session.moves[at]
        if session.states[at].round != seen.round:
            break
        if isinstance(card, Place) and card.seat != seen.seat:
            after = view(session.states[at + 1], seen.seat)
            belief = _belief(view(session.states[at], seen.seat), after, card, lang)
            hidden = Counter(seen.hand) - known  # a later reroll or a round not yet over: what it held stays secret
            return [belief, _consequence(seen, card, bool(hidden), lang)]
    return []


def _belief(before: View, after: View, card: Place, lang: str | None) -> str:
    fields: dict[str, Any] = {"card": card.card, "where": card.place}
    start = _say("after-aside" if card.place == ASIDE else "after", lang, **fields)
    if not after.partner_count:
        return _say("last", lang, start=start)
    if after.partner is not None:
        return _say("open", lang, start=start, cards=_named(after.partner, lang))
    value, was, now = biggest_change(before, after, card.card)
    return _say(
        "again" if value == card.card else "other", lang, start=start, value=value, before=percent(was), after=percent(now)
    )


def biggest_change(before: View, after: View, laid: int) -> tuple[int, Fraction, Fraction]:
    """The value whose probability to be in the partner's hand changed most (of equals the one laid), before and after."""
    was, now = odds.holds_each(before), odds.holds_each(after)
    value = max(VALUES, key=lambda v: (abs(now[v] - was[v]), v == laid))
    return value, was[value], now[value]


def _consequence(seen: View, card: Place, hidden: bool, lang: str | None) -> str:
    """What the partner's axis or engine card means: the instrument's state, or which own cards can answer it."""
    assert seen.seat is not None
    if card.place not in ("axis", "engines"):
        return ""
    if card.place not in missing_duties(seen.laid, seen.seat):
        if card.place == "axis":
            return _say("stands", lang, n=abs(seen.axis)) if seen.axis else _say("stands-level", lang)
        return _say("flies", lang, speed=seen.speed)
    if hidden or not seen.hand:
        return ""
    brewed = odds.reachable(seen.hand, seen.coffee)
    return (_axis_answer if card.place == "axis" else _engines_answer)(seen, card.value, brewed, lang)


def _axis_answer(seen: View, lies: int, brewed: Iterable[int], lang: str | None) -> str:
    tilt = {v: abs(odds.marker(seen, v, lies)) for v in VALUES}
    plain = min(tilt[v] for v in seen.hand)
    cards = _named((v for v in seen.hand if tilt[v] == plain), lang)
    key = "axis-level" if plain == 0 else "axis-none" if plain == odds.SPIN else "axis-near"
    said = _say(f"answer.{key}", lang, cards=cards, n=plain)
    best = min(tilt[v] for v in brewed)
    if best < plain:
        said += " " + (_say("answer.coffee-near", lang, n=best) if best else _say("answer.coffee-level", lang))
    return said


def _engines_answer(seen: View, lies: int, brewed: Iterable[int], lang: str | None) -> str:
    fine = {v for v in VALUES if odds.result(seen, v + lies) in HARMLESS}
    hand = set(seen.hand)
    if hand <= fine:
        return _say("answer.engines-all", lang)
    if hand & fine:
        return _say("answer.engines-some", lang, cards=_named(hand & fine, lang))
    return _say("answer.engines-coffee" if fine.intersection(brewed) else "answer.engines-none", lang)


# Why it played as it did


def _move(move: Place, lang: str | None) -> str:
    return _say("move", lang, card=move.value, onto=move.place)


def _why(seen: View, move: Place, lang: str | None) -> str:
    """The move with the reason that its effect gives."""
    assert seen.seat is not None
    reason = _reason(seen, move, lang)
    missing = missing_duties(seen.laid, seen.seat)
    if move.place in missing and len(missing) == len(seen.hand):
        reason += _say("why.duty", lang)
    key = "did-coffee" if move.coffee else "did"
    return _did(key, lang, card=move.card, value=move.value, n=abs(move.coffee), onto=move.place, reason=reason)


def _reason(seen: View, move: Place, lang: str | None) -> str:
    assert seen.seat is not None
    lies = odds.laid_value(seen, 1 - seen.seat, move.place)
    if move.place == ASIDE:
        return _say("why.aside", lang)
    if move.place == "axis":
        if lies is not None:
            tilt = abs(odds.marker(seen, move.value, lies))
            return _say("why.axis-level" if not tilt else "why.axis-spin" if tilt == odds.SPIN else "why.axis-near", lang, n=tilt)
        steps = 0 if seen.touchdown else 1
        p = odds.can_answer(seen, move.value)[steps] if seen.partner_count else 0
        return _say("why.axis-first-landing" if seen.touchdown else "why.axis-first", lang, p=percent(p))
    if move.place == "engines":
        if lies is not None:
            speed = move.value + lies
            return _say(f"why.engines-{odds.result(seen, speed)}", lang, speed=speed)
        p = odds.can_reach(seen, move.value, HARMLESS) if seen.partner_count else 0
        return _say("why.engines-first", lang, p=percent(p))
    made = effect(seen, move.place, move.value, abs(move.coffee))
    kind = move.place if move.place in FIELDS else move.place.rstrip("1234")
    if made.kind != YES:
        return _say(f"why.{kind}-idle" if kind in FIELDS else "why.switch-idle", lang)
    if made.key == "radio-airport":
        return _say("why.radio-airport", lang)
    if (kind == "gear" and seen.touchdown) or (kind == "flap" and seen.touchdown):
        return _say("why.switch-landing", lang)
    return _say(f"why.{kind}", lang, **made.data)


def _chances(seen: View, move: Place, known: Counter[int], lang: str | None) -> str:
    """The estimated landing chance of the move, and that of the runner-up, or of the best where the move was not the best."""
    ranking = prospects(seen)
    own = next((p for p, other in ranking if other == move), None)
    other = next(((p, other) for p, other in ranking if other != move), None)
    if other is None:
        return _say("only", lang, p=percent(ranking[0][0]))
    key = "unweighed" if own is None else "best" if own >= ranking[0][0] else "not-best"
    hidden = other[1].card not in known  # put back later, or still in hand: which card it is stays secret
    what = _say("another", lang) if hidden else _move(other[1], lang)
    return _say(key, lang, p=percent(own or 0.0), q=percent(other[0]), what=what)


def _reroll(seen: View, move: RerollMove, lang: str | None) -> str:
    """How many cards went back, and what that was to bring: the landing chance with the old cards and over all new ones."""
    assert seen.seat is not None
    kept, best, key = reroll_chances(seen)
    count = len(move.back)
    said = _did("put-back" if seen.phase is Phase.REROLL else "calls", lang, n=count)
    if sum(1 << 3 * (value - 1) for value in move.back) != key:
        return said + " " + _say("reroll-not-best", lang, p=percent(kept), q=percent(best))
    return said + " " + (_say("reroll-best", lang, p=percent(kept), q=percent(best)) if count else _say("reroll-none", lang))


def reroll_chances(seen: View) -> tuple[float, float, int]:
    """In a reroll: the landing chance with the cards as they are, that after the best choice, and the key of that choice."""
    assert seen.seat is not None
    found = floats(2)
    key = rerolls.best_return(crews.position(seen), seen.seat, weights(seen.setup.turbulence), hand_rows(), found)
    return float(found[0]), float(found[1]), int(key)


# The turning point

TINY = 1e-9  # two drops that differ by less are equal


def landing_chances(session: Session, upto: int | None = None) -> Iterator[tuple[int, float]]:
    """For each placement, lazily: its step and the landing chance before it, as the house crew reckons from that seat's view.

    Only the moves before `upto` are asked, where it is given.
    """
    for step, move in enumerate(session.moves[:upto]):
        if isinstance(move, Place):
            yield step, prospects(view(session.states[step], move.seat))[0][0]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The largest drop of the estimated landing chance: after the move with index `step`, from `before` to `after`.

    `also` says what else came before the next estimate: `reroll`, `round` (new cards), `time` (the stopwatch), else empty.
    """

    step: int
    before: float
    after: float
    round: int
    move: Move
    also: str = ""

    def sentence(self, lang: str | None = None) -> str:
        """Which card it was, and from how many percent to how many the chance fell."""
        p, q = percent(self.before), percent(self.after)
        if not isinstance(self.move, Place):
            return _say("turn.clock", lang, round=self.round, p=p, q=q)
        what = _move(self.move, lang)
        key = f"turn.{self.also}" if self.also else "turn.end" if self.after == 0 else "turn.card"
        return _say(key, lang, who=self.move.seat, what=what, round=self.round, p=p, q=q)


def turning_point(session: Session, chances: Iterable[tuple[int, float]]) -> TurningPoint | None:
    """The largest drop from one estimate to the next (of equal ones the first); None where it never fell.

    A flight that was lost ends at 0, which counts as the last estimate, but not where it was given up: no card did that.
    """
    steps = list(chances)
    if not steps:
        return None
    final = max(step for step, move in enumerate(session.moves) if isinstance(move, Place))
    result = session.state.outcome
    if result and not result.won and result.ending is not Ending.RESIGNED and steps[-1][0] == final:
        steps.append((len(session.moves), 0.0))
    best: TurningPoint | None = None
    for (step, before), (following, after) in pairwise(steps):
        if before - after > (best.before - best.after if best else 0) + TINY:
            best = _turn(session, step, following, before, after)
    return best


def _turn(session: Session, step: int, following: int, before: float, after: float) -> TurningPoint:
    """The drop between two estimates, with what happened between them."""
    number = session.states[step].round
    between = session.moves[step + 1 : following]
    clock = next((at for at, move in enumerate(between, step + 1) if isinstance(move, TimeUp)), None)
    if clock is not None and following == len(session.moves):
        return TurningPoint(clock, before, after, session.states[clock].round, session.moves[clock])
    ended = following == len(session.moves) and session.over
    also = "time" if clock is not None else "reroll" if any(isinstance(move, RerollMove) for move in between) else ""
    if not also and not ended and session.states[following].round != number:
        also = "round"
    return TurningPoint(step, before, after, number, session.moves[step], also)

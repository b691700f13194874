"""Punktlandung: the fourth level of hints: what the house crew would do, why, how good it thinks that is, and its second choice.

From the seat's `View` alone. Reasons are exact odds (`odds.py`); the chance of a hit by the own next turn is the crew's estimate
(`crews.prospects`), since it must take the others' play for granted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from kit.games.punktlandung import crews, odds
from kit.games.punktlandung.crews import Prospect, house_crew, next_seat
from kit.games.punktlandung.moves import Move, Pass, Play, Show
from kit.games.punktlandung.rules import calculate
from kit.games.punktlandung.solver import sums_hit_by
from kit.games.punktlandung.state import JOKER
from kit.games.punktlandung.view import View
from kit.games.punktlandung.words import equation, number, percent, rich, say, seat_name, the_card

LIKELY = 0.2  # a chance of the next seat from here on is a reason by itself
NONE = 0.005  # a chance below that is not worth naming
NAMED = 4  # so many sums are listed at most


@dataclass(frozen=True, slots=True)
class Advice:
    """The crew's move, the sentence that says it with the estimated chance, and `more`: why, and the second choice."""

    move: Move
    sentence: Markup
    more: Markup


@lru_cache(maxsize=64)
def choice(seen: View) -> Move:
    """What the house crew would do in this seat's place; kept, since a board asks at every click."""
    return house_crew(seen, random.Random(0))


@lru_cache(maxsize=256)
def prospects(seen: View) -> tuple[Prospect, ...]:
    """What the house crew thinks of its plays and passes, the best first; kept as above."""
    return tuple(crews.prospects(seen))


@lru_cache(maxsize=64)
def advice(seen: View, lang: str) -> Advice:
    """The house crew's advice for the seat to move; ValueError where no move is due."""
    move = choice(seen)
    if isinstance(move, Show):
        what = say("advice.show", lang, card=the_card(move.card, lang, "acc"))
        why = rich("advice.joker-why", lang)
        if move.card != JOKER:
            sums = listed(sums_hit_by(seen.target, move.card, small=seen.setup.small), lang)
            why = rich("advice.show-why", lang, card=the_card(move.card, lang), sums=sums)
        return Advice(move, rich("advice.do", lang, what=what, chance=""), why)
    best, *others = prospects(seen)
    what = what_it_is(seen, best.move, lang)
    if best.worth == 1.0:
        return Advice(move, rich("advice.do", lang, what=what, chance=""), Markup(""))
    chance = rich("advice.chance", lang, p=percent(best.chance, lang)) if best.chance > NONE else ""
    more = rich("advice.why", lang, why=reason(seen, best.move, lang))
    if other := runner_up(best, others):
        more += " " + rich("advice.next", lang, what=short(seen, other.move, lang), p=percent(other.chance, lang))
    return Advice(move, rich("advice.do", lang, what=what, chance=chance), more)


def runner_up(best: Prospect, others: Sequence[Prospect]) -> Prospect | None:
    """The second choice worth naming: one whose chance is no better (it may be better now and yet worse in the long run)."""
    return next((each for each in others if NONE < each.chance <= best.chance), None)


def total_after(seen: View, move: Play | Pass) -> int:
    """The sum that a play or pass leaves."""
    return calculate(seen.sum, move.op, move.value) if isinstance(move, Play) else seen.sum


def what_it_is(seen: View, move: Play | Pass, lang: str | None) -> str:
    """The move as a request: `Leg die 8: 43 × 8 = 344.`"""
    if isinstance(move, Play):
        made = equation(seen.sum, move.op, move.value, lang)
        return say("advice.play", lang, card=the_card(move.card, lang, "acc"), what=made)
    return say("advice.pass", lang, card=the_card(move.card, lang, "dat"), sum=number(seen.sum))


def short(seen: View, move: Play | Pass, lang: str | None) -> str:
    """The move in a few words: `43 × 8 = 344` or `passen mit der 8`."""
    if isinstance(move, Play):
        return equation(seen.sum, move.op, move.value, lang)
    return say("advice.short-pass", lang, card=the_card(move.card, lang, "dat"))


def reason(seen: View, move: Play | Pass, lang: str | None) -> str:
    """Why: who can hit from the sum that the move leaves, or what it prepares. A sentence with exact odds."""
    assert seen.seat is not None
    total, following = total_after(seen, move), next_seat(seen)
    if total == seen.target:
        return say("reason.hit", lang)
    rest = list(seen.hand)
    rest.remove(move.card)
    own = sorted(odds.hits(seen, total).intersection(rest), reverse=True)
    fields = {"sum": number(total), "who": seat_name(following, lang), "target": number(seen.target)}
    if own:
        fields["card"] = the_card(own[0], lang, "dat")
    if following == seen.seat:
        return say("reason.alone" if own else "reason.alone-far", lang, **fields)
    if cards := odds.known_hits(seen, following, total):
        return say("reason.known", lang, **{**fields, "card": the_card(cards[0], lang, "dat")})
    p = odds.hit_chance(seen, following, total)
    if own:
        return say("reason.both" if p else "reason.own", lang, p=percent(p, lang), **fields)
    if p >= LIKELY:
        return say("reason.next", lang, p=percent(p, lang), **fields)
    q = odds.step_chance(seen, following, total)
    return say("reason.step" if q else "reason.far", lang, p=percent(q, lang), **fields)


def listed(sums: list[int], lang: str | None) -> str:
    """The first of some sums: `344, 352 und 87`."""
    names = [number(total) for total in sums[:NAMED]]
    return say("advice.and", lang, first=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else names[0]

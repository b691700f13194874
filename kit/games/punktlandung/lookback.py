"""Punktlandung: the diary. What a crew took from misses, passes and signals on the way to a target, and why it played as it did.

It is read by the others while the hands are still in play, so until the game is over it says nothing that its seat alone knows
(PL-4.2): chances are those of the open facts, and a card of the own hand is named only once it lies or was shown. After the
game it says everything: its own plans, its estimated chance of a hit, and its second choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from kit.core.sessions import Session
from kit.games.punktlandung import odds
from kit.games.punktlandung.advice import LIKELY, NONE, listed, prospects, runner_up, short, total_after
from kit.games.punktlandung.moves import Move, Pass, Play, Show
from kit.games.punktlandung.review import Chapter, chapters
from kit.games.punktlandung.solver import sums_hit_by
from kit.games.punktlandung.state import JOKER
from kit.games.punktlandung.view import View, view
from kit.games.punktlandung.words import card_name, equation, number, percent, rich, say, seat_name, the_card

IN_PLAY = True  # the diary may be read while the game goes on


def finished_round(session: Session) -> int:
    """How many targets are done with: hit, or given up with the game."""
    return len([chapter for chapter in chapters(session) if chapter.hit or session.over])


def diary(session: Session, seats: Sequence[int], lang: str | None, chapter: int | None = None) -> dict[str, Any] | None:
    """What the crews in `seats` thought on the way to a finished target (`chapter`; else the last): title, lines, all chapters.

    None before the first target is done.
    """
    last = finished_round(session)
    if last < 1 or not seats:
        return None
    wanted = chapter if chapter is not None and 1 <= chapter <= last else last
    found = chapters(session)
    parts = [{"who": seat_name(seat, lang), "lines": entries(session, seat, found[wanted - 1], lang)} for seat in seats]
    names = [
        {"n": n, "name": say("diary.chapter", lang, n=n, target=number(session.states[part.first].target)), "on": n == wanted}
        for n, part in enumerate(found[:last], 1)
    ]
    return {
        "title": say("diary.title", lang, n=wanted, target=number(session.states[found[wanted - 1].first].target)),
        "parts": parts,
        "chapters": names,
        "about": say("diary.about-over" if session.over else "diary.about", lang),
    }


def entries(session: Session, seat: int, chapter: Chapter, lang: str | None) -> list[Markup]:
    """What `seat` thought at each of its turns in a chapter, in order: what it took from the others, and why it played."""
    out: list[Markup] = []
    since = chapter.first
    for step in range(chapter.first, chapter.last):
        if session.mover(step) != seat:
            continue
        parts = _took(session, seat, since, step, lang)
        parts += _did(session, seat, step, lang)
        out.append(Markup(" ").join(part for part in parts if part))
        since = step + 1
    return out


# What it took from the others


def _took(session: Session, seat: int, since: int, step: int, lang: str | None) -> list[Markup]:
    """What the others' turns from `since` on tell: cards shown, cards they do not hold, and what is still to be expected."""
    found: list[Markup] = []
    for at in range(since, step):
        other, move = session.mover(at), session.moves[at]
        if other is None or other == seat:
            continue
        before = session.states[at]
        seen = view(before, seat if session.over else None)
        fields = {"who": seat_name(other, lang), "sum": number(before.sum)}
        if isinstance(move, Show):
            found.append(_shown(seen, move.card, fields, lang))
        elif session.states[at + 1].hits == before.hits:
            found.append(_missed(seen, other, move, fields, lang))
    return found


def _shown(seen: View, card: int, fields: dict[str, str], lang: str | None) -> Markup:
    fields = fields | {"card": the_card(card, lang, "acc")}
    if card == JOKER:
        return rich("took.joker", lang, **fields)
    return rich("took.shown", lang, sums=listed(sums_hit_by(seen.target, card, small=seen.setup.small), lang), **fields)


def _missed(seen: View, other: int, move: Move, fields: dict[str, str], lang: str | None) -> Markup:
    """A turn that did not hit: which ranks it did not hold, how likely that seemed before, and what a pass adds."""
    ranks = odds.hits(seen, seen.sum)
    passed = isinstance(move, Pass)
    if not ranks:
        return rich("took.pass", lang, **fields) if passed and seen.chain else Markup("")
    p = odds.hit_chance(seen, other, seen.sum)
    if not p:  # all of these lie in the open
        return Markup("")
    there = sorted(ranks - {JOKER}) + ([JOKER] if seen.setup.jokers else [])
    cards = ", ".join(card_name(rank, lang) for rank in there)
    return rich("took.miss-pass" if passed else "took.miss", lang, cards=cards, p=percent(p, lang), **fields)


# Why it played as it did


def _did(session: Session, seat: int, step: int, lang: str | None) -> list[Markup]:
    """The move with its reason; after the game the estimate and the second choice too."""
    move, state = session.moves[step], session.states[step]
    seen = view(state, seat)
    if isinstance(move, Show):
        card = the_card(move.card, lang, "acc")
        why = say("did.show-joker", lang)
        if move.card != JOKER:
            why = say("did.show-why", lang, sums=listed(sums_hit_by(seen.target, move.card, small=seen.setup.small), lang))
        return [rich("did.show", lang, card=card, why=why)]
    if not isinstance(move, Play | Pass):
        return []
    told = rich(
        "did.play" if isinstance(move, Play) else "did.pass", lang, what=_what(seen, move, lang), why=_why(session, step, lang)
    )
    return [told, _weighed(seen, move, lang)] if session.over else [told]


def _what(seen: View, move: Play | Pass, lang: str | None) -> str:
    if isinstance(move, Play):
        made = equation(seen.sum, move.op, move.value, lang)
        return say("did.joker", lang, what=made) if move.card == JOKER else made
    return the_card(move.card, lang, "dat")


def _why(session: Session, step: int, lang: str | None) -> str:
    """The reason: a hit, a known card, an own plan where it may be said, or the chance of the next seat."""
    state, move = session.states[step], session.moves[step]
    assert isinstance(move, Play | Pass)
    seat = session.mover(step)
    assert seat is not None
    seen = view(state, seat)
    openly = seen if session.over else view(state, None)
    total = total_after(seen, move)
    if total == seen.target:
        return say("why-did.hit", lang)
    following = session.states[step + 1].turn
    fields = {"sum": number(total), "target": number(seen.target)}
    own = odds.hits(seen, total).intersection((Counter(seen.hand) - Counter([move.card])) & _known_later(session, seat, step))
    if own:
        fields["card"] = the_card(max(own), lang, "dat")
    if following is None or following == seat:
        return say("why-did.alone" if own else "why-did.far", lang, **fields)
    fields["who"] = seat_name(following, lang)
    if cards := odds.known_hits(openly, following, total):
        return say("why-did.known", lang, **{**fields, "card": the_card(cards[0], lang, "dat")})
    p = odds.hit_chance(openly, following, total)
    if own:
        return say("why-did.own", lang, p=percent(p, lang), **fields)
    if p >= LIKELY:
        return say("why-did.next", lang, p=percent(p, lang), **fields)
    q = odds.step_chance(openly, following, total)
    return say("why-did.step" if q else "why-did.far", lang, p=percent(q, lang), **fields)


def _known_later(session: Session, seat: int, step: int) -> Counter[int]:
    """The cards of a seat after `step` that all know by now: shown, played or passed since; all once the game is over."""
    if session.over:
        return Counter(session.states[step].hands[seat])
    known = Counter(session.state.known[seat])
    for at in range(step + 1, len(session.moves)):
        move = session.moves[at]
        if session.mover(at) == seat and isinstance(move, Play | Pass):
            known[move.card] += 1
    return known


def _weighed(seen: View, move: Play | Pass, lang: str | None) -> Markup:
    """The estimated chance of a hit by the own next turn, and the second choice; nothing where it hit."""
    ranking = prospects(seen)
    own = next((each for each in ranking if each.move == move), None)
    if own is None or own.worth == 1.0 or own.chance <= NONE:
        return Markup("")
    other = runner_up(own, [each for each in ranking if each.move != move])
    if other is None:
        return rich("did.chance", lang, p=percent(own.chance, lang))
    second = short(seen, other.move, lang)
    return rich("did.chance-next", lang, p=percent(own.chance, lang), what=second, q=percent(other.chance, lang))

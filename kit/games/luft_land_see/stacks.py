"""Luft, Land und See: the three theaters of a scene: both sides' stacks as strips, the band with strengths and control.

A stack is a list of strips from the bottom card to the uncovered one; the numbers at their left add up to the side's strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kit.core.errors import RuleError
from kit.games.luft_land_see import abilities, places
from kit.games.luft_land_see.advice import control as chance_to_hold
from kit.games.luft_land_see.cards import (
    COLOUR,
    DOWN,
    HIDDEN,
    NAMES,
    ONGOING,
    STRENGTH,
    THEATER_NAMES,
    Ability,
)
from kit.games.luft_land_see.moves import Flip, Move, Return, Transfer
from kit.games.luft_land_see.sight import KNOWN, ODDS, Sight
from kit.games.luft_land_see.state import FACE_DOWN, adjacent
from kit.games.luft_land_see.strengths import Part, controllers, parts, strengths, support_at
from kit.games.luft_land_see.words import say, sentence

LONG_WORD = 10  # letters that fit into a strip on a phone
FLIPS = (Ability.MANEUVER, Ability.AMBUSH, Ability.DISRUPT, Ability.ANSWER)


def theater(sight: Sight, which: int) -> dict[str, Any]:
    """One theater: the opponent's side above, the band, the own side below with the places where something may be put."""
    seen, lang = sight.seen, sight.lang
    name = THEATER_NAMES[which]
    put = places.at(sight, which)
    return {
        "id": name,
        "cls": name,
        "name": say(f"theater.{name}", lang),
        "opp": _side(sight, sight.opp, which),
        "band": band(sight, which),
        "own": _side(sight, sight.me, which),
        "places": put,
        "why": "" if put else _why_no_target(sight, which),
        "aria": say("board.theater-aria", lang, name=say(f"theater.{name}", lang), at=seen.theaters.index(which) + 1),
    }


def band(sight: Sight, which: int) -> dict[str, Any]:
    """Both strengths, who controls the theater now and by how much (LLS-3.1)."""
    seen, lang = sight.seen, sight.lang
    sums = strengths(seen)[which]
    own, opp = sums[sight.me], sums[sight.opp]
    holder = controllers(seen)[which]
    by = abs(own - opp)
    side = say("side.opp-band", lang) if sight.who(holder) == "opp" else sight.inline(holder)
    control = say("band.by", lang, side=side, n=by) if by else say("band.tie", lang, side=side)
    chance = chance_to_hold(seen, which, lang) if sight.hints >= ODDS and not sight.covered else None
    who = say("band.aria", lang, mine=sight.side(sight.me), own=own, theirs=sight.side(sight.opp), opp=opp, side=side)
    return {
        "own": own,
        "opp": opp,
        "control": control,
        "mine": holder == sight.me,
        "tie": not by,
        "title": "" if by else say("band.tie-why", lang),
        "odds": chance,
        "aria": f"{who} {chance['aria']}" if chance else who,
    }


def _side(sight: Sight, seat: int, which: int) -> dict[str, Any]:
    seen, lang = sight.seen, sight.lang
    stack, counted = seen.stacks[3 * seat + which], parts(seen, seat, which)
    strips = [strip(sight, seat, which, height, counted[height]) for height in range(len(stack))]
    bonus = []
    if len(counted) > len(stack):  # Support's help is a strip of its own
        place = support_at(seen, seat)
        assert place is not None
        origin = say("strip.from", lang, theater=THEATER_NAMES[place])
        bonus = [{"n": f"+{counted[-1].value}", "name": say("card.A1", lang), "note": origin}]
    info = say("side.cards", lang, n=len(stack)) if stack else say("side.none", lang)
    return {
        "who": sight.side(seat),
        "info": say("side.with-support", lang, info=info) if bonus else info,
        "bonus": bonus,
        "strips": strips,
        "empty": say("side.empty", lang) if not stack else "",
        "aria": say("side.aria", lang, side=sight.side(seat), theater=THEATER_NAMES[which]),
    }


# One card that lies


def strip(sight: Sight, seat: int, which: int, height: int, part: Part) -> dict[str, Any]:
    """A card in a stack: what it counts at the left, its name, how it lies, and whether it can be chosen now."""
    lang, stack = sight.lang, sight.seen.stacks[3 * seat + which]
    lies = stack[height]
    card, down, top = lies % DOWN, lies >= DOWN, height == len(stack) - 1
    hidden = lies == HIDDEN
    base = FACE_DOWN if down else STRENGTH[card]
    name = say("sum.face-down", lang) if hidden else say(f"name.{NAMES[card]}", lang)
    made: dict[str, Any] = {
        "n": part.value,
        "was": base if base != part.value else "",
        "cls": "" if hidden else THEATER_NAMES[COLOUR[card]],
        "name": name,
        "long": max(map(len, name.split())) > LONG_WORD,
        "note": _note(sight, lies, top, part),
        "text": _text(sight, 3 * seat + which, height) if top else "",
        "down": down,
        "mine": down and not hidden,
        "top": top,
        "live": _runs(sight, lies),
        "key": f"{'own' if seat == sight.me else 'opp'}-{THEATER_NAMES[which]}-{height + 1}",
        "sel": seat == sight.me and sight.lifted == (which, height + 1),
    }
    made |= _target(sight, seat, which, height) or _readable(sight, seat, which, top)
    facing = say("sum.face-down", lang) if down else say("strip.face-up", lang)
    spoken = facing if hidden else f"{say(f'card.{NAMES[card]}', lang)}, {facing}"
    where = say(f"at.{THEATER_NAMES[which]}", lang)
    made["aria"] = say("strip.aria", lang, side=sight.side(seat), name=spoken, where=where, n=part.value)
    if made.get("tag"):
        made["aria"] += f" {made['tag']}"
    return made


def _note(sight: Sight, lies: int, top: bool, part: Part) -> str:
    """How a card lies and works, in a word or two."""
    lang = sight.lang
    if part.why == "cover-fire":
        return say("strip.cover-fire", lang)
    if part.why == "escalation":
        return say("strip.escalation", lang)
    if lies >= DOWN:
        return say("sum.face-down", lang) if lies != HIDDEN else "" if top else say("strip.covered", lang)
    if lies in ONGOING:
        return say("strip.ongoing", lang)
    if _runs(sight, lies):
        return say("strip.now", lang)
    return "" if top else say("strip.covered", lang)


def _runs(sight: Sight, lies: int) -> bool:
    """Whether the instant of this card is being done now (it may have been turned down meanwhile)."""
    task = sight.seen.task
    return task is not None and lies != HIDDEN and lies % DOWN == task.card


def _text(sight: Sight, at: int, height: int) -> str:
    """What the uncovered card does, or what a face-down one may be."""
    lies = sight.seen.stacks[at][height]
    if lies < DOWN:
        return say(f"short.{NAMES[lies]}", sight.lang)
    if lies != HIDDEN:
        card = lies - DOWN
        return say("strip.turned-up", sight.lang, n=STRENGTH[card], text=say(f"short.{NAMES[card]}", sight.lang))
    if sight.hints < KNOWN or sight.covered or sight.seen.seat is None:
        return ""
    cards = sight.possible(at, height)
    if len(cards) == 1:
        return say("strip.seen", sight.lang, card=NAMES[cards[0]])
    return say("strip.one-of", sight.lang, n=len(cards))


# Targets of abilities


def _target(sight: Sight, seat: int, which: int, height: int) -> dict[str, Any]:
    """How a card answers to the ability that is being decided: lit with its consequence, or refused with the reason."""
    task = sight.task
    if task is None or task.ability is Ability.PLAY or sight.covered:
        return {}
    stack, lang, name = sight.seen.stacks[3 * seat + which], sight.lang, THEATER_NAMES[which]
    top = height == len(stack) - 1
    own = seat == sight.me
    if task.ability in FLIPS:
        if not top:
            return {}
        move = Flip(not own, which)
        path = f"flip/{'own' if own else 'opp'}/{name}"
        return _lit(sight, move, path, flip_tag(sight, move))
    if not own:
        return {}
    if task.ability is Ability.REDEPLOY:
        return _lit(sight, Return(which, height + 1), f"return/{name}/{height + 1}", say("tag.return", lang))
    if task.ability is Ability.TRANSPORT:
        tag = say("tag.lifted", lang) if sight.lifted == (which, height + 1) else ""
        return _lit(sight, Transfer(which, height + 1, (which + 1) % 3), f"lift/{name}/{height + 1}", tag)
    return {}


def _readable(sight: Sight, seat: int, which: int, top: bool) -> dict[str, Any]:
    """A click on an uncovered card tells what lies there; on a phone the cards show their names alone."""
    if not top or sight.seen.seat is None:
        return {}
    side = "own" if seat == sight.me else "opp"
    return {"path": f"look/{side}/{THEATER_NAMES[which]}", "can": False, "read": sight.read == 3 * seat + which}


def reading(sight: Sight, at: int) -> str:
    """A stack in words, from the uncovered card down: what each counts and does."""
    lang, stack, counted = sight.lang, sight.seen.stacks[at], parts(sight.seen, at // 3, at % 3)
    said = []
    for height in range(len(stack) - 1, -1, -1):
        lies = stack[height]
        name = say("sum.face-down", lang) if lies == HIDDEN else say(f"name.{NAMES[lies % DOWN]}", lang)
        text = say("read.face-down", lang) if DOWN <= lies < HIDDEN else _text(sight, at, height).rstrip(".")
        said.append(say("read.card" if text else "read.plain", lang, name=name, n=counted[height].value, text=text))
    return say("read.under", lang).join(said)


def _lit(sight: Sight, move: Move, path: str, tag: str) -> dict[str, Any]:
    error = sight.why_not(move)
    if error is None:
        advised = sight.advised(move) or (isinstance(move, Transfer) and _lifts(sight, move))
        chance = sight.chance(move) if isinstance(move, Flip | Return) else ""
        tag = say("tag.chance", sight.lang, tag=tag, p=chance) if chance else tag
        return {"path": path, "can": True, "tag": tag, "tip": advised}
    return {"path": path, "can": False, "title": reason(error, sight.lang)}


def _lifts(sight: Sight, move: Transfer) -> bool:
    """Whether the house would move this card, wherever to."""
    best = sight.tip["move"] if sight.tip is not None else None
    return isinstance(best, Transfer) and (best.theater, best.place) == (move.theater, move.place)


def reason(error: RuleError, lang: str) -> str:
    """A refusal in words with its rule id."""
    return f"{sentence(error, lang)} ({error.rule})"


def flip_tag(sight: Sight, move: Flip) -> str:
    """What flipping a card would do, in three words: `wird 2`, `2 wird 5`, `6/9 stärker`."""
    lang = sight.lang
    at = 3 * (sight.opp if move.opp else sight.me) + move.theater
    stack = sight.seen.stacks[at]
    if not stack or sight.why_not(move) is not None:
        return ""
    if stack[-1] == HIDDEN:
        if sight.hints < KNOWN:
            return say("tag.turns-up", lang)
        cards = sight.possible(at, len(stack) - 1)
        if len(cards) == 1:
            return say("tag.becomes-card", lang, card=NAMES[cards[0]], n=STRENGTH[cards[0]])
        now = parts(sight.seen, at // 3, move.theater)[len(stack) - 1].value
        return say("tag.stronger", lang, k=sum(STRENGTH[card] > now for card in cards), n=len(cards))
    after = sight.preview(move)
    tag = say("tag.becomes", lang, n=after.counts)
    if after.triggers is not None:
        return say("tag.and-runs", lang, tag=tag, who=sight.who(at // 3))
    more = {t: by for t, by in after.changed(at // 3).items() if t != move.theater}
    if more:
        return say("tag.and-more", lang, tag=tag, more=changes(more, lang))
    return tag


def changes(by: dict[int, int], lang: str) -> str:
    """`Land +3, See −3`."""
    return ", ".join(f"{say(f'theater.{THEATER_NAMES[t]}', lang)} {'+' if n > 0 else '−'}{abs(n)}" for t, n in by.items())


def _why_no_target(sight: Sight, which: int) -> str:
    """Beneath a theater in which the ability being decided reaches nothing: why."""
    task, lang = sight.task, sight.lang
    if task is None or sight.covered:
        return ""
    if task.ability is Ability.MANEUVER and which not in _near(sight):
        return say("why.not-adjacent", lang, card=NAMES[task.card])
    if task.ability in FLIPS:
        sides: Sequence[int] = (sight.me,) if task.ability in (Ability.DISRUPT, Ability.ANSWER) else (sight.me, sight.opp)
        if not any(sight.seen.stacks[3 * seat + which] for seat in sides):
            return say("why.nothing-to-flip", lang)
        return say("why.own-only", lang) if len(sides) == 1 and sight.seen.stacks[3 * sight.opp + which] else ""
    own = sight.seen.stacks[3 * sight.me + which]
    if task.ability is Ability.REDEPLOY and own and all(card < DOWN for card in own):
        return say("why.face-up", lang)
    return ""


def _near(sight: Sight) -> tuple[int, ...]:
    assert sight.task is not None
    return adjacent(sight.seen.theaters, abilities.where(sight.state, sight.task))

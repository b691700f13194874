"""Punktlandung: "could it have been hit?", after each target and after the game, answered by the exact solver.

The question takes the hands at the moment a target was revealed, and nothing drawn later. While hands are hidden a seat is
told only what it could have known then: its own hand and the cards all know; cards it does not know may only be passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kit.core.sessions import Session
from kit.games.punktlandung import bests
from kit.games.punktlandung.moves import Play
from kit.games.punktlandung.solver import UNKNOWN, Turn, solve
from kit.games.punktlandung.state import JOKER, Setup
from kit.games.punktlandung.view import View, known_of
from kit.games.punktlandung.words import equation, number, rich, say, seat_name

LIMIT = 7  # turns: no plan longer than this is looked for; almost every target needs fewer


@dataclass(frozen=True, slots=True)
class Chapter:
    """One target of a game: the step at which it lies, the step after its last turn, and whether it was hit."""

    first: int
    last: int
    hit: bool


def chapters(session: Session, step: int | None = None) -> list[Chapter]:
    """The targets so far, or up to `step`, the last of them perhaps still being played."""
    states = session.states[: None if step is None else step + 1]
    starts = [0, *(i for i in range(1, len(states)) if states[i].hits > states[i - 1].hits and states[i].outcome is None)]
    found = []
    for first, following in zip(starts, [*starts[1:], len(states)], strict=True):
        end = following if following < len(states) else len(states) - 1
        if states[first].target:
            found.append(Chapter(first, end, states[end].hits > states[first].hits))
    return found


def plan_for(seen: View, most: int = LIMIT) -> tuple[Turn, ...] | None:
    """A shortest plan with what this view knows of the hands, from its seat to move on; None where there is none."""
    assert seen.turn is not None
    seats = seen.setup.seats
    order = [(seen.turn + step) % seats for step in range(seats)]
    hands = []
    for seat in order:
        known = known_of(seen, seat)
        hands.append((*known, *(UNKNOWN,) * (seen.counts[seat] - len(known))))
    return _solved(tuple(hands), seen.sum, seen.target, not seen.chain, seen.setup, most)


@lru_cache(maxsize=256)
def _solved(
    hands: tuple[tuple[int, ...], ...], total: int, target: int, first: bool, setup: Setup, most: int
) -> tuple[Turn, ...] | None:
    return solve(hands, total, target, first=first, small=setup.small, most=most)


def plan_text(plan: tuple[Turn, ...], turn: int, seats: int, lang: str | None) -> str:
    """A plan in one line: `Anna 0 + 6 = 6, Ben passt, Anna 6 × 13 = 78`. `turn` is the seat that begins."""
    parts, total = [], 0
    for each in plan:
        who = seat_name((turn + each.place) % seats, lang)
        if isinstance(each.move, Play):
            made = equation(total, each.op, each.value, lang)
            parts.append(say("plan.joker" if each.card == JOKER else "plan.play", lang, who=who, what=made))
        else:
            parts.append(say("plan.pass", lang, who=who))
        total = each.sum
    return ", ".join(parts)


def review(session: Session, lang: str | None) -> list[dict[str, Any]]:
    """The record of the endless variant; then for each target its turns, and whether the first hands could have hit it sooner."""
    best = bests.row(session, lang)
    rows = [best] if best else []
    for n, chapter in enumerate(chapters(session), 1):
        opened = session.game.view(session.states[chapter.first], None, reveal=True)
        took = session.states[chapter.last].turns - session.states[chapter.first].turns
        key = "review.hit" if chapter.hit else "review.missed"
        detail = say(key, lang, n=took) + " " + _could(opened, took, chapter.hit, lang)
        name = say("review.target", lang, n=n, target=number(opened.target))
        rows.append({"name": name, "ok": chapter.hit, "detail": detail, "rule": "PL-3.4" if chapter.hit else "PL-5.2"})
    return rows


def _could(opened: View, took: int, hit: bool, lang: str | None) -> str:
    """What was possible with all hands known."""
    plan = plan_for(opened)
    if plan is None:
        return say("review.no-plan", lang, n=LIMIT)
    if hit and len(plan) >= took:
        return say("review.best", lang)
    line = plan_text(plan, opened.turn or 0, opened.setup.seats, lang)
    return say("review.sooner" if hit else "review.possible", lang, n=len(plan), plan=line)


def past(session: Session, seat: int | None, step: int | None, lang: str | None) -> dict[str, Any] | None:
    """What the table says of the target before this one: how it was hit, and what was possible by what `seat` could know.

    With open hands (PL-7.1), in study and after the game all hands count. Where there is a record to beat, `best` are its hits.
    None where there is nothing to say.
    """
    made = _last_hit(session, seat, step, lang)
    if bests.counts(session) and (entry := bests.entry_of(session)):
        made["best"] = entry.best.hits
    return made or None


def _last_hit(session: Session, seat: int | None, step: int | None, lang: str | None) -> dict[str, Any]:
    """The part of `past` on the target hit last; empty before the first hit."""
    done = [chapter for chapter in chapters(session, step) if chapter.hit]
    now = session.states[-1 if step is None else step]
    if not done or now.outcome is not None:
        return {}
    chapter = done[-1]
    last, states = chapter.last, session.states
    openly = session.over or session.study
    opened = session.game.view(states[chapter.first], None if openly else seat, reveal=openly)
    took = states[last].turns - states[chapter.first].turns
    move = session.moves[last - 1]
    before = states[last - 1]
    assert isinstance(move, Play)
    plan = plan_for(opened, min(took, LIMIT)) if openly or seat is not None or opened.setup.open else None
    could = ""
    if plan is not None and len(plan) < took:
        everything = openly or opened.setup.open
        line = plan_text(plan, opened.turn or 0, opened.setup.seats, lang)
        could = say("past.sooner" if everything else "past.sooner-known", lang, n=len(plan), plan=line)
    elif openly or opened.setup.open:
        could = say("review.best", lang)
    return {
        "text": rich(
            "past.hit",
            lang,
            who=seat_name(before.turn or 0, lang),
            what=equation(before.sum, move.op, move.value, lang),
            n=took,
        ),
        "could": could,
    }

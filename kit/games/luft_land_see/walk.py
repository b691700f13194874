"""Luft, Land und See in a step-by-step walk: which zones a move concerns, and what happened line by line with rule ids.

The walk itself is `kit.teach.walk`; the words stand in `texts_walk.toml`.
"""

from __future__ import annotations

from typing import Any

from kit.games.luft_land_see.cards import NAMES, THEATER_NAMES, THEATERS
from kit.games.luft_land_see.moves import Deploy, Improvise, Move, Withdraw
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.strengths import controllers, strengths
from kit.games.luft_land_see.view import view
from kit.games.luft_land_see.words import battle_ending, describe, ending, rich

Line = dict[str, Any]


def zones(before: State, move: Move, after: State) -> tuple[str, ...]:
    """The zones of the table that `move` concerns: the theaters that changed and the hands; after a battle its points."""
    if len(after.results) > len(before.results):
        return ("war", "commanders")
    changed = _changed(before, after)
    waiting = ("queue",) if after.queue else ()
    return (*waiting, *(THEATER_NAMES[theater] for theater in changed), "dock")


def _changed(before: State, after: State) -> list[int]:
    """The theaters whose cards or strengths are not what they were, from the left."""
    were, are = strengths(before), strengths(after)
    return [
        t
        for t in after.theaters
        if were[t] != are[t] or any(before.stacks[3 * seat + t] != after.stacks[3 * seat + t] for seat in (0, 1))
    ]


def still(before: State, move: Move, after: State) -> State:
    """The table for a picture: `after`; where a battle ended that is the next one's, of which only the points are shown."""
    return after


def mark(scene: dict[str, Any], before: State, after: State) -> None:
    """Nothing to mark: a theater shows its strengths and how they come about."""


def happened(before: State, move: Move, after: State, lang: str | None) -> list[Line]:
    """What `move` did: itself, a card destroyed, the strengths that changed, what waits, the end of the battle and of the war."""
    who = before.decider
    assert who is not None
    lines = [_line(rich("walk.move", lang, who=who, what=describe(move, lang, own=True).rstrip(".")), _rule(move))]
    if len(after.results) > len(before.results):
        end = battle_ending(after.results[-1], lang)
        lines.append(_line(rich("walk.ended", lang, title=end["title"], why=end["why"]), end["rule"], "good"))
        if after.outcome:
            war = ending(view(after, None, reveal=True), lang)
            lines.append(_line(rich("walk.war", lang, title=war["title"]), war["rule"], "good"))
        else:
            lines.append(_line(rich("walk.next", lang, first=after.first), "LLS-3.3"))
        return lines
    if len(after.deck) > len(before.deck):
        lines.append(_line(rich("walk.destroyed", lang), "LLS-4.4", "refused"))
    were, are, held = strengths(before), strengths(after), controllers(after)
    lines += [
        _line(rich("walk.strength", lang, theater=THEATER_NAMES[t], red=are[t][0], blue=are[t][1], who=held[t]), "LLS-3.1")
        for t in THEATERS
        if were[t] != are[t]
    ]
    if after.task and after.task != before.task:
        lines.append(_line(rich("walk.task", lang, who=after.task.seat, card=NAMES[after.task.card]), "LLS-4.3"))
    return lines


def _rule(move: Move) -> str:
    return "LLS-1.2" if isinstance(move, Deploy | Improvise | Withdraw) else "LLS-4.2"


def _line(text: Any, rule: str, tone: str = "") -> Line:
    return {"text": text, "rule": rule, "tone": tone}

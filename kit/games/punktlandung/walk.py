"""Punktlandung in a step-by-step walk: which zones a move concerns, and what happened in one or two sentences with rule ids.

The walk itself is `kit.teach.walk`; the words stand in `texts.toml` under `walk`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kit.core.values import evolve
from kit.games.punktlandung.moves import Move, Pass, Play, Show
from kit.games.punktlandung.rules import apply
from kit.games.punktlandung.state import Ending, State
from kit.games.punktlandung.view import view
from kit.games.punktlandung.words import card_name, ending, number, rich, seat_name, tell

Line = dict[str, Any]


def zones(before: State, move: Move, after: State) -> tuple[str, ...]:
    """The zones of the table that `move` concerns, the hands always."""
    shown = {"chain", "dock"}
    if isinstance(move, Play):
        shown.add("goal")
    if isinstance(move, Pass) or after.hits > before.hits or after.outcome:
        shown.add("stack")
    return tuple(shown)


def still(before: State, move: Move, after: State) -> State:
    """The table for a picture: `after`, or where the move hit and the next target lies already, the chain that hit."""
    if after.hits == before.hits or after.outcome or not isinstance(move, Play) or before.turn is None:
        return after
    # as after a hit that wins: target and chain still lie, and the hands are those after drawing
    setup = replace(before.setup, variants=before.setup.variants - {"endless"})
    goal = evolve(before, hits=(setup.targets or 1) - 1, setup=setup)
    lying = apply(goal, move)
    return evolve(lying, setup=before.setup, hits=before.hits, outcome=None, hands=after.hands, stack=after.stack)


def mark(scene: dict[str, Any], before: State, after: State) -> None:
    """Nothing to mark: what was added is the last card of the chain."""


def happened(before: State, move: Move, after: State, lang: str | None) -> list[Line]:
    """What `move` did, line by line: the calculation, the hit, the next target, the end of the game."""
    lines = [_moved(before, move, after, lang)]
    if after.outcome and after.outcome.ending is not Ending.WON:
        end = ending(view(after, None, reveal=True), lang)
        lines.append(_line(rich("walk.ended", lang, title=end["title"], why=end["why"]), end["rule"], "refused"))
    elif after.outcome:
        end = ending(view(after, None, reveal=True), lang)
        title = end["title"].rstrip("!")
        lines.append(_line(rich("walk.ended", lang, title=title, why=end["why"]), end["rule"], "good"))
    elif after.hits > before.hits:
        text = rich("walk.next", lang, who=seat_name(after.turn or 0, lang), target=number(after.target))
        if after.slid:
            text += " " + rich("walk.slid", lang, cards=" ".join(card_name(card, lang) for card in after.slid))
        lines.append(_line(text, "PL-3.4"))
    return lines


def _line(text: Any, rule: str, tone: str = "") -> Line:
    return {"text": text, "rule": rule, "tone": tone}


def _moved(before: State, move: Move, after: State, lang: str | None) -> Line:
    """The move itself, and what it brings about at once."""
    told = rich("walk.move", lang, what=tell(before, move, after, lang).rstrip("!."))
    if isinstance(move, Show):
        return _line(told + " " + rich("walk.show", lang), "PL-4.1")
    if not isinstance(move, Play):
        return _line(told, "PL-3.1" if isinstance(move, Pass) else "PL-5.2")
    if after.hits > before.hits:
        return _line(told + " " + rich("walk.hit", lang), "PL-3.4", "good")
    return _line(told + (" " + rich("walk.first", lang) if not before.chain else ""), "PL-3.1" if before.chain else "PL-3.3")

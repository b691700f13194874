"""Orbit in a step-by-step walk: which zones a move concerns, and what happened in one or two sentences with rule ids.

The walk itself is `kit.teach.walk`; the words stand in `texts_walk.toml`.
"""

from __future__ import annotations

from typing import Any

from kit.cards import code
from kit.games.orbit import draft
from kit.games.orbit.moves import Answer, Ask, Give, Move, Play, Resign, Show, Stop, Take
from kit.games.orbit.state import KINGS_SUIT, SUIT, Phase, State
from kit.games.orbit.status import Standing, prospect
from kit.games.orbit.telling import coloured, ending, rich, task_rich, tell
from kit.games.orbit.view import view
from kit.games.orbit.words import seat_name, status_text

Line = dict[str, Any]


def zones(before: State, move: Move, after: State) -> tuple[str, ...]:
    """The zones of the table that `move` concerns, the seats with their hands always."""
    if isinstance(move, Take):
        return ("seats", "draft")
    if isinstance(move, Play) and len(after.tricks) > len(before.tricks):
        return ("seats", "last")
    return ("seats", "trick") if isinstance(move, Play | Stop | Resign) else ("seats",)


def still(before: State, move: Move, after: State) -> State:
    """The table for a picture: a trick that was won lies in the zone of the last trick, so it is `after` itself."""
    return after


def mark(scene: dict[str, Any], before: State, after: State) -> None:
    """Nothing to mark: what was added is the last card of the trick, or lies with its seat."""


def happened(before: State, move: Move, after: State, lang: str | None) -> list[Line]:
    """What `move` did, line by line: itself, who won the trick, how the tasks stand now, the end of the attempt."""
    lines = [_line(_moved(before, move, after, lang), _rule(move))]
    if isinstance(move, Take) and after.phase is Phase.PLAYING:
        lines.append(
            _line(rich("walk.goal", lang, goal=after.setup.goal, who=seat_name(after.commander, lang)), "OR-3.2", "good")
        )
    if isinstance(move, Play) and len(after.tricks) > len(before.tricks):
        lines.append(_won(after, lang))
    if isinstance(move, Play):
        lines += _tasks(before, after, lang)
    if after.outcome and not before.outcome:
        end = ending(view(after, None, reveal=True), lang)
        text = rich("walk.ended", lang, title=end["title"], why=end["why"])
        lines.append(_line(text, end["rule"], "good" if end["won"] else "refused"))
    return lines


def _line(text: Any, rule: str, tone: str = "") -> Line:
    return {"text": text, "rule": rule, "tone": tone}


def _rule(move: Move) -> str:
    """The rule that a move stands in."""
    match move:
        case Take():
            return "OR-3.2"
        case Show():
            return "OR-6.1"
        case Ask() | Answer() | Give():
            return "OR-7.3"
        case Play():
            return "OR-4.1"
    return "OR-5.1"


def _moved(before: State, move: Move, after: State, lang: str | None) -> Any:
    """The move itself, with who did it."""
    told = tell(before, move, before, lang).rstrip(".")
    made = rich("walk.move", lang, what=coloured(told))
    if isinstance(move, Take):
        return made + " " + rich("walk.sum", lang, sum=draft.total(after), goal=after.setup.goal)
    if isinstance(move, Show):
        return made + " " + rich("walk.signal", lang)
    return made


def _won(after: State, lang: str | None) -> Line:
    """Who won the trick that was completed, and why."""
    trick = after.tricks[-1]
    card = trick.cards[(trick.winner - trick.leader) % after.setup.seats]
    key = "walk.won-king" if SUIT[card] == KINGS_SUIT else "walk.won"
    text = rich(key, lang, who=seat_name(trick.winner, lang), card=code(card), n=len(after.tricks))
    return _line(text, "OR-4.3")


def _tasks(before: State, after: State, lang: str | None) -> list[Line]:
    """The tasks whose standing has changed."""
    was = {(each.seat, each.card): each.standing for each in prospect(before).tasks}
    lines = []
    for each in prospect(after).tasks:
        if each.standing is not was[each.seat, each.card]:
            good = each.standing is Standing.CERTAIN
            fields = {"who": seat_name(each.seat, lang), "task": task_rich(each.card, lang)}
            text = rich("walk.task", lang, **fields, status=coloured(status_text(each, lang)))
            lines.append(_line(text, "OR-5.1", "good" if good else "refused"))
    return lines

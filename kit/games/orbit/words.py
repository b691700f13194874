"""Orbit: what the table says in sentences: tasks and how they stand, the log, the ending.

All words stand in the catalogue (`texts.toml`); this module chooses the entry and its numbers.
"""

from __future__ import annotations

from typing import Any

from kit.cards import code, face
from kit.games.orbit.knowledge import Table
from kit.games.orbit.moves import Answer, Ask, Give, Move, Play, Resign, Show, Take
from kit.games.orbit.state import LETTERS, Ending, Phase
from kit.games.orbit.status import Status, prospect
from kit.games.orbit.tasks import task
from kit.games.orbit.view import View
from kit.locale import text

GAME = "orbit"


def say(key: str, lang: str | None, **fields: Any) -> str:
    """An entry of the game's catalogue."""
    return text(key, lang, game=GAME, **fields)


def seat_name(seat: int, lang: str | None) -> str:
    """What the table calls a seat."""
    return say(f"seat.{LETTERS[seat]}", lang)


def task_text(card: int, lang: str | None) -> str:
    """What a task card asks, in a few words: `genau 2 Stiche`, `the trick with the 9♣`."""
    wanted = task(card)
    fields: dict[str, Any] = {"n": wanted.n}
    if wanted.suit is not None:
        fields["suit"] = "CDHS"[wanted.suit]
    if wanted.target is not None:
        fields["target"] = code(wanted.target)
    key = wanted.kind
    if wanted.shun is not None:
        key, fields["shun"] = "win-without", code(wanted.shun)
    if wanted.kind == "exact" and wanted.n == 0:
        key = "exact-0"
    return say(f"task.{key}", lang, **fields)


def status_text(status: Status, lang: str | None) -> str:
    """How a task stands and why; with its progress where it counts something: `offen, 2/3`."""
    said = say(f"status.{status.why}", lang, **dict(status.data))
    return f"{said}, {status.have}/{status.need}" if status.why == "open" and status.need else said


def describe(move: Move, lang: str | None) -> str:
    """One line of the log; who it was is said by whose decision it was (`rules.seat_of`). What a Mayday passes stays secret."""
    match move:
        case Take():
            return say("log.take", lang, card=code(move.card), task=task_text(move.card, lang))
        case Play():
            return say("log.play", lang, card=code(move.card))
        case Show():
            return say("log.signal", lang, card=code(move.card), coin=str(move.coin))
        case Ask():
            return say("log.ask", lang, seat=LETTERS[move.seat])
        case Answer():
            return say("log.yes" if move.yes else "log.no", lang)
        case Give():
            return say("log.give", lang)
        case Resign():
            return say("log.resign", lang)
    return say("log.stop", lang)


def _cards(cards: tuple[int, ...], lang: str | None) -> str:
    return " ".join(face(card, lang) for card in cards) or "–"


def lines(seen: View, lang: str | None) -> tuple[str, ...]:
    """The position as plain text, the same for the same view."""
    goal = say("line.goal", lang, goal=seen.setup.goal, sum=sum(task(each.card).difficulty for each in seen.taken))
    out = [f"{say('name', lang)} · {say('mission', lang, n=seen.setup.mission)} · {goal}"]
    if seen.phase is Phase.DRAFT:
        out.append(say("line.offer", lang, cards=_cards(seen.offer, lang)))
    for status in prospect(seen).tasks:
        fields = {"task": task_text(status.card, lang), "status": status_text(status, lang)}
        out.append(say("line.task", lang, seat=LETTERS[status.seat], **fields))
    if seen.outcome:
        return (*out, ending(seen, lang)["title"])
    if seen.phase is Phase.PLAYING:
        number = len(seen.tricks) + 1
        cards = _cards(seen.trick, lang) if seen.trick else say("line.led", lang, seat=LETTERS[seen.leader])
        out.append(say("line.trick", lang, n=number, of=seen.setup.tricks, cards=cards))
    if seen.turn is not None:
        out.append(say("line.turn", lang, seat=LETTERS[seen.turn]))
    if seen.hand:
        out.append(say("line.hand", lang, cards=_cards(seen.hand, lang)))
    return tuple(out)


def summary(seen: View, lang: str | None) -> str:
    """The position in one plain line."""
    return " | ".join(lines(seen, lang))


def tasks_lost(seen: Table, lang: str | None) -> str:
    """Why the attempt has failed already, by what is public: the first lost task, or that all together are impossible."""
    how = prospect(seen)
    lost = [status for status in how.tasks if status.standing == "impossible"]
    if lost:
        fields = {"task": task_text(lost[0].card, lang), "status": status_text(lost[0], lang)}
        return say("line.task", lang, seat=LETTERS[lost[0].seat], **fields)
    return say("status.together", lang) if how.together else ""


def ending(seen: View, lang: str | None) -> dict[str, Any]:
    """The end of the attempt (OR-5.1): what happened, the rule, why, each task with how it stands, and how often it counts."""
    assert seen.outcome is not None
    result = seen.outcome
    why = f"end.why-{result.ending}"
    if result.ending is Ending.FAILED and not result.failed:
        why = "end.why-together"
    counts = 2 if seen.mayday and seen.mayday.passed else 1
    return {
        "won": result.won,
        "title": say(f"end.{result.ending}", lang, mission=seen.setup.mission),
        "rule": result.rule,
        "why": say(why, lang, n=len(result.failed)),
        "attempts": counts,
        "note": say("end.counts-twice", lang) if counts == 2 else "",
        "rows": [
            {
                "seat": status.seat,
                "who": seat_name(status.seat, lang),
                "card": face(status.card, lang),
                "task": task_text(status.card, lang),
                "ok": None if status.standing == "open" else status.standing == "certain",
                "detail": status_text(status, lang),
            }
            for status in prospect(seen).tasks
        ],
    }

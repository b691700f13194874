"""Orbit: what the board says in sentences beyond `words`: coloured cards, the log with who did it, reasons, the end as rows.

Sentences that the page shows are `Markup`: the catalogue may set `<b>`, everything filled in is escaped.
"""

from __future__ import annotations

import re
from typing import Any

from markupsafe import Markup, escape

from kit.cards import code, face, spoken
from kit.core.errors import RuleError
from kit.games.orbit import rules, words
from kit.games.orbit.moves import Move, Play, Resign, Stop
from kit.games.orbit.state import LETTERS, SUIT, Phase, State
from kit.games.orbit.tasks import task
from kit.games.orbit.view import View
from kit.games.orbit.words import GAME, say, seat_name, status_text, task_text
from kit.locale import has_text, language

CLASSES = "cdhs"  # of suits in the style: clubs, diamonds, hearts, spades
SUIT_ORDER = (3, 2, 1, 0, 4)  # in a hand from left to right: spades, hearts, diamonds, clubs, kings
MARKS = "♣♦♥♠"
_CARD = re.compile(r"(?:10|[A2-9JQKBD])?[♣♦♥♠]")


def rich(key: str, lang: str | None, **fields: Any) -> Markup:
    """An entry that may hold `<b>`; strings filled in are escaped."""
    return Markup(say(key, lang, **{k: escape(v) if isinstance(v, str) else v for k, v in fields.items()}))


def coloured(text: str) -> Markup:
    """A text whose cards and suits have their colour: `9♣` in a span of its suit."""

    def span(match: re.Match[str]) -> str:
        suit = CLASSES[MARKS.index(match[0][-1])]
        kind = "k" if match[0].startswith("K") else suit
        return f'<span class="c{kind}">{match[0][:-1]}{match[0][-1]}\N{VARIATION SELECTOR-15}</span>'

    return Markup(_CARD.sub(span, str(escape(text))))


def task_rich(card: int, lang: str | None) -> Markup:
    """What a task asks, its cards coloured and its suit's sign behind the word."""
    suit = task(card).suit
    said = task_text(card, lang)
    if suit is not None and task(card).target is None:
        said += f" {MARKS[suit]}"
    return coloured(said)


def card_face(card: int, lang: str | None, **more: Any) -> dict[str, Any]:
    """A playing or task card for the template: its rank as printed, suit sign and colour; kings in play are trump (`king`)."""
    printed = face(card, lang)
    return {"rank": printed[:-1], "mark": printed[-1], "suit": CLASSES[MARKS.index(printed[-1])], "code": code(card), **more}


def said(card: int, lang: str | None) -> str:
    """A card as a screen reader says it."""
    return spoken(card, lang)


def reason(error: RuleError, lang: str | None) -> str:
    """A broken rule in a few words, for the button itself."""
    key = f"why.{error.code}"
    return say(key, lang, **error.data) if has_text(key, GAME) else error.sentence(lang or language())


def who_moved(before: State, move: Move, lang: str | None) -> str:
    """The name of the seat whose move it was; empty where it was the whole crew's."""
    seat = rules.seat_of(before, move)
    return "" if seat is None else seat_name(seat, lang)


def tell(before: State, move: Move, after: State, lang: str | None) -> str:
    """A line of the log with who did it, and who won the trick with it."""
    what = words.describe(move, lang)
    if isinstance(move, Stop | Resign):
        return what
    if isinstance(move, Play) and len(after.tricks) > len(before.tricks):
        winner = seat_name(after.tricks[-1].winner, lang)
        return say("tell.trick", lang, who=who_moved(before, move, lang), what=what, n=len(after.tricks), winner=winner)
    return say("tell.who", lang, who=who_moved(before, move, lang), what=what)


def begins(before: State, after: State) -> bool:
    """Whether a new part of the log begins: the first trick after the draft, each further trick."""
    if after.phase is not Phase.PLAYING:
        return False
    return before.phase is Phase.DRAFT or len(after.tricks) > len(before.tricks)


def heading(seen: View, lang: str | None) -> str:
    """A part of the log: `Mission 7, Ziel 4: Aufträge`, `Stich 5 von 10`."""
    if seen.phase is Phase.DRAFT:
        return say("heading.draft", lang, mission=seen.setup.mission, goal=seen.setup.goal)
    return say("heading.trick", lang, n=min(len(seen.tricks) + 1, seen.setup.tricks), of=seen.setup.tricks)


def ending(seen: View, lang: str | None) -> dict[str, Any]:
    """The end of the attempt as the board shows it: each task a row, and how often the attempt counts."""
    made = words.ending(seen, lang)
    rows = [row | {"name": coloured(f"{row['who']}: {row['task']}"), "rule": "OR-5.1"} for row in made["rows"]]
    return made | {"why": " ".join(filter(None, (made["why"], made["note"]))), "rows": rows}


def lost_text(seen: View, lang: str | None) -> str:
    """Why the attempt has failed already."""
    return words.tasks_lost(seen, lang)


__all__ = ["LETTERS", "SUIT", "begins", "card_face", "coloured", "ending", "heading", "rich", "status_text", "tell"]

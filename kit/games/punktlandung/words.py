"""Punktlandung: what the table says in sentences: moves, calculations, the log, the end of a game, reasons.

All words stand in the catalogue (`texts.toml`); this module chooses the entry and its numbers. Sentences that the page shows are
`Markup`: the catalogue may set `<b>`, everything filled in is escaped.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from kit.core.errors import RuleError
from kit.games.punktlandung.moves import Move, Pass, Play, Show
from kit.games.punktlandung.rules import calculate
from kit.games.punktlandung.state import JOKER, State
from kit.games.punktlandung.view import View
from kit.locale import has_text, language, rank_name, text

GAME = "punktlandung"
GROUPED_FROM = 10_000  # smaller numbers are written without gaps
BREAKS_FROM = 10**9
_OPS = {"+": "plus", "-": "minus", "x": "times", ":": "divide"}


def say(key: str, lang: str | None, **fields: Any) -> str:
    """A plain entry of the game's catalogue."""
    return _said(key, lang or language(), **fields)


@lru_cache(maxsize=4096)
def _said(key: str, lang: str, **fields: Any) -> str:
    """A board takes some hundred entries, nearly all of them as in the board before."""
    return text(key, lang, game=GAME, **fields)


def rich(key: str, lang: str | None, **fields: Any) -> Markup:
    """An entry that may hold `<b>`; strings filled in are escaped."""
    return Markup(say(key, lang, **{k: escape(v) if isinstance(v, str) else v for k, v in fields.items()}))


def number(n: int) -> str:
    """A number of any size, in groups of three digits from 10,000 on; very long ones may break into lines between groups.

    >>> number(1392), number(13920)
    ('1392', '13\u202f920')
    """
    if n < GROUPED_FROM:
        return str(n)
    return f"{n:,}".replace(",", "\N{NARROW NO-BREAK SPACE}" if n < BREAKS_FROM else "\N{THIN SPACE}")


def percent(p: Fraction | float, lang: str | None) -> str:
    """A probability in whole percent: `36 %`, in English `36%`. 0 and 100 stand only for what is impossible or certain."""
    whole = round(100 * p) if p in (0, 1) else min(99, max(1, round(100 * p)))
    return say("percent", lang, p=whole)


def sign(op: str, lang: str | None) -> str:
    """The sign of an operation as it is written at school: + − × and : (German) or ÷."""
    return say(f"sign.{_OPS[op]}", lang)


def card_name(card: int, lang: str | None) -> str:
    """The rank as printed on the card, or the word for the joker."""
    return say("joker.name", lang) if card == JOKER else rank_name(card, lang)


def the_card(card: int, lang: str | None, case: str = "") -> str:
    """The card with its article for a German sentence: `die 8`, `der Bube`; `case` "dat": `mit dem Buben`, "acc": `den Buben`."""
    kind = {JOKER: "joker", 1: "ace", 11: "jack", 12: "queen", 13: "king"}.get(card, "number")
    return say(f"the-{case}.{kind}" if case else f"the.{kind}", lang, card=card)


def seat_name(seat: int, lang: str | None) -> str:
    """The name of a seat: those of the rules' example."""
    return say(f"seat.{seat}", lang)


def calculation(total: int, op: str, value: int, lang: str | None) -> str:
    """`43 × 8`."""
    return f"{number(total)} {sign(op, lang)} {value}"


def equation(total: int, op: str, value: int, lang: str | None) -> str:
    """`43 × 8 = 344`."""
    return f"{calculation(total, op, value, lang)} = {number(calculate(total, op, value))}"


def describe(move: Move, lang: str | None) -> str:
    """A move without its position: `× 8`, `passt mit der Dame`."""
    if isinstance(move, Play):
        if move.card == JOKER:
            return say("log.joker", lang, sign=sign(move.op, lang), value=move.value)
        return say("log.play", lang, sign=sign(move.op, lang), card=card_name(move.card, lang))
    if isinstance(move, Pass):
        return say("log.pass", lang, card=the_card(move.card, lang, "dat"))
    if isinstance(move, Show):
        return say("log.show", lang, card=the_card(move.card, lang))
    return say("log.resign", lang)


def tell(before: State, move: Move, after: State, lang: str | None) -> str:
    """A move with who made it and its calculation: `Ben: 6 × 5 = 30`, `Ben passt mit der Dame, 43 bleibt`."""
    who = seat_name(before.turn or 0, lang)
    if isinstance(move, Play):
        made = equation(before.sum, move.op, move.value, lang)
        key = "tell.hit" if after.hits > before.hits else "tell.joker" if move.card == JOKER else "tell.play"
        return say(key, lang, who=who, what=made, value=move.value, target=number(before.target))
    if isinstance(move, Pass):
        return say("tell.pass", lang, who=who, card=the_card(move.card, lang, "dat"), sum=number(before.sum))
    if isinstance(move, Show):
        return say("tell.show", lang, who=who, card=the_card(move.card, lang, "acc"))
    return say("tell.resign", lang, who=who)


def begins(before: State, after: State) -> bool:
    """Whether a new part of the log begins: another target lies."""
    return after.hits > before.hits and after.outcome is None


def sentence(error: RuleError, lang: str | None) -> str:
    """The whole sentence of a broken rule."""
    return error.sentence(lang or language())


def reason(error: RuleError, lang: str | None) -> str:
    """A broken rule in two or three words, for the button itself."""
    key = f"why.{error.code}"
    return say(key, lang, **error.data) if has_text(key, GAME) else sentence(error, lang)


def heading(seen: View, lang: str | None) -> str:
    """A part of the log: `Ziel 3 von 5: 348`."""
    named = number(seen.target) if seen.target else "–"
    if seen.setup.targets is None:
        return say("heading.endless", lang, n=seen.hits + 1, target=named)
    return say("heading.of", lang, n=min(seen.hits + 1, seen.setup.targets), of=seen.setup.targets, target=named)


def ending(seen: View, lang: str | None) -> dict[str, Any]:
    """The end of a game (PL-5, PL-7.2): what happened, the rule, and each target that was hit with its turns."""
    assert seen.outcome is not None
    result = seen.outcome
    fields = {"n": result.hits, "of": seen.setup.targets or 0, "sum": number(seen.sum), "target": number(seen.target)}
    none = result.ending == "endless" and not result.hits
    return {
        "won": result.won or result.ending == "endless",
        "title": say(f"end.{result.ending}", lang, **fields),
        "rule": result.rule,
        "why": say("because.none" if none else f"because.{result.ending}", lang, **fields, turns=sum(seen.spent)),
        "rows": [],
    }


def lines(seen: View, lang: str | None) -> tuple[str, ...]:
    """The position as plain text, the same for the same view: what a notebook shows where it cannot show HTML."""
    out = [
        f"{say('name', lang)} · {heading(seen, lang)}",
        say("line.sum", lang, sum=number(seen.sum), target=number(seen.target)),
    ]
    total = 0
    for link in seen.chain:
        out.append(f"{seat_name(link.seat, lang)}: {equation(total, link.op, link.value, lang)}")
        total = link.sum
    for seat, hand in enumerate(seen.hands):
        held = " ".join(card_name(card, lang) for card in hand) if hand is not None else say("cards", lang, n=seen.counts[seat])
        shown = seen.shown[seat]
        signal = f" · {say('line.shows', lang, card=the_card(shown, lang, 'acc'))}" if shown is not None else ""
        out.append(f"{seat_name(seat, lang)}: {held or '–'}{signal}")
    out.append(say("line.piles", lang, stack=seen.stack_count, discard=len(seen.discard)))
    if seen.outcome:
        out.append(ending(seen, lang)["title"])
    return tuple(out)

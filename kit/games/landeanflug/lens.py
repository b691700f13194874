"""Landeanflug: what a seat can reckon, for the table: odds beside the consequences, the crew's advice, and the lens.

All figures are those of `odds.py`, from the seat's `View` alone. The advice is the house crew's (`crews.prospects`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from kit.games.landeanflug import crews, odds
from kit.games.landeanflug.effects import effect
from kit.games.landeanflug.moves import Place
from kit.games.landeanflug.rules import missing_duties
from kit.games.landeanflug.state import VALUES, Phase
from kit.games.landeanflug.view import View
from kit.games.landeanflug.words import consequence, rich, say
from kit.locale import rank_name

HARMLESS = ("stay", "one", "two", "allowed")


def percent(p: Fraction | float) -> int:
    """A probability in whole percent; 0 and 100 only where it is exactly that."""
    whole = round(100 * p)
    return int(whole) if p in (0, 1) else min(99, max(1, int(whole)))


def _open(seen: View) -> bool:
    """Whether there is something to reckon: a seat that may still be answered."""
    return seen.seat is not None and seen.outcome is None and seen.phase is Phase.PLACING


def _waits(seen: View, place: str) -> bool:
    """Whether the partner still has to answer on an instrument."""
    return seen.seat is not None and place in missing_duties(seen.laid, 1 - seen.seat) and seen.partner_count > 0


def axis_odds(seen: View, value: int, lang: str | None) -> dict[str, Any] | None:
    """The axis with a card of `value` on it: how likely the partner can leave the marker at most one step off (or level)."""
    if not _open(seen) or not _waits(seen, "axis"):
        return None
    plain, brewed = odds.can_answer(seen, value), odds.can_answer(seen, value, seen.coffee)
    if seen.touchdown:  # only level lands (LA-4.4)
        key = "odds.level-coffee" if brewed[0] != plain[0] else "odds.level"
        return {"kind": "", "lead": "", "text": say(key, lang, p=percent(plain[0]), q=percent(brewed[0]))}
    return {"kind": "" if plain[2] else "die", "lead": "", "text": say("odds.axis", lang, p=percent(plain[1]))}


def engines_odds(seen: View, value: int, lang: str | None) -> dict[str, Any] | None:
    """The engines with a card of `value`: how likely the partner can answer so that nothing is hit and nothing overshot."""
    if not _open(seen) or not _waits(seen, "engines"):
        return None
    p = odds.can_reach(seen, value, HARMLESS)
    return {"kind": "" if p else "die", "lead": "", "text": say("odds.engines", lang, p=percent(p))}


@lru_cache(maxsize=16)
def prospects(seen: View) -> tuple[tuple[float, Place], ...]:
    """What the house crew thinks of the placements, the best first; kept, since a board asks for it at every click."""
    return tuple(crews.prospects(seen))


def advice(seen: View, lang: str | None) -> dict[str, Any] | None:
    """The house crew's best placement with its reason and estimated landing chance, and the runner-up; None where none is due."""
    if not _open(seen) or not seen.deciding:
        return None
    best = prospects(seen)
    chance, move = best[0]
    fields = {
        "card": move.value,
        "where": say(f"onto.{move.place}", lang),
        "p": percent(chance),
        "reason": _reason(seen, move, lang),
    }
    sentence = rich("advice.do", lang, **fields)
    if len(best) > 1:
        other_chance, other = best[1]
        place = say(f"onto.{other.place}", lang)
        sentence += " " + rich("advice.next", lang, card=other.value, where=place, p=percent(other_chance))
    return {"card": move.card, "coffee": move.coffee, "place": move.place, "sentence": sentence}


def _reason(seen: View, move: Place, lang: str | None) -> str:
    """What the placement does, in the words that stand on the board."""
    made = None
    if move.place == "axis":
        made = axis_odds(seen, move.value, lang)
    elif move.place == "engines":
        made = engines_odds(seen, move.value, lang)
    if made is None and move.place != "aside":
        made = consequence(effect(seen, move.place, move.value, abs(move.coffee)), lang)
    return f"{made['lead']}{made['text']}" if made else say("advice.nowhere", lang)


# The lens


def lens(seen: View, value: int | None, asked: Collection[int], lang: str | None) -> dict[str, Any]:
    """Everything hidden that can be reckoned exactly: the partner's cards, his answers, speed, rerolls.

    `value` is what the chosen card counts (None: no card chosen), `asked` the set of values that was put together.
    """
    if not _open(seen) or not seen.partner_count:
        return {"title": say("lens.title", lang), "note": say("lens.nothing", lang), "tables": [], "toggles": []}
    each = odds.holds_each(seen)
    tables = [_axis_table(seen, value, lang), _engines_table(seen, value, lang), _reroll_table(seen, lang)]
    chosen = sorted(set(asked) & set(VALUES))
    note = say("lens.open" if seen.partner is not None else "lens.note", lang)
    toggles = [
        {
            "value": str(v),
            "label": rank_name(v, lang),
            "p": percent(p),
            "on": v in chosen,
            "aria": say("lens.holds-aria", lang, card=v, p=percent(p)),
        }
        for v, p in each.items()
    ]
    any_of = ""
    if chosen:
        any_of = say("lens.any", lang, cards=tuple(chosen), p=percent(odds.holds(seen, chosen)))
    return {
        "title": say("lens.title", lang),
        "note": note,
        "caption": say("lens.holds", lang),
        "toggles": toggles,
        "any": any_of or say("lens.any-how", lang),
        "tables": [table for table in tables if table],
    }


def _values(seen: View, value: int | None) -> Sequence[int]:
    """The values worth a row: the chosen card's, else those in hand."""
    return [value] if value is not None else sorted(set(seen.hand))


def _axis_table(seen: View, value: int | None, lang: str | None) -> dict[str, Any] | None:
    """For each own card: can the partner leave the marker at most 0, 1, 2 steps off, as he is and with the coffee."""
    if not _waits(seen, "axis") or "axis" not in missing_duties(seen.laid, seen.seat or 0):
        return None
    rows = []
    for v in _values(seen, value):
        plain, brewed = odds.can_answer(seen, v), odds.can_answer(seen, v, seen.coffee)
        cells = []
        for steps in plain:
            cell = f"{percent(plain[steps])} %"
            if seen.coffee:
                cell += f" / {percent(brewed[steps])} %"
            cells.append(cell)
        rows.append({"label": rank_name(v, lang), "cells": cells})
    heads = [say("lens.level", lang), say("lens.within", lang, n=1), say("lens.within", lang, n=2)]
    caption = say("lens.axis-coffee" if seen.coffee else "lens.axis", lang)
    return {"caption": caption, "first": say("lens.own", lang), "heads": heads, "rows": rows}


def _engines_table(seen: View, value: int | None, lang: str | None) -> dict[str, Any] | None:
    """The consequence of the speed if the partner answers with any card of his, each as likely."""
    if "engines" not in missing_duties(seen.laid, seen.seat or 0):
        return None
    values = _values(seen, value)
    spread = {v: odds.results_any(seen, v) for v in values}
    names = [name for name in (*HARMLESS, "collision", "overshoot", "too-fast") if any(spread[v][name] for v in values)]
    rows = [{"label": rank_name(v, lang), "cells": [f"{percent(spread[v][name])} %" for name in names]} for v in values]
    heads = [say(f"lens.result-{name}", lang) for name in names]
    return {"caption": say("lens.engines", lang), "first": say("lens.own", lang), "heads": heads, "rows": rows}


def _reroll_table(seen: View, lang: str | None) -> dict[str, Any] | None:
    """With a reroll in the cockpit: what putting the whole hand back would bring."""
    if not seen.rerolls or not seen.hand:
        return None
    cells = [f"{percent(odds.holds_after_reroll(seen, seen.hand, [v]))} %" for v in VALUES]
    row = {"label": say("lens.all-back", lang), "cells": cells}
    heads = [rank_name(v, lang) for v in VALUES]
    return {"caption": say("lens.reroll", lang), "first": "", "heads": heads, "rows": [row]}

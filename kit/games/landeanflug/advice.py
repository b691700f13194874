"""Landeanflug: hints from the third level on. Exact odds beside the consequences, and the house crew's advice.

Odds are those of `odds.py`, the advice is the house crew's (`crews.prospects`), both from the seat's `View` alone.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup

from kit.core.compiled import floats
from kit.games.landeanflug import crews, odds, rerolls
from kit.games.landeanflug.effects import effect
from kit.games.landeanflug.hands import hand_table
from kit.games.landeanflug.moves import Place
from kit.games.landeanflug.rules import missing_duties
from kit.games.landeanflug.state import ASIDE, Phase
from kit.games.landeanflug.view import View
from kit.games.landeanflug.weights import weights
from kit.games.landeanflug.words import consequence, rich, say

HARMLESS = ("stay", "one", "two", "allowed")
FATAL = ("collision", "overshoot", "too-fast")


def percent(p: Fraction | float) -> int:
    """A probability in whole percent; 0 and 100 only where it is exactly that."""
    whole = round(100 * p)
    return int(whole) if p in (0, 1) else min(99, max(1, int(whole)))


def waits(seen: View, place: str) -> bool:
    """Whether the partner still has to answer on an instrument."""
    return seen.seat is not None and place in missing_duties(seen.laid, 1 - seen.seat) and seen.partner_count > 0


# Odds beside the consequences


def axis_odds(seen: View, value: int, lang: str | None, spent: int = 0) -> dict[str, Any] | None:
    """The axis with a card of `value`: how likely the partner can leave the marker at most one step off (touchdown: level)."""
    if not waits(seen, "axis"):
        return None
    steps = 0 if seen.touchdown else 1  # only level lands (LA-4.4)
    plain, brewed = odds.can_answer(seen, value), odds.can_answer(seen, value, seen.coffee - spent)
    key = f"odds.{'level' if seen.touchdown else 'axis'}{'-coffee' if brewed[steps] != plain[steps] else ''}"
    return {
        "kind": "" if brewed[2] else "die",
        "lead": "",
        "text": say(key, lang, p=percent(plain[steps]), q=percent(brewed[steps])),
    }


def engines_odds(seen: View, value: int, lang: str | None, spent: int = 0) -> dict[str, Any] | None:
    """The engines with a card of `value`: how likely the partner can answer so that nothing is hit and nothing overshot."""
    if not waits(seen, "engines"):
        return None
    p = odds.can_reach(seen, value, HARMLESS)
    q = odds.can_reach(seen, value, HARMLESS, seen.coffee - spent)
    on = odds.can_reach(seen, value, ("one", "two"))
    key = "engines-coffee" if p != q else "engines-on" if p == 1 and on else "engines"
    return {"kind": "" if q else "die", "lead": "", "text": say(f"odds.{key}", lang, p=percent(p), q=percent(q), r=percent(on))}


def best_figure(seen: View, value: int | None, legal: dict[str, set[int]], lang: str | None, spent: int = 0) -> Markup | None:
    """The status from the third level on: what the odds say of the chosen card, or of the card best on the axis."""
    if value is None and "axis" in legal and waits(seen, "axis"):
        value = max(sorted(legal["axis"]), key=lambda v: tuple(odds.can_answer(seen, v).values()))
    if value is None:
        return None
    if value in legal.get("axis", ()) and waits(seen, "axis"):
        steps = 0 if seen.touchdown else 1
        p = odds.can_answer(seen, value, 0)[steps]
        return rich("odds.say-level" if seen.touchdown else "odds.say-axis", lang, card=value, p=percent(p))
    if value in legal.get("engines", ()) and waits(seen, "engines"):
        return rich("odds.say-engines", lang, card=value, p=percent(odds.can_reach(seen, value, HARMLESS)))
    return None


# Advice


@lru_cache(maxsize=256)
def prospects(seen: View) -> tuple[tuple[float, Place], ...]:
    """What the house crew thinks of the placements, the best first.

    Kept, since a board asks for it at every click, and the diary and the turning point again.
    """
    return tuple(crews.prospects(seen))


@cache
def hand_rows() -> Any:
    """The table of hands (`hands.py`), made once."""
    return hand_table()


@lru_cache(maxsize=64)
def reroll_key(seen: View) -> tuple[int, float]:
    """The cards the house crew would put back now (key of `rerolls`, 0: no reroll, or none of them), and the chance then."""
    assert seen.seat is not None
    s, w, found = crews.position(seen), weights(seen.setup.turbulence), floats(2)
    if seen.phase is Phase.REROLL:
        key = rerolls.best_return(s, seen.seat, w, hand_rows(), found)
    else:
        key = rerolls.calls_reroll(s, w, hand_rows(), prospects(seen)[0][0], found)
    return int(key), float(found[1])


def advice(seen: View, lang: str | None) -> dict[str, Any] | None:
    """What the house crew would do with its reason and estimated landing chance, and the runner-up; None where none is due.

    `card`, `coffee`, `place` of a placement, or `back` for a reroll (then `card` is None); `sentence` says it, `more` why and
    what else would do.
    """
    if not seen.deciding or seen.outcome is not None:
        return None
    if seen.phase is Phase.REROLL or seen.rerolls:
        key, chance = reroll_key(seen)
        if key or seen.phase is Phase.REROLL:
            back = tuple(v for v in range(1, 7) for _ in range(key >> 3 * (v - 1) & 7))
            which = "advice.reroll" if back else "advice.keep"
            sentence = rich(which, lang, cards=back, p=percent(chance))
            return {"card": None, "coffee": 0, "place": "", "back": back, "sentence": sentence, "more": ""}
    best = prospects(seen)
    chance, move = best[0]
    sentence = rich("advice.do", lang, what=_what(move, lang), where=say(f"onto.{move.place}", lang), p=percent(chance))
    more = rich("advice.why", lang, why=reason(seen, move, lang))
    if len(best) > 1:
        other_chance, other = best[1]
        place = say(f"onto.{other.place}", lang)
        more += " " + rich("advice.next", lang, what=_what(other, lang), where=place, p=percent(other_chance))
    return {"card": move.card, "coffee": move.coffee, "place": move.place, "back": (), "sentence": sentence, "more": more}


def _what(move: Place, lang: str | None) -> str:
    if not move.coffee:
        return say("advice.card", lang, card=move.card)
    sign = "+" if move.coffee > 0 else "−"
    return say("log.coffee", lang, card=move.card, n=abs(move.coffee), sign=sign, value=move.value)


def reason(seen: View, move: Place, lang: str | None) -> str:
    """What the placement does, or how well the partner can answer it, and whether nothing else was left to do."""
    assert seen.seat is not None
    if move.place == ASIDE:
        return say("advice.nowhere", lang)
    made = consequence(effect(seen, move.place, move.value, abs(move.coffee)), lang)
    does = _answered(seen, move, lang) if waits(seen, move.place) else made["lead"] + made["text"]
    missing = missing_duties(seen.laid, seen.seat)
    duty = ", " + say("advice.duty", lang) if move.place in missing and len(missing) == len(seen.hand) else ""
    return f"{does}{duty}"


def _answered(seen: View, move: Place, lang: str | None) -> str:
    """How likely the partner can answer a card on an instrument well, with the coffee that is left where that helps."""
    assert seen.seat is not None
    left = seen.coffee - abs(move.coffee)
    if move.place == "axis":
        key, steps = ("why-level", 0) if seen.touchdown else ("why-axis", 1)  # only level lands (LA-4.4)
        p, q = (odds.can_answer(seen, move.value, coffee)[steps] for coffee in (0, left))
    else:
        key = "why-engines"
        p, q = (odds.can_reach(seen, move.value, HARMLESS, coffee) for coffee in (0, left))
    said = say(f"advice.{key}", lang, seat=1 - seen.seat, p=percent(p))
    return said + (say("advice.why-coffee", lang, q=percent(q)) if q != p else "")

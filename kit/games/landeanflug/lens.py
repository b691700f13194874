"""Landeanflug: the lens. Everything hidden that can be reckoned exactly, as sections of bars and small tables.

All figures are those of `odds.py`, from the seat's `View` alone: every hidden hand that fits the facts counts the same.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from kit.games.landeanflug import odds
from kit.games.landeanflug.advice import FATAL, HARMLESS, percent, waits
from kit.games.landeanflug.state import AXIS_LIMIT, VALUES, Phase
from kit.games.landeanflug.view import View
from kit.games.landeanflug.words import say
from kit.locale import rank_name

Section = dict[str, Any]


def lens(
    seen: View,
    value: int | None,
    asked: Collection[int],
    lang: str | None,
    *,
    spent: int = 0,
    back: Sequence[int] | None = None,
) -> dict[str, Any]:
    """What the open lens shows: title, note, and its sections (see `docs/boards.md`).

    `value` is what the chosen card counts (None: no card chosen), `spent` the coffee in it; `asked` the set of values that was
    put together; `back` the cards chosen to be put back in a reroll (None: none is being chosen).
    """
    made: dict[str, Any] = {"title": say("lens.title", lang), "note": say("lens.nothing", lang), "sections": []}
    choosing = seen.phase is Phase.PLACING or seen.seat in seen.choosing
    if seen.seat is None or seen.outcome is not None or not choosing:
        return made
    reckon = _Lens(seen, value, sorted(set(asked) & set(VALUES)), spent, lang)
    sections = [reckon.reroll(back)]
    if seen.partner_count:
        sections = [reckon.holds(), reckon.axis_answers(), reckon.axis_spread(), reckon.engines(), *sections]
    found = [section for section in sections if section]
    if found:
        made["note"], made["sections"] = say("lens.open" if seen.partner is not None else "lens.note", lang), found
    return made


class _Lens:
    """The sections; each is None where there is nothing to reckon."""

    def __init__(self, seen: View, value: int | None, asked: Sequence[int], spent: int, lang: str | None) -> None:
        self.seen, self.value, self.asked, self.spent, self.lang = seen, value, asked, spent, lang
        assert seen.seat is not None
        self.seat = seen.seat

    def _p(self, p: Fraction) -> str:
        return say("lens.p", self.lang, p=percent(p))

    def holds(self) -> Section:
        """What the partner may hold: a bar for each value, which can be picked to ask for a set."""
        rows = [
            {
                "name": rank_name(v, self.lang),
                "p": float(p),
                "text": self._p(p),
                "pick": str(v),
                "on": v in self.asked,
                "aria": say("lens.holds-aria", self.lang, card=v, p=percent(p)),
            }
            for v, p in odds.holds_each(self.seen).items()
        ]
        foot = say("lens.any-how", self.lang)
        if self.asked:
            foot = say("lens.any", self.lang, cards=tuple(self.asked), p=percent(odds.holds(self.seen, self.asked)))
        return {"caption": say("lens.holds", self.lang, seat=1 - self.seat), "bars": rows, "foot": foot}

    def _own(self, place: str) -> tuple[Sequence[int], int | None]:
        """The own values worth reckoning on an instrument, and the one that stands out: laid, chosen, or none."""
        laid = odds.laid_value(self.seen, self.seat, place)
        if laid is not None:
            return [laid], laid
        return sorted({*self.seen.hand, *([] if self.value is None else [self.value])}), self.value

    def axis_answers(self) -> Section | None:
        """For each own card: can the partner leave the marker at most 0, 1, 2 steps off, as he is and with the coffee left."""
        if not waits(self.seen, "axis"):
            return None
        values, chosen = self._own("axis")
        rows = []
        for v in values:
            coffee = self.seen.coffee - (self.spent if v == self.value else 0)
            plain, brewed = odds.can_answer(self.seen, v), odds.can_answer(self.seen, v, coffee)
            cells = [
                {"text": self._p(plain[n]), "more": self._with(brewed[n]) if coffee else "", "strong": plain[n] == 1}
                for n in plain
            ]
            rows.append({"name": rank_name(v, self.lang), "on": v == chosen, "cells": cells})
        head = [say("lens.level", self.lang), *(say("lens.within", self.lang, n=n) for n in range(1, AXIS_LIMIT + 1))]
        return {
            "caption": say("lens.axis", self.lang, seat=1 - self.seat),
            "corner": say("lens.own", self.lang),
            "head": head,
            "rows": rows,
        }

    def _with(self, p: Fraction) -> str:
        return say("lens.with-coffee", self.lang, p=percent(p))

    def axis_spread(self) -> Section | None:
        """Where the marker goes with the chosen or laid card, if the partner answers with any card of his."""
        _, chosen = self._own("axis")
        if chosen is None or not waits(self.seen, "axis"):
            return None
        spread = odds.axis_any(self.seen, chosen)
        rows = [
            {
                "name": self._mark(k),
                "p": float(spread[k]),
                "text": self._p(spread[k]),
                "kind": "die" if abs(k) > AXIS_LIMIT else "ok" if k == 0 else "",
            }
            for k in range(-odds.SPIN, odds.SPIN + 1)
            if spread[k]
        ]
        return {"caption": say("lens.axis-any", self.lang, card=chosen, seat=1 - self.seat), "bars": rows, "wide": True}

    def _mark(self, k: int) -> str:
        if abs(k) > AXIS_LIMIT:
            return say("lens.spin", self.lang)
        if k == 0:
            return say("lens.level", self.lang)
        return say("lens.tilt", self.lang, n=abs(k), who=say(f"label.{0 if k < 0 else 1}", self.lang))

    def engines(self) -> Section | None:
        """The speed and its consequence with the chosen or laid card; without one the consequences by own card."""
        if not waits(self.seen, "engines"):
            return None
        values, chosen = self._own("engines")
        if chosen is None:
            return self._results(values)
        spread = odds.speed_any(self.seen, chosen)
        rows = []
        for speed in sorted(spread):
            result = odds.result(self.seen, speed)
            name = say("lens.speed", self.lang, speed=speed, what=say(f"lens.result-{result}", self.lang))
            kind = "die" if result in FATAL else ""
            rows.append({"name": name, "p": float(spread[speed]), "text": self._p(spread[speed]), "kind": kind})
        reach = odds.can_reach(self.seen, chosen, HARMLESS)
        foot = say("lens.reach", self.lang, seat=1 - self.seat, p=percent(reach))
        coffee = self.seen.coffee - self.spent
        if coffee:
            foot += " " + self._with(odds.can_reach(self.seen, chosen, HARMLESS, coffee)) + "."
        return {
            "caption": say("lens.engines-any", self.lang, card=chosen, seat=1 - self.seat),
            "bars": rows,
            "wide": True,
            "foot": foot,
        }

    def _results(self, values: Sequence[int]) -> Section:
        spread = {v: odds.results_any(self.seen, v) for v in values}
        names = [name for name in (*HARMLESS, *FATAL) if any(spread[v][name] for v in values)]
        rows = [
            {
                "name": rank_name(v, self.lang),
                "on": False,
                "cells": [{"text": self._p(spread[v][name]), "strong": spread[v][name] == 1} for name in names],
            }
            for v in values
        ]
        head = [say(f"lens.result-{name}", self.lang) for name in names]
        return {
            "caption": say("lens.engines", self.lang, seat=1 - self.seat),
            "corner": say("lens.own", self.lang),
            "head": head,
            "rows": rows,
        }

    def reroll(self, back: Sequence[int] | None) -> Section | None:
        """What a reroll would bring the own hand: the cards chosen to go back, else all of them."""
        if not self.seen.hand or not (self.seen.rerolls or back is not None):
            return None
        cards = self.seen.hand if back is None else back
        name = say("lens.all-back", self.lang)
        if back is not None:
            name = say("lens.back", self.lang, cards=tuple(back)) if back else say("lens.none-back", self.lang)
        cells = []
        for v in VALUES:
            p = odds.holds_after_reroll(self.seen, cards, [v])
            cells.append({"text": self._p(p), "strong": p == 1})
        foot = ""
        if self.asked:
            p = odds.holds_after_reroll(self.seen, cards, self.asked)
            foot = say("lens.any", self.lang, cards=tuple(self.asked), p=percent(p))
        return {
            "caption": say("lens.reroll", self.lang, how=name),
            "corner": say("lens.value", self.lang),
            "head": [rank_name(v, self.lang) for v in VALUES],
            "rows": [{"name": say("lens.p-word", self.lang), "on": False, "cells": cells}],
            "foot": foot,
        }

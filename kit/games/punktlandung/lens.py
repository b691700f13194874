"""Punktlandung: the lens. What is hidden and can be reckoned exactly, as sections of bars and small tables.

All figures are those of `odds.py`, from the seat's `View` alone: every hidden deal that fits the facts counts the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from kit.games.punktlandung import odds
from kit.games.punktlandung.crews import in_turn
from kit.games.punktlandung.moves import operations
from kit.games.punktlandung.rules import calculate, calculation_error
from kit.games.punktlandung.sight import Sight
from kit.games.punktlandung.state import JOKER
from kit.games.punktlandung.view import View
from kit.games.punktlandung.words import card_name, number, percent, say, seat_name, sign, the_card
from kit.locale import rank_name

Section = dict[str, Any]


def lens(sight: Sight, asked: Collection[int]) -> dict[str, Any]:
    """What the open lens shows: title, note, sections (see `docs/boards.md`); `asked` are the ranks that were put together."""
    seen, lang = sight.seen, sight.lang
    made: dict[str, Any] = {"title": say("lens.title", lang), "note": say("lens.nothing", lang), "sections": []}
    if seen.seat is None or sight.covered or seen.outcome is not None or not seen.target or sight.next is None:
        return made
    reckon = _Lens(sight, sorted(set(asked) & odds.ALL))
    found = [section for section in (reckon.hits(), reckon.holds(), reckon.signal()) if section]
    made["note"] = say("lens.open" if seen.setup.open else "lens.note", lang)
    return made | {"sections": found}


class _Lens:
    """The sections; each is None where there is nothing to reckon."""

    def __init__(self, sight: Sight, asked: list[int]) -> None:
        assert sight.next is not None
        self.sight, self.seen, self.lang, self.asked, self.next = sight, sight.seen, sight.lang, asked, sight.next
        self.who = seat_name(self.next, self.lang)
        self.others = [seat for seat in in_turn(self.seen) if self.seen.counts[seat]]

    def _name(self, rank: int) -> str:
        return "★" if rank == JOKER else rank_name(rank, self.lang)

    def holds(self) -> Section | None:
        """What the next seat may hold: a bar for each rank, which can be picked to ask for a set."""
        if self.seen.setup.open:
            return None
        rows = [
            {
                "name": self._name(rank),
                "p": float(p),
                "text": percent(p, self.lang),
                "kind": "ok" if rank in odds.hits(self.seen, self.seen.sum) else "",
                "pick": str(rank),
                "on": rank in self.asked,
                "aria": say("lens.holds-aria", self.lang, card=card_name(rank, self.lang), p=percent(p, self.lang)),
            }
            for rank, p in odds.holds_each(self.seen, self.next).items()
        ]
        foot = say("lens.any-how", self.lang)
        if self.asked:
            names = ", ".join(map(self._name, self.asked))
            foot = say("lens.any", self.lang, cards=names, p=percent(odds.holds(self.seen, (self.next,), self.asked), self.lang))
        return {"caption": say("lens.holds", self.lang, who=self.who), "bars": rows, "foot": foot}

    def hits(self) -> Section | None:
        """For each own card and operation the sum it makes, and P(the next seat hits from there; if none can: comes close)."""
        if self.sight.reckons:
            return None
        if not self.sight.my_turn:
            return self.hits_now()
        values = sorted(set(self.seen.hand) - {JOKER})
        if self.sight.card == JOKER and self.sight.value:
            values = sorted({*values, self.sight.value})
        ops = operations(first=not self.seen.chain, small=self.seen.setup.small)
        sums = {(value, op): self._after(value, op) for value in values for op in ops}
        chance, way = odds.hit_chance, "hits"
        if not any(odds.hit_chance(self.seen, self.next, total) for total in sums.values() if total is not None):
            chance, way = odds.step_chance, "steps"  # too far for a hit: who gets within one step of it
        rows = []
        for value in values:
            cells = [self._cell(sums[value, op], chance) for op in ops]
            rows.append({"name": self._name(value), "on": value == self.sight.value, "cells": cells})
        stay = chance(self.seen, self.next, self.seen.sum)
        fields = {
            "sum": number(self.seen.sum),
            "who": self.who,
            "p": percent(stay, self.lang),
            "target": number(self.seen.target),
        }
        foot = say(f"lens.stay-{way}", self.lang, **fields)
        if len(self.others) > 1 and way == "hits":
            around = odds.round_chance(self.seen, self.others, self.seen.sum)
            foot += " " + say("lens.around", self.lang, p=percent(around, self.lang))
        caption = say(f"lens.{way}", self.lang, who=self.who, target=number(self.seen.target))
        head = [sign(op, self.lang) for op in ops]
        return {"caption": caption, "corner": say("lens.card", self.lang), "head": head, "rows": rows, "foot": foot}

    def _after(self, value: int, op: str) -> int | None:
        """The sum after a calculation, None where it cannot be made."""
        if calculation_error(self.sight.state, op, value) is not None:
            return None
        return calculate(self.seen.sum, op, value)

    def _cell(self, total: int | None, chance: Callable[[View, int, int], Fraction]) -> dict[str, Any]:
        if total is None:
            return {"text": "–", "more": "", "strong": False}
        if total == self.seen.target:
            return {"text": say("lens.hit", self.lang), "more": number(total), "strong": True}
        p = chance(self.seen, self.next, total)
        return {"text": percent(p, self.lang), "more": number(total), "strong": p == 1}

    def hits_now(self) -> Section:
        """Out of turn: each rank that hits from the sum as it is, and who may hold it."""
        ranks = sorted(odds.hits(self.seen, self.seen.sum))
        seats = [seat for seat in range(self.seen.setup.seats) if seat != self.seen.seat and self.seen.counts[seat]]
        rows = []
        for seat in seats:
            p = odds.hit_chance(self.seen, seat, self.seen.sum)
            rows.append({"name": seat_name(seat, self.lang), "p": float(p), "text": percent(p, self.lang), "kind": "ok"})
        with_them = ", ".join(self._name(rank) for rank in ranks) or "–"
        foot = say("lens.ranks", self.lang, sum=number(self.seen.sum), cards=with_them)
        return {"caption": say("lens.now", self.lang, sum=number(self.seen.sum)), "bars": rows, "wide": True, "foot": foot}

    def signal(self) -> Section | None:
        """For each own card that could be shown: P(the others can hit, or lead to it), from each sum that can be left."""
        seen, sight = self.seen, self.sight
        assert seen.seat is not None
        if not seen.setup.signals or seen.setup.open or seen.signalled[seen.seat] or not sight.my_turn or sight.reckons:
            return None
        rest = list(seen.hand)
        sums = [seen.sum]
        if sight.card is not None:
            rest.remove(sight.card)
            sums = sorted({total for total in sight.results.values() if total != seen.target}) or sums
        known = [card for card in seen.known[seen.seat] if card in rest]
        plain = [odds.lead_chance(seen, self.others, total, known) for total in sums]
        rows = [self._chances(say("lens.none-shown", self.lang), plain, plain)]
        for card in sorted(set(rest)):
            found = [p + odds.signal_value(seen, self.others, total, card, known) for p, total in zip(plain, sums, strict=True)]
            rows.append(self._chances(self._name(card), found, plain))
        if not any(row["gains"] for row in rows):
            return None
        caption = say("lens.signal" if len(self.others) == 1 else "lens.signal-all", self.lang, who=self.who)
        foot = say("lens.signal-foot", self.lang)
        if sight.card is not None:
            foot = say("lens.signal-after", self.lang, card=the_card(sight.card, self.lang, "dat")) + " " + foot
        head = [number(total) for total in sums]
        return {"caption": caption, "corner": say("lens.shown", self.lang), "head": head, "rows": rows, "foot": foot}

    def _chances(self, name: str, found: list[Fraction], plain: list[Fraction]) -> dict[str, Any]:
        """A row of chances; those above the plain ones stand out."""
        gains = [p > q for p, q in zip(found, plain, strict=True)]
        cells = [{"text": percent(p, self.lang), "strong": gain} for p, gain in zip(found, gains, strict=True)]
        return {"name": name, "on": False, "cells": cells, "gains": any(gains)}

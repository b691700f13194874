"""Punktlandung: from a `View` to what the table shows, as a plain dict for `board.html`. Legality comes from `rules` alone.

This module is what the board knows of the game (see `docs/boards.md`); clicks are read in `choosing`, words made in `words`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from kit.core.errors import RuleError
from kit.games.punktlandung import chainview
from kit.games.punktlandung.bests import ended
from kit.games.punktlandung.budget import budget
from kit.games.punktlandung.chainview import face
from kit.games.punktlandung.choosing import Choice, choose, resign
from kit.games.punktlandung.dock import TOGGLES, dock
from kit.games.punktlandung.lens import lens as lens_of
from kit.games.punktlandung.review import past, review
from kit.games.punktlandung.sight import Sight
from kit.games.punktlandung.solver import sums_hit_by
from kit.games.punktlandung.state import JOKER
from kit.games.punktlandung.status import status
from kit.games.punktlandung.strip import strip
from kit.games.punktlandung.view import View, known_of
from kit.games.punktlandung.words import (
    begins,
    calculation,
    card_name,
    describe,
    ending,
    heading,
    lines,
    number,
    rich,
    say,
    seat_name,
    sign,
    tell,
    the_card,
)
from kit.locale import language

__all__ = ["TOGGLES", "begins", "choose", "describe", "ended", "ending", "heading", "lines", "past", "resign", "review", "scene"]
__all__ += ["seat_name", "tell"]

TEMPLATE, STYLE = "board.html", "board.css"
SHEET = ("goal", "values", "turn", "sum", "hit", "signal", "end", "tips")
STOPWATCH = None
LONG = 9  # characters: sums longer than that take more room
ZONES = ("goal", "chain", "mates", "stack", "line", "dock")
ALIASES = {"target": "goal", "sum": "chain", "hands": "dock", "hand": "dock", "piles": "stack", "strip": "line"}


def scene(
    seen: View,
    *,
    lang: str | None = None,
    choice: Choice | None = None,
    selected: int | None = None,
    coffee: int = 0,
    players: Sequence[str] = (),
    hints: int = 2,
    lens: Collection[str] | None = None,
    covered: bool = False,
    refused: RuleError | None = None,
    toggles: Collection[str] = (),
    past: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The table as `seen` shows it, as a plain dict for the template.

    `choice` is the half-made choice (`selected` is short for it, by the card's rank); `players` says `person` or a crew's name by
    seat; `hints` is their level: 2 names known cards that hit, 3 adds chances, 4 the crew's advice; `covered` leaves the own hand
    out (behind the curtain); `refused` is the rule that the last click broke; `toggles` are those of `TOGGLES` that are on;
    `past` is what `review.past` says of the target before. `lens` are the ranks put together in the open
    lens (None: shut); `coffee` is another game's.
    """
    if selected is not None and selected in seen.hand:
        choice = {"at": seen.hand.index(selected)}
    sight = Sight(
        seen,
        lang or language(),
        {} if covered else choice or {},
        players=players,
        hints=hints,
        covered=covered,
        refused=refused,
        toggles=toggles,
        past=past,
    )
    return _Scene(sight, lens).build()


class _Scene:
    """The zones of one scene; every method makes one part of the dict."""

    def __init__(self, sight: Sight, asked: Collection[str] | None) -> None:
        self.sight, self.seen, self.lang, self.asked = sight, sight.seen, sight.lang, asked

    def build(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        sentence, tone = status(self.sight)
        named = [say(f"level.{seen.setup.level}", lang), *(say(f"variant.{v}", lang) for v in sorted(seen.setup.variants))]
        goal = seen.setup.targets
        chip = say("chip.hits-endless" if goal is None else "chip.hits", lang, n=seen.hits, of=goal)
        return {
            "game": "punktlandung",
            "title": say("name", lang),
            "icon": "target",
            "level": ", ".join(named),
            "chip": chip,
            "height": say("chip.signal" if seen.setup.signals else "chip.no-signal", lang),
            "quiet": "",
            "status": sentence,
            "tone": tone,
            "more": self.sight.advice.more if self.sight.advice and tone != "refused" else "",
            "line": self._line(),
            "goal": self._goal(),
            "chain": self._chain(),
            "mates": self._mates(),
            "stack": self._stack(),
            "strip": self._strip(),
            "dock": dock(self.sight),
            "seats": seen.setup.seats,
            "has_lens": True,
            "lens": self._lens(),
        }

    def _lens(self) -> dict[str, Any] | None:
        """The lens, where it is open."""
        if self.asked is None or self.seen.seat is None or self.sight.covered:
            return None
        return lens_of(self.sight, [int(rank) for rank in self.asked if rank.isdecimal()])

    def _line(self) -> str:
        """Where the game stands, for the lobby."""
        return say("line.stands", self.lang, what=heading(self.seen, self.lang), sum=number(self.seen.sum))

    # Zones

    def _goal(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        goal, gap = seen.setup.targets, seen.target - seen.sum
        number_of = seen.hits + (seen.outcome is None or not seen.outcome.won)
        title = say("goal.endless" if goal is None else "goal.title", lang, n=number_of, of=goal)
        if seen.outcome is not None and seen.outcome.won:
            title = say("goal.all", lang, of=goal)
        if self.sight.past and "best" in self.sight.past:
            title = say("best.to-beat", lang, what=title, n=self.sight.past["best"])
        key = "gap.none" if gap == 0 else "gap.missing" if gap > 0 else "gap.over"
        slid = say("goal.slid", lang, cards=" ".join(card_name(c, lang) for c in seen.slid)) if seen.slid else ""
        width = max(len(number(seen.sum)), len(str(seen.target)))
        return {
            "title": title,
            "n": seen.hits,
            "of": goal,
            "aria": say("goal.aria", lang, n=seen.hits, of=goal or 0),
            "cards": [face(card, lang) | ({"note": "0"} if 10 <= card <= 13 else {}) for card in seen.target_cards],  # PL-2.1
            "target": number(seen.target) if seen.target else "–",
            "sum": number(seen.sum),
            "size": "" if width <= 4 else "long" if width <= 7 else "longer" if width <= 12 else "longest",
            "gap": rich(key, lang, n=number(abs(gap))) if seen.target else "",
            "slid": slid,
        }

    def _chain(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        made = chainview.links(seen, lang)
        written = chainview.paper(seen, lang)
        long = len(number(seen.sum)) > LONG
        folded = max(0, len(made) - (chainview.FOLD_LONG if long else chainview.FOLD))
        op = self.sight.choice.get("op")
        ghost = next_line = None
        lines_shown = 2 if long else 6
        if self.sight.card is not None:
            shown = face(self.sight.card, lang, value=self.sight.value or "")
            only = next(iter(self.sight.results), "") if len(self.sight.results) == 1 and not seen.chain else ""
            signed = sign(op, lang) if op and seen.chain else ""
            result = number(self.sight.results[only]) if only and not self.sight.reckons else ""
            ghost = {
                "who": say("link.try", lang),
                "op": signed,
                "card": shown,
                "eq": f"= {result or '?'}" if seen.chain or not result else result,
            }
            if op and self.sight.value is not None:
                next_line = f"{calculation(seen.sum, op, self.sight.value, lang)} = ?"
        past = self.sight.past
        return {
            "title": say("chain.title", lang),
            "info": say("chain.turns", lang, n=len(made)),
            "folded": say("chain.folded", lang, n=folded) if folded else "",
            "links": made[folded:],
            "ghost": ghost,
            "paper": written[-lines_shown:],
            "earlier": len(written) > lines_shown,
            "long": long,
            "next": next_line,
            "empty": say("chain.empty", lang, target=number(seen.target)) if not made and seen.target else "",
            "past": past if past and "text" in past and len(made) < 2 else None,
            "diary": any(player not in ("person", "random", "") for player in self.sight.players),
        }

    def _mates(self) -> list[dict[str, Any]]:
        """The other hands, from the next seat on: the shown card, what is known, backs, or faces where they lie open."""
        seen = self.seen
        if self.sight.reveals:
            return []
        seats, start = seen.setup.seats, seen.seat if seen.seat is not None else -1
        others = [seat for seat in ((start + step) % seats for step in range(1, seats + 1)) if seat != seen.seat]
        return [self._mate(seat) for seat in others]

    def _mate(self, seat: int) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        count, shown = seen.counts[seat], seen.shown[seat]
        hand = None if self.sight.covered else seen.hands[seat]
        known = list(known_of(seen, seat)) if hand is None else []
        if shown is not None and hand is None:
            known.remove(shown)
        remembered = known if self.sight.hints >= 2 else []
        backs = count - len(remembered) - (shown is not None)
        info = say("mates.cards", lang, n=count)
        if shown is not None:
            info = say("mates.shows", lang, n=count, card=the_card(shown, lang, "acc"))
        elif seen.setup.signals and seen.signalled[seat] and count:
            info = say("mates.has-shown", lang, n=count)
        faces = None
        if hand is not None:
            faces = [face(card, lang) for card in _without(hand, shown)]
        return {
            "name": self.sight.player(seat),
            "turn": seat == seen.turn,
            "info": info,
            "shown": face(shown, lang) if shown is not None else None,
            "known": [face(card, lang) for card in remembered],
            "known_text": say("mates.known", lang, cards=", ".join(card_name(c, lang) for c in remembered)) if remembered else "",
            "faces": faces,
            "backs": backs if hand is None else 0,
        }

    def _stack(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        left = budget(seen)
        first = seen.hits + 2
        numbers = ", ".join(str(first + i) for i in range(len(left.reserved)))
        targets = "" if left.targets is None else say("stack.for-targets", lang, n=left.targets)
        return {
            "title": f"{say('stack.turns', lang, n=left.turns)} {targets}".strip(),
            "stack": seen.stack_count,
            "discard": len(seen.discard),
            "top": face(seen.discard[-1], lang) if seen.discard else None,
            "draw": left.draw,
            "reserved": left.reserved,
            "hands": left.hands,
            "draw_text": say("stack.draw", lang, n=left.draw),
            "reserved_text": say("stack.reserved", lang, n=len(left.reserved), numbers=numbers) if left.reserved else "",
            "hands_text": say("stack.hands", lang, n=left.hands) if left.hands else "",
            "bottom": say("stack.bottom", lang, cards=" ".join(card_name(c, lang) for c in seen.bottom)) if seen.bottom else "",
            "aria": say("stack.aria", lang, n=seen.stack_count, draw=left.draw, kept=sum(left.reserved), hands=left.hands),
        }

    def _strip(self) -> dict[str, Any] | None:
        seen, lang = self.seen, self.lang
        if "strip" not in self.sight.toggles or not seen.target or seen.outcome is not None:
            return None
        marked: dict[int, str] = {}
        key = ""
        if self.sight.hints >= 2 and self.sight.next is not None and not self.sight.covered:
            cards = sorted(set(known_of(seen, self.sight.next)) - {JOKER})
            for card in cards:
                for total in sums_hit_by(seen.target, card, small=seen.setup.small):
                    marked[total] = card_name(card, lang)
            if cards:
                named = ", ".join(card_name(card, lang) for card in cards)
                key = say("strip.key", lang, who=seat_name(self.sight.next, lang), cards=named)
        reached = () if self.sight.reckons else set(self.sight.results.values())
        made = strip(seen.target, seen.sum, small=seen.setup.small, marked=marked, reached=reached, lang=lang)
        return made | {"title": say("strip.title", lang, target=number(seen.target)), "key": key}


def _without(hand: Sequence[int], card: int | None) -> list[int]:
    """A hand without one card, where it holds it."""
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest

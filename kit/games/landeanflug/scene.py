"""Landeanflug: from a `View` to what the table shows, as a plain dict for `board.html`. Legality comes from `rules` alone.

This module is what the board knows of the game (see `docs/boards.md`); clicks are read in `choosing`, words made in `words`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from markupsafe import Markup

from kit.core.errors import RuleError
from kit.games.landeanflug import gauges
from kit.games.landeanflug.advice import best_figure
from kit.games.landeanflug.choosing import Choice, choose, resign
from kit.games.landeanflug.effects import NO
from kit.games.landeanflug.lens import lens as lens_of
from kit.games.landeanflug.moves import Place
from kit.games.landeanflug.places import KNOWN, ODDS, Sight, faces
from kit.games.landeanflug.rules import duty_lost, missing_duties, needs
from kit.games.landeanflug.state import ASIDE, COPIES, HAND, PILOT, ROUNDS, SEATS, STOPWATCH_SECONDS, VALUES, Phase
from kit.games.landeanflug.view import View, unseen
from kit.games.landeanflug.words import briefing, describe, ending, heading, lines, rich, say, seat_name, sentence, tell
from kit.locale import language

__all__ = ["briefing", "choose", "describe", "ending", "heading", "lines", "resign", "scene", "tell"]

TEMPLATE, STYLE = "board.html", "board.css"
SHEET = ("goal", "round", "axis", "engines", "radio", "switches", "coffee", "reroll", "talk")
STOPWATCH = ("stopwatch", STOPWATCH_SECONDS, "time")  # the variant, its seconds, the clock's move
ZONES = ("app", "pil", "axis", "eng", "conc", "cop", "dock")
ALIASES = {"approach": "app", "pilot": "pil", "copilot": "cop", "engines": "eng", "concentration": "conc", "hand": "dock"}


def scene(
    seen: View,
    *,
    lang: str | None = None,
    choice: Choice | None = None,
    selected: int | None = None,
    coffee: int = 0,
    players: Sequence[str] = ("person", "person"),
    hints: int = 2,
    lens: Collection[str] | None = None,
    covered: bool = False,
    refused: RuleError | None = None,
) -> dict[str, Any]:
    """The table as `seen` shows it, as a plain dict for the template.

    `choice` is the half-made choice (`selected` and `coffee` are short for it, by the card's value); `players` says `person` or a
    crew's name by seat; `hints` is their level: 1 lights what fits before a card is chosen, 2 lists what
    the partner can still hold, 3 adds odds, 4 advice; `lens` are the values put together in the open lens (None: shut); `covered`
    leaves the own hand out (before the draw, behind the curtain); `refused` is the rule that the last click broke.
    """
    if selected is not None and selected in seen.hand:
        choice = {"at": seen.hand.index(selected), "coffee": coffee}
    sight = Sight(seen, lang or language(), {} if covered else dict(choice or {}), hints=hints, covered=covered)
    return _Scene(sight, players, refused, lens).build()


class _Scene:
    """The pieces of one scene; every method makes one part of the dict."""

    def __init__(self, sight: Sight, players: Sequence[str], refused: RuleError | None, asked: Collection[str] | None) -> None:
        self.sight, self.players, self.refused, self.asked = sight, players, refused, asked
        self.seen, self.lang, self.choice = sight.seen, sight.lang, sight.choice
        self.hints, self.covered = sight.hints, sight.covered
        self.card, self.value, self.coffee = sight.card, sight.value, sight.coffee

    def build(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        radio_open = self.value is not None and "radio" in self.sight.legal
        status, tone = self._status()
        height = say("height.down", lang) if seen.touchdown else say("height.feet", lang, feet=seen.altitude)
        silence = say("quiet.word", lang) if not self.covered and seen.outcome is None and any(seen.counts) else ""  # LA-5.1
        return {
            "game": "landeanflug",
            "title": say("name", lang),
            "icon": "plane",
            "level": ", ".join(
                [say(f"level.{seen.setup.level}", lang), *(say(f"variant.{v}", lang) for v in sorted(seen.setup.variants))]
            ),
            "chip": say("round.of", lang, round=seen.round, rounds=ROUNDS),
            "height": height,
            "quiet": silence,
            "status": status,
            "tone": tone,
            "more": self._more(),
            "line": heading(seen, lang),
            "approach": gauges.approach(seen, lang, self.value if radio_open else None)
            | {"line": heading(seen, lang), "quiet": silence},
            "seats": [self._seat(seat) for seat in SEATS],
            "axis": self._axis(),
            "engines": self._engines(),
            "concentration": self._concentration(),
            "dock": self._dock(),
            "certain": self._certain(),
            "has_lens": True,
            "lens": self._lens(),
        }

    def _certain(self) -> str:
        """Says when the flight cannot be saved any more (LA-3.13)."""
        seat = None if self.seen.outcome else duty_lost(self.seen.laid, self.seen.counts)
        return "" if seat is None else say("certain.lost", self.lang, seat=seat)

    def _lens(self) -> dict[str, Any] | None:
        """The lens, where it is open and this seat has cards to reckon with."""
        if self.asked is None or self.covered or self.seen.seat is None or self.seen.outcome is not None:
            return None
        asked = {int(v) for v in self.asked if v.isdecimal()}
        back = None
        if "swap" in self.choice or self.seen.seat in self.seen.choosing:
            back = [self.seen.hand[i] for i in self.choice.get("swap", ()) if i < len(self.seen.hand)]
        return lens_of(self.seen, self.value, asked, self.lang, spent=abs(self.coffee), back=back)

    # Zones

    def _seat(self, seat: int) -> dict[str, Any]:
        pilot = seat == PILOT
        mine = seat == self.seen.seat
        radio_count = 1 if pilot else 2
        zones = [
            {
                "cls": "radio",
                "name": say("zone.radio", self.lang),
                "info": say("zone.places", self.lang, n=radio_count),
                "places": [self.sight.place("radio", "−1", icon="plane", seat=seat, nth=i) for i in range(radio_count)],
                "fx": self.sight.fx(("radio",), owner=seat),
            }
        ]
        for kind, count, on in (
            (("gear", 3, sum(self.seen.gear)), ("brake", 3, self.seen.brakes)) if pilot else (("flap", 4, self.seen.flaps),)
        ):
            places = [f"{kind}{i + 1}" for i in range(count)]
            fx = self.sight.fx(places, owner=seat)
            if on == count and (fx is None or fx["kind"] == NO):
                done = "done.brake" if kind == "brake" else "done.switches"
                fx = {"kind": "done", "lead": "", "text": say(done, self.lang)}
            zones.append(
                {
                    "cls": kind,
                    "name": say(f"zone.{kind}", self.lang),
                    "info": say("zone.of", self.lang, n=on, of=count),
                    "places": [self.sight.place(place, needs(place)) for place in places],
                    "fx": fx,
                }
            )
        return {
            "cls": "pil" if pilot else "cop",
            "name": self._player(seat),
            "colour": say(f"colour.{seat}", self.lang),
            "zones": zones,
            "mates": None if mine or self._reveals() else self._mates(seat),
            # the pilot's three zones and his hand make a long column on a phone: there the copilot's takes the hand
            "guest": self._mates(PILOT) if mine and not pilot else None,
        }

    def _player(self, seat: int) -> str:
        """`Pilotin (du)`, `Copilot (Crew)` or the bare name."""
        kind = self.players[seat]
        if seat == self.seen.seat:
            return say("player.you", self.lang, who=seat_name(seat, self.lang))
        if kind not in ("person", ""):
            return say("player.crew", self.lang, who=seat_name(seat, self.lang))
        return seat_name(seat, self.lang)

    def _reveals(self) -> bool:
        return self.seen.seat is None and all(hand is not None for hand in self.seen.hands)

    def _mates(self, seat: int) -> dict[str, Any] | None:
        """The other hand: its backs, or its faces where it lies open, and what it can still hold."""
        count = self.seen.counts[seat]
        hand = None if self.covered else self.seen.hands[seat]
        stack = len(VALUES) * COPIES - sum(card.seat == seat for card in self.seen.laid)
        known = ""
        if self.hints >= KNOWN and hand is None and count and not self.seen.setup.dice and not self.covered and self.seen.laid:
            known = say("mates.known", self.lang, cards=unseen(self.seen, seat))
        note = (
            ""
            if hand is not None
            else say("mates.dice" if self.seen.setup.dice else "mates.hidden", self.lang, n=count, of=stack)
        )
        return {
            "name": say("mates.hand", self.lang),
            "owner": say("dock.hand-of", self.lang, who=seat_name(seat, self.lang)),
            "info": say("mates.cards", self.lang, n=count),
            "count": count,
            "faces": faces(self.seen, seat, hand) if hand is not None else None,
            "note": note if count else "",
            "known": known if count else "",
        }

    def _axis(self) -> dict[str, Any]:
        value = self.value if "axis" in self.sight.legal else None
        cells = gauges.axis_cells(self.seen, value)
        turbulent = self.seen.setup.turbulence
        return {
            "name": say("zone.axis", self.lang),
            "info": say("axis.info-turbulence" if turbulent else "axis.info", self.lang),
            "places": [self._duty("axis", seat) for seat in SEATS],
            "cells": cells,
            "aria": gauges.axis_aria(self.seen, cells, self.lang),
            "fx": self.sight.fx(("axis",)),
            "note": self._answer_note("axis", value),
        }

    def _answer_note(self, place: str, value: int | None) -> str:
        if value is None or self.seen.seat is None:
            return ""
        return (
            ""
            if any(c.place == place and c.seat != self.seen.seat for c in self.seen.laid)
            else say(f"{place}.answers", self.lang)
        )

    def _duty(self, place: str, seat: int) -> dict[str, Any]:
        """A seat's place on an instrument, with the reminder that it is a duty (LA-2.5)."""
        mine = seat == self.seen.seat
        label = say("label.you", self.lang) if mine else say(f"label.{seat}", self.lang)
        made = self.sight.place(
            place, label, seat=seat, note="" if mine and self.value is not None else say("label.duty", self.lang)
        )
        return made | {"duty": True}

    def _engines(self) -> dict[str, Any]:
        value = self.value if "engines" in self.sight.legal else None
        bands = gauges.speed_bands(self.seen, self.lang)
        cells = gauges.speed_cells(self.seen, value, bands)
        info = say("engines.info-landing" if self.seen.touchdown else "engines.info", self.lang, speed=bands[0]["last"])
        if self.seen.touchdown and not self.seen.brakes:
            info = say("engines.info-no-brake", self.lang)
        return {
            "name": say("zone.engines", self.lang),
            "info": info,
            "places": [self._duty("engines", seat) for seat in SEATS],
            "bands": bands,
            "cells": cells,
            "aria": gauges.speed_aria(bands, cells, self.seen, self.lang),
            "fx": self.sight.fx(("engines",)),
            "note": self._answer_note("engines", value),
        }

    def _concentration(self) -> dict[str, Any]:
        seen = self.seen
        can = (
            bool(seen.rerolls) and seen.seat is not None and seen.phase is Phase.PLACING and not self.covered and not seen.outcome
        )
        return {
            "name": say("zone.concentration", self.lang),
            "info": say("concentration.info", self.lang),
            "places": [self.sight.place("concentration", "+1", icon="coffee", nth=i) for i in range(3)],
            "coffee": seen.coffee,
            "cups": say("coffee.of", self.lang, n=seen.coffee),
            "rerolls": seen.rerolls,
            "can_reroll": can,
            "tip": self.sight.tip is not None and self.sight.tip["card"] is None,
            "calling": "swap" in self.choice,
            "fx": self.sight.fx(("concentration",)),
        }

    # Dock and status

    def _dock(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        laid = len(seen.laid)
        total = 2 * HAND
        hands: list[dict[str, Any]] = []
        for seat in SEATS if self._reveals() else (seen.seat,):
            if seat is None:
                continue
            cards = [] if self.covered else faces(seen, seat, seen.hands[seat] or ())
            for i, face in enumerate(cards):
                face |= {
                    "path": f"card/{i}",
                    "sel": seat == seen.seat and self.choice.get("at") == i,
                    "aria": say("log.card", lang, card=face["value"]),
                    "tip": bool(self.sight.tip) and seat == seen.seat and self._tipped(face["value"], i),
                }
            title = say("dock.hand-of", lang, who=seat_name(seat, lang)) if seen.seat is None else say("dock.hand", lang)
            hands.append({"title": title, "cards": cards})
        choosing = seen.seat is not None and seen.seat in seen.choosing and not self.covered
        swap = None
        if choosing or ("swap" in self.choice and seen.phase is Phase.PLACING):
            picked = self.choice.get("swap", [])
            for i, face in enumerate(hands[0]["cards"]):
                face |= {"path": f"swap/{i}", "sel": False, "away": i in picked, "pressed": i in picked}
            swap = {
                "n": len(picked),
                "cancel": not choosing,
                "text": say("swap.ask", lang),
                "button": say("swap.none", lang) if not picked else say("swap.do", lang, n=len(picked)),
            }
        steps = {
            n: self.card is not None
            and self.value is not None
            and abs(self.coffee + n) <= seen.coffee
            and self.value + n in VALUES
            for n in (-1, 1)
        }
        fits = self.card is not None and self.sight.my_turn and self.sight.error(ASIDE) is None
        return {
            "hands": hands,
            "live": seen.seat is not None,
            "turns": say("dock.turn", lang, n=min(laid + 1, total), of=total),
            "laid": laid,
            "total": total,
            "laid_aria": say("dock.laid", lang, n=laid, of=total),
            "swap": swap,
            "value": self.value,
            "steps": steps,
            "coffee_note": self._coffee_note(),
            "duties": [
                {"name": say(f"zone.{place}", lang), "done": place not in missing_duties(seen.laid, seen.seat)}
                for place in ("axis", "engines")
            ]
            if seen.seat is not None
            else [],
            "fits_nowhere": fits,
            "tell": self._tell(fits),
        }

    def _tipped(self, card: int, at: int) -> bool:
        """Whether the advice is to lay this card, or to put it back; of two equal ones the chosen, else the first."""
        tip = self.sight.tip
        if tip is None:
            return False
        nth = at - self.seen.hand.index(card)
        chosen = self.choice.get("at")
        if tip["card"] == card and chosen is not None and self.seen.hand[chosen] == card:
            return bool(at == chosen)
        return (tip["card"] == card and nth == 0) or nth < tip["back"].count(card)

    def _coffee_note(self) -> str:
        if self.seen.coffee == 0:
            return say("coffee.none", self.lang)
        if self.card is None or self.coffee == 0:
            return say("coffee.have", self.lang, n=self.seen.coffee)
        return say("coffee.spent", self.lang, n=abs(self.coffee), card=self.card, value=self.value)

    def _tell(self, fits_nowhere: bool) -> Any:
        if self.value is None:
            return rich("tell.choose", self.lang) if self.sight.my_turn else ""
        return rich("tell.nowhere" if fits_nowhere else "tell.lit", self.lang, card=self.value)

    def _status(self) -> tuple[Any, str]:
        """The one sentence above the board and its tone: `good`, `wait`, `refused` or empty."""
        seen, lang = self.seen, self.lang
        if seen.outcome is not None:
            end = ending(seen, lang)
            return rich("status.over", lang, what=end["title"]), "good" if end["won"] else "refused"
        if self.refused is not None:
            what = sentence(self.refused, lang)
            return rich("status.refused", lang, what=what[:1].upper() + what[1:], rule=self.refused.rule), "refused"
        if self.covered:
            return rich("status.briefing", lang, round=seen.round), ""
        if seen.seat is None:
            turn = rich("status.turn", lang, who=seat_name(seen.turn, lang)) if seen.turn is not None else ""
            return turn, ""
        return self._turn_status()

    def _turn_status(self) -> tuple[Any, str]:
        seen, lang = self.seen, self.lang
        tip = self.sight.tip
        if seen.phase is Phase.REROLL:
            if tip is not None:
                return tip["sentence"], ""
            if seen.seat not in seen.choosing:
                return rich("status.swap-wait", lang), "wait"
            return rich("status.swap-called", lang, who=self._player(1 - (seen.seat or 0))), ""  # who calls has chosen at once
        if "swap" in self.choice:
            return rich("status.swap", lang), ""
        news = self._news()
        if not self.sight.my_turn:
            return news + rich("status.wait", lang, who=self._player(1 - (seen.seat or 0))), "wait"
        if tip is not None:
            seen_news = Markup('<span class="lg">{}</span>').format(news) if news else ""  # a phone has two lines
            return seen_news + tip["sentence"], ""
        if self.hints >= ODDS:
            said = best_figure(seen, self.value, self.sight.legal, lang, abs(self.coffee))
            if said is not None:
                return (news if self.card is None else "") + said, ""
        if self.sight.due:
            what = ", ".join(say(f"zone.{place}", lang) for place in self.sight.due)
            return (news if self.card is None else "") + rich("status.due", lang, what=what), ""
        if self.card is None:
            return news + rich("status.choose", lang), ""
        key = "status.place" if self.sight.legal else "status.aside"
        return rich(key, lang, card=self.value), ""

    def _more(self) -> Any:
        """What the advice says beyond its sentence in the status."""
        speaks = self.sight.tip is not None and self.refused is None and "swap" not in self.choice
        return self.sight.tip["more"] if speaks and self.sight.tip else ""

    def _news(self) -> Any:
        """The partner's last card, so that nobody misses it."""
        if not self.seen.laid or self.seen.laid[-1].seat == self.seen.seat:
            return rich("status.nothing", self.lang)
        last = self.seen.laid[-1]
        return rich("status.news", self.lang, what=describe(Place(last.seat, last.card, last.place, last.coffee), self.lang))

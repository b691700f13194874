"""Landeanflug: from a `View` to what the table shows, and from clicks to a move.

`scene` makes a plain dict for `board.html`; `choose` takes the half-made choice one step further. A choice is a small dict:
`{"at": 1, "coffee": -1}` (the card at that place of the sorted hand, the coffee spent on it) or `{"swap": [0, 2]}` (cards to
put back in a reroll). Legality comes from `rules.why_not` alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kit.core.errors import RuleError
from kit.games.landeanflug import gauges
from kit.games.landeanflug.effects import NO, WEAK, effect, is_on
from kit.games.landeanflug.moves import Move, Place, RerollMove, Resign
from kit.games.landeanflug.rules import PLACES_OF_SEAT, duty_lost, missing_duties, needs, place_error, why_not
from kit.games.landeanflug.state import (
    ASIDE,
    COPIES,
    HAND,
    LETTERS,
    PILOT,
    PLACES,
    ROUNDS,
    SEATS,
    STOPWATCH_SECONDS,
    VALUES,
    Phase,
    State,
)
from kit.games.landeanflug.view import View, as_state, unseen
from kit.games.landeanflug.words import (
    briefing,
    consequence,
    describe,
    ending,
    heading,
    lines,
    reason,
    rich,
    say,
    seat_name,
    sentence,
)
from kit.locale import language, rank_name

__all__ = ["briefing", "choose", "describe", "ending", "heading", "lines", "resign", "scene"]

TEMPLATE, STYLE = "board.html", "board.css"
SHEET = ("goal", "round", "axis", "engines", "radio", "switches", "coffee", "talk")  # the rules sheet, section by section
STOPWATCH = ("stopwatch", STOPWATCH_SECONDS, "time")  # the variant, its seconds, the clock's move
ZONES = ("app", "pil", "axis", "eng", "conc", "cop", "dock")
ALIASES = {"approach": "app", "pilot": "pil", "copilot": "cop", "engines": "eng", "concentration": "conc", "hand": "dock"}

# Suits never matter (LA-1.1); a value's first card in sight gets the first suit, its twin the second.
_SUITS = ({1: "sc", 2: "cs", 3: "cs", 4: "sc", 5: "cs", 6: "sc"}, {1: "dh", 2: "hd", 3: "hd", 4: "dh", 5: "hd", 6: "dh"})

Choice = Mapping[str, Any]


# From clicks to a move


def choose(seen: View, choice: Choice, path: str) -> tuple[dict[str, Any], Move | None]:
    """The choice after a click on `path`, and the move once it is complete; ValueError for a path this table has not.

    Paths: `card/1` (its place in the sorted hand), `coffee/+1`, `place/axis`, `place/aside`, `reroll`, `swap/0`, `swap/done`, `cancel`.
    """
    if seen.seat is None:
        raise ValueError("a spectator chooses nothing")
    head, _, tail = path.partition("/")
    if head == "cancel":
        return {}, None
    if head == "card":
        at = _index(seen, tail)
        return ({} if choice.get("at") == at else {"at": at, "coffee": 0}), None
    if head == "reroll" and not tail:
        return ({} if "swap" in choice else {"swap": []}), None
    if head == "swap":
        swap = set(choice.get("swap", ()))
        if tail == "done":
            return {}, RerollMove(seen.seat, tuple(sorted(seen.hand[i] for i in swap)))
        return {"swap": sorted(swap ^ {_index(seen, tail)})}, None
    if head == "coffee" and tail in ("+1", "-1") and "at" in choice:
        coffee = choice["coffee"] + int(tail)
        if abs(coffee) <= seen.coffee and seen.hand[choice["at"]] + coffee in VALUES:
            return {"at": choice["at"], "coffee": coffee}, None
        return dict(choice), None
    if head == "place" and tail in (*PLACES, ASIDE):
        if "at" not in choice:
            return dict(choice), None
        coffee = 0 if tail == ASIDE else choice["coffee"]
        return dict(choice), Place(seen.seat, seen.hand[choice["at"]], tail, coffee)
    raise ValueError(f"no such path: {path!r}")


def resign(seat: int) -> Move:
    """The move by which a seat gives the flight up (LA-4.5)."""
    return Resign(seat)


def _index(seen: View, tail: str) -> int:
    if not tail.isdecimal() or int(tail) >= len(seen.hand):
        raise ValueError(f"no card {tail!r} in hand")
    return int(tail)


# From a view to the table


def scene(
    seen: View,
    *,
    lang: str | None = None,
    choice: Choice | None = None,
    selected: int | None = None,
    coffee: int = 0,
    players: Sequence[str] = ("person", "person"),
    hints: bool = True,
    covered: bool = False,
    refused: RuleError | None = None,
) -> dict[str, Any]:
    """The table as `seen` shows it, as a plain dict for the template.

    `choice` is the half-made choice (`selected` and `coffee` are short for it, by the card's value); `players` says `person` or a
    crew's name by seat; `hints` lights what fits before a card is chosen and lists what the partner can still hold; `covered`
    leaves the own hand out (before the draw, behind the curtain); `refused` is the rule that the last click broke.
    """
    if selected is not None and selected in seen.hand:
        choice = {"at": seen.hand.index(selected), "coffee": coffee}
    return _Scene(seen, lang or language(), {} if covered else dict(choice or {}), players, hints, covered, refused).build()


class _Scene:
    """The pieces of one scene; every method makes one part of the dict."""

    def __init__(
        self,
        seen: View,
        lang: str | None,
        choice: dict[str, Any],
        players: Sequence[str],
        hints: bool,
        covered: bool,
        refused: RuleError | None,
    ) -> None:
        self.seen, self.lang, self.choice, self.players = seen, lang, choice, players
        self.hints, self.covered, self.refused = hints, covered, refused
        self.state: State = as_state(seen)
        at = choice.get("at")
        self.card: int | None = seen.hand[at] if at is not None and at < len(seen.hand) else None
        self.coffee: int = choice.get("coffee", 0) if self.card is not None else 0
        self.value: int | None = None if self.card is None else self.card + self.coffee
        self.my_turn = seen.phase is Phase.PLACING and seen.seat is not None and seen.turn == seen.seat and not covered
        self.legal = self._legal()

    def build(self) -> dict[str, Any]:
        seen, lang = self.seen, self.lang
        radio_open = self.value is not None and "radio" in self.legal
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
            "line": heading(seen, lang),
            "approach": gauges.approach(seen, lang, self.value if radio_open else None)
            | {"line": heading(seen, lang), "quiet": silence},
            "seats": [self._seat(seat) for seat in SEATS],
            "axis": self._axis(),
            "engines": self._engines(),
            "concentration": self._concentration(),
            "dock": self._dock(),
            "certain": self._certain(),
        }

    def _certain(self) -> str:
        """Says when the flight cannot be saved any more (LA-3.13)."""
        seat = None if self.seen.outcome else duty_lost(self.seen.laid, self.seen.counts)
        return "" if seat is None else say("certain.lost", self.lang, who=seat_name(seat, self.lang))

    # What is legal

    def _legal(self) -> dict[str, set[int]]:
        """By place the values that may go there now: the chosen card's, or before one is chosen every card's in hand."""
        if not self.my_turn or self.seen.seat is None or "swap" in self.choice:
            return {}
        values = {self.value} if self.value is not None else set(self.seen.hand)
        legal: dict[str, set[int]] = {}
        for place in PLACES_OF_SEAT[self.seen.seat]:
            fitting = {v for v in values if v is not None and place_error(self.state, self.seen.seat, v, place) is None}
            if fitting:
                legal[place] = fitting
        return legal

    def _error(self, place: str) -> RuleError | None:
        assert self.seen.seat is not None and self.card is not None
        return why_not(self.state, Place(self.seen.seat, self.card, place, self.coffee))

    # Places

    def _laid(self, place: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The cards on a place in this round, in order, as faces."""
        seen: Counter[tuple[int, int]] = Counter()
        faces = []
        for i, card in enumerate(self.seen.laid):
            copy = seen[card.seat, card.card]
            seen[card.seat, card.card] += 1
            if card.place == place and seat in (None, card.seat):
                faces.append(_face(card.seat, card.card, copy, value=card.value, newest=i == len(self.seen.laid) - 1))
        return faces

    def _place(
        self, place: str, label: str, *, icon: str = "", seat: int | None = None, nth: int = 0, note: str = ""
    ) -> dict[str, Any]:
        """One place: path, label, state and card; `seat` where both seats have one, `nth` among equal ones."""
        laid = self._laid(place, seat)
        name = say(f"named.{place}", self.lang)
        on = place[-1].isdecimal() and is_on(self.seen, place)
        made: dict[str, Any] = {
            "path": f"place/{place}",
            "label": label,
            "icon": icon,
            "note": note,
            "on": on,
            "name": name,
            "state": "on" if on else "",
            "key": f"{place}-{'' if seat is None else seat}-{nth}",
        }
        if nth < len(laid):
            return made | {
                "card": laid[nth] | {"note": label},
                "aria": say("aria.laid", self.lang, card=laid[nth]["value"], place=name),
            }
        mine = seat in (None, self.seen.seat) and self.seen.seat is not None
        first_free = nth == len(laid)
        if mine and first_free and place in self.legal:
            if self.value is None:
                return made | {"state": made["state"] + (" maybe" if self.hints else ""), "ask": True}
            what = consequence(effect(self.seen, place, self.value, abs(self.coffee)), self.lang)
            made["state"] += " can"
            made["ghost"] = self._ghost()
            made["aria"] = say("aria.can", self.lang, card=self.value, place=name, what=what["lead"] + what["text"])
            return made
        if self.card is not None and self.my_turn and (error := self._refusal(place, mine)):
            made["title"] = f"{sentence(error, self.lang)} ({error.rule})"
        return made | {"ask": mine and self.my_turn}

    def _refusal(self, place: str, mine: bool) -> RuleError | None:
        return self._error(place) if mine or place[-1].isdecimal() else None

    def _ghost(self) -> dict[str, Any]:
        assert self.seen.seat is not None and self.value is not None
        return {"value": self.value, "suit": _SUITS[self.seen.seat][self.value][0]}

    def _fx(self, places: Sequence[str], *, owner: int | None = None) -> dict[str, Any] | None:
        """The consequence line of a zone: the best that the chosen card does on one of its places, else why it may not."""
        if self.value is None or not self.my_turn:
            return None
        if owner is not None and owner != self.seen.seat:
            return {"kind": NO, "lead": "", "text": say("why.only", self.lang, who=seat_name(owner, self.lang))}
        effects = [(place, effect(self.seen, place, self.value, abs(self.coffee))) for place in places if place in self.legal]
        if effects:
            place, best = min(effects, key=lambda pair: pair[1].kind == WEAK)
            made = consequence(best, self.lang)
            if place[-1].isdecimal():
                made["lead"] = say("fx.switch-lead", self.lang, needs=needs(place)) if best.kind != WEAK else f"{needs(place)} "
            return made
        errors = [error for place in places if (error := self._error(place))]
        wanted = next((e for e in errors if e.code == "wrong-value"), errors[0])
        return {"kind": NO, "lead": "", "text": reason(wanted, self.lang)}

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
                "places": [self._place("radio", "−1", icon="plane", seat=seat, nth=i) for i in range(radio_count)],
                "fx": self._fx(("radio",), owner=seat),
            }
        ]
        for kind, count, on in (
            (("gear", 3, sum(self.seen.gear)), ("brake", 3, self.seen.brakes)) if pilot else (("flap", 4, self.seen.flaps),)
        ):
            places = [f"{kind}{i + 1}" for i in range(count)]
            fx = self._fx(places, owner=seat)
            if on == count and (fx is None or fx["kind"] == NO):
                done = "done.brake" if kind == "brake" else "done.switches"
                fx = {"kind": "done", "lead": "", "text": say(done, self.lang)}
            zones.append(
                {
                    "cls": kind,
                    "name": say(f"zone.{kind}", self.lang),
                    "info": say("zone.of", self.lang, n=on, of=count),
                    "places": [self._place(place, needs(place)) for place in places],
                    "fx": fx,
                }
            )
        return {
            "cls": "pil" if pilot else "cop",
            "name": self._player(seat),
            "colour": say(f"colour.{seat}", self.lang),
            "zones": zones,
            "mates": None if mine or self._reveals() else self._mates(seat),
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
        if self.hints and hand is None and count and not self.seen.setup.dice and not self.covered and self.seen.laid:
            known = say("mates.known", self.lang, cards=unseen(self.seen, seat))
        note = (
            ""
            if hand is not None
            else say("mates.dice" if self.seen.setup.dice else "mates.hidden", self.lang, n=count, of=stack)
        )
        return {
            "name": say("mates.hand", self.lang),
            "info": say("mates.cards", self.lang, n=count),
            "count": count,
            "faces": _faces(self.seen, seat, hand) if hand is not None else None,
            "note": note if count else "",
            "known": known if count else "",
        }

    def _axis(self) -> dict[str, Any]:
        value = self.value if "axis" in self.legal else None
        cells = gauges.axis_cells(self.seen, value)
        turbulent = self.seen.setup.turbulence
        return {
            "name": say("zone.axis", self.lang),
            "info": say("axis.info-turbulence" if turbulent else "axis.info", self.lang),
            "places": [self._duty("axis", seat) for seat in SEATS],
            "cells": cells,
            "aria": gauges.axis_aria(self.seen, cells, self.lang),
            "fx": self._fx(("axis",)),
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
        made = self._place(place, label, seat=seat, note="" if mine and self.value is not None else say("label.duty", self.lang))
        return made | {"duty": True}

    def _engines(self) -> dict[str, Any]:
        value = self.value if "engines" in self.legal else None
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
            "fx": self._fx(("engines",)),
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
            "places": [self._place("concentration", "+1", icon="coffee", nth=i) for i in range(3)],
            "coffee": seen.coffee,
            "cups": say("coffee.of", self.lang, n=seen.coffee),
            "rerolls": seen.rerolls,
            "can_reroll": can,
            "calling": "swap" in self.choice,
            "fx": self._fx(("concentration",)),
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
            faces = [] if self.covered else _faces(seen, seat, seen.hands[seat] or ())
            for i, face in enumerate(faces):
                face |= {
                    "path": f"card/{i}",
                    "sel": seat == seen.seat and self.choice.get("at") == i,
                    "aria": rank_name(face["value"], lang),
                }
            title = say("dock.hand-of", lang, who=seat_name(seat, lang)) if seen.seat is None else say("dock.hand", lang)
            hands.append({"title": title, "cards": faces})
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
        fits = self.card is not None and self.my_turn and self._error(ASIDE) is None
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

    def _coffee_note(self) -> str:
        if self.seen.coffee == 0:
            return say("coffee.none", self.lang)
        if self.card is None or self.coffee == 0:
            return say("coffee.have", self.lang, n=self.seen.coffee)
        return say("coffee.spent", self.lang, n=abs(self.coffee), card=self.card, value=self.value)

    def _tell(self, fits_nowhere: bool) -> Any:
        if self.value is None:
            return rich("tell.choose", self.lang) if self.my_turn else ""
        return rich("tell.nowhere" if fits_nowhere else "tell.lit", self.lang, card=self.value)

    def _status(self) -> tuple[Any, str]:
        """The one sentence above the board and its tone: `good`, `wait`, `refused` or empty."""
        seen, lang = self.seen, self.lang
        if seen.outcome is not None:
            end = ending(seen, lang)
            return rich("status.over", lang, what=end["title"]), "good" if end["won"] else "refused"
        if self.refused is not None:
            return rich("status.refused", lang, what=sentence(self.refused, lang), rule=self.refused.rule), "refused"
        if self.covered:
            return rich("status.briefing", lang, round=seen.round), ""
        if seen.seat is None:
            turn = rich("status.turn", lang, who=seat_name(seen.turn, lang)) if seen.turn is not None else ""
            return turn, ""
        return self._turn_status()

    def _turn_status(self) -> tuple[Any, str]:
        seen, lang = self.seen, self.lang
        if seen.phase is Phase.REROLL:
            return (rich("status.swap", lang), "") if seen.seat in seen.choosing else (rich("status.swap-wait", lang), "wait")
        if "swap" in self.choice:
            return rich("status.swap", lang), ""
        news = self._news()
        if not self.my_turn:
            return news + rich("status.wait", lang, who=self._player(1 - (seen.seat or 0))), "wait"
        if self.card is None:
            return news + rich("status.choose", lang), ""
        key = "status.place" if self.legal else "status.aside"
        return rich(key, lang, card=self.value), ""

    def _news(self) -> Any:
        """The partner's last card, so that nobody misses it."""
        if not self.seen.laid or self.seen.laid[-1].seat == self.seen.seat:
            return rich("status.nothing", self.lang)
        last = self.seen.laid[-1]
        return rich("status.news", self.lang, what=describe(Place(last.seat, last.card, last.place, last.coffee), self.lang))


def _face(seat: int, card: int, copy: int, **more: Any) -> dict[str, Any]:
    return {"value": card, "suit": _SUITS[seat][card][copy % COPIES], "seat": LETTERS[seat]} | more


def _faces(seen: View, seat: int, hand: Sequence[int]) -> list[dict[str, Any]]:
    """A hand as faces; twins of cards that lie already get the second suit."""
    count = Counter(card.card for card in seen.laid if card.seat == seat)
    faces = []
    for card in hand:
        faces.append(_face(seat, card, count[card]))
        count[card] += 1
    return faces

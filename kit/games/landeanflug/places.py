"""Landeanflug: the places of the scene, lit, taken or refused, and the consequence line of each zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kit.core.errors import RuleError
from kit.games.landeanflug.advice import advice, axis_odds, engines_odds
from kit.games.landeanflug.effects import DIE, NO, WEAK, Effect, effect, is_on
from kit.games.landeanflug.moves import Place
from kit.games.landeanflug.rules import PLACES_OF_SEAT, missing_duties, needs, place_error, why_not
from kit.games.landeanflug.state import ASIDE, COPIES, LETTERS, Phase, State
from kit.games.landeanflug.view import View, as_state
from kit.games.landeanflug.words import consequence, reason, say, seat_name, sentence

LEGAL, KNOWN, ODDS, ADVICE = 1, 2, 3, 4  # the levels of hints (0: none)

# Suits never matter (LA-1.1); a value's first card in sight gets the first suit, its twin the second.
SUITS = ({1: "sc", 2: "cs", 3: "cs", 4: "sc", 5: "cs", 6: "sc"}, {1: "dh", 2: "hd", 3: "hd", 4: "dh", 5: "hd", 6: "dh"})


class Sight:
    """A view with a half-made choice: what may be chosen now, and how each place looks because of it.

    `card` is the chosen card as printed, `value` what it counts with the coffee spent on it, both None before a choice; `legal`
    the values that may go on each place; `my_turn` whether this seat is to lay a card.
    """

    def __init__(self, seen: View, lang: str, choice: Mapping[str, Any], *, hints: int = 2, covered: bool = False) -> None:
        self.seen, self.lang, self.choice, self.hints, self.covered = seen, lang, choice, hints, covered
        self.state: State = as_state(seen)
        at = choice.get("at")
        self.card: int | None = seen.hand[at] if at is not None and at < len(seen.hand) else None
        self.coffee: int = choice.get("coffee", 0) if self.card is not None else 0
        self.value: int | None = None if self.card is None else self.card + self.coffee
        self.my_turn = seen.phase is Phase.PLACING and seen.seat is not None and seen.turn == seen.seat and not covered
        self.due = self._duties_due()
        self.legal = self._legal()
        self.tip = advice(seen, lang) if hints >= ADVICE and not covered else None

    def _duties_due(self) -> tuple[str, ...]:
        """The duties that every card left in hand is needed for: one laid elsewhere loses the flight (LA-2.5)."""
        if not self.my_turn or self.seen.seat is None:
            return ()
        missing = tuple(missing_duties(self.seen.laid, self.seen.seat))
        return missing if len(missing) >= len(self.seen.hand) else ()

    def _effect(self, place: str) -> Effect:
        """What the chosen card does on a place."""
        assert self.value is not None
        if self.due and place not in self.due:
            return Effect("duty-lost", DIE)
        return effect(self.seen, place, self.value, abs(self.coffee))

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

    def error(self, place: str) -> RuleError | None:
        """The rule that the chosen card breaks on `place`, by the one checker."""
        assert self.seen.seat is not None and self.card is not None
        coffee = 0 if place == ASIDE else self.coffee  # a card is set aside as printed
        return why_not(self.state, Place(self.seen.seat, self.card, place, coffee))

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

    def place(
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
        if self.tip and mine and first_free and self.tip["place"] == place:
            made["state"] += " tip"
        if mine and first_free and place in self.legal:
            if self.value is None:
                return made | {"state": made["state"] + (" maybe" if self.hints else ""), "ask": True}
            what = consequence(self._effect(place), self.lang)
            made["state"] += " can"
            made["ghost"] = self._ghost()
            made["aria"] = say("aria.can", self.lang, card=self.value, place=name, what=what["lead"] + what["text"])
            return made
        if self.card is not None and self.my_turn and (error := self._refusal(place, mine)):
            made["title"] = f"{sentence(error, self.lang)} ({error.rule})"
        return made | {"ask": mine and self.my_turn}

    def _refusal(self, place: str, mine: bool) -> RuleError | None:
        return self.error(place) if mine or place[-1].isdecimal() else None

    def _ghost(self) -> dict[str, Any]:
        assert self.seen.seat is not None and self.value is not None
        return {"value": self.value, "suit": SUITS[self.seen.seat][self.value][0]}

    def fx(self, places: Sequence[str], *, owner: int | None = None) -> dict[str, Any] | None:
        """The consequence line of a zone: the best that the chosen card does on one of its places, else why it may not."""
        if self.value is None or not self.my_turn:
            return None
        if owner is not None and owner != self.seen.seat:
            return {"kind": NO, "lead": "", "text": say("why.only", self.lang, who=seat_name(owner, self.lang))}
        effects = [(place, self._effect(place)) for place in places if place in self.legal]
        if self.hints >= ODDS and len(effects) == 1 and (reckoned := self._odds(effects[0][0])):
            return reckoned
        if effects:
            place, best = min(effects, key=lambda pair: pair[1].kind == WEAK)
            made = consequence(best, self.lang)
            if place[-1].isdecimal() and best.kind != DIE:
                made["lead"] = say("fx.switch-lead", self.lang, needs=needs(place)) if best.kind != WEAK else f"{needs(place)} "
            return made
        errors = [error for place in places if (error := self.error(place))]
        wanted = next((e for e in errors if e.code == "wrong-value"), errors[0])
        return {"kind": NO, "lead": "", "text": reason(wanted, self.lang)}

    def _odds(self, place: str) -> dict[str, Any] | None:
        """The consequence with its exact odds, where the partner still has to answer."""
        assert self.value is not None
        reckon = {"axis": axis_odds, "engines": engines_odds}.get(place)
        return reckon(self.seen, self.value, self.lang, abs(self.coffee)) if reckon else None


def _face(seat: int, card: int, copy: int, **more: Any) -> dict[str, Any]:
    return {"value": card, "suit": SUITS[seat][card][copy % COPIES], "seat": LETTERS[seat]} | more


def faces(seen: View, seat: int, hand: Sequence[int]) -> list[dict[str, Any]]:
    """A hand as faces; twins of cards that lie already get the second suit."""
    count = Counter(card.card for card in seen.laid if card.seat == seat)
    faces = []
    for card in hand:
        faces.append(_face(seat, card, count[card]))
        count[card] += 1
    return faces

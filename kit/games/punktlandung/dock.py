"""Punktlandung: the dock: the hand, the operations with their results before they are played, joker, pass and signal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from kit.games.punktlandung import odds
from kit.games.punktlandung.chainview import face
from kit.games.punktlandung.moves import OPERATIONS, Pass, Play, Show
from kit.games.punktlandung.rules import calculate, calculation_error
from kit.games.punktlandung.sight import Sight
from kit.games.punktlandung.state import JOKER, RANKS
from kit.games.punktlandung.words import (
    calculation,
    card_name,
    equation,
    number,
    percent,
    reason,
    say,
    seat_name,
    sentence,
    sign,
    the_card,
)

TOGGLES = ("strip", "reckon")  # the sums one step before the target; type the results yourself
_WORD = {"+": "plus", "-": "minus", "x": "times", ":": "divide"}

FAR = 1_000_000  # from here on a difference says no more than that it is large


def dock(sight: Sight) -> dict[str, Any]:
    """The dock for the template."""
    seen, lang = sight.seen, sight.lang
    hands: list[dict[str, Any]] = []
    for seat in range(seen.setup.seats) if sight.reveals else (seen.seat,):
        if seat is None:
            continue
        cards = () if sight.covered else seen.hands[seat] or ()
        title = say("dock.hand", lang) if seat == seen.seat else seat_name(seat, lang)
        if seen.shown[seat] is not None and not sight.covered:
            title += " · " + say("dock.shows", lang, card=the_card(seen.shown[seat] or 0, lang))
        hands.append({"title": title, "cards": _faces(sight, seat, cards), "turn": seat == seen.turn})
    empty = say("dock.covered" if sight.covered else "dock.empty", lang)
    return {
        "hands": hands,
        "empty": empty,
        "live": seen.seat is not None and seen.outcome is None,
        "title": _ops_title(sight),
        "ops": [_op(sight, op) for op in OPERATIONS if not (seen.setup.small and op in "x:")],
        "picker": _picker(sight),
        "form": form(sight),
        "pass_note": say("pass.note", lang, sum=number(seen.sum)) if seen.sum < FAR else say("pass.stays", lang),
        "pass": sight.card is not None,
        "pass_tip": isinstance(sight.tip, Pass) and sight.tip.card == sight.card,
        "signal": _signal(sight),
        "toggles": [{"id": name, "name": say(f"toggle.{name}", lang), "on": name in sight.toggles} for name in TOGGLES],
    }


def _faces(sight: Sight, seat: int, cards: Sequence[int]) -> list[dict[str, Any]]:
    made = []
    marked = False
    for i, card in enumerate(cards):
        open_card = seen_shown = sight.seen.shown[seat] == card and not marked
        marked = marked or open_card
        mine = seat == sight.seen.seat
        sel = mine and sight.card is not None and sight.choice.get("at") == i
        tip = mine and sight.tip is not None and getattr(sight.tip, "card", None) == card and sight.card is None
        aria = say("aria.card-shown" if seen_shown else "aria.card", sight.lang, card=the_card(card, sight.lang))
        made.append(
            face(card, sight.lang, value=sight.value if sel and sight.value else "")
            | {"path": f"card/{i}", "key": i + 1, "sel": sel, "open": open_card, "tip": tip, "aria": aria}
        )
    return made


def _ops_title(sight: Sight) -> str:
    if sight.card is None:
        return say("ops.choose", sight.lang) if sight.my_turn else ""
    if sight.value is None:
        return say("ops.name", sight.lang)
    if sight.card == JOKER:
        return say("ops.joker", sight.lang, value=sight.value)
    return say("ops.title", sight.lang, card=the_card(sight.card, sight.lang, "dat"))


def _op(sight: Sight, op: str) -> dict[str, Any]:
    """One operation's button: its result before it is played, or why it cannot be (PL-3.2, PL-3.3)."""
    seen, lang, value = sight.seen, sight.lang, sight.value
    made: dict[str, Any] = {"path": f"op/{op}", "sign": sign(op, lang), "sum": number(seen.sum), "value": "", "state": "idle"}
    if value is None:
        return made | {"result": "", "note": "", "aria": say(f"aria.{_WORD[op]}", lang)}
    made["value"] = str(value)
    error = calculation_error(sight.state, op, value)
    spoken = calculation(seen.sum, op, value, lang)
    if error is not None and not (sight.reckons and error.code in ("remainder", "below-zero")):
        why = reason(error, lang)
        title = f"{sentence(error, lang)} ({error.rule})"
        return made | {"state": "no", "result": "–", "note": why, "title": title, "aria": f"{spoken}: {why}"}
    tip = isinstance(sight.tip, Play) and (sight.tip.card, sight.tip.op, sight.tip.value) == (sight.card, op, value)
    if sight.reckons:
        on = sight.choice.get("op") == op
        note = say("ops.reckon", lang)
        aria = say("aria.reckon", lang, what=spoken)
        return made | {"path": f"try/{op}", "state": "on" if on else "can", "result": "?", "note": note, "aria": aria, "tip": tip}
    total = sight.results[op]
    note, high = _note(sight, total)
    return made | {
        "state": "hit" if total == seen.target else "can",
        "result": number(total),
        "long": len(number(total)) > 7,
        "note": note,
        "high": high,
        "tip": tip,
        "aria": f"{equation(seen.sum, op, value, lang)}. {note}",
    }


def _note(sight: Sight, total: int) -> tuple[str, bool]:
    """What a result is good for, in a few words, and whether that is worth a stronger colour."""
    seen, lang = sight.seen, sight.lang
    if total == seen.target:
        return say("note.hit", lang), True
    if sight.next is not None and sight.hints >= 2:
        who = seat_name(sight.next, lang)
        if sight.hints >= 3:
            p = sight.chance(total)
            return say("note.chance", lang, who=who, p=percent(p, lang)), p >= Fraction(1, 2)
        if cards := odds.known_hits(seen, sight.next, total):
            return say("note.known", lang, who=who, card=the_card(cards[0], lang, "dat")), True
    if sight.hints < 1:
        return "", False
    gap = seen.target - total
    if abs(gap) >= FAR:
        return say("note.far", lang), False
    return say("note.missing" if gap > 0 else "note.over", lang, n=number(abs(gap))), False


def _picker(sight: Sight) -> list[dict[str, Any]]:
    """The values a joker may be named, those that hit marked."""
    if sight.card != JOKER:
        return []
    hits = {
        value
        for value in RANKS
        for op in OPERATIONS
        if calculation_error(sight.state, op, value) is None and calculate(sight.seen.sum, op, value) == sight.seen.target
    }
    shown = hits if sight.hints >= 2 and not sight.reckons else set()
    return [
        {
            "path": f"value/{value}",
            "value": value,
            "on": value == sight.value,
            "hit": value in shown,
            "aria": say("aria.name-hit" if value in shown else "aria.name", sight.lang, value=value),
        }
        for value in RANKS
    ]


def form(sight: Sight) -> dict[str, Any] | None:
    """Where the pupil types the result, and what was wrong with the last one."""
    op, typed = sight.choice.get("op"), sight.choice.get("typed")
    if op is None or sight.value is None or sight.card is None:
        return None
    return {
        "label": calculation(sight.seen.sum, op, sight.value, sight.lang),
        "button": say("reckon.play", sight.lang),
        "wrong": typed is not None,
    }


def _signal(sight: Sight) -> dict[str, Any]:
    """The button that shows the chosen card, or why it cannot (PL-4.1, PL-6)."""
    seen, lang = sight.seen, sight.lang
    if not seen.setup.signals:
        return {"can": False, "label": say("signal.label", lang), "note": say("signal.none", lang), "there": False}
    if seen.seat is not None and seen.signalled[seen.seat]:
        return {"can": False, "label": say("signal.label", lang), "note": say("signal.done", lang), "there": True}
    if sight.card is None:
        return {"can": False, "label": say("signal.label", lang), "note": say("signal.note", lang), "there": True}
    label = say("signal.show", lang, card=card_name(sight.card, lang))
    tip = isinstance(sight.tip, Show) and sight.tip.card == sight.card
    return {"can": True, "label": label, "note": say("signal.note", lang), "there": True, "tip": tip}

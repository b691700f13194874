"""Landeanflug in a step-by-step walk: which zones a move concerns, and what happened in one or two sentences with rule ids.

The walk itself is `kit.teach.walk`; the words stand in `texts_walk.toml`.
"""

from __future__ import annotations

from typing import Any

from kit.core.values import evolve
from kit.games.landeanflug.moves import Move, Place, RerollMove
from kit.games.landeanflug.rules import KIND, SWITCH_RULES, apply, axis_after, moves_at, pair, radio_target
from kit.games.landeanflug.state import AIRPORT, ASIDE, FLAPS, LANDING_SPEED, SPEED_ONE, SPEED_STAY, Ending, Laid, State
from kit.games.landeanflug.view import view
from kit.games.landeanflug.words import describe, ending, rich, say, seat_name

Line = dict[str, Any]
_SEAT_ZONES = ("pil", "cop")


def zones(before: State, move: Move, after: State) -> tuple[str, ...]:
    """The zones of the table that `move` concerns, the hands always."""
    shown = {"dock"}
    if isinstance(move, Place):
        kind = KIND[move.place]
        if kind in ("axis", "engines", "concentration"):
            shown.add({"axis": "axis", "engines": "eng", "concentration": "conc"}[kind])
        else:
            shown.add(_SEAT_ZONES[move.seat])
        owner = {"flap": "cop", "gear": "pil", "brake": "pil"}.get(kind)
        if owner:
            shown.add(owner)
        if kind in ("gear", "flap") or (kind == "brake" and before.touchdown):
            shown.add("eng")  # the speed bands follow the switches
        if kind in ("engines", "radio"):
            shown.add("app")
        if move.coffee:
            shown.add("conc")
    elif isinstance(move, RerollMove):
        shown.add("conc")
    if before.touchdown or after.round != before.round:
        shown.add("app")
    return tuple(shown)


def still(before: State, move: Move, after: State) -> State:
    """The table for a picture: `after`, or where its card ended the round and the flight goes on, the cards still lying."""
    if after.round == before.round or after.outcome or not isinstance(move, Place):
        return after
    other = 1 - move.seat
    waiting = [before.hands[0], before.hands[1]]
    waiting[other] = (1,)  # a card to come keeps the round open; it is taken away again below
    lying = apply(evolve(before, hands=(waiting[0], waiting[1])), move)
    return evolve(lying, hands=((), ()))


def mark(scene: dict[str, Any], before: State, after: State) -> None:
    """Mark what is gone since `before`: the approach card that lost a plane to the radio."""
    for leg, was, now in zip(scene["approach"]["legs"], before.planes, after.planes, strict=True):
        leg["aim"] = now < was


def happened(before: State, move: Move, after: State, lang: str | None) -> list[Line]:
    """What `move` did, line by line: the card, the end of the round, the end of the flight."""
    lines = [_moved(before, move, lang)]
    if after.outcome:
        end = ending(view(after, None, reveal=True), lang)
        title = end["title"] if end["title"].endswith(("!", ".")) else end["title"] + "."
        text = rich("walk.ended", lang, title=title, why=end["why"])
        if after.outcome.ending is Ending.NOT_LANDED:
            missing = ", ".join(say(f"cond.{name}", lang) for name in after.outcome.failed)
            text += " " + rich("walk.failed", lang, what=missing)
        lines.append(_line(text, end["rule"], "good" if end["won"] else "refused"))
    elif after.round != before.round:
        begins = seat_name(after.turn or 0, lang)
        key = "walk.round-down" if after.touchdown else "walk.round"
        lines.append(_line(rich(key, lang, round=before.round, feet=after.altitude, who=begins), "LA-2.6"))
        if after.newcomer is not None:
            lines.append(_line(_newcomer(after, lang), "LA-6.5"))
    return lines


def _line(text: Any, rule: str, tone: str = "") -> Line:
    return {"text": text, "rule": rule, "tone": tone}


def _newcomer(state: State, lang: str | None) -> Any:
    assert state.newcomer is not None
    if state.newcomer == AIRPORT:
        return rich("walk.dense-airport", lang)
    return rich("walk.dense", lang, card=state.newcomer - state.position + 1)


def _moved(before: State, move: Move, lang: str | None) -> Line:
    """The move itself, and what it brings about at once (LA-2.4)."""
    who = rich("walk.move", lang, what=describe(move, lang))
    if not isinstance(move, Place):
        answering = isinstance(move, RerollMove) and before.reroll is not None
        key = "walk.reroll-answer" if answering else "walk.reroll" if isinstance(move, RerollMove) else ""
        rule = "LA-3.12" if key else "LA-7.2" if move.seat is None else "LA-4.5"
        return _line(who + (" " + rich(key, lang, n=len(getattr(move, "back", ()))) if key else ""), rule)
    lines = {"axis": _axis, "engines": _engines, "radio": _radio, "concentration": _concentration, ASIDE: _aside}
    text, rule = lines.get(KIND[move.place], _switch)(before, move, lang)
    return _line(who + " " + text, rule)


def _pair(before: State, move: Place) -> tuple[int, int] | None:
    return pair((*before.laid, Laid(move.seat, move.card, move.coffee, move.place)), move.place)


def _axis(before: State, move: Place, lang: str | None) -> tuple[Any, str]:
    both = _pair(before, move)
    if both is None:
        return rich("walk.axis-first", lang), "LA-3.1"
    axis = axis_after(before.axis, *both, before.setup.turbulence)
    n = abs(axis - before.axis)
    if n == 0:
        return rich("walk.axis-equal", lang), "LA-3.1"
    towards = say(f"walk.towards.{int(both[1] > both[0])}", lang)
    now = say("walk.tilt", lang, n=abs(axis), where=say(f"walk.at.{int(axis > 0)}", lang)) if axis else say("row.level", lang)
    turbulent = before.setup.turbulence
    key = "walk.axis-turbulence" if turbulent else "walk.axis-moves"
    text = rich(key, lang, high=max(both), low=min(both), n=n, towards=towards, gap=n - 1, now=now)
    return text, "LA-6.6" if turbulent else "LA-3.1"


def _engines(before: State, move: Place, lang: str | None) -> tuple[Any, str]:
    both = _pair(before, move)
    if both is None:
        return rich("walk.engines-first", lang), "LA-3.2"
    speed = sum(both)
    fields = {"a": both[0], "b": both[1], "speed": speed}
    if before.touchdown:
        return rich("walk.engines-landing", lang, **fields, allowed=LANDING_SPEED[before.brakes]), "LA-4.3"
    on = moves_at(speed, sum(before.gear), before.flaps)
    key = ("walk.engines-stay", "walk.engines-one", "walk.engines-two")[on]
    return rich(key, lang, **fields, stay=SPEED_STAY + sum(before.gear), one=SPEED_ONE + before.flaps), "LA-3.2"


def _radio(before: State, move: Place, lang: str | None) -> tuple[Any, str]:
    target = radio_target(before.position, move.value)
    if target is None:
        return rich("walk.radio-beyond", lang, card=move.value), "LA-3.5"
    planes = before.planes[target]
    if not planes:
        return rich("walk.radio-none", lang, card=move.value), "LA-3.5"
    key = "walk.radio-airport" if target == AIRPORT else "walk.radio"
    return rich(key, lang, card=move.value, was=planes, now=planes - 1), "LA-3.5"


def _concentration(before: State, move: Place, lang: str | None) -> tuple[Any, str]:
    after = apply(before, move).coffee
    key = "walk.coffee" if after > before.coffee - abs(move.coffee) else "walk.coffee-full"
    return rich(key, lang, n=after), "LA-3.10"


def _aside(before: State, move: Place, lang: str | None) -> tuple[Any, str]:
    return rich("walk.aside", lang), "LA-3.13"


def _switch(before: State, move: Place, lang: str | None) -> tuple[Any, str]:
    kind, index = KIND[move.place], int(move.place[-1])
    count = {"gear": sum(before.gear), "flap": before.flaps, "brake": before.brakes}[kind]
    on = before.gear[index - 1] if kind == "gear" else index <= count
    name = say(f"named.{move.place}", lang)
    name = name[:1].upper() + name[1:]
    if on:
        return rich("walk.switch-again", lang, name=name), "LA-3.9"
    now = count + 1
    if kind == "brake":
        return rich("walk.brake", lang, name=name, speed=LANDING_SPEED[now]), SWITCH_RULES[kind]
    if before.touchdown:
        return rich("walk.switch", lang, name=name), SWITCH_RULES[kind]
    if kind == "gear":
        return rich("walk.gear", lang, name=name, speed=SPEED_STAY + now), SWITCH_RULES[kind]
    key = "walk.flap-all" if now == len(FLAPS) else "walk.flap"
    return rich(key, lang, name=name, speed=SPEED_ONE + now + 1), SWITCH_RULES[kind]

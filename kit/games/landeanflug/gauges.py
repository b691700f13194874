"""Landeanflug: the instruments of the scene as plain dicts: approach and altitude, axis, speed, landing check."""

from __future__ import annotations

from typing import Any

from kit.games.landeanflug.effects import axis_answers, fatal, laid_value, speed_answers, speed_result
from kit.games.landeanflug.rules import pair, radio_target
from kit.games.landeanflug.state import (
    AIRPORT,
    ALTITUDE_CARDS,
    ALTITUDES,
    AXIS_LIMIT,
    JOKER_ROUNDS,
    LANDING_SPEED,
    ROUNDS,
    SPEED_ONE,
    SPEED_STAY,
)
from kit.games.landeanflug.view import View
from kit.games.landeanflug.words import landing_rows, say
from kit.locale import rank_name


def approach(seen: View, lang: str | None, aim: int | None) -> dict[str, Any]:
    """The approach row over the altitude row, column by column; `aim` is the radio value that the chosen card names."""
    target = radio_target(seen.position, aim) if aim is not None else None
    legs = [
        {
            "port": i == AIRPORT,
            "number": i - seen.position + 1,
            "gone": i < seen.position,
            "now": i == seen.position,
            "aim": i == target and seen.planes[i] > 0,
            "planes": seen.planes[i],
            "fresh": i == seen.newcomer,
            "aria": say("leg.airport" if i == AIRPORT else "leg.card", lang, card=i - seen.position + 1, n=seen.planes[i]),
        }
        for i in range(AIRPORT + 1)
    ]
    heights = [
        {
            "feet": feet,
            "rank": rank_name(13 if card[0] == "K" else 12, lang),
            "suit": card[1].lower(),
            "gone": i < seen.round - 1,
            "now": i == seen.round - 1,
            "joker": i + 1 in JOKER_ROUNDS and i + 1 > seen.round,
        }
        for i, (feet, card) in enumerate(zip(ALTITUDES, ALTITUDE_CARDS, strict=True))
    ]
    left = AIRPORT - seen.position
    plan = say("approach.there" if not left else "approach.plan", lang, n=left, last=ROUNDS)
    return {
        "down": seen.touchdown,
        "title": say("approach.landing" if seen.touchdown else "approach.title", lang),
        "plan": plan,
        "legs": legs,
        "heights": heights,
        "check": landing_check(seen, lang, target == AIRPORT and seen.planes[AIRPORT] == 1) if seen.touchdown else None,
    }


def landing_check(seen: View, lang: str | None, radio_clears: bool) -> list[dict[str, Any]]:
    """The landing conditions in the touchdown round, gear and flaps as one; `aim` where the chosen card would meet one."""
    rows = landing_rows(seen, lang)
    on = sum(seen.gear) + seen.flaps
    switches = {"name": say("check.switches", lang), "ok": on == 7, "detail": say("check.on", lang, n=on)}
    if on == 7:
        switches["detail"] = say("check.all-on", lang)
    speed = {
        "name": say("check.speed", lang, speed=LANDING_SPEED[seen.brakes]) if seen.brakes else say("check.no-brake", lang),
        "ok": rows["speed"]["ok"],
        "detail": say("check.brakes", lang, n=seen.brakes) if seen.speed is None else say("check.flown", lang, speed=seen.speed),
    }
    planes = dict(rows["planes"], name=say("check.planes", lang), aim=radio_clears)
    return [planes, switches, dict(rows["axis"], name=say("check.axis", lang)), speed]


def axis_cells(seen: View, value: int | None) -> list[dict[str, Any]]:
    """The seven cells of the axis, spin left to spin right, each with the partner's values that lead there."""
    answers: dict[int, list[int]] = {}
    known = False
    if value is not None and seen.seat is not None:
        known = laid_value(seen, 1 - seen.seat, "axis") is not None
        for answer, end in axis_answers(seen, value).items():
            answers.setdefault(end, []).append(value if known else answer)
    limit = AXIS_LIMIT + 1
    marker = max(-limit, min(limit, seen.axis))
    return [
        {"k": k, "spin": abs(k) == limit, "level": k == 0, "at": k == marker, "answers": answers.get(k, [])}
        for k in range(-limit, limit + 1)
    ]


def axis_aria(seen: View, cells: list[dict[str, Any]], lang: str | None) -> str:
    """The axis gauge in words."""
    side = 0 if seen.axis < 0 else 1
    here = say("aria.level", lang) if seen.axis == 0 else say("aria.tilt", lang, n=abs(seen.axis), seat=side)
    return " ".join([here, *(_axis_answer(cell, lang) for cell in cells if cell["answers"])])


def _axis_answer(cell: dict[str, Any], lang: str | None) -> str:
    key = "aria.to-spin" if cell["spin"] else "aria.to-level" if cell["level"] else "aria.to-tilt"
    return say(key, lang, cards=tuple(cell["answers"]), n=abs(cell["k"]), seat=0 if cell["k"] < 0 else 1)


def speed_bands(seen: View, lang: str | None) -> list[dict[str, Any]]:
    """The bands of the speed scale from 2 to 12: first and last speed, label, short label, and class."""
    if seen.touchdown:
        top = LANDING_SPEED[seen.brakes]
        edges = [("allowed", 2, top, "mo"), ("too-fast", max(top, 1) + 1, 12, "mx")]
    else:
        stay, one = SPEED_STAY + sum(seen.gear), SPEED_ONE + seen.flaps
        edges = [("stay", 2, stay, "m0"), ("one", stay + 1, one, "m1"), ("two", one + 1, 12, "m2")]
    return [
        {"first": first, "last": last, "label": say(f"band.{name}", lang), "short": say(f"band.{name}-short", lang), "cls": cls}
        for name, first, last, cls in edges
        if first <= last
    ]


def speed_cells(seen: View, value: int | None, bands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The eleven speeds, each with the partner's values that lead to it, and whether it ends the flight."""
    answers: dict[int, list[int]] = {}
    if value is not None and seen.seat is not None:
        known = laid_value(seen, 1 - seen.seat, "engines") is not None
        for answer, speed in speed_answers(seen, value).items():
            answers.setdefault(speed, []).append(value if known else answer)
    flown = pair(seen.laid, "engines")
    cells = []
    for band in bands:
        for speed in range(band["first"], band["last"] + 1):
            cells.append(
                {
                    "speed": speed,
                    "cls": band["cls"],
                    "cut": speed == band["first"] and speed > 2,
                    "answers": answers.get(speed, []),
                    "fatal": speed in answers and fatal(speed_result(seen, speed)),
                    "is": bool(flown) and seen.speed == speed,
                }
            )
    return cells


def speed_aria(bands: list[dict[str, Any]], cells: list[dict[str, Any]], seen: View, lang: str | None) -> str:
    """The speed scale in words."""
    parts = [say("aria.band", lang, first=b["first"], last=b["last"], what=b["label"]) for b in bands]
    reached = [cell["speed"] for cell in cells if cell["answers"]]
    if reached:
        parts.append(say("aria.reach", lang, low=min(reached), high=max(reached)))
    if seen.speed is not None:
        parts.append(say("aria.speed", lang, speed=seen.speed))
    return " ".join(parts)

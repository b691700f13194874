"""Landeanflug: what a card would do on a place, before it is laid, from a `View` alone.

Each function answers for one zone with an `Effect`: a key of the catalogue below `fx`, its numbers, and how strong it is. The
arithmetic is that of `rules` (`axis_after`, `moves_at`, `radio_target`); nothing here looks at a hidden card. What the partner
may answer runs over the values that can still be in his hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kit.games.landeanflug.rules import axis_after, moves_at, radio_target
from kit.games.landeanflug.state import (
    AIRPORT,
    AXIS_LIMIT,
    FLAPS,
    GEAR,
    LANDING_SPEED,
    MAX_COFFEE,
    SPEED_ONE,
    SPEED_STAY,
)
from kit.games.landeanflug.view import View, unseen

YES, WEAK, DIE, DONE, NO = "", "weak", "die", "done", "no"


@dataclass(frozen=True, slots=True)
class Effect:
    """One consequence: the catalogue key below `fx`, its numbers, and its kind (`""` works, weak, die, done, no)."""

    key: str
    kind: str = YES
    data: Mapping[str, Any] = field(default_factory=dict)


def partner_values(seen: View) -> tuple[int, ...]:
    """The values that the partner's cards may have: those of his open hand, else those not yet laid; all six for dice."""
    if seen.seat is None:
        return ()
    if seen.partner is not None:
        return tuple(sorted(set(seen.partner)))
    if seen.partner_count == 0:
        return ()
    return tuple(range(1, 7)) if seen.setup.dice else tuple(sorted(set(unseen(seen, 1 - seen.seat))))


def laid_value(seen: View, seat: int, place: str) -> int | None:
    """The value of the card a seat has on axis or engines in this round, or None."""
    return next((card.value for card in seen.laid if card.seat == seat and card.place == place), None)


def _pairs(seen: View, place: str, value: int) -> dict[int, tuple[int, int]]:
    """Pilot's and copilot's value by the partner's value, if this seat lays `value`: one pair where his card lies already."""
    assert seen.seat is not None
    laid = laid_value(seen, 1 - seen.seat, place)
    answers = (laid,) if laid is not None else partner_values(seen)
    return {answer: (value, answer) if seen.seat == 0 else (answer, value) for answer in answers}


def axis_answers(seen: View, value: int) -> dict[int, int]:
    """Where the marker would stand (-3 ... 3, both ends a spin) by the partner's value."""
    limit = AXIS_LIMIT + 1
    return {
        answer: max(-limit, min(limit, axis_after(seen.axis, *pair, seen.setup.turbulence)))
        for answer, pair in _pairs(seen, "axis", value).items()
    }


def speed_answers(seen: View, value: int) -> dict[int, int]:
    """The speed by the partner's value."""
    return {answer: sum(pair) for answer, pair in _pairs(seen, "engines", value).items()}


def speed_result(seen: View, speed: int) -> str:
    """What a speed does now: `stay`, `one`, `two`, `collision`, `overshoot`; in the touchdown round `allowed` or `too-fast`."""
    if seen.touchdown:
        return "allowed" if speed <= LANDING_SPEED[seen.brakes] else "too-fast"
    steps = moves_at(speed, sum(seen.gear), seen.flaps)
    for position in range(seen.position, seen.position + steps):
        if position == AIRPORT:
            return "overshoot"
        if seen.planes[position]:
            return "collision"
    return ("stay", "one", "two")[steps]


def fatal(result: str) -> bool:
    """Whether a result of `speed_result` ends the flight."""
    return result in ("collision", "overshoot", "too-fast")


def axis_effect(seen: View, value: int) -> Effect:
    """The axis: where the marker goes, or how many of the partner's values keep the plane from spinning."""
    assert seen.seat is not None
    ends = axis_answers(seen, value)
    if not ends:
        return Effect("axis-open", WEAK)
    if laid_value(seen, 1 - seen.seat, "axis") is not None:
        (end,) = ends.values()
        if abs(end) > AXIS_LIMIT:
            return Effect("axis-spin", DIE)
        if end == 0:
            return Effect("axis-level")
        return Effect("axis-tilt", YES, {"n": abs(end), "seat": 0 if end < 0 else 1})
    safe = [answer for answer, end in ends.items() if abs(end) <= AXIS_LIMIT]
    if len(safe) == len(ends):
        return Effect("axis-safe", YES, {"n": len(ends)})
    return Effect("axis-some" if safe else "axis-none", YES if safe else DIE, {"n": len(safe), "of": len(ends)})


def engines_effect(seen: View, value: int) -> Effect:
    """The engines: the speed, or the speeds that the partner's values lead to, and from which on the flight is lost."""
    assert seen.seat is not None
    speeds = sorted(set(speed_answers(seen, value).values()))
    if not speeds:
        return Effect("engines-open", WEAK)
    results = [speed_result(seen, speed) for speed in speeds]
    deadly = [speed for speed, result in zip(speeds, results, strict=True) if fatal(result)]
    if len(speeds) == 1:
        return Effect(f"engines-{results[0]}", DIE if deadly else YES, {"speed": speeds[0]})
    data = {"low": speeds[0], "high": speeds[-1]}
    if not deadly:
        return Effect("engines-safe-landing" if seen.touchdown else "engines-safe", YES, data)
    cause = next(result for result in results if fatal(result))
    if len(deadly) == len(speeds):
        return Effect(f"engines-all-{cause}", DIE, data)
    return Effect(f"engines-from-{cause}", YES, data | {"from": deadly[0]})


def radio_effect(seen: View, value: int) -> Effect:
    """The radio: a plane less on the card that the value names, or no effect (LA-3.5)."""
    target = radio_target(seen.position, value)
    if target is None:
        return Effect("radio-beyond", WEAK, {"card": value})
    if not seen.planes[target]:
        return Effect("radio-none", WEAK, {"card": value})
    if target == AIRPORT and seen.planes[target] == 1:
        return Effect("radio-airport", YES, {"card": value})
    return Effect("radio-plane", YES, {"card": value, "left": seen.planes[target] - 1})


def switch_effect(seen: View, place: str) -> Effect:
    """A switch: what it allows, or no effect where it is on already (LA-3.9)."""
    kind, index = place[:-1], int(place[-1])
    if is_on(seen, place):
        return Effect("switch-again", WEAK)
    if kind == "gear":
        if seen.touchdown:
            return Effect("gear-landing", YES, {"n": sum(seen.gear) + 1, "of": len(GEAR)})
        return Effect("gear", YES, {"speed": SPEED_STAY + sum(seen.gear) + 1})
    if kind == "flap":
        if seen.touchdown:
            return Effect("gear-landing", YES, {"n": index, "of": len(FLAPS)})
        limit = SPEED_ONE + index
        return Effect("flap-never", YES) if limit >= 12 else Effect("flap", YES, {"speed": limit + 1})
    return Effect("brake", YES, {"speed": LANDING_SPEED[index]})


def is_on(seen: View, place: str) -> bool:
    """Whether a switch is on."""
    index = int(place[-1])
    if place.startswith("gear"):
        return seen.gear[index - 1]
    return index <= (seen.flaps if place.startswith("flap") else seen.brakes)


def concentration_effect(seen: View, spent: int) -> Effect:
    """Concentration: the coffees waiting afterwards, `spent` being used first (LA-10.4)."""
    left = seen.coffee - spent
    if left >= MAX_COFFEE:
        return Effect("coffee-full", WEAK, {"n": MAX_COFFEE})
    return Effect("coffee", YES, {"n": left + 1})


def effect(seen: View, place: str, value: int, spent: int = 0) -> Effect:
    """What a card of `value`, with `spent` coffees, does on a place on which it may lie."""
    kind = place.rstrip("1234")
    if kind == "axis":
        return axis_effect(seen, value)
    if kind == "engines":
        return engines_effect(seen, value)
    if kind == "radio":
        return radio_effect(seen, value)
    if kind == "concentration":
        return concentration_effect(seen, spent)
    return switch_effect(seen, place)

"""Punktlandung: the sums one card before the target, as a strip: factors, plus and minus to scale, multiples (PL-9)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kit.games.punktlandung.solver import predecessors
from kit.games.punktlandung.words import number, say, sign

NEAR = 13  # plus or minus one card
SHOWN = 6  # multiples that are listed before the dots


def strip(
    target: int, total: int, *, small: bool, marked: Mapping[int, str], reached: Collection[int], lang: str | None
) -> dict[str, Any]:
    """The strip for a template.

    `marked` are sums from which a known card of the next seat hits, with its name; `reached` the sums that the chosen card can
    make. Cells have `sum`, `text`, `way`, and the flags `z` (marked), `y` (reached), `me` (the sum now), `t` (the target).
    """
    ways = predecessors(target, small=small)

    def cell(value: int, way: str) -> dict[str, Any]:
        here = value == total
        return {
            "sum": value,
            "text": number(value),
            "way": say("strip.now", lang) if here else way,
            "z": value in marked,
            "y": value in reached,
            "me": here,
            "t": value == target,
        }

    def sides(op: str) -> list[dict[str, Any]]:
        found = [(value, way[1]) for value, all_ways in ways.items() for way in all_ways if way[0] == op]
        return [cell(value, f"{sign(op, lang)}{by}") for value, by in found if abs(value - target) > NEAR]

    left, right = sides("x"), sides(":")
    if 0 <= total < target - NEAR and all(each["sum"] != total for each in left):
        left = sorted([*left, cell(total, "")], key=lambda each: each["sum"])
    if total > target + NEAR and all(each["sum"] != total for each in right):
        right = sorted([*right, cell(total, "")], key=lambda each: each["sum"])
    zone = [cell(value, "") for value in range(max(0, target - NEAR), target + NEAR + 1)]
    low = zone[0]["sum"]
    tags = [
        {"column": each["sum"] - low + 1, "text": each["text"], "y": each["y"], "t": each["t"]}
        for each in zone
        if each["t"] or each["z"] or each["y"] or each["me"]
    ]
    return {
        "left": left,
        "right": _folded(right),
        "zone": [each | {"column": each["sum"] - low + 1} for each in zone],
        "tags": _apart(tags),
        "low": number(low),
        "high": number(target + NEAR),
        "middle": target - low + 1,
        "count": len(ways),
        "aria": say("strip.aria", lang, n=len(ways), target=number(target), low=number(low), high=number(target + NEAR)),
    }


def _folded(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first multiples, those that matter, and the last; dots between."""
    if len(cells) <= SHOWN:
        return cells
    kept = [i for i, each in enumerate(cells) if i < SHOWN - 2 or i == len(cells) - 1 or each["z"] or each["me"] or each["y"]]
    out: list[dict[str, Any]] = []
    for i, after in zip(kept, [*kept[1:], kept[-1] + 1], strict=True):
        out.append(cells[i])
        if after > i + 1:
            out.append({"dots": True})
    return out


def _apart(tags: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Numbers above the cells, none within three cells of a more important one: the target, then what the card reaches."""
    kept: list[dict[str, Any]] = []
    for tag in sorted(tags, key=lambda tag: (not tag["t"], not tag["y"], tag["column"])):
        if all(abs(tag["column"] - other["column"]) > 2 for other in kept):
            kept.append(tag)
    return sorted(kept, key=lambda tag: tag["column"])

"""Landeanflug: from clicks to a move. A choice half made is a small dict that the table keeps.

`{"at": 1, "coffee": -1}` is the card at that place of the sorted hand with the coffee spent on it, `{"swap": [0, 2]}` the cards
to put back in a reroll.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.games.landeanflug.moves import Move, Place, RerollMove, Resign
from kit.games.landeanflug.state import ASIDE, PLACES, VALUES
from kit.games.landeanflug.view import View

Choice = Mapping[str, Any]


def choose(seen: View, choice: Choice, path: str) -> tuple[dict[str, Any], Move | None]:
    """The choice after a click on `path`, and the move once it is complete; ValueError for a path this table has not.

    Paths: `card/1` (its place in the sorted hand), `coffee/+1`, `place/axis`, `place/aside`, `reroll`, `swap/0`, `swap/done`,
    `cancel`.
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

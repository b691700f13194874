"""Punktlandung: from clicks to a move. A choice half made is a small dict that the table keeps.

`{"at": 1}` is the card at that place of the sorted hand; `value` what a joker in it is named; `op` the operation whose result the
pupil still has to type ("calculate yourself"), `typed` what was typed and was wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.games.punktlandung import slips
from kit.games.punktlandung.moves import OPERATIONS, Move, Pass, Play, Resign, Show
from kit.games.punktlandung.rules import calculate, calculation_error
from kit.games.punktlandung.state import JOKER, RANKS
from kit.games.punktlandung.view import View, as_state

Choice = Mapping[str, Any]


def chosen(seen: View, choice: Choice) -> tuple[int | None, int | None]:
    """The chosen card and what it counts; None for what is not chosen yet."""
    at = choice.get("at")
    if at is None or at >= len(seen.hand):
        return None, None
    card = seen.hand[at]
    return card, choice.get("value") if card == JOKER else card


def choose(seen: View, choice: Choice, path: str) -> tuple[dict[str, Any], Move | None]:
    """The choice after a click on `path`, and the move once it is complete; ValueError for a path this table has not.

    Paths: `card/1` (its place in the sorted hand), `value/7` (a joker), `op/x` plays, `try/x` asks for the result first,
    `answer/344` gives it, `pass`, `show`, `cancel`.
    """
    if seen.seat is None:
        raise ValueError("a spectator chooses nothing")
    head, _, tail = path.partition("/")
    card, value = chosen(seen, choice)
    if head == "cancel":
        return ({key: choice[key] for key in ("at", "value") if key in choice} if "op" in choice else {}), None
    if head == "card":
        at = _index(seen, tail)
        return ({} if choice.get("at") == at else {"at": at}), None
    if card is None:
        if head in ("op", "try", "pass", "show", "value", "answer"):
            return {}, None
        raise ValueError(f"no such path: {path!r}")
    plain = {key: choice[key] for key in ("at", "value") if key in choice}
    if head == "pass" and not tail:
        return plain, Pass(card)
    if head == "show" and not tail:
        return plain, Show(card)
    if head == "value" and card == JOKER and tail.isdecimal() and int(tail) in RANKS:
        return {"at": choice["at"], "value": int(tail)}, None
    if head in ("op", "try") and tail in tuple(OPERATIONS):
        if value is None:
            return plain, None
        if head == "op" or calculation_error(as_state(seen), tail, value):
            return plain, Play(card, tail, value)
        return plain | {"op": tail}, None
    if head == "answer" and "op" in choice and value is not None:
        if slips.read(tail) == calculate(seen.sum, choice["op"], value):
            return plain, Play(card, choice["op"], value)
        return plain | {"op": choice["op"], "typed": tail}, None
    raise ValueError(f"no such path: {path!r}")


def resign(seat: int) -> Move:
    """The move by which the team gives up, whichever seat asks."""
    return Resign()


def _index(seen: View, tail: str) -> int:
    if not tail.isdecimal() or int(tail) >= len(seen.hand):
        raise ValueError(f"no card {tail!r} in hand")
    return int(tail)

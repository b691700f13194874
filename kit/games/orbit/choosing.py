"""Orbit: from clicks to a move. A choice half made is a small dict that the table keeps: `{"card": "9C"}` or `{"task": "2H"}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.cards import CODES, code, read
from kit.games.orbit import rules
from kit.games.orbit.moves import Answer, Ask, Give, Move, Play, Resign, Show, Stop, Take
from kit.games.orbit.state import Coin, Phase
from kit.games.orbit.view import View, as_state

Choice = Mapping[str, Any]


def chosen(seen: View, choice: Choice) -> int | None:
    """The chosen hand card, None where none is."""
    card = choice.get("card")
    return read(card) if card in CODES and read(card) in seen.hand else None


def chosen_task(seen: View, choice: Choice) -> int | None:
    """The chosen task card of the offer, None where none is."""
    card = choice.get("task")
    return read(card) if card in CODES and read(card) in seen.offer and seen.deciding else None


def choose(seen: View, choice: Choice, path: str) -> tuple[dict[str, Any], Move | None]:
    """The choice after a click on `path`, and the move once it is complete; ValueError for a path this table has not.

    Paths: `card/8H` chooses a hand card, or asks why it may not be played; `place/trick` plays it, `give` passes it on,
    `coin/high` shows it; `task/2H` chooses a task, `take` takes it; `mayday/ask`, `mayday/yes`, `mayday/no`, `stop`, `cancel`.
    """
    if seen.seat is None:
        raise ValueError("a spectator chooses nothing")
    head, _, tail = path.partition("/")
    card, task = chosen(seen, choice), chosen_task(seen, choice)
    kept: dict[str, Any] = {"card": code(card)} if card is not None else {"task": code(task)} if task is not None else {}
    match head, tail:
        case "cancel", _:
            return {}, None
        case "card", name:
            return _card(seen, card, _held(seen, name))
        case "task", name if name in CODES and seen.phase is Phase.DRAFT and seen.deciding:
            move = Take(read(name))
            if rules.why_not(as_state(seen), move):
                return kept, move  # refused with its reason
            return ({} if task == move.card else {"task": name}), None
        case "take", "":
            return kept, None if task is None else Take(task)
        case "place", "trick":
            playing = seen.phase is Phase.PLAYING and seen.deciding
            return kept, Play(card) if playing and card is not None else None
        case "give", "":
            giving = seen.phase is Phase.PASSING and seen.deciding
            return kept, Give(card) if giving and card is not None else None
        case "coin", coin if coin in tuple(Coin):
            return kept, None if card is None else Show(card, Coin(coin))
        case "mayday", "ask":
            return kept, Ask(seen.seat)
        case "mayday", "yes" | "no" if seen.phase is Phase.ASKING and seen.deciding:
            return kept, Answer(tail == "yes")
        case "stop", "":
            return kept, Stop()
    raise ValueError(f"no such path: {path!r}")


def _held(seen: View, name: str) -> int:
    if name not in CODES or read(name) not in seen.hand:
        raise ValueError(f"no card {name!r} in hand")
    return read(name)


def _card(seen: View, before: int | None, card: int) -> tuple[dict[str, Any], Move | None]:
    """A click on a hand card: chosen, put back, or the rule that forbids playing it."""
    if seen.phase is Phase.PLAYING and seen.deciding and seen.trick:
        move = Play(card)
        if rules.why_not(as_state(seen), move):
            return {}, move
    return ({} if card == before else {"card": code(card)}), None


def resign(seat: int) -> Move:
    """The move by which the crew gives the attempt up, whichever seat asks."""
    return Resign()

"""Luft, Land und See: from clicks to a move. A choice half made is a small dict that the table keeps.

`{"at": 2}` is the chosen card of the sorted hand, `{"lift": (0, 1)}` the theater and place of the card that Transport moves,
`{"withdraw": True}` a withdrawal that waits to be confirmed. `"look"` stands beside them: the side and theater whose cards are
being read, and the turn in which they were.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.games.luft_land_see.cards import THEATER_NAMES, Ability
from kit.games.luft_land_see.moves import SIDES, Deploy, Flip, Improvise, Move, Pass, Reinforce, Return, Transfer, Withdraw
from kit.games.luft_land_see.view import View

Choice = Mapping[str, Any]


def choose(seen: View, choice: Choice, path: str) -> tuple[dict[str, Any], Move | None]:
    """The choice after a click on `path`, and the move once it is complete; ValueError for a path this table has not.

    Paths: `card/2` (its place in the sorted hand), `place/air/up` and `place/air/down` play it; `withdraw` asks, `withdraw/sure`
    does it; `flip/opp/sea`, `reinforce/sea`, `return/land/1`; `lift/air/2` then `to/sea` (Transport); `pass`; `cancel`;
    `look/opp/land` reads the cards that lie there.
    """
    if seen.seat is None:
        raise ValueError("a spectator chooses nothing")
    match path.split("/"):
        case ["cancel"]:
            return {}, None
        case ["look", ("own" | "opp") as side, theater]:
            read = (side, _theater(theater), seen.battle, seen.turns)
            rest = {key: value for key, value in choice.items() if key != "look"}
            return (rest if choice.get("look") == read else rest | {"look": read}), None
        case ["card", at]:
            index = _number(at, len(seen.hand), 0)
            return ({} if choice.get("at") == index else {"at": index}), None
        case ["place", theater, ("up" | "down") as way]:
            chosen, where = choice.get("at"), _theater(theater)
            if chosen is None or chosen >= len(seen.hand):
                return {}, None
            card = seen.hand[chosen]
            return {"at": chosen}, Deploy(card, where) if way == "up" else Improvise(card, where)
        case ["withdraw"]:
            if seen.task is not None or not seen.hand:
                return {}, Withdraw()  # refused, with its rule
            return {"withdraw": True}, None
        case ["withdraw", "sure"]:
            return {}, Withdraw()
        case ["flip", ("own" | "opp") as side, theater]:
            return {}, Flip(side == SIDES[1], _theater(theater))
        case ["reinforce", theater]:
            return {}, Reinforce(_theater(theater))
        case ["return", theater, place]:
            return {}, Return(_theater(theater), _number(place, 18, 1))
        case ["lift", theater, place]:
            lifted = (_theater(theater), _number(place, 18, 1))
            if seen.task is None or seen.task.ability is not Ability.TRANSPORT:
                return {}, Transfer(*lifted, (lifted[0] + 1) % 3)  # refused, with its rule
            return ({} if tuple(choice.get("lift", ())) == lifted else {"lift": lifted}), None
        case ["to", theater]:
            if "lift" not in choice:
                return {}, None
            where, place = choice["lift"]
            return dict(choice), Transfer(where, place, _theater(theater))
        case ["pass"]:
            return {}, Pass()
    raise ValueError(f"no such path: {path!r}")


def _theater(word: str) -> int:
    if word not in THEATER_NAMES:
        raise ValueError(f"no theater {word!r}")
    return THEATER_NAMES.index(word)


def _number(word: str, most: int, least: int) -> int:
    if not word.isdecimal() or not least <= int(word) < most + least:
        raise ValueError(f"no card {word!r}")
    return int(word)

"""Luft, Land und See: points, battles so far and the two commander cards with their withdrawal tables (LLS-3.2)."""

from __future__ import annotations

from typing import Any

from kit.games.luft_land_see.dock import price
from kit.games.luft_land_see.sight import Sight
from kit.games.luft_land_see.state import HAND, WITHDRAWAL, Battle, Ending
from kit.games.luft_land_see.words import say


def war(sight: Sight) -> dict[str, Any]:
    """Points of both towards the target, the battles before, the deck."""
    seen, lang = sight.seen, sight.lang
    target = seen.setup.target
    rows = [
        {
            "side": sight.player(seat),
            "points": seen.points[seat],
            "mine": seat == sight.me,
            "aria": say("war.aria", lang, side=sight.side(seat), n=seen.points[seat], of=target),
        }
        for seat in (sight.me, sight.opp)
    ]
    return {
        "title": say("war.title", lang, n=target),
        "target": target,
        "rows": rows,
        "battles": [_battle(sight, n, battle) for n, battle in enumerate(seen.results, 1)][-6:],
        "deck": say("sum.deck", lang, n=len(seen.deck)),
    }


def _battle(sight: Sight, n: int, battle: Battle) -> str:
    key = "war.withdrawal" if battle.ending is Ending.WITHDRAWAL else "war.full"
    held = battle.controlled[battle.winner]
    return say(key, sight.lang, battle=n, side=sight.inline(battle.winner), n=battle.points, held=held, left=battle.left)


def commanders(sight: Sight) -> dict[str, Any]:
    """The opponent's commander card, then the own one; ties and empty theaters belong to the 1st Player (LLS-3.1)."""
    return {"title": say("cmd.title", sight.lang), "cards": [_card(sight, seat) for seat in (sight.opp, sight.me)]}


def _card(sight: Sight, seat: int) -> dict[str, Any]:
    seen, lang = sight.seen, sight.lang
    first, left, who = seat == seen.first, seen.counts[seat], sight.who(seat)
    columns = [
        {"left": n, "points": WITHDRAWAL[0 if first else 1][n], "now": n == left and seen.outcome is None}
        for n in range(HAND, -1, -1)
    ]
    tie = say(f"cmd.tie-{who}", lang) if first else ""
    now = say(f"cmd.now-{who}", lang, n=price(sight, seat), seat=seat) if left and seen.outcome is None else ""
    return {
        "side": sight.player(seat),
        "role": say("cmd.first" if first else "cmd.second", lang),
        "hand": left,
        "backs": min(left, HAND) if seat != seen.seat and seen.hands[seat] is None else 0,
        "hand_text": say("cmd.hand", lang, n=left),
        "table": None if seen.setup.beginner else columns,
        "now": now,
        "tie": tie,
        "first": first,
        "turn": seat == seen.decider,
    }

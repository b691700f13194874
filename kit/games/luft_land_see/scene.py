"""Luft, Land und See: from a `View` to what the table shows, as a plain dict for `board.html`. Legality comes from `rules` alone.

This module is what the board knows of the game (see `docs/boards.md`); clicks are read in `choosing`, words made in `words`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from kit.core.errors import RuleError
from kit.games.luft_land_see.cards import THEATER_NAMES
from kit.games.luft_land_see.choosing import Choice, choose
from kit.games.luft_land_see.commanders import commanders, war
from kit.games.luft_land_see.dock import dock
from kit.games.luft_land_see.lens import lens as lens_of
from kit.games.luft_land_see.sight import Sight
from kit.games.luft_land_see.stacks import theater
from kit.games.luft_land_see.state import HAND
from kit.games.luft_land_see.status import advises, air_drops, queue, status
from kit.games.luft_land_see.told import begins, past, tell
from kit.games.luft_land_see.view import View
from kit.games.luft_land_see.words import describe, ending, heading, lines, say
from kit.locale import language

__all__ = ["begins", "choose", "describe", "ending", "heading", "lines", "past", "scene", "tell"]

TEMPLATE, STYLE = "board.html", "board.css"
SHEET = ("goal", "turn", "strength", "abilities", "withdraw", "points", "cards-air", "cards-land", "cards-sea")
STOPWATCH = None
ZONES = ("queue", "battle", "air", "land", "sea", "news", "war", "commanders", "dock")
ALIASES = {"hand": "dock", "hands": "dock", "points": "war", "cmd": "commanders"}


def scene(
    seen: View,
    *,
    lang: str | None = None,
    choice: Choice | None = None,
    selected: int | None = None,
    coffee: int = 0,
    players: Sequence[str] = (),
    hints: int = 2,
    lens: Collection[str] | None = None,
    covered: bool = False,
    refused: RuleError | None = None,
    past: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The table as `seen` shows it, as a plain dict for the template.

    `choice` is the half-made choice (`selected` is short for it: a card of the hand by its number 0-17); `players` says `person`
    or a crew's name by seat; `hints` is their level: 2 says what a face-down card may be; `lens` are the values picked in the
    open lens (None: shut); `covered` leaves out what the own seat alone sees (behind the curtain); `refused` is the rule that the
    last click broke; `past` is what `told.past` says of the moves before. `coffee` is another game's.
    """
    if selected is not None and selected in seen.hand:
        choice = {"at": seen.hand.index(selected)}
    sight = Sight(
        seen,
        lang or language(),
        {} if covered else choice or {},
        players=players,
        hints=hints,
        covered=covered,
        refused=refused,
        past=past,
        lens=lens,
    )
    return _build(sight)


def _build(sight: Sight) -> dict[str, Any]:
    seen, lang = sight.seen, sight.lang
    sentence, tone = status(sight)
    variants = [say(f"variant.{name}", lang) for name in sorted(seen.setup.variants)]
    turn = min(seen.turns + 1, 2 * HAND)
    return {
        "game": "luft_land_see",
        "title": say("name", lang),
        "icon": "front",
        "level": ", ".join(variants) or say("level.standard", lang),
        "chip": say("chip.battle", lang, n=seen.battle),
        "height": say("chip.turn", lang, n=turn, of=2 * HAND),
        "quiet": "",
        "status": sentence,
        "tone": tone,
        "more": sight.tip["more"] if sight.tip is not None and advises(sight) else "",
        "has_lens": True,
        "lens": None if sight.asked is None or sight.covered else lens_of(seen, sight.asked, lang),
        "line": heading(seen, lang),
        "queue": queue(sight),
        "drops": air_drops(sight),
        "score": say("chip.score", lang, mine=seen.points[sight.me], theirs=seen.points[sight.opp], side=sight.side(sight.me)),
        "battle": _battle(sight),
        "theaters": [theater(sight, which) for which in seen.theaters],
        "news": _news(sight),
        "war": war(sight),
        "commanders": commanders(sight),
        "dock": dock(sight),
    }


def _news(sight: Sight) -> dict[str, Any] | None:
    """What the others did since this seat decided last, line by line."""
    past = sight.past
    if not past or not past["lines"]:
        return None
    title = say("news.title" if sight.seen.seat is not None else "news.title-all", sight.lang)
    return {"title": title, "lines": past["lines"]}


def _battle(sight: Sight) -> dict[str, Any] | None:
    """How the last battle ended, until this seat has decided something in the new one."""
    past = sight.past
    if not past or not past["battle"] or sight.seen.outcome is not None:
        return None
    ended, lang = past["battle"], sight.lang
    theaters = [
        {
            "cls": THEATER_NAMES[t["id"]],
            "name": say(f"theater.{THEATER_NAMES[t['id']]}", lang),
            "own": (t["red"], t["blue"])[sight.me],
            "opp": (t["red"], t["blue"])[sight.opp],
            "side": sight.side(t["holder"]),
            "mine": t["holder"] == sight.me,
        }
        for t in ended["theaters"]
    ]
    title = say("battle.over", lang, n=ended["n"])
    return {"title": title, "text": ended["title"], "why": ended["why"], "rule": ended["rule"], "theaters": theaters}

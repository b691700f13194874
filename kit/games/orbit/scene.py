"""Orbit: from a `View` to what the table shows, as a plain dict for `board.html`. Legality comes from `rules` alone.

This module is what the board knows of the game (see `docs/boards.md`); clicks are read in `choosing`, words made in `telling`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kit.cards import code, read
from kit.core.errors import RuleError
from kit.games.orbit import panels
from kit.games.orbit.choosing import Choice, choose, resign
from kit.games.orbit.dock import dock
from kit.games.orbit.lens import lens as lens_of
from kit.games.orbit.review import review
from kit.games.orbit.sight import Sight, first_word, gap
from kit.games.orbit.state import Phase
from kit.games.orbit.statusline import status
from kit.games.orbit.telling import begins, ending, heading, tell
from kit.games.orbit.view import View
from kit.games.orbit.words import describe, lines, say, seat_name
from kit.locale import language

__all__ = ["begins", "choose", "describe", "ending", "first_word", "gap", "heading", "lines", "resign", "review"]
__all__ += ["scene", "seat_name", "tell"]

TEMPLATE, STYLE = "board.html", "board.css"
SHEET = ("goal", "cards", "tasks", "tricks", "signal", "end")
STOPWATCH = None
TOGGLES = ("held",)
ZONES = ("seats", "last", "trick", "draft", "held", "dock")
ALIASES = {"hands": "seats", "hand": "dock", "tasks": "seats", "signals": "seats", "offer": "draft", "tricks": "last"}


def scene(
    seen: View,
    *,
    lang: str | None = None,
    choice: Choice | None = None,
    selected: int | str | None = None,
    coffee: int = 0,
    players: Sequence[str] = (),
    hints: int = 2,
    lens: Collection[str] | None = None,
    covered: bool = False,
    refused: RuleError | None = None,
    toggles: Collection[str] = (),
    pause: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The table as `seen` shows it, as a plain dict for the template.

    `choice` is the half-made choice (`selected`, a card or how it is written, is short for it); `players` says `person` or a
    crew's name by seat; `hints` is their level: 1 lights what may be played, 2 says how the tasks stand and what a card changes,
    3 adds the best figure, 4 the house crew's advice; `lens` is not None while the lens is open;
    `covered` leaves the own hand out (behind the curtain); `refused` is the rule that the last click broke; `toggles` are those
    of `TOGGLES` that are on; `pause` says whether the crews wait for this seat (see `Sight`). `coffee` is another game's.
    """
    if selected is not None and (read(selected) if isinstance(selected, str) else selected) in seen.hand:
        choice = {"card": selected if isinstance(selected, str) else code(selected)}
    sight = Sight(
        seen,
        lang or language(),
        {} if covered else choice or {},
        players=players,
        hints=hints,
        covered=covered,
        refused=refused,
        toggles=toggles,
        pause=pause,
    )
    shown = lens_of(seen, sight.card, sight.lang) if lens is not None and not covered else None
    return _build(sight) | {"has_lens": True, "lens": shown if shown and shown["sections"] else None}


def _build(sight: Sight) -> dict[str, Any]:
    seen, lang, seats = sight.seen, sight.lang, sight.seen.setup.seats
    sentence, tone = status(sight)
    drafting = seen.phase is Phase.DRAFT
    named = [say("level-n", lang, n=seen.setup.mission), *(say(f"variant.{v}", lang) for v in sorted(seen.setup.variants))]
    chip = say("chip.draft", lang, goal=seen.setup.goal)
    if not drafting:
        chip = say("chip.trick", lang, n=min(len(seen.tricks) + 1, seen.setup.tricks), of=seen.setup.tricks)
    start = -1 if seen.seat is None else seen.seat
    others = [seat for seat in ((start + step) % seats for step in range(1, seats + 1)) if seat != seen.seat]
    return {
        "game": "orbit",
        "title": say("name", lang),
        "icon": "orbiter",
        "level": ", ".join(named),
        "chip": chip,
        "height": panels.all_signals(sight),
        "quiet": "",
        "status": sentence,
        "tone": tone,
        "more": sight.advice.more if sight.advice is not None and sight.card is None and sight.task is None else "",
        "line": f"{named[0]}, {chip}",
        "seats": [panels.seat_panel(seat, sight) for seat in others],
        "last": None if drafting else panels.last_trick(sight),
        "trick": None if drafting else panels.trick(sight),
        "draft": panels.offer(sight),
        "held": panels.held(sight),
        "dock": dock(sight),
        "n": len(others),
    }

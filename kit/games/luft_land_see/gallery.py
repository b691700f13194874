"""Luft, Land und See: the card gallery. For each card (LLS-2) a small position in which its ability is played, and what to try.

The positions are the records `examples/lls-card-<colour>-<strength>.txt`, the first one the sandbox's. The page is
`kit.teach.card_gallery`; the words stand in `texts_gallery.toml`.
"""

from __future__ import annotations

from typing import Any

from kit.games.luft_land_see.cards import COLOUR, DECK, INSTANTS, NAMES, ONGOING, STRENGTH, THEATER_NAMES, THEATERS, read_card
from kit.games.luft_land_see.words import say

SANDBOX = "sandbox"
KEYS = (SANDBOX, *NAMES)
CLASS = "lls"  # of the game's own style


def example(key: str) -> str:
    """The name of the worked example that a key of `KEYS` stands for; NotationError for another key."""
    if key == SANDBOX:
        return "lls-sandbox"
    card = read_card(key)
    return f"lls-card-{THEATER_NAMES[COLOUR[card]]}-{STRENGTH[card]}"


def heading(lang: str | None) -> dict[str, str]:
    """What stands above the cards: title, what one can do, the name of the sandbox, the words before a card's task."""
    return {key: say(f"gallery.{key}", lang) for key in ("title", "about", "sandbox", "try")}


def groups(lang: str | None) -> list[dict[str, Any]]:
    """The cards by colour, to choose from: each with its key, strength, name and what a screen reader says."""
    return [
        {
            "name": say(f"theater.{THEATER_NAMES[theater]}", lang),
            "cls": THEATER_NAMES[theater],
            "cards": [_choice(card, lang) for card in DECK if COLOUR[card] == theater],
        }
        for theater in THEATERS
    ]


def _choice(card: int, lang: str | None) -> dict[str, Any]:
    name, colour = say(f"name.{NAMES[card]}", lang), say(f"theater.{THEATER_NAMES[COLOUR[card]]}", lang)
    aria = say("gallery.card-aria", lang, colour=colour, n=STRENGTH[card], name=name)
    return {"key": NAMES[card], "n": STRENGTH[card], "name": name, "aria": aria}


def about(key: str, lang: str | None) -> dict[str, str]:
    """What is said of the position chosen: title, kind, effect and task; a sandbox has no kind and no effect."""
    if key == SANDBOX:
        return {"title": say("gallery.sandbox", lang), "kind": "", "effect": "", "task": say("gallery.sandbox-task", lang)}
    card = read_card(key)
    kind = "instant" if card in INSTANTS else "ongoing" if card in ONGOING else "none"
    return {
        "title": _choice(card, lang)["aria"],
        "kind": say(f"kind.{kind}", lang),
        "effect": say(f"effect.{key}", lang) if kind != "none" else "",
        "task": say(f"gallery.task.{key}", lang),
    }

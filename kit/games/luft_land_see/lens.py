"""Luft, Land und See: the lens. What is hidden, counted exactly, and how the battle may end, estimated, as sections.

Figures are those of `odds.py` from the seat's `View` alone; each section says which kind they are (see `docs/boards.md`).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from kit.games.luft_land_see import odds
from kit.games.luft_land_see.advice import about, outlook, percent, share
from kit.games.luft_land_see.cards import NAMES, STRENGTH, THEATER_NAMES
from kit.games.luft_land_see.view import View
from kit.games.luft_land_see.words import say
from kit.locale import numeral

Section = dict[str, Any]


def lens(seen: View, asked: Collection[str], lang: str | None) -> dict[str, Any]:
    """What the open lens shows: title, note and sections. `asked` are the cards put together, by their names (`L6`)."""
    made: dict[str, Any] = {"title": say("lens.title", lang), "note": say("lens.nothing", lang), "sections": []}
    if seen.seat is None or seen.outcome is not None:
        return made
    picked = [card for card, name in enumerate(NAMES) if name in asked]
    sections = [control(seen, lang), points(seen, lang), holds(seen, picked, lang), where(seen, lang)]
    made["note"], made["sections"] = say("lens.note", lang), [section for section in sections if section]
    return made


def card_name(card: int, lang: str | None) -> str:
    """`6 Heavy Tanks`."""
    return say("lens.card", lang, n=STRENGTH[card], name=say(f"card.{NAMES[card]}", lang))


def holds(seen: View, picked: Collection[int], lang: str | None) -> Section | None:
    """A bar for each card that the opponent may hold, which can be picked to ask for a set."""
    assert seen.seat is not None
    if not seen.counts[1 - seen.seat]:
        return None
    rows = []
    for card, spread in odds.whereabouts(seen).items():
        p = spread.get(odds.HAND, 0)
        if not p and card not in picked:
            continue
        name = card_name(card, lang)
        rows.append(
            {
                "name": name,
                "p": float(p),
                "text": say("lens.p", lang, p=percent(float(p))),
                "pick": NAMES[card],
                "on": card in picked,
                "aria": say("lens.holds-aria", lang, card=name, p=percent(float(p))),
            }
        )
    foot = say("lens.any-how", lang)
    if picked:
        names = ", ".join(card_name(card, lang) for card in picked)
        foot = say("lens.any", lang, cards=names, p=percent(float(odds.holds(seen, picked))))
    return {"caption": say("lens.holds", lang), "bars": rows, "wide": True, "foot": foot}


def where(seen: View, lang: str | None) -> Section | None:
    """Where the remembered cards may be, each in a row, and any other in the last one."""
    found, known = odds.whereabouts(seen), odds.remembered(seen)
    if not found:
        return None
    kinds = list(next(iter(found.values())))
    rows = [{"name": card_name(card, lang), "on": False, "cells": _cells(found[card], lang)} for card in known]
    other = next((card for card in found if card not in known), None)
    if other is not None:
        name = say("lens.where-other" if known else "lens.where-every", lang)
        rows.append({"name": name, "on": False, "cells": _cells(found[other], lang)})
    return {
        "caption": say("lens.where", lang),
        "corner": say("lens.where-card", lang),
        "head": [say(f"lens.place.{kind}", lang) for kind in kinds],
        "rows": rows,
        "foot": say("lens.where-foot", lang),
    }


def _cells(spread: dict[str, Any], lang: str | None) -> list[dict[str, Any]]:
    return [{"text": say("lens.p", lang, p=percent(float(p))), "strong": p == 1} for p in spread.values()]


def control(seen: View, lang: str | None) -> Section:
    """The chance to hold each theater in the end, in the order of the row."""
    ahead = outlook(seen)
    rows = []
    for theater in seen.theaters:
        p = ahead.control[theater] / ahead.worlds
        name = say(f"theater.{THEATER_NAMES[theater]}", lang)
        rows.append({"name": name, "p": p, "text": say("lens.p", lang, p=share(ahead.control[theater], ahead))})
    off = max(high - low for low, high in map(ahead.control_interval, seen.theaters)) / 2
    foot = say("lens.control-foot", lang, n=ahead.worlds, off=max(1, round(100 * off)))
    return {
        "caption": say("lens.control", lang),
        "bars": rows,
        "wide": True,
        "foot": say("lens.control-exact", lang) if ahead.exact else foot,
    }


def points(seen: View, lang: str | None) -> Section | None:
    """Playing on beside withdrawing now: the battle, the points, the war; where this seat may withdraw."""
    if not seen.deciding or seen.task is not None:
        return None
    ahead = outlook(seen)
    worth = odds.balance(seen, ahead)
    low, high = worth.play_interval
    play_war, gone_war = (say("lens.p", lang, p=about(p)) for p in (worth.war_play, worth.war_withdraw))
    play = [say("lens.p", lang, p=share(ahead.won, ahead)), signed(worth.play, lang), play_war]
    gone = [say("lens.p", lang, p=0), signed(worth.withdraw, lang), gone_war]
    better = (ahead.p > 0, worth.play > worth.withdraw, worth.war_play > worth.war_withdraw)
    rows = [
        {
            "name": say(f"lens.{key}", lang),
            "on": False,
            "cells": [{"text": text, "strong": wins == on} for text, on in zip(cells, better, strict=True)],
        }
        for key, cells, wins in (("play", play, True), ("withdraw", gone, False))
    ]
    foot = say("lens.points-foot", lang, low=signed(low, lang), high=signed(high, lang), n=ahead.worlds)
    return {
        "caption": say("lens.points", lang),
        "corner": say("lens.choice", lang),
        "head": [say(f"lens.{key}", lang) for key in ("win", "balance", "war")],
        "rows": rows,
        "foot": say("lens.points-exact", lang) if ahead.exact else foot,
    }


def signed(value: float, lang: str | None) -> str:
    """Points with their sign and at most one decimal: `+1.4`, in German `+1,4`, `−3`."""
    rounded = round(value, 1)
    return numeral(f"{rounded:+g}" if rounded else "0", lang)

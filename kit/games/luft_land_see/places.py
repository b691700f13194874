"""Luft, Land und See: the places of a theater where a card may be put now, each with what would follow, or its rule."""

from __future__ import annotations

from typing import Any

from kit.games.luft_land_see.cards import DOWN, NAMES, THEATER_NAMES, Ability
from kit.games.luft_land_see.moves import Deploy, Improvise, Move, Reinforce, Transfer
from kit.games.luft_land_see.preview import Preview
from kit.games.luft_land_see.sight import Sight
from kit.games.luft_land_see.words import say, sentence


def at(sight: Sight, which: int) -> list[dict[str, Any]]:
    """The buttons below the own side of a theater: face up, face down, or where an ability's card goes."""
    name, task = THEATER_NAMES[which], sight.task
    if sight.card is not None:
        return [
            _place(sight, Deploy(sight.card, which), f"place/{name}/up", "up"),
            _place(sight, Improvise(sight.card, which), f"place/{name}/down", "down"),
        ]
    if task is not None and task.ability is Ability.REINFORCE:
        return [_place(sight, Reinforce(which), f"reinforce/{name}", "down")]
    if sight.lifted is not None:
        theater, place = sight.lifted
        lies = sight.seen.stacks[3 * sight.me + theater][place - 1]
        return [_place(sight, Transfer(theater, place, which), f"to/{name}", "down" if lies >= DOWN else "up")]
    return []


def _place(sight: Sight, move: Move, path: str, way: str) -> dict[str, Any]:
    lang, which = sight.lang, path.split("/")[1]
    label = say(f"place.{way}", lang)
    made: dict[str, Any] = {"path": path, "way": way, "label": label}
    if (error := sight.why_not(move)) is not None:
        short = say(f"reason.{error.code}", lang, **error.data)
        full = f"{sentence(error, lang)} ({error.rule})"
        aria = say("place.aria", lang, theater=which, label=label, what=full)
        return made | {"can": False, "n": "", "note": short, "title": full, "aria": aria}
    after = sight.preview(move)
    note, more = result(sight, after, THEATER_NAMES.index(which)), _more(sight, after, THEATER_NAMES.index(which))
    spoken = ", ".join(filter(None, (note, more, sight.chance(move))))
    return made | {
        "can": True,
        "tip": sight.advised(move),
        "destroyed": after.destroyed,
        "n": "✕" if after.destroyed else _counts(sight, after, move),
        "note": note,
        "more": more,
        "odds": sight.chance(move),
        "aria": say("place.aria", lang, theater=which, label=label, what=spoken),
    }


def _counts(sight: Sight, after: Preview, move: Move) -> str:
    """What the card counts there, or for a moved one by how much the side grows."""
    if after.counts is not None:
        return str(after.counts)
    assert isinstance(move, Transfer)
    return f"+{after.changed(sight.me).get(move.to, 0)}"


def result(sight: Sight, after: Preview, which: int) -> str:
    """How the theater would then stand: `9 : 7 für dich`; or that the card is destroyed."""
    if after.destroyed:
        return say("result.destroyed", sight.lang)
    sums, held = after.sums[which], after.held[which]
    return say(f"result.{sight.who(held)}", sight.lang, own=sums[sight.me], opp=sums[sight.opp], seat=held)


def _more(sight: Sight, after: Preview, which: int) -> str:
    """What else would follow: the ability, or strengths elsewhere."""
    lang = sight.lang
    if after.triggers is not None:
        return say("more.triggers", lang, what=say(f"does.{NAMES[after.triggers]}", lang))
    if after.lapses is not None:
        return say("more.lapses", lang)
    changed = {t: by for t, by in after.changed(sight.me).items() if t != which}
    theirs = after.changed(sight.opp)
    listed = [(t, by, "") for t, by in changed.items()] + [(t, by, sight.side(sight.opp)) for t, by in theirs.items()]
    return ", ".join(_change(t, by, whose, lang) for t, by, whose in listed)


def _change(theater: int, by: int, whose: str, lang: str) -> str:
    """`Land +3`, `Gegner See −2`."""
    named = f"{whose} {say(f'theater.{THEATER_NAMES[theater]}', lang)}".strip()
    return f"{named} {'+' if by > 0 else '−'}{abs(by)}"

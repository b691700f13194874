"""Luft, Land und See: the lowest zone of a scene: the hand, the card drawn for Reinforce, passing, withdrawing with its price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kit.games.luft_land_see import rules
from kit.games.luft_land_see.cards import COLOUR, HIDDEN, INSTANTS, NAMES, ONGOING, OPTIONAL, STRENGTH, THEATER_NAMES, Ability
from kit.games.luft_land_see.moves import Deploy, Improvise, Pass, Withdraw
from kit.games.luft_land_see.sight import ALLOWED, Sight
from kit.games.luft_land_see.state import SEATS
from kit.games.luft_land_see.words import say, sentence

SIGNS = {"instant": "⚡", "ongoing": "∞", "none": ""}


def kind(card: int) -> str:
    """`instant`, `ongoing` or `none`."""
    return "instant" if card in INSTANTS else "ongoing" if card in ONGOING else "none"


def dock(sight: Sight) -> dict[str, Any]:
    """The dock for a template."""
    seen, lang = sight.seen, sight.lang
    hands = []
    for seat in SEATS if sight.reveals else (seen.seat,):
        if seat is None:
            continue
        title = say("dock.hand-of", lang, who=seat) if seen.seat is None else _title(sight)
        cards = () if sight.covered else seen.hands[seat] or ()
        hands.append({"title": title, "cards": faces(sight, cards, seat), "waits": not sight.plays})
    return {
        "hands": hands,
        "live": seen.seat is not None and not sight.covered,
        "empty": say("dock.empty", lang),
        "held": _held(sight),
        "offer": _pass(sight),
        "withdraw": _withdraw(sight),
        "asks": _asks(sight),
    }


def _title(sight: Sight) -> str:
    if sight.task is not None and sight.task.ability is not Ability.PLAY:
        return say("dock.waits", sight.lang, card=NAMES[sight.task.card])
    return say("dock.hand", sight.lang)


def faces(sight: Sight, cards: Sequence[int], seat: int) -> list[dict[str, Any]]:
    """Cards of a hand as the template draws them."""
    return [_face(sight, card, i, seat) for i, card in enumerate(cards)]


def _face(sight: Sight, card: int, i: int, seat: int) -> dict[str, Any]:
    lang = sight.lang
    made = {
        "n": STRENGTH[card],
        "cls": THEATER_NAMES[COLOUR[card]],
        "theater": say(f"theater.{THEATER_NAMES[COLOUR[card]]}", lang),
        "name": say(f"name.{NAMES[card]}", lang),
        "sign": SIGNS[kind(card)],
        "text": say(f"short.{NAMES[card]}", lang),
        "alarm": "",
        "path": "",
        "key": i + 1,
        "sel": False,
        "aria": f"{say(f'card.{NAMES[card]}', lang)} {STRENGTH[card]}. {say(f'effect.{NAMES[card]}', lang)}",
    }
    if not sight.plays or seat != sight.seen.seat:
        return made
    home = Deploy(card, COLOUR[card])
    if sight.hints >= ALLOWED and rules.is_destroyed(sight.state, home.theater, True):
        made["alarm"] = say("dock.destroyed", lang, theater=THEATER_NAMES[home.theater])
    best = sight.tip["move"] if sight.tip is not None else None
    tip = isinstance(best, Deploy | Improvise) and best.card == card
    return made | {"path": f"card/{i}", "sel": sight.at == i, "tip": tip}


def _held(sight: Sight) -> dict[str, Any] | None:
    """The card that was drawn for Reinforce, for the one who has to place it."""
    held = sight.seen.held
    if held is None or held == HIDDEN or sight.covered or sight.seen.seat is None:
        return None
    face = _face(sight, held, 0, -1)
    return {"title": say("dock.drawn", sight.lang), "card": face}


def _pass(sight: Sight) -> dict[str, Any] | None:
    """The button that leaves an ability out, where its text says may (LLS-4.2)."""
    task = sight.task
    if task is None or task.ability is Ability.PLAY:
        return None
    if task.ability in OPTIONAL:
        label, note = say("dock.pass", sight.lang, card=NAMES[task.card]), sight.chance(Pass()) or say("dock.may", sight.lang)
        return {"can": True, "label": label, "note": note, "tip": sight.advised(Pass())}
    return {"can": False, "label": "", "note": say("dock.must", sight.lang, card=NAMES[task.card])}


def _withdraw(sight: Sight) -> dict[str, Any] | None:
    """The button that gives the battle up, with its price (LLS-3.2), or why it cannot be done now."""
    seen, lang = sight.seen, sight.lang
    if seen.seat is None or sight.covered or seen.outcome is not None:
        return None
    points = price(sight, seen.seat)
    error = sight.why_not(Withdraw()) if sight.my_turn else None
    note = ""
    if error is not None:
        note = say(f"reason.{error.code}", lang, **error.data)
    elif not sight.my_turn:
        note = say("dock.not-your-turn", lang)
    return {
        "can": sight.my_turn and error is None,
        "label": say("dock.withdraw", lang, n=points),
        "note": note,
        "title": f"{sentence(error, lang)} ({error.rule})" if error else "",
        "pressed": sight.asks,
        "tip": sight.advised(Withdraw()),
    }


def price(sight: Sight, seat: int) -> int:
    """What a withdrawal of that seat with the hand it has now would give the other."""
    seen = sight.seen
    return rules.withdrawal_points(seen.setup, seat == seen.first, seen.counts[seat])


def _asks(sight: Sight) -> dict[str, Any] | None:
    """The question before a withdrawal: what it costs, what playing on may cost."""
    if not sight.asks:
        return None
    seen, lang = sight.seen, sight.lang
    points = price(sight, sight.me)
    full = rules.withdrawal_points(seen.setup, True, 0)  # a lost full battle gives as much as the last column
    theirs = seen.points[sight.opp] + points
    ends = theirs >= seen.setup.target
    return {
        "text": say("withdraw.ask", lang, n=points, left=seen.counts[sight.me]),
        "then": say("withdraw.ends" if ends else "withdraw.then", lang, theirs=theirs, mine=seen.points[sight.me]),
        "full": say("withdraw.full", lang, n=full),
        "yes": say("withdraw.yes", lang, n=points),
        "no": say("withdraw.no", lang),
    }

"""Orbit: the dock of a scene: the own seat, the hand by suit, what the chosen card does, and what can be done with it."""

from __future__ import annotations

from typing import Any

from kit.cards import code, face
from kit.games.orbit import rules
from kit.games.orbit.knowledge import winning
from kit.games.orbit.moves import Give, Play, Show, Stop
from kit.games.orbit.panels import SUIT_LETTERS, signal_of, sorted_hand, suit_word, tasks_of, won_tricks
from kit.games.orbit.sight import Sight, may_still_signal
from kit.games.orbit.state import SUIT, Coin, Phase
from kit.games.orbit.status import Standing, prospect
from kit.games.orbit.telling import MARKS, SUIT_ORDER, card_face, coloured, reason, said
from kit.games.orbit.words import say, seat_name, status_text, task_text

COINS = (Coin.HIGH, Coin.ONLY, Coin.LOW)


def dock(sight: Sight) -> dict[str, Any]:
    """The own part of the table; without a seat only what anybody may press (between tricks in hot seat)."""
    seen, lang = sight.seen, sight.lang
    made: dict[str, Any] = {"seat": None, "groups": [], "empty": "", "coins": None}
    made |= {"fx": effects(sight), "actions": actions(sight)}
    if sight.covered:
        return made | {"empty": say("dock.hidden", lang)}
    if seen.seat is None:
        return made
    tricks = won_tricks(seen.seat, sight)
    commander = say("mates.commander", lang) if seen.seat == seen.commander else ""
    made["seat"] = {
        "name": sight.player(seen.seat),
        "commander": commander,
        "info": say("dock.cards", lang, n=len(seen.hand)),
        "tasks": tasks_of(seen.seat, sight),
        "none": say("mates.task-waits" if seen.phase is Phase.DRAFT else "dock.no-task", lang),
        "signal": signal_of(seen.seat, sight),
        "tricks": tricks,
        "tricks_text": say("mates.tricks", lang, n=len(tricks)),
        "turn": sight.mine,
    }
    made["groups"] = groups(sight)
    made["empty"] = "" if seen.hand else say("dock.empty", lang)
    made["coins"] = coins(sight)
    return made


def groups(sight: Sight) -> list[dict[str, Any]]:
    """The hand by suit in a fixed order; while a suit is to be followed the others say why not."""
    seen, lang = sight.seen, sight.lang
    led = SUIT[seen.trick[0]] if seen.trick else None
    asked = sight.mine and seen.phase is Phase.PLAYING and led is not None and any(SUIT[card] == led for card in seen.hand)
    signal = seen.signals[seen.seat or 0]
    usable = seen.phase is Phase.PLAYING or (seen.phase is Phase.PASSING and sight.mine)
    advised = sight.advice.move if sight.advice is not None else None
    tip = advised.card if isinstance(advised, Play | Show) else None
    made = []
    for suit in SUIT_ORDER:
        cards = [card for card in sorted_hand(seen.hand) if SUIT[card] == suit]
        if not cards:
            continue
        note = ""
        if asked and sight.hints >= 1:
            assert led is not None
            if suit == led:
                note = say(f"dock.follow-{SUIT_LETTERS[suit]}", lang)
            else:
                note = say("dock.only-without-K" if led == 4 else "dock.only-without", lang, mark="" if led == 4 else MARKS[led])
        can = sight.hints >= 1 and suit == led and asked
        faces = []
        for card in cards:
            off = asked and suit != led
            shown = signal is not None and signal.card == card
            aria = [suit_word(card, lang) if suit == 4 else ""]
            aria += [say("dock.shown", lang, coin=say(f"sig.{signal.coin}", lang)) if shown and signal else "", str(note)]
            faces.append(
                card_face(
                    card,
                    lang,
                    path=f"card/{code(card)}" if usable else "",
                    note=suit_word(card, lang),
                    off=off and sight.hints >= 1,
                    can=can,
                    no=off,
                    sel=card == sight.card,
                    king=suit == 4,
                    tip=tip == card,
                    coin=str(signal.coin) if shown and signal else "",
                    aria=say("dock.card-aria", lang, card=said(card, lang), note=", ".join(filter(None, aria))).strip(),
                )
            )
        made.append({"cards": faces, "note": coloured(note), "can": can})
    return made


def coins(sight: Sight) -> dict[str, Any] | None:
    """The three positions of the coin for the chosen card: the true ones can be chosen, the others say why not (OR-6.1)."""
    lang = sight.lang
    if not sight.may_signal or sight.card is None:
        return None
    made = []
    for coin in COINS:
        error = rules.why_not(sight.state, Show(sight.card, coin))
        label, place = say(f"sig.{coin}", lang), say(f"dock.coin-{coin}", lang)
        note = reason(error, lang) if error else ""
        made.append(
            {
                "path": f"coin/{coin}",
                "coin": str(coin),
                "place": place,
                "label": label,
                "no": error is not None,
                "tip": sight.advises(Show(sight.card, coin)),
                "note": coloured(note or label),
                "title": error.sentence(lang) if error else "",
                "aria": say("dock.coin-aria", lang, card=said(sight.card, lang), place=place, coin=label, note=note).strip(),
            }
        )
    playing = sight.mine and sight.card in sight.playable
    return {"title": say("dock.signal" if playing else "dock.signal-only", lang), "coins": made}


def effects(sight: Sight) -> list[dict[str, Any]]:
    """What the chosen card does: in the trick, then to the tasks, as far as this seat knows."""
    if sight.after is None or sight.card is None:
        return []
    lang, seats = sight.lang, sight.seen.setup.seats
    lines: list[dict[str, Any]] = []

    def add(kind: str, text: str) -> None:
        lines.append({"kind": kind, "text": coloured(text)})

    add("", trick_effect(sight))
    if sight.hints < 2:
        return lines
    before = {(each.seat, each.card): each.standing for each in sight.how.tasks}
    how = prospect(sight.after)
    for each in how.tasks:
        if each.standing is not before[each.seat, each.card]:
            good = each.standing is Standing.CERTAIN
            add("done" if good else "die", f"{seat_name(each.seat, lang)}: {status_text(each, lang)}")
    if how.together and not sight.how.together:
        add("die", say("fx.lost-all", lang))
    elif how.certain and not sight.how.certain and len(how.tasks) > 1:
        add("done", say("fx.win-all", lang))
    return lines[: 2 + seats]


def trick_effect(sight: Sight) -> str:
    """What the chosen card does in the trick, in a few words."""
    seen, lang, seats = sight.seen, sight.lang, sight.seen.setup.seats
    card = sight.card
    assert card is not None
    if not seen.trick:
        if SUIT[card] == 4:
            return say("fx.leads-king", lang)
        return say("fx.leads", lang, what=say(f"card-suit.{SUIT_LETTERS[SUIT[card]]}", lang))
    laid = (*seen.trick, card)
    best, left = winning(laid), seats - len(laid)
    if best == len(laid) - 1:
        if not left:
            return say("fx.wins", lang)
        if left == 1:
            return say("fx.ahead-one", lang, who=seat_name((seen.leader + seats - 1) % seats, lang))
        return say("fx.ahead", lang, n=left)
    who = seat_name((seen.leader + best) % seats, lang)
    return say("fx.behind", lang, card=code(laid[best]), who=who) if left else say("fx.goes", lang, who=who)


def actions(sight: Sight) -> list[dict[str, Any]]:
    """The buttons of the dock: what completes the choice first, then what else may be done now."""
    seen, lang = sight.seen, sight.lang
    made: list[dict[str, Any]] = []

    def add(label: Any, kind: str = "", **more: Any) -> None:
        made.append({"label": label, "kind": kind, **more})

    if seen.outcome is not None:
        return []
    if not sight.covered and seen.seat is not None:
        _decide(sight, add)
        if rules.why_not(sight.state, Stop()) is None:
            add(say("stop.sure" if sight.how.certain else "stop.lost", lang), "primary" if sight.how.certain else "", path="stop")
    if sight.waiting:
        key = "pause.go-mayday" if sight.may_ask or not sight.may_signal else "pause.go"
        add(say(key, lang), "" if sight.card is not None else "primary", do="go")
    elif sight.pause.get("stepped"):
        add(say("pause.back", lang), do="word", value="")
    elif sight.pause.get("can_ask") and may_still_signal(seen) and not sight.may_signal:
        asked = bool(sight.pause.get("asked"))
        add(say("pause.asked" if asked else "pause.ask", lang), do="hold", pressed=asked)
    for seat in sight.pause.get("who", ()):
        if seat != seen.seat and not sight.covered:
            add(say("pause.who", lang, who=seat_name(seat, lang)), do="word", value=str(seat))
    if sight.may_ask:
        add(say("mayday.ask", lang), path="mayday/ask", title=say("mayday.about", lang))
    return made


def _decide(sight: Sight, add: Any) -> None:
    """The button of the decision itself."""
    seen, lang = sight.seen, sight.lang
    if seen.phase is Phase.DRAFT and sight.mine:
        if sight.task is None:
            add(say("draft.choose", lang), "primary", disabled=True)
        else:
            add(say("draft.take", lang, task=task_text(sight.task, lang)), "primary", path="take")
    elif seen.phase is Phase.ASKING and sight.mine:
        add(say("mayday.yes", lang), "primary", path="mayday/yes")
        add(say("mayday.no", lang), path="mayday/no")
    elif seen.phase is Phase.PASSING:
        ready = sight.card is not None and sight.mine and rules.why_not(sight.state, Give(sight.card)) is None
        label = say("dock.give", lang, card=face(sight.card, lang)) if ready and sight.card is not None else ""
        add(label or say("dock.choose" if sight.mine else "mayday.given", lang), "primary", path="give", disabled=not ready)
    elif seen.phase is Phase.PLAYING and sight.mine:
        ready = sight.card in sight.playable
        label = say("dock.play", lang, card=face(sight.card, lang)) if ready and sight.card is not None else ""
        add(label or say("dock.choose", lang), "primary", path="place/trick", disabled=not ready)
    elif seen.phase is Phase.PLAYING and not sight.waiting and seen.turn is not None and not sight.pause.get("stepped"):
        add(say("dock.not-yet", lang, who=seat_name(seen.turn, lang)), "primary later", disabled=True)

"""Orbit: the zones of a scene besides the dock: seats, last trick, trick, tasks to be taken, who can still hold what."""

from __future__ import annotations

from typing import Any

from kit.cards import code, face, rank_of, unmask
from kit.games.orbit import draft, rules
from kit.games.orbit.knowledge import known_at, winning
from kit.games.orbit.moves import Take
from kit.games.orbit.sight import Sight
from kit.games.orbit.state import SUIT, SUIT_MASKS, Phase, Signal
from kit.games.orbit.status import Standing, Status
from kit.games.orbit.tasks import task
from kit.games.orbit.telling import SUIT_ORDER, card_face, coloured, reason, said, task_rich
from kit.games.orbit.view import may_hold
from kit.games.orbit.words import say, seat_name, status_text, task_text

SUIT_LETTERS = "CDHSK"
HELD_CLASSES = "cdhsk"


def task_row(status: Status, sight: Sight) -> dict[str, Any]:
    """One task with how it stands: pips where it counts, and a few words; its standing only from the second hint level."""
    lang, wanted = sight.lang, task(status.card)
    counts = status.need > 0 or (wanted.kind == "exact" and status.standing is Standing.OPEN)
    detail: Any = ""
    if status.standing is not Standing.OPEN and sight.hints >= 2:
        detail = coloured(status_text(status, lang))
    elif wanted.kind == "exact" and status.have >= status.need:
        detail = say("progress.full", lang, n=status.have, of=status.need) if status.need else say("progress.none-yet", lang)
    elif status.need:
        detail = say("progress.of", lang, n=status.have, of=status.need)
    elif wanted.target is not None:
        detail = coloured(say("progress.out", lang, card=code(wanted.target)))
    standing = str(status.standing) if sight.hints >= 2 else "open"
    return {
        "text": task_rich(status.card, lang),
        "standing": standing,
        "detail": detail or say("status.open", lang),
        "have": min(status.have, status.need) if counts else 0,
        "need": status.need if counts else 0,
        "cap": wanted.kind == "exact",
        "aria": say("progress.aria", lang, n=status.have, of=status.need) if counts else "",
    }


def tasks_of(seat: int, sight: Sight) -> list[dict[str, Any]]:
    """The tasks of a seat with their standing."""
    return [task_row(status, sight) for status in sight.how.tasks if status.seat == seat]


def won_tricks(seat: int, sight: Sight) -> list[dict[str, Any]]:
    """The tricks that a seat has won, each as its number and its cards in the order played."""
    made = []
    for n, trick in enumerate(sight.seen.tricks, 1):
        if trick.winner == seat:
            cards = coloured(" ".join(face(card, sight.lang) for card in trick.cards))
            aria = say("mates.trick-aria", sight.lang, n=n, cards=", ".join(said(card, sight.lang) for card in trick.cards))
            made.append({"n": n, "cards": cards, "aria": aria})
    return made


def signal_of(seat: int, sight: Sight) -> dict[str, Any] | None:
    """The place of a seat's signal: the card with its coin, or why it is empty; None in radio silence."""
    seen, lang = sight.seen, sight.lang
    signal: Signal | None = seen.signals[seat]
    if signal is None:
        if seen.setup.silent:
            return None
        return {"card": None, "label": say("sig.free", lang), "coin": "", "spent": False, "aria": ""}
    spent = any(signal.card in trick.cards for trick in seen.tricks) or signal.card in seen.trick
    coin = say(f"sig.{signal.coin}", lang)
    return {
        "card": card_face(signal.card, lang),
        "coin": str(signal.coin),
        "label": say("sig.spent", lang) if spent else coin,
        "spent": spent,
        "aria": say("sig.aria", lang, card=said(signal.card, lang), coin=coin),
    }


def seat_panel(seat: int, sight: Sight) -> dict[str, Any]:
    """What all see of a seat, and its hand where that lies open."""
    seen, lang = sight.seen, sight.lang
    tricks = won_tricks(seat, sight)
    hand = None if sight.covered or seat == seen.seat else seen.hands[seat]
    note = ""
    if seen.outcome is None and seen.phase is Phase.PLAYING:
        if seen.trick and (seen.leader + winning(seen.trick)) % seen.setup.seats == seat:
            note = say("mates.leads", lang)
        elif not seen.trick and seen.leader == seat:
            note = say("mates.leads-next", lang)
    if not note and seat == seen.turn:
        note = say("mates.turn", lang)
    count = seen.counts[seat]
    none = say("mates.task-waits" if seen.phase is Phase.DRAFT else "mates.no-task", lang)
    return {
        "name": sight.player(seat),
        "aria": say("mates.aria", lang, who=seat_name(seat, lang), n=count, tricks=say("mates.tricks", lang, n=len(tricks))),
        "count": count,
        "count_text": say("mates.cards", lang, n=count),
        "note": note,
        "commander": say("mates.commander", lang) if seat == seen.commander else "",
        "turn": seat == seen.turn and seen.outcome is None,
        "tasks": tasks_of(seat, sight),
        "none": none,
        "helps": "" if seen.phase is Phase.DRAFT else say("mates.helps", lang),
        "signal": signal_of(seat, sight),
        "silent": seen.setup.silent,
        "tricks": tricks,
        "tricks_text": say("mates.tricks", lang, n=len(tricks)),
        "hand": coloured(" ".join(face(card, lang) for card in sorted_hand(hand))) if hand else "",
    }


def sorted_hand(hand: tuple[int, ...]) -> list[int]:
    """A hand by suit in the fixed order of the table, each from low to high."""
    return sorted(hand, key=lambda card: (SUIT_ORDER.index(SUIT[card]), card))


def last_trick(sight: Sight) -> dict[str, Any]:
    """The trick before this one: who played what, who won it, who could not follow."""
    seen, lang = sight.seen, sight.lang
    if not seen.tricks:
        return {"title": say("trick.last-title", lang), "short": say("trick.last-title", lang), "plays": [], "text": ""}
    n, trick = len(seen.tricks), seen.tricks[-1]
    order = [(trick.leader + i) % seen.setup.seats for i in range(seen.setup.seats)]
    led = SUIT[trick.cards[0]]
    text = [say("trick.went", lang, n=n, who=seat_name(trick.winner, lang))]
    if sight.hints >= 2:
        for seat, card in zip(order, trick.cards, strict=True):
            if SUIT[card] != led:
                what = say(f"trick.no-{SUIT_LETTERS[led]}", lang)
                text.append(say("trick.void", lang, who=seat_name(seat, lang), what=what))
    return {
        "title": say("trick.last-title", lang),
        "short": say("trick.before", lang, n=n),
        "plays": [
            {"who": seat_name(seat, lang), "card": card_face(card, lang, king=SUIT[card] == 4), "win": seat == trick.winner}
            for seat, card in zip(order, trick.cards, strict=True)
        ],
        "text": " ".join(text),
    }


def trick(sight: Sight) -> dict[str, Any]:
    """The trick in the middle, a place a seat in playing order; the chosen card as a ghost in the own place."""
    seen, lang = sight.seen, sight.lang
    seats, done = seen.setup.seats, seen.outcome is not None
    best = winning(seen.trick) if seen.trick else None
    plays = []
    for i in range(0 if done and not seen.trick else seats):
        seat = (seen.leader + i) % seats
        laid = seen.trick[i] if i < len(seen.trick) else None
        mine = seat == seen.seat and sight.mine and seen.phase is Phase.PLAYING and i == len(seen.trick)
        ghost = card_face(sight.card, lang) if mine and sight.card in sight.playable and sight.card is not None else None
        note = ""
        if i == best:
            note = say("trick.ahead", lang)
        elif ghost:
            note = say("trick.here", lang)
        elif laid is None and i == 0:
            note = say("trick.leads", lang)
        elif laid is None and i == seats - 1:
            note = say("trick.last", lang)
        place = say("trick.place", lang, card=said(sight.card, lang)) if ghost and sight.card is not None else ""
        plays.append(
            {
                "who": seat_name(seat, lang),
                "me": seat == seen.seat,
                "card": None if laid is None else card_face(laid, lang, note=suit_word(laid, lang), king=SUIT[laid] == 4),
                "best": i == best,
                "ghost": ghost,
                "mine": mine,
                "turn": seat == seen.turn and i == len(seen.trick),
                "note": note,
                "aria": place or say("trick.empty", lang),
            }
        )
    number = min(len(seen.tricks) + 1, seen.setup.tricks)
    title = say("trick.title", lang, n=number, of=seen.setup.tricks)
    if done:
        all_played = len(seen.tricks) == seen.setup.tricks
        title = say("trick.over", lang) if all_played else say("trick.stopped", lang, n=len(seen.tricks))
    info = say("trick.trump", lang)
    if seen.open_card is not None:
        info = say("trick.trump-open", lang, card=code(seen.open_card))
    return {"title": title, "info": coloured(info), "open": seen.open_card is not None, "plays": plays, "n": seats}


def suit_word(card: int, lang: str) -> str:
    """What stands at the foot of a card: its suit's name, or that it is trump."""
    return say("dock.trump", lang) if SUIT[card] == 4 else say(f"card-suit.{SUIT_LETTERS[SUIT[card]]}", lang)


def offer(sight: Sight) -> dict[str, Any] | None:
    """The tasks to be taken (OR-3.2), with the sum each leads to or why it is refused; None when that is over."""
    seen, lang = sight.seen, sight.lang
    if seen.phase is not Phase.DRAFT:
        return None
    total, goal = draft.total(sight.state), seen.setup.goal
    rows = []
    for card in sorted(seen.offer, key=lambda each: (rank_of(each), each)):
        wanted = task(card)
        error = rules.why_not(sight.state, Take(card))  # by what is public: the same for every seat that looks
        after = total + wanted.difficulty
        note = reason(error, lang) if error else say("draft.done" if after == goal else "draft.to", lang, sum=after)
        weight = say("draft.weight", lang, n=wanted.difficulty)
        rows.append(
            {
                "card": card_face(card, lang),
                "path": f"task/{code(card)}",
                "text": task_rich(card, lang),
                "n": wanted.difficulty,
                "weight": weight,
                "note": coloured(note),
                "no": error is not None,
                "sel": card == sight.task,
                "live": sight.mine,
                "tip": sight.mine and sight.advises(Take(card)),
                "title": error.sentence(lang) if error else "",
                "aria": say(
                    "draft.aria", lang, card=said(card, lang), task=task_text(card, lang), n=wanted.difficulty, note=note
                ),
            }
        )
    return {
        "title": say("draft.title", lang),
        "sum": total,
        "goal": goal,
        "sum_text": say("draft.sum", lang, sum=total, goal=goal),
        "aria": say("draft.sum-aria", lang, sum=total, goal=goal),
        "ghost": task(sight.task).difficulty if sight.task is not None else 0,
        "rows": rows,
        "aside": say("draft.aside", lang, cards=" ".join(face(card, lang) for card in seen.aside)) if seen.aside else "",
    }


def held(sight: Sight) -> dict[str, Any] | None:
    """Who can still hold what, by what this seat knows: a row a seat, a cell a suit; with those it surely has."""
    seen, lang = sight.seen, sight.lang
    if "held" not in sight.toggles or sight.covered or seen.outcome is not None or sight.reveals:
        return None
    masks = may_hold(seen)
    others = [seat for seat in range(seen.setup.seats) if seat != seen.seat]
    rows = []
    for seat in others:
        cells = []
        sure = known_at(seen, masks, seat)
        if seen.counts[seat] == masks[seat].bit_count():
            sure = masks[seat]
        for suit in SUIT_ORDER:
            cards = unmask(masks[seat] & SUIT_MASKS[suit])
            names = [{"text": _short(card, suit, lang), "sure": bool(sure >> card & 1)} for card in cards]
            spoken = ", ".join(said(card, lang) for card in cards) or say("held.none", lang)
            cells.append({"cards": names, "aria": spoken})
        rows.append({"who": seat_name(seat, lang), "cells": cells})
    heads = [{"text": say(f"suit-mark.{SUIT_LETTERS[s]}", lang), "cls": HELD_CLASSES[s], "king": s == 4} for s in SUIT_ORDER]
    words = {key: say(f"held.{key}", lang) for key in ("title", "note", "who")}
    return words | {"heads": heads, "rows": rows}


def _short(card: int, suit: int, lang: str) -> str:
    printed = face(card, lang)
    return printed[-1] if suit == 4 else printed[:-1]


def all_signals(sight: Sight) -> str:
    """The chip of the bar: how many signals have been given, or radio silence."""
    seen = sight.seen
    if seen.setup.silent:
        return say("chip.silent", sight.lang)
    given = sum(1 for signal in seen.signals if signal)
    return say("chip.signals", sight.lang, n=given, of=seen.setup.seats)

"""Orbit: the lens. What is hidden and can be reckoned exactly, as sections of bars and small tables (see `docs/boards.md`).

All figures are those of `odds.py`, from the seat's `View` alone. Cards of a suit that the same seats may hold stand in one row,
since their chances are equal.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import log10
from typing import Any

from kit.cards import code, face
from kit.games.orbit import odds, rules
from kit.games.orbit.moves import Play, Show
from kit.games.orbit.state import KINGS_SUIT, SUIT, Coin, Phase
from kit.games.orbit.view import View, as_state
from kit.games.orbit.words import say, seat_name
from kit.locale import numeral

Section = dict[str, Any]
SUIT_ROWS = (3, 2, 1, 0, KINGS_SUIT)  # spades, hearts, diamonds, clubs, kings: as a hand is sorted
MARKS = "♣♦♥♠"
LETTERS = "CDHSK"
PLAIN = 1_000_000  # so many distributions are written out
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(p: Fraction | float) -> int:
    """A probability in whole percent; 0 and 100 only where it is exactly that."""
    whole = round(100 * p)
    return int(whole) if p in (0, 1) else min(99, max(1, int(whole)))


def decimal(value: float, lang: str | None) -> str:
    """A number with one decimal, in German with a comma."""
    return numeral(f"{value:.1f}", lang)


def how_many(n: int, lang: str | None) -> str:
    """A number of distributions in words: written out, or `about 2,3 · 10¹²`."""
    if n < PLAIN:
        return say("lens.few", lang, n=n)
    exponent = int(log10(n))
    return say("lens.many", lang, a=decimal(n / 10**exponent, lang), b=str(exponent).translate(RAISED))


@lru_cache(maxsize=16)
def lens(seen: View, card: int | None, lang: str) -> dict[str, Any]:
    """What the open lens shows a seat: title, note, sections; `card` is the chosen hand card. Kept, since a board asks often.

    Without sections for a spectator, while a Mayday is passed, and when the attempt is over.
    """
    made: dict[str, Any] = {"title": say("lens.title", lang), "note": say("lens.nothing", lang), "sections": []}
    if seen.seat is None or seen.outcome is not None or seen.phase in (Phase.PASSING, Phase.OVER) or not odds.ways(seen):
        return made
    found = [section for section in (_stands(seen, card, lang), _where(seen, lang), _out(seen, lang)) if section]
    found += [section for section in (_told(seen, lang), _to_tell(seen, lang)) if section]
    return made | {"note": say("lens.note", lang, n=how_many(odds.ways(seen), lang)), "sections": found}


def _hidden(seen: View) -> list[int]:
    """The seats whose hands this view does not show, clockwise from the own one."""
    seats = seen.setup.seats
    order = [((seen.seat or 0) + i) % seats for i in range(1, seats)]
    return [seat for seat in order if seen.hands[seat] is None and seen.counts[seat]]


def _cell(p: Fraction, lang: str) -> dict[str, Any]:
    return {"text": say("percent", lang, p=percent(p)), "strong": p == 1}


def _where(seen: View, lang: str) -> Section | None:
    """Who may hold which card: a row for the cards of a suit with the same chances, a column for each hidden hand."""
    seats, rows = _hidden(seen), []
    for suit in SUIT_ROWS:
        alike: dict[tuple[Fraction, ...], list[int]] = {}
        for card, shares in odds.where(seen).items():
            if SUIT[card] == suit and not any(hand and card in hand for hand in seen.hands):
                alike.setdefault(shares, []).append(card)
        for shares, cards in sorted(alike.items(), key=lambda item: -item[1][-1]):
            names = [face(card, lang) if suit == KINGS_SUIT else face(card, lang)[:-1] for card in cards]
            name = " ".join(names) if suit == KINGS_SUIT else f"{MARKS[suit]} {' '.join(names)}"
            rows.append({"name": name, "on": False, "cells": [_cell(shares[seat], lang) for seat in seats]})
    if not rows:
        return None
    head = [seat_name(seat, lang) for seat in seats]
    return {"caption": say("lens.where", lang), "corner": say("lens.cards", lang), "head": head, "rows": rows}


def _out(seen: View, lang: str) -> Section | None:
    """How likely each hidden hand is out of each suit that somebody hidden may still hold."""
    seats, rows = _hidden(seen), []
    for suit in SUIT_ROWS[:-1]:
        if any(SUIT[card] == suit and not any(hand and card in hand for hand in seen.hands) for card in odds.where(seen)):
            cells = [_cell(odds.is_out_of(seen, seat, suit), lang) for seat in seats]
            rows.append({"name": f"{MARKS[suit]} {say(f'suit.{LETTERS[suit]}', lang)}", "on": False, "cells": cells})
    if not rows:
        return None
    head = [seat_name(seat, lang) for seat in seats]
    return {"caption": say("lens.out", lang), "corner": say("lens.suit", lang), "head": head, "rows": rows}


def _stands(seen: View, card: int | None, lang: str) -> Section | None:
    """Whether the chosen card can still be beaten."""
    if card is None or not seen.deciding or seen.phase is not Phase.PLAYING or Play(card) not in rules.plays(as_state(seen)):
        return None
    if odds.later(seen) > odds.MOST_LATER:
        return None
    p = odds.stands(seen, card)
    bars = [
        {"name": say(f"lens.stands-{key}", lang), "p": float(q), "text": say("percent", lang, p=percent(q)), "kind": kind}
        for key, q, kind in (("yes", p, "ok"), ("no", 1 - p, ""))
    ]
    return {"caption": say("lens.stands", lang, card=code(card)), "bars": bars, "wide": True}


def _told(seen: View, lang: str) -> Section | None:
    """What the signals of the others have told this seat: bits, and one of how many distributions is left."""
    rows = []
    for seat, signal in enumerate(seen.signals):
        if signal and seen.hands[seat] is None:
            fields = {"card": code(signal.card), "coin": str(signal.coin)}
            name = say("lens.said", lang, seat=seat_name(seat, lang), **fields)
            bits = odds.bits_told(seen, seat)
            left = say("lens.one-of", lang, n=decimal(2**bits, lang))
            rows.append({"name": name, "on": False, "cells": [{"text": decimal(bits, lang)}, {"text": left}]})
    if not rows:
        return None
    head = [say("lens.bits", lang), say("lens.left", lang)]
    return {"caption": say("lens.told", lang), "corner": say("lens.signal", lang), "head": head, "rows": rows}


def signals_of(seen: View) -> list[tuple[Show, float]]:
    """The signals that this seat may give with the bits each tells a spectator, the most first; a single card as such alone."""
    if seen.seat is None:
        return []
    shown = [move for move in rules.signals(as_state(seen), seen.seat) if isinstance(move, Show)]
    single = {move.card for move in shown if move.coin is Coin.ONLY}
    kept = [move for move in shown if move.coin is Coin.ONLY or move.card not in single]
    return sorted(((move, odds.bits_to_tell(seen, move)) for move in kept), key=lambda pair: -pair[1])


def _to_tell(seen: View, lang: str) -> Section | None:
    """What this seat's own signal would tell: a bar for each it may give."""
    found = signals_of(seen)
    if not found:
        return None
    most = max(bits for _, bits in found) or 1.0
    rows = [
        {
            "name": say("lens.own", lang, card=code(move.card), coin=str(move.coin)),
            "p": bits / most,
            "text": say("lens.n-bits", lang, n=decimal(bits, lang)),
            "kind": "",
        }
        for move, bits in found
    ]
    return {"caption": say("lens.to-tell", lang), "bars": rows, "wide": True, "foot": say("lens.bits-foot", lang)}

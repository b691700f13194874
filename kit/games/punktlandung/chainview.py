"""Punktlandung: the chain of a target on the table: cards with operations between, sums beneath, the paper under them."""

from __future__ import annotations

from typing import Any

from kit.games.punktlandung.state import JOKER
from kit.games.punktlandung.view import View
from kit.games.punktlandung.words import card_name, equation, number, say, seat_name, sign

FOLD, FOLD_LONG = 7, 3  # so many links show, fewer with long sums; earlier ones are folded into a count


def face(card: int, lang: str | None, **more: Any) -> dict[str, Any]:
    """A card's face: the rank large, its value small at the foot where it is not the rank itself."""
    if card == JOKER:
        note = str(more.pop("value", "")) or say("joker.foot", lang)
        return {"rank": "★", "note": note, "kind": "joker", "name": say("joker.name", lang)} | more
    note = str(card) if card in (1, 11, 12, 13) else ""
    more.pop("value", None)
    return {"rank": card_name(card, lang), "note": note, "kind": "", "name": card_name(card, lang)} | more


def turns(seen: View) -> list[tuple[int, int | None]]:
    """The turns of this target in order: the seat, and the place of its card in the chain (None: it passed).

    `View.misses` holds each turn that did not hit with the sum before it; a turn that belongs to the next link of the chain
    has its seat, and leads to that link's sum.
    """
    # a position from a record may hold a chain without its turns: what lies before the first turn known
    sums_of_chain = [0, *(link.sum for link in seen.chain)]
    known_from = seen.misses[0][1] if seen.misses else None
    at = sums_of_chain.index(known_from) if known_from in sums_of_chain else 0
    found: list[tuple[int, int | None]] = [(link.seat, i) for i, link in enumerate(seen.chain[:at])]
    sums = [*(before for _, before in seen.misses), _after_misses(seen)]
    for (seat, _), result in zip(seen.misses, sums[1:], strict=True):
        link = seen.chain[at] if at < len(seen.chain) else None
        if link is not None and link.seat == seat and link.sum == result:
            found.append((seat, at))
            at += 1
        else:
            found.append((seat, None))
    # the card that hits leaves no miss
    found += [(link.seat, i) for i, link in enumerate(seen.chain[at:], at)]
    return found


def _after_misses(seen: View) -> int:
    """The sum that the last turn that did not hit has left: the sum now, or the one before the card that hit."""
    if seen.chain and seen.sum == seen.target:
        return seen.chain[-2].sum if len(seen.chain) > 1 else 0
    return seen.sum


def who(seen: View, seat: int, lang: str | None) -> str:
    """`Du` for the one who looks, else the name."""
    return say("label.you", lang) if seat == seen.seat else seat_name(seat, lang)


def links(seen: View, lang: str | None) -> list[dict[str, Any]]:
    """The cards of the chain and the passes between them."""
    made: list[dict[str, Any]] = []
    order = turns(seen)
    passes = sum(at is None for _, at in order)
    passed = iter(seen.discard[len(seen.discard) - passes :] if passes else ())
    total = 0
    for n, (seat, at) in enumerate(order):
        name, newest = who(seen, seat, lang), n == len(order) - 1
        if at is None:
            card = next(passed, None)
            label = say("link.you-pass" if seat == seen.seat else "link.pass", lang, who=name)
            shown = face(card, lang) if card is not None else None
            made.append({"who": label, "op": "", "card": shown, "eq": number(total), "pass": True, "newest": newest})
            continue
        link = seen.chain[at]
        total = link.sum
        op = sign(link.op, lang) if at else ""
        eq = f"= {number(total)}" if at else number(total)
        made.append({"who": name, "op": op, "card": face(link.card, lang, value=link.value), "eq": eq, "newest": newest})
    return made


def paper(seen: View, lang: str | None) -> list[str]:
    """The running calculation as it is written on paper, a line for each card."""
    out, total = [], 0
    for link in seen.chain:
        out.append(equation(total, link.op, link.value, lang))
        total = link.sum
    return out

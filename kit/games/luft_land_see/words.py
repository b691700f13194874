"""Luft, Land und See: what the table says in sentences: the log, the position in plain text, how a battle and a war ended."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from kit.core.errors import RuleError
from kit.games.luft_land_see.cards import DOWN, HIDDEN, NAMES, THEATER_NAMES
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Move, Pass, Reinforce, Return, Transfer, Withdraw
from kit.games.luft_land_see.state import HAND, SEATS, Battle, Ending
from kit.games.luft_land_see.strengths import controllers, strengths
from kit.games.luft_land_see.view import View
from kit.locale import language, text

GAME = "luft_land_see"


def say(key: str, lang: str | None, **fields: Any) -> str:
    """A plain entry of the game's catalogue."""
    return _said(key, lang or language(), **fields)


@lru_cache(maxsize=4096)
def _said(key: str, lang: str, **fields: Any) -> str:
    return text(key, lang, game=GAME, **fields)


def rich(key: str, lang: str | None, **fields: Any) -> Markup:
    """An entry that may hold `<b>`; strings filled in are escaped."""
    return Markup(say(key, lang, **{k: escape(v) if isinstance(v, str) else v for k, v in fields.items()}))


def sentence(error: RuleError, lang: str | None) -> str:
    """The whole sentence of a broken rule."""
    return say(f"error.{error.code}", lang, **error.data)


def seat_name(seat: int, lang: str | None) -> str:
    """`Rot` or `Blau`, as the table calls the seat."""
    return say(f"seat.{seat}", lang)


def describe(move: Move, lang: str | None, *, own: bool = False) -> str:
    """One line of the log. Which card was improvised is said to its player alone (`own`)."""
    match move:
        case Deploy(card, theater):
            return say("log.deploy", lang, card=NAMES[card], theater=THEATER_NAMES[theater])
        case Improvise(card, theater):
            key = "log.improvise-own" if own else "log.improvise"
            return say(key, lang, card=NAMES[card], theater=THEATER_NAMES[theater])
        case Flip(opp, theater):
            return say("log.flip-opp" if opp else "log.flip-own", lang, theater=THEATER_NAMES[theater])
        case Reinforce(theater):
            return say("log.reinforce", lang, theater=THEATER_NAMES[theater])
        case Transfer(theater, place, to):
            return say("log.move", lang, theater=THEATER_NAMES[theater], place=place, to=THEATER_NAMES[to])
        case Return(theater, place):
            return say("log.return", lang, theater=THEATER_NAMES[theater], place=place)
        case Pass():
            return say("log.pass", lang)
        case Withdraw():
            return say("log.withdraw", lang)


def heading(seen: View, lang: str | None) -> str:
    """Where in the war: battle, turn, points."""
    turn = min(seen.turns + 1, 2 * HAND)
    return say("sum.heading", lang, battle=seen.battle, turn=turn, turns=2 * HAND, red=seen.points[0], blue=seen.points[1])


def _theaters(seen: View, lang: str | None) -> list[str]:
    held, sums = controllers(seen), strengths(seen)
    return [
        say("sum.theater", lang, theater=THEATER_NAMES[t], red=sums[t][0], blue=sums[t][1], who=held[t]) for t in seen.theaters
    ]


def decision(seen: View, lang: str | None) -> str:
    """Who decides now, and what for; the end of the war where it is over."""
    if seen.outcome:
        return str(ending(seen, lang)["title"])
    if seen.task:
        return say("sum.task", lang, who=seen.task.seat, card=NAMES[seen.task.card])
    return say("sum.turn", lang, who=seen.turn)


def summary(seen: View, lang: str | None) -> str:
    """The position in one plain line: the war, the theaters from the left with their strengths, who decides."""
    return " · ".join([heading(seen, lang), *_theaters(seen, lang), decision(seen, lang)])


def lying_name(card: int, lang: str | None) -> str:
    """A card as it lies, in words: its name, with `face down` where it does."""
    if card == HIDDEN:
        return say("sum.face-down", lang)
    name = say(f"card.{NAMES[card % DOWN]}", lang)
    return name if card < DOWN else f"{name} ({say('sum.face-down', lang)})"


def lines(seen: View, lang: str | None) -> tuple[str, ...]:
    """The position as plain text, the same for the same view: what a notebook or terminal shows."""
    out = [f"{say('name', lang)} · {heading(seen, lang)}"]
    for theater, line in zip(seen.theaters, _theaters(seen, lang), strict=True):
        sides = [", ".join(lying_name(card, lang) for card in seen.stacks[3 * seat + theater]) or "–" for seat in SEATS]
        out.append(f"{line}: {' | '.join(sides)}")
    for seat in SEATS:
        hand = seen.hands[seat]
        if hand:
            out.append(f"{seat_name(seat, lang)}: {', '.join(lying_name(card, lang) for card in hand)}")
        else:
            out.append(say("sum.hand", lang, who=seat, n=seen.counts[seat]))
    out += [say("sum.deck", lang, n=len(seen.deck)), decision(seen, lang)]
    return tuple(out)


def battle_ending(battle: Battle, lang: str | None) -> dict[str, str]:
    """How a battle ended: what happened and why, with the numbers (LLS-3.1, LLS-3.2)."""
    fields = {"who": battle.winner, "loser": 1 - battle.winner, "n": battle.points, "first": battle.first, "left": battle.left}
    fields["held"] = battle.controlled[battle.winner]
    rule = "LLS-3.2" if battle.ending is Ending.WITHDRAWAL else "LLS-3.1"
    return {
        "title": say(f"end.{battle.ending}", lang, **fields),
        "why": say(f"because.{battle.ending}", lang, **fields),
        "rule": rule,
    }


def ending(seen: View, lang: str | None) -> dict[str, Any]:
    """The end of the war: who won, the rule, how its last battle ended, and a row for each battle.

    `won` and the ticks are this seat's; for a spectator red's.
    """
    assert seen.outcome is not None
    result, me = seen.outcome, seen.seat or 0
    points, against = result.points[result.winner], result.points[1 - result.winner]
    last = battle_ending(seen.results[-1], lang)
    title = say("end.war", lang, who=result.winner, points=points, against=against, n=result.battles)
    rows = []
    for number, battle in enumerate(seen.results, 1):
        told = battle_ending(battle, lang)
        name = say("end.battle", lang, n=number)
        rows.append({"name": name, "ok": battle.winner == me, "detail": f"{told['title']} {told['why']}", "rule": told["rule"]})
    return {
        "won": result.winner == me,
        "title": title,
        "why": f"{last['title']} {last['why']}",
        "rule": result.rule,
        "rows": rows,
    }

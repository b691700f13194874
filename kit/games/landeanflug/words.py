"""Landeanflug: what the table says in sentences: the log, the briefing, the end of the flight, reasons and consequences.

All words stand in the catalogue (`texts.toml`); this module chooses the entry and its numbers. Sentences that the page shows are
`Markup`: the catalogue may set `<b>`, everything filled in is escaped.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from kit.core.errors import RuleError
from kit.games.landeanflug.effects import Effect, effect, laid_value
from kit.games.landeanflug.moves import Move, Place, RerollMove, Resign
from kit.games.landeanflug.rules import conditions
from kit.games.landeanflug.state import AIRPORT, ASIDE, GEAR, JOKER_ROUNDS, LANDING_SPEED, ROUNDS, State
from kit.games.landeanflug.view import View, as_state, view
from kit.locale import has_text, language, rank_name, text

GAME = "landeanflug"


def say(key: str, lang: str | None, **fields: Any) -> str:
    """A plain entry of the game's catalogue."""
    return _said(key, lang or language(), **fields)


@lru_cache(maxsize=4096)
def _said(key: str, lang: str, **fields: Any) -> str:
    """A board takes some two hundred entries, nearly all of them as in the board before; formatting them is half its cost."""
    return text(key, lang, game=GAME, **fields)


def rich(key: str, lang: str | None, **fields: Any) -> Markup:
    """An entry that may hold `<b>`; strings filled in are escaped."""
    return Markup(say(key, lang, **{k: escape(v) if isinstance(v, str) else v for k, v in fields.items()}))


def seat_name(seat: int, lang: str | None) -> str:
    """`Pilotin` or `Copilot`, as the table calls the seat."""
    return say(f"seat.{seat}", lang)


def describe(move: Move, lang: str | None) -> str:
    """One line of the log with spoken names: `Pilotin: 3 auf die Fluglage`. What a reroll puts back stays secret."""
    if isinstance(move, Place):
        card = say("log.card", lang, card=move.card)
        if move.coffee:
            card = say(
                "log.coffee", lang, card=move.card, n=abs(move.coffee), sign="+" if move.coffee > 0 else "−", value=move.value
            )
        return say("log.place", lang, who=seat_name(move.seat, lang), card=card, where=say(f"onto.{move.place}", lang))
    if isinstance(move, RerollMove):
        return say("log.reroll", lang, who=seat_name(move.seat, lang))
    if isinstance(move, Resign):
        return say("log.resign", lang, who=seat_name(move.seat, lang))
    return say("log.time", lang)


def tell(before: State, move: Move, _after: State, lang: str | None) -> str:
    """A line of the log with what the move did: `Copilot: 4 auf die Triebwerke (Tempo 9: 2 Karten weiter)`.

    The first card on an instrument does nothing yet.
    """
    said = describe(move, lang)
    if not isinstance(move, Place) or move.place == ASIDE:
        return said
    seen = view(before, move.seat)
    if move.place in ("axis", "engines") and laid_value(seen, 1 - move.seat, move.place) is None:
        return said
    made = consequence(effect(seen, move.place, move.value, abs(move.coffee)), lang)
    lead = made["lead"] if move.place == "concentration" else ""
    return say("log.told", lang, what=said, did=lead + made["text"])


def consequence(made: Effect, lang: str | None) -> dict[str, Any]:
    """An `Effect` as the template wants it: kind, short text (at most 35 characters), and the part a phone leaves out."""
    fields = dict(made.data)
    lead = f"fx.{made.key}-lead"
    return {
        "kind": made.kind,
        "text": say(f"fx.{made.key}", lang, **fields),
        "lead": say(lead, lang, **fields) if has_text(lead, GAME) else "",
    }


def sentence(error: RuleError, lang: str | None) -> str:
    """The whole sentence of a broken rule, the same as `error.sentence`, but remembered: a board asks for a dozen."""
    return say(f"error.{error.code}", lang, **error.data)


def reason(error: RuleError, lang: str | None) -> str:
    """A broken rule in two or three words, for the place itself; the full sentence where there is no short one."""
    key = f"why.{error.code}"
    if not has_text(key, GAME):
        return sentence(error, lang)
    data = dict(error.data)
    if error.code == "wrong-seat":
        data["who"] = seat_name("PC".index(data["seat"]), lang)
    return say(key, lang, **data)


def briefing(seen: View, lang: str | None) -> dict[str, Any]:
    """What this round wants (LA-2.2), first how to win (LA-4.4): a title, lines, phrases for the plan without values (LA-5.1)."""
    lines = [rich("brief.goal", lang, last=ROUNDS)] if seen.round == 1 else []
    lines.append(rich("brief.touchdown" if seen.touchdown else "brief.height", lang, feet=seen.altitude))
    if not seen.touchdown:
        left = AIRPORT - seen.position
        lines.append(rich("brief.arrived" if not left else "brief.way", lang, n=left, before=ROUNDS - 1, last=ROUNDS))
        planes = seen.planes[seen.position]
        if planes and left:
            lines.append(rich("brief.blocked", lang, n=planes))
    else:
        missing = [
            say(f"cond.{name}", lang) for name, holds in conditions(as_state(seen)).items() if not holds and name != "speed"
        ]
        lines.append(rich("brief.missing", lang, what=", ".join(missing)) if missing else rich("brief.ready", lang))
        lines.append(rich("brief.brakes", lang, n=seen.brakes, speed=LANDING_SPEED[seen.brakes]))
    if seen.round in JOKER_ROUNDS:
        lines.append(rich("brief.joker", lang))
    if seen.newcomer is not None:
        at_port = seen.newcomer == AIRPORT
        lines.append(rich("brief.dense-airport" if at_port else "brief.dense", lang, card=seen.newcomer - seen.position + 1))
    if seen.setup.turbulence:
        lines.append(rich("brief.turbulence", lang))
    starts = 0 if seen.turn is None else seen.turn
    who = seat_name(starts, lang)
    lines.append(rich("brief.starts", lang, who=say("player.you", lang, who=who) if starts == seen.seat else who))
    phrases = [say(f"phrase.{name}", lang) for name in ("axis", "radio", "switches", "coffee", "slow", "fast")]
    return {"title": say("brief.title", lang, round=seen.round, rounds=ROUNDS), "lines": lines, "phrases": phrases}


def ending(seen: View, lang: str | None) -> dict[str, Any]:
    """The end of the flight (LA-4.4): what happened, the rule, and each landing condition with its numbers."""
    assert seen.outcome is not None
    result = seen.outcome
    fields: dict[str, Any] = dict(result.data)
    if "seat" in fields:
        fields["who"] = seat_name(fields["seat"], lang)
    return {
        "won": result.won,
        "title": say(f"end.{result.ending}", lang, **fields, round=result.round),
        "rule": result.rule,
        "why": say(f"because.{result.ending}", lang, **fields, steps=abs(seen.axis)),
        "rows": [row | {"rule": "LA-4.3" if name == "speed" else "LA-4.4"} for name, row in landing_rows(seen, lang).items()],
    }


def landing_rows(seen: View, lang: str | None) -> dict[str, dict[str, Any]]:
    """The five landing conditions by name: label, whether it holds (None: not judged yet), and its numbers."""
    state: State = as_state(seen)
    holds = conditions(state)
    numbers = {
        "planes": say("row.planes", lang, n=seen.planes[AIRPORT]),
        "gear": say("row.switches", lang, n=sum(seen.gear), of=len(GEAR)),
        "flaps": say("row.switches", lang, n=seen.flaps, of=4),
        "axis": tilt_text(seen, lang),
        "speed": say(
            "row.speed" if seen.speed and seen.touchdown else "row.no-speed" if seen.brakes else "row.no-brake",
            lang,
            speed=seen.speed or 0,
            allowed=LANDING_SPEED[seen.brakes],
            n=seen.brakes,
        ),
    }
    judged = {name: (None if name == "speed" and not (seen.speed and seen.touchdown) else ok) for name, ok in holds.items()}
    return {name: {"name": say(f"cond.{name}", lang), "ok": judged[name], "detail": numbers[name]} for name in holds}


def tilt_text(seen: View, lang: str | None) -> str:
    """Where the axis marker stands, in words."""
    if seen.axis == 0:
        return say("row.level", lang)
    side = 0 if seen.axis < 0 else 1
    key = "row.tilt-you" if side == seen.seat else "row.tilt"
    return say(key, lang, n=abs(seen.axis), seat=side)


def heading(seen: View, lang: str | None) -> str:
    """A round in the log: `Runde 2 von 7 · 5000 ft`."""
    height = say("height.down", lang) if seen.touchdown else say("height.feet", lang, feet=seen.altitude)
    return f"{say('round.of', lang, round=seen.round, rounds=ROUNDS)} · {height}"


def lines(seen: View, lang: str | None) -> tuple[str, ...]:
    """The position as plain text, the same for the same view: what a notebook shows where it cannot show HTML."""
    row = " ".join(str(planes) for planes in seen.planes[seen.position : AIRPORT])
    out = [
        f"{say('name', lang)} · {heading(seen, lang)}",
        f"{say('approach.title', lang)}: {row} | {say('leg.airport-name', lang)} {seen.planes[AIRPORT]}".replace(":  |", ": |"),
        f"{say('zone.axis', lang)}: {tilt_text(seen, lang)} · {say('zone.engines', lang)}: {seen.speed or '–'}"
        f" · {say('coffee.of', lang, n=seen.coffee)} · {say('reroll.button', lang)} {seen.rerolls}",
        f"{say('zone.gear', lang)} {sum(seen.gear)}/3 · {say('zone.flap', lang)} {seen.flaps}/4"
        f" · {say('zone.brake', lang)} {seen.brakes}/3",
    ]
    for seat in (0, 1):
        hand = seen.hands[seat]
        held = (
            " ".join(rank_name(card, lang) for card in hand)
            if hand is not None
            else say("mates.cards", lang, n=seen.counts[seat])
        )
        out.append(f"{seat_name(seat, lang)}: {held or '–'}")
    out += [describe(Place(card.seat, card.card, card.place, card.coffee), lang) for card in seen.laid]
    if seen.outcome:
        out.append(ending(seen, lang)["title"])
    return tuple(out)

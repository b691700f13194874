"""Luft, Land und See: what happened, for the log and for the table: each move with its result, by what all may know."""

from __future__ import annotations

from typing import Any

from kit.core.sessions import Session
from kit.games.luft_land_see import rules
from kit.games.luft_land_see.cards import DOWN, INSTANTS, NAMES, THEATER_NAMES, Ability
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Move, Reinforce, Return, Transfer, Withdraw
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.strengths import controllers, strengths
from kit.games.luft_land_see.words import battle_ending, describe, say

SHOWN = 4  # lines of what the others did


def tell(before: State, move: Move, after: State, lang: str | None) -> str:
    """A line of the log: who, what, and what came of it; a card that lies or went face down unseen is not named."""
    seat = before.decider
    assert seat is not None
    line = say("told.line", lang, who=seat, what=_what(before, move, seat, lang))
    if after.battle != before.battle or after.outcome is not None:
        ended = say("told.ends", lang, n=before.battle, what=battle_ending(after.results[-1], lang)["title"])
        return f"{line} {ended}"
    return line


def _what(before: State, move: Move, seat: int, lang: str | None) -> str:
    if isinstance(move, Withdraw):
        return say("told.withdraw", lang, n=before.battle)
    after = rules.closing(before, move)
    match move:
        case Deploy() | Improvise() | Reinforce():
            at = 3 * seat + move.theater
            destroyed = len(after.stacks[at]) == len(before.stacks[at])
            what = describe(move, lang)
            if destroyed:
                return say("told.destroyed", lang, what=what)
            lapsed = isinstance(move, Deploy) and move.card in INSTANTS and not _waits(after, move.card)
            return say("told.lapsed", lang, what=what) if lapsed else what
        case Flip():
            at = 3 * (1 - seat if move.opp else seat) + move.theater
            card = before.stacks[at][-1]
            key = "told.flip-up" if card >= DOWN else "told.flip-down"
            return say(key, lang, side="opp" if move.opp else "own", card=NAMES[card % DOWN], theater=THEATER_NAMES[move.theater])
        case Transfer():
            card = before.stacks[3 * seat + move.theater][move.place - 1]
            name = say("told.face-down", lang) if card >= DOWN else say(f"card.{NAMES[card]}", lang)
            return say("told.move", lang, what=name, theater=THEATER_NAMES[move.theater], to=THEATER_NAMES[move.to])
        case Return():
            return say("told.return", lang, theater=THEATER_NAMES[move.theater])
    return say("told.pass", lang, card=NAMES[before.queue[0].card])


def _waits(after: State, card: int) -> bool:
    """Whether the instant of a card that was played waits or needs no decision."""
    return INSTANTS[card] is Ability.AIR_DROP or any(task.card == card for task in after.queue)


def begins(before: State, after: State) -> bool:
    """Whether a new battle begins with `after`."""
    return before.battle != after.battle


def past(session: Session, seat: int | None, step: int | None, lang: str | None) -> dict[str, Any]:
    """What the table says of the moves since `seat` decided last, or with its decision: `lines`, those of them that are `fresh`,
    of the battle that is on, and `battle` where one ended. A spectator is told the last few moves. All of it everybody knows.
    """
    end = len(session.moves) if step is None else step
    first = end - 1
    while first >= 0 and (seat is None or session.mover(first) != seat) and (seat is not None or end - first < SHOWN):
        first -= 1
    told = [tell(session.states[i], session.moves[i], session.states[i + 1], lang) for i in range(max(0, first), end)]
    lines = told[1:] if seat is not None and first >= 0 else told
    over = [i for i in range(max(0, first), end) if session.states[i].battle != session.states[i + 1].battle]
    fresh = lines[len(lines) - (end - 1 - over[-1]) :] if over else lines
    return {"lines": lines[-SHOWN:], "fresh": fresh, "battle": _battle(session, over[-1], lang) if over else None}


def _battle(session: Session, step: int, lang: str | None) -> dict[str, Any]:
    """The battle that the move `step` ended: how, and the strengths in each theater at its end."""
    before, move, after = session.states[step], session.moves[step], session.states[step + 1]
    closed = rules.closing(before, move)
    sums, held = strengths(closed), controllers(closed)
    ended = battle_ending(after.results[-1], lang)
    row = () if isinstance(move, Withdraw) else closed.theaters  # after a withdrawal they decided nothing
    theaters = [{"id": t, "red": sums[t][0], "blue": sums[t][1], "holder": held[t]} for t in row]
    return {"n": before.battle, "title": ended["title"], "why": ended["why"], "rule": ended["rule"], "theaters": theaters}

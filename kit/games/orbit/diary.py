"""Orbit: the diary. What a seat thought at each of its decisions in a trick, by what it knew then.

Everything is reckoned from the seat's own `View` at the time: what it took from signals and cards is exact (`odds.py`), the
chances are the house crew's (`crews.thoughts`, with few games, since a whole trick is read at once). It is read after the
mission, when all hands lie open anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from kit.cards import code
from kit.core.deals import Stream
from kit.core.sessions import Session
from kit.games.orbit import crews, odds
from kit.games.orbit.advice import about, because
from kit.games.orbit.crews import Thought
from kit.games.orbit.lens import LETTERS, decimal, percent
from kit.games.orbit.moves import Play, Show, Take
from kit.games.orbit.state import State
from kit.games.orbit.tasks import task
from kit.games.orbit.telling import coloured
from kit.games.orbit.view import View, view
from kit.games.orbit.words import say, seat_name, task_text

GAMES = 24  # played out for each decision
RISE = 0.1  # a likelihood that rises by less is not worth a sentence
HOPELESS = 0.02
WORRY = 0.2


def steps_of(session: Session, trick: int) -> range:
    """The moves of a trick, counted from 1; the first takes in the draft and all that came before it."""
    steps = [step for step in range(len(session.moves)) if len(session.states[step].tricks) == trick - 1]
    return range(steps[0], steps[-1] + 1) if steps else range(0)


def entries(session: Session, seat: int, trick: int, lang: str | None = None) -> list[Markup]:
    """What `seat` thought at each of its picks, signals and cards in a trick, in order."""
    out: list[Markup] = []
    heard = _seen_before(session, seat, trick)
    for step in steps_of(session, trick):
        move = session.moves[step]
        if session.mover(step) != seat or not isinstance(move, Take | Show | Play):
            continue
        state: State = session.states[step]
        seen = view(state, seat)
        if isinstance(move, Take):
            said = list(_took(seen, move, lang))
        elif isinstance(move, Show):
            fields = {"card": code(move.card), "coin": str(move.coin)}
            said = [say("diary.signalled", lang, n=decimal(odds.bits_to_tell(seen, move), lang), **fields)]
        else:
            before = view(session.states[heard], seat) if heard is not None else None
            said = [*_news(before, seen, lang), *_played(seen, move, lang)]
            heard = step
        out.append(coloured(" ".join(said)))
    return out


def _seen_before(session: Session, seat: int, trick: int) -> int | None:
    """The step of this seat's last card before a trick (else the end of the draft): what came after it is news."""
    first = steps_of(session, trick).start
    for step in range(first - 1, -1, -1):
        if isinstance(session.moves[step], Play) and session.mover(step) == seat:
            return step
    drafted = (step for step, move in enumerate(session.moves) if not isinstance(move, Take))
    return next(drafted, None)


# What it took from the others


def _news(before: View | None, seen: View, lang: str | None) -> Iterator[str]:
    """Signals, suits not followed, and where a card that a task names now most likely lies."""
    if before is None:
        return
    for seat, signal in enumerate(seen.signals):
        if signal and not before.signals[seat] and seat != seen.seat:
            fields = {"card": code(signal.card), "coin": str(signal.coin)}
            told = decimal(odds.bits_told(seen, seat), lang)
            yield say("diary.heard", lang, who=seat_name(seat, lang), n=told, **fields)
    for seat, void in enumerate(seen.voids):
        new = void & ~before.voids[seat]
        if seat != seen.seat:
            for suit in range(5):
                if new >> suit & 1:
                    key = "diary.void-K" if suit == 4 else "diary.void"
                    yield say(key, lang, who=seat_name(seat, lang), suit=LETTERS[suit])
    yield from _moved(before, seen, lang)


def _moved(before: View, seen: View, lang: str | None) -> Iterator[str]:
    """Of the cards that tasks name, the one whose place became clearer most."""
    was, now = odds.where(before), odds.where(seen)
    named = {card for each in seen.taken for card in (task(each.card).target, task(each.card).shun)}
    best: tuple[Any, int, int] | None = None
    for card in sorted(card for card in named if card is not None and card in now and card not in seen.hand):
        for seat, p in enumerate(now[card]):
            rise = p - was[card][seat]
            if rise > RISE and (best is None or rise > best[0]):
                best = (rise, card, seat)
    if best is None:
        return
    _, card, seat = best
    fields = {"card": code(card), "who": seat_name(seat, lang)}
    if now[card][seat] == 1:
        yield say("diary.sure", lang, **fields)
    else:
        yield say("diary.likely", lang, p=percent(was[card][seat]), q=percent(now[card][seat]), **fields)


# Why it played as it did


@lru_cache(maxsize=256)
def _thoughts(seen: View) -> tuple[Thought, ...]:
    return tuple(crews.thoughts(seen, Stream(0, 7), games=GAMES))


@lru_cache(maxsize=256)
def _risks(seen: View, card: int) -> tuple[float, tuple[float, ...]]:
    chance, lost = crews.risks(seen, card, Stream(0, 11), games=GAMES)
    return chance, tuple(lost)


def _took(seen: View, move: Take, lang: str | None) -> Iterator[str]:
    yield say("diary.took", lang, card=code(move.card), task=task_text(move.card, lang))
    thoughts = _thoughts(seen)
    mine = next(thought for thought in thoughts if thought.move == move)
    if len(thoughts) == 1:
        yield say("diary.took-only", lang)
    elif thoughts[0].move == move:
        yield say("diary.took-best", lang, p=about(mine.chance))
    else:
        other = thoughts[0].move.card
        yield say("diary.took-not-best", lang, p=about(mine.chance), other=code(other), task=task_text(other, lang))


def _played(seen: View, move: Play, lang: str | None) -> Iterator[str]:
    """The card, why, the estimated chance, the next best card and the task most at risk."""
    thoughts = _thoughts(seen)
    if len(thoughts) == 1:
        yield say("diary.forced", lang, card=code(move.card))
        return
    chance, lost = _risks(seen, move.card)
    why = because(seen, move.card, lang, "because-i")
    yield say("diary.played", lang, card=code(move.card), why=why, p=about(chance))
    others = [thought for thought in thoughts if thought.move != move]
    best = max(others, key=lambda thought: thought.chance)
    if max(chance, best.chance) <= HOPELESS:
        yield say("diary.hopeless", lang)
        return
    key = "diary.better" if best.chance > chance + RISE else "diary.next"
    yield say(key, lang, card=code(best.move.card), p=about(best.chance))
    if lost and max(lost) >= WORRY:
        at = seen.taken[lost.index(max(lost))]
        yield say("diary.risk", lang, seat=seat_name(at.seat, lang), task=task_text(at.card, lang))

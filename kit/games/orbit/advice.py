"""Orbit: hints from the third level on: the best figure for the chosen card, and what the house crew would do and why.

Figures are exact (`odds.py`), the advice is the house crew's (`crews.thoughts`), both from the seat's `View` alone and kept,
since a board asks at every click. The crew's own chance comes from a fixed stream: the same view gives the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from kit.cards import code, face
from kit.core.deals import Stream
from kit.games.orbit import crews, odds, rules
from kit.games.orbit.crews import Thought
from kit.games.orbit.knowledge import beats, winning
from kit.games.orbit.lens import LETTERS, decimal, percent
from kit.games.orbit.moves import Move, Play, Show, Take
from kit.games.orbit.state import KINGS_SUIT, SUIT, Phase
from kit.games.orbit.tasks import task
from kit.games.orbit.telling import rich
from kit.games.orbit.view import View, as_state
from kit.games.orbit.words import say, seat_name, task_text

GAMES = 60  # played out for the advice: about as many as for the crew's own move
WORTH_NAMING = 0.1  # a task that is lost first less often than that is no risk to speak of


@dataclass(frozen=True, slots=True)
class Advice:
    """The crew's move, the sentence that says it with the estimated chance, and `more`: the second choice and the risk."""

    move: Move
    sentence: Markup
    more: Markup


@lru_cache(maxsize=64)
def thoughts(seen: View) -> tuple[Thought, ...]:
    """What the house thinks of the picks or cards of the seat to decide, its choice first."""
    return tuple(crews.thoughts(seen, Stream(0, 7), games=GAMES))


@lru_cache(maxsize=64)
def risks(seen: View, card: int) -> tuple[float, tuple[float, ...]]:
    """The estimated chance of success after a card, and by task how often it is lost first."""
    chance, lost = crews.risks(seen, card, Stream(0, 11), games=GAMES // 2)
    return chance, tuple(lost)


def about(p: float) -> int:
    """An estimated chance in whole percent, 1 to 99: an estimate is never certain."""
    return min(99, max(1, round(100 * p)))


def figure(seen: View, card: int | None, lang: str | None) -> Markup | None:
    """The third level: how surely the chosen card stands; without one, where a card that a task names most likely lies."""
    if seen.phase is not Phase.PLAYING or seen.seat is None or seen.outcome is not None:
        return None
    if card is not None:
        if not seen.deciding or Play(card) not in rules.plays(as_state(seen)) or odds.later(seen) > odds.MOST_LATER:
            return None
        return rich("odds.say-stands", lang, card=code(card), p=percent(odds.stands(seen, card)))
    places = odds.where(seen)
    for each in seen.taken:
        target = task(each.card).target
        if target is not None and target in places and target not in seen.hand:
            p, seat = max((p, seat) for seat, p in enumerate(places[target]))
            return rich("odds.say-holds", lang, card=code(target), p=percent(p), seat=seat_name(seat, lang))
    return None


@lru_cache(maxsize=64)
def advice(seen: View, lang: str) -> Advice | None:
    """What the house crew would do now in this seat's place; None where no pick, card or signal is due."""
    if seen.seat is None or seen.outcome is not None:
        return None
    shown = crews.house_signal(seen)
    if shown is not None:
        return _signal(seen, shown, lang)
    if not seen.deciding or seen.phase not in (Phase.DRAFT, Phase.PLAYING):
        return None
    best, *others = thoughts(seen)
    after = Markup("")
    if others:
        after = rich("advice.next", lang, what=_what(others[0].move, lang), p=about(others[0].chance))
    if isinstance(best.move, Take):
        chance = best.chance if best.games else 1.0
        return Advice(best.move, rich("advice.take", lang, what=_what(best.move, lang), p=about(chance)), after)
    if not others:
        return Advice(best.move, rich("advice.only", lang, card=code(best.move.card)), Markup(""))
    why, p = because(seen, best.move.card, lang), about(best.chance)
    sentence = rich("advice.play", lang, card=code(best.move.card), why=why, p=p)
    return Advice(best.move, sentence, after + _risk(seen, best.move.card, lang))


def _signal(seen: View, shown: Show, lang: str) -> Advice:
    told = decimal(odds.bits_to_tell(seen, shown), lang)
    return Advice(shown, rich("advice.signal", lang, card=code(shown.card), coin=str(shown.coin), n=told), Markup(""))


def _what(move: Take | Play, lang: str | None) -> str:
    if isinstance(move, Take):
        return f"{face(move.card, lang)} ({task_text(move.card, lang)})"
    return face(move.card, lang)


def _risk(seen: View, card: int, lang: str | None) -> Markup:
    """The task that is most often lost first after a card, where there is one to speak of."""
    lost = risks(seen, card)[1]
    if not lost or max(lost) < WORTH_NAMING:
        return Markup("")
    at = seen.taken[lost.index(max(lost))]
    return " " + rich("advice.risk", lang, seat=seat_name(at.seat, lang), task=task_text(at.card, lang))


def because(seen: View, card: int, lang: str | None, words: str = "because") -> str:
    """What a card does to the trick, as far as the table tells; `words` names the part of the catalogue that says it."""
    same = [other for other in seen.hand if SUIT[other] == SUIT[card]]
    if not seen.trick:
        if SUIT[card] == KINGS_SUIT:
            return say(f"{words}.lead-king", lang)
        if len(same) > 1 and card == same[0]:
            return say(f"{words}.lead-low", lang)
        return say(f"{words}.lead-high" if card == same[-1] else f"{words}.lead-mid", lang, suit=LETTERS[SUIT[card]])
    place = winning(seen.trick)
    holder = seat_name((seen.leader + place) % seen.setup.seats, lang)
    if beats(card, seen.trick[place]):
        trumps = SUIT[card] == KINGS_SUIT != SUIT[seen.trick[0]]
        return say(f"{words}.trump" if trumps else f"{words}.over", lang, seat=holder)
    follows = SUIT[card] == SUIT[seen.trick[0]]
    return say(f"{words}.under" if follows else f"{words}.off", lang, seat=holder)

"""Orbit: the one sentence above the board: whose turn it is, what was done last, what the chosen card does, what is wrong."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kit.cards import code
from kit.games.orbit import draft
from kit.games.orbit.advice import figure
from kit.games.orbit.dock import effects
from kit.games.orbit.panels import SUIT_LETTERS
from kit.games.orbit.sight import Sight
from kit.games.orbit.state import SUIT, Phase
from kit.games.orbit.tasks import task
from kit.games.orbit.telling import coloured, ending, lost_text, rich, task_rich
from kit.games.orbit.words import say, seat_name


def status(sight: Sight) -> tuple[Any, str]:
    """The one sentence and its tone: `good`, `wait`, `refused` or empty."""
    seen, lang = sight.seen, sight.lang
    if seen.outcome is not None:
        end = ending(seen, lang)
        return rich("status.over", lang, what=end["title"]), "good" if end["won"] else "refused"
    if sight.refused is not None:
        return rich("status.refused", lang, what=sight.refused.sentence(lang), rule=sight.refused.rule), "refused"
    if sight.advice is not None and sight.card is None and sight.task is None:
        return sight.advice.sentence, ""
    if seen.phase is Phase.DRAFT:
        return _drafting(sight)
    if seen.phase is Phase.ASKING:
        return _asking(sight)
    if seen.phase is Phase.PASSING:
        return rich("status.passing-mine" if sight.mine else "status.passing-other", lang), "" if sight.mine else "wait"
    return _playing(sight)


def _drafting(sight: Sight) -> tuple[Any, str]:
    seen, lang = sight.seen, sight.lang
    if seen.turn is None:
        return "", ""
    key = "status.commander-mine" if sight.mine and seen.commander == seen.seat else "status.commander"
    news = rich(key, lang, who=seat_name(seen.commander, lang))
    if seen.taken and seen.taken[-1].seat != seen.seat:
        last = seen.taken[-1]
        news = rich("status.took", lang, who=seat_name(last.seat, lang), what=task_rich(last.card, lang))
    if not sight.mine:
        return news + rich("status.draft-other", lang, who=seat_name(seen.turn, lang)), "wait"
    total = draft.total(sight.state)
    if sight.task is not None:
        n = task(sight.task).difficulty
        return rich("status.draft-chosen", lang, what=task_rich(sight.task, lang), n=n, sum=total + n), ""
    return news + rich("status.draft-mine", lang, n=seen.setup.goal - total), ""


def _asking(sight: Sight) -> tuple[Any, str]:
    seen, lang = sight.seen, sight.lang
    assert seen.mayday is not None and seen.turn is not None
    if sight.mine:
        return rich("status.asking-mine", lang, who=seat_name(seen.mayday.caller, lang)), ""
    return rich("status.asking-other", lang, who=seat_name(seen.turn, lang)), "wait"


def _playing(sight: Sight) -> tuple[Any, str]:
    seen, lang = sight.seen, sight.lang
    if sight.after is not None and sight.card is not None:
        key = "status.with-king" if SUIT[sight.card] == 4 else "status.with"
        lines = [str(line["text"]).rstrip(".") for line in effects(sight)]
        said = rich(key, lang, card=code(sight.card), what=Markup("; ".join(lines)))
        best = figure(seen, sight.card, lang) if sight.hints >= 3 else None
        return (said + " " + best if best else said), ""
    head = _foregone(sight)
    tone = "refused" if sight.how.failed else "good" if sight.how.certain else ""
    if sight.waiting:
        return (head or _news(sight)) + _waiting(sight), tone
    best = figure(seen, None, lang) if sight.hints >= 3 and sight.mine else None
    more = " " + best if best else Markup()
    if not sight.mine:
        who = rich("status.turn", lang, who=seat_name(seen.turn, lang)) if seen.turn is not None else ""
        return (head or _news(sight)) + who, tone or "wait"
    if not seen.trick:
        return (head or _news(sight)) + rich("status.lead", lang) + more, tone
    led = SUIT[seen.trick[0]]
    if any(SUIT[card] == led for card in seen.hand):
        return head + rich("status.follow", lang, what=say(f"dock.follow-{SUIT_LETTERS[led]}", lang)) + more, tone
    return head + rich("status.free", lang, what=say(f"trick.no-{SUIT_LETTERS[led]}", lang)) + more, tone


def _foregone(sight: Sight) -> Markup:
    """What is certain already: success or failure (OR-5.1)."""
    if sight.hints < 2 and not (sight.how.failed or sight.how.certain):
        return Markup()
    if sight.how.failed:
        said = lost_text(sight.seen, sight.lang)
        return rich("status.lost", sight.lang, what=coloured(said if said.endswith(".") else said + "."))
    return rich("status.sure", sight.lang) if sight.how.certain else Markup()


def _waiting(sight: Sight) -> Markup:
    if sight.seen.tricks:
        return rich("status.wait-between", sight.lang, n=len(sight.seen.tricks) + 1)
    if sight.may_ask:
        return rich("status.wait-mayday" if sight.may_signal else "status.wait-only-mayday", sight.lang)
    return rich("status.wait-first", sight.lang)


def _news(sight: Sight) -> Markup:
    """What was done last, so that nobody misses it."""
    seen, lang, seats = sight.seen, sight.lang, sight.seen.setup.seats
    if seen.trick:
        seat = (seen.leader + len(seen.trick) - 1) % seats
        return rich("status.played", lang, who=seat_name(seat, lang), card=code(seen.trick[-1]))
    made = Markup()
    if seen.tricks:
        n, last = len(seen.tricks), seen.tricks[-1]
        card = last.cards[(last.winner - last.leader) % seats]
        made += rich("status.won", lang, n=n, who=seat_name(last.winner, lang), card=code(card))
    elif seen.mayday and seen.mayday.refused:
        made += rich("status.mayday-refused", lang)
    elif seen.mayday and seen.mayday.passed and seen.seat is not None:
        got = seen.mayday.given[(seen.seat - 1) % seats]
        made += rich("status.passed", lang, card=code(got)) if got is not None else Markup()
    given = [
        (seat, signal)
        for seat, signal in enumerate(seen.signals)
        if signal and signal.tricks == len(seen.tricks) and seat != seen.seat
    ]
    if len(given) > 1:  # they lie open with their seats
        return made + rich("status.signals", lang, n=len(given))
    for seat, signal in given:
        coin = say(f"sig.{signal.coin}", lang)
        made += rich("status.signalled", lang, who=seat_name(seat, lang), card=code(signal.card), coin=coin)
    return made

"""Luft, Land und See: the one sentence above the board, and the row of what is being done and what still waits."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kit.games.luft_land_see import abilities
from kit.games.luft_land_see.advice import best_figure
from kit.games.luft_land_see.cards import DOWN, HIDDEN, NAMES, THEATER_NAMES, Ability
from kit.games.luft_land_see.rules import air_drop_waits
from kit.games.luft_land_see.sight import ODDS, Sight
from kit.games.luft_land_see.stacks import reading
from kit.games.luft_land_see.state import HAND, SEATS, adjacent
from kit.games.luft_land_see.words import ending, lying_name, rich, say, sentence

NEWS = 2  # lines of what the others did that stand in the status; all stand in the zone of their own


def status(sight: Sight) -> tuple[Any, str]:
    """The sentence and its tone: `good`, `wait`, `refused` or empty."""
    seen, lang = sight.seen, sight.lang
    if seen.outcome is not None:
        end = ending(seen, lang)
        tone = "" if seen.seat is None else "good" if seen.outcome.winner == seen.seat else "refused"
        return rich("status.over", lang, what=end["title"]), tone
    if sight.refused is not None:
        return rich("status.refused", lang, what=sentence(sight.refused, lang), rule=sight.refused.rule), "refused"
    if seen.seat is None or sight.covered:
        return _spectator(sight), ""
    if sight.read is not None and seen.stacks[sight.read]:
        where = say("read.where", lang, side=sight.side(sight.read // 3), theater=THEATER_NAMES[sight.read % 3])
        return rich("read.stack", lang, where=where, what=reading(sight, sight.read)), ""
    if not sight.my_turn:
        return _news(sight) + _waits(sight), "wait"
    if sight.asks:
        return rich("status.withdraw", lang), ""
    if sight.card is not None:
        name = NAMES[sight.card]
        return rich("status.card", lang, card=name, text=say(f"effect.{name}", lang)), ""
    return _to_decide(sight), ""


def advises(sight: Sight) -> bool:
    """Whether the status is the house's advice: nothing is chosen, read or refused."""
    free = sight.card is None and sight.lifted is None and sight.read is None
    return sight.tip is not None and free and not sight.asks and sight.refused is None


def _to_decide(sight: Sight) -> Any:
    """What happened and what this seat may do now; with hints the chance to win, or what the house would do."""
    seen, lang, news = sight.seen, sight.lang, _news(sight)
    if advises(sight) and sight.tip is not None:
        heard = Markup('<span class="lg">{}</span>').format(news) if news else ""  # a phone has two lines
        return heard + sight.tip["sentence"]
    if sight.task is not None:
        return news + _asked(sight)
    if sight.hints >= ODDS and (figure := best_figure(seen, lang)) is not None:
        return news + figure
    return news + rich("status.choose" if news or seen.turns else "status.begin", lang)


def _spectator(sight: Sight) -> Any:
    seen, lang = sight.seen, sight.lang
    if seen.task is not None:
        return rich("status.task", lang, who=seen.task.seat, card=NAMES[seen.task.card])
    return rich("status.turn", lang, who=seen.turn)


def _waits(sight: Sight) -> Any:
    """Whom this seat waits for, and what the other one decides."""
    task, who = sight.seen.task, sight.player(sight.opp)
    if task is None:
        return rich("status.wait", sight.lang, who=who)
    return rich("status.wait-task", sight.lang, who=who, card=NAMES[task.card])


def _news(sight: Sight) -> Any:
    """What the others did since this seat's last decision."""
    past, news = sight.past, Markup("")
    if not past:
        return news
    if past["battle"]:
        news += rich("status.battle", sight.lang, n=past["battle"]["n"], what=past["battle"]["title"])
    lines = past["fresh"][-NEWS:]
    return news + (rich("status.news", sight.lang, what=" ".join(lines)) if lines else "")


def _asked(sight: Sight) -> Any:
    """What the ability being done asks of this seat."""
    task, lang, seen = sight.task, sight.lang, sight.seen
    assert task is not None
    card = NAMES[task.card]
    key = f"ask.{task.ability}"
    fields: dict[str, Any] = {"card": card}
    if task.ability in (Ability.MANEUVER, Ability.REINFORCE):
        near = adjacent(seen.theaters, abilities.where(sight.state, task))
        names = [say(f"at.{THEATER_NAMES[t]}", lang) for t in near]
        fields["where"] = say("ask.or", lang, a=names[0], b=names[1]) if len(names) == 2 else names[0]
    if task.ability is Ability.REINFORCE and seen.held is not None and seen.held != HIDDEN:
        fields["held"] = NAMES[seen.held]
    if task.ability is Ability.TRANSPORT and sight.lifted is not None:
        theater, place = sight.lifted
        lies = seen.stacks[3 * sight.me + theater][place - 1]
        key, fields["what"] = "ask.transport-to", lying_name(lies % DOWN if lies >= DOWN else lies, lang)
    return rich(key, lang, **fields)


def queue(sight: Sight) -> list[dict[str, Any]]:
    """The row beneath the status: what is being done, what waits in order (LLS-4.3), whose turn follows."""
    seen, lang = sight.seen, sight.lang
    if seen.outcome is not None or seen.turn is None:
        return []
    turn, turns = min(seen.turns + 1, 2 * HAND), 2 * HAND
    chips: list[dict[str, Any]] = []
    for i, task in enumerate(seen.queue):
        text = say("queue.task", lang, n=i + 1, card=NAMES[task.card], side=sight.inline(task.seat))
        chips.append({"text": text, "run": i == 0, "own": task.seat == seen.seat})
    if seen.queue:
        after = 1 - seen.turn
        last = turn >= turns
        text = say("queue.end", lang) if last else say("queue.next", lang, n=turn + 1, side=sight.inline(after))
        return [*chips, {"text": text, "run": False, "own": False}]
    now = {"text": say("queue.turn", lang, n=turn, of=turns, side=sight.inline(seen.turn)), "run": True, "own": True}
    empty = {"text": say("queue.empty", lang), "run": False, "own": False, "idle": True}
    return [now, empty]


def air_drops(sight: Sight) -> list[str]:
    """Whose next card may go anywhere (Air Drop), and whose low cards may (Aerodrome)."""
    found = []
    for seat in SEATS:
        if air_drop_waits(sight.state, seat):
            found.append(say(f"queue.air-drop-{sight.who(seat)}", sight.lang, seat=seat))
    return found

"""Punktlandung: the one sentence above the board: whose turn it is, what was done last, the best figure, what is wrong."""

from __future__ import annotations

from typing import Any

from kit.games.punktlandung import chainview, odds, slips
from kit.games.punktlandung.dock import form
from kit.games.punktlandung.rules import calculate
from kit.games.punktlandung.sight import Sight
from kit.games.punktlandung.words import calculation, ending, equation, number, percent, rich, seat_name, sentence, the_card


def status(sight: Sight) -> tuple[Any, str]:
    """The one sentence above the board and its tone: `good`, `wait`, `refused` or empty."""
    seen, lang = sight.seen, sight.lang
    if seen.outcome is not None:
        end = ending(seen, lang)
        return rich("status.over", lang, what=end["title"]), "good" if end["won"] else "refused"
    if sight.refused is not None:
        return rich("status.refused", lang, what=sentence(sight.refused, lang), rule=sight.refused.rule), "refused"
    if seen.seat is None or sight.covered:
        return (rich("status.turn", lang, who=seat_name(seen.turn, lang)) if seen.turn is not None else ""), ""
    if not sight.my_turn:
        news = _news(sight)
        assert seen.turn is not None
        return news + rich("status.wait", lang, who=sight.player(seen.turn)), "wait"
    if "typed" in sight.choice and form(sight) is not None:
        return _wrong(sight), "refused"
    return _turn_status(sight), ""


def _turn_status(sight: Sight) -> Any:
    seen, lang = sight.seen, sight.lang
    advised = sight.advice.sentence if sight.advice is not None else ""
    if sight.card is None:
        return _news(sight) + (advised or rich("status.choose", lang))
    if sight.value is None:
        return rich("status.name", lang)
    if advised:
        return advised
    named = the_card(sight.card, lang)
    if sight.reckons:
        key = "status.reckon" if "op" in sight.choice else "status.operation"
        return rich(key, lang, card=named, what=form(sight)["label"] if "op" in sight.choice else "")  # type: ignore[index]
    if seen.target in sight.results.values():
        op = next(op for op, total in sight.results.items() if total == seen.target)
        return rich("status.hits", lang, what=equation(seen.sum, op, sight.value, lang))
    return rich("status.operation", lang, card=named) + " " + _best(sight, sight.value)


def _best(sight: Sight, value: int) -> Any:
    """The best figure: the operation after which the next seat hits most likely."""
    if sight.next is None or sight.hints < 2 or not sight.results:
        return ""
    who = seat_name(sight.next, sight.lang)
    if sight.hints >= 3:
        op = max(sight.results, key=lambda op: sight.chance(sight.results[op]))
        p = sight.chance(sight.results[op])
        made = equation(sight.seen.sum, op, value, sight.lang)
        return rich("status.chance", sight.lang, what=made, who=who, p=percent(p, sight.lang)) if p else ""
    for op, total in sight.results.items():
        if cards := odds.known_hits(sight.seen, sight.next, total):
            made, card = equation(sight.seen.sum, op, value, sight.lang), the_card(cards[0], sight.lang, "dat")
            return rich("status.known", sight.lang, what=made, who=who, card=card)
    return ""


def _news(sight: Sight) -> Any:
    """What was done last, so that nobody misses it."""
    seen, lang = sight.seen, sight.lang
    made = chainview.turns(seen)
    if not made:
        if sight.past is not None and "text" in sight.past:
            return sight.past["text"] + " "
        return rich("status.new", lang, target=number(seen.target)) if seen.target else rich("status.nothing", lang)
    seat, place = made[-1]
    if seat == seen.seat:
        return rich("status.nothing", lang)
    if place is None:
        return rich("status.passed", lang, who=seat_name(seat, lang), sum=number(seen.sum))
    link = seen.chain[place]
    before = seen.chain[place - 1].sum if place else 0
    return rich("status.news", lang, who=seat_name(seat, lang), what=equation(before, link.op, link.value, lang))


def _wrong(sight: Sight) -> Any:
    """What is wrong with the typed result: the right one, where the slip lies, how to reckon it."""
    op, typed, value, card, total = sight.choice["op"], str(sight.choice["typed"]), sight.value, sight.card, sight.seen.sum
    assert value is not None and card is not None
    given = slips.read(typed)
    if given is None:
        return rich("reckon.no-number", sight.lang, typed=typed[:20])
    right = equation(total, op, value, sight.lang)
    key, data = slips.find(total, op, value, card, given)
    plain = ("n", "card", "other", "more")
    fields: dict[str, Any] = {name: n if name in plain else number(n) for name, n in data.items()}
    fields |= {"typed": number(given), "sum": number(total), "value": value}
    if key == "operation":
        fields["other"] = calculation(total, data["other"], value, sight.lang)
    if key == "face":
        fields["card"] = the_card(card, sight.lang)
    way, steps = slips.way(total, op, value)
    how = {name: number(n) for name, n in steps.items()} | {
        "sum": number(total),
        "value": value,
        "result": number(calculate(total, op, value)),
    }
    if "more" in data:
        key += "-more" if data["more"] else "-less"
    return (
        rich("reckon.wrong", sight.lang, right=right, typed=number(given))
        + rich(f"slip.{key}", sight.lang, **fields)
        + (rich(f"way.{way}", sight.lang, **how) if way != "plain" else "")
    )

"""Luft, Land und See: hints from the third level on. Chances beside the theaters, and what the house would do and why.

All from the seat's `View`: the thinking is the house crew's (`crews.thoughts`), the chances are an outlook's (`odds.py`), which
starts with the house's best move. Both draw from a fixed stream, so the same view gives the same words; both are kept, since a
table asks at every click.
"""

from __future__ import annotations

from functools import lru_cache
from time import process_time
from typing import Any

from markupsafe import Markup

from kit.core.deals import Stream
from kit.games.luft_land_see import crews, model, odds
from kit.games.luft_land_see.cards import DOWN, NAMES, ONGOING, THEATER_NAMES, THEATERS
from kit.games.luft_land_see.coding import decode_move, encode
from kit.games.luft_land_see.moves import Deploy, Flip, Move, Pass, Reinforce, Return, Transfer, Withdraw
from kit.games.luft_land_see.preview import hides, preview
from kit.games.luft_land_see.state import State
from kit.games.luft_land_see.strengths import controllers
from kit.games.luft_land_see.view import View, as_state
from kit.games.luft_land_see.words import describe, lying_name, rich, say

SEED = 1
# Seconds of processor time for thoughts and outlook: with lens and words around them they stay below 150 ms on a slow machine
# too, which weighs fewer worlds then. A quick one needs half of it at most.
THINK, LOOK = 0.085, 0.045


def percent(p: float) -> int:
    """A probability in whole percent; 0 and 100 only where it is exactly that."""
    whole = round(100 * p)
    return int(whole) if p in (0, 1) else min(99, max(1, int(whole)))


def about(p: float) -> int:
    """An estimated probability in whole percent, 1 to 99: an estimate is never certain."""
    return min(99, max(1, round(100 * p)))


def share(hits: int, ahead: odds.Outlook) -> int:
    """A share of an outlook's worlds in whole percent."""
    return percent(hits / ahead.worlds) if ahead.exact else about(hits / ahead.worlds)


@lru_cache(maxsize=64)
def thoughts(seen: View) -> tuple[tuple[float, Move], ...]:
    """What the house thinks of each move but a withdrawal: the estimated chance to win the battle, the best first."""
    return tuple(crews.thoughts(seen, Stream(SEED), cap=THINK, clock=process_time))


@lru_cache(maxsize=64)
def outlook(seen: View) -> odds.Outlook:
    """How the battle may end, this seat's best move first where it decides."""
    first = code_of(seen, thoughts(seen)[0][1]) if seen.deciding else None
    return odds.outlook(seen, first, seed=SEED, cap=LOOK, clock=process_time)


def code_of(seen: View, move: Move) -> int:
    """The number of `model.py` for a legal move of this seat; ValueError for another one."""
    moves = [0] * model.MAX_MOVES
    for code in moves[: model.legal(encode(as_state(seen)), moves)]:
        if decode_move(code) == move:
            return code
    raise ValueError(f"{move} is not legal here")


def best_move(seen: View) -> Move:
    """What the house would do: the best move, or withdrawing where that wins the war more often."""
    value, move = thoughts(seen)[0]
    return Withdraw() if seen.task is None and crews.withdraws(seen, value) else move


# Chances beside the board


def control(seen: View, theater: int, lang: str | None) -> dict[str, Any] | None:
    """The chance to hold a theater in the end, to stand beside it: `label`, `width` (percent), `text`, `aria`."""
    if seen.seat is None or seen.outcome is not None:
        return None
    ahead = outlook(seen)
    p = share(ahead.control[theater], ahead)
    return {
        "label": say("odds.hold", lang),
        "width": p,
        "text": say("lens.p", lang, p=p),
        "aria": say("odds.hold-about", lang, p=p),
    }


def best_figure(seen: View, lang: str | None) -> Markup | None:
    """The status from the third level on: the chance to win the battle with its interval, and what withdrawing costs now."""
    if not seen.deciding or seen.outcome is not None:
        return None
    ahead = outlook(seen)
    low, high = ahead.interval
    if ahead.exact:
        made = rich("odds.figure-exact", lang, p=percent(ahead.p))
    else:
        made = rich("odds.figure", lang, p=about(ahead.p), low=about(low), high=about(high))
    if seen.task is None:
        made += " " + rich("odds.withdraw", lang, n=-odds.balance(seen, ahead).withdraw)
    return made


# Advice


def advice(seen: View, lang: str | None) -> dict[str, Any] | None:
    """What the house would do, or None where this seat does not decide.

    `move`; `sentence` names it with its estimated chance, `more` gives the reason and the runner-up.
    """
    if not seen.deciding or seen.outcome is not None:
        return None
    found, best = thoughts(seen), best_move(seen)
    value, move = found[0]
    if isinstance(best, Withdraw):
        worth = odds.balance(seen, odds.Outlook(1, (0, 0, 0), 0))
        after, on = about(worth.war_withdraw), about(war_chance(seen, value))
        more = rich("advice.withdraw-war", lang, p=after, q=on)
        return {"move": best, "sentence": rich("advice.withdraw", lang, n=-worth.withdraw), "more": more}
    why = say("advice.why.only", lang) if len(found) == 1 else reason(seen, move, lang)
    more = rich("advice.because", lang, why=why)
    if len(found) > 1:
        other, runner_up = found[1]  # it may have fallen out early, with a rough value that looks better than it is
        key = "advice.next" if other < value else "advice.next-close"
        more += " " + rich(key, lang, what=what(seen, runner_up, lang), p=about(other))
    return {"move": move, "sentence": rich("advice.do", lang, what=what(seen, move, lang), p=about(value)), "more": more}


def war_chance(seen: View, value: float) -> float:
    """The chance to win the war of playing on with the chance `value` in this battle."""
    share = odds.Outlook(1, (0, 0, 0), 1), odds.Outlook(1, (0, 0, 0), 0)
    won, lost = (odds.balance(seen, ahead).war_play for ahead in share)
    return value * won + (1 - value) * lost


def what(seen: View, move: Move, lang: str | None, root: str = "advice") -> str:
    """A move as advice names it, to its own player; `root` `diary`: as that player tells it."""
    match move:
        case Flip(opp, theater):
            return say(f"{root}.what.flip-{'opp' if opp else 'own'}", lang, theater=THEATER_NAMES[theater])
        case Reinforce(theater):
            return say(f"{root}.what.reinforce", lang, theater=THEATER_NAMES[theater])
        case Transfer(theater, place, to):
            card = lying_name(_own(seen, theater, place), lang)
            return say(f"{root}.what.move", lang, card=card, theater=THEATER_NAMES[theater], to=THEATER_NAMES[to])
        case Return(theater, place):
            card = lying_name(_own(seen, theater, place) % DOWN, lang)
            return say(f"{root}.what.return", lang, card=card, theater=THEATER_NAMES[theater])
        case Pass():
            return say(f"{root}.what.pass", lang)
    return describe(move, lang, own=True)


def _own(seen: View, theater: int, place: int) -> int:
    assert seen.seat is not None
    return seen.stacks[3 * seen.seat + theater][place - 1]


def reason(seen: View, move: Move, lang: str | None, root: str = "advice") -> str:
    """Why the move may be good, as a clause: what it changes on the table, or what it triggers. `root` as in `what`."""
    assert seen.seat is not None
    state, seat = as_state(seen), seen.seat
    if isinstance(move, Pass):
        return say(f"{root}.why.rest", lang)
    if isinstance(move, Return):
        return say(f"{root}.why.hand", lang)
    if hides(state, move, seat):
        return say(f"{root}.why.hidden", lang)
    after = preview(state, move, seat)
    if after.destroyed:
        kept = len(seen.hand) > 1 and not isinstance(move, Reinforce)
        return say(f"{root}.why.{'destroyed' if kept else 'rest'}", lang)
    if after.triggers is not None:
        return _ability(f"{root}.why.ability", after.triggers, lang)
    told = _change(seen, state, move, lang, root)
    if told is None and isinstance(move, Deploy) and move.card in ONGOING:
        return _ability(f"{root}.why.ongoing", move.card, lang)
    return told or say(f"{root}.why.rest", lang)


def _ability(key: str, card: int, lang: str | None) -> str:
    text = say(f"effect.{NAMES[card]}", lang).rstrip(".")
    return say(key, lang, card=say(f"card.{NAMES[card]}", lang), text=text)


def _change(seen: View, state: State, move: Move, lang: str | None, root: str) -> str | None:
    """The theater in which the move changes most for its seat, and how it stands there then."""
    seat = seen.seat
    assert seat is not None
    made = preview(state, move, seat)
    was = controllers(state)
    gained = {}
    for t in THEATERS:
        now, before = made.sums[t], made.before[t]
        gained[t] = (now[seat] - now[1 - seat]) - (before[seat] - before[1 - seat])
    best = max(THEATERS, key=lambda t: (made.held[t] == seat != was[t], gained[t]))
    if gained[best] == 0:
        best = min(THEATERS, key=lambda t: gained[t])
    if gained[best] == 0:
        return None
    a, b = made.sums[best][seat], made.sums[best][1 - seat]
    if gained[best] < 0:
        key = "less"
    elif made.held[best] == seat:
        key = "holds" if was[best] == seat else "takes"
    else:
        key = "closer"
    return say(f"{root}.why.{key}", lang, theater=THEATER_NAMES[best], a=a, b=b)

"""Luft, Land und See: what is hidden, in numbers, from what a seat may know.

Exact: where each hidden card may be (`whereabouts`), and what the opponent may hold (`holds`, `lies`). Every distribution of
the hidden cards that fits what this seat saw and remembers counts the same (see `view.dealt`); what play suggests beyond that
is no fact. Counted by groups of places that are alike: a remembered card goes to one place of a group that may hold it, in as
many ways as the group has places left; the others fill what is left, each order as likely.

Estimated: how the battle goes on (`outlook`), by playing it to its end in possible worlds, both sides by the crews' weights.
It says how many worlds there were and how far the figures may be off; `exact` where nothing hidden matters any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from time import perf_counter

from kit.chance.intervals import Interval, wilson
from kit.core.deals import Stream
from kit.games.luft_land_see import model, rules, thinking
from kit.games.luft_land_see.cards import THEATER_NAMES, THEATERS
from kit.games.luft_land_see.crews import REPLIES, Worlds
from kit.games.luft_land_see.memory import cards_in
from kit.games.luft_land_see.view import View, hidden_cards, hidden_places
from kit.games.luft_land_see.war import battle_points, chance_at

HAND, HELD, PILE = "hand", "held", "deck"  # beside the theaters, where face-down cards of the opponent lie
WORLDS, CAP, FEWEST = 40, 0.12, 12  # of an outlook; a slow machine plays fewer, after so many seconds
LONG = 99  # more cards than a battle has: to its end

Group = tuple[str, int]  # a kind of place (HAND, HELD, PILE or a theater's name) and the remembered cards that may be there


def groups(seen: View) -> Counter[Group]:
    """The places this seat does not see, alike ones counted together."""
    found: Counter[Group] = Counter()
    for (kind, at, _), trace in hidden_places(seen):
        found[THEATER_NAMES[at % 3] if kind == "stack" else kind, trace] += 1
    return found


def remembered(seen: View) -> tuple[int, ...]:
    """The hidden cards that this seat saw before, sorted."""
    traces = 0
    for _, trace in groups(seen):
        traces |= trace
    return cards_in(traces)


def _fillings(seen: View) -> Iterator[tuple[int, dict[int, str], Counter[str]]]:
    """Every way to place the remembered cards by groups: how many ways it stands for, the kind of place by card, and how many
    places of each kind stay free.
    """
    places, cards = groups(seen), remembered(seen)

    def place(
        i: int, ways: int, left: Counter[Group], where: dict[int, str]
    ) -> Iterator[tuple[int, dict[int, str], Counter[str]]]:
        if i == len(cards):
            free: Counter[str] = Counter()
            for (kind, _), n in left.items():
                free[kind] += n
            yield ways, dict(where), free
            return
        for group in places:
            if group[1] >> cards[i] & 1 and left[group]:
                rest = left.copy()
                rest[group] -= 1
                yield from place(i + 1, ways * left[group], rest, {**where, cards[i]: group[0]})

    yield from place(0, 1, places, {})


def whereabouts(seen: View) -> dict[int, dict[str, Fraction]]:
    """For each hidden card: P(it is there) by kind of place; the kinds that this seat does not see, in the order of the table.

    A card that was not seen before is in each free place with the same probability.
    """
    kinds = [kind for kind in (HAND, *THEATER_NAMES, HELD, PILE) if any(group[0] == kind for group in groups(seen))]
    known, cards = set(remembered(seen)), hidden_cards(seen)
    rest, total = len(cards) - len(known), 0
    sums = {card: Counter[str]() for card in known}
    free_sum: Counter[str] = Counter()
    for ways, where, free in _fillings(seen):
        total += ways
        for card, kind in where.items():
            sums[card][kind] += ways
        for kind, n in free.items():
            free_sum[kind] += ways * n
    return {
        card: {
            kind: Fraction(sums[card][kind], total) if card in known else Fraction(free_sum[kind], total * rest) for kind in kinds
        }
        for card in cards
    }


def _some(seen: View, kind: str, cards: Collection[int]) -> Fraction:
    """P(at least one of `cards` is at a place of that kind)."""
    wanted, known = set(cards) & set(hidden_cards(seen)), set(remembered(seen))
    rest = len(hidden_cards(seen)) - len(known)
    others = rest - len(wanted - known)
    total, none = 0, Fraction(0)
    for ways, where, free in _fillings(seen):
        total += ways
        if not any(where[card] == kind for card in wanted & known):
            none += ways * Fraction(comb(others, free[kind]), comb(rest, free[kind]))
    return 1 - none / total


def holds(seen: View, cards: Collection[int]) -> Fraction:
    """P(the opponent's hand has at least one of `cards`); ValueError for a spectator, who has no opponent."""
    if seen.seat is None:
        raise ValueError("a spectator has no opponent")
    if set(cards) & set(seen.hands[1 - seen.seat] or ()):
        return Fraction(1)  # looking back, all hands are open
    return _some(seen, HAND, cards)


def lies(seen: View, theater: int, cards: Collection[int]) -> Fraction:
    """P(at least one of `cards` is among the opponent's face-down cards at a theater)."""
    return _some(seen, THEATER_NAMES[theater], cards)


# How the battle goes on


@dataclass(frozen=True, slots=True)
class Outlook:
    """How the battle may end for a seat if it is played on.

    `worlds` is how many were played to the end, `control` in how many of them the seat held each theater (air, land, sea) then,
    `won` in how many it won the battle. `exact`: nothing hidden matters any more, so the shares are 0 or 1 for certain.
    """

    worlds: int
    control: tuple[int, int, int]
    won: int
    exact: bool = False

    @property
    def p(self) -> float:
        """The estimated chance to win the battle."""
        return self.won / self.worlds

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of that chance."""
        return Interval(self.p, self.p) if self.exact else wilson(self.won, self.worlds)

    def control_interval(self, theater: int) -> Interval:
        """Wilson's 95 % interval of the chance to control a theater."""
        share = self.control[theater] / self.worlds
        return Interval(share, share) if self.exact else wilson(self.control[theater], self.worlds)


def outlook(
    seen: View,
    first: int | None = None,
    *,
    worlds: int = WORLDS,
    seed: int = 1,
    cap: float = CAP,
    clock: Callable[[], float] = perf_counter,
) -> Outlook:
    """Plays the battle to its end in possible worlds, `first` (a move of `model.py`) first where one is given.

    After that each decision is the best of a few random ones by the crews' estimate; nobody withdraws. The same view, move and
    seed give the same outlook, as long as `cap` seconds by `clock` are enough. ValueError for a spectator and after the war.
    """
    if seen.seat is None or seen.outcome is not None:
        raise ValueError("an outlook is a seat's, while the war lasts")
    rng, source, end = Stream(seed), Worlds(seen), clock() + cap
    moves, trial = [0] * model.MAX_MOVES, [0] * model.SIZE
    won, n, control = 0, 0, [0, 0, 0]
    exact = first is not None and _settles(source.base, first)
    for n in range(1, (1 if exact else worlds) + 1):
        s = source.draw(rng)
        if first is not None:
            model.act(s, first)
        thinking.playout(s, thinking.WEIGHTS, REPLIES, LONG, rng.randrange(1 << 31), moves, trial)
        for theater in THEATERS:
            control[theater] += holder(s, theater) == seen.seat
        won += model.winner(s) == seen.seat
        if n >= FEWEST and clock() > end:
            break
    return Outlook(n, (control[0], control[1], control[2]), won, exact)


def holder(s: list[int], theater: int) -> int:
    """Who controls a theater in an array of `model.py`; ties and empty ones are the 1st Player's (LLS-3.1)."""
    margin = model.power(s, theater) - model.power(s, 3 + theater)
    return s[model.FIRST] if margin == 0 else int(margin < 0)


def _settles(base: list[int], move: int) -> bool:
    """Whether a move, a play without an ability, ends the battle at once: strengths do not depend on hidden cards."""
    if (
        move >= model.FLIP
        or base[model.COUNTS] + base[model.COUNTS + 1] != 1
        or base[model.QUEUE_TAIL] > base[model.QUEUE_HEAD] + 1
    ):
        return False
    after = base[:]
    model.act(after, move)
    return bool(after[model.OVER])


@dataclass(frozen=True, slots=True)
class Balance:
    """Playing on beside withdrawing now: points as a balance (own less the opponent's), and the chance to win the war after it.

    `play` and `war_play` come from an outlook (`play_interval` is the 95 % interval of `play`); withdrawing is certain.
    """

    play: float
    play_interval: Interval
    withdraw: int
    war_play: float
    war_withdraw: float


def balance(seen: View, ahead: Outlook) -> Balance:
    """What playing on is worth by `ahead`, and withdrawing now (LLS-3.2).

    play = full (2p - 1), war = p W(won) + (1 - p) W(lost), W the chance to win the war from a score, between equals (`war.py`).
    ValueError for a spectator.
    """
    seat, setup = seen.seat, seen.setup
    if seat is None:
        raise ValueError("a spectator plays for no side")
    full, mine, theirs = battle_points(setup), seen.points[seat], seen.points[1 - seat]
    given = rules.withdrawal_points(setup, seat == seen.first, seen.counts[seat])
    won, lost, gone = (
        chance_at(mine + own, theirs + other, setup.target, setup.beginner) for own, other in ((full, 0), (0, full), (0, given))
    )
    low, high = ahead.interval
    return Balance(
        play=full * (2 * ahead.p - 1),
        play_interval=Interval(full * (2 * low - 1), full * (2 * high - 1)),
        withdraw=-given,
        war_play=ahead.p * won + (1 - ahead.p) * lost,
        war_withdraw=gone,
    )

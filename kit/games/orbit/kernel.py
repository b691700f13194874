"""Orbit in batches: whole attempts compiled by Numba.

Tricks and tasks are `model.py`, the crew's thinking `mind.py`, as compiled twins of what runs in play (`kit.core.compiled`); the
deal and the draft are `kernel_draft.py`, by the same generator and event numbers as `draft.py`; here are the loops. Attempt i of
seed s has the deal seed `mix(s) ^ i`, so a batch cut in pieces gives the same attempts, and each can be replayed in the readable
engine.

Importing this module loads Numba: only batches and their worker processes do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import CHOICES, Array, U, begin_stream, below
from kit.core.deals import mix
from kit.core.errors import OptionError
from kit.games.orbit.crews import batch_games, task_table
from kit.games.orbit.kernel_draft import (
    CARDS,
    COMMANDER,
    DRAFT,
    GOAL,
    GONE,
    OFFERED,
    OPEN,
    REST,
    SIGNALS,
    SUM,
    begin_draft,
    deal,
    next_pick,
    random_pick,
    take,
)
from kit.games.orbit.mind import DENIED, HIGH, LOW, PUBLIC, SHOWN, VOIDS
from kit.games.orbit.model import (
    DEAD,
    HANDS,
    KIND,
    KINDS,
    LYING,
    MAX_TASKS,
    SEATS,
    SIZE,
    TASK,
    TASKS,
    TRICK,
    TURN,
    WIDTH,
    pack,
)
from kit.games.orbit.model import OPEN as OPEN_STILL
from kit.games.orbit.promise import AIM, LIE, OFFER, SHOWN_AT, TO_GO, TURNED_UP
from kit.games.orbit.rules import setup_of
from kit.games.orbit.state import DECK, Ending
from kit.games.orbit.taking import WORK

CREWS = ("random", "house")
SEVERAL, TOGETHER, FIRST_KIND = 1, 2, 3
ENDINGS = (str(Ending.SUCCESS), "failed-several", "failed-together", *(f"failed-{kind}" for kind in KINDS))

_model, _mind = twin("kit.games.orbit.model"), twin("kit.games.orbit.mind")
legal, play, standing, outlook = _model.legal, _model.play, _model.standing, _model.outlook
bit_count, lowest_bit = _model.bit_count, _mind.lowest_bit
may_hold, best_card, best_task, best_signal = _mind.may_hold, _mind.best_card, _mind.best_task, _mind.best_signal


@jit
def lay(s: Array, public: Array, card: int) -> None:
    """The seat to play lays a card; what it shows of its hand is noted in `public`."""
    if s[LYING]:
        led, seat = s[TRICK], s[TURN]
        suit = 4 if led >= 36 else led // 9
        if suit != (4 if card >= 36 else card // 9):
            public[VOIDS + seat] |= 1 << suit
    for seat in range(s[SEATS]):
        if public[SHOWN + seat] == card:
            public[SHOWN + seat] = -1
    play(s, card)


@jit
def begin_play(s: Array, public: Array) -> None:
    """Nothing is known yet but the commander."""
    for i in range(PUBLIC):
        public[i] = 0
    for seat in range(s[SEATS]):
        public[SHOWN + seat] = -1


@jit
def ending(s: Array) -> int:
    """How an attempt that is decided ended (the place in `ENDINGS`)."""
    found, dead = 0, 0
    for i in range(s[TASKS]):
        at = TASK + WIDTH * i
        if standing(s, at) == DEAD:
            found = FIRST_KIND + s[at + KIND] if not dead or found == FIRST_KIND + s[at + KIND] else SEVERAL
            dead += 1
    return TOGETHER if not dead and outlook(s) == DEAD else found


@jit
def attempt_at_random(
    s: Array, d: Array, rules: Array, deck: Array, table: Array, seed: Any, stream: Array, work: Array, picks: Array
) -> int:
    """One attempt of random picks and plays, in the order of `rules.legal_moves`; returns the decisions made."""
    choices = np.zeros(1, np.uint64)
    begin_stream(choices, seed, CHOICES)
    deal(s, d, rules, deck, seed, stream)
    begin_draft(d, rules, table, seed, stream)
    decisions = 0
    while True:
        card = random_pick(s, d, rules, table, seed, stream, work, picks, choices)
        if card < 0:
            break
        take(s, d, table, card)
        decisions += 1
    while s[LYING] or outlook(s) == OPEN_STILL:
        cards = legal(s)
        pick = below(choices, bit_count(cards))
        for i in range(40):
            if cards >> deck[i] & 1:
                if pick == 0:
                    play(s, deck[i])
                    break
                pick -= 1
        decisions += 1
    return decisions


@jit
def house_pick(s: Array, d: Array, rules: Array, table: Array, picks: Array, n: int, games: int, jitter: int) -> int:
    """The task card that the seat in `s[TURN]` takes, of the `n` in `picks`."""
    seat, own, counts = s[TURN], np.zeros(5, np.int64), np.zeros(5, np.int64)
    public, chances, offer = np.zeros(PUBLIC, np.int64), np.zeros(CARDS, np.int64), np.zeros(OFFER, np.int64)
    offer[AIM], offer[TO_GO], offer[TURNED_UP], offer[LIE] = rules[GOAL], rules[GOAL] - d[SUM], d[GONE], d[OPEN]
    for i in range(d[OPEN]):
        offer[SHOWN_AT + i] = d[OFFERED + i]
    begin_play(s, public)
    may_hold(s, public, seat, d[COMMANDER], 39 if d[REST] >> 39 & 1 else 38, own, counts)
    return picks[best_task(s, own, counts, seat, offer, picks, n, table, games, jitter, chances)]


@jit
def show(public: Array, seat: int, shown: int) -> None:
    """A signal, as `mind.best_signal` writes it, becomes known (OR-6.1)."""
    card = shown // 4
    suit = 0x1FF << 9 * (card // 9)
    public[SHOWN + seat] = card
    if shown & HIGH:
        public[DENIED + seat] |= suit & ~((2 << card) - 1)
    if shown & LOW:
        public[DENIED + seat] |= suit & ((1 << card) - 1)


@jit
def house_signals(s: Array, d: Array, public: Array) -> None:
    """Each seat's signal before the first trick, from the commander clockwise."""
    for i in range(s[SEATS]):
        seat = (d[COMMANDER] + i) % s[SEATS]
        shown = best_signal(s, s[HANDS + seat])
        if shown >= 0:
            show(public, seat, shown)


@jit
def house_plays(s: Array, d: Array, public: Array, games: int, choices: Array) -> int:
    """Tricks of the house crew until success or failure is certain, all hands known; returns the decisions made."""
    found, own, counts = np.zeros(40, np.int64), np.zeros(5, np.int64), np.zeros(5, np.int64)
    top = 39 if d[REST] >> 39 & 1 else 38
    decisions = 0
    while s[LYING] or outlook(s) == OPEN_STILL:
        cards = legal(s)
        card = lowest_bit(cards)
        if cards & (cards - 1):
            may_hold(s, public, s[TURN], d[COMMANDER], top, own, counts)
            card = best_card(s, own, counts, games, below(choices, 1 << 28), found)
        lay(s, public, card)
        decisions += 1
    return decisions


@jit
def attempt_of_house(
    s: Array, d: Array, rules: Array, deck: Array, table: Array, games: int, seed: Any, stream: Array, work: Array, picks: Array
) -> int:
    """One attempt of the house crew, as `crews.run` plays it; returns the decisions made."""
    choices, public = np.zeros(1, np.uint64), np.zeros(PUBLIC, np.int64)
    begin_stream(choices, seed, CHOICES)
    deal(s, d, rules, deck, seed, stream)
    begin_draft(d, rules, table, seed, stream)
    decisions = 0
    while True:
        n = next_pick(s, d, rules, table, seed, stream, work, picks)
        if n == 0:
            break
        card = picks[0]
        if n > 1:
            card = house_pick(s, d, rules, table, picks, n, games, below(choices, 1 << 28))
        take(s, d, table, card)
        decisions += 1
    begin_play(s, public)
    if rules[SIGNALS]:
        house_signals(s, d, public)
    return decisions + house_plays(s, d, public, games, choices)


@jit
def random_batch(rules: Array, deck: Array, table: Array, seed: Any, first: int, results: Array) -> int:
    """Attempts `first` ... of the batch (`seed` mixed) at random; `results` gets their endings. The decisions made."""
    s, d, work = np.zeros(SIZE, np.int64), np.zeros(DRAFT, np.int64), np.zeros(WORK, np.int64)
    stream, picks = np.zeros(1, np.uint64), np.zeros(CARDS, np.int64)
    decisions = 0
    for i in range(results.shape[0]):
        decisions += attempt_at_random(s, d, rules, deck, table, seed ^ U(first + i), stream, work, picks)
        results[i] = ending(s)
    return decisions


@jit
def house_batch(rules: Array, deck: Array, table: Array, games: int, seed: Any, first: int, results: Array) -> int:
    """The same of the house crew, which plays out about `games` games for a decision."""
    s, d, work = np.zeros(SIZE, np.int64), np.zeros(DRAFT, np.int64), np.zeros(WORK, np.int64)
    stream, picks = np.zeros(1, np.uint64), np.zeros(CARDS, np.int64)
    decisions = 0
    for i in range(results.shape[0]):
        decisions += attempt_of_house(s, d, rules, deck, table, games, seed ^ U(first + i), stream, work, picks)
        results[i] = ending(s)
    return decisions


@dataclass(frozen=True, slots=True)
class Batch:
    """What attempts came to: how many, and how they ended. `seconds` is the time of playing alone, without compiling.

    An attempt is over as soon as nothing can change its result, all hands known; a failure counts for the kind of task that was
    lost first (`failed-several`: of several kinds in one trick; `failed-together`: they asked for more tricks than were left).
    """

    games: int
    endings: dict[str, int]
    decisions: int
    seconds: float

    @property
    def wins(self) -> int:
        """Attempts that succeeded."""
        return self.endings.get(str(Ending.SUCCESS), 0)


def deal_seed(seed: int, i: int) -> int:
    """The deal seed of attempt `i` of the batch seed `seed`."""
    return mix(seed) ^ i


def rules_array(level: str, seats: int, variants: Sequence[str]) -> Array:
    """Mission, seats and variants as the kernel takes them; OptionError for unknown ones, and for more tasks than fit here.

    The crews ask for no Mayday, so that variant changes nothing.
    """
    setup = setup_of(level, seats, variants)
    if setup.goal > MAX_TASKS:
        raise OptionError("unknown-level", given=level, valid=f"1, 2, 3 … {2 * MAX_TASKS - 1}")
    return np.array([seats, setup.goal, setup.tricks, setup.offer, not setup.silent], np.int64)


def simulate(
    *,
    level: str,
    seats: int,
    variants: Sequence[str],
    crews: Sequence[str],
    games: int,
    seed: int,
    first: int = 0,
    thought: int | None = None,
) -> Batch:
    """Play the attempts `first` ... `first + games - 1` of the batch `seed` with one crew at all seats.

    `thought`: how many games the house crew plays out for a decision (None: `crews.batch_games`). Raises OptionError for unknown
    options. The first call in a process compiles (or loads) the crew's code.
    """
    rules = rules_array(level, seats, variants)
    if len(set(crews)) != 1 or crews[0] not in CREWS:
        raise OptionError("unknown-crew", given=",".join(crews), valid=", ".join(CREWS))
    deck, table = np.array([pack(card) for card in DECK], np.int64), np.array(task_table(), np.int64)
    mixed_seed, none, results = U(mix(seed)), np.zeros(0, np.int64), np.zeros(games, np.int64)
    if crews[0] == "random":
        random_batch(rules, deck, table, mixed_seed, 0, none)  # compiles
        began = perf_counter()
        decisions = random_batch(rules, deck, table, mixed_seed, first, results)
    else:
        most = batch_games(int(rules[GOAL])) if thought is None else thought
        house_batch(rules, deck, table, most, mixed_seed, 0, none)
        began = perf_counter()
        decisions = house_batch(rules, deck, table, most, mixed_seed, first, results)
    seconds = perf_counter() - began
    counts = np.bincount(results, minlength=len(ENDINGS))
    endings = {name: int(n) for name, n in zip(ENDINGS, counts, strict=True) if n}
    return Batch(games, endings, int(decisions), seconds)

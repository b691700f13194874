"""Luft, Land und See in batches: whole wars compiled by Numba.

Rules and position are the compiled twin of `model.py`, memory of `recall.py`, the crews' thinking of `kernel_crews.py`; here are
the deals, by the same generator and event numbers as `rules.py`, random play with a path of its own, and the loops. War i of
seed s has the deal seed `mix(s) ^ i` (`war_seed`), so a batch cut in pieces gives the same wars, and each can be replayed in
the readable engine: both seats draw from `Stream(war_seed, CHOICES)`, in the order of their decisions.

Importing this module loads Numba: only batches and their worker processes do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import CHOICES, Array, U, begin_stream, below, shuffle
from kit.core.deals import mix
from kit.core.errors import OptionError
from kit.games.luft_land_see import rules, thinking
from kit.games.luft_land_see.cards import AERODROME
from kit.games.luft_land_see.kernel_crews import WITHDRAW, given_up, greedy_decides, house_decides, rooms
from kit.games.luft_land_see.model import (
    COUNTS,
    DECK,
    DECK_TAIL,
    DEPLOY,
    DROPS,
    FIRST,
    FLIP,
    HANDS,
    HELD,
    IMPROVISE,
    MAX_MOVES,
    MIDDLE,
    OVER,
    PLAY_TASK,
    PUT,
    QUEUE,
    QUEUE_HEAD,
    QUEUE_TAIL,
    SIZE,
    SIZES,
    TURN,
    UP,
    WHERE,
)
from kit.games.luft_land_see.recall import ROOM
from kit.games.luft_land_see.state import Ending
from kit.games.luft_land_see.war import battle_points, chance_at

_model, _recall = twin("kit.games.luft_land_see.model"), twin("kit.games.luft_land_see.recall")
act, legal, winner, decider = _model.act, _model.legal, _model.winner, _model.decider
near, task_theater, remember = _model.near, _model.task_theater, _recall.remember

CREWS = ("random", "greedy", "house")
RANDOM, GREEDY, HOUSE = range(3)
ENDINGS = (Ending.FULL, Ending.WITHDRAWAL)  # how a war's last battle ended
# What a batch counts: battles, those of the 1st Player and those among the full ones; full battles; withdrawals by points
# (0 ... 6), the 1st Player's withdrawals; decisions, and legal moves before them (random play only; no withdrawals)
BATTLES, FIRST_WON, FIRST_WON_FULL, FULL, LEFT, FIRST_LEFT, DECISIONS, MOVES = 0, 1, 2, 3, 4, 11, 12, 13
COUNTERS = 14


@jit
def begin_battle(s: Array, row: Array, battle: int, first: int, seed: Any, stream: Array, deck: Array) -> None:
    """Battle `battle` (1 is the war's first) dealt into `s`; `row` are the theaters from the left (LLS-1.1)."""
    s[:] = 0
    s[TURN] = s[FIRST] = first
    s[MIDDLE], s[HELD] = row[1], -1
    s[WHERE : WHERE + 18] = -1
    left = (1 << 18) - 1
    for pile in range(3):  # red's hand, blue's hand, the deck: each a shuffle of the cards that are left, sorted
        n = 0
        for card in range(18):
            if left >> card & 1:
                deck[n] = card
                n += 1
        begin_stream(stream, seed, 4 * battle + pile)
        shuffle(stream, deck, n)
        for i in range(6):
            left &= ~(1 << deck[i])
            if pile == 2:
                s[DECK + i] = deck[i]
            else:
                s[HANDS + pile] |= 1 << deck[i]
    s[COUNTS] = s[COUNTS + 1] = s[DECK_TAIL] = 6


@jit
def begin_war(row: Array, seed: Any, stream: Array) -> None:
    """The theaters in random order."""
    for i in range(3):
        row[i] = i
    begin_stream(stream, seed, 0)
    shuffle(stream, row, 3)


@jit
def random_play(s: Array, choices: Array, counters: Array) -> int:
    """A random deploy or improvise of who plays: the place in the list is drawn, not the list written."""
    seat = decider(s)
    hand, drop = s[HANDS + seat], s[DROPS + seat]
    low = 0
    if s[UP] >> AERODROME & 1 and s[WHERE + AERODROME] // 3 == seat:
        low = hand & 0b000111_000111_000111
    wide = hand if drop else low
    n = 4 * s[COUNTS + seat]
    rest = wide
    while rest:
        rest &= rest - 1
        n += 2
    counters[MOVES] += n
    pick = below(choices, n)
    for card in range(18):
        if hand >> card & 1:
            deploys = 3 if wide >> card & 1 else 1
            if pick < deploys:
                return DEPLOY + 3 * card + (pick if deploys == 3 else card // 6)
            pick -= deploys
            if pick < 3:
                return IMPROVISE + 3 * card + pick
            pick -= 3
    return -1


@jit
def random_choice(s: Array, row: Array, choices: Array, counters: Array, moves: Array) -> int:
    """A random legal move, in the order of `rules.legal_moves`, withdrawals left out; as `crews.random_crew` draws it."""
    if s[QUEUE_HEAD] == s[QUEUE_TAIL]:
        return random_play(s, choices, counters)
    task = s[QUEUE + s[QUEUE_HEAD]]
    if task // 108 == PLAY_TASK:
        return random_play(s, choices, counters)
    n = legal(s, moves)
    counters[MOVES] += n
    pick = below(choices, n)
    if moves[0] < FLIP or moves[0] >= PUT + 3:
        return moves[pick]
    place, seat, ambush = task_theater(s, task), task // 54 % 2, task // 108 == _model.AMBUSH_TASK
    for opp in range(2):  # Maneuver and Reinforce go along the row, all flips by side
        for i in range(3):
            theater = i if ambush else row[i]
            if moves[0] >= PUT:
                if near(s, place, theater):
                    if pick == 0:
                        return PUT + theater
                    pick -= 1
            elif s[SIZES + 3 * (seat if opp == 0 else 1 - seat) + theater]:
                if task // 108 in (_model.DISRUPT_TASK, _model.ANSWER_TASK):
                    return moves[pick]
                if ambush or near(s, place, theater):
                    if pick == 0:
                        return FLIP + 3 * opp + theater
                    pick -= 1
    return -1


@jit
def close_battle(s: Array, gone: int, rules: Array, points: Array, row: Array, counters: Array) -> int:
    """Scores a battle that is over (`gone`: who withdrew, -1 nobody), turns the row; how it ended (index of ENDINGS)."""
    counters[BATTLES] += 1
    if gone < 0:
        won = winner(s)
        points[won] += rules[0]
        counters[FULL] += 1
        counters[FIRST_WON_FULL] += won == s[FIRST]
    else:
        won, worth = 1 - gone, given_up(s, rules, gone)
        points[won] += worth
        counters[LEFT + worth] += 1
        counters[FIRST_LEFT] += gone == s[FIRST]
    counters[FIRST_WON] += won == s[FIRST]
    row[0], row[1], row[2] = row[2], row[0], row[1]
    return 0 if gone < 0 else 1


@jit
def random_batch(seed: Any, first: int, rules: Array, counters: Array, results: Array) -> None:
    """Random wars `first` and on; `results` gets the winner and how the last battle ended (index of ENDINGS)."""
    s, points, row = np.zeros(SIZE, np.int64), np.zeros(2, np.int64), np.zeros(3, np.int64)
    stream, choices, moves = np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(MAX_MOVES, np.int64)
    for i in range(results.shape[0]):
        own = seed ^ U(first + i)
        begin_war(row, own, stream)
        begin_stream(choices, own, CHOICES)
        points[0] = points[1] = battle = 0
        while max(points[0], points[1]) < rules[1]:
            battle += 1
            begin_battle(s, row, battle, 1 - battle % 2, own, stream, moves)
            while not s[OVER]:
                counters[DECISIONS] += 1
                act(s, random_choice(s, row, choices, counters, moves))
            close_battle(s, -1, rules, points, row, counters)
        results[i, 0], results[i, 1] = (0 if points[0] > points[1] else 1), 0


@jit
def thinking_batch(kinds: Array, seed: Any, first: int, rules: Array, war: Array, w: Array, counters: Array, results: Array,
                   log: Array) -> None:  # fmt: skip
    """Wars `first` and on of two crews, as `random_batch`; in every other war the second one in `kinds` is red.

    The moves of all wars go into `log`, as long as there is room.
    """
    s, points, row, seen = np.zeros(SIZE, np.int64), np.zeros(2, np.int64), np.zeros(3, np.int64), np.zeros(ROOM, np.int64)
    stream, choices, moves = np.zeros(1, np.uint64), np.zeros(1, np.uint64), np.zeros(MAX_MOVES, np.int64)
    scratch, step = rooms(), 0
    for i in range(results.shape[0]):
        own = seed ^ U(first + i)
        begin_war(row, own, stream)
        begin_stream(choices, own, CHOICES)
        points[0] = points[1] = battle = 0
        while max(points[0], points[1]) < rules[1]:
            battle += 1
            begin_battle(s, row, battle, 1 - battle % 2, own, stream, moves)
            seen[:] = 0
            gone = -1
            while not s[OVER] and gone < 0:
                seat = decider(s)
                kind = kinds[(seat + first + i) % 2]
                if kind == RANDOM:
                    move = random_choice(s, row, choices, counters, moves)
                elif kind == GREEDY:
                    move = greedy_decides(s, seen, rules, w, choices, scratch)
                else:
                    move = house_decides(s, seen, rules, war, points, w, choices, scratch)
                counters[DECISIONS] += 1
                if step < log.shape[0]:
                    log[step] = move
                step += 1
                if move == WITHDRAW:
                    gone = seat
                else:
                    remember(s, seen, move)
                    act(s, move)
            results[i, 1] = close_battle(s, gone, rules, points, row, counters)
        results[i, 0] = 0 if points[0] > points[1] else 1


@dataclass(frozen=True, slots=True)
class Batch:
    """What wars came to. `wins` are those of the first named crew; of red, the 1st Player of the first battle, where one crew
    has both seats. `endings` are of the wars' last battles; `counters` see there. `seconds` is the time of playing alone.
    """

    games: int
    wins: int
    endings: dict[str, int]
    counters: tuple[int, ...]
    seconds: float

    @property
    def decisions(self) -> int:
        """Turns and choices inside abilities, withdrawals among them."""
        return self.counters[DECISIONS]


def war_seed(seed: int, i: int) -> int:
    """The deal seed of war `i` of the batch seed `seed`."""
    return mix(seed) ^ i


def rules_array(variants: Sequence[str] = (), level: str = "standard") -> tuple[Array, Array]:
    """What the kernel takes of a setting, and the chance to win the war by red's and blue's points; OptionError as `rules.start`.

    First: points of a full battle, points that win, then what withdrawing with 0 ... 6 cards gives, 1st Player and 2nd.
    """
    setup = rules.setup_of(level, variants)
    given = [rules.withdrawal_points(setup, first, left) for first in (True, False) for left in range(7)]
    most = setup.target + battle_points(setup)
    table = [[chance_at(a, b, setup.target, setup.beginner) for b in range(most)] for a in range(most)]
    return np.array([battle_points(setup), setup.target, *given], np.int64), np.array(table)


def simulate(
    *, level: str, variants: Sequence[str], crews: Sequence[str], games: int, seed: int, first: int = 0, seats: int = 2
) -> Batch:
    """Play the wars `first` ... `first + games - 1` of the batch `seed`. Two crews change seats after each war: the first named
    is red in the even ones.

    Raises OptionError for unknown options. The first call in a process compiles (or loads) the code.
    """
    if seats != 2:
        raise OptionError("unknown-seats", given=seats, valid="2")
    setting, war = rules_array(variants, level)
    if not 1 <= len(crews) <= 2 or not set(crews) <= set(CREWS):
        raise OptionError("unknown-crew", given=",".join(crews), valid=", ".join(CREWS))
    kinds = np.array([CREWS.index(crews[0]), CREWS.index(crews[-1])], np.int64)
    counters, results = np.zeros(COUNTERS, np.int64), np.zeros((games, 2), np.int64)
    mixed, w = U(mix(seed)), np.array(thinking.WEIGHTS)
    none, log = np.zeros((0, 2), np.int64), np.zeros(0, np.int64)
    if kinds.any():
        thinking_batch(kinds, mixed, 0, setting, war, w, counters, none, log)  # compiles
        began = perf_counter()
        thinking_batch(kinds, mixed, first, setting, war, w, counters, results, log)
    else:
        random_batch(mixed, 0, setting, counters, none)
        began = perf_counter()
        random_batch(mixed, first, setting, counters, results)
    seconds = perf_counter() - began
    swapped = (first + np.arange(games)) % 2 if len(crews) == 2 else np.zeros(games, np.int64)
    counts = np.bincount(results[:, 1], minlength=len(ENDINGS))
    return Batch(
        games=games,
        wins=int((results[:, 0] == swapped).sum()),
        endings={str(ending): int(n) for ending, n in zip(ENDINGS, counts, strict=True) if n},
        counters=tuple(map(int, counters)),
        seconds=seconds,
    )

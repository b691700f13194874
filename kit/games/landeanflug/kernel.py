"""Landeanflug in batches: whole flights compiled by Numba.

The position and the rules are `model.py`, the crew's thinking is `thinking.py`, both as compiled twins of what runs in play
(`kit.core.compiled`); here are the deals, by the same generator and event numbers as `kit.core.deals` and `rules.py`, and the
loops. Flight i of seed s has the deal seed `mix(s) ^ i` (`flight_seed`) whoever flies it, so a batch cut in pieces gives the
same flights, and each can be replayed in the readable engine.

Importing this module loads Numba: only batches and their worker processes do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from kit.core.compiled import jit, twin
from kit.core.compiled_deals import CHOICES, Array, U, begin_stream, below
from kit.core.deals import mix
from kit.core.errors import OptionError
from kit.games.landeanflug import rules
from kit.games.landeanflug.hands import hand_table
from kit.games.landeanflug.model import (
    DICE,
    ENDING,
    FAILED,
    FLYING,
    HANDS,
    HELD,
    LAID,
    MAX_MOVES,
    PLANES,
    POSITION,
    REROLLS,
    ROUND,
    SIZE,
    TURN,
    USED,
)
from kit.games.landeanflug.state import Ending, Setup
from kit.games.landeanflug.weights import weights

CREWS = ("random", "house")
ENDINGS = (  # by the numbers of model.py, which has no resigning
    None,
    Ending.LANDED,
    Ending.SPIN,
    Ending.COLLISION,
    Ending.OVERSHOOT,
    Ending.MISSING_DUTY,
    Ending.SHORT,
    Ending.TOO_FAST,
    Ending.NOT_LANDED,
)
CONDITIONS = ("planes", "gear", "flaps", "axis")  # the bits of model.FAILED

_model = twin("kit.games.landeanflug.model")
legal_placements, place_card, new_flight = _model.legal_placements, _model.place_card, _model.new_flight
best_placement = twin("kit.games.landeanflug.thinking").best_placement
_rerolls = twin("kit.games.landeanflug.rerolls")
best_return, calls_reroll = _rerolls.best_return, _rerolls.calls_reroll


@jit
def draw(s: Array, seat: int, k: int, number: int, seed: Any, stream: Array, deck: Array) -> None:
    """Give `seat` `k` cards: from its twelve without those laid and held, or dice. As `Deal.draw` and `Deal.roll` do."""
    begin_stream(stream, seed, number)
    mine = HANDS + 6 * seat
    s[HELD + seat] += k
    if s[DICE]:
        for _ in range(k):
            s[mine + below(stream, 6)] += 1
        return
    n = 0
    for i in range(6):
        for _ in range(2 - s[LAID + 6 * seat + i] - s[mine + i]):
            deck[n] = i
            n += 1
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    for i in range(k):
        s[mine + deck[i]] += 1


@jit
def begin_round(s: Array, dense: int, seed: Any, stream: Array, deck: Array) -> None:
    """Dense airspace, the joker, the turn and the draw of the round that `s` has reached; `dense` has bit r for round r."""
    number = s[ROUND] * 16
    if dense >> s[ROUND] & 1:
        begin_stream(stream, seed, number + 8)
        if s[DICE]:
            value = below(stream, 6)
        else:
            for i in range(12):
                deck[i] = i // 2
            for i in range(11, 0, -1):
                j = below(stream, i + 1)
                deck[i], deck[j] = deck[j], deck[i]
            value = deck[0]
        s[PLANES + min(6, s[POSITION] + value)] += 1
    if s[ROUND] == 1 or s[ROUND] == 5:
        s[REROLLS] += 1
    s[TURN] = 1 - s[ROUND] % 2
    draw(s, 0, 4, number, seed, stream, deck)
    draw(s, 1, 4, number + 4, seed, stream, deck)


@jit
def reroll(s: Array, pilot: int, copilot: int, seed: Any, stream: Array, deck: Array) -> None:
    """Both seats put back cards, given as keys (counts by value as octal digits), and draw as many (LA-3.12)."""
    s[REROLLS] -= 1
    s[USED] += 1
    for seat in range(2):
        key = copilot if seat else pilot
        n = 0
        for i in range(6):
            back = key >> (3 * i) & 7
            s[HANDS + 6 * seat + i] -= back
            n += back
        s[HELD + seat] -= n
        draw(s, seat, n, 16 * s[ROUND] + 4 * seat + s[USED], seed, stream, deck)


@jit
def start(s: Array, setup: Array, seed: Any, stream: Array, deck: Array) -> None:
    """Round 1 with its hands; `setup` is turbulence, dice, open cockpit and the bits of the dense rounds."""
    new_flight(s, setup[0], setup[1], setup[2])
    begin_round(s, setup[3], seed, stream, deck)


@jit
def round_is_over(s: Array) -> bool:
    """Whether the next round is to be dealt."""
    return s[ENDING] == FLYING and s[HELD] + s[HELD + 1] == 0


@jit
def fly_at_random(s: Array, seed: Any, setup: Array, stream: Array, choices: Array, deck: Array, moves: Array) -> int:
    """One flight of random legal placements in `s`; the number of decisions."""
    begin_stream(choices, seed, CHOICES)
    start(s, setup, seed, stream, deck)
    decisions = 0
    while s[ENDING] == FLYING:
        decisions += 1
        place_card(s, moves[below(choices, legal_placements(s, moves))])
        if round_is_over(s):
            begin_round(s, setup[3], seed, stream, deck)
    return decisions


@jit
def fly_by_thought(s: Array, seed: Any, setup: Array, w: Array, t: Array, stray: int, ends: Array) -> int:
    """One flight of the house crew in `s`; the number of decisions.

    For fitting the weights: `stray` of 1000 placements are random, and row r of `ends` gets the position after round r + 1.
    """
    stream, choices = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    deck, moves, found = np.zeros(12, np.int64), np.zeros(MAX_MOVES, np.int64), np.zeros(2)
    begin_stream(choices, seed, CHOICES)
    start(s, setup, seed, stream, deck)
    decisions = 0
    while s[ENDING] == FLYING:
        decisions += 1
        if stray and below(choices, 1000) < stray:
            move = moves[below(choices, legal_placements(s, moves))]
        else:
            move = best_placement(s, w, t, found)
            key = calls_reroll(s, w, t, found[0], found)
            if key:
                s[REROLLS] -= 1  # the joker is spent when the partner chooses
                answer = best_return(s, 1 - s[TURN], w, t, found)
                s[REROLLS] += 1
                pilot, copilot = (answer, key) if s[TURN] else (key, answer)
                reroll(s, pilot, copilot, seed, stream, deck)
                continue
        place_card(s, move)
        if round_is_over(s):
            if ends.shape[0]:
                ends[s[ROUND] - 2] = s
            begin_round(s, setup[3], seed, stream, deck)
    return decisions


@jit
def random_batch(seed: Any, first: int, setup: Array, endings: Array) -> int:
    """Random flights `first` and on; a row of `endings` each. The number of decisions."""
    s, stream, choices = np.zeros(SIZE, np.int64), np.zeros(1, np.uint64), np.zeros(1, np.uint64)
    deck, moves = np.zeros(12, np.int64), np.zeros(MAX_MOVES, np.int64)
    decisions = 0
    for i in range(endings.shape[0]):
        decisions += fly_at_random(s, seed ^ U(first + i), setup, stream, choices, deck, moves)
        endings[i, 0] = s[ENDING]
        endings[i, 1] = s[FAILED]
    return decisions


@jit
def house_batch(seed: Any, first: int, setup: Array, w: Array, t: Array, stray: int, endings: Array, ends: Array) -> int:
    """Flights of the house crew, as `random_batch`; `ends` has seven rows a flight, or none at all."""
    s = np.zeros(SIZE, np.int64)
    rows = ends.shape[0] // max(endings.shape[0], 1)
    decisions = 0
    for i in range(endings.shape[0]):
        decisions += fly_by_thought(s, seed ^ U(first + i), setup, w, t, stray, ends[rows * i : rows * i + rows])
        endings[i, 0] = s[ENDING]
        endings[i, 1] = s[FAILED]
    return decisions


@dataclass(frozen=True, slots=True)
class Batch:
    """What flights came to: how many, by ending, and how often each landing condition failed where it was judged.

    `seconds` is the time of flying alone, without compiling; `decisions` counts placements and rerolls called.
    """

    games: int
    endings: dict[str, int]
    failed: dict[str, int]
    decisions: int
    seconds: float

    @property
    def wins(self) -> int:
        """Flights that landed."""
        return self.endings.get(str(Ending.LANDED), 0)


def flight_seed(seed: int, i: int) -> int:
    """The deal seed of flight `i` of the batch seed `seed`: `Deal(flight_seed(7, 0))` is the first flight of batch 7."""
    return mix(seed) ^ i


def setup_array(level: str, variants: Iterable[str] = ()) -> Array:
    """Level and variants as the kernel takes them; raises OptionError as `rules.start` does. A stopwatch never runs out here."""
    setup: Setup = rules.start(level=level, variants=variants).setup
    dense = sum(1 << number for number in setup.dense_rounds)
    return np.array([setup.turbulence, setup.dice, setup.open, dense], np.int64)


def simulate(
    *, level: str, variants: Sequence[str], crews: Sequence[str], games: int, seed: int, first: int = 0, seats: int = 2
) -> Batch:
    """Fly the flights `first` ... `first + games - 1` of the batch `seed` with one crew in both seats.

    Raises OptionError for an unknown level, variant or crew. The first call in a process compiles (or loads) the crew's code.
    """
    rules.check_seats(seats)
    setup = setup_array(level, variants)
    crew = crews[0]
    if len(set(crews)) != 1 or crew not in CREWS:
        raise OptionError("unknown-crew", given=",".join(crews), valid=", ".join(CREWS))
    endings = np.zeros((games, 2), np.int64)
    none = np.zeros((0, 2), np.int64)
    mixed_seed = U(mix(seed))
    if crew == "random":
        random_batch(mixed_seed, 0, setup, none)  # compiles
        began = perf_counter()
        decisions = random_batch(mixed_seed, first, setup, endings)
    else:
        w, t = np.array(weights(bool(setup[0]))), np.array(hand_table())
        ends = np.zeros((0, SIZE), np.int64)
        house_batch(mixed_seed, 0, setup, w, t, 0, none, ends)
        began = perf_counter()
        decisions = house_batch(mixed_seed, first, setup, w, t, 0, endings, ends)
    seconds = perf_counter() - began
    counts = np.bincount(endings[:, 0], minlength=len(ENDINGS))
    return Batch(
        games=games,
        endings={str(ending): int(n) for ending, n in zip(ENDINGS, counts, strict=True) if ending and n},
        failed={name: int((endings[:, 1] >> bit & 1).sum()) for bit, name in enumerate(CONDITIONS)},
        decisions=int(decisions),
        seconds=seconds,
    )

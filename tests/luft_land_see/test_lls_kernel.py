"""The compiled batches are the readable engine, move by move, and the crews decide in them as they do in play."""

from __future__ import annotations

import random

import numpy as np
import pytest
from test_model import facts
from test_properties import tricky

from kit.chance.intervals import wilson
from kit.core.deals import Deal, Stream
from kit.core.errors import OptionError
from kit.games.luft_land_see import crews, kernel, model, recall, rules
from kit.games.luft_land_see.coding import decode_move, encode
from kit.games.luft_land_see.figures import REFERENCE, survey
from kit.games.luft_land_see.kernel_crews import WITHDRAW
from kit.games.luft_land_see.moves import Withdraw
from kit.games.luft_land_see.state import Ending
from kit.games.luft_land_see.view import view
from kit.lab.batches import Setting


def play(crew, games=1, seed=5, first=0, variants=()):
    return kernel.simulate(level="standard", variants=variants, crews=crew, games=games, seed=seed, first=first)


def logged(crew, seed, i, variants=(), room=400):
    """War `i` of a batch in the kernel: its moves, and the counters."""
    setting, war = kernel.rules_array(variants)
    kinds = np.array([kernel.CREWS.index(name) for name in crew])
    counters, results, log = np.zeros(kernel.COUNTERS, np.int64), np.zeros((1, 2), np.int64), np.full(room, -1)
    w = np.array(crews.thinking.WEIGHTS)
    kernel.thinking_batch(kinds, np.uint64(kernel.mix(seed)), i, setting, war, w, counters, results, log)
    moves = [Withdraw() if move == WITHDRAW else decode_move(int(move)) for move in log[: counters[kernel.DECISIONS]]]
    return moves, counters, results[0]


class Both:
    """One war in the engine and in the kernel at once."""

    def __init__(self, seed, variants=()):
        self.seed, self.state = np.uint64(seed), rules.start(deal=Deal(seed), variants=variants)
        self.s, self.row, self.seen = np.zeros(model.SIZE, np.int64), np.zeros(3, np.int64), np.zeros(recall.ROOM, np.int64)
        self.stream, self.moves = np.zeros(1, np.uint64), np.zeros(model.MAX_MOVES, np.int64)
        self.setting, self.points, self.counters = kernel.rules_array(variants)[0], np.zeros(2, np.int64), np.zeros(14, np.int64)
        kernel.begin_war(self.row, self.seed, self.stream)
        self.begin(1)

    def begin(self, battle):
        kernel.begin_battle(self.s, self.row, battle, 1 - battle % 2, self.seed, self.stream, self.moves)
        self.seen[:] = 0

    def check(self):
        assert facts(self.s.tolist()) == facts(encode(self.state))
        assert tuple(self.seen.tolist()) == (*self.state.traces, *self.state.hand_traces)
        assert kernel.decider(self.s) == self.state.decider and tuple(self.row) == self.state.theaters
        n = kernel.legal(self.s, self.moves)
        return {decode_move(int(code)): int(code) for code in self.moves[:n]}

    def play(self, move, code):
        battle, gone = self.state.battle, -1
        if code is None:
            gone = self.state.decider
        else:
            kernel.remember(self.s, self.seen, code)
            kernel.act(self.s, code)
        self.state = rules.apply(self.state, move)
        over = bool(self.state.outcome) or self.state.battle > battle
        assert over == (gone >= 0 or bool(self.s[model.OVER]))
        if over:
            ended = kernel.close_battle(self.s, gone, self.setting, self.points, self.row, self.counters)
            assert kernel.ENDINGS[ended] == self.state.results[-1].ending
            assert tuple(self.points) == self.state.points
            if not self.state.outcome:
                self.begin(battle + 1)


@pytest.mark.parametrize("variants", [(), ("beginner",), ("long",)])
def test_the_same_moves_lead_to_the_same_positions_and_memories(variants):
    """Play that likes abilities and face-down cards, with withdrawals; whole positions, legal moves and memory compared."""
    rng, remembered = random.Random(3), 0
    for seed in range(20):
        both = Both(seed, variants)
        while not both.state.outcome:
            by_move = both.check()
            assert set(by_move) == {move for move in rules.legal_moves(both.state) if not isinstance(move, Withdraw)}
            remembered += any(both.state.traces) or any(both.state.hand_traces)
            move = tricky(both.state, rng)
            both.play(move, by_move.get(move))
    assert remembered > 20


def test_kernel_and_engine_agree_in_100_000_decisions():
    """Random wars of a batch, replayed: each choice is legal in the engine, and all ends the same.

    In every tenth war the engine's list is drawn from too: as long as the kernel's, and in the same order.
    """
    decisions = moves = i = 0
    while decisions < 100_000:
        log, counters, result = logged(("random", "random"), 7, i)
        seed, sizes = kernel.war_seed(7, i), 0
        state, choices = rules.start(deal=Deal(seed)), Stream(seed, kernel.CHOICES)
        for move in log:
            if i % 10 == 0:
                legal = rules.legal_moves(state)
                n = len(legal) - (state.task is None)  # the withdrawal stands last
                assert legal[choices.randrange(n)] == move
                sizes += n
            state = rules.apply(state, move)
        assert state.outcome.winner == result[0] and kernel.ENDINGS[result[1]] == state.outcome.ending
        assert (state.outcome.battles, len(log)) == tuple(counters[[kernel.BATTLES, kernel.DECISIONS]])
        assert sizes in (0, counters[kernel.MOVES])
        won = [battle.winner == battle.first for battle in state.results]
        assert counters[kernel.FIRST_WON] == sum(won) == counters[kernel.FIRST_WON_FULL]
        decisions, moves, i = decisions + len(log), moves + counters[kernel.MOVES], i + 1
    batch = play(("random",), games=i, seed=7)
    assert (batch.decisions, batch.counters[kernel.MOVES]) == (decisions, moves)


@pytest.mark.parametrize(
    ("crew", "wars", "variants"),
    [
        (("random", "random"), 3, ()),
        (("greedy", "random"), 3, ("long",)),
        (("greedy", "greedy"), 2, ("beginner",)),
        (("greedy", "greedy"), 4, ()),
        (("house", "greedy"), 1, ()),
    ],
)
def test_crews_play_the_same_war_in_play_and_in_a_batch(monkeypatch, crew, wars, variants):
    """Decision by decision, by their views in the engine, both seats drawing from the war's own stream."""
    monkeypatch.setitem(crews.thoughts.__kwdefaults__, "cap", 600.0)
    withdrawals = 0
    for i in range(wars):
        moves, counters, result = logged(crew, 3, i, variants)
        seed = kernel.war_seed(3, i)
        state, luck = rules.start(deal=Deal(seed), variants=variants), Stream(seed, kernel.CHOICES)
        for move in moves:
            seat = state.decider
            player = crews.get(crew[(seat + i) % 2])
            assert player(view(state, seat), luck) == move
            state = rules.apply(state, move)
        assert state.outcome.winner == result[0] and kernel.ENDINGS[result[1]] == state.outcome.ending
        left = [battle for battle in state.results if battle.ending is Ending.WITHDRAWAL]
        withdrawals += len(left)
        assert sum(counters[kernel.LEFT : kernel.LEFT + 7]) == len(left)
        assert counters[kernel.FIRST_LEFT] == sum(battle.winner != battle.first for battle in left)
        assert counters[kernel.FULL] == len(state.results) - len(left)
    assert withdrawals or wars < 4  # in a beginners' war it costs as much as losing


def test_a_batch_does_not_depend_on_how_it_is_cut():
    for crew in (("random",), ("greedy", "random")):
        whole = play(crew, games=90)
        parts = [play(crew, games=30, first=first) for first in (0, 30, 60)]
        assert whole.counters == tuple(map(sum, zip(*(part.counters for part in parts), strict=True)))
        assert whole.wins == sum(part.wins for part in parts)
        assert whole.games == sum(whole.endings.values()) == 90


def test_wins_are_those_of_the_crew_that_is_named_first():
    assert play(("greedy", "random"), games=60).wins >= 57 and play(("random", "greedy"), games=60).wins <= 3
    one = [logged(("greedy", "greedy"), 5, i)[2][0] for i in range(20)]
    assert play(("greedy",), games=20).wins == one.count(0)  # one crew: red's
    assert play(("greedy", "greedy"), games=20).wins == sum(winner == i % 2 for i, winner in enumerate(one))


def test_unknown_names_are_refused():
    for changes, code in (
        ({"level": "easy"}, "unknown-level"),
        ({"variants": ("wind",)}, "unknown-variant"),
        ({"crews": ("nobody",)}, "unknown-crew"),
        ({"crews": ("house",) * 3}, "unknown-crew"),
        ({"seats": 3}, "unknown-seats"),
    ):
        with pytest.raises(OptionError) as error:
            kernel.simulate(**{"level": "standard", "variants": (), "crews": ("random",), "games": 1, "seed": 1, **changes})
        assert error.value.code == code


def test_house_is_well_ahead_of_greedy():
    """A small sample; the table of 2000 wars stands in docs/performance.md."""
    batch = play(("house", "greedy"), games=40, seed=8)
    assert wilson(batch.wins, batch.games).low > 0.75


def test_random_play_comes_to_the_published_figures():
    """An independent simulator's figures, each within what its rounding and our sample of 20 000 wars leave open."""
    found = survey(20_000, seed=1)
    assert found.first_won == pytest.approx(REFERENCE.first_won, abs=0.01)
    assert found.battles_a_war == pytest.approx(REFERENCE.battles_a_war, abs=0.03)
    assert found.decisions_a_battle == pytest.approx(REFERENCE.decisions_a_battle, abs=0.06)
    assert found.legal_moves == pytest.approx(REFERENCE.legal_moves, abs=0.06)
    assert sum(found.endings.values()) == found.battles and found.points == {"full": 6.0}


def test_a_setting_knows_what_was_published_for_its_crews():
    assert Setting.of("luft_land_see", crews=("house", "greedy")).published == 0.84
    assert Setting.of("luft_land_see", crews=("greedy", "house")).published is None
    assert Setting.of("luft_land_see", crews=("house", "greedy"), variants=("long",)).published is None

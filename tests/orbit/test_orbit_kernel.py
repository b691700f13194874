"""The compiled batches against the readable engine: the same deals and moves through both, state by state."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kit.core.deals import Deal, Stream
from kit.core.errors import OptionError
from kit.games.orbit import crews, kernel, kernel_draft, mind, model, rules, taking
from kit.games.orbit.figures import published
from kit.games.orbit.knowledge import top_king
from kit.games.orbit.state import DECK, Coin, Phase, Taken
from kit.games.orbit.status import refusal
from kit.games.orbit.tasks import task
from kit.games.orbit.view import may_hold, view

DECK_ARRAY = np.array([model.pack(card) for card in DECK], np.int64)
TABLE = np.array(crews.task_table(), np.int64)


def simulate(level, seats, crew, games, seed, **more):
    return kernel.simulate(
        level=level, seats=seats, variants=more.pop("variants", ()), crews=(crew,), games=games, seed=seed, **more
    )


class Both:
    """One attempt in the engine and in the kernel at once."""

    def __init__(self, level, seats, variants, seed):
        self.state = rules.start(level=level, seats=seats, variants=variants, deal=Deal(seed))
        self.rules, self.seed = kernel.rules_array(level, seats, variants), np.uint64(seed)
        self.s, self.d = np.zeros(model.SIZE, np.int64), np.zeros(kernel_draft.DRAFT, np.int64)
        self.work, self.picks, self.public = (np.zeros(n, np.int64) for n in (taking.WORK, kernel_draft.CARDS, mind.PUBLIC))
        self.stream = np.zeros(1, np.uint64)
        kernel_draft.deal(self.s, self.d, self.rules, DECK_ARRAY, self.seed, self.stream)
        kernel_draft.begin_draft(self.d, self.rules, TABLE, self.seed, self.stream)
        kernel.begin_play(self.s, self.public)

    def draft(self, rng):
        """Random picks; the same may be taken in both, from the same offer. How many there were."""
        decisions = 0
        while True:
            n = kernel_draft.next_pick(self.s, self.d, self.rules, TABLE, self.seed, self.stream, self.work, self.picks)
            state = self.state
            if n == 0:
                assert state.phase is Phase.PLAYING and self.s[model.TURN] == state.commander
                break
            moves = [move for move in rules.legal_moves(state) if hasattr(move, "card")]
            assert self.picks[:n].tolist() == [move.card for move in moves]
            assert self.d[kernel_draft.OFFERED : kernel_draft.OFFERED + self.d[kernel_draft.OPEN]].tolist() == list(state.offer)
            move = rng.choice(moves)
            kernel_draft.take(self.s, self.d, TABLE, move.card)
            self.state = rules.apply(state, move)
            decisions += 1
        assert self.s.tolist() == model.encode(self.state, self.state.hands)
        assert self.d[kernel_draft.COMMANDER] == self.state.commander
        return decisions

    def lay(self, rng):
        """One random card; the same are legal in both, and between tricks all is the same."""
        moves = rules.plays(self.state)
        assert kernel.legal(self.s) == model.packed(move.card for move in moves)
        move = rng.choice(moves)
        kernel.lay(self.s, self.public, model.pack(move.card))
        self.state = rules.apply(self.state, move)
        if not self.state.trick:
            assert self.s.tolist() == model.encode(self.state, self.state.hands)
            assert self.public[: len(self.state.voids)].tolist() == list(self.state.voids)


def test_kernel_and_engine_agree_in_100_000_decisions():
    rng, decisions, seed = random.Random(5), 0, 0
    while decisions < 100_000:
        level = rng.randrange(1, 25) if seed % 12 == 0 else rng.randrange(1, 5)  # a long draft takes the engine long
        both = Both(str(level), 3 + seed % 3, ("eight-tasks",) if seed % 5 == 0 else (), seed)
        decisions += both.draft(rng)
        while both.state.outcome is None:
            both.lay(rng)
            decisions += 1
        assert (kernel.ending(both.s) == 0) is both.state.outcome.won
        failed = {task(card).kind for _, card in both.state.outcome.failed}
        name = kernel.ENDINGS[kernel.ending(both.s)].removeprefix("failed-")
        assert name == ("success" if not failed else failed.pop() if len(failed) == 1 else "several")
        seed += 1


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_or_3_4_the_draft_over_whole_numbers_refuses_what_the_engine_refuses(seats):
    """Any task card for any seat, whether or not it lies in the offer, besides the tasks of a random draft."""
    rng, refused = random.Random(seats), 0
    for seed in range(30):
        state = rules.start(level=str(rng.randrange(4, 24)), seats=seats, deal=Deal(seed))
        rest = model.ALL & ~(0 if state.open_card is None else 1 << model.pack(state.open_card))
        while state.phase is Phase.DRAFT:
            s = model.encode(state, state.hands)
            for card in rng.sample(range(52), 6):
                if any(each.card == card for each in state.taken) or task(card).names(state.open_card):
                    continue
                seat = rng.randrange(seats)
                allowed = refusal(state.setup, state.commander, state.open_card, state.taken, seat, card) is None
                assert taking.may_take(s, seat, card, crews.task_table(), state.commander, rest, [0] * taking.WORK) is allowed
                refused += not allowed
            state = rules.apply(state, rng.choice(rules.legal_moves(state)[:-1]))
    assert refused > 50


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_a_seat_may_hold_is_the_same_in_a_batch(seats):
    """Random games with random true signals: by seat the same cards are possible, for every viewer."""
    rng = random.Random(seats)
    for seed in range(8):
        both = Both("7", seats, (), seed)
        both.draft(rng)
        for seat in range(seats):
            shown = rng.choice(rules.signals(both.state, seat))
            both.state = rules.apply(both.state, shown)
            coin = {Coin.HIGH: mind.HIGH, Coin.LOW: mind.LOW, Coin.ONLY: mind.ONLY}[shown.coin]
            kernel.show(both.public, seat, 4 * model.pack(shown.card) + coin)
        top = model.pack(top_king(both.state.open_card))
        while both.state.outcome is None:
            for seat in range(seats):
                own, counts = np.zeros(5, np.int64), np.zeros(5, np.int64)
                kernel.may_hold(both.s, both.public, seat, both.state.commander, top, own, counts)
                seen = view(both.state, seat)
                masks = [model.packed(card for card in range(52) if bits >> card & 1) for bits in may_hold(seen)]
                assert own[:seats].tolist() == masks
                assert counts[:seats].tolist() == list(seen.counts)
            both.lay(rng)


@pytest.mark.parametrize(
    ("level", "seats", "variants"), [("3", 3, ()), ("6", 4, ()), ("5", 5, ()), ("4", 4, ("professional", "eight-tasks"))]
)
def test_the_house_crew_plays_the_same_game_compiled(level, seats, variants):
    """Whole attempts: the batch's result is that of the plain crew on the engine, with the same number of games thought out."""
    for i in range(2):
        deal_seed = kernel.deal_seed(11, i)
        state = rules.start(level=level, seats=seats, variants=variants, deal=Deal(deal_seed))
        rng = Stream(deal_seed, kernel.CHOICES)
        ended = crews.run(state, lambda seen, r: crews.house_crew(seen, r, games=8), rng)
        batch = simulate(level, seats, "house", 1, 11, first=i, thought=8, variants=variants)
        assert batch.wins == int(ended.outcome.won)


def test_the_house_thinks_more_where_cards_differ_by_little(monkeypatch):
    asked = []
    monkeypatch.setattr(kernel, "house_batch", lambda *given: asked.append(given[3]) or 0)
    for level, more in (("1", {}), ("5", {}), ("6", {}), ("20", {}), ("5", {"thought": 7})):
        simulate(level, 3, "house", 1, 1, **more)
    assert (
        asked[::2] == [crews.EASY_GAMES, crews.EASY_GAMES, crews.BATCH_GAMES, crews.BATCH_GAMES, 7] and asked[::2] == asked[1::2]
    )


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_house_drafts_the_same_tasks_compiled(seats):
    """Pick by pick, of every seat: the same worlds are played out with the commander leading, whoever picks."""
    for seed in range(3):
        both, choices = Both("9", seats, (), seed), np.zeros(1, np.uint64)
        rng = Stream(seed, kernel.CHOICES)
        kernel.begin_stream(choices, np.uint64(seed), kernel.CHOICES)
        args = both.s, both.d, both.rules, TABLE, both.seed, both.stream, both.work, both.picks
        while n := kernel_draft.next_pick(*args):
            card = both.picks[0]
            if n > 1:
                card = kernel.house_pick(both.s, both.d, both.rules, TABLE, both.picks, n, 40, kernel.below(choices, 1 << 28))
            both.state = rules.apply(both.state, crews.house_crew(view(both.state, both.state.turn), rng, games=40))
            assert both.state.taken[-1] == Taken(both.s[model.TURN], card)
            kernel_draft.take(both.s, both.d, TABLE, card)
        assert both.state.phase is Phase.PLAYING and len({each.seat for each in both.state.taken}) > 1


def test_a_random_attempt_of_a_batch_can_be_replayed_from_its_seed():
    results = []
    for i in range(12):
        deal_seed = kernel.deal_seed(4, i)
        state = rules.start(level="3", seats=4, deal=Deal(deal_seed))
        ended = crews.run(state, crews.random_crew, Stream(deal_seed, kernel.CHOICES), lambda seen: None)
        results.append(ended.outcome.won)
    assert simulate("3", 4, "random", 12, 4).wins == sum(results) > 0


def test_a_batch_is_the_sum_of_its_pieces():
    whole = simulate("2", 5, "random", 300, 5)
    pieces = [simulate("2", 5, "random", 100, 5, first=first) for first in (0, 100, 200)]
    assert whole.decisions == sum(piece.decisions for piece in pieces)
    assert all(whole.endings[name] == sum(piece.endings.get(name, 0) for piece in pieces) for name in whole.endings)
    assert sum(whole.endings.values()) == whole.games == 300 and whole.wins == whole.endings["success"]


@pytest.mark.parametrize("options", [{"level": "0"}, {"level": "40"}, {"seats": 6}, {"variants": ("x",)}, {"crews": ("x",)}])
def test_unknown_options_are_refused(options):
    with pytest.raises(OptionError):
        kernel.simulate(**{"level": "1", "seats": 4, "variants": (), "crews": ("random",), "games": 1, "seed": 1, **options})


def test_figures_of_or_8_stand_beside_ours():
    assert published("10", 3, ()) == 0.82 and published("20", 5, ()) == 0.20 and published("5", 4, ()) == 0.91
    assert published("2", 3, ()) is None and published("1", 4, ("professional",)) is None

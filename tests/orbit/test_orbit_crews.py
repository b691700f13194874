"""The crews decide from a view alone, legally, and the house succeeds far more often than chance."""

from __future__ import annotations

import random
from functools import partial

import pytest
from or_states import cards, play, playing

from kit.core.deals import Deal, Stream
from kit.core.errors import OptionError
from kit.games.orbit import GAME, crews, mind, model, rules
from kit.games.orbit.moves import Answer, Give, Play, Show
from kit.games.orbit.state import Coin, Phase
from kit.games.orbit.view import redeal, view

HANDS = (
    "A KS 9C 7C 3C AC 9D 6D 5H 9S 5S / B KH 8C 6C 2C 8D 5D 4H 8S 4S AS / "
    "C KD 5C 2H 8H 7D 4D AD 7S 6S 3S / D KC 4C 9H 7H 6H 3H AH 3D 2D 2S"
)


def hasty(name):
    """The crew of that name, thinking less where it thinks: many attempts take too long otherwise."""
    return partial(crews.get(name), games=30) if name == "house" else crews.get(name)


@pytest.mark.parametrize("name", crews.CREWS)
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_crew_plays_whole_attempts(name, seats):
    crew = hasty(name)
    for seed in range(2):
        state = rules.start(level=str(8 * seed + 2), seats=seats, variants=("mayday",), deal=Deal(seed))
        state = crews.run(state, crew, Stream(seed, 1), lambda seen: crews.signal(name, seen))
        assert state.outcome is not None and not state.outcome.stopped
        assert any(state.signals) is (name == "house" and not state.setup.silent)


def test_a_crew_sees_only_its_view():
    rng = random.Random(2)
    state = rules.start(level="6", deal=Deal(4))
    for _ in range(10):
        seat = state.turn
        for name in crews.CREWS:
            crew = crews.get(name)
            assert len({str(crew(view(redeal(state, seat, rng), seat), Stream(7, 7))) for _ in range(3)}) == 1
        state = rules.apply(state, rng.choice(GAME.legal_counted(state)))


def test_crews_answer_a_mayday_and_pass_cards():
    state = play(playing(hands=HANDS, variants=("mayday",)), "mayday A")
    assert crews.house_crew(view(state, 1), Stream(1, 1)) == Answer(False)
    assert isinstance(crews.random_crew(view(state, 1), Stream(1, 1)), Answer)
    state = play(state, "mayday yes, mayday yes, mayday yes")
    for seat in range(4):
        for crew in map(crews.get, crews.CREWS):
            move = crew(view(state, seat), Stream(1, seat))
            assert isinstance(move, Give) and move.card in state.hands[seat]
    with pytest.raises(ValueError, match="decision"):
        crews.random_crew(view(playing(hands=HANDS), 2), Stream(1, 1))
    with pytest.raises(OptionError):
        crews.get("nobody")


def test_or_7_3_the_house_agrees_to_a_mayday_where_success_has_become_unlikely():
    for tasks, agrees in (("A JC", False), ("B QC", False), ("B 7C, C 9C", True), ("C 7D, A 2D, D 2C", True)):
        state = play(playing(tasks, hands=HANDS, variants=("mayday",)), "mayday A")
        assert crews.house_crew(view(state, 1), Stream(1, 1)) == Answer(agrees), tasks


def test_the_house_signals_what_a_task_names_or_its_single_card():
    state = playing("A 9H", hands=HANDS)
    assert crews.house_signal(view(state, 3)) == Show(cards("9H")[0], Coin.HIGH)
    assert crews.house_signal(view(state, 0)) == Show(cards("5H")[0], Coin.ONLY)
    assert crews.house_signal(view(playing(level="5", hands=HANDS), 3)) is None
    assert crews.house_signal(view(play(state, "9S, 8S, 7S, 2S"), 3)) is None and crews.house_signal(view(state, None)) is None
    assert crews.signal("random", view(state, 3)) is None


def test_cards_that_nothing_tells_apart_are_one():
    state = playing("B 9C, C 8H", hands="A KS 9C 8C 7C 5C 9H 8H 7H AS 2S")
    s, own, _ = crews.knowledge(view(state, 0))
    kept = mind.unlike(s, own[1] | own[2] | own[3])
    assert kept == model.packed(cards("5C 7C 9C 7H 8H 9H AS KS"))


def test_cards_far_behind_are_left_out_and_equal_ones_told_apart_by_thumb():
    found = [3, 4, 40, 48, 7, 12, 48, 9, 36, 48]  # three cards: number, successes, games
    assert mind.hopeful(found, 0b111) == 0b101 and mind.hopeful(found, 0b110) == 0b100
    assert mind.weakest(found, 0b111, [9, 9, 9]) == 1 and mind.weakest(found, 0b101, [9, 9, 9]) == 2
    equal = [2, 4, 16, 16, 7, 16, 16]
    assert mind.hopeful(equal, 0b11) == 0b11 and mind.all_succeed(equal, 0b11) and not mind.all_succeed(found, 0b111)
    assert mind.weakest(equal, 0b11, [5, 3]) == 1 and mind.weakest(equal, 0b11, [3, 5]) == 0


def test_a_decision_that_nothing_hangs_on_takes_few_games():
    """All tasks are fulfilled whatever is played: the games stop long before they are used up."""
    state = playing("A 3H", hands="A KS KH KD KC 9H 8H 7H 6H 5H 4H")
    found = crews.thoughts(view(state, 0), Stream(1, 1), games=3000)
    assert [(thought.chance, thought.games) for thought in found] == [(1.0, mind.ENOUGH)] * 2


def test_the_house_takes_a_sure_trick():
    state = playing("A JC", hands=HANDS)
    move = crews.house_crew(view(state, 0), Stream(3, 3))
    assert isinstance(move, Play)
    won = rules.apply(state, move)
    while won.trick:
        won = rules.apply(won, crews.house_crew(view(won, won.turn), Stream(3, len(won.trick))))
    assert won.tricks[0].winner == 0


def test_the_house_succeeds_far_more_often_than_chance():
    house = random_ = 0
    for seed in range(16):
        for crew in ("house", "random"):
            state = rules.start(level="4", deal=Deal(seed))
            won = crews.run(state, hasty(crew), Stream(seed, 2), lambda seen: None).outcome.won
            house, random_ = house + (won and crew == "house"), random_ + (won and crew == "random")
    assert house >= 8 and random_ <= 4, (house, random_)


def test_a_draft_pick_suits_the_hand():
    """All hearts from the six up in one hand: at least five hearts is a matter of course."""
    state = rules.start(
        level="2", deal=Deal.scripted({"A": cards("KS KH 9H 8H 7H 6H 5H 4H 3H 2H"), "tasks": cards("5H 6H 6C 6D 3S 3C")})
    )
    assert state.phase is Phase.DRAFT and str(crews.house_crew(view(state, 0), Stream(1, 1))) in ("take 5H", "take 6C", "take 6D")

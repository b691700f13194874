"""The opponents' diary tells what the seat could know, names no card that stayed secret, and the turning point is the largest drop."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from test_properties import tricky

from kit.core.sessions import Session
from kit.games.luft_land_see import advice, crews, diary, lookback, odds, rules
from kit.games.luft_land_see.advice import about, percent, war_chance
from kit.games.luft_land_see.cards import DOWN, NAMES
from kit.games.luft_land_see.moves import Deploy, Flip, Improvise, Withdraw
from kit.games.luft_land_see.view import view
from kit.locale import catalogue, text


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch):
    """Few enough to be quick, on a loaded machine too; what is kept of other tests is forgotten."""
    monkeypatch.setattr(crews, "STAGES", ((2, 3), (3, 1)))
    monkeypatch.setattr(diary, "WORLDS", 3)
    monkeypatch.setitem(crews.thoughts.__kwdefaults__, "cap", 600.0)
    kept = (advice.thoughts, advice.outlook, diary._ranking, diary.weigh)
    for function in kept:
        function.cache_clear()
    yield
    for function in kept:
        function.cache_clear()


def war(seed, players=("house", "greedy"), withdrawals=0.03):
    """A war of moves that like abilities: who is said to sit there does not choose them."""
    rng, session = random.Random(seed), Session.new("luft_land_see", seed=seed, players=players)
    while not session.over:
        move = tricky(session.state, rng)
        if session.state.task is None and rng.random() < withdrawals:
            move = Withdraw()
        session.play(str(move))
    return session


@pytest.fixture(scope="module")
def wars():
    return [war(seed) for seed in range(2)]


def decisions(session, seat, battle):
    return [i for i, state in enumerate(session.states[:-1]) if state.battle == battle and session.mover(i) == seat]


def test_there_is_a_line_for_each_decision_in_both_languages(wars):
    for session in wars[:1]:
        for battle in range(1, lookback.finished_round(session) + 1):
            for seat in (0, 1):
                for lang in ("de", "en"):
                    lines = diary.entries(session, seat, battle, lang)
                    assert len(lines) == len(decisions(session, seat, battle)) and all(lines)


def test_no_line_names_a_card_that_was_never_seen_by_all(wars):
    hidden = 0
    for session in wars:
        for battle in range(1, lookback.finished_round(session) + 1):
            shown = diary.seen_by_all(session, battle)
            told = " ".join(line for seat in (0, 1) for line in diary.entries(session, seat, battle, "en"))
            for card, name in enumerate(NAMES):
                if card not in shown:
                    assert text(f"card.{name}", "en", game="luft_land_see") not in told
                    hidden += 1
    assert hidden > 10


def test_cards_seen_by_all_are_those_that_lay_open(wars):
    for session in wars:
        for battle in range(1, lookback.finished_round(session) + 1):
            shown = diary.seen_by_all(session, battle)
            for state, move in zip(session.states, session.moves, strict=False):
                if state.battle == battle:
                    assert {card for stack in state.stacks for card in stack if card < DOWN} <= shown
                    assert not isinstance(move, Deploy) or move.card in shown


def test_what_it_took_from_a_move_are_the_odds_it_had_before():
    played = turned = covered = 0
    for session in (war(seed, withdrawals=0) for seed in range(10, 18)):
        for step, move in enumerate(session.moves):
            state, mover = session.states[step], session.mover(step)
            told = diary._took(session, step, 1 - mover, "en")
            seen = view(state, 1 - mover)
            assert diary._took(session, step, mover, "en") == ""
            if isinstance(move, Deploy):
                p = odds.whereabouts(seen)[move.card]["hand"]
                assert f"with {percent(float(p))} %" in told or p == 1
                played += 1
            elif isinstance(move, Improvise):
                n = sum(1 for spread in odds.whereabouts(seen).values() if spread["hand"])
                assert f"any of {n}." in told or n == 1
            elif isinstance(move, Flip):
                at = 3 * (1 - mover if move.opp else mover) + move.theater
                lies = state.stacks[at][-1]
                if lies < DOWN:
                    assert "I keep that in mind" in told
                    covered += 1
                elif at // 3 == mover:
                    p = odds.lies(seen, move.theater, [lies - DOWN])
                    assert f"with {percent(float(p))} %" in told
                    turned += 1
                else:
                    assert told == ""
            else:
                assert told == ""
    assert min(played, turned, covered) >= 2


def test_what_it_remembers_is_certain(wars):
    remembered = 0
    for session in wars:
        for step in range(len(session.moves)):
            state, seat = session.states[step], session.mover(step)
            seen = view(state, seat)
            told = diary._knows(seen, "en")
            for card in odds.remembered(seen):
                spread = odds.whereabouts(seen)[card]
                certain = any(spread.get(kind, 0) == 1 for kind in ("hand", "air", "land", "sea"))
                assert (text(f"card.{NAMES[card]}", "en", game="luft_land_see") in told) == certain
                where = {card for stack in state.stacks[3 * (1 - seat) : 6 - 3 * seat] for card in stack}
                assert not certain or card + DOWN in where or card in state.hands[1 - seat]
                remembered += certain
            assert odds.remembered(seen) or told == ""
    assert remembered > 1


def test_a_withdrawal_is_explained_by_the_chances_it_had():
    explained = {"house": 0, "greedy": 0}
    for seed in range(3):
        session = war(seed, withdrawals=0.2)
        for step, move in enumerate(session.moves):
            if not isinstance(move, Withdraw):
                continue
            state, seat = session.states[step], session.mover(step)
            seen, crew = view(state, seat), session.players[seat]
            line = diary.entries(session, seat, state.battle, "en")[-1]
            value = diary._ranking(seen, crew)[0][0]
            assert f"about {about(value)} %" in line
            if crew == "house":
                worth = odds.balance(seen, odds.Outlook(1, (0, 0, 0), 0))
                assert f"about {about(worth.war_withdraw)} % instead of {about(war_chance(seen, value))} %" in line
            explained[crew] += 1
    assert min(explained.values()) >= 2


def test_two_moves_are_weighed_in_the_same_worlds(wars):
    for session in wars[:1]:
        for step in range(0, len(session.moves), 7):
            state, seat = session.states[step], session.mover(step)
            moves = [move for move in rules.legal_moves(state) if not isinstance(move, Withdraw)][:2]
            for crew in ("house", "greedy"):
                found = diary.weigh(view(state, seat), tuple(moves), crew)
                assert all(0 <= p <= 1 for p in found)
                assert diary.weigh(view(state, seat), tuple(moves[::-1]), crew) == pytest.approx(found[::-1])


def test_the_turning_point_is_the_largest_drop_of_the_losers_chance(wars):
    for session in wars:
        loser = 1 - session.state.outcome.winner
        found = list(lookback.estimates(session))
        assert [step for step, _ in found] == [
            i for i, state in enumerate(session.states[:-1]) if state.task is None and session.mover(i) == loser
        ]
        chances = [p for _, p in found] + [0.0]
        drops = [before - after for before, after in pairwise(chances)]
        point = lookback.turning_point(session, found)
        assert point.before - point.after == max(drops) and found[drops.index(max(drops))][0] == point.step
        for lang in ("de", "en"):
            assert str(session.states[point.step].battle) in point.sentence(
                lang
            ) and f"{about(point.before)} %" in point.sentence(lang)
        assert lookback.turning_point(session, []) is None


def test_a_made_up_drop_is_told_by_when_it_came(wars):
    session = wars[0]
    steps = [step for step, _ in diary.war_chances(session)]
    same = next((a, b) for a, b in pairwise(steps) if session.states[a].battle == session.states[b].battle)
    other = next((a, b) for a, b in pairwise(steps) if session.states[a].battle != session.states[b].battle)
    for pair, how in ((same, "move"), (other, "battle")):
        point = lookback.turning_point(session, [(pair[0], 0.9), (pair[1], 0.1)])
        assert (point.how, point.step) == (how, pair[0]) and "90 %" in point.sentence("en")
    end = lookback.turning_point(session, [(steps[-1], 0.4)])
    assert (end.how, end.after) == ("end", 0.0)


def test_the_table_reads_battle_by_battle():
    session = Session.new("luft_land_see", seed=1, players=("person", "house"))
    assert lookback.finished_round(session) == 0 and lookback.diary(session, [1], "de") is None
    assert list(lookback.estimates(session)) == [] and lookback.turning_point(session, [(0, 0.5)]) is None
    over = war(1)
    last = lookback.finished_round(over)
    made = lookback.diary(over, [0, 1], "de", 1)
    assert [part["who"] for part in made["parts"]] == ["Rot", "Blau"] and "Schlacht 1" in made["title"]
    assert [c["n"] for c in made["chapters"]] == [*range(1, last + 1)] and [c["n"] for c in made["chapters"] if c["on"]] == [1]
    assert lookback.diary(over, [0], "de", 99)["title"].endswith(str(last)) and lookback.diary(over, [], "de") is None


def test_diary_and_advice_have_the_same_reasons():
    def keys(root):
        return {key.removeprefix(f"luft_land_see.{root}.") for key in catalogue() if key.startswith(f"luft_land_see.{root}.")}

    assert keys("diary.what") == keys("advice.what") and keys("diary.why") == keys("advice.why") - {"only"}

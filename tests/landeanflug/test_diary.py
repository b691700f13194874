"""The diary: what a seat says after a round stands on its own view alone, with exact figures; the turning point of a flight."""

import re
from functools import cache
from itertools import pairwise

import pytest

from kit.core.deals import Stream
from kit.core.sessions import Session
from kit.games.landeanflug import crews, diary, odds
from kit.games.landeanflug.moves import Place, RerollMove, TimeUp
from kit.games.landeanflug.view import redeal, view

FLIGHTS = [  # crew, seed, options
    ("house", 3, {"level": "profi"}),  # calls rerolls at touchdown
    ("random", 5, {"variants": ("dice",)}),
    ("house", 4, {"level": "schwer", "variants": ("open",)}),
    ("random", 11, {"level": "normal", "variants": ("turbulence", "stopwatch")}),
]
CASES = pytest.mark.parametrize("case", range(len(FLIGHTS)))


def fly(crew, seed, options, script=()):
    """A flight: first the moves of `script`, then the crew's."""
    session, rng = Session.new("landeanflug", seed=seed, **options), Stream(seed)
    for move in script:
        session.play(move)
    while not session.over:
        seat = session.game.deciders(session.state)[0]
        session.play(crews.get(crew)(view(session.state, seat), rng))
    return session


@cache
def flight(case):
    return fly(*FLIGHTS[case])


@cache
def with_reroll():
    """A flight in which the pilot calls a reroll in the middle of round 1: cards the copilot had in mind go back."""
    session = Session.new("landeanflug", seed=1)
    rng = Stream(1)
    for _ in range(3):
        session.play(crews.get("house")(view(session.state, session.state.turn), rng))
    session.play(RerollMove(0, session.state.hands[0][:1]))
    session.play(RerollMove(1, session.state.hands[1]))
    while session.state.round == 1 and not session.over:
        session.play(crews.get("house")(view(session.state, session.state.turn), rng))
    return session


def rounds(session):
    return range(1, session.state.round + 1)


@CASES
def test_one_entry_for_each_own_move_in_both_languages(case):
    session = flight(case)
    for number in rounds(session):
        for seat in (0, 1):
            own = [m for s, m in zip(session.states, session.moves, strict=False) if s.round == number and m.seat == seat]
            for lang in ("de", "en"):
                said = diary.entries(session, seat, number, lang)
                assert len(said) == len(own)
                assert all(entry and "{" not in entry and "  " not in entry and entry.endswith(".") for entry in said)
                assert not any(word in entry for entry in said for word in ("None", "..", "Fraction"))


@CASES
def test_hidden_cards_change_no_entry(case):
    session = flight(case)
    rng = Stream(17)
    for seat in (0, 1):
        before = [diary.entries(session, seat, number, "de") for number in rounds(session)]
        other = Session.from_record(session.record())
        other.states = [redeal(state, seat, rng) if not state.outcome else state for state in other.states]
        if not session.state.setup.open:
            assert any(a.hands[1 - seat] != b.hands[1 - seat] for a, b in zip(session.states, other.states, strict=True))
        assert [diary.entries(other, seat, number, "de") for number in rounds(session)] == before


def test_what_the_partner_puts_back_changes_no_entry():
    session = with_reroll()
    step = next(i for i, move in enumerate(session.moves) if isinstance(move, RerollMove))
    before = diary.entries(session, 0, 1, "de")
    session.moves[step + 1] = RerollMove(1, (1, 1, 1))
    assert diary.entries(session, 0, 1, "de") == before


def test_cards_put_back_stay_secret():
    session = with_reroll()
    step = next(i for i, move in enumerate(session.moves) if isinstance(move, RerollMove))
    back = session.moves[step + 1].back
    said = diary.entries(session, 1, 1, "de")
    answer = said[1]
    assert answer.startswith("Du hast den Neuzug gerufen.") and f"Ich habe {len(back)} Karten zurückgelegt" in answer
    own = re.sub(r"Nach deiner .*?%\. ", "", answer)  # what it took from the partner's card, which lies open
    assert not re.search(r"\d", re.sub(r"\d+ (%|Karten)", "", own))
    assert "Im Neuzug hast du 1 Karte getauscht." in said[2]
    shown = {str(m.card).replace("1", "A") for m in session.moves if isinstance(m, Place) and m.seat == 1}
    for cards in re.findall(r"mit: ([^.]+)\.", " ".join(said)):
        assert set(cards.split(", ")) <= shown
    gone = [c for c in back if c not in {m.card for m in session.moves if isinstance(m, Place) and m.seat == 1}]
    assert gone  # the flight is one where this matters: an entry before the reroll had such a card in mind
    first = next(i for i, m in enumerate(session.moves) if m.seat == 1)
    runner = crews.prospects(view(session.states[first], 1))[1][1]
    assert (runner.card in gone) == ("eine andere Karte" in said[0])


def test_nothing_in_hand_is_named_before_the_round_is_over():
    session = Session.new("landeanflug", seed=3)
    rng = Stream(3)
    for _ in range(3):
        session.play(crews.get("house")(view(session.state, session.state.turn), rng))
    for seat in (0, 1):
        laid = {m.card for m in session.moves if m.seat == seat}
        for entry, move in zip(diary.entries(session, seat, 1, "de"), [m for m in session.moves if m.seat == seat], strict=True):
            assert "mit: " not in entry
            step = session.moves.index(move)
            runner = next(m for _, m in crews.prospects(view(session.states[step], seat)) if m != move)
            assert runner.card in laid or "eine andere Karte" in entry


@CASES
def test_figures_are_those_of_odds_and_prospects(case):
    session = flight(case)
    for number in rounds(session):
        said = {seat: iter(diary.entries(session, seat, number, "de")) for seat in (0, 1)}
        for step, move in enumerate(session.moves):
            if session.states[step].round != number or move.seat is None:
                continue
            entry, seen = next(said[move.seat]), view(session.states[step], move.seat)
            if isinstance(move, RerollMove):
                kept, best, _ = diary.reroll_chances(seen)
                if move.back:
                    assert f"etwa {diary.percent(kept)} %" in entry and f"{diary.percent(best)} %" in entry
                continue
            ranking = crews.prospects(seen)
            own = next((p for p, m in ranking if m == move), None)
            if own is not None:
                assert f"Landechance auf {diary.percent(own)} %" in entry
                assert ("Mein bester Zug war das nicht" in entry) == (own < ranking[0][0])
            else:
                assert f", {diary.percent(ranking[0][0])} %." in entry
            if match := re.search(r"eine (\w) hast, sinkt von (\d+) % auf (\d+) %", entry):
                value = 1 if match[1] == "A" else int(match[1])
                before = odds.holds_each(view(session.states[step - 1], move.seat))
                after = odds.holds_each(seen)
                assert (int(match[2]), int(match[3])) == (diary.percent(before[value]), diary.percent(after[value]))
                change = max(abs(after[v] - before[v]) for v in range(1, 7))
                assert abs(after[value] - before[value]) == change


def test_the_printed_example():
    session = Session.new("landeanflug", seed=1)
    session.states[0] = session.game.start(deal=session.states[0].deal.scripted({"1 P": (1, 3, 5, 6), "1 C": (2, 3, 4, 6)}))
    session.play("P 3>axis")
    session.play("C 3>axis")
    session.play("P 6>radio")
    (said,) = diary.entries(session, 1, 1, "de")
    assert said.startswith("Nach deiner 3 auf der Fluglage: Die Chance, dass du noch eine 3 hast, sinkt von 58 % auf 27 %.")
    assert "<b>Ich habe die 3 auf die Fluglage gelegt:</b> So ist die Fluglage gerade." in said
    (said, later) = diary.entries(session, 0, 1, "en")
    assert said.startswith("No card lies yet") and "with 27 %" not in said
    assert "That leaves the axis level." in later and "<b>I laid the 6 on the radio:</b> that clears a plane." in later


@CASES
def test_landing_chances_are_those_of_the_mover_and_come_one_by_one(case):
    session = flight(case)
    chances = diary.landing_chances(session)
    first = next(chances)
    assert first == (0, crews.prospects(view(session.states[0], 0))[0][0])
    every = [first, *chances]
    assert [step for step, _ in every] == [i for i, m in enumerate(session.moves) if isinstance(m, Place)]
    for step, p in every[::7]:
        assert p == crews.prospects(view(session.states[step], session.moves[step].seat))[0][0]
    assert list(diary.landing_chances(session, upto=3)) == [pair for pair in every if pair[0] < 3]


def test_turning_point_of_a_list():
    landed = flight(2)
    assert landed.state.outcome.won
    chances = [(0, 0.5), (1, 0.6), (2, 0.3), (3, 0.8), (4, 0.5)]
    point = diary.turning_point(landed, chances)
    assert (point.step, point.before, point.after, point.move) == (1, 0.6, 0.3, landed.moves[1])
    for lang, who in (("de", "des Copiloten"), ("en", "the copilot's")):
        said = point.sentence(lang)
        assert "60 %" in said and "30 %" in said and who in said and "1" in said
    assert diary.turning_point(landed, [(0, 0.5), (1, 0.5), (2, 0.9)]) is None
    assert diary.turning_point(landed, []) is None
    turn = next(i for i, state in enumerate(landed.states) if state.round == 2)
    point = diary.turning_point(landed, [(turn - 1, 0.9), (turn, 0.2)])
    assert (point.step, point.round, point.also) == (turn - 1, 1, "round")
    assert "nach Runde 1" in point.sentence("de")


@pytest.mark.parametrize("case", [0, 1, 3])
def test_turning_point_of_a_real_flight(case):
    session = flight(case)
    chances = list(diary.landing_chances(session))
    point = diary.turning_point(session, chances)
    values = [p for _, p in chances] + ([] if session.state.outcome.won else [0.0])
    drops = [a - b for a, b in pairwise(values)]
    at = drops.index(max(drops))
    assert (point.step, point.before, point.after) == (chances[at][0], values[at], values[at + 1])
    for lang in ("de", "en"):
        assert f"{diary.percent(point.before)} %" in point.sentence(lang)
        assert f"{diary.percent(point.after)} %." in point.sentence(lang)


def test_turning_point_names_a_reroll_in_between():
    session = with_reroll()
    step = next(i for i, move in enumerate(session.moves) if isinstance(move, RerollMove))
    point = diary.turning_point(session, [(step - 1, 0.7), (step + 2, 0.4)])
    assert (point.step, point.also) == (step - 1, "reroll") and "Neuzug" in point.sentence("de")


def test_a_flight_given_up_or_without_a_card_has_no_turning_point():
    session = Session.new("landeanflug", seed=1)
    assert list(diary.landing_chances(session)) == [] and diary.turning_point(session, []) is None
    session.play("P resign")
    assert list(diary.landing_chances(session)) == [] and diary.turning_point(session, []) is None
    assert diary.entries(session, 0, 1, "de") == []
    session = Session.new("landeanflug", seed=1)
    session.play(crews.get("house")(view(session.state, 0), Stream(1)))
    session.play("C resign")
    assert diary.turning_point(session, diary.landing_chances(session)) is None


def test_the_clock_may_be_the_turning_point():
    session = Session.new("landeanflug", seed=1, variants=("stopwatch",))
    for _ in range(2):
        session.play(crews.get("house")(view(session.state, session.state.turn), Stream(1)))
    session.play(TimeUp())
    assert session.over
    point = diary.turning_point(session, diary.landing_chances(session))
    assert (point.step, point.after) == (2, 0.0)
    assert "Die Zeit lief ab" in point.sentence("de") and "time ran out" in point.sentence("en")
    assert len(diary.entries(session, 0, 1, "de")) == 1

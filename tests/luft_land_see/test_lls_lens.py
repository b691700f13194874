"""Lens, odds and advice: the figures are those of the odds, nothing hidden changes them, and the advice is what house would do."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from lls_states import at
from test_lls_odds import states

from kit.core.deals import Stream
from kit.games.luft_land_see import GAME, advice, crews, lens, odds, rules
from kit.games.luft_land_see.advice import about, best_move, code_of, outlook, percent, reason
from kit.games.luft_land_see.cards import NAMES, THEATERS
from kit.games.luft_land_see.coding import decode_move
from kit.games.luft_land_see.moves import Withdraw, parse_move
from kit.games.luft_land_see.view import view
from kit.locale import catalogue


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch):
    """Few enough to be quick; what is kept of other tests is forgotten."""
    monkeypatch.setattr(crews, "STAGES", ((2, 3), (3, 1)))
    monkeypatch.setitem(odds.outlook.__kwdefaults__, "worlds", 12)
    for cap in ("THINK", "LOOK"):  # a slow machine would think in fewer worlds
        monkeypatch.setattr(advice, cap, 600.0)
    monkeypatch.setitem(crews.thoughts.__kwdefaults__, "cap", 600.0)
    for kept in (advice.thoughts, advice.outlook):
        kept.cache_clear()
    yield
    for kept in (advice.thoughts, advice.outlook):
        kept.cache_clear()


def sections(seen, asked=(), lang="en"):
    return {section["caption"]: section for section in lens.lens(seen, asked, lang)["sections"]}


def test_lens_and_advice_do_not_depend_on_what_is_hidden():
    rng = random.Random(1)
    for state in states(12):
        for seat in (0, 1):
            seen, other = (view(s, seat) for s in (state, GAME.redeal(state, seat, rng)))
            for lang in ("de", "en"):
                made = []
                for each in (seen, other):
                    advice.thoughts.cache_clear()
                    advice.outlook.cache_clear()
                    made.append((lens.lens(each, {"L6"}, lang), advice.advice(each, lang), advice.best_figure(each, lang)))
                assert made[0] == made[1]


def test_the_lens_shows_the_exact_odds():
    for state in states(15):
        seen = view(state, state.decider)
        shown, exact = sections(seen, {"A1", "L6", "nonsense"}), odds.whereabouts(seen)
        if seen.counts[1 - seen.seat]:
            bars = shown["What does the opponent hold?"]
            for row in bars["bars"]:
                card = NAMES.index(row["pick"])
                assert row["p"] == float(exact.get(card, {}).get("hand", 0)) and row["text"] == f"{percent(row['p'])} %"
                assert row["on"] == (row["pick"] in ("A1", "L6"))
            likely = {NAMES[card] for card, spread in exact.items() if spread.get("hand")}
            assert likely <= {row["pick"] for row in bars["bars"]}
            assert bars["foot"].endswith(f"{percent(float(odds.holds(seen, [0, 11])))} %")
        where = shown["Which card may be where?"]
        known = odds.remembered(seen)
        assert len(where["rows"]) == len(known) + (len(exact) > len(known)) and len(where["head"]) == len(
            where["rows"][0]["cells"]
        )
        for row, card in zip(where["rows"], known, strict=False):
            assert [cell["text"] for cell in row["cells"]] == [f"{percent(float(p))} %" for p in exact[card].values()]


def test_the_lens_says_how_sure_its_estimates_are():
    for state in states(10):
        seen = view(state, state.decider)
        shown, ahead = sections(seen), outlook(seen)
        held = shown["Do you hold the theater in the end?"]
        assert [row["p"] for row in held["bars"]] == [ahead.control[t] / ahead.worlds for t in seen.theaters]
        assert str(ahead.worlds) in held["foot"] or ahead.exact
        if "Play on or withdraw?" in shown:
            worth, table = odds.balance(seen, ahead), shown["Play on or withdraw?"]
            assert [row["cells"][1]["text"] for row in table["rows"]] == [
                lens.signed(worth.play, "en"),
                lens.signed(worth.withdraw, "en"),
            ]
            assert sum(row["cells"][1]["strong"] for row in table["rows"]) == 1
            assert lens.signed(worth.play_interval.low, "en") in table["foot"] or ahead.exact
        else:
            assert state.task is not None


def test_the_lens_is_empty_where_there_is_nothing_to_reckon():
    state = states(1)[0]
    assert lens.lens(view(state, None), (), "de")["sections"] == []
    waiting = view(state, 1 - state.decider)
    assert "Play on or withdraw?" not in sections(waiting) and "Do you hold the theater in the end?" in sections(waiting)
    assert advice.advice(waiting, "de") is None and advice.best_figure(waiting, "de") is None


def test_signs():
    assert [lens.signed(x, "en") for x in (1.44, -3, 0.0, -0.04, 6.0)] == ["+1.4", "−3", "0", "0", "+6"]
    assert [lens.signed(x, "de") for x in (1.44, -3, -0.24)] == ["+1,4", "−3", "−0,2"]
    assert [percent(p) for p in (0, 0.001, 0.5, 0.999, 1)] == [0, 1, 50, 99, 100]
    assert [about(p) for p in (0, 0.5, 1)] == [1, 50, 99]


def test_advice_is_what_the_house_would_do_with_the_same_luck():
    withdrawals = 0
    for state in states(25):
        seen = view(state, state.decider)
        made = advice.advice(seen, "en")
        move = crews.house_crew(seen, Stream(advice.SEED))
        assert made["move"] == move and rules.why_not(state, move) is None
        withdrawals += isinstance(move, Withdraw)
        value = advice.thoughts(seen)[0][0]
        assert "★" in made["sentence"] and (isinstance(move, Withdraw) or f"{about(value)} %" in made["sentence"])
    assert withdrawals


def test_every_legal_move_has_its_number():
    for state in states(10):
        seen = view(state, state.decider)
        for move in rules.legal_moves(state):
            if isinstance(move, Withdraw):
                with pytest.raises(ValueError):
                    code_of(seen, move)
            else:
                assert decode_move(code_of(seen, move)) == move


REASONS = [
    ("stack B air A3; turn R; hand R A5 L1; hand B S1 S2", "deploy A5", "you then hold Air with 5 to 3"),
    ("stack R air A3; turn R; hand R A5 L1; hand B S1 S2", "improvise L1 air", "it makes it 5 to 0 for you in the air"),
    ("stack B air A6; turn R; hand R A5 L1; hand B S1 S2", "improvise L1 air", "it leaves you only 2 to 6 behind in the air"),
    ("stack B land L6; turn R; hand R A3 L1; hand B S1 S3", "deploy A3", "it triggers Maneuver (air)"),
    ("stack B air A5; turn R; hand R A3 L1; hand B S1 S3", "improvise L1 land", "the card is destroyed, but you keep the others"),
    ("stack B air A5; turn R; hand R L1; hand B S1", "improvise L1 land", "anything else comes out worse"),
    (
        "stack B air (A5); queue ambush R L2 land; stack R land L2; turn R; hand R L1; hand B S1",
        "flip opp air",
        "lies face down there",
    ),
    (
        "stack R air A6; queue disrupt R L5 land; stack R land L5; turn R; hand R L1; hand B S1",
        "flip own air",
        "it costs you least",
    ),
    (
        "stack R air (A6); queue redeploy R S4 sea; stack R sea S4; turn R; hand R L1; hand B S1",
        "return air 1",
        "play it once more",
    ),
    (
        "stack R air (A6); queue redeploy R S4 sea; stack R sea S4; turn R; hand R L1; hand B S1",
        "pass",
        "anything else comes out",
    ),
]


@pytest.mark.parametrize(("position", "move", "clause"), REASONS)
def test_reasons_say_what_a_move_changes(position, move, clause):
    state = at(position)
    assert clause in reason(view(state, state.decider), parse_move(move), "en")


def test_every_move_can_be_advised_in_both_languages():
    for state in states(20):
        seen = view(state, state.decider)
        for move in rules.legal_moves(state):
            for lang in ("de", "en"):
                assert advice.what(seen, move, lang) and (isinstance(move, Withdraw) or reason(seen, move, lang))


def test_a_withdrawal_is_advised_with_both_chances_to_win_the_war():
    text = "first B; stack B air A6 A5; stack B land L6 L5; stack B sea S6 S5; turn R; hand R A1 L1 S1; hand B S2 S3 L2"
    seen = view(at(text), 0)
    made = advice.advice(seen, "en")
    assert made["move"] == best_move(seen) == Withdraw() and "3 points" in made["sentence"]
    worth = odds.balance(seen, odds.Outlook(1, (0, 0, 0), 0))
    assert f"about {about(worth.war_withdraw)} %" in made["more"]
    value = advice.thoughts(seen)[0][0]
    assert advice.war_chance(seen, value) < worth.war_withdraw


def test_chances_stand_beside_the_theaters():
    seen = view(at("stack R air A6; turn R; hand R L6; hand B L1; first R"), 0)
    ahead = outlook(seen)
    for theater in THEATERS:
        made = advice.control(seen, theater, "en")
        assert made["text"] == f"{made['width']} %" and abs(made["width"] - 100 * ahead.control[theater] / ahead.worlds) <= 1
    assert advice.control(view(at("turn R; hand R L6; hand B L1"), None), 0, "en") is None


def test_the_last_card_is_advised_as_certain():
    state = at("first B; stack B air A5; stack R air A6; stack B land (L1); stack B sea (S1); turn R; hand R L6")
    figure = advice.best_figure(view(state, 0), "en")
    assert "won for certain" in figure and "Withdrawing costs 6 points" in figure
    assert "can change it" in sections(view(state, 0))["Do you hold the theater in the end?"]["foot"]


def test_the_texts_are_all_used():
    """Each reason and each kind of place that the catalogue has is one that the code asks for."""
    keys = {key.rsplit(".", 1)[1] for key in catalogue() if key.startswith("luft_land_see.advice.why.")}
    assert keys == {"takes", "holds", "closer", "less", "ability", "ongoing", "hidden", "hand", "destroyed", "rest", "only"}


WIDEST = (
    "first R; turn R; air-drop R; stack R air A4 (L5); stack B land L6; stack B sea (S6); hand R A1 A3 L1 L3; hand B A2 L4 S4 S5"
)


def cost(state):
    """Seconds of processor time that lens and advice take where nothing is known yet."""
    seen = view(state, state.decider)
    advice.thoughts.cache_clear()
    advice.outlook.cache_clear()
    began = time.process_time()
    lens.lens(seen, {"L6"}, "de")
    advice.advice(seen, "de")
    return time.process_time() - began


def test_lens_and_advice_take_less_than_150_ms(monkeypatch):
    """With the full thinking, in every position: first moves, late ones, within abilities, where most moves are legal."""
    monkeypatch.undo()
    catalogue()
    assert len(rules.legal_moves(at(WIDEST))) == 25
    assert max(map(cost, [*states(9, seed=4), at(WIDEST), rules.start()])) < 0.150


def test_a_slow_machine_looks_at_fewer_worlds(monkeypatch):
    """Where every look at the clock takes 50 ms, thoughts and outlook end soon, and still weigh every move."""
    monkeypatch.undo()
    ticks = itertools.count()
    monkeypatch.setattr(advice, "process_time", lambda: 0.05 * next(ticks))
    seen = view(at(WIDEST), 0)
    worlds = []
    monkeypatch.setattr(crews.Worlds, "draw", lambda self, rng, draw=crews.Worlds.draw: worlds.append(0) or draw(self, rng))
    advice.thoughts.cache_clear()
    advice.outlook.cache_clear()
    assert len(advice.thoughts(seen)) == 24 and len(worlds) == 1
    assert advice.outlook(seen).worlds == odds.FEWEST

"""The exact values of `lessons.md`, written down again as fractions: each is computed live by its lesson."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb, log2
from typing import Any

import pytest

from kit.core.errors import OptionError
from kit.teach.lesson import get_lesson, numbers
from kit.teach.lessons.l12_void import beliefs

EXPECTED: dict[int, dict[str, Any]] = {
    1: {
        "all_different": F(16, 33),
        "dice": F(5, 18),
        "n_two_pairs": 15,
        "n_one_pair": 240,
        "n_different": 240,
        "n_hands": 495,
        "mean_values": F(38, 11),
        "mean_values_dice": F(671, 216),
        "first_three": F(8, 11),
        "some_pair": F(17, 33),
        # by hand: 6 of 9 cards fit; then 24 of C(10, 2) = 45 pairs; from scratch 16/33
        "swap1": F(6, 9),
        "swap2": F(24, 45),
        "swap3": F(16, 33),
        "swap4": F(16, 33),
        "keep": 0,
    },
    3: {
        "mean": 14,
        "mean_dice": 14,
        "variance": F(280, 33),
        "variance_dice": F(35, 3),
        "factor": F(8, 11),
        "near": F(59, 99),
        "near_dice": F(169, 324),
        "top": F(1, 495),
        "variance_one": F(14, 3),
        # by hand: of the ten cards that the copilot may hold 8, 7, 6 fit
        "moves2": F(8, 10),
        "moves3": F(7, 10),
        "moves4": F(6, 10),
    },
    2: {
        "two": F(19, 33),
        "dice": F(671, 1296),
        "coffee": F(32, 33),
        "none_in_three": F(14, 33) ** 3,
        "two_or_four": F(85, 99),
        "rounds": 4,
        "n_hands": 495,
        # by hand: 1 - C(n - 2, k) / C(n, k) for k new cards from n = 8 + k
        "swap1": F(2, 9),
        "swap2": 1 - F(28, 45),
        "swap3": 1 - F(84, 165),
        "swap4": 1 - F(210, 495),
    },
    4: {
        "start0": F(1, 6),
        "start1": F(5, 9),
        "start2": F(5, 18),
        "gear0": F(7, 12),
        "gear1": F(5, 36),
        "gear2": F(5, 18),
        "flaps0": F(1, 6),
        "flaps1": F(5, 6),
        "flaps2": 0,
        "land2": F(1, 36),
        "land4": F(1, 6),
        "land6": F(5, 12),
        "mean": 7,
        "seven": F(1, 6),
        # by hand: the copilot's ten unseen cards are 1 1 2 2 3 4 4 5 5 6
        "two_first": F(6, 10),
        "six_first": F(4, 10),
        "two_on_gear": F(4, 10),
        "six_on_gear": F(5, 10),
    },
    6: {
        "calm1": F(2, 3),
        "calm2": F(6 * 24 + 10 * 23 + 8 * 20, 1296),
        "calm3": F(739, 2916),
        "turb1": F(4, 9),
        "from0": F(24, 36),
        "from1": F(23, 36),
        "from2": F(20, 36),
        "spin2": F(16, 36),
        "card6": F(5, 6),
        "card4": F(4, 6),
        "card3": F(3, 6),
        "card1": F(1, 6),
    },
    9: {
        "ten": F(4, 13),
        "seven": F(1, 13),
        "both": F(20, 221),
        "five": F(5, 13),
        "mean_zeros": F(8, 13),
        "high": 16,
        # by hand: of the 37 cards the seat has not seen 12 count 0
        "card10": F(12, 37),
    },
    10: {
        "sums": 43,
        "near_sums": 26,
        "times": 5,
        "divided": 12,
        "fewest": 38,
        "most": 47,
        "held_blind": 1 - F(comb(48, 5), comb(52, 5)),
        "held": 1 - F(comb(43, 5), comb(47, 5)),
        "either": 1 - F(comb(39, 5), comb(47, 5)),
        "signal": F(comb(43, 5), comb(47, 5)),
        "signal_four": F(comb(44, 4), comb(48, 4)),
        # by hand: 52 cards less own five, the target's three, two in the chain; two queens or four sixes are left
        "near": 1 - F(comb(40, 5), comb(42, 5)),
        "far": 1 - F(comb(38, 5), comb(42, 5)),
        "nowhere": 0,
    },
    11: {
        # by hand: of A1 A3 A6 L2 L5 S4 S5 only the two sea cards leave air and land as they are
        "p": F(2, 7),
        "cards": 7,
        "good": 2,
        "play": F(-18, 7),
        "withdraw": -4,
        "wasted": -6,
        "even2": F(1, 3),
        "even3": F(1, 4),
        "even4": F(1, 6),
        "at30": F(-12, 5),
        "regret": 1,
    },
    12: {
        "suit": F(comb(31, 10), comb(40, 10)),
        "suit_commander": F(comb(30, 9), comb(39, 9)),
        "suit_other": F(comb(30, 10), comb(39, 10)),
        # by hand: four suits, less six pairs, plus four triples
        "some": F(4 * comb(31, 10) - 6 * comb(22, 10) + 4 * comb(13, 10), comb(40, 10)),
        "some_commander": F(4 * comb(30, 9) - 6 * comb(21, 9) + 4 * comb(12, 9), comb(39, 9)),
        "some_other": F(4 * comb(30, 10) - 6 * comb(21, 10) + 4 * comb(12, 10), comb(39, 10)),
        "kings1": F(comb(36, 9), comb(39, 9)),
        "kings2": F(3 * comb(36, 8), comb(39, 9)),
        "kings3": F(3 * comb(36, 7), comb(39, 9)),
        "kings4": F(comb(36, 6), comb(39, 9)),
        "third": F(1, 3),
        "half": F(1, 2),
        "bits": pytest.approx(0.585, abs=0.0005),
        # by hand: hands of ten out of 40 in which the 9 of spades lies are C(39, 9) for the commander with the king C(38, 8)
        "nine": pytest.approx(log2(comb(39, 9) / comb(38, 8))),
        "only": pytest.approx(log2(comb(39, 9) / comb(30, 8))),
    },
    13: {
        "rate": F(56, 100),
        "ours": F(17, 24),
        # by hand: sums of C(n, k) 14^k 11^(n - k) / 25^n
        "luck": F(sum(comb(24, k) * 14**k * 11 ** (24 - k) for k in range(17, 25)), 25**24),
        "luck_together": F(sum(comb(96, k) * 14**k * 11 ** (96 - k) for k in range(68, 97)), 25**96),
        "page_low": pytest.approx(0.538, abs=0.0005),
        "page_high": pytest.approx(0.582, abs=0.0005),
        "need5": 381,
        "need5_simple": 385,
        "need2": 2398,
        "need2_simple": 2401,
        "missing": 5,
        "safe6": F(32, 33),
        "safe5": F(494, 495),
        "safe3": 1,
    },
    8: {
        "prior": F(19, 33),
        "once": F(19, 159),
        "half": F(19, 47),
        "twice": F(19, 1419),
        "silent": F(53, 110),
        # by hand: three cards from eleven, two of them 3; no 2 or 4 in three of the nine others is C(5, 3) of C(9, 3)
        "reroll": F(19, 159) + F(140, 159) * (1 - F(84, 165)),
        "coffee": F(19, 159) + F(140, 159) * (1 - F(10, 84)),
    },
    5: {
        "match": F(19, 33),
        "spin1": F(1, 33),
        "spin2": F(1, 495),
        "spin3": 0,
        "spin4": 0,
        "spin5": F(1, 495),
        "spin6": F(1, 33),
        # sums over k of the hands whose every card lies at least k steps away
        "mean1": F(210 + 70 + 15 + 1, 495),
        "mean2": F(210 + 15 + 1, 495),
        "mean3": F(210 + 15, 495),
    },
    14: {
        "total": 40,
        "deviation": pytest.approx(6.3, abs=0.05),
        "one": 2,
        # by hand: the mean of the largest of twenty, summed up over "more than k" for k = 0, 1, 2 ...
        "longest": pytest.approx(sum(1 - (1 - 0.5**k) ** 20 for k in range(200))),
        "more_than_3": F(1, 8),
        "total_07": F(200, 7),
        "p_of_30": F(2, 3),
        # by hand: of six deals the 6 of diamonds lies with the 4 of spades in two
        "p_diamond": F(1, 3),
        "p_spade": F(2, 3),
        "diamond": 3,
        "spade": F(3, 2),
    },
    7: {
        "first": F(19, 33),
        "mean1": F(33, 19),
        "mean2": F(935, 361),
        "none3": F(14, 33) ** 3,
        "stay": F(42, 99),
        "up1": F(28, 99),
        "up2": F(29, 99),
        # with the same steps from stage 1, and 33/19 from stage 2: E = 1 + 42/99 E + 28/99 935/361 + 29/99 33/19
        "mean3": (1 + F(28, 99) * F(935, 361) + F(29, 99) * F(33, 19)) / F(57, 99),
    },
}


@pytest.mark.parametrize("number", numbers())
def test_exact_values_are_those_of_the_plan(number: int):
    facts = get_lesson(number).facts
    assert {name: facts[name] for name in EXPECTED[number]} == EXPECTED[number]


@pytest.mark.parametrize(
    ("name", "more", "percents"),
    [("calm", 0, (66.7, 41.2, 25.3, 15.6, 9.6, 5.9, 3.6)), ("turb", 1, (44.4, 21.3, 10.0, 4.7, 2.2, 1.0, 0.46))],
)
def test_the_marker_survives_as_often_as_counting_every_flight_says(name: str, more: int, percents: tuple[float, ...]):
    facts, ways = get_lesson(6).facts, {0: 1}
    for n, planned in enumerate(percents, 1):
        after: dict[int, int] = {}
        for at, count in ways.items():
            for pilot in range(1, 7):
                for copilot in range(1, 7):
                    gap = copilot - pilot
                    to = at + gap + more * ((gap > 0) - (gap < 0))
                    if -2 <= to <= 2:
                        after[to] = after.get(to, 0) + count
        ways = after
        assert facts[f"{name}{n}"] == F(sum(ways.values()), 36**n)
        assert round(100 * float(facts[f"{name}{n}"]), 2 if planned < 0.5 else 1) == planned


def test_brakes_are_set_by_touchdown_as_often_as_a_plain_recursion_says():
    facts, now = get_lesson(7).facts, [F(1), F(0), F(0), F(0)]
    for _ in range(7):
        now = [
            now[0] * F(42, 99),
            now[0] * F(28, 99) + now[1] * F(42, 99),
            now[0] * F(29, 99) + now[1] * F(28, 99) + now[2] * F(14, 33),
            now[1] * F(29, 99) + now[2] * F(19, 33) + now[3],
        ]
    assert (facts["two_by7"], facts["all_by7"]) == (now[2] + now[3], now[3])
    assert round(100 * float(facts["two_by7"]), 1) == 98.6 and round(100 * float(facts["all_by7"]), 1) == 95.1
    assert round(float(facts["mean3"]), 2) == 3.89


def test_8h_as_highest_card_moves_9h_from_three_seats_to_two():
    before, after = dict(beliefs(0)), dict(beliefs(1))
    assert before["9"] == before["8"] == (F(1, 3), F(1, 3), F(1, 3))
    assert after["9"] == (F(1, 2), 0, F(1, 2)) and after["8"] == (0, 1, 0)


def test_a_lesson_is_found_by_its_number_in_a_string_too():
    assert get_lesson("1") is get_lesson(" 1 ") is get_lesson(1)
    for wrong in ("one", "99", "", None):
        with pytest.raises(OptionError, match=r"1, 2, 3, .* 14"):
            get_lesson(wrong)  # type: ignore[arg-type]

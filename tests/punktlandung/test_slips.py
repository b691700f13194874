"""Calculate yourself: a wrong result is explained by the slip behind it, in both languages."""

from __future__ import annotations

import random

import pytest

from kit.core.records import parse_record
from kit.games.punktlandung import rules, slips
from kit.games.punktlandung.scene import scene
from kit.games.punktlandung.view import view
from kit.locale import LANGUAGES


@pytest.mark.parametrize(
    ("total", "op", "value", "card", "typed", "slip"),
    [
        (43, "x", 8, 8, 51, "operation"),
        (43, "x", 8, 8, 387, "table"),
        (43, "x", 8, 8, 301, "table"),
        (43, "x", 8, 8, 320, "partial"),
        (43, "x", 8, 8, 323, "partial"),
        (43, "x", 8, 8, 434, "swapped"),
        (43, "x", 8, 8, 334, "place"),
        (43, "x", 8, 8, 345, "close"),
        (43, "x", 8, 8, 999, "other"),
        (43, "x", 13, 13, 430, "face"),
        (30, "+", 11, 11, 40, "face"),
        (30, "+", 1, 1, 41, "face"),
        (42, "-", 7, 7, 45, "columns"),
        (84, ":", 4, 4, 20, "check"),
        (84, ":", 4, 4, 336, "operation"),
    ],
)
def test_the_likeliest_slip(total, op, value, card, typed, slip):
    assert slips.find(total, op, value, card, typed)[0] == slip


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("344", 344),
        (" = 344 ", 344),
        ("1 000 000", 10**6),
        ("1.000", 1000),
        ("13,920", 13920),
        ("1’234’567", 1234567),
        ("344,0", None),
        ("3.5", None),
        ("1.0000", None),
        ("12a", None),
        ("", None),
        ("-3", None),
        ("9" * 50, None),
    ],
)
def test_what_is_typed_is_read_kindly(text, number):
    assert slips.read(text) == number


@pytest.mark.parametrize("seed", range(30))
def test_the_way_leads_to_the_result(seed):
    """Whatever is split off is put together again."""
    rng = random.Random(seed)
    total, value, op = rng.randrange(0, 999), rng.randrange(1, 14), rng.choice("+-x:")
    if (op == "-" and value > total) or (op == ":" and total % value):
        return
    right = rules.calculate(total, op, value)
    key, steps = slips.way(total, op, value)
    if key in ("split", "ten"):
        assert steps["first"] + steps["second"] == right
    elif key in ("over", "up"):
        assert steps["first"] + steps["rest"] == right
    elif key in ("under", "down"):
        assert steps["first"] - steps["rest"] == right


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_wrong_answer_gets_a_sentence_with_the_right_one(lang):
    record = parse_record("game punktlandung\nlevel normal\nposition target 3 4 8\nposition chain A +6, B x5, A +K, B +A\n"
                          "position hand A 4 8 9 J *\n")  # fmt: skip
    seen = view(record.start(), 0)
    for at, card in enumerate(seen.hand):
        value = card or 7
        for op in "+-x:":
            if op == ":" and 44 % value:
                continue
            for typed in ("51", "99", "34", "352", "45", "x", "36", "0"):
                made = scene(seen, lang=lang, choice={"at": at, "value": value, "op": op, "typed": typed}, toggles=("reckon",))
                right = rules.calculate(44, op, value)
                if typed != str(right):
                    assert made["tone"] == "refused"
                    assert str(right) in made["status"] or not typed.isdigit()

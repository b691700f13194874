"""Whatever a file holds: a valid record or a RecordError with a sentence; no other exception, and never long (measured in processor time: other tests run beside)."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import kit.games.landeanflug as package
from kit.core.errors import OptionError, RecordError
from kit.core.records import MAX_BYTES, Record, parse_record, read_record, write_record

EXAMPLES = {path.stem: path.read_text("utf-8") for path in sorted((Path(package.__file__).parent / "examples").glob("*.txt"))}
VOCABULARY = (
    "game landeanflug level leicht normal seats 2 variant dice open stopwatch seed players person house title study briefed deal "
    "traffic reroll position round flown planes gear flaps brakes axis coffee rerolls newcomer rerolled laid hand say P C ? A "
    "1 2 3 4 5 6 7 -1 0 P,C , > # time resign P\u00a03>axis C\t3>axis 3>axis 2+1>radio 1-9>flap1 x ² ３ 99999999999 1e9 NaN "
    "\u202e \ud7ff 🂡 deal\u2028deal"
)
WORDS = re.split(" +", VOCABULARY)


def read(text: str) -> Record | None:
    """The record, or None where it is refused in the way that is promised."""
    begun = time.process_time()
    try:
        record = parse_record(text, "fuzz")
    except RecordError as error:
        assert error.line >= 1 and error.line <= len(text.splitlines()) + 1
        for lang in ("de", "en"):
            assert error.report(lang).startswith(f"fuzz:{error.line}: ")
        record = None
    except OptionError as error:
        assert error.sentence("de")
        record = None
    assert time.process_time() - begun < 1
    return record


def check(text: str) -> None:
    record = read(text)
    if record is not None:
        again = parse_record(write_record(record))
        assert again.moves == record.moves and again.script == record.script and again.states() == record.states()


@pytest.mark.parametrize("name", EXAMPLES)
def test_mutated_records(name):
    """Lines lost, doubled, swapped, cut, garbled: 150 of each example."""
    rng = random.Random(name)
    for _ in range(150):
        lines = EXAMPLES[name].splitlines()
        for _ in range(rng.randint(1, 3)):
            i = rng.randrange(len(lines))
            kind = rng.randrange(7)
            if kind == 0 and len(lines) > 1:
                del lines[i]
            elif kind == 1:
                lines.insert(i, lines[rng.randrange(len(lines))])
            elif kind == 2:
                j = rng.randrange(len(lines))
                lines[i], lines[j] = lines[j], lines[i]
            elif kind == 3:
                lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
            elif kind == 4:
                words = lines[i].split() or [""]
                words[rng.randrange(len(words))] = rng.choice(WORDS)
                lines[i] = " ".join(words)
            elif kind == 5:
                at = rng.randrange(len(lines[i]) + 1)
                lines[i] = lines[i][:at] + chr(rng.choice((rng.randrange(1, 128), rng.randrange(128, 0xD800)))) + lines[i][at:]
            else:
                lines.insert(i, " ".join(rng.choices(WORDS, k=rng.randint(1, 6))))
        check("\n".join(lines) + "\n")


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join), max_size=12).map("\n".join))
@settings(max_examples=150)
def test_lines_of_its_own_words(text):
    check("game landeanflug\n" + text)


@given(st.text())
@example("game\0")
@example("game landeanflug\ndeal 1 P \u0661")
def test_any_text(text):
    check(text)
    check("game landeanflug\n" + text)


@given(st.binary(max_size=300))
def test_any_bytes(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "fuzz.txt"
    for content in (data, b"game landeanflug\n" + data):
        path.write_bytes(content)
        try:
            read_record(path)
        except RecordError as error:
            assert error.report("de") and error.line >= 1


BIG = 120_000
HUGE = {
    "one long line": "P 3>axis" * BIG,
    "long word": "position axis " + "9" * BIG,
    "long number list": "position planes " + "0 " * BIG,
    "long gear list": "position gear " + "1 " * BIG,
    "long hand": "position hand P " + "? " * BIG,
    "long laid": "position laid " + "P 3>axis, C 3>axis, " * (BIG // 10),
    "long deal": "deal 1 P " + "1 " * BIG,
    "long reroll": "P reroll " + "1 " * BIG,
    "many deals": "deal 1 P\n" * BIG,
    "many positions": "position axis 1\n" * (BIG // 2),
    "many notes": "say P hallo\n" * (BIG // 2),
    "many variants": "variant open\n" * (BIG // 2),
    "many rerolls": "position rerolled " + "1 1, " * (BIG // 2),
    "deep": "position laid " + "(" * BIG + ")" * BIG,
    "combining marks": "title a" + "\u0301" * BIG + "\nsay P " + "\U0001f0a1" * (BIG // 4),
    "blank lines": "\n" * BIG * 5,
    "spaces": "P" + " " * BIG * 5 + "3>axis",
    "players": "players " + "person " * (BIG // 2),
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_records_take_less_than_a_second(name):
    text = "game landeanflug\n" + HUGE[name]
    assert len(text) <= MAX_BYTES * 1.1
    read(text)

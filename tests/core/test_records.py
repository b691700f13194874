"""Records: what each line means, and each way to break one: code, line, rule, sentence and remedy in both languages."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kit
from kit.core import records
from kit.core.errors import OptionError, RecordError
from kit.core.records import MAX_BYTES, parse_record, read_record, write_record

G = "game landeanflug\n"
D = G + "deal 1  P 1 3 5 6  C 2 3 4 6\n"
KIT = Path(kit.__file__).parent

# text, code, cause's code, line, rule
BROKEN = {
    "no game": ("level leicht\n", "record-no-game", None, 1, ""),
    "empty": ("", "record-no-game", None, 1, ""),
    "comments only": ("# a\n\n# b\n", "record-no-game", None, 3, ""),
    "move first": ("P 3>axis\n", "record-no-game", None, 1, ""),
    "unknown game": ("game mau-mau\n", "bad-option", "unknown-game", 1, ""),
    "no game id": ("game\n", "bad-option", "unknown-game", 1, ""),
    "not text": (G + "P\0 3>axis\n", "record-not-text", None, 1, ""),
    "unknown level": (G + "level hart\n", "bad-option", "unknown-level", 2, ""),
    "unknown variant": (G + "variant open blind\n", "bad-option", "unknown-variant", 2, ""),
    "seats": (G + "seats 3\n", "bad-option", "unknown-seats", 2, ""),
    "seats no number": (G + "seats two\n", "record-number", None, 2, ""),
    "seats huge": (G + "seats " + "9" * 5000 + "\n", "record-number", None, 2, ""),
    "unknown player": (G + "players person robot\n", "bad-option", "unknown-player", 2, ""),
    "one player": (G + "\nplayers person\n", "bad-option", "unknown-seats", 3, ""),
    "seed no number": (G + "seed x\n", "record-number", None, 2, ""),
    "seed negative": (G + "seed -1\n", "record-number", None, 2, ""),
    "seed odd digit": (G + "seed ²\n", "record-number", None, 2, ""),
    "seed missing": (G + "seed\n", "record-number", None, 2, ""),
    "briefed no number": (G + "briefed one\n", "record-number", None, 2, ""),
    "header late": (D + "P 3>axis\nlevel normal\n", "record-header-late", None, 4, ""),
    "header twice": (G + "level normal\nlevel leicht\n", "record-header-twice", None, 3, ""),
    "game twice": (G + G, "record-header-twice", None, 2, ""),
    "bad deal": (G + "deal x\n", "record-notation", "bad-deal", 2, ""),
    "bad deal round": (G + "deal 8 P 1\n", "record-notation", "bad-deal", 2, ""),
    "bad card": (G + "deal 1 P 1 3 5 9\n", "record-notation", "bad-card", 2, ""),
    "deal twice": (D + "deal 1 C 1 2 3 4\n", "record-deal-twice", None, 3, ""),
    "deal impossible": (G + "# three ones\ndeal 1 P 1 1 1 2\n", "deal-impossible", "deal-not-in-pool", 3, ""),
    "deal too many": (G + "deal 1 P 1 2 3 4 5\n", "deal-impossible", "deal-too-many", 2, ""),
    "deal of a reroll impossible": (
        D + "deal 1 reroll 1 P 5 5\nP reroll 1 3\nC reroll\n",
        "deal-impossible",
        "deal-not-in-pool",
        3,
        "",
    ),
    "deal of a reroll too many": (D + "deal 1 reroll 1 P 3 3\nP reroll 6\nC reroll\n", "deal-impossible", "deal-too-many", 3, ""),
    "say nothing": (G + "say P\n", "record-bad-say", None, 2, ""),
    "say nobody": (G + "say X hello\n", "record-bad-say", None, 2, ""),
    "say both": (G + "say PC hello\n", "record-bad-say", None, 2, ""),
    "position late": (D + "P 3>axis\nposition axis 1\n", "record-position-late", None, 4, ""),
    "position empty": (G + "position\n", "record-position-late", None, 2, ""),
    "position unknown": (G + "position wings 2\n", "bad-position", "position-unknown", 2, ""),
    "position number": (G + "position axis left\n", "bad-position", "bad-number", 2, ""),
    "position range": (G + "position axis 3\n", "bad-position", "position-range", 2, "LA-3.1"),
    "position huge": (G + "position planes 99999999999 0 0 0 0 0 0\n", "bad-position", "position-range", 2, "LA-1.3"),
    "position short": (G + "position round 7\n", "bad-position", "position-short", 2, "LA-4.1"),
    "position planes": (G + "position planes 1\n", "bad-position", "position-planes", 2, "LA-1.3"),
    "position hand": (G + "position hand P 1\n", "bad-position", "position-hand", 2, "LA-2.3"),
    "position hand thrice": (G + "position hand P 1 1 1 2\n", "bad-position", "position-hand", 2, "LA-1.1"),
    "position hand of nobody": (G + "position hand X 1\n", "bad-position", "bad-deal", 2, ""),
    "position full": (
        G + "position gear 1\nposition flaps 1\nposition laid P 3>axis, C 3>axis, P 6>radio, C 2>flap1, P 1>gear1, C 6>radio, "
        "P 5>engines, C 4>engines\n",
        "bad-position",
        "position-full",
        2,
        "LA-2.4",
    ),
    "position switch": (G + "position laid P 1>gear1\n", "bad-position", "position-switch", 2, "LA-2.4"),
    "position turn": (G + "position laid C 1>axis\n", "bad-position", "not-your-turn", 2, "LA-2.4"),
    "position hand not there": (
        G + "position laid P 3>axis, C 3>axis, P 3>radio, C 1>radio\nposition hand P 3 4\n",
        "deal-impossible",
        "deal-not-in-pool",
        2,
        "",
    ),
    "no move": (D + "hello\n", "record-notation", "bad-notation", 3, ""),
    "no place": (D + "P 3>wing\n", "record-notation", "unknown-place", 3, ""),
    "turn": (D + "\nC 3>axis\n", "illegal-move", "not-your-turn", 4, "LA-2.4"),
    "hand": (D + "P 2>axis\n", "illegal-move", "not-in-hand", 3, "LA-2.3"),
    "taken": (D + "P 3>axis\nC 3>axis\nP 5>axis\n", "illegal-move", "place-taken", 5, "LA-1.6"),
    "taken radio": (
        D + "P 3>axis\nC 3>radio\nP 5>radio\nC 2>radio\nP 1>engines\nC 4>radio\n",
        "illegal-move",
        "place-taken",
        8,
        "LA-1.6",
    ),
    "seat": (D + "P 1>flap1\n", "illegal-move", "wrong-seat", 3, "LA-3.7"),
    "value": (D + "P 3>gear1\n", "illegal-move", "wrong-value", 3, "LA-3.6"),
    "order": (D + "P 3>axis\nC 4>flap3\n", "illegal-move", "wrong-order", 4, "LA-3.7"),
    "covered": (D + "P 5>gear3\nC 3>axis\nP 6>gear3\n", "illegal-move", "place-taken", 5, "LA-3.9"),
    "concentration": (
        D + "P 3>concentration\nC 3>concentration\nP 5>concentration\nC 4>concentration\n",
        "illegal-move",
        "concentration-full",
        6,
        "LA-3.10",
    ),
    "coffee": (D + "P 3+1>axis\n", "illegal-move", "no-coffee", 3, "LA-3.11"),
    "coffee range": (D + "P 3>concentration\nC 3>axis\nP 6+1>axis\n", "illegal-move", "out-of-range", 5, "LA-3.11"),
    "reroll twice": (D + "P reroll\nP reroll\n", "illegal-move", "reroll-chosen", 4, "LA-3.12"),
    "reroll open": (D + "P reroll\nP 3>axis\n", "illegal-move", "reroll-pending", 4, "LA-3.12"),
    "reroll none": (D + "P reroll\nC reroll\nP reroll\n", "illegal-move", "no-reroll", 5, "LA-3.12"),
    "reroll hand": (D + "P reroll 2\n", "illegal-move", "not-in-hand", 3, "LA-3.12"),
    "aside": (D + "P 3>aside\n", "illegal-move", "aside-fits", 3, "LA-3.13"),
    "aside coffee": (D + "P 3>concentration\nC 3>axis\nP 5+1>aside\n", "illegal-move", "aside-coffee", 5, "LA-3.13"),
    "clock": (D + "time\n", "illegal-move", "no-stopwatch", 3, "LA-7.2"),
    "over": (D + "P resign\nP 3>axis\n", "illegal-move", "game-over", 4, "LA-4.5"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_record_names_line_rule_and_remedy(name):
    text, code, cause, line, rule = BROKEN[name]
    with pytest.raises(RecordError) as raised:
        parse_record(text, "flight.txt")
    error = raised.value
    assert (error.code, error.cause.code if error.cause else None, error.line, error.rule) == (code, cause, line, rule)
    reports = {lang: error.report(lang) for lang in ("de", "en")}
    assert reports["de"] != reports["en"]
    for lang, report in reports.items():
        reason = (error.cause or error).sentence(lang)
        assert report.startswith(f"flight.txt:{line}: {reason}") and "{" not in report, report
        assert reason[-1] in ".!" and not reason.startswith((error.code, str(cause)))
        assert f"({rule})" in report if rule else "(LA-" not in report
        remedy = report.removeprefix(f"flight.txt:{line}: {reason}").removeprefix(f" ({rule})" if rule else "").strip()
        assert len(remedy) > 15 and remedy.endswith("."), report


def codes_raised(*names: str) -> set[str]:
    """The error codes written in these modules: first arguments of errors made there."""
    found = set()
    for name in names:
        for node in ast.walk(ast.parse((KIT / name).read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called in ("RuleError", "NotationError", "DealError", "RecordError", "OptionError", "fail", "_error"):
                    found.add(node.args[0].value)
    return found


def test_every_refusal_is_in_the_table():
    wanted = codes_raised(
        "core/records.py",
        "core/deals.py",
        "games/landeanflug/notation.py",
        "games/landeanflug/moves.py",
        "games/landeanflug/rules.py",
    )
    met = {code for _, *codes, _, _ in BROKEN.values() for code in codes}
    elsewhere = {"file-unreadable", "record-too-long"}  # not about the text: see below
    assert wanted - met == elsewhere


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(OptionError) as raised:
            read_record(path)
        assert raised.value.code == "file-unreadable" and str(path) in raised.value.sentence("de")
    path = tmp_path / "flight.txt"
    path.write_bytes(b"game landeanflug\n\n\xff\xfe")
    with pytest.raises(RecordError) as raised:
        read_record(path)
    assert (raised.value.code, raised.value.line, raised.value.file) == ("record-not-text", 3, str(path))
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(RecordError) as raised:
        read_record(path)
    assert raised.value.code == "record-too-long" and str(MAX_BYTES) in raised.value.report("en")
    path.write_bytes(b"\xef\xbb\xbf" + D.encode().replace(b"\n", b"\r\n"))  # an editor's byte order mark and line ends
    assert read_record(path).script == parse_record(D).script


def test_what_a_record_holds():
    record = parse_record(
        "# before\n"
        "game landeanflug\nlevel normal\nseats 2\nvariant open\nvariant dice open\nseed 12\nplayers person house\n"
        "title Ein Flug # of ours\ndate 2026-05-01\nstudy\nbriefed 1\n"
        "deal 1  P 6 6 6 ?  C 1 2 3 4   # dice\n"
        "say P Erst   der Funk\n"
        "P 6>axis      # high # and dear\n"
        "say C Hm\n"
    )
    assert (record.game.id, record.level, record.seats, record.variants, record.seed) == (
        "landeanflug",
        "normal",
        2,
        ("open", "dice"),
        12,
    )
    assert (record.players, record.title, record.date, record.study, record.briefed) == (
        ("person", "house"),
        "Ein Flug",
        "2026-05-01",
        True,
        1,
    )
    assert record.script == {"1 P": (6, 6, 6, None), "1 C": (1, 2, 3, 4)}
    assert [str(move) for move in record.moves] == ["P 6>axis"] and record.comments == {0: "high # and dear"}
    assert record.notes == ((0, 0, "Erst der Funk"), (1, 1, "Hm"))
    assert record.lines[0] == 15 and record.lines["1 P"] == 13 and record.lines["level"] == 3
    assert parse_record(write_record(record)) == record
    assert record.start().hands[0].count(6) >= 3 and record.start().hands[1] == (1, 2, 3, 4)


def test_without_a_seed_the_given_one_counts():
    record = parse_record(G)
    assert record.seed is None and record.start() == record.start(0)
    assert len({record.start(seed).hands for seed in range(10)}) == 10
    seeded = parse_record(G + "seed 4\n")
    assert seeded.start(9) == seeded.start() == record.start(4)


def test_deal_lines_may_stand_anywhere():
    assert parse_record(G + "deal 1 P 1 3 5 6 C 2 3 4 6\nP 3>axis\ndeal 2 P 1 1 2 2\n").script["2 P"] == (1, 1, 2, 2)


def test_write_record_leaves_out_what_is_not_said():
    assert write_record(parse_record(G)) == "game landeanflug\nlevel leicht\n"
    assert write_record(parse_record(G + "seed 0\n")) == "game landeanflug\nlevel leicht\nseed 0\n"
    assert records.deal_lines(parse_record(G).game, {"1 P": (1, None)}) == ["deal 1   P 1 ?"]

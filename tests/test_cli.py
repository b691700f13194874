"""The command line: its forms, exit status 2 and a sentence for bad input."""

import json
from pathlib import Path

import pytest

from kit.cli import main

RECORD = """game landeanflug
level leicht
deal 1  P 1 3 5 6  C 2 3 4 6
P 3>axis      # a middle value
C 3>axis
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "flight.txt"
    path.write_text(RECORD, "utf-8")
    return path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_games_lists_what_can_be_played(capsys):
    status, out, _ = run(capsys, "games", "--json")
    assert status == 0
    row = json.loads(out)[0]
    assert row["id"] == "landeanflug" and row["seats"] == [2]
    assert row["levels"] == ["leicht", "normal", "schwer", "profi"]
    assert row["variants"] == ["open", "stopwatch", "dice", "turbulence", "profi-both"]
    assert set(row["crews"]) >= {"house", "random"}
    status, out, _ = run(capsys, "games", "--lang", "de")
    assert status == 0 and "Stufen: leicht" in out


def test_replay_gives_each_step(capsys, record):
    status, out, _ = run(capsys, "replay", str(record), "--json")
    data = json.loads(out)
    assert status == 0 and data["game"] == "landeanflug" and data["outcome"] is None
    assert [step["move"] for step in data["steps"]] == [None, "P 3>axis", "C 3>axis"]
    assert data["steps"][1]["deciders"] == ["C"] and data["steps"][1]["comment"] == "a middle value"
    assert data["steps"][2]["state"]["axis"] == 0
    status, out, _ = run(capsys, "replay", str(record), "--lang", "en")
    assert status == 0 and "P 3>axis" in out and "a middle value" in out


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_broken_record_names_line_rule_and_remedy(capsys, tmp_path, lang):
    path = tmp_path / "broken.txt"
    path.write_text(RECORD + "C 4>radio\n", "utf-8")
    status, out, err = run(capsys, "replay", str(path), "--lang", lang)
    assert status == 2 and not out
    assert err.startswith(f"{path}:6: ") and "(LA-2.4)" in err and len(err.split(")")[-1].strip()) > 10


def test_perft_counts_from_a_record_and_from_a_seed(capsys, record):
    status, out, _ = run(capsys, "perft", "landeanflug", "--record", str(record), "--depth", "2", "--json")
    assert status == 0
    # pilot to move with 1, 5, 6, axis taken: engines, radio, concentration and one gear each; no brake takes these values first
    assert json.loads(out)["nodes"][0] == 12
    status, out, _ = run(
        capsys, "perft", "landeanflug", "--level", "normal", "--seats", "2", "--seed", "4", "--depth", "2", "--json"
    )
    assert status == 0 and len(json.loads(out)["nodes"]) == 2


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("perft", "landeanflug", "--level", "einfach", "--seed", "1", "--depth", "1"), "leicht, normal, schwer, profi"),
        (("perft", "landeanflug", "--variant", "zebra", "--seed", "1", "--depth", "1"), "stopwatch"),
        (("perft", "landeanflug", "--seats", "3", "--seed", "1", "--depth", "1"), "2"),
        (("perft", "skat", "--seed", "1", "--depth", "1"), "landeanflug"),
        (("perft", "landeanflug", "--seed", "1", "--depth", "99"), "12"),
        (("replay", "/no/such/file"), "/no/such/file"),
        (("games", "--lang", "fr"), "de, en"),
        (("play", "skat"), "landeanflug"),
        (("play", "--lang", "fr"), "de, en"),
    ],
)
def test_unknown_options_list_the_valid_ones(capsys, arguments, named):
    status, out, err = run(capsys, *arguments)
    assert status == 2 and not out
    assert named in err and "Traceback" not in err

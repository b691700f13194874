"""Single tasks, measured: rows that make sense, the same whatever runs beside, and the command that prints them."""

from __future__ import annotations

import json

import pytest

from kit.cli import main
from kit.core.errors import OptionError
from kit.games.orbit.calibration import Row, measure
from kit.games.orbit.tasks import table
from kit.lab import calibrations


def test_a_row_names_its_task_and_its_rates():
    row = Row(1, 50, 20, 40, 48, 1)
    made = row.as_json()
    assert (row.code, row.kind, row.difficulty) == ("A", "exact", table()[1].difficulty)
    assert (made["random"], made["sensible"], made["open"], made["unknown"]) == (0.4, 0.8, 0.96, 1)


def test_a_sensible_owner_and_open_hands_help():
    """No trick at all, in a few deals: it cannot be done by every hand, and seldom needs luck for the right one."""
    row = measure(7, 12, seats=4, seed=3, thought=40)
    assert row == measure(7, 12, seats=4, seed=3, thought=40)
    assert row.games == 12 and 0 <= row.random <= row.games and row.unknown <= 1
    assert row.sensible >= row.random and row.open + row.unknown >= row.random


@pytest.fixture
def quick(monkeypatch):
    """No worker process: rows are made here, without playing."""

    class Pool:
        def __init__(self, jobs):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def submit(self, function, rank, games, seats, seed):
            class Done:
                @staticmethod
                def result():
                    return Row(rank, games, 1, 2, 3)

            return Done()

    monkeypatch.setattr(calibrations, "new_pool", Pool)


def test_the_command_prints_a_row_a_task(quick, capsys):
    assert main(["calibrate", "orbit", "--games", "4", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["task"] for row in rows] == ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] and rows[0][
        "open"
    ] == 0.75
    assert main(["calibrate", "orbit", "--games", "4", "--lang", "de"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 13


def test_a_notebook_shows_a_table(quick):
    made = calibrations.task_table(games=40, ranks=(1, 9), lang="de")
    assert made.lines[0][:4] == ["A", "genau 1 Stich", "2", "2 % (0–13)"] and made.lines[1][1] == "den Stich mit der 9♥"
    assert "Je 40 Verteilungen" in made.foot and repr(made).splitlines()[2].startswith("9 ")
    page = made._repr_html_()
    assert page.count("<tr>") == 3 and page.count("<td>") == 12 and "<caption>Wie oft" in page
    assert calibrations.task_table(games=40, ranks=(), lang="en").foot == ""


def test_bad_options_are_refused(quick, capsys):
    assert main(["calibrate", "orbit", "--games", "0"]) == 2
    assert main(["calibrate", "orbit", "--seats", "9"]) == 2
    assert main(["calibrate", "landeanflug"]) == 2 and "orbit" in capsys.readouterr().err
    with pytest.raises(OptionError):
        list(calibrations.calibrate("nothing"))

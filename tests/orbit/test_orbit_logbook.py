"""The logbook (OR-7.1, OR-7.2): attempts and totals, two programs at once, damage, CSV there and back."""

from __future__ import annotations

import csv
import io
import random
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from kit.core.sessions import Session
from kit.games.orbit import campaign, crews, rules, view
from kit.games.orbit.logbook import COLUMNS, Logbook, LogbookError, read_csv, team_name
from kit.locale import LANGUAGES

HEAD = ",".join(COLUMNS)
GOOD = "Rakete,3,2026-11-30 08:15:00,4,1,success,00112233445566aa"


@pytest.fixture
def book(tmp_path: Path) -> Logbook:
    return Logbook(tmp_path)


def played(book: Logbook, team: str, *results: tuple[int, bool, int]) -> None:
    """Attempts in order: mission, won, as how many it counts."""
    for hour, (mission, won, counts) in enumerate(results):
        book.finish(book.begin(team, mission, 4, datetime(2026, 11, 1 + hour, 9)), won, counts)


def test_or_7_2_missions_dates_attempts_and_the_sum(book):
    played(book, "Rakete", (1, True, 1), (2, False, 1), (2, False, 2), (2, True, 1), (3, False, 1))
    played(book, "Komet", (1, True, 1))
    result = book.result("Rakete")
    assert [(m.number, m.attempts, m.date, m.done) for m in result.missions] == [
        (1, 1, "2026-11-01", True),
        (2, 4, "2026-11-04", True),
        (3, 1, "2026-11-05", False),
    ]
    assert (result.total, result.next, result.complete) == (6, 3, False)
    assert book.result("Komet").total == 1 and book.result("Nobody").missions == ()
    assert book.teams() == ["Rakete", "Komet"]


def test_or_7_2_after_twenty_the_sum_is_the_result(book):
    played(book, "Rakete", *((mission, True, 1) for mission in range(1, 21)), (21, False, 1))
    result = book.result("Rakete")
    assert (result.total, result.next, result.complete) == (20, 21, True)


def test_or_7_1_each_deal_is_an_attempt_even_one_that_was_left(book):
    first = book.begin("Rakete", 1, 3)
    assert book.result("Rakete").total == 1 and book.attempts()[0].result == "open"
    book.finish(first, True)
    book.finish(first, False, 2)  # a second end changes nothing
    book.finish("ffffffffffffffff", True)
    assert [(each.result, each.attempts) for each in book.attempts()] == [("success", 1)]


def test_it_is_made_on_first_use_and_found_again(tmp_path):
    folder = tmp_path / "not" / "there"
    Logbook(folder).begin("Rakete", 1, 4)
    again = Logbook(folder)
    assert again.path == folder / "orbit-logbook.sqlite" and len(again.attempts()) == 1 and again.set_aside is None


WRITER = """
import sys
from pathlib import Path
from kit.games.orbit.logbook import Logbook
for n in range(40):
    book = Logbook(Path(sys.argv[1]))
    book.finish(book.begin(sys.argv[2], n % 20 + 1, 4), n % 3 == 0)
"""


def test_two_programs_at_once_lose_nothing(tmp_path):
    programs = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), team]) for team in ("Rakete", "Komet")]
    assert [program.wait(60) for program in programs] == [0, 0]
    book = Logbook(tmp_path)
    for team in ("Rakete", "Komet"):
        assert len(book.attempts(team)) == 40 and all(each.result != "open" for each in book.attempts(team))
    assert book.set_aside is None


def test_a_damaged_file_is_set_aside_named_and_a_new_one_begun(book):
    book.begin("Rakete", 1, 4)
    damaged = b"no database at all" * 100
    book.path.write_bytes(damaged)
    for tail in ("-wal", "-shm"):
        Path(f"{book.path}{tail}").unlink(missing_ok=True)
    new = Logbook(book.path.parent)
    assert new.set_aside is not None and new.set_aside.read_bytes() == damaged
    assert new.set_aside.name.startswith("orbit-logbook.damaged-") and new.attempts() == []
    new.begin("Rakete", 1, 4)
    assert Logbook(book.path.parent).set_aside is None


def test_export_and_import_give_the_same_logbook(book, tmp_path):
    played(book, "Rakete & Söhne", (1, True, 1), (2, False, 2))
    book.begin("Komet", 1, 5)
    text = book.export_csv()
    assert next(iter(csv.reader(io.StringIO(text)))) == list(COLUMNS)
    other = Logbook(tmp_path / "other")
    assert other.import_csv(text) == 3 and other.attempts() == book.attempts()
    assert other.import_csv("\ufeff" + text.replace(",", ";")) == 0  # nothing twice; a spreadsheet's form is read too
    assert book.export_csv("Komet").count("\n") == 2


def test_an_open_attempt_takes_its_result_from_an_import(book):
    book.begin("Rakete", 1, 4)
    text = book.export_csv()
    assert book.import_csv(text.replace("open", "success")) == 1
    assert book.attempts()[0].result == "success" and book.import_csv(text) == 0
    assert book.attempts()[0].result == "success"


def test_lines_without_an_id_are_not_added_twice(book):
    text = f"{HEAD}\nRakete,1,2026-11-30,4,1,failed,\nRakete,1,2026-11-30,4,1,failed,\n"
    assert book.import_csv(text) == 2 and book.import_csv(text) == 0 and book.result("Rakete").total == 2


WRONG = {
    "empty": ("", 1, "team"),
    "other header": ("Team,Aufgabe\n", 1, "mission"),
    "a column too many in the header": (HEAD + ",more\n", 1, "id"),
    "too few columns": (f"{HEAD}\n{GOOD}\nRakete,4\n", 3, "date"),
    "too many columns": (f"{HEAD}\n{GOOD},1\n", 2, "id"),
    "no team": (f"{HEAD}\n,3,2026-11-30,4,1,success,\n", 2, "team"),
    "a formula": (f"{HEAD}\n=1+1,3,2026-11-30,4,1,success,\n", 2, "team"),
    "no mission": (f"{HEAD}\n{GOOD}\n\nRakete,null,2026-11-30,4,1,success,\n", 4, "mission"),
    "mission 0": (f"{HEAD}\nRakete,0,2026-11-30,4,1,success,\n", 2, "mission"),
    "no date": (f"{HEAD}\nRakete,3,30.11.2026,4,1,success,\n", 2, "date"),
    "no such day": (f"{HEAD}\nRakete,3,2026-02-30,4,1,success,\n", 2, "date"),
    "two seats": (f"{HEAD}\nRakete,3,2026-11-30,2,1,success,\n", 2, "seats"),
    "three attempts at once": (f"{HEAD}\nRakete,3,2026-11-30,4,3,success,\n", 2, "attempts"),
    "no result": (f"{HEAD}\nRakete,3,2026-11-30,4,1,won,\n", 2, "result"),
    "no id": (f"{HEAD}\nRakete,3,2026-11-30,4,1,success,xyz\n", 2, "id"),
    "an id twice": (f"{HEAD}\n{GOOD}\n{GOOD}\n", 3, "id"),
    "no csv": (f'{HEAD}\n{GOOD}\n"Rakete,3\n', 3, "team"),
}


@pytest.mark.parametrize(("text", "line", "column"), WRONG.values(), ids=WRONG)
def test_a_wrong_import_names_line_and_column_and_changes_nothing(book, text, line, column):
    played(book, "Komet", (1, True, 1))
    before = book.export_csv()
    with pytest.raises(LogbookError) as raised:
        book.import_csv(text)
    assert (raised.value.data["line"], raised.value.data["column"]) == (line, column)
    place = COLUMNS.index(column) + 1
    for lang, words in (("de", ("Zeile", "Spalte")), ("en", ("Line", "column"))):
        assert raised.value.sentence(lang).startswith(f"{words[0]} {line}, {words[1]} {place} ({column}): ")
    assert book.export_csv() == before


def test_an_import_that_is_wrong_at_its_end_leaves_no_line_behind(book):
    book.import_csv(f"{HEAD}\n{GOOD}\n")
    new = GOOD.replace("00112233", "99112233")
    clash = GOOD.replace("Rakete", "Komet")
    with pytest.raises(LogbookError) as raised:
        book.import_csv(f"{HEAD}\n{new}\n{clash}\n")
    assert (raised.value.code, raised.value.data["line"]) == ("logbook-other", 3) and len(book.attempts()) == 1


def test_names_of_teams():
    assert team_name("  Rakete   7 ") == "Rakete 7" and team_name("Ödön's & Co.") == "Ödön's & Co."
    for wrong in ("", "   ", "-1", "@a", "x" * 31, "a\x00b", "a;b"):
        with pytest.raises(LogbookError) as raised:
            team_name(wrong)
        assert len({raised.value.sentence(lang) for lang in LANGUAGES}) == 2


def test_reading_a_file_keeps_its_lines():
    assert [line for line, _ in read_csv(f"{HEAD}\n\n{GOOD}\n")] == [3]


def ended(level: str, *, won: bool) -> Session:
    """A session whose attempt is over: given up, or played by a crew that is lucky at mission 1."""
    session = Session.new("orbit", level=level, seats=4, seed=1)
    if not won:
        session.play("resign")
        return session
    rng = random.Random(1)
    while not session.over:
        seat = rules.deciders(session.state)[0]
        session.play(crews.house_crew(view.view(session.state, seat), rng))
    assert session.state.outcome.won
    return session


def test_the_campaign_goes_on_after_a_success_and_repeats_after_a_failure(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    assert campaign.offer("", "de") == {"team": "", "known": [], "on": False} and campaign.next_level("Rakete") == "1"
    lost, won = ended("1", won=False), ended("1", won=True)
    for session, level, label in ((lost, "1", "Noch einmal: Mission 1"), (won, "2", "Weiter: Mission 2")):
        attempt = campaign.begin("Rakete", session)
        campaign.finish(attempt, session)
        after = campaign.after("Rakete", session, "de")
        assert (after["level"], after["label"]) == (level, label) and "Rakete" in after["note"]
    assert campaign.chip("Rakete", won, "en") == "Rakete · attempt 2" and campaign.next_level("Rakete") == "2"
    assert campaign.after("", lost, "en") == {"level": "1", "label": "Once more: mission 1", "note": ""}
    shown = campaign.sheet("de")
    assert [row[::2] for row in shown["teams"][0]["rows"]] == [["1", "2"]] and str(tmp_path) in shown["path"]
    assert campaign.offer("", "en")["known"][0]["text"] == "Rakete: go on with mission 2"
    name, text = campaign.save()
    assert name.endswith(".csv") and campaign.load(text, "de").startswith("0 ") and campaign.notice("de") == ""


def test_a_mayday_counts_double_or_7_3_in_the_logbook(tmp_path, monkeypatch):
    """OR-7.3: after the cards have been passed the attempt counts as two."""
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    session = Session.new("orbit", level="1", seats=3, variants=("mayday",), seed=1)
    while session.state.phase == "draft":
        session.play(session.game.legal_moves(session.state)[0])
    session.play("mayday A")
    for _ in range(2):
        session.play("mayday yes")
    while session.state.phase == "passing":
        session.play(session.game.legal_moves(session.state)[0])
    session.play("resign")
    campaign.finish(campaign.begin("Rakete", session), session)
    assert Logbook().result("Rakete").total == 2


def test_without_a_usable_folder_the_game_goes_on_and_says_so(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("a file where the folder should be")
    monkeypatch.setenv("KIT_DATA", str(tmp_path / "file"))
    session = ended("1", won=False)
    assert campaign.begin("Rakete", session) == "" and campaign.next_level("Rakete") == "1"
    campaign.finish("", session)
    assert campaign.chip("Rakete", session, "de") == "Rakete" and campaign.after("Rakete", session, "de")["note"] == ""
    assert campaign.notice("de").startswith("Das Logbuch kann hier nicht geführt werden")

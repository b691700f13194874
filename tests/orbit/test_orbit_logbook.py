"""The logbook (OR-7.1, OR-7.2): attempts and totals, two programs at once, damage, CSV there and back."""

from __future__ import annotations

import csv
import io
import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import NoReturn

import pytest

from kit.board.gameboard import GameBoard
from kit.core.sessions import Session
from kit.games.orbit import campaign, crews, rules, view
from kit.games.orbit.logbook import COLUMNS, Logbook, LogbookError, Mission, Result, read_csv, team_name
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


def test_or_7_1_a_later_mission_alone_completes_nothing(book):
    """Missions come in order: what an import has of later ones leaves no gap behind."""
    book.import_csv(f"{HEAD}\nRakete,20,2026-11-30,4,1,success,\nRakete,{rules.MAX_MISSION},2026-11-30,4,1,success,\n")
    result = book.result("Rakete")
    assert (result.next, result.complete) == (1, False)
    played(book, "Rakete", *((mission, True, 1) for mission in range(1, 20)))
    result = book.result("Rakete")
    assert (result.next, result.complete, result.total) == (21, True, 20)


def test_after_the_last_mission_there_is_no_later_one():
    result = Result("Rakete", tuple(Mission(number, 1, "2026-11-30", True) for number in range(1, rules.MAX_MISSION + 1)))
    assert result.next == rules.MAX_MISSION and rules.is_level(str(result.next))


def test_a_team_is_found_among_twenty_thousand_lines_at_once(book, monkeypatch):
    """A class's logbook: 50 teams, 20,000 attempts; the dialog and the sheet well below 0.3 s of processor time."""
    monkeypatch.setenv("KIT_DATA", str(book.path.parent))
    rows = (
        f"Team {n % 50},{n // 50 % 20 + 1},2026-11-30 08:00:{n % 60:02d},4,1,{'success' if n > 19000 else 'failed'},"
        for n in range(20_000)
    )
    assert book.import_csv("\n".join([HEAD, *rows])) == 20_000
    shown = {}
    for look in (campaign.sheet, lambda lang: campaign.offer("", lang)):
        began = time.process_time()
        shown |= look("de")
        assert time.process_time() - began < 0.3
    assert len(shown["teams"]) == 50 == len(shown["known"]) and shown["teams"][0]["foot"].startswith("Alle 20 Missionen mit 400")


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


def overwrite(path: Path, *statements: str) -> None:
    """What another program does to the file."""
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def bend(path: Path, old: bytes, new: bytes) -> None:
    """Change bytes within sound pages."""
    assert old in path.read_bytes()
    path.write_bytes(path.read_bytes().replace(old, new))


UNFIT = {
    "a team that is no UTF-8": lambda path: bend(path, b"Rakete", b"Rak\xff\xfee"),
    "a result that is no UTF-8": lambda path: bend(path, b"open", b"op\xff\xfe"),
    "a formula": lambda path: overwrite(path, "update attempts set team = '=1+1'"),
    "text among numbers": lambda path: overwrite(path, "update attempts set attempts = 'two'"),
    "text for a mission": lambda path: overwrite(path, "update attempts set mission = 'x'"),
    "half a seat": lambda path: overwrite(path, "update attempts set seats = 3.5"),
    "no date": lambda path: overwrite(path, "update attempts set date = 'yesterday'"),
    "no result": lambda path: overwrite(path, "update attempts set result = 'won'"),
    "a blob": lambda path: overwrite(path, "update attempts set id = x'00ff'"),
    "other columns": lambda path: overwrite(path, "drop table attempts", "create table attempts (a, b)"),
    "more columns": lambda path: overwrite(path, "alter table attempts add column more text"),
    "no table": lambda path: overwrite(path, "drop table attempts", "create view attempts as select 1 as team"),
    "an index of that name": lambda path: overwrite(
        path, "drop table attempts", "create table x (a)", "create index attempts on x (a)"
    ),
    "other columns beside": lambda path: overwrite(path, "drop table told", "create table told (a)"),
    "garbage": lambda path: path.write_bytes(b"garbage" * 500),
}


@pytest.mark.parametrize("spoil", UNFIT.values(), ids=UNFIT)
def test_what_does_not_fit_is_set_aside_named_until_it_was_seen_and_a_new_one_begun(tmp_path, monkeypatch, spoil):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    book = Logbook()
    book.begin("Rakete", 1, 4)
    spoil(book.path)
    spoiled = book.path.read_bytes()
    assert campaign.next_level("Rakete") == "1"  # whoever opens it first
    (aside,) = tmp_path.glob("orbit-logbook.damaged-*.sqlite")
    assert aside.read_bytes() == spoiled
    session = ended("1", won=False)
    for _ in range(2):  # until it was seen
        campaign.finish(campaign.begin("Rakete", session), session)
        for told in (campaign.offer("", "de")["notice"], campaign.notice("de"), campaign.sheet("de")["notice"]):
            assert aside.name in told
    campaign.seen()
    assert campaign.offer("", "de")["notice"] == campaign.notice("de") == campaign.sheet("de")["notice"] == ""
    assert Logbook().result("Rakete").total == 2


def test_the_page_opens_and_names_the_file_in_dialog_sheet_and_notice_until_it_was_read(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    book = Logbook()
    book.begin("Rakete", 1, 4)
    overwrite(book.path, "update attempts set attempts = 'two'")
    board = GameBoard("orbit", pause=0, store=False, lang="de")
    (aside,) = tmp_path.glob("orbit-logbook.damaged-*.sqlite")

    def send(do: str, **fields: object) -> str:
        board.table._receive(None, {"do": do, "rev": board.table.rev, **fields}, None)
        return str(board.table.page["html"])

    assert aside.name in send("hello", token=None)  # the dialog lies open
    fields = {"mode": "campaign", "team": "Rakete", "level": "1", "player": ["person", "random", "random"], "seats": "3"}
    assert aside.name in send("new", fields=fields) and aside.name in board.keeper.notice
    assert send("sheet", value="logbook").count(aside.name) == 2  # over the board and in the sheet
    assert aside.name not in send("dismiss", value="logbook")
    assert aside.name not in send("sheet", value="new") and Logbook().unseen() == []


def test_the_last_writes_go_aside_with_a_damaged_file(book):
    """They lie beside it, in a file of their own, where a program was killed or still holds it open."""
    with closing(sqlite3.connect(book.path)) as held:
        held.execute("select count(*) from attempts").fetchone()
        book.begin("Rakete", 1, 4)
        held.execute("update attempts set result = 'won'")
        held.commit()
        assert Path(f"{book.path}-wal").stat().st_size
        new = Logbook(book.path.parent)
    assert new.set_aside is not None and new.attempts() == []
    with closing(sqlite3.connect(new.set_aside)) as old:
        assert old.execute("select team, result from attempts").fetchall() == [("Rakete", "won")]


def test_a_file_that_is_spoiled_while_it_is_asked_stops_nobody(tmp_path, monkeypatch):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    session = ended("1", won=True)
    attempt = campaign.begin("Rakete", session)
    monkeypatch.setattr("kit.games.orbit.logbook.Logbook._connection", broken_connection)
    assert campaign.begin("Rakete", session) == "" and campaign.next_level("Rakete") == "1"
    campaign.finish(attempt, session)
    campaign.seen()
    assert campaign.chip("Rakete", session, "de") == "Rakete" and campaign.after("Rakete", session, "de")["level"] == "2"
    for told in (campaign.offer("", "de")["notice"], campaign.notice("de"), campaign.sheet("de")["notice"]):
        assert told.startswith("Das Logbuch kann hier nicht geführt werden")
    for call in (lambda: campaign.save("de"), lambda: campaign.load(HEAD, "de")):
        with pytest.raises(LogbookError) as raised:
            call()
        assert raised.value.code == "logbook-unusable"


def broken_connection(_book: Logbook) -> NoReturn:
    raise sqlite3.OperationalError("disk I/O error")


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
    "no date": (f"{HEAD}\nRakete,3,11/30/2026,4,1,success,\n", 2, "date"),
    "no such day in German": (f"{HEAD}\nRakete,3,30.2.2026 8:15,4,1,success,\n", 2, "date"),
    "no mission at all": (f"{HEAD}\nRakete,,2026-11-30,4,1,success,\n", 2, "mission"),
    "digits of another script": (f"{HEAD}\nRakete,3,\uff12026-11-30,4,1,success,\n", 2, "date"),
    "not UTF-8": (f"{HEAD}\nK\ufffdln,3,2026-11-30,4,1,success,\n", 2, "team"),
    "more after a quotation": (f'{HEAD}\n{GOOD}\n"Rakete" 7,3,2026-11-30,4,1,success,\n', 3, "team"),
    "a separator that is none": (f"sep=\n{HEAD}\n", 1, "team"),
    "only a separator": ("sep=;\n", 1, "team"),
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
    for wrong in ("", "   ", "-1", "@a", "=1", "+1", "\u202e7", "x" * 31, "a\x00b", "a\u202eb", "K\ufffdln"):
        with pytest.raises(LogbookError) as raised:
            team_name(wrong)
        assert len({raised.value.sentence(lang) for lang in LANGUAGES}) == 2


@pytest.mark.parametrize(
    "name",
    ['Die "Wilden"', "Rakete (8a)", "Rakete / 8a", "8b – Nord", "Rakete?", "A#1", "a;b", "Zoë’s", "火箭", "Team 🚀", "R,2;=1+1"],
)
def test_a_name_may_have_every_printable_character_after_the_first(book, tmp_path, name):
    assert team_name(name) == name
    book.begin(name, 1, 4)
    for delimiter in ",;":
        other = Logbook(tmp_path / delimiter)
        text = book.export_csv(delimiter=delimiter)
        assert other.import_csv(text) == 1 and other.attempts() == book.attempts()
        for divided in ",;\t":  # whatever a spreadsheet divides by: no cell is a formula
            assert not any(
                cell.startswith(tuple("=+-@\t")) for row in csv.reader(io.StringIO(text), delimiter=divided) for cell in row
            )


def test_a_name_is_kept_composed(book):
    """A Mac writes é as e and an accent."""
    assert team_name("e\u0301toile") == "étoile"
    assert book.import_csv(f"{HEAD}\ne\u0301toile,1,2026-11-30,4,1,failed,\n") == 1 and book.result("étoile").total == 1


@pytest.mark.parametrize(
    ("name", "code", "character"),
    [
        ("=1+1", "logbook-team-first", "="),
        ("💫 Stars", "logbook-team-first", "💫"),
        ("a\u202eb", "logbook-team-character", "U+202E"),
        ("a\x00b", "logbook-team-character", "U+0000"),
    ],
)
def test_a_refused_name_says_which_character_is_in_the_way(name, code, character):
    with pytest.raises(LogbookError) as raised:
        team_name(name)
    assert raised.value.code == code
    for lang in LANGUAGES:
        assert character in raised.value.sentence(lang) and not any(each in raised.value.sentence(lang) for each in "\x00\u202e")


def test_a_name_that_is_too_long_is_told_its_length():
    with pytest.raises(LogbookError, match="31"):
        team_name("x" * 31)


GERMAN = HEAD.replace(",", ";")
READABLE = {
    "German Excel": f"\ufeff{GERMAN}\r\nRakete;3;30.11.2026 08:15;4;1;success;a0112233445566aa\r\n",
    "with seconds": f"{GERMAN}\nRakete;3;30.11.2026 8:15:00;4;1;success;\n",
    "a T between": f"{HEAD}\nRakete,3,2026-11-30T08:15:00,4,1,success,\n",
    "sep": f"sep=;\n{GERMAN}\nRakete;3;2026-11-30 08:15;4;1;success;\n",
    "quoted sep, filled up": f'"sep=;";;;;;;\r\n{GERMAN}\r\nRakete;3;2026-11-30 08:15;4;1;success;\r\n',
    "tabs": f"{HEAD}\nRakete,3,2026-11-30 08:15,4,1,success,\n".replace(",", "\t"),
    "blank first": f"\n \n{HEAD}\nRakete,3,2026-11-30 08:15,4,1,success,\n",
    "empty cells first": f"{GERMAN}\n".replace("team", ";;;;;;\nteam") + "Rakete;3;2026-11-30 08:15;4;1;success;\n",
    "old Mac": f"{HEAD}\rRakete,3,2026-11-30 08:15,4,1,success,\r",
    "no end of line": f"{HEAD}\nRakete,3,2026-11-30 08:15,4,1,success,",
}


@pytest.mark.parametrize("text", READABLE.values(), ids=READABLE)
def test_what_spreadsheets_make_of_a_file_can_be_read(text):
    ((line, attempt),) = read_csv(text)
    assert (attempt.team, attempt.mission, attempt.date) == ("Rakete", 3, "2026-11-30 08:15:00")
    assert text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[line - 1].startswith("Rakete")


def test_a_day_alone_begins_at_midnight():
    assert [attempt.date for _, attempt in read_csv(f"{HEAD}\nRakete,3,1.2.2026,4,1,success,\n")] == ["2026-02-01 00:00:00"]


def test_a_spreadsheet_may_cut_off_the_seconds_and_nothing_comes_twice(book, tmp_path):
    book.begin("Rakete", 1, 4, datetime(2026, 11, 30, 8, 15, 27))
    text = book.export_csv(delimiter=";").replace("2026-11-30 08:15:27", "30.11.2026 08:15")
    assert book.import_csv(text) == 0 and book.import_csv(text.replace("30.11.2026 08:15", "30.11.2026")) == 0
    other = Logbook(tmp_path / "other")
    assert other.import_csv(text) == 1 and other.import_csv(book.export_csv()) == 0
    with pytest.raises(LogbookError):
        book.import_csv(text.replace("08:15", "08:16"))


def test_no_id_looks_like_a_number(book):
    ids = {book.begin("Rakete", 1, 4) for _ in range(50)}
    assert len(ids) == 50 and all(each[0] in "abcdef" for each in ids)
    ((_, attempt),) = read_csv(f"{HEAD}\nRakete,3,2026-11-30,4,1,success,\n")
    assert attempt.id[0] in "abcdef"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_broken_quotation_is_told_in_the_readers_language(lang):
    with pytest.raises(LogbookError) as raised:
        read_csv(f'{HEAD}\n{GOOD}\n"Rakete,3\n{GOOD}\n')
    assert raised.value.data["line"] == 3
    assert "Anführungszeichen" in raised.value.sentence("de") and "unexpected" not in raised.value.sentence(lang)


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
    assert (
        campaign.offer("", "de") == {"team": "", "known": [], "on": False, "notice": ""} and campaign.next_level("Rakete") == "1"
    )
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
    name, text = campaign.save("de")
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


def mayday() -> Session:
    """A session of mission 1 in which a Mayday was agreed on, and the last card is about to be passed."""
    session = Session.new("orbit", level="1", seats=3, variants=("mayday",), seed=1)
    while session.state.phase == "draft":
        session.play(session.game.legal_moves(session.state)[0])
    for move in ("mayday A", "mayday yes", "mayday yes"):
        session.play(move)
    return session


def test_or_7_3_a_mayday_counts_double_from_the_moment_the_cards_have_moved(tmp_path, monkeypatch):
    """Also when the attempt is left then; the moves after it do not write it again."""
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    session = mayday()
    attempt = campaign.begin("Rakete", session)
    while session.state.phase == "passing":
        campaign.finish(attempt, session)
        assert Logbook().result("Rakete").total == 1
        session.play(session.game.legal_moves(session.state)[0])
    campaign.finish(attempt, session)
    campaign.finish(attempt, session)
    assert [(each.attempts, each.result) for each in Logbook().attempts()] == [(2, "open")]
    session.play("resign")
    campaign.finish(attempt, session)
    assert [(each.attempts, each.result) for each in Logbook().attempts()] == [(2, "failed")]


@pytest.mark.parametrize(("lang", "delimiter"), [("de", ";"), ("en", ",")])
def test_a_saved_file_opens_in_a_spreadsheet_of_the_language_and_comes_back(tmp_path, monkeypatch, lang, delimiter):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    Logbook().begin("Köln; 8a", 1, 4)
    _, text = campaign.save(lang)
    assert text.startswith("\ufeff" + delimiter.join(COLUMNS) + "\n") and f'"Köln; 8a"{delimiter}1{delimiter}' in text
    other = Logbook(tmp_path / "other")
    assert other.import_csv(text) == 1 and other.attempts() == Logbook().attempts()


def test_without_a_usable_folder_the_game_goes_on_and_says_so(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("a file where the folder should be")
    monkeypatch.setenv("KIT_DATA", str(tmp_path / "file"))
    session = ended("1", won=False)
    assert campaign.begin("Rakete", session) == "" and campaign.next_level("Rakete") == "1"
    campaign.finish("", session)
    assert campaign.chip("Rakete", session, "de") == "Rakete" and campaign.after("Rakete", session, "de")["note"] == ""
    assert campaign.notice("de").startswith("Das Logbuch kann hier nicht geführt werden")

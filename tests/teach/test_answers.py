"""A pupil's work and where it is kept: guess first, answers by token, a reload finds them, the teacher's export."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from kit.board.table import BadMessage, StaleMessage
from kit.cli import main
from kit.teach.answers import FIELDS, Answers, Row, as_csv, as_json, for_excel
from kit.teach.lesson import get_lesson
from kit.teach.page import LessonPage
from kit.teach.work import Work

TOKEN, OTHER = "t" * 24, "u" * 24


@pytest.fixture
def store(tmp_path: Path) -> Answers:
    return Answers(tmp_path)


def page_with(store: Answers | bool, token: str = TOKEN) -> LessonPage:
    page = LessonPage(1, lang="en", store=store)
    page._receive({"do": "hello", "token": token, "rev": -1})
    return page


def send(page: LessonPage, **message: object) -> None:
    page._receive({"rev": page.table.rev, **message})


def guess(page: LessonPage, value: str = "60", choice: str = "rarer") -> None:
    send(page, do="guess", fields={"guess": value, "choice": choice})


# Guess first


def test_without_a_guess_there_is_no_simulation_and_no_answer():
    work = Work(get_lesson(1))
    for attempt in (
        lambda: work.simulate(10),
        lambda: work.answer("task1", "1/2"),
        lambda: work.hint("task1"),
        lambda: work.tick(1),
    ):
        with pytest.raises(ValueError):
            attempt()
    with pytest.raises(ValueError):
        work.choose("quiz1", "a")


def test_a_guess_stays_and_is_checked():
    work = Work(get_lesson(1))
    for value, choice in ((101, "rarer"), (-1, "rarer"), (60, "maybe"), (60, "")):
        with pytest.raises(ValueError):
            work.predict(value, choice)
    work.predict(60, "rarer")
    assert work.off(60) == pytest.approx(60 - 1600 / 33)
    assert work.answers["guess"] == {"given": 60, "right": False, "choice": "rarer", "choice-right": True}
    with pytest.raises(ValueError):
        work.predict(48, "rarer")


def test_the_explanation_opens_after_enough_trials_and_stays_open():
    work = Work(get_lesson(1))
    work.predict(60, "rarer")
    work.simulate(10)
    assert not work.explained and work.at == "simulate"
    work.simulate(1000)
    assert work.explained and work.at == "explain"
    work.restart()
    assert work.main.n == 0 and work.explained
    with pytest.raises(ValueError):
        work.simulate(work.lesson.most + 1)


def test_a_right_answer_in_whole_percents_is_told_to_be_rounded_too_coarsely(store: Answers):
    page = page_with(store)
    guess(page)
    send(page, do="draw", value="1000")
    told = str(page.say("coarse"))
    for given, said in (("73", True), ("0,73", True), ("74", False), ("72,7", False)):
        send(page, **{"do": "task:task1", "fields": {"answer": given}})  # 8/11 = 72.7 %
        assert (told in page.table.page["html"]) == said
        assert page.work.task("task1")["right"] == (given == "72,7")


def test_the_same_answers_give_the_same_curve():
    work = Work(get_lesson(1))
    work.predict(60, "rarer")
    for size in (1, 10, 1000):
        work.simulate(size)
    again = Work(get_lesson(1), json.loads(json.dumps(work.answers)))
    assert again.main.points == work.main.points and again.main.n == 1011
    assert again.tallies["dice"].history == work.tallies["dice"].history


def test_a_slider_kept_by_an_older_version_of_the_lesson_does_no_harm():
    work = Work(get_lesson(2), {"knobs": {"values": 999, "gone": 1}})
    assert work.knobs == {"values": 0}


# Kept by token


def test_a_reload_finds_guess_simulation_tasks_ticks_and_decision(store: Answers):
    page = page_with(store)
    for path in ("reroll", "swap/1", "swap/done"):
        send(page, do="choose", path=path)
    guess(page)
    send(page, do="draw", value="1000")
    send(page, **{"do": "task:task1", "fields": {"answer": "8/11"}})
    send(page, do="hint", value="task2")
    send(page, do="tick", value="2")
    send(page, do="name", value="  Ada  L. ")
    again = page_with(store)
    assert again.work.answers == page.work.answers
    assert again.position.option == "one" and again.name == "Ada L."
    assert again.position.session.states == page.position.session.states
    assert again.work.task("task1")["right"] and again.work.task("task2")["hints"] == 1 and again.work.ticks == [2]


def test_another_token_finds_nothing_of_it(store: Answers):
    guess(page_with(store))
    other = page_with(store, OTHER)
    assert not other.work.guessed and other.token == OTHER


def test_what_was_done_in_code_before_the_page_came_is_kept_under_its_token(store: Answers):
    page = LessonPage(1, lang="en", store=store)
    page.predict(60, "rarer")
    page._receive({"do": "hello", "token": TOKEN, "rev": -1})
    assert page_with(store).work.guess == 60


def test_without_a_store_the_lesson_works_and_exports_nothing():
    page = page_with(False)
    guess(page)
    assert page.work.guessed
    with pytest.raises(BadMessage):
        send(page, do="export")


def test_an_unusable_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KIT_DATA", str(tmp_path / "file"))
    assert "cannot be saved" in LessonPage(1, lang="en").table.page["html"]


def test_a_damaged_file_is_set_aside(tmp_path: Path):
    (tmp_path / "answers.sqlite").write_bytes(b"no database" * 200)
    store = Answers(tmp_path)
    store.put(TOKEN, 1, "guess", {"given": 60})
    assert store.set_aside and store.set_aside.exists() and store.read(TOKEN, 1) == {"guess": {"given": 60}}


@pytest.mark.parametrize(
    "message",
    [
        {"do": "nothing"}, {"do": "guess"}, {"do": "guess", "fields": 3}, {"do": "draw", "value": "7"}, {"do": "draw", "value": "x"},
        {"do": "task:nope", "fields": {"answer": "1"}}, {"do": "quiz", "value": "quiz1:z"}, {"do": "tick", "value": "9"},
        {"do": "knob:nope", "value": "1"}, {"do": "view", "value": "x"}, {"do": "choose", "path": "place/nowhere"}, {"do": "choose"},
        {"do": "solution", "value": "task1"}, {"do": "again"}, {"do": "__class__"},
    ],
)  # fmt: skip
def test_forged_messages_change_nothing(message: dict[str, object]):
    page = page_with(False)
    before = dict(page.work.answers)
    with pytest.raises(BadMessage):
        send(page, **message)
    assert page.work.answers == before


def test_messages_about_an_old_page_are_stale():
    page = page_with(False)
    with pytest.raises(StaleMessage):
        page._receive({"do": "guess", "fields": {"guess": "60", "choice": "rarer"}, "rev": page.table.rev - 1})


def test_an_impossible_guess_is_answered_with_the_range():
    page = page_with(False)
    guess(page, "400")
    assert not page.work.guessed and "between 0 and 100" in page.table.page["html"]
    guess(page, "60", "")
    assert not page.work.guessed and page.refused


# The teacher's export


def test_the_export_names_pupils_but_never_tokens(store: Answers):
    for token, name in ((TOKEN, "Ada"), (OTHER, "=cmd()")):
        page = page_with(store, token)
        send(page, do="name", value=name)
        guess(page)
        send(page, do="draw", value="1000")
        send(page, **{"do": "task:task1", "fields": {"answer": "5/9"}})
    rows = store.rows()
    assert {row.name for row in rows} == {"Ada", "=cmd()"} and len({row.pupil for row in rows}) == 2
    task = next(row for row in rows if row.item == "task1")
    assert (task.answer, task.right, task.lesson) == ("5/9", False, 1)
    text = as_csv(rows)
    assert TOKEN not in text and OTHER not in text and "\n=cmd" not in text and ",=cmd" not in text
    table = list(csv.DictReader(io.StringIO(text)))
    assert tuple(table[0]) == FIELDS and len(table) == len(rows)
    assert len(json.loads(as_json(rows))) == len(rows)
    assert {row.pupil for row in store.rows(token=TOKEN)} == {next(row.pupil for row in rows if row.name == "Ada")}
    assert store.rows(lesson=2) == []


def row(answer: str, name: str = "Zoë") -> Row:
    return Row("0a1b2c3d", name, 1, "task1", answer, True, 1, "2026-11-30T08:00:00")


@pytest.mark.parametrize(("lang", "mark"), [("de", ";"), ("en", ",")])
def test_excel_gets_its_separator_and_no_answer_becomes_a_date(lang: str, mark: str):
    given = ["8/11", "3.5", "48,48 %", "7", "=1+1", 'a;b,"c', "b"]
    file = for_excel(map(row, given), lang)
    assert file.startswith(b"\xef\xbb\xbf") and not file.startswith(b"\xef\xbb\xbfsep")
    table = list(csv.DictReader(io.StringIO(file.decode("utf-8-sig"), newline=""), delimiter=mark))
    assert tuple(table[0]) == FIELDS and {each["name"] for each in table} == {"Zoë"}
    assert [each["answer"] for each in table] == ['="8/11"', '="3.5"', '="48,48 %"', "7", "'=1+1", 'a;b,"c', "b"]


def test_what_was_solved_stays_solved_and_the_teacher_sees_how_many_answers_it_took(store: Answers):
    page = page_with(store)
    guess(page)
    send(page, do="draw", value="1000")
    for given in ("1/2", "8/11", "5/9"):
        send(page, **{"do": "task:task1", "fields": {"answer": given}})
    for answer in "acb":
        send(page, do="quiz", value=f"quiz1:{answer}")  # c is right
    send(page, do="quiz", value="quiz2:a")
    assert page.work.task("task1")["right"] is False  # the page speaks of the last answer
    assert page.work.solved == 2
    rows = {row.item: row for row in store.rows()}
    assert [(rows[key].answer, rows[key].right, rows[key].tries) for key in ("task1", "quiz1", "quiz2", "guess")] == [
        ("5/9", True, 3),
        ("b", True, 3),
        ("a", False, 1),
        ("60", False, None),
    ]


def test_the_teacher_gets_all_answers_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("KIT_DATA", str(tmp_path))
    guess(page_with(Answers(tmp_path)))
    assert main(["answers"]) == 0
    out = capsys.readouterr().out
    assert ",1,guess,60,False," in out and ",1,choice,rarer,True," in out
    assert main(["answers", "--json", "--lesson", "1"]) == 0
    assert [row["item"] for row in json.loads(capsys.readouterr().out)] == ["choice", "guess"]
    assert main(["answers", "--lesson", "99"]) == 2
    assert main(["answers", "--excel", str(tmp_path / "answers.csv")]) == 0
    assert "guess" in (tmp_path / "answers.csv").read_text("utf-8-sig")
    assert main(["answers", "--excel", str(tmp_path)]) == 2
    assert "Excel" in capsys.readouterr().err


def test_a_pupil_saves_their_own_answers(store: Answers, monkeypatch: pytest.MonkeyPatch):
    page = page_with(store)
    guess(page)
    guess(page_with(store, OTHER))
    files: list[tuple[str, str]] = []
    monkeypatch.setattr(page.table, "save_file", lambda name, text: files.append((name, text)))
    assert page._receive({"do": "export", "rev": -1})
    ((name, text),) = files
    assert name == "kartenlabor.csv" and text.count("guess") == 1


def test_one_token_cannot_fill_the_disk(store: Answers, monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(ValueError):
        store.put(TOKEN, 1, "x", "y" * 30_000)
    monkeypatch.setattr("kit.teach.answers.MAX_ITEMS", 3)
    for n in range(3):
        store.put(TOKEN, 1, f"x{n}", n)
    with pytest.raises(ValueError):
        store.put(TOKEN, 1, "x3", 3)


# In code


def test_in_code_a_choice_may_be_said_in_words():
    page = LessonPage(1, lang="de", store=False)
    page.predict(60, " Seltener ")
    assert page.work.choice == "rarer"


@pytest.mark.parametrize(
    ("given", "choice", "sentence"),
    [
        (
            60,
            "",
            'Beantworte auch die zweite Frage: Mit vier Würfeln statt Karten ist das … Schreib hinter 60 eines von "seltener"',
        ),
        (60, "quatsch", "Beantworte auch die zweite Frage"),
        (0.6, "same", "0.6 wäre weniger als 1 %. Gib deinen Tipp in Prozent an: page.predict(60)"),
        (600, "same", "Dein Tipp muss zwischen 0 und 100 liegen."),
        (-1, "same", "Dein Tipp muss zwischen 0 und 100 liegen."),
    ],
)
def test_in_code_a_guess_that_cannot_be_meant_is_refused_in_words(given, choice, sentence):
    page = LessonPage(1, lang="de", store=False)
    assert repr(page.predict(given, choice)).startswith(sentence)
    assert not page.work.answers


def test_in_code_a_guess_may_be_written_as_on_paper():
    for given, value in (("60 %", 60), ("0,6 %", 0.6), ("60", 60), (0, 0)):
        page = LessonPage(1, lang="de", store=False)
        page.predict(given, "same")
        assert page.work.guess == value


def test_in_code_too_many_trials_are_refused_in_words():
    page = LessonPage(1, lang="de", store=False)
    page.predict(60, "same")
    for size in (0, -5, 1.5, page.lesson.most + 1):
        assert repr(page.simulate(size)) == f"Es sind 1 bis {page.lesson.most} Versuche möglich, nicht {size}."
    page.simulate(page.lesson.most)
    assert repr(page.simulate(1)) == "Mehr Versuche zeigt diese Lektion nicht."


def test_in_code_too_the_guess_comes_first():
    page = LessonPage(1, lang="en", store=False)
    for said in (page.predict(), page.predict("rarer"), page.simulate(1000), page.explain()):
        assert repr(said).startswith("Guess first") and "16/33" not in repr(said)
    assert "is fixed: 60%" in repr(page.predict(60, "rarer"))
    assert "opens" in repr(page.explain())
    assert repr(page.simulate(1000)).startswith("Growing frequency")
    assert "exact 48.48%" in repr(page.explain())
    assert "already fixed: 60%" in repr(page.predict(40, "same"))

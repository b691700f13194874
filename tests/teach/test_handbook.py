"""The teacher's handbook has a section for each lesson in both languages, and its overview says what the lessons declare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kit.locale import LANGUAGES, text
from kit.teach.lesson import get_lesson, numbers
from kit.teach.words import words

DOCS = Path(__file__).parents[2] / "docs"
PARTS = {
    "de": ("Zeitplan", "Fehlvorstellungen", "Ohne Computer", "Tafelbild", "Lösungen"),
    "en": ("Schedule", "Misconceptions", "Unplugged", "On the board", "Solutions"),
}


def handbook(lang: str) -> str:
    return (DOCS / f"teaching.{lang}.md").read_text("utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", numbers())
def test_each_lesson_has_its_section(number: int, lang: str) -> None:
    title = str(words(get_lesson(number), lang)("title"))
    assert f"\n## {number} · {title}\n" in handbook(lang)
    section = re.split(r"\n## ", handbook(lang).split(f"\n## {number} · ")[1])[0]
    for part in PARTS[lang]:
        assert f"### {part}" in section
    solutions = section.split(f"### {PARTS[lang][-1]}")[1]
    assert [line[:3] for line in solutions.splitlines() if re.match(r"\d\. ", line)] == ["1. ", "2. ", "3. "]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", numbers())
def test_the_solutions_name_what_was_asked_and_what_is_right_in_the_quiz(number: int, lang: str) -> None:
    lesson = get_lesson(number)
    say = words(lesson, lang)

    def plain(key: str) -> str:
        return re.sub("<.*?>", "", str(say(key)).replace("<sup>7</sup>", "⁷")).replace("\u00a0", " ")

    section = re.split(r"\n## ", handbook(lang).split(f"\n## {number} · ")[1])[0].split(f"### {PARTS[lang][-1]}")[1]
    told = " ".join(section.split())
    for at, task in enumerate(lesson.tasks, 1):
        assert f"{at}. *{plain(f'{task.key}.ask')}* " in told
    for at, quiz in enumerate(lesson.quizzes, 1):
        assert f"({at}) *{plain(f'{quiz.key}.ask')}* {plain(f'{quiz.key}.{quiz.right}')}" in told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", numbers())
def test_the_overview_says_what_the_lesson_declares(number: int, lang: str) -> None:
    lesson = get_lesson(number)
    row = next(line for line in handbook(lang).splitlines() if line.startswith(f"| {number} | "))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    say = words(lesson, lang)
    assert cells == [
        str(number),
        str(say("title")),
        text("name", lang, game=lesson.game),
        str(lesson.grade),
        "; ".join(str(say(f"kmk.{key}")) for key in lesson.standards["kmk"]),
        ", ".join(lesson.standards["ccss"]),
        ", ".join(lesson.standards["gaise"]),
    ]

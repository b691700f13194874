"""Every lesson in the browser: decide, guess, simulate, explanation, a task, a quiz, a tick; a reload finds it all.

New lessons join by themselves.
"""

from __future__ import annotations

import re

import pytest
from browser_kit import OpenPage, Server, axe, no_overflow, ready, screenshot, small_targets
from playwright.sync_api import Page, expect

from kit.teach.lesson import Lesson, get_lesson, numbers
from kit.teach.sheet import Show
from kit.teach.words import over, words
from kit.teach.work import Work

SOON = 20_000  # ms: a busy machine may take its time over a thousand trials

ALL = [get_lesson(number) for number in numbers()]


def open_lesson(page: Page, server: Server, lesson: Lesson, lang: str = "de") -> None:
    page.goto(server.notebook(lang, "lessons", lesson.slug))
    ready(page)
    expect(page.locator("[data-id=give-guess], .l-given").first).to_be_visible()


def give_guess(page: Page, lesson: Lesson) -> None:
    if lesson.guess.choices:
        page.locator(".l-seg label").last.click()
    slider = page.locator("[data-id=guess]")
    slider.focus()
    slider.press("ArrowRight")
    page.locator("[data-id=give-guess]").click()
    expect(page.locator(".l-given")).to_be_visible(timeout=SOON)


def simulate(page: Page, lesson: Lesson) -> None:
    page.locator(f"[data-id=draw-{lesson.batches[0]}]").click()
    expect(page.locator(".l-n b")).to_be_visible(timeout=SOON)
    page.locator(f"[data-id=draw-{lesson.batches[-1]}]").click()
    expect(page.locator(".l-explain")).to_be_visible(timeout=SOON)


def answer_of(lesson: Lesson, key: str) -> str:
    fact = next(task.fact for task in lesson.tasks if task.key == key)
    said = over(lesson.facts[fact])
    return said if len(said) <= 15 else f"{float(lesson.facts[fact]):.8f}"


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.slug)
def test_a_lesson_from_the_guess_to_the_explanation_and_back(open_page: OpenPage, server: Server, lesson: Lesson) -> None:
    width, dark, lang = (390, False, "de") if lesson.number % 2 else (1440, True, "en")
    page = open_page(width, dark=dark, lang=lang)
    open_lesson(page, server, lesson, lang)
    say = words(lesson, lang)
    screenshot(page, f"lesson{lesson.id}-start", width, dark)
    if lesson in ALL[:2]:  # what comes before the guess is the same page in all
        assert axe(page) == []
    assert no_overflow(page)
    assert small_targets(page) == []
    work = Work(lesson, {"guess": {"given": lesson.guess.start}, "seen": True})
    exact = Show(lesson, work, say, lang).exact
    assert exact not in page.content()

    give_guess(page, lesson)
    assert exact not in page.content()
    simulate(page, lesson)
    expect(page.locator(".l-fig.l-is-exact b")).to_have_text(exact)
    expect(page.locator(".l-fig.l-is-guess b")).not_to_be_empty()

    key = lesson.tasks[0].key
    page.locator(f"[data-id=hint-{key}]").click()
    expect(page.locator(".l-lad .l-on")).to_have_count(1)
    page.locator(f"[data-id=answer-{key}]").fill(answer_of(lesson, key))
    page.locator(f"[data-id=answer-{key}]").press("Enter")
    expect(page.locator(".l-fb .l-good").first).to_be_visible()
    quiz = lesson.quizzes[0]
    wrong = next(answer for answer in quiz.answers if answer != quiz.right)
    page.locator(f"[data-id=quiz-{quiz.key}-{wrong}]").click()
    expect(page.locator(".l-quiz .l-fb")).to_contain_text(say(f"{quiz.key}.{wrong}-why").striptags())
    page.get_by_role("checkbox").first.click()
    expect(page.get_by_role("checkbox").first).to_have_attribute("aria-checked", "true")
    screenshot(page, f"lesson{lesson.id}", width, dark)
    assert axe(page) == []
    assert no_overflow(page)
    assert small_targets(page) == []
    if lesson == ALL[0]:
        page.reload()
        ready(page)
        expect(page.locator(".l-fig.l-is-exact b")).to_have_text(exact)
        expect(page.get_by_role("checkbox").first).to_have_attribute("aria-checked", "true")


def test_two_pupils_of_one_server_have_answers_of_their_own(open_page: OpenPage, server: Server) -> None:
    """The first decides on the board, and meets the decision again after a reload; the second does it all by keyboard."""
    first, second = open_page(), open_page(lang="en")  # which have nothing in common
    decide_on_the_board(first, server)
    open_lesson(second, server, ALL[0])
    expect(second.locator("[data-id=give-guess]")).to_be_visible()
    expect(second.locator(".l-open .l-did")).to_have_count(0)
    by_keyboard_alone(second)
    first.reload()
    ready(first)
    meet_the_decision_again(first)


def decide_on_the_board(page: Page, server: Server) -> None:
    lesson = ALL[0]
    open_lesson(page, server, lesson)
    page.locator("[data-id=reroll]").click()
    page.locator("[data-path='swap/1']").click()
    expect(page.locator("[data-path='swap/1']")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-id=swapdone]").click()
    say = words(lesson, "de")
    expect(page.locator(".l-open .l-did")).to_contain_text(say("opening.one"))


def meet_the_decision_again(page: Page) -> None:
    lesson, say = ALL[0], words(ALL[0], "de")
    expect(page.locator(".l-open .l-did")).to_contain_text(say("opening.one"))
    give_guess(page, lesson)
    simulate(page, lesson)
    expect(page.locator(".l-opts tr.l-best")).to_contain_text(say("back.mine"))
    page.locator("[data-id=again]").click()
    page.locator(".l-back [data-id=reroll]").click()
    page.locator(".l-back [data-id=swapdone]").click()
    expect(page.locator(".l-back .l-did")).to_contain_text(say("opening.keep"))


def by_keyboard_alone(page: Page) -> None:
    lesson = ALL[0]
    page.locator("[data-id=guess]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".l-gs output")).to_have_text(re.compile(r"^53\s%$"))
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".l-given")).to_contain_text("53")
    page.locator("[data-id=draw-1000]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".l-explain")).to_be_visible()
    expect(page.locator("[data-id=draw-1000]")).to_be_focused()
    page.locator(f"[data-id=solution-{lesson.tasks[0].key}]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".l-solved")).to_be_visible()
    page.get_by_role("checkbox").first.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("checkbox").first).to_have_attribute("aria-checked", "true")

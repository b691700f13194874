"""What holds for every lesson, in both languages. A new lesson joins by being there."""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import unescape
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kit.chance.intervals import Interval
from kit.core.errors import OptionError
from kit.core.registry import get_game
from kit.locale import LANGUAGES, catalogue
from kit.teach import notebook as books
from kit.teach.lesson import Lesson, as_float, get_lesson, numbers
from kit.teach.page import LessonPage
from kit.teach.position import Position
from kit.teach.sheet import style
from kit.teach.words import decimal, entries, over, percent, read_number, words
from kit.teach.work import Tally, Work

ALL = [get_lesson(number) for number in numbers()]
EACH = pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.slug)
IN_BOTH = pytest.mark.parametrize(("lesson", "lang"), list(product(ALL, LANGUAGES)), ids=lambda each: getattr(each, "slug", each))

# Each lesson in one of the languages, by turns: that both have the same words and fields is tested for itself.
IN_ONE = pytest.mark.parametrize(
    ("lesson", "lang"), [(each, LANGUAGES[each.number % 2]) for each in ALL], ids=lambda each: getattr(each, "slug", each)
)


def told(lesson: Lesson, lang: str) -> set[str]:
    """How the hidden facts would look on a page: as a short fraction, as percents or with decimals."""
    out = set()
    for name in lesson.hidden:
        value = lesson.facts[name]
        if len(over(value)) >= 4 and "/" in over(value):
            out.add(over(value))
        if lesson.guess.kind == "percent":
            out |= {percent(as_float(value), 2, lang), percent(as_float(value), 1, lang)}
        else:
            out |= {decimal(as_float(value), 2, lang), decimal(as_float(value), 3, lang)} - {
                decimal(round(as_float(value)), 2, lang)
            }
    return out


def typed(value: Any) -> str:
    """A fact as a pupil would type it: as a fraction, where that is a short one, else with decimals."""
    said = over(value)
    return said if len(said) <= 15 else f"{as_float(value):.8f}"


def shows(text: str, said: str) -> bool:
    """Whether `said` stands in the text by itself, not as a part of a longer number."""
    return re.search(rf"(?<![\d.,/]){re.escape(said)}(?![\d/])", text) is not None


def page_of(lesson: Lesson, lang: str) -> LessonPage:
    return LessonPage(lesson.number, lang=lang, store=False)


def act(page: LessonPage, **message: Any) -> str:
    page._receive({"rev": page.table.rev, **message})
    html: str = page.table.page["html"]
    return html


def guess_of(lesson: Lesson) -> dict[str, str]:
    choice = {"choice": lesson.guess.choices[0]} if lesson.guess.choices else {}
    return {"guess": f"{lesson.guess.start:g}", **choice}


def opened(lesson: Lesson, lang: str) -> tuple[LessonPage, str]:
    """A page on which the explanation is open."""
    page = page_of(lesson, lang)
    act(page, do="guess", fields=guess_of(lesson))
    html = act(page, do="draw", value=str(lesson.batches[-1]))
    return page, html


def test_unknown_numbers_are_refused_with_the_list():
    with pytest.raises(OptionError, match="99"):
        get_lesson(99)


@IN_BOTH
def test_nothing_of_the_result_is_there_before_the_guess_nor_before_the_explanation(lesson: Lesson, lang: str):
    page = page_of(lesson, lang)
    html = page.table.page["html"]
    assert [said for said in told(lesson, lang) if shows(html, said)] == []
    assert "l-is-exact" not in html and "l-exact" not in html
    html = act(page, do="guess", fields=guess_of(lesson))
    assert [said for said in told(lesson, lang) if shows(html, said)] == []
    if lesson.batches[0] < lesson.enough:
        act(page, do="draw", value=str(lesson.batches[0]))
        assert "l-is-exact" not in page.table.page["html"]
        assert [said for said in told(lesson, lang) if "/" in said and shows(page.table.page["html"], said)] == []


def test_the_guide_names_the_next_thing_to_do_at_each_step():
    page = page_of(get_lesson(2), "en")
    guide = re.compile(r'<div class="status"><span>(.*?)</span>', re.S)

    def said() -> str:
        found = guide.search(page.table.page["html"])
        assert found
        return found[1]

    assert "decide in the position" in said()
    for path in ("reroll", "swap/0", "swap/done"):
        act(page, do="choose", path=path)
    assert page.position.decided and "Now your guess" in said()
    act(page, do="guess", fields=guess_of(page.lesson))
    assert "Now try it out" in said()
    act(page, do="draw", value="1000")
    assert "See why" in said()
    act(page, do="quiz", value="quiz1:b")
    assert "Solve tasks and quiz" in said()


def test_after_a_right_answer_a_button_leads_to_the_next_that_is_not_solved():
    page, html = opened(get_lesson(2), "en")
    assert 'data-id="next-' not in html
    act(page, do="quiz", value="quiz2:b")
    assert page.ahead(page.lesson.quizzes[1]) == page.lesson.quizzes[2]
    act(page, do="quiz", value="quiz3:b")
    act(page, do="view", value="quiz3")
    html = act(page, do="quiz", value="quiz3:b")
    assert page.ahead(page.lesson.quizzes[2]) == page.lesson.quizzes[0]
    assert 'data-value="quiz1" data-id="next-quiz"' in html
    act(page, do="quiz", value="quiz1:b")
    assert page.ahead(page.lesson.quizzes[0]) is None and 'data-id="next-quiz"' not in page.table.page["html"]


@pytest.mark.parametrize(
    ("guess", "verdict"), [("100", "far off"), ("65", "some way off"), ("60", "is close"), ("58", "almost exact")]
)
def test_a_guess_is_judged_by_how_far_off_it_is(guess: str, verdict: str):
    page = page_of(get_lesson(2), "en")
    act(page, do="guess", fields={"guess": guess, "choice": "half"})
    act(page, do="draw", value="1000")
    assert verdict in str(page._show.judged)


@IN_ONE
def test_the_explanation_has_guess_simulation_and_exact_value_side_by_side(lesson: Lesson, lang: str):
    page, html = opened(lesson, lang)
    show = page._show
    for part in (show.guess, show.found, show.interval, show.exact, show.off, show.judged):
        assert part and str(part).split("<")[0] in html
    assert page.work.explained


@IN_ONE
def test_the_words_under_the_slider_name_its_ends_and_its_middle(lesson: Lesson, lang: str):
    guess, say = lesson.guess, words(lesson, lang)
    if (guess.kind, guess.low, guess.high) == ("percent", 0, 100):
        assert [say(f"guess.{end}") for end in ("low", "middle", "high")] == [
            catalogue()[f"lesson.guess.{end}"][lang] for end in ("low", "middle", "high")
        ]
    else:
        for end, value in (("low", guess.low), ("middle", (guess.low + guess.high) / 2), ("high", guess.high)):
            assert re.match(r"[\d.,]+", say(f"guess.{end}"))[0] == f"{value:g}".replace(".", "," if lang == "de" else ".")


@IN_ONE
def test_how_far_the_guess_was_off_has_a_unit_where_it_is_a_rate(lesson: Lesson, lang: str):
    page, _ = opened(lesson, lang)
    unit = {"de": "Punkte", "en": "points"}[lang]
    assert (unit in page._show.off) == (lesson.guess.kind == "percent")


@IN_ONE
def test_every_part_of_an_open_page_can_be_drawn(lesson: Lesson, lang: str):
    page, _ = opened(lesson, lang)
    for task in lesson.tasks:
        act(page, do="view", value=task.key)
        for n in (1, 2, 3):
            html = act(page, do="hint", value=task.key)
            assert str(page.say(f"{task.key}.hint{n}")) in html
        html = act(page, do="solution", value=task.key)
        assert str(page.say(f"{task.key}.solution")) in html
        for trap in task.traps:
            html = act(page, **{"do": f"task:{task.key}", "fields": {"answer": typed(lesson.facts[trap])}})
            assert str(page.say(f"{task.key}.{trap}")) in html
        html = act(page, **{"do": f"task:{task.key}", "fields": {"answer": typed(lesson.facts[task.fact])}})
        assert page.work.task(task.key)["right"] is True
    for quiz in lesson.quizzes:
        for answer in quiz.answers:
            html = act(page, do="quiz", value=f"{quiz.key}:{answer}")
            assert str(page.say(f"{quiz.key}.{answer}-why")) in html
        assert page.work.quiz(quiz.key)["tried"] == list(quiz.answers)
    for knob in lesson.knobs:
        for value in (knob.low, knob.high, knob.start):
            act(page, **{"do": f"knob:{knob.key}", "value": str(value)})
            assert page.work.knobs[knob.key] == value
    for n in (1, 2, 3):
        act(page, do="tick", value=str(n))
    assert page.work.done


@EACH
def test_the_lesson_is_complete(lesson: Lesson):
    assert len(lesson.tasks) == 3 and len(lesson.tags) == 3 and lesson.quizzes
    assert set(lesson.standards) >= {"kmk", "ccss", "gaise"}
    assert get_game(lesson.game).id == lesson.game
    assert lesson.enough <= lesson.batches[-1] <= lesson.most
    assert (
        lesson.guess.low
        <= as_float(lesson.facts[lesson.guess.fact]) * (100 if lesson.guess.kind == "percent" else 1)
        <= lesson.guess.high
    )
    assert lesson.guess.start != as_float(lesson.facts[lesson.guess.fact]) * (100 if lesson.guess.kind == "percent" else 1)
    assert lesson.guess.right in (lesson.guess.choices or ("",))
    for quiz in lesson.quizzes:
        assert quiz.right in quiz.answers


@EACH
def test_the_opening_can_be_played_and_its_best_option_stands_out(lesson: Lesson):
    position = Position(lesson.opening, lesson.game, "de", seed=1)
    game, session = position.session.game, position.session
    assert lesson.opening.seat in game.deciders(session.state)
    notations = [str(move) for move in game.legal_moves(session.state)]
    chosen = {option.key: next((n for n in notations if option.matches(n)), None) for option in lesson.opening.options}
    assert None not in chosen.values(), chosen
    for key, notation in chosen.items():
        again = Position(lesson.opening, lesson.game, "de", seed=1)
        again.play(notation)
        assert again.option == key
        assert again.html(live=True)
        with pytest.raises(ValueError):
            again.path("cancel")
    values = {option.key: as_float(lesson.facts[option.fact]) for option in lesson.opening.options}
    best = values.pop(lesson.opening.best)
    assert all(best > other for other in values.values()) or all(best < other for other in values.values())


@EACH
def test_the_simulation_agrees_with_the_exact_values(lesson: Lesson):
    knobs = {knob.key: knob.start for knob in lesson.knobs}
    for series in lesson.series:
        rng, tally = random.Random(2026), Tally()
        for _ in range(3000):
            tally.add(*series.draw(rng, knobs), lesson.guess.kind == "percent")
        low, high = tally.interval(lesson.guess.kind == "percent", level=0.9999)
        assert low <= as_float(lesson.facts[series.fact]) <= high, series.key


@EACH
def test_traps_are_wrong_answers(lesson: Lesson):
    work = Work(lesson, {"guess": {"given": lesson.guess.start}, "seen": True})
    for task in lesson.tasks:
        for trap in task.traps:
            work.answer(task.key, typed(lesson.facts[trap]))
            assert work.task(task.key)["right"] is False and work.task(task.key)["trap"] == trap


# The words


def forms(entry: Mapping[str, Any], lang: str) -> list[str]:
    form = entry[lang]
    return [str(part) for part in form.values()] if isinstance(form, Mapping) else [str(form)]


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@EACH
def test_words_stand_in_both_languages_with_the_same_fields(lesson: Lesson):
    for key, entry in entries(lesson).items():
        assert set(entry) == set(LANGUAGES), key
        found = {lang: set().union(*map(fields, forms(entry, lang))) - {"n"} for lang in LANGUAGES}
        assert found["de"] == found["en"], key
        for sentence in forms(entry, "de"):
            assert not re.search(r"(?<![.!?:] )(?<!^)\b(Sie|Ihnen)\b", sentence), f"{key}: {sentence}"


@EACH
def test_only_an_exact_value_stands_behind_an_equals_sign(lesson: Lesson):
    for key, entry in entries(lesson).items():
        for sentence in (part for lang in LANGUAGES for part in forms(entry, lang)):
            for name, kind, places in re.findall(r"= ?(?:<b>)?\{(\w+):(pct|num)(\d?)\}", sentence):
                scaled = Fraction(lesson.facts[name]) * (100 if kind == "pct" else 1) * 10 ** int(places or 0)
                assert scaled.denominator == 1, f"{key}: {name} is rounded, so it wants ≈"


@EACH
def test_cards_are_named_and_numbers_written_as_the_language_does(lesson: Lesson):
    for key, entry in entries(lesson).items():
        german, english = (" ".join(forms(entry, lang)) for lang in ("de", "en"))
        assert not re.search(r"\b[JQ]\b", german), f"{key}: B and D in German"
        assert not re.search(r"[\d})] (:|%)", english), f"{key}: ÷ and a percent sign without a space in English"


def needed(lesson: Lesson) -> Iterator[str]:
    yield from (
        "title",
        "short",
        "ask",
        "explain.say",
        "opening.ask",
        "back.text",
        *(f"{kind}{n}" for kind in ("goal", "tick") for n in (1, 2, 3)),
    )
    yield from (f"opening.{option.key}{tail}" for option in lesson.opening.options for tail in ("", "-why"))
    yield from (f"series.{series.key}" for series in lesson.series[1:])
    for task in lesson.tasks:
        yield from (f"{task.key}.{part}" for part in ("ask", "hint1", "hint2", "hint3", "solution", *task.traps))
    for quiz in lesson.quizzes:
        yield from (f"{quiz.key}.{part}" for part in ("ask", *(a + tail for a in quiz.answers for tail in ("", "-why"))))
    yield from (f"choice.{choice}" for choice in (("ask", *lesson.guess.choices) if lesson.guess.choices else ()))
    yield from (f"cell.{name}" for name, _ in lesson.cells)
    if lesson.guess.kind != "percent":
        yield "guess.label"
    if lesson.number + 1 in numbers():
        yield "next"  # on a served page, which links to the lesson after it


@EACH
def test_all_words_that_the_page_needs_are_there(lesson: Lesson):
    assert [key for key in needed(lesson) if key not in entries(lesson)] == []
    say = words(lesson, "de")
    for tag in lesson.standards["kmk"]:
        assert say(f"kmk.{tag}")


COMMON_CORE = re.compile(r"\b(7\.SP|HSS-[A-Z]{2})\.[A-D]\.\d[ab]?\b")


@IN_BOTH
def test_the_tick_list_names_the_readers_own_curriculum(lesson: Lesson, lang: str):
    _, html = opened(lesson, lang)
    found = re.search(r'class="panel l-ticks".*?</ul>', html, re.S)
    assert found
    shown = [unescape(said) for said in re.findall(r'<small class="chip">(.*?)</small>', found[0])]
    ticks = "".join(books.notebook(lesson, lang)["cells"][-1]["source"])
    for tag, said in zip(lesson.tags, shown, strict=True):
        assert tag.kmk in lesson.standards["kmk"] and COMMON_CORE.fullmatch(tag.ccss)
        assert said == (words(lesson, "de")(f"kmk.{tag.kmk}") if lang == "de" else tag.ccss)
        assert f"({said})\n" in ticks
    assert bool(COMMON_CORE.search(found[0])) == (lang == "en")


@EACH
def test_the_common_core_of_a_lesson_is_that_of_its_ticks(lesson: Lesson):
    assert set(lesson.standards["ccss"]) == {tag.ccss for tag in lesson.tags}
    assert list(lesson.standards["ccss"]) == sorted(lesson.standards["ccss"])


def test_the_course_covers_the_standards_that_it_was_planned_for():
    codes = {code.rstrip("ab") for lesson in ALL for code in lesson.standards["ccss"]}
    assert codes >= {f"7.SP.C.{n}" for n in (5, 6, 7, 8)} | {f"HSS-MD.B.{n}" for n in (5, 6, 7)}
    assert {code[:6] for code in codes} >= {"HSS-CP", "HSS-MD", "HSS-IC"}
    assert {level for lesson in ALL for level in lesson.standards["gaise"]} == {"A", "B", "C"}


@EACH
def test_no_word_of_a_lesson_is_unused(lesson: Lesson):
    template = (Path(books.__file__).parent / "lessons" / f"l{lesson.slug}.html").read_text("utf-8")
    shared = {key.removeprefix("lesson.") for key in catalogue() if key.startswith("lesson.")}
    optional = {"next", "guess.unit", *(f"knob.{knob.key}" for knob in lesson.knobs)}
    known = {*needed(lesson), *shared, *optional}
    prefixes = set(re.findall(r'say\("([^"]*)" ~', template))
    unused = [
        key for key in entries(lesson)
        if key not in known and f'"{key}"' not in template and not any(key.startswith(prefix) for prefix in prefixes)
    ]  # fmt: skip
    assert unused == []


# The notebooks


@IN_BOTH
def test_notebooks_are_current_short_and_keep_the_secret(lesson: Lesson, lang: str):
    path = books.path_of(lesson, lang)
    text = path.read_text("utf-8")
    assert text == books.merged(lesson, lang), "run python -m kit.teach.notebook, then tools/notebooks.py run"
    book = books.notebook(lesson, lang)
    assert len(book["cells"]) <= 20
    assert book["metadata"]["kit"]["curriculum"]
    assert [said for said in told(lesson, lang) if shows(text, said)] == []
    assert "<details>" in text and "MathJax" not in text and "\\\\frac" not in text


NUMBER = re.compile(r"(?<![\w.,/])(\d+/\d+|\d+(?:[.,]\d+)?)(?:[ \u00a0]?(%))?(?![\w/])")


def outputs(path: Path) -> str:
    """All that a notebook's saved outputs say."""
    cells = [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    said = "\n".join("".join(out.get("text") or out["data"]["text/plain"]) for cell in cells for out in cell["outputs"])
    said = re.sub(r"Fraction\((\d+), (\d+)\)", r"\1/\2", said)
    counts = [(int(a), int(b)) for a, b in re.findall(r"\((\d+), (\d+)\)", said)]  # of two counts, also the share that one is
    return " ".join([said, *(f"{b}/{a} {a}/{a + b}" for a, b in counts if a)])


def named(said: str, value: float) -> list[str]:
    """The numbers in the text that are `value`, as exactly as they are written; whole numbers below ten say nothing alone."""
    found = []
    for number, percents in NUMBER.findall(said):
        decimals = len(re.split("[.,]", number)[1]) if re.search("[.,]", number) else 0
        read = float(Fraction(number)) if "/" in number else float(number.replace(",", "."))
        slack = 1e-9 if "/" in number or not decimals else 0.5001 * 10**-decimals
        if (decimals > 1 or percents or "/" in number or read >= 10) and abs(read - value * (100 if percents else 1)) <= slack:
            found.append(number + percents)
    return found


@pytest.mark.parametrize(
    ("said", "value", "found"),
    [
        ("Fraction 1/33, 0.03 and 3.03%", 1 / 33, ["1/33", "0.03", "3.03%"]), ("3,0\u00a0%", 1 / 33, ["3,0%"]),
        ("2/33, 1/330, 0.04", 1 / 33, []), ("43 of 143", 43, ["43"]), ("5 hands", 5, []),
    ],
)  # fmt: skip
def test_numbers_in_outputs_are_found_however_they_are_written(said: str, value: float, found: list[str]):
    assert named(said, value) == found


@IN_BOTH
def test_no_saved_output_gives_the_answer_to_a_task_away(lesson: Lesson, lang: str):
    said = outputs(books.path_of(lesson, lang))
    for task in lesson.tasks:
        answer = as_float(lesson.facts[task.fact])
        assert named(said, answer) == [], task.key
        if task.kind == "percent":
            assert named(said, 1 - answer) == [], f"one minus {task.key}"


def test_no_notebook_lies_there_without_its_lesson():
    for lang in LANGUAGES:
        found = {path.name for path in (books.ROOT / lang / "lessons").glob("*.ipynb")}
        assert found == {f"{lesson.slug}.ipynb" for lesson in ALL}


# Pieces


@pytest.mark.parametrize(
    ("given", "kind", "value"),
    [
        ("8/11", "percent", 8 / 11), ("72,7 %", "percent", 0.727), ("72.7%", "percent", 0.727), ("0,727", "percent", 0.727),
        ("72,7", "percent", 0.727), (" 1/2 ", "percent", 0.5), ("1", "percent", 1), ("2 1/2", "number", 2.5), ("−3,5", "number", -3.5),
        ("14", "number", 14), ("5/0", "number", None), ("eins", "percent", None), ("", "number", None), ("9" * 30, "number", None),
        ("1e999999", "number", None), ("8/11 %", "percent", 8 / 1100),
    ],
)  # fmt: skip
def test_numbers_are_read_as_pupils_write_them(given: str, kind: str, value: float | None):
    found = read_number(given, kind)
    assert found == pytest.approx(value) if value is not None else found is None


def test_a_mean_has_an_interval_from_its_spread():
    tally = Tally()
    for value in (2.0, 4.0, 4.0, 6.0):
        tally.add(None, value, rate=False)
    low, high = tally.interval(rate=False)
    half = 1.959964 * (8 / 3 / 4) ** 0.5
    assert (low, high) == pytest.approx((4 - half, 4 + half))
    assert Tally(n=1).interval(rate=False) != Interval(0, 0)


@EACH
def test_the_style_is_small_and_touches_nothing_outside(lesson: Lesson):
    css = style(lesson)
    assert len(css) < 90_000
    assert "http" not in re.sub(r"xmlns='[^']*'", "", css)

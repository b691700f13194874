"""The lessons' notebooks, made from the lessons: `python -m kit.teach.notebook` writes them, a test holds them current.

One notebook a lesson and language in `notebooks/<lang>/lessons`. In Voila it is the page alone; in JupyterLab the page, then the
same steps as short calls; without a kernel the tasks to read, hints and solutions folded. What stays hidden until the guess is in
none. Cells for JupyterLab alone carry the tag `only-in-lab`; Voila's template leaves them out before it starts the kernel.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kit.locale import LANGUAGES
from kit.teach.lesson import Lesson, get_lesson, numbers
from kit.teach.words import Words, curriculum, words

ROOT = Path(__file__).parents[2] / "notebooks"
LAB = "only-in-lab"
IGNORED = "nbval-ignore-output"
Cell = dict[str, Any]


def path_of(lesson: Lesson, lang: str) -> Path:
    """Where the notebook lies."""
    return ROOT / lang / "lessons" / f"{lesson.slug}.ipynb"


def notebook(lesson: Lesson, lang: str) -> dict[str, Any]:
    """The notebook as JSON, without outputs."""
    cells = [_cell(*each) for each in _cells(lesson, words(lesson, lang))]
    if lang != LANGUAGES[0]:
        for cell, original in zip(cells, _cells(lesson, words(lesson, LANGUAGES[0])), strict=True):
            if cell["cell_type"] == "markdown":  # the same mark that tools/notebooks.py makes
                cell["metadata"]["kit"] = {"source": hashlib.sha256(original[2].encode()).hexdigest()[:16]}
    count = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
    kit = {
        "lang": lang,
        "game": "lessons",
        "layout": "app",
        "lesson": {"number": lesson.number, "game": lesson.game, "minutes": lesson.minutes, "grade": lesson.grade},
        "curriculum": {name: list(tags) for name, tags in lesson.standards.items()},
    }
    say = words(lesson, lang)
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
            "kit": kit,
            "title": f"{say('lesson', n=lesson.number)}: {say('title')}",
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(name: str, kind: str, source: str, tags: tuple[str, ...]) -> Cell:
    cell: Cell = {"cell_type": kind, "id": name, "metadata": {"tags": list(tags)} if tags else {}, "source": _lines(source)}
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _lines(source: str) -> list[str]:
    return source.splitlines(keepends=True)


def _cells(lesson: Lesson, say: Words) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Each cell as (id, kind, source, tags)."""
    goals = "\n".join(f"1. {say(f'goal{n}')}" for n in (1, 2, 3))
    head = f"# {say('lesson', n=lesson.number)}: {say('title')}\n\n**{_text(say('ask'))}**\n\n{say('goals')}\n\n{goals}"
    yield "title", "markdown", f"{head}\n\n{say('opening.title')}: {_text(say('opening.ask'))}\n\n{say('app-about')}", (LAB,)
    yield "page", "code", _PAGE.format(number=lesson.number), (IGNORED,)
    yield "code", "markdown", f"## {say('try-in-code')}\n\n{say('code-about')}", (LAB,)
    for name, source in lesson.cells:
        yield f"{name}-text", "markdown", _text(say(f"cell.{name}")), (LAB,)
        yield name, "code", source, (LAB,)
    for task in lesson.tasks:
        yield task.key, "markdown", _task(lesson, say, task.key), (LAB,)
    yield "quizzes", "markdown", _quizzes(lesson, say), (LAB,)
    yield "ticks", "markdown", _ticks(lesson, say), (LAB,)


_PAGE = """from kit.teach import lesson, use_notebook_language

use_notebook_language()
page = lesson({number})
page"""


def _text(said: str) -> str:
    """A text as Markdown: our `<b>` stays HTML, which Markdown allows."""
    return str(said)


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{summary}</summary>\n\n{inside}\n\n</details>"


def _task(lesson: Lesson, say: Words, key: str) -> str:
    number = [task.key for task in lesson.tasks].index(key) + 1
    parts = [f"## {say('task.nth', n=number, of=len(lesson.tasks))}", _text(say(f"{key}.ask"))]
    parts += [_folded(say("hint.title", n=n), _text(say(f"{key}.hint{n}"))) for n in (1, 2, 3)]
    return "\n\n".join([*parts, _folded(say("solution"), _text(say(f"{key}.solution")))])


def _quizzes(lesson: Lesson, say: Words) -> str:
    parts = [f"## {say('tabs.quiz')}"]
    for quiz in lesson.quizzes:
        answers = "\n".join(f"- {_text(say(f'{quiz.key}.{answer}'))}" for answer in quiz.answers)
        why = "\n\n".join(
            f"{'✓' if answer == quiz.right else '✗'} {_text(say(f'{quiz.key}.{answer}'))} – "
            f"{_text(say(f'{quiz.key}.{answer}-why'))}"
            for answer in quiz.answers
        )
        parts += [_text(say(f"{quiz.key}.ask")), answers, _folded(say("solution"), why)]
    return "\n\n".join(parts)


def _ticks(lesson: Lesson, say: Words) -> str:
    boxes = "\n".join(f"- [ ] {say(f'tick{n}')} ({curriculum(tag, say)})" for n, tag in enumerate(lesson.tags, 1))
    return f"## {say('ticks')}\n\n{boxes}\n\n{say('standards')}: {standards(lesson, say)}"


def standards(lesson: Lesson, say: Words) -> str:
    """The lesson's place in the curricula in words: `KMK: ...; Common Core: ...; GAISE II: ...`."""
    kmk = ", ".join(say(f"kmk.{tag}") for tag in lesson.standards.get("kmk", ()))
    others = [f"{say(f'framework.{name}')} {', '.join(tags)}" for name, tags in lesson.standards.items() if name != "kmk"]
    return "; ".join([f"{say('framework.kmk')} {kmk}", *others])


def merged(lesson: Lesson, lang: str) -> str:
    """The notebook's text as it should lie in its file: made anew, with the outputs that its unchanged code cells have there."""
    book, path = notebook(lesson, lang), path_of(lesson, lang)
    if path.exists():
        old = {cell["id"]: cell for cell in json.loads(path.read_text("utf-8"))["cells"]}
        for cell in book["cells"]:
            before = old.get(cell["id"])
            if cell["cell_type"] == "code" and before and before["source"] == cell["source"]:
                cell["outputs"] = before["outputs"]
    return json.dumps(book, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main() -> int:
    """Write every notebook that is not current, and name it; then `tools/notebooks.py run` saves its outputs."""
    for number in numbers():
        for lang in LANGUAGES:
            lesson = get_lesson(number)
            path, content = path_of(lesson, lang), merged(lesson, lang)
            if not path.exists() or path.read_text("utf-8") != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, "utf-8")
                print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())

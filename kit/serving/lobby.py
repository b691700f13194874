"""The lobby's page and the page furniture's words, made from the catalogue and the registry of games.

Voila's templates cannot read the catalogue, so two of them are generated and kept in the repository: `tree.html` (the lobby) and
`page_texts.j2` (the words around a notebook). `python -m kit.serving.lobby` writes them anew; a test holds them current.

The lobby carries both languages; the page shows one (`lobby.js`). Placeholders for our own rendering are `[[ ]]` and `[% %]`, so
that Voila's `{{ }}` pass through untouched.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from kit.core.registry import games
from kit.locale import LANGUAGES, catalogue, text
from kit.serving.places import TEMPLATE, notebooks_folder
from kit.teach.lesson import get_lesson, numbers
from kit.teach.words import words

_KIT = Path(__file__).parent.parent
_TARGET = _KIT.parent / "share" / "jupyter" / "voila" / "templates" / TEMPLATE
COLOURS = 4  # the page's style has so many (`--g1` ...); further games take them again
_STEPS = ((1, "1_rules"), (2, "2_play"), (3, "2_play"))


def _game(number: int, game_id: str) -> dict[str, Any]:
    picture = (_KIT / "games" / game_id / "lobby.svg").read_text("utf-8")
    steps = [(step, page) for step, page in _STEPS if _has_page(game_id, page)]
    return {
        "id": game_id,
        "colour": (number - 1) % COLOURS + 1,
        "picture": Markup(picture),
        "steps": steps,
        "rules": _has_page(game_id, "1_rules"),
    }


def _has_page(game_id: str, page: str) -> bool:
    """Whether a game (or the lab) has that notebook in every language."""
    return all((notebooks_folder() / lang / game_id / f"{page}.ipynb").exists() for lang in LANGUAGES)


def built_games() -> tuple[str, ...]:
    """The games that can be played in the browser: those with a play page in every language."""
    return tuple(game.id for game in games() if _has_page(game.id, "2_play"))


def _lessons() -> list[dict[str, Any]]:
    """The lessons: number, address and game's colour, its words by language; none without its notebooks."""
    colours = {game.id: (place - 1) % COLOURS + 1 for place, game in enumerate(games(), 1)}
    made = [get_lesson(number) for number in numbers()]
    return [
        {
            "number": lesson.number,
            "id": lesson.id,
            "page": f"lessons/{lesson.slug}.ipynb",
            "game": lesson.game,
            "colour": colours.get(lesson.game, COLOURS),
            "title": {lang: words(lesson, lang)("title") for lang in LANGUAGES},
            "short": {lang: words(lesson, lang)("short") for lang in LANGUAGES},
        }
        for lesson in made
        if all((notebooks_folder() / lang / "lessons" / f"{lesson.slug}.ipynb").exists() for lang in LANGUAGES)
    ]


def lobby_page() -> str:
    """The text of `tree.html`: every game that is built in both languages, and nothing that is not built."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        variable_start_string="[[",
        variable_end_string="]]",
        block_start_string="[%",
        block_end_string="%]",
        comment_start_string="[#",
        comment_end_string="#]",
    )
    say: dict[str, Callable[..., str]] = {lang: partial(text, lang=lang) for lang in LANGUAGES}
    built = [_game(number, game_id) for number, game_id in enumerate(built_games(), 1)]
    parts = {"games": built, "lessons": _lessons(), "lab": _has_page("lab", "lab")}
    return environment.get_template("lobby.html.j2").render(languages=LANGUAGES, say=say, **parts)


def page_texts() -> str:
    """The text of `page_texts.j2`: the catalogue's `page.*` in both languages, as a value that Voila's templates import."""
    keys = [key.removeprefix("page.") for key in catalogue() if key.startswith("page.")]
    said = {lang: {key: text(f"page.{key}", lang) for key in keys} for lang in LANGUAGES}
    return f"{{% set page_texts = {json.dumps(said, ensure_ascii=False, indent=1)} %}}\n"


def files() -> dict[Path, str]:
    """What is generated: each file's path in the clone and its text."""
    return {_TARGET / "tree.html": lobby_page(), _TARGET / "page_texts.j2": page_texts()}


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, "utf-8")
        print(path)

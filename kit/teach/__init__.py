"""Teaching: what a notebook needs beside the board. The step-by-step walk through a game, and the lessons.

from kit.teach import begin, gallery, lesson, use_notebook_language
use_notebook_language()
start = begin(example="la-9-1")
step1 = start.play("P 3>axis")
step1.attempt("C 4>flap2")
cards = gallery("luft_land_see", "S5")
page = lesson(1)
page.predict(60, "rarer")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kit.teach.language import use_notebook_language
from kit.teach.lesson import get_lesson  # here, so that the module does not take its function's name later
from kit.teach.walk import Attempt, Folded, Step, begin

if TYPE_CHECKING:
    from kit.teach.card_gallery import Gallery
    from kit.teach.page import LessonPage

__all__ = ["Attempt", "Folded", "Step", "begin", "gallery", "lesson", "use_notebook_language"]


def lesson(number: int | str, **options: Any) -> LessonPage:
    """The page of a lesson, to be displayed in a notebook; `"1"` is taken for 1. `options` are those of `LessonPage`;
    OptionError for an unknown number.
    """
    from kit.teach.page import LessonPage  # brings ipywidgets along, which walks do not need

    return LessonPage(get_lesson(number).number, **options)


def gallery(game_id: str, key: str = "") -> Gallery:
    """A game's card gallery, to be displayed in a notebook; `key` is the card to begin with. See `kit.teach.card_gallery`."""
    from kit.teach.card_gallery import Gallery  # brings ipywidgets along, too

    return Gallery(game_id, key)

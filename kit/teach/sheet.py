"""From a lesson and a pupil's work to the page's HTML: what may be shown is decided here, once, before any template sees it."""

from __future__ import annotations

import math
import os
import re
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, Template
from markupsafe import Markup

from kit.board.render import environment
from kit.board.render import style as board_style
from kit.locale import rank_name, text
from kit.teach import figures
from kit.teach.figures import Axis, Line
from kit.teach.lesson import FOLDER, Lesson, as_float, get_lesson, numbers
from kit.teach.words import Words, curriculum, decimal, fraction, over, percent
from kit.teach.work import STEPS, Tally, Work

if TYPE_CHECKING:
    from kit.teach.page import LessonPage

_HERE = Path(__file__).parent
_BOARD = _HERE.parent / "board"
WIDE = 4  # a guess more than so many times further off than a close one is "far off"


@cache
def _environment() -> Environment:
    return environment(FileSystemLoader([_HERE, FOLDER, _BOARD]))


@cache
def _template(lesson: Lesson) -> Template:
    return _environment().get_template(f"l{lesson.slug}.html")


@cache
def style(lesson: Lesson) -> str:
    """The board's style, that of lessons, and the lesson's own where it has one; comments and indentation left out."""
    own = FOLDER / f"l{lesson.slug}.css"
    css = (_HERE / "lesson.css").read_text("utf-8") + (own.read_text("utf-8") if own.exists() else "")
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    return board_style(lesson.game) + "\n" + re.sub(r"\n\s*", "\n", css).strip()


def sheet(page: LessonPage) -> str:
    """The whole page. Before the guess its context holds no exact value and no simulation."""
    lesson, work, say = page.lesson, page.work, page.say
    show = Show(lesson, work, say, page.lang)
    context: dict[str, Any] = {
        "lesson": lesson,
        "say": say,
        "curriculum": partial(curriculum, say=say),
        "lang": page.lang,
        "t": partial(text, lang=page.lang),
        "rank": partial(rank_name, lang=page.lang),
        "p": show,
        "fraction": fraction,
        "fig": figures,
        "decimal": partial(decimal, lang=page.lang),
        "percent": partial(percent, lang=page.lang),
        "work": work,
        "page": page,
        "served": os.environ.get("SERVER_SOFTWARE", "").startswith("voila"),
        "following": lesson.number + 1 if lesson.number + 1 in numbers() else None,
        "get_lesson": get_lesson,
        "spoken": Markup(show.status).striptags(),
        "facts": lesson.facts if work.explained else {},
        "x": lesson.extra(work) if lesson.extra and work.guessed else {},
    }
    return _template(lesson).render(**context)


class Show:
    """What the template prints of a pupil's work: sentences and pictures, each made when it is asked for."""

    def __init__(self, lesson: Lesson, work: Work, say: Words, lang: str) -> None:
        self.lesson, self.work, self.say, self.lang = lesson, work, say, lang

    # Words

    def number(self, number: float, places: int = 0) -> str:
        """A value in the guess's unit as a chart has room for: percents, else the bare number."""
        return percent(number / 100, places, self.lang) if self.work.rate else decimal(number, places, self.lang)

    def value(self, number: float, places: int = 0) -> str:
        """A value in the guess's unit, as it is written."""
        if self.work.rate:
            return self.number(number, places)
        unit = self.say("guess.unit") if self.say.has("guess.unit") else ""
        return decimal(number, places, self.lang) + (f"\u00a0{unit}" if unit else "")

    @property
    def places(self) -> int:
        """Decimals of what was estimated."""
        return 1 if self.work.rate else 2

    @property
    def guess_places(self) -> int:
        """Decimals of a guess: as many as the slider's step has."""
        step = self.lesson.guess.step
        return 0 if step == int(step) else len(f"{step:g}".partition(".")[2])

    @property
    def guess(self) -> str:
        """The guess in words."""
        return self.value(self.work.guess or 0, self.guess_places)

    @property
    def exact(self) -> str:
        """The exact value to two decimals; only where the explanation is open."""
        self._explained()
        return self.value(self.work.exact, 2)

    @property
    def exact_fraction(self) -> str:
        """The exact value as a fraction in one line, where it is a short one."""
        self._explained()
        said = over(self.lesson.facts[self.lesson.guess.fact])
        return said if "/" in said and len(said) <= 11 else ""

    @property
    def off(self) -> str:
        """How far the guess was off: `11,5 Punkte zu hoch`; without the unit where the guess is no rate."""
        self._explained()
        off = self.work.off(self.work.guess or 0)
        places = 1 if self.work.rate or self.guess_places else self.guess_places + 1
        if round(abs(off), places) == 0:
            return self.say("off.none")
        key = ("off.high" if off > 0 else "off.low") + ("-points" if self.work.rate else "")
        return self.say(key, off=decimal(abs(off), places, self.lang))

    @property
    def found(self) -> str:
        """What the simulation shows so far."""
        return self.value(self.work.main.mean * self.work.scale, self.places)

    @property
    def interval(self) -> str:
        """Its 95 % interval."""
        low, high = (end * self.work.scale for end in self.work.main.interval(self.work.rate))
        if math.isnan(low):
            return ""
        return f"{decimal(low, self.places, self.lang)} – {self.value(high, self.places)}"

    @property
    def status(self) -> Markup:
        """The one sentence above the page."""
        work = self.work
        if not work.guessed:
            return self.say("status.guess")
        if not work.main.n and not work.explained:
            return self.say("status.simulate", guess=self.guess)
        if not work.explained:
            return self.say("status.more", n=work.main.n, found=self.found, enough=self.lesson.enough)
        if not work.main.n:
            return self.say("status.empty", guess=self.guess)
        if work.at == "practise":
            return self.say("status.practise", guess=self.guess, exact=self.exact)
        return self.say("status.explain", guess=self.guess, n=work.main.n, found=self.found, exact=self.exact)

    @property
    def judged(self) -> Markup:
        """How guess, interval and exact value lie to each other, in words."""
        self._explained()
        work = self.work
        off, close = abs(work.off(work.guess or 0)), self.lesson.guess.close
        steps = (("judge.hit", close / 5), ("judge.close", close), ("judge.far", WIDE * close))
        mine = self.say(next((key for key, most in steps if off <= most), "judge.wide"))
        if not work.main.n:
            return mine
        low, high = (end * work.scale for end in work.main.interval(work.rate))
        if math.isnan(low):
            return mine
        return self.say("judge.inside" if low <= work.exact <= high else "judge.outside") + " " + mine

    @property
    def chosen(self) -> Markup:
        """Whether the answer to the second question was right, in words; empty without one."""
        self._explained()
        if not self.lesson.guess.choices:
            return Markup("")
        right = self.work.choice == self.lesson.guess.right
        key = "judge.choice-right" if right else "judge.choice-wrong"
        return self.say(key, said=self.say(f"choice.{self.work.choice}"), was=self.say(f"choice.{self.lesson.guess.right}"))

    def steps(self) -> list[dict[str, Any]]:
        """The stepper: name, number, state."""
        now = STEPS.index(self.work.at)
        return [{"name": self.say(f"step.{key}"), "n": i + 1, "done": i < now, "now": i == now} for i, key in enumerate(STEPS)]

    def tally(self, key: str) -> Tally:
        """The repetitions of one experiment."""
        return self.work.tallies[key]

    def seen(self, key: str) -> Any:
        """What the last repetition of an experiment showed; None before the first."""
        return self.work.tallies[key].seen

    def mean(self, key: str, places: int | None = None) -> str:
        """The share of hits, or the mean, of one experiment so far."""
        return self.value(self.work.tallies[key].mean * self.work.scale, self.places if places is None else places)

    # Pictures

    @property
    def axis(self) -> Axis:
        """The axis of the guessed quantity."""
        asked = self.lesson.guess
        if self.work.rate:
            ticks = tuple((float(v), percent(v / 100, 0, self.lang) if v in (0, 100) else f"{v}") for v in (0, 25, 50, 75, 100))
            return Axis(0, 100, ticks)
        return figures.nice_axis(asked.low, asked.high, self._tick)

    def _tick(self, value: float) -> str:
        places = 0 if value == int(value) else 1 if round(10 * value, 6) == int(round(10 * value, 6)) else 2
        return decimal(value, places, self.lang)

    @property
    def ends(self) -> Axis:
        """The same axis for the line of the explanation, whose ends are labelled."""
        if self.work.rate:
            return Axis(0, 100, ((0.0, percent(0, 0, self.lang)), (100.0, percent(1, 0, self.lang))))
        return self.axis

    @property
    def chart(self) -> Markup:
        """The growing mean: guess from the start, the exact value once the explanation is open."""
        work = self.work
        lines = []
        if work.guessed:
            guess = self.number(work.guess or 0, self.guess_places)
            lines.append(Line(work.guess or 0, self.say("chart.guess", value=guess), "guess"))
        if work.explained:
            lines.append(Line(work.exact, self.say("chart.exact", value=self.number(work.exact, 2)), "exact"))
        curves = [work.tallies[series.key].points for series in self.lesson.series] if work.guessed else []
        aria = self.say("chart.empty")
        if work.guessed and work.main.n:
            aria = self.say("chart.aria", n=work.main.n, found=self.found, guess=self.guess)
            if work.explained:
                aria += " " + self.say("chart.aria-exact", exact=self.exact)
        title = self.say("chart.title")
        return figures.growth(curves, lines, self.axis, title=title, aria=aria, scale=work.scale)

    @property
    def line(self) -> Markup:
        """Guess, interval and exact value on one line, with the other experiments' exact values."""
        self._explained()
        work, scale = self.work, self.work.scale
        others = [
            Line(as_float(self.lesson.facts[series.fact]) * scale, self.say(f"series.{series.key}"), "other")
            for series in self.lesson.series[1:]
        ]
        interval = None
        if work.main.n:
            low, high = work.main.interval(work.rate)
            interval = type(work.main.interval(work.rate))(low * scale, high * scale)
        return figures.number_line(self.ends, work.guess, work.exact, interval, others, lambda kind: self.say(f"line.{kind}"))

    def _explained(self) -> None:
        if not self.work.explained:
            raise ValueError("nothing of the result may show before the explanation is open")

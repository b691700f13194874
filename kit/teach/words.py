"""A lesson's words: its TOML file beside the shared catalogue, both languages side by side, exact values filled in.

Texts may hold simple HTML (`<b>`, `<i>`, `<br>`); what is filled in is escaped. Beside the usual format specifications, fields
take those of a number in the reader's language:

    {p:pct}  48 %     {p:pct1}  48,5 %    {p:pct2}  48,48 %      a fraction from 0 to 1 as percents
    {x:num}  2        {x:num1}  2,5 ...   {x:num4}               a number with so many decimals
    {p:over} 16/33    in a line           {p:frac}               a fraction as HTML, numerator over denominator
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from markupsafe import Markup, escape

from kit.locale import Formatter, catalogue, form, numeral, read_entries
from kit.teach.lesson import FOLDER, Facts, Lesson, Tag, as_float

_NUMBER = re.compile(r"(pct|num)(\d?)")
NBSP = "\u00a0"


def decimal(value: float, places: int, lang: str) -> str:
    """A number with so many decimals: `2,50` in German, `2.50` in English; a true minus sign."""
    return numeral(f"{float(value):.{places}f}", lang)


def percent(value: float, places: int, lang: str) -> str:
    """A fraction from 0 to 1 as percents, with the space that German wants."""
    return numeral(f"{float(100 * value):.{places}f}%", lang)


def over(value: Any) -> str:
    """A fraction in one line: `16/33`; a whole number as it is."""
    exact = Fraction(value)
    return str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"


def fraction(top: Any, bottom: Any = None) -> Markup:
    """A fraction as HTML, numerator over denominator, read out as `16/33`. One argument: a `Fraction`; two: not reduced."""
    if bottom is None:
        exact = Fraction(top)
        top, bottom = exact.numerator, exact.denominator
    inner = Markup('<span aria-hidden="true"><u>{}</u><span>{}</span></span>').format(top, bottom)
    return Markup('<span class="l-fr"><span class="sr">{}/{}</span>{}</span>').format(top, bottom, inner)


class _LessonFormatter(Formatter):
    def format_field(self, value: Any, spec: str) -> str:
        """One field; numbers in the reader's language, strings escaped."""
        if found := _NUMBER.fullmatch(spec):
            places = int(found[2] or 0)
            return (percent if found[1] == "pct" else decimal)(as_float(value), places, self.lang)
        if spec == "over":
            return over(value)
        if spec == "frac":
            return str(fraction(value))
        return str(escape(super().format_field(value, spec)) if not isinstance(value, Markup) else value)


@cache
def entries(lesson: Lesson) -> Mapping[str, Mapping[str, Any]]:
    """All texts of a lesson, by key."""
    return read_entries(FOLDER / f"l{lesson.slug}.toml")


class Words:
    """A lesson's texts in one language: `say("goal1")`. Facts are fields of every text; the shared part is below `lesson.`."""

    def __init__(self, lesson: Lesson, lang: str) -> None:
        self.lesson, self.lang = lesson, lang
        self._formatter = _LessonFormatter(lang, lesson.game)

    def __call__(self, key: str, **fields: Any) -> Markup:
        """The text of `key`: the lesson's own, else the shared one. KeyError where there is none or a field is missing."""
        entry = entries(self.lesson).get(key) or catalogue()[f"lesson.{key}"]
        return Markup(self._formatter.vformat(form(entry, self.lang, fields), (), _Fields(fields, self.lesson.facts)))

    def has(self, key: str) -> bool:
        """Whether there is a text of that key."""
        return key in entries(self.lesson) or f"lesson.{key}" in catalogue()


class _Fields(dict[str, Any]):
    """The fields given, then the lesson's facts."""

    def __init__(self, fields: Mapping[str, Any], facts: Facts) -> None:
        super().__init__(fields)
        self._facts = facts

    def __missing__(self, key: str) -> Any:
        return self._facts[key]


@lru_cache(maxsize=64)
def words(lesson: Lesson, lang: str) -> Words:
    """The words of a lesson in a language."""
    return Words(lesson, lang)


def curriculum(tag: Tag, say: Words) -> str:
    """A goal's place in the reader's own curriculum: in German the KMK's words, in English the Common Core code."""
    return str(say(f"kmk.{tag.kmk}")) if say.lang == "de" else tag.ccss


_MIXED = re.compile(r"(\d{1,9}) (\d{1,9})/(\d{1,9})")
_PLAIN = re.compile(r"-?(\d{1,9}/\d{1,9}|\d{1,9}(\.\d{0,9})?|\.\d{1,9})")


def read_number(given: str, kind: str) -> float | None:
    """What a pupil typed as a number: `8/11`, `72,7 %`, `0.727`, `2 1/2`; None where it is none.

    For `kind` "percent" the result is a fraction from 0 to 1: plain numbers above 1 are percents.
    """
    text = given.strip().replace(NBSP, " ").replace(",", ".").replace("−", "-")
    scaled = text.endswith("%")
    text = text.removesuffix("%").strip()
    try:
        if mixed := _MIXED.fullmatch(text):
            value = int(mixed[1]) + Fraction(int(mixed[2]), int(mixed[3]))
        elif _PLAIN.fullmatch(text.replace(" ", "")):
            value = Fraction(text.replace(" ", ""))
        else:
            return None
    except ZeroDivisionError:
        return None
    if kind == "percent" and (scaled or ("/" not in text and value > 1)):
        value /= 100
    return float(value)

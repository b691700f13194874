"""What a lesson is made of: plain declarations. Its words stand beside it in TOML, its pictures in a template.

A lesson is three files in `kit/teach/lessons`, which is found by their names: `l01_drawing.py` with `LESSON`, `l01_drawing.toml`
with the words in both languages, `l01_drawing.html` with the blocks of its own (see `docs/lessons.md`). Facts are computed when
they are asked for, with `kit.chance` and the games' own odds; nothing here holds a result.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from kit.core.errors import OptionError

FOLDER = Path(__file__).with_name("lessons")
_NAME = re.compile(r"l(\d\d)_(\w+)\.py")
Fact = Any  # a Fraction or a number; texts and templates format it
Facts = Mapping[str, Fact]


@dataclass(frozen=True)
class Option:
    """One decision in the opening position: its `key` (texts `opening.<key>`, `opening.<key>-why`), and which `moves` are it.

    `matches(notation)` says whether a move is this decision; `fact` names the exact value that stands beside it at the end.
    """

    key: str
    matches: Callable[[str], bool]
    fact: str


@dataclass(frozen=True)
class Opening:
    """A playable position of the game: a `record`, the seat that the pupil plays, and the zones of the board that are shown.

    `best` is the key of the best option. The other seats play as the record's `players` say (crews), after the pupil's move;
    `steps` is how many of their decisions are played out (0: the position stays as the pupil's move left it).
    """

    record: str
    seat: int
    zones: tuple[str, ...]
    options: tuple[Option, ...]
    best: str
    hints: int = 0
    steps: int = 1


@dataclass(frozen=True)
class Guess:
    """The prediction: a number between `low` and `high` (`kind` "percent": 0 to 100, else in the unit of text `guess.unit`).

    `fact` is the exact value, a fraction from 0 to 1 for percents. `choices` are the answers to a second, qualitative question
    (texts `choice.ask`, `choice.<key>`), `right` the right one. `close` is how far off, in the guess's unit, still counts as
    close.
    """

    fact: str
    kind: str = "percent"
    low: float = 0
    high: float = 100
    step: float = 1
    start: float = 50
    choices: tuple[str, ...] = ()
    right: str = ""
    close: float = 5


@dataclass(frozen=True)
class Series:
    """An experiment that is repeated: `draw(rng, knobs)` gives (what was seen, a number); for a rate the number is 0 or 1.

    `fact` names its exact value; `show` whether the first draw of a batch is handed to the template as `seen.<key>`.
    """

    key: str
    draw: Callable[[random.Random, Mapping[str, float]], tuple[Any, float]]
    fact: str


@dataclass(frozen=True)
class Knob:
    """A slider of the lesson's own interactive; the template draws it with `lm.knob("key")`, text `knob.<key>`."""

    key: str
    low: float
    high: float
    step: float
    start: float


@dataclass(frozen=True)
class Task:
    """A task with an answer to be typed: texts `<key>.ask`, `.hint1` to `.hint3`, `.solution`.

    `fact` names the right answer; `kind` "percent" accepts fractions and percents, "number" numbers. `within` is the tolerance,
    for percents in points. `traps` maps a wrong value's fact to a text `<key>.<trap>` that says what went wrong.
    """

    key: str
    fact: str
    kind: str = "percent"
    within: float = 0.06
    traps: tuple[str, ...] = ()


@dataclass(frozen=True)
class Quiz:
    """A question with answers `a`, `b`, `c` ... of which one is right: texts `<key>.ask`, `<key>.a`, `<key>.a-why` ..."""

    key: str
    answers: str
    right: str


@dataclass(frozen=True)
class Tag:
    """A goal's place in two curricula: `kmk`, a key of `[lesson.kmk]`, for German readers, and `ccss`, a Common Core code."""

    kmk: str
    ccss: str


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson. `facts()` are all its exact values, by name; `secret` names those that no page shows before the guess.

    Each of its three goals (texts `goal1`, `tick1` ...) has one of `tags`; `standards` are those of the notebook's metadata
    by framework. `batches` are the sizes of the simulation's buttons, `enough` after how many repetitions the explanation opens.
    `cells` are the notebook track's code cells: (id, code), each under text `cell.<id>`. `redraw`: the experiments depend on the
    knobs, so moving one repeats them. `extra(work)` is what the template gets besides, made anew for each page.
    """

    number: int
    name: str
    game: str
    grade: int
    standards: Mapping[str, tuple[str, ...]]
    tags: tuple[Tag, Tag, Tag]
    facts_of: Callable[[], Facts]
    opening: Opening
    guess: Guess
    series: tuple[Series, ...]
    tasks: tuple[Task, ...]
    quizzes: tuple[Quiz, ...]
    secret: tuple[str, ...] = ()
    knobs: tuple[Knob, ...] = ()
    batches: tuple[int, ...] = (1, 10, 1000)
    enough: int = 100
    most: int = 20_000
    cells: tuple[tuple[str, str], ...] = ()
    redraw: bool = False
    minutes: int = 45
    extra: Callable[[Any], Mapping[str, Any]] | None = field(default=None, repr=False)

    @property
    def id(self) -> str:
        """Its number in two digits, as in file names."""
        return f"{self.number:02}"

    @property
    def slug(self) -> str:
        """The name of its notebook: `01_drawing`."""
        return f"{self.id}_{self.name}"

    @cached_property
    def facts(self) -> Facts:
        """Its exact values, computed once a kernel."""
        return self.facts_of()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of its tasks and quizzes."""
        return (*(task.key for task in self.tasks), *(quiz.key for quiz in self.quizzes))

    @property
    def hidden(self) -> tuple[str, ...]:
        """The facts that stay hidden until the guess: the guess's own, those of the simulation, and `secret`."""
        return tuple(dict.fromkeys((self.guess.fact, *(each.fact for each in self.series), *self.secret)))


def numbers() -> tuple[int, ...]:
    """The numbers of the lessons there are, in order."""
    return tuple(sorted(_modules()))


@cache
def _modules() -> Mapping[int, str]:
    found = (_NAME.fullmatch(path.name) for path in FOLDER.glob("l*.py"))
    return {int(name[1]): f"kit.teach.lessons.l{name[1]}_{name[2]}" for name in found if name}


def get_lesson(number: int | str) -> Lesson:
    """The lesson of that number (`7` or `"7"`); OptionError, which lists the others, where there is none."""
    if isinstance(number, str) and number.strip().isdecimal():
        number = int(number)
    if not isinstance(number, int) or number not in _modules():
        raise OptionError("unknown-lesson", given=number, valid=", ".join(map(str, numbers())))
    lesson: Lesson = import_module(_modules()[number]).LESSON
    return lesson


def as_float(value: Fact) -> float:
    """A fact as a number."""
    return float(Fraction(value) if isinstance(value, Fraction) else value)

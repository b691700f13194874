"""One pupil's work on one lesson: what was answered, how the simulation stands, what may be seen. It knows no page.

Predict, simulate, explain: nothing of the result is there before a guess was given (`guessed`), and the explanation opens after
`Lesson.enough` repetitions. A guess, once given, stays. Everything is plain JSON in `answers`; a simulation is kept as its seed
and its batches, so that a reload shows the same curve.
"""

from __future__ import annotations

import contextlib
import math
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kit.chance.intervals import Interval, normal_quantile, wilson
from kit.teach.lesson import Lesson, Quiz, Series, Task, as_float
from kit.teach.words import read_number

MAX_TRIES = 40  # answers to one task that are counted
STEPS = ("guess", "simulate", "explain", "practise")


@dataclass
class Tally:
    """Repetitions of one experiment: how many, their sum and squares, the running mean at some of them, what came last.

    `history` are all values in order.
    """

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    points: list[tuple[int, float, Interval]] = field(default_factory=list)
    seen: Any = None
    history: list[float] = field(default_factory=list)

    def add(self, seen: Any, value: float, rate: bool) -> None:
        """One repetition more."""
        self.n += 1
        self.total += value
        self.squares += value * value
        self.seen = seen
        self.history.append(value)
        if self.n <= 60 or self.n % (10 ** (len(str(self.n)) - 1) // 20 or 1) == 0:
            self.points.append((self.n, self.mean, self.interval(rate)))

    @property
    def mean(self) -> float:
        """The mean so far; for a rate the share of hits."""
        return self.total / self.n if self.n else 0.0

    def interval(self, rate: bool, level: float = 0.95) -> Interval:
        """Wilson's interval for a rate, else mean +- z s / sqrt(n); without two repetitions a mean has none (NaN)."""
        if rate:
            return wilson(round(self.total), self.n, level)
        if self.n < 2:
            return Interval(math.nan, math.nan)
        spread = max(0.0, self.squares - self.total * self.total / self.n) / (self.n - 1)
        half = normal_quantile(level) * math.sqrt(spread / self.n)
        return Interval(self.mean - half, self.mean + half)


class Work:
    """A pupil's answers to `lesson` and what follows from them. ValueError for what a page cannot have meant."""

    def __init__(self, lesson: Lesson, answers: Mapping[str, Any] | None = None) -> None:
        self.lesson = lesson
        self.answers: dict[str, Any] = dict(answers or {})
        self.knobs = {knob.key: knob.start for knob in lesson.knobs}
        self.tallies = {series.key: Tally() for series in lesson.series}
        for key, value in dict(self.answers.get("knobs") or {}).items():
            with contextlib.suppress(ValueError, TypeError, StopIteration):  # kept by an older version of the lesson
                self.turn(key, value)
        run = self.answers.get("run")
        self._rng = random.Random(0)
        if self.guessed and run:
            self._begin(int(run["seed"]))
            for size in run["batches"]:
                self._repeat(int(size))

    # Predict

    @property
    def guessed(self) -> bool:
        """Whether a guess was given: before it, no result may be seen."""
        return "guess" in self.answers

    @property
    def guess(self) -> float | None:
        """The guess in its unit (percent: 0 to 100); None before it."""
        return float(self.answers["guess"]["given"]) if self.guessed else None

    @property
    def choice(self) -> str:
        """The answer to the second question; empty where there is none."""
        return str(self.answers["guess"].get("choice", "")) if self.guessed else ""

    def predict(self, value: float, choice: str = "") -> None:
        """Give the guess; it stays. ValueError for a second one, one out of range, or a choice that is not offered."""
        asked = self.lesson.guess
        if self.guessed:
            raise ValueError("the guess is given")
        if not asked.low <= value <= asked.high:
            raise ValueError(f"a guess from {asked.low:g} to {asked.high:g}, not {value:g}")
        if choice not in (asked.choices or ("",)):
            raise ValueError(f"one of {', '.join(asked.choices)}, not {choice!r}")
        given: dict[str, Any] = {"given": value, "right": abs(self.off(value)) <= asked.close}
        if asked.choices:
            given |= {"choice": choice, "choice-right": choice == asked.right}
        self.answers["guess"] = given

    @property
    def scale(self) -> float:
        """How many of the guess's units are 1 in facts and simulation: 100 for percents."""
        return 100.0 if self.lesson.guess.kind == "percent" else 1.0

    @property
    def exact(self) -> float:
        """The exact value in the guess's unit."""
        return as_float(self.lesson.facts[self.lesson.guess.fact]) * self.scale

    def off(self, value: float) -> float:
        """How far a value in the guess's unit lies above (+) or below (-) the exact one."""
        return value - self.exact

    # Simulate

    @property
    def rate(self) -> bool:
        """Whether the simulation counts hits; else it takes a mean."""
        return self.lesson.guess.kind == "percent"

    @property
    def main(self) -> Tally:
        """The tally of the first series, which is the one guessed about."""
        return self.tallies[self.lesson.series[0].key]

    @property
    def room(self) -> int:
        """How many repetitions are still allowed."""
        return self.lesson.most - self.main.n

    def simulate(self, size: int) -> None:
        """Repeat every experiment `size` times more. ValueError before the guess, and beyond the lesson's most."""
        if not self.guessed:
            raise ValueError("guess first")
        if not 1 <= size <= self.room:
            raise ValueError(f"1 to {self.room} repetitions, not {size}")
        if "run" not in self.answers:
            self.answers["run"] = {"seed": secrets.randbits(53), "batches": []}
            self._begin(self.answers["run"]["seed"])
        self._repeat(size)
        self.answers["run"]["batches"].append(size)

    def restart(self) -> None:
        """Throw the simulation away; the guess stays. That it was seen once is kept: the explanation stays open."""
        self.answers["seen"] = self.explained
        self.answers.pop("run", None)
        self.tallies = {series.key: Tally() for series in self.lesson.series}

    def _begin(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def _repeat(self, size: int) -> None:
        for series in self.lesson.series:
            self._draw(series, size)

    def _draw(self, series: Series, size: int) -> None:
        tally = self.tallies[series.key]
        for _ in range(size):
            tally.add(*series.draw(self._rng, self.knobs), self.rate)

    # Explain and practise

    @property
    def explained(self) -> bool:
        """Whether the explanation is open."""
        return self.guessed and (self.main.n >= self.lesson.enough or bool(self.answers.get("seen")))

    @property
    def at(self) -> str:
        """The step that comes next: `guess`, `simulate`, `explain`, or `practise` once a task, quiz or tick was touched."""
        if not self.guessed:
            return "guess"
        if not self.explained:
            return "simulate"
        touched = any(key in self.answers for key in self.lesson.keys) or self.ticks
        return "practise" if touched else "explain"

    def task(self, key: str) -> dict[str, Any]:
        """How a task stands: `given`, `right` (None before an answer), `tries`, `hints` shown, `trap`.

        Once answered also `unread` (it was no number) and `coarse` (the right value in whole percents, which need not be right).
        """
        self._task(key)
        return {"given": "", "right": None, "tries": 0, "hints": 0, "trap": "", **self.answers.get(key, {})}

    def _task(self, key: str) -> Task:
        return next(task for task in self.lesson.tasks if task.key == key)

    def answer(self, key: str, given: str) -> None:
        """Answer a task with what was typed; judged against the exact fact. ValueError before the explanation is open."""
        self._open()
        task, now = self._task(key), self.task(key)
        value = read_number(given, task.kind)
        unit = 100 if task.kind == "percent" else 1

        def meets(fact: str) -> bool:
            return value is not None and abs(value - as_float(self.lesson.facts[fact])) * unit <= task.within

        trap = next((trap for trap in task.traps if meets(trap)), "")
        whole = task.kind == "percent" and value == round(as_float(self.lesson.facts[task.fact]), 2)
        judged = {"given": given[:60], "right": meets(task.fact), "trap": trap, "unread": value is None, "coarse": whole}
        judged["solved"] = self.is_solved(key) or judged["right"]
        self.answers[key] = {**now, **judged, "tries": min(now["tries"] + 1, MAX_TRIES)}

    def hint(self, key: str) -> None:
        """Show one hint more; there are three."""
        self._open()
        now = self.task(key)
        self.answers[key] = {**now, "hints": min(now["hints"] + 1, 3)}

    def reveal(self, key: str) -> None:
        """Note that a task's solution was looked at, and after how many tries."""
        self._open()
        now = self.task(key)
        self.answers[key] = {"looked": now["tries"], **now}

    def quiz(self, key: str) -> dict[str, Any]:
        """How a quiz stands: `given` (the last answer), `right`, `tried` (all answers so far)."""
        self._quiz(key)
        return {"given": "", "right": None, "tried": [], **self.answers.get(key, {})}

    def _quiz(self, key: str) -> Quiz:
        return next(quiz for quiz in self.lesson.quizzes if quiz.key == key)

    def choose(self, key: str, answer: str) -> None:
        """Answer a quiz; all different answers are kept in `tried`, so a teacher sees how many there were."""
        self._open()
        quiz, now = self._quiz(key), self.quiz(key)
        if answer not in tuple(quiz.answers):
            raise ValueError(f"no answer {answer!r}")
        tried = now["tried"] if answer in now["tried"] else [*now["tried"], answer]
        right = answer == quiz.right
        self.answers[key] = {"given": answer, "right": right, "tried": tried, "solved": self.is_solved(key) or right}

    @property
    def ticks(self) -> list[int]:
        """The goals ticked off, from 1."""
        return list(self.answers.get("ticks", []))

    def tick(self, goal: int) -> None:
        """Tick a goal off, or take the tick back."""
        self._open()
        if not 1 <= goal <= len(self.lesson.tags):
            raise ValueError(f"no goal {goal}")
        self.answers["ticks"] = sorted(set(self.ticks) ^ {goal})

    @property
    def solved(self) -> int:
        """How many tasks and quizzes are answered rightly."""
        return sum(self.is_solved(key) for key in self.lesson.keys)

    def is_solved(self, key: str) -> bool:
        """Whether a task or quiz was once answered rightly; a wrong answer tried afterwards takes nothing away."""
        now = self.answers.get(key, {})
        return bool(now.get("solved") or now.get("right"))

    @property
    def done(self) -> bool:
        """Whether all goals are ticked off."""
        return len(self.ticks) == len(self.lesson.tags)

    def _open(self) -> None:
        if not self.explained:
            raise ValueError("not open yet")

    # The lesson's own sliders

    def turn(self, key: str, value: Any) -> None:
        """Set a slider; ValueError out of its range."""
        knob = next(knob for knob in self.lesson.knobs if knob.key == key)
        number = float(value)
        if not knob.low <= number <= knob.high:
            raise ValueError(f"{key}: {knob.low:g} to {knob.high:g}, not {number:g}")
        self.knobs[key] = number
        self.answers["knobs"] = dict(self.knobs)

    def refresh(self) -> None:
        """Repeat the simulation from its seed, as after a slider that it depends on was moved."""
        run = self.answers.get("run")
        self.tallies = {series.key: Tally() for series in self.lesson.series}
        if run:
            self._begin(int(run["seed"]))
            for size in run["batches"]:
                self._repeat(int(size))

"""The page of a lesson: one widget, HTML made in Python, one message for what the pupil does and one back.

It is the board's own `Table` (see `docs/boards.md`) with another page in it. The browser holds one token for all lessons; answers
lie in the server's store under it. Nothing that the page sends is believed: `Work` checks it all.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from kit.board.store import new_token
from kit.board.table import BadMessage, StaleMessage, Table
from kit.core.errors import KitError
from kit.lab.plots import Plot, growing_frequency, growing_mean
from kit.locale import language
from kit.teach.answers import NAME, Answers, as_csv
from kit.teach.lesson import Lesson, Quiz, Task, get_lesson
from kit.teach.position import Position
from kit.teach.sheet import Show, sheet, style
from kit.teach.words import read_number, words
from kit.teach.work import Work

log = logging.getLogger("kit.teach")

GAME = "lessons"  # under this name the browser keeps the token
ANY_PAGE = {"hello", "escape", "knob", "export", "name", "view"}  # may come from a page shown a moment ago


class Said:
    """A sentence as a cell's output: plain text, the same in every front end."""

    def __init__(self, sentence: str) -> None:
        self.sentence = str(Markup(sentence).striptags())

    def __repr__(self) -> str:
        return self.sentence


class LessonPage:
    """A lesson to be displayed in a notebook; `predict`, `simulate`, `explain` do the same in code.

    `store`: where answers are kept (None: the user's data folder; False: nowhere).
    """

    def __init__(self, number: int, *, lang: str | None = None, store: Answers | bool | None = None) -> None:
        self.lesson: Lesson = get_lesson(number)
        self.lang = lang or language()
        self.say = words(self.lesson, self.lang)
        self.work = Work(self.lesson)
        self.position = self._new_position()
        self.again: Position | None = None  # the position once more, at the end of the lesson
        self.token, self.greeted, self.name = new_token(), False, ""
        self.notice = ""
        self.refused = ""  # why the last guess was not taken
        self.looked: dict[str, str] = {}  # which task and which quiz is shown, where one was asked for
        self._store = self._open(store)
        self.table = Table(GAME, style(self.lesson), self._receive)
        self.paint()

    def _new_position(self) -> Position:
        return Position(self.lesson.opening, self.lesson.game, self.lang)

    def _open(self, store: Answers | bool | None) -> Answers | None:
        if store is False:
            return None
        if isinstance(store, Answers):
            return store
        try:
            return Answers()
        except (OSError, sqlite3.Error) as error:
            log.warning("answers cannot be kept: %s", error)
            self.notice = self.say("no-store")
            return None

    # Display

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.table._repr_mimebundle_(**kwargs)

    def __repr__(self) -> str:
        return f"LessonPage({self.lesson.number})"

    def paint(self) -> None:
        """Draw the page anew; one message, or none where nothing changed."""
        more: dict[str, Any] = {}
        if self.greeted:
            state = "done" if self.work.done else "begun" if self.work.answers else ""
            more = {"token": self.token, "keep": {f"lesson:{self.lesson.id}": state}}
            if self.work.answers:
                line = self.say(f"step.{self.work.at}").striptags()
                title = f"{self.say('lesson', n=self.lesson.number)}: {self.say('title')}"
                more["last"] = {"game": GAME, "lang": self.lang, "title": title, "line": line}
        self.table.show(sheet(self), **more)

    def did(self, position: Position) -> str:
        """A decision in words: the option's name, else the move."""
        return self.say("opening.did", what=self.say(f"opening.{position.option}") if position.option else position.told())

    @property
    def solutions(self) -> list[str]:
        """The tasks whose solution is unfolded."""
        return list(self.work.answers.get("solutions", []))

    def shown(self, kind: str) -> Task | Quiz:
        """The `task` or `quiz` that is shown: the one asked for, else the first that is not solved."""
        every: tuple[Task | Quiz, ...] = self.lesson.tasks if kind == "task" else self.lesson.quizzes
        asked = [each for each in every if each.key == self.looked.get(kind)]
        open_ones = [each for each in every if not self.work.is_solved(each.key)]
        return (asked or open_ones or list(every))[0]

    def place(self, one: Task | Quiz) -> int:
        """The number of a task among the tasks, of a quiz among the quizzes, from 1."""
        every = self.lesson.tasks if isinstance(one, Task) else self.lesson.quizzes
        return [each.key for each in every].index(one.key) + 1

    def ahead(self, one: Task | Quiz) -> Task | Quiz | None:
        """The next of the same kind that is not solved: after `one`, else from the first on; None once all are."""
        every: tuple[Task | Quiz, ...] = self.lesson.tasks if isinstance(one, Task) else self.lesson.quizzes
        at = self.place(one)
        return next((each for each in every[at:] + every[: at - 1] if not self.work.is_solved(each.key)), None)

    # The same three steps in code: a notebook's cells

    def predict(self, guess: float | str | None = None, choice: str = "") -> Said:
        """Give the guess (`60`, `"60 %"`); without one, or once it is given, say so. What cannot be meant is refused in words.

        `choice` is the key of an answer to the second question, or its words.
        """
        asked = self.lesson.guess
        spoken = {self.say(f"choice.{key}").striptags().casefold(): key for key in asked.choices}
        choice = spoken.get(str(choice).strip().casefold(), str(choice))
        value = read_number(str(guess), "number")
        if self.work.guessed:
            return Said(self.say("code.already", guess=self._show.guess))
        if value is None:
            return Said(self._first())
        if asked.kind == "percent" and 0 < value < 1 and not str(guess).strip().endswith("%"):
            return Said(self.say("code.share", given=f"{value:g}", percent=f"{100 * value:g}"))
        if not asked.low <= value <= asked.high:
            return Said(self.say("guess.range", low=asked.low, high=asked.high))
        if asked.choices and choice not in asked.choices:
            answers = ", ".join(f'"{self.say(f"choice.{key}").striptags()}"' for key in asked.choices)
            return Said(self.say("code.choose", ask=self.say("choice.ask"), given=f"{value:g}", answers=answers))
        self.work.predict(value, choice)
        self._keep("guess")
        self.paint()
        return Said(self.say("code.kept", guess=self._show.guess))

    def simulate(self, size: int = 1000) -> Said | Plot:
        """Repeat the experiments `size` times more and show the growing mean; before the guess, ask for it."""
        if not self.work.guessed:
            return Said(self._first())
        if not isinstance(size, int) or not 1 <= size <= self.work.room:
            return Said(self.say("code.size" if self.work.room else "code.full", room=self.work.room, given=str(size)))
        self.work.simulate(size)
        self._keep("run")
        self.paint()
        main, guess = self.work.main, (self.work.guess or 0) / self.work.scale
        exact = self.lesson.facts[self.lesson.guess.fact] if self.work.explained else None
        growing = growing_frequency if self.work.rate else growing_mean
        return growing(main.history, exact=exact, guess=guess)

    def explain(self) -> Said:
        """Guess, simulation and exact value side by side, once the explanation is open."""
        if not self.work.guessed:
            return Said(self._first())
        if not self.work.explained:
            return Said(self.say("code.more", enough=self.lesson.enough))
        show = self._show
        numbers = self.say("code.all", guess=show.guess, off=show.off, found=show.found, exact=show.exact)
        return Said(f"{numbers} {show.judged} {self.say('explain.say')}")

    @property
    def _show(self) -> Show:
        return Show(self.lesson, self.work, self.say, self.lang)

    def _first(self) -> str:
        asked = self.lesson.guess
        said = self.say("code.guess-first", low=asked.low, high=asked.high)
        return said + (" " + self.say("code.choices", choices=", ".join(asked.choices)) if asked.choices else "")

    # Messages

    def _receive(self, message: Mapping[str, Any]) -> bool:
        what = str(message["do"])
        do = getattr(self, f"_do_{what.partition(':')[0]}", None)
        if do is None:
            raise BadMessage(f"unknown: {what!r}")
        if what.partition(":")[0] not in ANY_PAGE and message.get("rev") != self.table.rev:
            raise StaleMessage(f"{what}, page {message.get('rev')} instead of {self.table.rev}")
        try:
            file_sent = bool(do(message))
        except (
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
            StopIteration,
            KitError,
        ) as error:  # what garbled messages run into
            raise BadMessage(f"{what}: {error!r}") from error
        self.paint()
        return file_sent

    def _do_hello(self, message: Mapping[str, Any]) -> None:
        """The page is there; it may know the token under which answers lie."""
        token = message.get("token")
        self.greeted = True
        if self._store is None or not isinstance(token, str) or not 16 <= len(token) <= 64:
            return
        try:
            mine, self.name = self._store.read(token, self.lesson.number), str(self._store.read(token, 0).get(NAME, ""))
        except (OSError, sqlite3.Error) as error:
            log.warning("answers not readable: %s", error)
            return
        self.token = token
        if self.work.answers:  # what was done in code before the page came goes on
            for item in self.work.answers:
                self._keep(item)
            return
        self.work = Work(self.lesson, mine)
        kept = self.work.answers.get("opening")
        if kept:
            self.position = Position(self.lesson.opening, self.lesson.game, self.lang, int(kept["seed"]))
            try:
                self.position.play(kept["given"])
            except KitError as error:  # kept by an older version of the game or the lesson
                log.warning("opening not playable: %s", error)
                self.position = self._new_position()

    def _do_escape(self, _message: Mapping[str, Any]) -> None:
        """Escape takes half a choice on the board back."""
        board = self.again or self.position
        if board.decided is None:
            board.path("cancel")

    def _do_choose(self, message: Mapping[str, Any]) -> None:
        """One click on the board that can be played: the opening, at the end the position once more."""
        board = self.again or self.position
        board.path(str(message["path"]))
        if board is self.position and board.decided is not None:
            option = board.option
            kept = {
                "given": str(board.decided),
                "seed": board.seed,
                "option": option,
                "right": option == self.lesson.opening.best,
            }
            self._keep("opening", kept)

    def _do_again(self, _message: Mapping[str, Any]) -> None:
        """The position from the beginning, to be played once more; before the explanation only where nothing was decided."""
        if not self.work.explained:
            raise ValueError("not open yet")
        self.again = self._new_position()

    def _do_guess(self, message: Mapping[str, Any]) -> None:
        """`fields.guess` and `fields.choice`: the prediction."""
        fields = message["fields"]
        value, choice = read_number(str(fields["guess"]), "number"), str(fields.get("choice", ""))
        self.refused = ""
        asked = self.lesson.guess
        if value is None or not asked.low <= value <= asked.high:
            self.refused = self.say("guess.range", low=asked.low, high=asked.high)
            return
        if asked.choices and choice not in asked.choices:
            self.refused = self.say("guess.choose")
            return
        self.work.predict(value, choice)
        self._keep("guess")

    def _do_draw(self, message: Mapping[str, Any]) -> None:
        """`value`: repeat the experiments so many times more."""
        size = int(message["value"])
        if size not in self.lesson.batches:
            raise ValueError(f"no button for {size}")
        self.work.simulate(min(size, self.work.room))
        self._keep("run")

    def _do_restart(self, _message: Mapping[str, Any]) -> None:
        self.work.restart()
        self._keep("run")
        self._keep("seen")

    def _do_task(self, message: Mapping[str, Any]) -> None:
        """`do` is `task:<key>`, `fields.answer` what was typed."""
        key = str(message["do"]).partition(":")[2]
        self.work.answer(key, str(message["fields"]["answer"]))
        self.looked["task"] = key  # what was solved stays in sight
        self._keep(key)

    def _do_hint(self, message: Mapping[str, Any]) -> None:
        self.work.hint(str(message["value"]))
        self._keep(str(message["value"]))

    def _do_quiz(self, message: Mapping[str, Any]) -> None:
        """`value` is `<key>:<answer>`."""
        key, _, answer = str(message["value"]).partition(":")
        self.work.choose(key, answer)
        self.looked["quiz"] = key
        self._keep(key)

    def _do_view(self, message: Mapping[str, Any]) -> None:
        """`value`: the key of the task or quiz to be shown."""
        key = str(message["value"])
        kinds = {task.key: "task" for task in self.lesson.tasks} | {quiz.key: "quiz" for quiz in self.lesson.quizzes}
        self.looked[kinds[key]] = key

    def _do_solution(self, message: Mapping[str, Any]) -> None:
        """`value`: the task whose solution is unfolded or folded; that it was seen is kept for the teacher."""
        key = str(message["value"])
        self.work.reveal(key)
        self._keep(key)
        self._keep("solutions", sorted(set(self.solutions) ^ {key}))

    def _do_tick(self, message: Mapping[str, Any]) -> None:
        self.work.tick(int(message["value"]))
        self._keep("ticks")

    def _do_knob(self, message: Mapping[str, Any]) -> None:
        """`do` is `knob:<key>`, `value` the slider's value."""
        self.work.turn(str(message["do"]).partition(":")[2], message["value"])
        if self.lesson.redraw:
            self.work.refresh()
        self._keep("knobs")

    def _do_name(self, message: Mapping[str, Any]) -> None:
        """`value`: what the teacher's list calls this pupil; it may be empty."""
        self.name = " ".join(str(message["value"]).split())[:40]
        self._put(0, NAME, self.name)

    def _do_export(self, _message: Mapping[str, Any]) -> bool:
        """A pupil's own answers to all lessons as a file to hand in."""
        if self._store is None:
            raise ValueError("nothing is kept")
        name = "".join(char if char.isalnum() else "-" for char in self.name) or "kartenlabor"
        self.table.save_file(f"{name}.csv", as_csv(self._store.rows(token=self.token)))
        return True

    def _keep(self, item: str, value: Any = None) -> None:
        """Keep one item of the answers."""
        if value is not None:
            self.work.answers[item] = value
        self._put(self.lesson.number, item, self.work.answers.get(item))

    def _put(self, number: int, item: str, value: Any) -> None:
        if self._store is None:
            return
        try:
            self._store.put(self.token, number, item, value)
        except (OSError, sqlite3.Error) as error:
            log.warning("answer not kept: %s", error)
            self.notice = self.say("no-store")
